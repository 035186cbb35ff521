#!/bin/sh
# The command `cartouche` of an installation: the present version, on its data, as the user the data belongs to.
set -eu

place=$(readlink -f -- "$0")
root=${place%/usr/local/bin/cartouche}
program=$root/opt/cartouche/current/venv/bin/cartouche
data=$root/var/lib/cartouche

if [ ! -x "$program" ]; then
    echo "cartouche: No version is installed here. Run deploy/install.sh." >&2
    exit 1
fi
set -- env CARTOUCHE_DATA="$data" HOME="$data" ${CARTOUCHE_LANG:+CARTOUCHE_LANG="$CARTOUCHE_LANG"} "$program" "$@"
if [ -n "$root" ] || [ "$(id -un)" = cartouche ]; then
    exec "$@"
elif [ "$(id -u)" -eq 0 ]; then
    exec setpriv --reuid=cartouche --regid=cartouche --init-groups "$@"
else
    exec sudo -u cartouche -- "$@"
fi

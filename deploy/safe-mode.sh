#!/usr/bin/env bash
# Safe mode on the panel; called by cartouche-safe.service.
#
# The screen of "cartouche safe" comes first. Where no display opens, that command says the same in words, on the first
# console. Where it does not even start, that of the version before is asked; and where none starts, this script speaks.
#
#   PROGRAMS=DIR    where the versions lie (/opt/cartouche)
#   SAFE_ONCE=1     end when everything is said, for trying out
set -euo pipefail

programs=${PROGRAMS:-/opt/cartouche}
here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
no_display=3 # the exit code of "cartouche safe" where no display opens; the words are told then
no_server=5  # the exit code of x11.sh

show() { # show PROGRAM: as it ends; with no_display where the words were told instead of shown
    local ended=0
    if [ "${SDL_VIDEODRIVER:-}" != x11 ]; then
        "$1" safe || ended=$?
        return "$ended"
    fi
    "$here/x11.sh" start "$1" safe || ended=$?
    "$here/x11.sh" stop || printf 'safe mode: the X server could not be ended\n' >&2
    # Without an X server nothing has been said yet.
    if [ "$ended" -eq "$no_server" ] && "$1" safe --text; then ended=$no_display; fi
    return "$ended"
}

stay() { # the words stay on the console until the service is stopped
    if [ -z "${SAFE_ONCE:-}" ]; then exec sleep infinity; fi
}

for version in current previous; do
    program=$programs/$version/venv/bin/cartouche
    [ -x "$program" ] || continue
    ended=0
    show "$program" || ended=$?
    if [ "$ended" -eq 0 ]; then exit 0; fi
    if [ "$ended" -eq "$no_display" ]; then
        stay
        exit 0
    fi
    printf 'safe mode: the %s version ended with %s\n' "$version" "$ended" >&2
done

cat << 'WORDS'

  Cartouche does not start.

  It was started several times and ended each time. What was accepted in a
  game is on the disk and safe.

  Ctrl+Alt+F2 opens a second console. Log in there; then

    sudo systemctl reset-failed cartouche; sudo systemctl start cartouche
                                         tries it again
    sudo systemctl start cartouche-back  goes back to the version before
    journalctl -u cartouche              tells what happened
    sudo poweroff                        switches off

WORDS
stay
exit 0

#!/usr/bin/env bash
# Whether a version starts: without a display, on a copy of the data, and where no systemd runs. It is started with a
# socket of our own to tell on, must say that it is ready, live on for a while, and end when asked to.
set -euE -o pipefail
here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$here/lib.sh"

usage() {
    cat << 'END'
usage: deploy/healthy.sh VERSION [--root DIR]

Starts the version of that name under /opt/cartouche/versions without a display, on a copy of the data, and waits until
it says that it is ready. Exit code 0: it was, lived on, and ended when asked to. Nothing of the data changes.

CARTOUCHE_LIFE=SECONDS in the environment: how long it must live then (5).
END
}

main() {
    local name=
    while [ $# -gt 0 ]; do
        case $1 in
            --root)
                [ $# -gt 1 ] || wrong_usage "--root needs a folder after it."
                root=$2
                shift
                ;;
            --help | -h)
                usage
                exit 0
                ;;
            -*) wrong_usage "There is no option $1." ;;
            *) name=$1 ;;
        esac
        shift
    done
    [ -n "$name" ] || wrong_usage "Name a version."
    set_places
    is_complete "$name" || stop "There is no version $name in $versions."
    need_root
    scratch=$(mktemp -d)
    trap 'rm -rf -- "$scratch"' EXIT
    mkdir -- "$scratch/data"
    local kept origin
    origin=$(on_trial)
    for kept in "$data"/before/"${origin:-$(named_by current)}"/*.db "$data/settings.json"; do
        # The copy that was made for the update: the journal itself may be written at this moment.
        case $kept in
            *.db) if [ -f "$kept" ]; then cp -- "$kept" "$scratch/data/journal.db"; fi ;;
            *) if [ -f "$kept" ]; then cp -- "$kept" "$scratch/data/"; fi ;;
        esac
    done
    if [ -z "$root" ]; then chown -R cartouche:cartouche -- "$scratch"; fi
    data=$scratch/data
    # The display named is none that exists: the picture is drawn in memory only.
    as_cartouche env -u CARTOUCHE_KIOSK -u WAYLAND_DISPLAY DISPLAY=:none SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy \
        KIVY_HOME="$scratch/kivy" GPIOZERO_PIN_FACTORY=mock LG_WD="$scratch" \
        "$versions/$name/venv/bin/python" "$here/ready.py" 60 "${CARTOUCHE_LIFE:-5}" "$versions/$name/venv/bin/cartouche"
}

main "$@"

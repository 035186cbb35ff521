#!/usr/bin/env bash
# Takes Cartouche off this machine. The games and settings stay unless --data is said.
set -euE -o pipefail
here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$here/lib.sh"

usage() {
    cat << 'END'
usage: sudo deploy/uninstall.sh [options]

Stops Cartouche and removes its services, rules, command and all versions of it. A desktop starts again as before.

  --data      also remove the games, the settings, what was chosen for this machine, and the user cartouche
  --check     only say what would go; change nothing
  --yes       do not ask
  --root DIR  the installation lies under DIR
  --help      these lines
END
}

yes=no
check=no
with_data=no

read_options() {
    root=$(root_of "$here")
    while [ $# -gt 0 ]; do
        case $1 in
            --data) with_data=yes ;;
            --check) check=yes ;;
            --yes) yes=yes ;;
            --root)
                [ $# -gt 1 ] || wrong_usage "--root needs a folder after it."
                root=$2
                shift
                ;;
            --help | -h)
                usage
                exit 0
                ;;
            *) wrong_usage "There is no option $1." ;;
        esac
        shift
    done
    settle_root
}

remove_services() {
    local unit file
    if systemd_runs; then
        for unit in "$kiosk" cartouche-safe.service cartouche-backup.timer cartouche-backup.service 'cartouche-stick@*.service'; do
            quietly system stop "$unit" || true
        done
    fi
    for unit in "$kiosk" cartouche-backup.timer cartouche-confirm.service; do
        quietly system disable "$unit" || true
    done
    if [ -f "$laid" ]; then
        while IFS= read -r file; do
            take_away "$root$file"
        done < "$laid"
    fi
    tell_system
}

free_the_screen() { # what the kiosk had to close for comes back at once, not only after a restart
    if ! systemd_runs; then return 0; fi
    if [ -e "$units/display-manager.service" ] && [ "$(system get-default)" = graphical.target ]; then
        quietly system start --no-block display-manager.service || true
    else
        quietly system start --no-block getty@tty1.service || true
    fi
}

main() {
    read_options "$@"
    set_places
    if [ "$check" = no ]; then need_root; fi
    if [ ! -d "$opt" ] && { [ "$with_data" = no ] || [ ! -d "$data" ]; }; then
        say "Cartouche is not installed here. Nothing has changed."
        return 0
    fi
    say "This goes: the services, rules and command of Cartouche, and $opt"
    if [ "$with_data" = yes ]; then
        say "This goes as well, and nothing brings it back: all games and settings in $data"
    else
        say "This stays: all games and settings in $data"
    fi
    if [ "$check" = yes ]; then
        say "Nothing has changed."
        return 0
    fi
    ask "Take it off?"
    take_lock 60
    open_log "uninstall.sh"
    remove_services
    rm -rf -- "${opt:?}"
    if [ "$with_data" = yes ]; then
        find "${data:?}" -mindepth 1 -delete
        # A partition of its own, as with a root that is never written, is emptied and stays.
        if ! mountpoint -q -- "$data"; then rmdir -- "$data"; fi
        rm -rf -- "${etc:?}"
        if [ -z "$root" ]; then quietly userdel cartouche || true; fi
    fi
    free_the_screen
    say "Cartouche is off this machine."
    if [ "$with_data" = no ]; then
        say "The games and settings are in $data. They are found again when it is installed again."
    fi
}

main "$@"
exit 0

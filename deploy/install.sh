#!/usr/bin/env bash
# Installs Cartouche on a Raspberry Pi (or a PC) so that it starts with the machine. Run it as often as you like.
set -euE -o pipefail
here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$here/lib.sh"
# shellcheck source=checks.sh
. "$here/checks.sh"
# shellcheck source=version.sh
. "$here/version.sh"

usage() {
    cat << 'END'
usage: sudo deploy/install.sh [options]

Installs Cartouche so that it starts with the machine and fills the screen. It looks first whether this machine
fits, says what it will do, and asks once. Run it again after a failure: it goes on where it stopped.

  --check               only look and say; change nothing
  --yes                 do not ask
  --display kmsdrm|x11  draw on the kernel's display (kmsdrm, the default) or through an X server of its own
  --camera              also the system's packages for a camera on the ribbon cable (a USB camera needs none);
                        remembered until --no-camera
  --club                let it speak to a broker in the same network, for the club (docs/club.md); without this it has
                        no network at all; remembered until --no-club
  --no-start            start at the next switch-on, not now
  --wheels DIR          take all Python packages from this folder; no network is needed
  --root DIR            put everything under DIR; start nothing and install no system packages
  --help                these lines

PYTHON=NAME in the environment names the Python to use. The log is /var/log/cartouche-install.log.
END
}

yes=no
check=no
start=yes
given=("$@")

read_options() {
    while [ $# -gt 0 ]; do
        case $1 in
            --check) check=yes ;;
            --yes) yes=yes ;;
            --camera) camera=yes ;;
            --no-camera) camera=no ;;
            --club) club=yes ;;
            --no-club) club=no ;;
            --no-start) start=no ;;
            --display | --wheels | --root)
                [ $# -gt 1 ] || wrong_usage "$1 needs a word after it."
                case $1 in --display) display=$2 ;; --wheels) wheels=$2 ;; --root) root=$2 ;; esac
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
    case $display in '' | kmsdrm | x11) ;; *) wrong_usage "--display is kmsdrm or x11, not $display." ;; esac
    settle_root
}

tell_plan() {
    say "This machine fits: $machine, ${release}, Python $python_version." ${remarks[@]+"${remarks[@]}"}
    say "What will be done:"
    if [ ${#missing[@]} -gt 0 ]; then say "  - install from the system's archive: ${missing[*]}"; fi
    say "  - make the user cartouche, and its data folder $data"
    if [ "$stands" = yes ]; then
        say "  - nothing for version $new: it stands in $versions/$new"
    else
        say "  - put version $new into $versions/$new, with its own Python environment"
    fi
    if [ -n "$before" ] && [ "$before" != "$new" ]; then
        say "  - change from $before to it, and back by itself if it does not come up"
    fi
    say "  - lay the services, device rules and the command cartouche" \
        "  - start Cartouche with the machine, on the display by $display"
    if [ "$club" = yes ]; then say "  - let it speak to this machine and to private networks, for the club"; fi
    if [ "$start" = yes ] && systemd_runs; then
        if [ -L /etc/systemd/system/display-manager.service ]; then
            say "  - start it now. The desktop closes for it, and comes back when Cartouche is uninstalled."
        else
            say "  - start it now"
        fi
    fi
}

name_before() { # the version to update from, if there is one that is whole
    before=$(named_by current)
    if ! is_complete "$before"; then before=; fi
}

make_user() {
    local scratch=()
    if [ -n "$root" ]; then scratch=(--root="$root"); fi
    mkdir -p -- "$etc"
    printf '%s\n' "$display" | write_whole "$etc/display"
    printf '%s\n' "$camera" | write_whole "$etc/camera"
    printf '%s\n' "$club" | write_whole "$etc/club"
    # For safe mode, whose service is the same for either display.
    printf 'SDL_VIDEODRIVER=%s\n' "$display" | write_whole "$etc/display.env"
    if [ ! -e "$etc/cartouche.env" ]; then
        write_whole "$etc/cartouche.env" << 'END'
# Settings of the service for this machine, one NAME=VALUE a line. An update never changes this file.
# SDL_VIDEO_KMSDRM_DEVICE_INDEX=1 is one for a machine with two graphics devices whose panel stays black.
END
    fi
    install -m 644 -D -T -- "$source_folder/systemd/sysusers.d/cartouche.conf" "$root/etc/sysusers.d/cartouche.conf"
    install -m 644 -D -T -- "$source_folder/systemd/tmpfiles.d/cartouche.conf" "$root/etc/tmpfiles.d/cartouche.conf"
    quietly systemd-sysusers ${scratch[@]+"${scratch[@]}"} cartouche.conf
    quietly systemd-tmpfiles --create ${scratch[@]+"${scratch[@]}"} cartouche.conf
    if [ -n "$root" ]; then
        mkdir -p -- "$data"
    else
        install -d -m 700 -o cartouche -g cartouche -- "$data"
    fi
}

build() {
    if [ "$stands" = yes ]; then
        step "version $new stands"
        return 0
    fi
    step "making the environment of version $new"
    make_environment
    step "installing its packages, each checked against its hash"
    install_dependencies
    step "installing Cartouche itself"
    install_cartouche
    close_version
}

start_now() {
    if [ "$start" = no ] || ! systemd_runs; then
        say "Cartouche starts when the machine is switched on."
        return 0
    fi
    if [ "$laid_anew" = no ] && [ "$before" = "$new" ] && [ ! -f "$trial" ] && quietly system is-active --quiet "$kiosk"; then
        say "Cartouche runs."
        return 0
    fi
    local at_once=()
    if quietly system is-active --quiet display-manager.service; then
        # The window this runs in closes with the desktop; the start must not depend on it.
        at_once=(--no-block)
    fi
    say "Cartouche opens on the screen. This waits until it has stayed up for a while."
    quietly system restart ${at_once[@]+"${at_once[@]}"} "$kiosk" || true # confirm.sh looks at how it went
    bash "$opt/current/deploy/confirm.sh" ||
        stop "Cartouche did not come up. Read why with: sudo journalctl -b -u $kiosk" \
            "\"sudo cartouche doctor\" looks at the machine. What is installed stays."
}

main() {
    read_options "$@"
    set_places
    if [ "$check" = no ]; then need_root; fi
    if [ -z "$display" ]; then display=$(chosen display kmsdrm); fi
    if [ -z "$camera" ]; then camera=$(chosen camera no); fi
    if [ -z "$club" ]; then club=$(chosen club no); fi
    check_all
    find_source "$(dirname -- "$here")"
    take_print
    choose_name
    find_missing_packages
    name_before
    tell_plan
    if [ "$check" = yes ]; then
        say "Nothing has changed."
        exit 0
    fi
    ask "Go on?"
    take_lock 1
    name_before # somebody else may have been at it while this waited for the answer
    open_log "install.sh ${given[*]-}"
    steps=9
    if [ "$stands" = yes ]; then steps=7; fi
    step "the system's packages"
    install_packages
    take_print # the packages that came may change what the environment sees
    choose_name
    step "the user and the folders"
    make_user
    if [ -n "$before" ] && [ "$before" != "$new" ]; then
        step "the update"
        local later=()
        if [ "$start" = no ]; then later=(--no-start); fi
        bash "$here/update.sh" --yes ${later[@]+"${later[@]}"} ${wheels:+--wheels "$wheels"} ${root:+--root "$root"}
        steps=6
    else
        build
        step "asking its doctor"
        ask_doctor ''
    fi
    step "the services, the rules and the command"
    lay_files "$new"
    tell_system
    step "making $new the version that runs"
    if [ "$(named_by current)" != "$new" ]; then point current "$new"; fi
    step "starting with the machine"
    quietly system enable "$kiosk" cartouche-backup.timer cartouche-confirm.service
    start_now
    say "Done: Cartouche $new. Its data lies in $data; the command is: sudo cartouche"
}

main "$@"
exit 0

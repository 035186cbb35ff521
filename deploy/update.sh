#!/usr/bin/env bash
# Changes an installation to the version beside this script, and back by itself where that does not come up.
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
usage: sudo deploy/update.sh [options]

Puts the version beside this script next to the one that runs, copies the games, changes over, and waits until the new
version has come up and lived for 35 seconds. Where it does not, the version before comes back by itself, with the
games as they were. Nothing updates unless somebody runs this.

  --check      only look and say; change nothing
  --yes        do not ask
  --no-start   stop what runs, and try the new version at the next switch-on, not now
  --wheels DIR take all Python packages from this folder; no network is needed
  --root DIR   the installation lies under DIR
  --help       these lines
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
            --no-start) start=no ;;
            --wheels | --root)
                [ $# -gt 1 ] || wrong_usage "$1 needs a word after it."
                case $1 in --wheels) wheels=$2 ;; --root) root=$2 ;; esac
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

copy_data() { # journal and settings as they are before the update, for the way back
    local copies=$data/before program=$opt/current/venv/bin/cartouche
    # A version that does not start any more, as after an upgrade of the system, keeps nobody from mending it.
    as_cartouche "$program" --version >&3 2>&3 || program=$versions/$new/venv/bin/cartouche
    as_cartouche rm -rf -- "$copies/$before.new"
    as_cartouche mkdir -p -- "$copies/$before.new"
    as_cartouche "$program" backup --to "$copies/$before.new" >&3 2>&3 ||
        stop "The games could not be copied, so there would be no way back. Nothing has changed."
    if [ -f "$data/settings.json" ]; then as_cartouche cp -- "$data/settings.json" "$copies/$before.new/"; fi
    as_cartouche rm -rf -- "$copies/$before"
    as_cartouche mv -T -- "$copies/$before.new" "$copies/$before"
    sync -f "$opt"
}

try_out() { # where no systemd runs, the version is started on a copy before anything changes
    if systemd_runs; then return 0; fi
    quietly bash "$here/healthy.sh" "$new" ${root:+--root "$root"} ||
        stop "The new version does not start. Nothing that ran before has changed."
}

# shellcheck disable=SC2317 # a trap calls it
not_changed_over() { # what was stopped for the change has to run again, whatever broke
    if [ "$BASHPID" != "$$" ]; then exit 1; fi
    trap - ERR
    tell_a_full_disk
    if [ "$(named_by current)" = "$before" ]; then
        rm -f -- "$trial"
        if systemd_runs; then quietly system start --no-block "$kiosk" || true; fi
    else
        bash "$versions/$before/deploy/return.sh" || true
    fi
    stop "Changing over to $new did not work. Version $(named_by current) is the one that runs."
}

change_over() {
    trap not_changed_over ERR
    trap '' INT # it takes seconds; whoever breaks off here would leave nothing running
    if systemd_runs; then
        # What was played since the first copy belongs to the way back as well.
        quietly system stop "$kiosk" || true
        (copy_data) &
        wait "$!" || {
            quietly system start "$kiosk" || true
            stop "Version $before runs on."
        }
    fi
    printf '%s\n' "$before" | write_whole "$trial"
    point current "$new"
    lay_files "$new"
    tell_system
    if systemd_runs && [ "$start" = yes ]; then
        quietly system reset-failed "$kiosk" || true
        quietly system restart "$kiosk" || true # confirm.sh looks at how it went
    fi
}

main() {
    read_options "$@"
    set_places
    if [ "$check" = no ]; then need_root; fi
    before=$(named_by current)
    is_complete "$before" || stop "Cartouche is not installed here. Run deploy/install.sh. Nothing has changed."
    display=$(chosen display kmsdrm)
    camera=$(chosen camera no)
    check_all
    find_source "$(dirname -- "$here")"
    take_print
    choose_name
    if [ "$new" = "$before" ] && [ ! -f "$trial" ]; then
        say "Version $before runs already, and this is the same. Nothing has changed."
        exit 0
    fi
    find_missing_packages
    say ${remarks[@]+"${remarks[@]}"} "What will be done:" "  - put version $new beside $before" "  - copy the games and settings" \
        "  - change over, and back to $before by itself if $new does not come up"
    if [ ${#missing[@]} -gt 0 ]; then say "  - install from the system's archive: ${missing[*]}"; fi
    if [ "$check" = yes ]; then
        say "Nothing has changed."
        exit 0
    fi
    ask "Go on?"
    take_lock 1
    before=$(named_by current)
    open_log "update.sh ${given[*]-}"
    if [ -f "$trial" ]; then
        say "An update was on trial when this machine stopped. It is looked at first."
        bash "$opt/current/deploy/confirm.sh" || true
        before=$(named_by current)
        if [ "$new" = "$before" ]; then
            say "Version $before runs, and this is the same."
            exit 0
        fi
    fi
    steps=8
    step "the system's packages"
    install_packages
    take_print # the packages that came may change what the environment sees
    choose_name
    if [ "$stands" = yes ]; then
        steps=6
        step "version $new stands"
    else
        step "making the environment of version $new"
        make_environment
        step "installing its packages, each checked against its hash"
        install_dependencies
        step "installing Cartouche itself"
        install_cartouche
        close_version
    fi
    step "copying the games and settings"
    copy_data
    step "asking the doctor of version $new"
    ask_doctor "$before"
    try_out
    step "changing over"
    change_over
    trap 'unforeseen $LINENO' ERR
    if systemd_runs && [ "$start" = no ]; then
        quietly system enable cartouche-confirm.service
        say "Version $new is tried when the machine is switched on, and $before is back by itself if it does not come up."
        exit 0
    fi
    step "waiting until it has come up"
    if ! bash "$opt/current/deploy/confirm.sh"; then
        if [ "$(named_by current)" = "$before" ]; then
            stop "Version $new did not come up. Version $before is back, with the games as they were." \
                "What was wrong: sudo journalctl -b -u $kiosk"
        fi
        stop "Whether version $new came up could not be settled. A restart of the machine looks at it once more."
    fi
    say "Version $new runs; $before is kept beside it (deploy/back.sh changes back)."
}

main "$@"
exit 0

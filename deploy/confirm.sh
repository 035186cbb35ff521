#!/usr/bin/env bash
# Waits until Cartouche has come up and lived for 35 seconds. Then an update that was on trial is kept; else it is taken
# back. Called by install.sh and update.sh, and at every start with a trial open by cartouche-confirm.service: the plug
# may have been pulled in the middle.
set -euE -o pipefail
here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$here/lib.sh"

life=${CARTOUCHE_LIFE:-35} # longer than WatchdogSec: what hangs after its first picture is seen too
patience=${CARTOUCHE_PATIENCE:-120}

is_well() { # up within $patience seconds, then $life seconds in one piece
    local pid='' now since=0 begun=$SECONDS
    while [ $((SECONDS - begun)) -lt "$patience" ]; do
        case $(kiosk_state ActiveState) in
            active)
                now=$(kiosk_state MainPID)
                if [ -z "$pid" ]; then
                    pid=$now
                    since=$SECONDS
                elif [ "$now" != "$pid" ]; then
                    return 1
                elif [ $((SECONDS - since)) -ge "$life" ]; then
                    return 0
                fi
                ;;
            failed) return 1 ;;
            *) if [ -n "$pid" ]; then return 1; fi ;; # it was up, and is no more
        esac
        sleep 0.3
    done
    return 1
}

is_at_work() { # ready is not all: where the journal does not open, Trouble is the first screen
    case $(kiosk_state StatusText) in
        "Trouble is shown"* | "Not answering"*) return 1 ;;
        *) ;;
    esac
}

is_well_here() { # is_well_here BEFORE: an update must do what the version before did; without one Trouble tells a person
    if systemd_runs; then
        is_well && { [ -z "$1" ] || is_at_work; }
    else
        quietly bash "$here/healthy.sh" "$(named_by current)" ${root:+--root "$root"}
    fi
}

keep() { # keep BEFORE: what was on trial is the version from now on
    point previous "$1"
    rm -f -- "$trial" "$opt/returned"
    sync -f "$opt"
    remove_old_versions || complain "Not all that is older could be removed."
}

main() {
    root=$(root_of "$here")
    case ${1:-} in
        '') ;;
        --help | -h)
            echo "usage: sudo $0    waits until Cartouche is up, and keeps or takes back an update on trial"
            exit 0
            ;;
        *) wrong_usage "There is no option $1." ;;
    esac
    set_places
    need_root
    take_lock 600
    open_log confirm.sh
    local before present
    before=$(on_trial)
    present=$(named_by current)
    if [ -n "$before" ] && { [ "$before" = "$present" ] || ! is_complete "$before"; }; then
        # The plug was pulled before the change, or after the return.
        rm -f -- "$trial"
        before=
    fi
    try_to_lay "$present"
    if [ "$laid_anew" = yes ]; then
        tell_system
        if systemd_runs; then quietly system restart "$kiosk" || true; fi
    fi
    if is_well_here "$before"; then
        say "Cartouche $present is up."
        if [ -n "$before" ]; then keep "$before"; fi
        exit 0
    fi
    if [ -n "$before" ]; then bash "$here/return.sh"; fi
    exit 1
}

main "$@"

#!/usr/bin/env bash
# After Cartouche has failed again and again: back to the version before where an update is on trial, else safe mode.
# Started by cartouche-return.service (OnFailure) and by confirm.sh; asks nothing.
set -euE -o pipefail
here=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source=lib.sh
. "$here/lib.sh"
# shellcheck source=way_back.sh
. "$here/way_back.sh"

main() {
    root=$(root_of "$here")
    case ${1:-} in
        '') ;;
        --help | -h)
            echo "usage: sudo $0    returns from an update that failed, else opens safe mode"
            exit 0
            ;;
        *) wrong_usage "There is no option $1." ;;
    esac
    set_places
    need_root
    take_lock 600
    open_log return.sh
    local before present
    before=$(on_trial)
    present=$(named_by current)
    if [ "$before" != "$present" ] && is_complete "$before"; then
        say "Version $present did not come up. Going back to $before."
        bring_back "$before"
        printf '%s\n%s\n%s\n' "$present" "$before" "$(date -u '+%Y-%m-%dT%H:%M:%SZ')" | write_whole "$opt/returned"
        say "Version $before is back. What went wrong: sudo journalctl -b -u $kiosk"
        return 0
    fi
    rm -f -- "$trial"
    if ! systemd_runs; then
        say "There is nothing to go back to."
        return 0
    fi
    # Whoever held the lock before us may have mended it already: the version before is up, or on its way.
    case $(kiosk_state ActiveState) in
        active | activating)
            say "Cartouche runs. There is nothing to do."
            return 0
            ;;
        *) ;;
    esac
    say "Cartouche did not come up, and no update is on trial. Opening safe mode."
    quietly system start --no-block cartouche-safe.service
}

main "$@"
exit 0

#!/usr/bin/env bash
# Goes back to the version before, because somebody asked for it: on the screen (cartouche-back.service) or here.
# Asked once more, it goes forward again.
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
            echo "usage: sudo $0    changes to the version before, and keeps the present one beside it"
            exit 0
            ;;
        *) wrong_usage "There is no option $1." ;;
    esac
    set_places
    need_root
    take_lock 60
    open_log back.sh
    if [ -n "$(on_trial)" ]; then exec bash "$here/return.sh"; fi
    local before present
    before=$(named_by previous)
    present=$(named_by current)
    if [ "$before" = "$present" ] || ! is_complete "$before"; then
        stop "There is no version before $present on this machine. Nothing has changed."
    fi
    say "Going back from $present to $before."
    # As an update the other way: wherever the plug is pulled, the next start ends it one way or the other.
    bring_back "$before" "$present"
    bash "$opt/current/deploy/confirm.sh" || stop "Version $before did not come up. Version $present is back."
    say "Version $before is back; $present is kept beside it."
}

main "$@"
exit 0

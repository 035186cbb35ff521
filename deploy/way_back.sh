# shellcheck shell=bash disable=SC2154 # what is read here is set by lib.sh
# From the present version to the one before: for return.sh (an update that failed) and back.sh (somebody asked).

# A journal or settings that the version cannot read are kept aside, and the copy from before the update takes their place.
restore_data() { # restore_data NAME
    local told
    if [ ! -d "$data" ]; then return 0; fi
    told=$(as_cartouche "$versions/$1/venv/bin/python" "$versions/$1/deploy/restore.py" "$data" "$data/before/$1" 2>&3) ||
        complain "The data could not be looked at. It stays as it is."
    if [ -n "$told" ]; then say "$told"; fi
}

bring_back() { # bring_back NAME [KEPT]: each act can be done again, so the plug may be pulled anywhere
    local kept=${2:-}
    if systemd_runs; then quietly system stop "$kiosk" || true; fi
    restore_data "$1"
    if [ -n "$kept" ]; then printf '%s\n' "$kept" | write_whole "$trial"; fi
    point current "$1"
    try_to_lay "$1"
    tell_system
    if [ -z "$kept" ]; then rm -f -- "$trial"; fi
    sync -f "$opt"
    if systemd_runs; then
        quietly system reset-failed "$kiosk" || true
        quietly system start --no-block "$kiosk" || true
    fi
}

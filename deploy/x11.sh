#!/usr/bin/env bash
# An X server for Cartouche alone, without a desktop; called by cartouche-x11.service and by safe-mode.sh.
#
#   x11.sh start COMMAND...   starts the server on the console of the service, then becomes COMMAND
#   x11.sh stop               ends the server
#
#   X_SERVER=PROGRAM          the server, where it is not Debian's
# It becomes COMMAND (and does not wait for it), so that systemd deals with the app itself: it is the main process, its
# messages count, and its exit code is the service's (5: no X server). Whatever number the server gives its display is used.
set -euo pipefail

run=${RUNTIME_DIRECTORY:-}
run=${run%%:*}
stop() {
    printf 'x11: %s\n' "$@" >&2
    exit 5
}
[ -d "$run" ] || stop "RUNTIME_DIRECTORY names no folder: this is started by systemd"

pid_file=$run/x.pid
authority=$run/x.authority

end_server() { # by the number noted down; it has two seconds
    local pid
    [ -f "$pid_file" ] || return 0
    pid=$(< "$pid_file")
    rm -f -- "$pid_file"
    kill -TERM "$pid" 2> /dev/null || return 0
    for _ in {1..20}; do
        kill -0 "$pid" 2> /dev/null || return 0
        sleep 0.1
    done
    kill -KILL "$pid" 2> /dev/null || true
}

start_server() {
    local server=${X_SERVER:-} console=() key number
    if [ -z "$server" ]; then
        # Not the one in the path: that asks a setuid program, and nothing may become root here.
        server=/usr/lib/xorg/Xorg
        [ -x "$server" ] || server=$(command -v Xorg) || stop "No X server is installed (xserver-xorg-core)."
    fi
    command -v xauth > /dev/null || stop "xauth is not installed."
    # The console that systemd has given us; X may draw on no other without being root.
    if [[ $(tty) =~ ^/dev/tty([0-9]+)$ ]]; then console=("vt${BASH_REMATCH[1]}" -keeptty); fi
    key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    rm -f -- "$authority" "$run/x.number"
    (umask 077 && : > "$authority")
    # Only who has the key may draw; the server does not look at the number before it.
    xauth -q -f "$authority" add :0 . "$key"
    mkfifo -- "$run/x.number"
    "$server" -displayfd 3 ${console[@]+"${console[@]}"} -noreset -nolisten tcp -s 0 -dpms -auth "$authority" \
        -logfile "$run/x.log" 3> "$run/x.number" &
    printf '%s\n' "$!" > "$pid_file"
    # The server says its number when it is ready; where it dies before, there is an end and no number.
    if ! IFS= read -r -t 30 number < "$run/x.number" || [[ ! $number =~ ^[0-9]+$ ]]; then
        if [ -f "$run/x.log" ]; then tail -n 20 -- "$run/x.log" >&2; fi
        end_server
        stop "The X server did not start."
    fi
    rm -f -- "$run/x.number"
    xauth -q -f "$authority" add ":$number" . "$key"
    export DISPLAY=":$number" XAUTHORITY=$authority
}

case ${1:-} in
    start)
        shift
        [ $# -gt 0 ] || stop "no command is named"
        start_server
        exec "$@"
        ;;
    stop) end_server ;;
    *)
        echo "usage: x11.sh start COMMAND... | x11.sh stop" >&2
        exit 2
        ;;
esac

# shellcheck shell=bash disable=SC2034,SC2154 # what is set here is read by those that source it, and the other way
# What the scripts of the installation share: the places, the words, the lock, systemd, and the switch between versions.
# Sourced, never run. Every place lies under $root, which is empty on a real machine and a folder for a trial.
set -euE -o pipefail
umask 022 # the user cartouche has to reach what root lays down, however careful root's own shell is
unset CDPATH PYTHONHOME PYTHONPATH PIP_PREFIX PIP_ROOT PIP_TARGET PIP_USER # they would lead elsewhere

root=${root:-}
kiosk=cartouche.service
laid_anew=no
step_now=0
steps=0
step_words=
logging=no

set_places() { # from $root
    root=${root%/}
    opt=$root/opt/cartouche
    versions=$opt/versions
    data=$root/var/lib/cartouche
    etc=$root/etc/cartouche
    log=$root/var/log/cartouche-install.log
    trial=$opt/trial
    laid=$opt/laid
    units=$root/etc/systemd/system
}

root_of() { # root_of FOLDER: what lies before /opt/cartouche/versions in the place of an installed script; else nothing
    case $1 in
        */opt/cartouche/versions/*) printf '%s' "${1%/opt/cartouche/versions/*}" ;;
        *) ;;
    esac
}

# --- words ------------------------------------------------------------------------------------------------------------

# A terminal that has closed or a full disk must not stop what is under way: nobody hears it then, and that is all.
say() {
    printf 'cartouche: %s\n' "$@" 2> /dev/null || true
    keep_words "$@"
}

complain() {
    printf 'cartouche: %s\n' "$@" >&2 2> /dev/null || true
    keep_words "$@"
}

keep_words() { # into the log
    if [ "$logging" = yes ]; then printf '%s\n' "$@" >&3 2> /dev/null || true; fi
}

stop() {
    trap - ERR
    complain "$@"
    if [ "$logging" = yes ]; then printf 'cartouche: The log is %s\n' "$log" >&2 2> /dev/null || true; fi
    exit 1
}

wrong_usage() {
    printf 'cartouche: %s Add --help to read what there is.\n' "$1" >&2
    exit 2
}

settle_root() { # the folder that --root named, as a whole path
    if [ -z "$root" ]; then return 0; fi
    [ -d "$root" ] || wrong_usage "There is no folder $root."
    root=$(cd -- "$root" && pwd -P)
}

step() { # step WORDS: the next step of $steps begins
    step_now=$((step_now + 1))
    step_words=$1
    say "[$step_now/$steps] $1"
}

unforeseen() { # the trap of every script: a command failed that nobody had a sentence for
    if [ "$BASHPID" != "$$" ]; then exit 1; fi # told once, by the script itself
    tell_a_full_disk
    if [ -n "$step_words" ]; then
        stop "Step $step_now of $steps did not work: $step_words." \
            "Nothing that ran before has been taken away. Run the same command again to go on."
    fi
    stop "Something did not work (line $1 of $(basename -- "$0"))."
}

tell_a_full_disk() { # the likely reason of a failure nobody had a sentence for
    local place=$opt free
    while [ ! -d "$place" ]; do place=$(dirname -- "$place"); done
    free=$(df -Pm -- "$place" | awk 'NR == 2 { print $4 }')
    if [ "$free" -lt 20 ]; then complain "The disk is full: $free MB are free at $place. Make room."; fi
}

open_log() { # from here on everything is kept; $1 names the script
    mkdir -p -- "$(dirname -- "$log")" 2> /dev/null || true
    if { : >> "$log"; } 2> /dev/null; then
        exec 3>> "$log"
        logging=yes
    else
        exec 3> /dev/null # without a log rather than not at all: this may be the way back
    fi
    keep_words '' "=== $1, $(date '+%Y-%m-%d %H:%M:%S %z')"
    trap '' HUP PIPE # the terminal may close; what has begun goes on
    trap 'unforeseen $LINENO' ERR
}

quietly() { # quietly COMMAND...: what it says goes into the log
    "$@" >&3 2>&3
}

ask() { # ask QUESTION: goes on with yes; the answer comes from the terminal, never from what this script is fed by
    local answer=
    if [ "${yes:-no}" = yes ]; then return 0; fi
    if ! { : < /dev/tty; } 2> /dev/null; then
        stop "There is no terminal to ask on. Add --yes to go on without a question. Nothing has changed."
    fi
    printf 'cartouche: %s [y/N] ' "$1" > /dev/tty
    read -r answer < /dev/tty || true
    case $answer in
        y | Y | yes | Yes | YES) ;;
        *) stop "Nothing has changed." ;;
    esac
}

need_root() {
    if [ -z "$root" ] && [ "$(id -u)" -ne 0 ]; then stop "This needs the rights of root. Run it with sudo."; fi
}

# --- one at a time ----------------------------------------------------------------------------------------------------

take_lock() { # take_lock SECONDS: installing, updating, returning and going back never run at the same time
    if [ "${CARTOUCHE_LOCKED:-}" = "$opt" ]; then return 0; fi
    if ! mkdir -p -- "$opt" 2> /dev/null || ! { : >> "$opt/lock"; } 2> /dev/null; then
        stop "Nothing can be written to $opt: the disk is read-only or full. Nothing has changed."
    fi
    exec 9>> "$opt/lock"
    flock -w "$1" 9 || stop "An installation, an update or a return is under way. Wait for it, then try again."
    export CARTOUCHE_LOCKED=$opt
}

# --- systemd ----------------------------------------------------------------------------------------------------------

systemd_runs() { # in a scratch root nothing is ever started, unless an imitation of systemctl is named
    [ -n "${CARTOUCHE_SYSTEMCTL:-}" ] || { [ -z "$root" ] && [ -d /run/systemd/system ]; }
}

system() { # system ARGUMENTS...: systemctl, on the scratch root where there is one
    if [ -n "${CARTOUCHE_SYSTEMCTL:-}" ]; then
        "$CARTOUCHE_SYSTEMCTL" "$@" 9>&-
    elif [ -n "$root" ]; then
        systemctl --root="$root" "$@" 9>&-
    else
        systemctl "$@" 9>&-
    fi
}

kiosk_state() { # kiosk_state PROPERTY
    system show --property="$1" --value "$kiosk" 2> /dev/null || true
}

as_cartouche() { # as_cartouche COMMAND...: as the user the data belongs to, with the data of this installation
    local environment=(CARTOUCHE_DATA="$data" HOME="$data" PYTHONDONTWRITEBYTECODE=1)
    if [ -n "$root" ]; then
        env --chdir=/ "${environment[@]}" "$@" 9>&-
    else
        # Not through runuser: that asks PAM, which the services that return and go back do not let in.
        setpriv --reuid=cartouche --regid=cartouche --init-groups env --chdir=/ "${environment[@]}" "$@" 9>&-
    fi
}

# --- versions ---------------------------------------------------------------------------------------------------------

named_by() { # named_by current|previous: the version a link names, or nothing
    if [ -L "$opt/$1" ]; then basename -- "$(readlink -- "$opt/$1")"; fi
}

on_trial() { # the version before the one that is being tried, or nothing
    if [ -f "$trial" ]; then head -n 1 -- "$trial"; fi
}

is_complete() { # is_complete NAME: the file VERSION is written last
    [ -n "$1" ] && [ -f "$versions/$1/VERSION" ]
}

point() { # point LINK NAME: one rename, so that there is always the old or the new
    ln -sfn -- "versions/$2" "$opt/.$1.new"
    mv -T -- "$opt/.$1.new" "$opt/$1"
    sync -f "$opt"
}

write_whole() { # write_whole FILE: standard input into FILE, never a part of it
    cat > "$1.new"
    sync -f "$1.new"
    mv -T -- "$1.new" "$1"
    sync -f "$(dirname -- "$1")"
}

remove_old_versions() { # all but the present, the one before, and the one to return to
    local folder name
    for folder in "$versions"/*/; do
        name=$(basename -- "$folder")
        case $name in
            "$(named_by current)" | "$(named_by previous)" | "$(on_trial)" | '*') ;;
            *)
                rm -rf -- "${versions:?}/$name"
                as_cartouche rm -rf -- "${data:?}/before/$name"
                say "the older version $name is removed"
                ;;
        esac
    done
}

# --- the files outside /opt -------------------------------------------------------------------------------------------

chosen() { # chosen display|camera|club ELSE: what was chosen when it was installed
    if [ -f "$etc/$1" ]; then cat -- "$etc/$1"; else echo "$2"; fi
}

lay_file() { # lay_file FROM TO MODE
    printf '%s\n' "${2#"$root"}" >> "$laid.new"
    if [ -f "$2" ] && cmp -s -- "$1" "$2"; then return 0; fi
    mkdir -p -- "$(dirname -- "$2")"
    install -m "$3" -T -- "$1" "$2.cartouche-new"
    mv -T -- "$2.cartouche-new" "$2"
    laid_anew=yes
}

forget_unit() { # forget_unit PLACE: a unit that goes must not be wanted at the next start
    case $1 in
        /etc/systemd/system/*/*) ;; # what adds to a unit is no unit
        /etc/systemd/system/*) quietly system disable "$(basename -- "$1")" || true ;;
        *) ;;
    esac
}

take_away() { # take_away FILE: and the folder of what adds to a unit, where nothing is left in it
    rm -f -- "$1"
    case $1 in
        *.service.d/*) rmdir --ignore-fail-on-non-empty -- "$(dirname -- "$1")" 2> /dev/null || true ;;
        *) ;;
    esac
}

lay_files() { # lay_files NAME: units, rules and the command of that version; what an earlier one laid and this has not goes
    local from=$versions/$1 file
    rm -f -- "$laid.new"
    for file in "$from"/systemd/*.service "$from"/systemd/*.timer; do
        case $(basename -- "$file") in
            cartouche.service | cartouche-x11.service) ;;
            *) lay_file "$file" "$units/$(basename -- "$file")" 644 ;;
        esac
    done
    # One name for either display: for the update, the way back, the rules, and whoever types systemctl.
    file=$from/systemd/cartouche.service
    if [ "$(chosen display kmsdrm)" = x11 ]; then file=$from/systemd/cartouche-x11.service; fi
    lay_file "$file" "$units/$kiosk" 644
    file=$from/systemd/club.conf
    if [ "$(chosen club no)" = yes ] && [ -f "$file" ]; then lay_file "$file" "$units/$kiosk.d/club.conf" 644; fi
    lay_file "$from/systemd/sysusers.d/cartouche.conf" "$root/etc/sysusers.d/cartouche.conf" 644
    lay_file "$from/systemd/tmpfiles.d/cartouche.conf" "$root/etc/tmpfiles.d/cartouche.conf" 644
    for file in "$from"/deploy/udev/*.rules; do
        lay_file "$file" "$root/etc/udev/rules.d/$(basename -- "$file")" 644
    done
    for file in "$from"/deploy/polkit/*.rules; do
        lay_file "$file" "$root/etc/polkit-1/rules.d/$(basename -- "$file")" 644
    done
    lay_file "$from/deploy/cartouche.sh" "$root/usr/local/bin/cartouche" 755
    if [ -f "$laid" ]; then
        while IFS= read -r file; do
            if ! grep -qxF -- "$file" "$laid.new"; then
                forget_unit "$file"
                take_away "$root$file"
                laid_anew=yes
            fi
        done < "$laid"
    fi
    mv -T -- "$laid.new" "$laid"
}

try_to_lay() { # try_to_lay NAME: lays the files; a full disk, which lets none be laid, must not end the way back
    local ended=0
    (
        lay_files "$1"
        if [ "$laid_anew" = yes ]; then exit 3; fi
    ) &
    wait "$!" || ended=$?
    if [ "$ended" -eq 0 ]; then return 0; fi
    laid_anew=yes
    if [ "$ended" -ne 3 ]; then complain "Not all services of version $1 could be laid; of the others it has those that lay here."; fi
}

tell_system() { # units and rules have changed: let systemd and udev read them again
    if ! systemd_runs; then return 0; fi
    quietly system daemon-reload
    if [ -z "$root" ]; then
        quietly udevadm control --reload
        quietly udevadm trigger --action=add --subsystem-match=backlight --subsystem-match=block --subsystem-match=tty || true
    fi
}

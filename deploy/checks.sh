# shellcheck shell=bash disable=SC2034,SC2154 # what is set here is read by those that source it, and the other way
# What must be right before anything is installed: the machine, its system, Python, the disk, the display. Sourced by
# install.sh and update.sh after lib.sh. Nothing here changes anything; each thing that is wrong is told in a sentence.

faults=()
remarks=()
python=
release=
machine=
camera=${camera:-}
club=${club:-}
display=${display:-}
wheels=${wheels:-}
room_needed=1500 # MB: an environment has 360, its packages 80 while they come, and the system's libraries up to 300
fits='import struct, sys; sys.exit(not ((3, 11) <= sys.version_info[:2] <= (3, 13) and struct.calcsize("P") == 8))'

check_machine() { # 64-bit only: Kivy has no packages for less, and is never compiled here
    machine=$(uname -m)
    local userland=
    if command -v dpkg > /dev/null; then userland=$(dpkg --print-architecture); fi
    case $machine:$userland in
        aarch64:arm64 | aarch64: | x86_64:amd64 | x86_64:) ;;
        aarch64:armhf)
            faults+=("This is a 32-bit Raspberry Pi OS on a 64-bit kernel. Cartouche needs the 64-bit Raspberry Pi OS: write the card anew with it.")
            ;;
        *)
            faults+=("This machine is called $machine${userland:+ ($userland)}. Cartouche runs on a 64-bit Raspberry Pi, and on 64-bit PCs.")
            ;;
    esac
}

check_release() {
    local file=/etc/os-release id=
    if [ -n "$root" ] && [ -f "$root/etc/os-release" ]; then file=$root/etc/os-release; fi
    if [ -r "$file" ]; then
        release=$(sed -n -E 's/^VERSION_CODENAME="?([^"]*)"?$/\1/p' "$file")
        id=$(sed -n -E 's/^ID="?([^"]*)"?$/\1/p' "$file")
    fi
    case $id:$release in
        debian:bookworm | debian:trixie) ;;
        raspbian:*)
            faults+=("This is a 32-bit Raspberry Pi OS. Cartouche needs the 64-bit one, Bookworm or Trixie.")
            ;;
        *)
            faults+=("This system is ${id:-unknown} ${release:-without a name}. Cartouche is made for Raspberry Pi OS (64-bit) or Debian, Bookworm or Trixie.")
            ;;
    esac
}

check_python() {
    local name
    for name in ${PYTHON:+"$PYTHON"} /usr/bin/python3 python3; do
        if "$name" -c "$fits" > /dev/null 2>&1; then
            python=$name
            break
        fi
        if [ -n "${PYTHON:-}" ]; then break; fi
    done
    if [ -z "$python" ]; then
        faults+=("No 64-bit Python 3.11, 3.12 or 3.13 was found${PYTHON:+ under the name $PYTHON}. Raspberry Pi OS brings one: sudo apt install python3")
        return 0
    fi
    python_version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    if [ -n "$root" ] && ! "$python" -c 'import ensurepip, venv' > /dev/null 2>&1; then
        faults+=("Python $python_version can't make an environment here: python3-venv is missing. Install it, then run this again.")
    fi
}

check_disk() { # check_disk PLACE...: where a version and the data will lie
    local place free
    for place in "$@"; do
        while [ ! -d "$place" ]; do place=$(dirname -- "$place"); done
        if [[ ,$(findmnt -n -o OPTIONS --target "$place"), = *,ro,* ]]; then
            faults+=("The disk is read-only at $place. Where raspi-config made it so, it takes that back; then restart.")
            return 0
        fi
        case ${root:+scratch}$(findmnt -n -o FSTYPE --target "$place") in
            overlay | tmpfs | ramfs)
                faults+=("What is written to $place lies in memory and is gone after a restart. Switch the overlay off (sudo raspi-config nonint disable_overlayfs), restart, then run this again.")
                return 0
                ;;
            *) ;;
        esac
        free=$(df -Pm -- "$place" | awk 'NR == 2 { print $4 }')
        if [ "$free" -lt "$room_needed" ]; then
            faults+=("The disk has $free MB free at $place; $room_needed are needed. Make room, or use a larger card.")
            return 0
        fi
    done
}

check_display() {
    local cards=$root/sys/class/drm status found=no connected=no
    if [ -n "$root" ] && [ ! -d "$cards" ]; then
        remarks+=("The display is not looked at: this is a scratch root.")
        return 0
    fi
    for status in "$cards"/card*/status; do
        if [ -r "$status" ]; then
            found=yes
            if [ "$(cat -- "$status")" = connected ]; then connected=yes; fi
        fi
    done
    if [ "$connected" = yes ]; then return 0; fi
    local text="No display is connected. Switch off, connect the display, and start again"
    if [ "$found" = no ]; then
        text="The kernel shows no display at all (/sys/class/drm). On a Raspberry Pi, /boot/firmware/config.txt must hold the line dtoverlay=vc4-kms-v3d; then restart"
    fi
    if [ "${start:-yes}" = yes ]; then
        faults+=("$text. To install all the same and start later, add --no-start.")
    else
        remarks+=("$text.")
    fi
}

check_systemd() {
    if [ -z "$root" ] && [ ! -d /run/systemd/system ]; then
        faults+=("systemd does not run here, and Cartouche is started by it. For a trial in a folder add --root DIR.")
    fi
}

check_wheels() {
    local found=("$wheels"/*.whl)
    if [ -n "$wheels" ] && [ ! -f "${found[0]}" ]; then
        faults+=("There are no packages (*.whl) in $wheels. Name the folder that \"make bundle\" made.")
    fi
}

check_all() { # stops where anything is wrong, with a sentence for each
    check_machine
    check_release
    check_python
    check_disk "$opt" "$data"
    check_display
    check_systemd
    check_wheels
    if [ ${#faults[@]} -gt 0 ]; then stop "${faults[@]}" "Nothing has changed."; fi
}

# --- the system's packages --------------------------------------------------------------------------------------------

is_installed() { # is_installed PACKAGE
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2> /dev/null)" = installed ]
}

in_archive() { # in_archive PACKAGE: also where the lists of the archive have not come yet, as on a new card
    apt-cache show "$1" > /dev/null 2>&1 || ! compgen -G "/var/lib/apt/lists/*Packages*" > /dev/null
}

wanted_packages() { # one a line
    local mtdev=libmtdev1
    if [ "$release" = trixie ]; then mtdev=libmtdev1t64; fi # renamed there for its 64-bit time
    printf '%s\n' python3-venv libgl1 libegl1 libgles2 libgbm1 libdrm2 "$mtdev" polkitd
    if [ "$display" = x11 ]; then printf '%s\n' xserver-xorg-core xserver-xorg-input-libinput xauth; fi
    if [ "$camera" = yes ]; then
        echo python3-picamera2
        # Bookworm's camera packages are made for the first numpy: OpenCV and numpy come from the same archive there.
        if [ "$release" = bookworm ]; then echo python3-opencv; fi
    fi
    if [ "$machine" = aarch64 ] && [ "$python_version" = 3.13 ]; then
        if in_archive python3-lgpio; then echo python3-lgpio; fi
    fi
}

missing=()
find_missing_packages() {
    local name
    missing=()
    if [ -n "$root" ] || ! command -v apt-get > /dev/null; then return 0; fi
    while IFS= read -r name; do
        if ! is_installed "$name"; then missing+=("$name"); fi
    done < <(wanted_packages)
    if [ "$machine" = aarch64 ] && [ "$python_version" = 3.13 ] && ! in_archive python3-lgpio; then
        remarks+=("The archive has no python3-lgpio: buttons and lights on the pins will not work; boxes on USB will.")
    fi
}

install_packages() {
    if [ ${#missing[@]} -eq 0 ]; then return 0; fi
    # A machine that has just been switched on for the first time may be busy with its own updates.
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -y -q -o DPkg::Lock::Timeout=300)
    # Packages that lie on the machine already need no list of the archive, and so no network.
    quietly "${apt[@]}" install --no-install-recommends "${missing[@]}" && return 0
    if quietly "${apt[@]}" update; then
        find_missing_packages # the lists may tell more now
        quietly "${apt[@]}" install --no-install-recommends "${missing[@]}" && return 0
    fi
    stop "The system's archive did not give all of: ${missing[*]}. Is there a network? Run the same command again; what is here stays."
}

# An environment sees the system's packages only where it must: for the ribbon cable's camera, and for the pins where
# Python has no package of lgpio.
needs_sight() {
    if [ "$camera" = yes ]; then return 0; fi
    [ "$machine" = aarch64 ] && [ "$python_version" = 3.13 ] &&
        "$python" -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("lgpio") is None)' 2> /dev/null
}

#!/usr/bin/env bash
# shellcheck disable=SC2317 # what is tried is called by its name
# Installs a bundle on an arm64 Debian Bookworm that is imitated (qemu, in a chroot), and tries there what depends on the
# processor and on the packages made for it. Takes a quarter of an hour the first time; nothing runs it by itself.
set -euE -o pipefail
checkout=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)
# shellcheck source=lib.sh
. "$checkout/deploy/lib.sh"

usage() {
    cat << 'END_OF_USAGE'
usage: sudo deploy/check-arm64.sh [options]

Makes an arm64 Bookworm in a folder (once), installs the bundle in it with no network, tries it, and prints a table.
Exit code 0: all of it is good. Needs root, qemu-user-static, debootstrap and binfmt-support, and a network for Debian.

  --bundle FILE   the .tar that "make bundle" wrote of this very checkout (the newest under dist)
  --chroot DIR    where the Bookworm lies, 1 GB (build/arm64/bookworm in the checkout); it is kept for the next time
  --log FILE      what everything said (check-arm64.log beside the chroot)
  --help          these lines
END_OF_USAGE
}

bundle=
place=$checkout/build/arm64/bookworm
log=
venv=${VENV:-.venv}
case $venv in /*) ;; *) venv=$checkout/$venv ;; esac
# What depends on the processor: SQLite and its journal, seeded draws, the screen, touch, the service, pictures, pins.
tests=(
    tests/engine/test_draw.py tests/table/test_journal.py tests/table/test_session.py tests/ui/test_pulse.py
    tests/test_notify.py tests/test_safe.py tests/vision/test_markers.py tests/hardware/test_pins.py
)
libraries=(polkitd libgl1 libegl1 libgles2 libgbm1 libdrm2 libmtdev1) # what install.sh asks for

read_options() {
    while [ $# -gt 0 ]; do
        case $1 in
            --bundle | --chroot | --log)
                [ $# -gt 1 ] || wrong_usage "$1 needs a word after it."
                case $1 in --bundle) bundle=$2 ;; --chroot) place=$2 ;; --log) log=$2 ;; esac
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
    if [ -z "$bundle" ]; then
        # shellcheck disable=SC2012 # the newest, and the names are our own
        bundle=$(ls -t "$checkout"/dist/cartouche-*-aarch64.tar 2> /dev/null | head -n 1 || true)
    fi
    [ -f "$bundle" ] || stop "There is no bundle${bundle:+ $bundle}. Run \"make bundle\" first."
    [ "$(id -u)" -eq 0 ] || stop "This needs the rights of root. Run it with sudo."
    local tool
    for tool in debootstrap update-binfmts qemu-aarch64-static; do
        command -v "$tool" > /dev/null || stop "$tool is missing: apt-get install qemu-user-static debootstrap binfmt-support"
    done
    [ -x "$venv/bin/cartouche" ] || stop "There is no environment $venv. \"make test\" makes it."
    mkdir -p -- "$place"
    place=$(cd -- "$place" && pwd)
    log=${log:-$place/../check-arm64.log}
}

# --- the imitated machine ---------------------------------------------------------------------------------------------

surroundings=(
    -i PATH=/srv/imitated:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive
    PYTHONDONTWRITEBYTECODE=1 SYSTEMD_OFFLINE=1
)

there() { # there COMMAND...: in the chroot
    chroot "$place" /usr/bin/env "${surroundings[@]}" "$@"
}

offline() { # offline COMMAND...: the same, with no network at all
    unshare --net chroot "$place" /usr/bin/env "${surroundings[@]}" "$@"
}

mounted=()
end_all() { # what still runs there
    local each
    for each in /proc/[0-9]*; do
        if [ "$(readlink -- "$each/root" 2> /dev/null)" = "$place" ]; then kill -KILL "${each#/proc/}" 2> /dev/null || true; fi
    done
}

let_go() {
    local spot
    end_all
    for spot in ${mounted[@]+"${mounted[@]}"}; do umount -l -- "$spot" || true; done
}

hold() { # hold TYPE PLACE
    mountpoint -q "$2" && return 0
    mount -t "$1" "$1" "$2"
    mounted=("$2" ${mounted[@]+"${mounted[@]}"})
}

make_machine() {
    hold binfmt_misc /proc/sys/fs/binfmt_misc
    mounted=() # that one stays
    update-binfmts --enable qemu-aarch64
    if [ ! -f "$place.ready" ]; then
        say "making an arm64 Bookworm in $place: some minutes"
        debootstrap --arch=arm64 --variant=minbase --include=python3,python3-venv,ca-certificates,systemd,udev \
            bookworm "$place" >&3 2>&3
        touch "$place.ready"
    fi
    trap let_go EXIT
    hold proc "$place/proc"
    hold tmpfs "$place/run"
    hold devpts "$place/dev/pts"
    cp -- /etc/resolv.conf /etc/hosts "$place/etc/"
    if ! there dpkg -s "${libraries[@]}" > /dev/null 2>&1; then
        say "installing what install.sh would: ${libraries[*]}"
        there apt-get update -q >&3 2>&3
        there apt-get install -y -q --no-install-recommends "${libraries[@]}" >&3 2>&3
    fi
    # Neither systemd nor udev runs in a chroot. The installer goes its whole way all the same: systemctl lays its links
    # by itself (SYSTEMD_OFFLINE), and a udevadm that does nothing stands in for the one that would tell udev.
    mkdir -p -- "$place/run/systemd/system" "$place/srv/imitated"
    printf '#!/bin/sh\nexit 0\n' > "$place/srv/imitated/udevadm"
    chmod 755 "$place/srv/imitated/udevadm"
}

carry_over() { # the bundle, and what is tried with it
    rm -rf -- "${place:?}/srv/tried" "${place:?}/tmp/tried"
    mkdir -p -- "$place/srv/tried/packages"
    install -d -m 1777 -- "$place/tmp/tried"
    tar -xf "$bundle" -C "$place/srv/tried"
    unpacked=$(basename -- "$place"/srv/tried/cartouche-*)
    # What an earlier trial left.
    there "/srv/tried/$unpacked/deploy/uninstall.sh" --data --yes >&3 2>&3
    cp -R -- "$checkout/tests" "$checkout/docs" "$checkout/pyproject.toml" "$place/srv/tried/"
    cp -R -- "$checkout/docs/camera" "$place/tmp/tried/"
    "$venv/bin/python" "$checkout/deploy/lock_for.py" "$checkout/requirements/dev.lock" aarch64 3.11 |
        grep -E '^(attrs|hypothesis|iniconfig|pypdfium2|pytest|sortedcontainers)==' > "$place/srv/tried/tests.lock"
    "$venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary=:all: \
        --implementation cp --python-version 3.11 --abi cp311 --abi abi3 --abi none --platform manylinux2014_aarch64 \
        --platform manylinux_2_17_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux_2_28_aarch64 \
        --dest "$place/srv/tried/packages" --requirement "$place/srv/tried/tests.lock" >&3 2>&3
}

# --- what is tried; each sets $note -----------------------------------------------------------------------------------

note=
command=/usr/local/bin/cartouche
program=/opt/cartouche/current/venv/bin

the_bundle_is_whole() {
    there sh -c "cd /srv/tried/$unpacked && sha256sum --check --strict --quiet MANIFEST"
    note="$(wc -l < "$place/srv/tried/$unpacked/MANIFEST") files, $(find "$place/srv/tried/$unpacked/wheels" -type f | wc -l) packages"
}

a_check_changes_nothing() {
    offline "/srv/tried/$unpacked/deploy/install.sh" --check --no-start
    [ ! -e "$place/opt/cartouche" ]
    [ ! -e "$place/var/lib/cartouche" ]
    note="$(there uname -m), Python $(there python3 -c 'import platform; print(platform.python_version())')"
}

it_installs_with_no_network() {
    offline "/srv/tried/$unpacked/deploy/install.sh" --yes --no-start
    note="$(there "$command" --version), $(du -sm "$place/opt/cartouche" | cut -f 1) MB"
}

installing_again_changes_nothing() {
    offline "/srv/tried/$unpacked/deploy/install.sh" --yes --no-start | tee "$place/../again.txt"
    grep -q "nothing for version" "$place/../again.txt"
    note="the version stands"
}

every_module_is_loaded() {
    note=$(there env KIVY_NO_ARGS=1 KIVY_NO_CONFIG=1 KIVY_NO_FILELOG=1 KIVY_LOG_MODE=PYTHON SDL_VIDEODRIVER=offscreen \
        "$program/python" -P -c '
import importlib, pkgutil, sys
count = 0
for root in ("companion", "hardware"):
    for module in pkgutil.walk_packages(importlib.import_module(root).__path__, root + "."):
        # These run on a microcontroller, or run the program.
        if not module.name.startswith("hardware.firmware") and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
            count += 1
import cv2, kivy, lgpio, numpy, sqlite3
lgpio.SET_PULL_UP  # the empty package of that name has none
print(f"{count} modules; Kivy {kivy.__version__}, OpenCV {cv2.__version__}, numpy {numpy.__version__}, "
      f"SQLite {sqlite3.sqlite_version}")' | tail -n 1)
}

home_is_drawn_and_told() {
    there /opt/cartouche/current/deploy/healthy.sh "$(basename -- "$(readlink -- "$place/opt/cartouche/current")")"
    note="READY told, lived 5 s, ended when asked"
}

games_are_played_as_here() { # the same seeds: moves, endings, events and refusals are the same in number
    local game
    note=
    for game in $("$venv/bin/python" -c 'from companion.games import all_games; print(*[game.id for game in all_games()])'); do
        there "$command" simulate "$game" --games 10 --seed 7 --json | grep -v '"seconds"' > "$place/../simulated-there.json"
        "$venv/bin/cartouche" simulate "$game" --games 10 --seed 7 --json | grep -v '"seconds"' > "$place/../simulated-here.json"
        cmp "$place/../simulated-there.json" "$place/../simulated-here.json"
        note="$note$game, "
    done
    note="${note}10 games each"
}

# The demonstration plays by touches. What follows its fifth picture needs gestures that are too quick where a frame
# takes as long as in an imitation; the pictures up to then are held against those of this machine.
screens_are_drawn_and_touched_as_here() {
    local playing
    there "$command" run --demo /tmp/tried/demo &
    playing=$!
    until [ -f "$place/tmp/tried/demo/5-refusal.png" ]; do
        sleep 1
        kill -0 "$playing"
    done
    end_all
    rm -rf -- "$place/../demo"
    "$venv/bin/cartouche" run --demo "$place/../demo"
    note=$("$venv/bin/python" - "$place/tmp/tried/demo" "$place/../demo" << 'PIXELS'
import sys
from pathlib import Path

from PIL import Image, ImageChops

# The edges of letters and shapes are rounded otherwise by another processor's software renderer: a shade nobody sees.
SHADE = 8
there, here = map(Path, sys.argv[1:])
names = sorted(path.name for path in here.glob("[1-5]-*.png"))
worst = 0
for name in names:
    pair = [Image.open(folder / name).convert("RGB") for folder in (there, here)]
    apart = max(most for _, most in ImageChops.difference(*pair).getextrema())
    worst = max(worst, apart)
    sys.stderr.write(f"{name}: apart by {apart} of 255\n")
print(f"{len(names)} screens as here, no pixel apart by more than {worst} of 255")
sys.exit(worst > SHADE or len(names) < 5)
PIXELS
    )
}

a_picture_is_read_as_here() {
    local at=/tmp/tried/camera
    there "$command" vision calibrate aton --empty "$at/empty.jpg" --start "$at/start.jpg" --out /tmp/tried/calibration
    there "$command" vision read aton --image "$at/table.jpg" --calibration /tmp/tried/calibration --json \
        > "$place/../read-there.json"
    at=$checkout/docs/camera
    rm -rf -- "$place/../calibration"
    "$venv/bin/cartouche" vision calibrate aton --empty "$at/empty.jpg" --start "$at/start.jpg" --out "$place/../calibration"
    "$venv/bin/cartouche" vision read aton --image "$at/table.jpg" --calibration "$place/../calibration" --json > "$place/../read-here.json"
    note=$("$venv/bin/python" - "$place/../read-there.json" "$place/../read-here.json" << 'READINGS'
import json
import sys

def plain(value):
    """Without how sure and how long: the last digits of a sum may differ between processors."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items() if not isinstance(part, float)}
    return [plain(part) for part in value] if isinstance(value, list) else value

there, here = (json.load(open(name)) for name in sys.argv[1:])
print(f"{len(json.dumps(there))} characters of reading, " + ("the same as here" if plain(there) == plain(here) else "NOT as here"))
sys.exit(plain(there) != plain(here))
READINGS
    )
}

the_doctor_answers() {
    there "$command" doctor --json > "$place/../doctor.json" || true # a chroot has no panel: it must say so
    note=$("$venv/bin/python" - "$place/../doctor.json" << 'SIGNS'
import json
import sys
from collections import Counter

signs = json.load(open(sys.argv[1]))["signs"]
count = Counter(sign["verdict"] for sign in signs)
faults = [sign["id"] for sign in signs if sign["verdict"] == "fault"]
print(", ".join(f"{count[kind]} {kind}" for kind in count) + (f" ({', '.join(faults)})" if faults else ""))
sys.exit(len(signs) < 10)
SIGNS
    )
}

the_tests_that_matter_pass() { # against the wheel: there is no companion beside them
    there "$program/python" -m pip install --quiet --no-index --no-deps --find-links /srv/tried/packages --target /srv/tried/lib \
        --require-hashes --requirement /srv/tried/tests.lock
    note=$(there env -C /srv/tried PYTHONPATH=/srv/tried/lib KIVY_NO_ARGS=1 SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy \
        "$program/python" -m pytest -q -p no:cacheprovider --no-header "${tests[@]}" | tee -a /dev/fd/3 | tail -n 1)
    case $note in *failed* | *error*) return 1 ;; *passed*) ;; *) return 1 ;; esac
}

a_killed_player_loses_nothing() { # 300 kills take too long here: 30
    sed -i 's/^CYCLES = 300$/CYCLES = 30/' "$place/srv/tried/tests/table/test_killed.py"
    there env -C /srv/tried PYTHONPATH=/srv/tried/lib "$program/python" -m pytest -q -p no:cacheprovider tests/table/test_killed.py
    note="30 kills, the last game goes on"
}

uninstalling_keeps_the_games() {
    there /opt/cartouche/current/deploy/uninstall.sh --yes
    [ ! -e "$place/opt/cartouche" ]
    [ ! -e "$place$command" ]
    [ -d "$place/var/lib/cartouche" ]
    note="$(find "$place/var/lib/cartouche" -type f | wc -l) files of data stay"
}

# --- the table --------------------------------------------------------------------------------------------------------

rows=()
good=yes
try() { # try FUNCTION
    local begun=$SECONDS verdict=ok code
    note=
    printf '\n=== %s\n' "${1//_/ }" >&3
    # In a shell of its own, where the first thing that fails ends it; a condition around it would switch that off.
    set +e
    (
        set -e
        trap - EXIT
        "$1" >&3 2>&3
        printf '%s' "$note" > "$place/../note"
    )
    code=$?
    set -e
    if [ "$code" -ne 0 ]; then
        verdict=FAILED
        good=no
        note="see the log"
    else
        note=$(cat -- "$place/../note")
    fi
    rows+=("$(printf '%-36s %-7s %5d s  %s' "${1//_/ }" "$verdict" $((SECONDS - begun)) "$note")")
    say "${rows[-1]}"
}

main() {
    read_options "$@"
    exec 3> "$log"
    make_machine
    carry_over
    say "$(basename -- "$bundle") on $(sed -n -E 's/^PRETTY_NAME="(.*)"$/\1/p' "$place/etc/os-release"), $(there uname -m), by qemu on $(uname -m)"
    try the_bundle_is_whole
    try a_check_changes_nothing
    try it_installs_with_no_network
    if [ "$good" = yes ]; then
        try installing_again_changes_nothing
        try every_module_is_loaded
        try home_is_drawn_and_told
        try games_are_played_as_here
        try screens_are_drawn_and_touched_as_here
        try a_picture_is_read_as_here
        try the_doctor_answers
        try the_tests_that_matter_pass
        try a_killed_player_loses_nothing
        try uninstalling_keeps_the_games
    fi
    if [ "$good" = no ]; then stop "Not all of it is good. The log is $log"; fi
    say "All of it is good. The log is $log; the Bookworm stays in $place"
}

main "$@"
exit 0

#!/usr/bin/env bash
# Makes this checkout ready: the system's packages, a virtual environment, the locked dependencies, Cartouche itself.
#
#   deploy/bootstrap.sh run     what the app needs
#   deploy/bootstrap.sh dev     that, and what the tests and checks need
#
# Run it as often as you like: what is in place is left alone, and then no network is needed.
#   VENV=DIR      where the virtual environment lies (.venv in the checkout)
#   PYTHON=NAME   which Python makes it (the first of python3, python3.13, python3.12, python3.11 that fits)
set -euo pipefail

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)
mode=${1:-}
case $mode in
    run | dev) ;;
    *)
        echo "usage: deploy/bootstrap.sh run|dev" >&2
        exit 2
        ;;
esac
cd -- "$root"

venv=${VENV:-.venv}
case $venv in /*) ;; *) venv=$root/$venv ;; esac
stamp=$venv/cartouche.stamp

say() { printf 'cartouche: %s\n' "$*"; }
stop() {
    printf 'cartouche: %s\n' "$@" >&2
    exit 1
}

# --- Python -----------------------------------------------------------------------------------------------------------

fits='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'

find_python() { # prints the first Python that really starts and is 3.11, 3.12 or 3.13
    local name
    for name in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11; do
        if "$name" -c "$fits" > /dev/null 2>&1; then
            printf '%s' "$name"
            return 0
        fi
        if [ -n "${PYTHON:-}" ]; then return 1; fi
    done
    return 1
}

# --- the system's packages --------------------------------------------------------------------------------------------

has_library() { # has_library SONAME
    case " $loadable " in *" $1 "*) return 0 ;; *) return 1 ;; esac
}

# Debian 13 renamed this one for its 64-bit time.
mtdev_package() {
    if apt-cache show libmtdev1t64 > /dev/null 2>&1; then echo libmtdev1t64; else echo libmtdev1; fi
}

needed=() # nothing works without these
useful=() # the app on a panel wants these, the tests do without them
look_at_system() {
    local ldconfig
    needed=()
    useful=()
    ldconfig=$(PATH=$PATH:/usr/sbin:/sbin command -v ldconfig) || stop "This is not a Linux that Cartouche knows: ldconfig is missing."
    loadable=$("$ldconfig" -p | awk '/=>/ { print $1 }' | tr '\n' ' ')
    if python=$(find_python); then
        if ! "$python" -c 'import ensurepip, venv' > /dev/null 2>&1; then
            case $python in python3.*) needed+=("$python-venv") ;; *) needed+=(python3-venv) ;; esac
        fi
    elif [ -n "${PYTHON:-}" ]; then
        stop "PYTHON=$PYTHON does not start or is not Python 3.11, 3.12 or 3.13."
    else
        python=
        needed+=(python3 python3-venv)
    fi
    has_library libGL.so.1 || needed+=(libgl1)
    has_library libEGL.so.1 || needed+=(libegl1)
    has_library libGLESv2.so.2 || useful+=(libgles2)
    has_library libgbm.so.1 || useful+=(libgbm1)
    has_library libdrm.so.2 || useful+=(libdrm2)
    has_library libmtdev.so.1 || useful+=("$(mtdev_package)")
    # One test tries a serial port through it, and is left out where it is missing.
    if [ "$mode" != run ] && ! command -v socat > /dev/null; then useful+=(socat); fi
    # So are the tests of the shell scripts where this is.
    if [ "$mode" != run ] && ! command -v shellcheck > /dev/null; then useful+=(shellcheck); fi
    # And those of a club's evening where there is no broker; they start their own.
    if [ "$mode" != run ] && ! PATH=$PATH:/usr/sbin command -v mosquitto > /dev/null; then useful+=(mosquitto); fi
    if [ "$mode" = run ] && [ ${#useful[@]} -gt 0 ]; then
        needed+=("${useful[@]}")
        useful=()
    fi
}

install_packages() { # install_packages NAME...
    local as=() failed=0
    if [ "$(id -u)" -ne 0 ]; then as=(sudo -n); fi
    say "installing from the system's archive: $*"
    # The broker is wanted as a program. Its service is never started: masked, the package can't do it.
    local service=
    case " $* " in *" mosquitto "*) if [ -d /run/systemd/system ]; then service=mosquitto.service; fi ;; esac
    if [ -n "$service" ]; then "${as[@]}" systemctl --quiet mask "$service" || service=; fi
    {
        "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
            "${as[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
                apt-get install -y -qq --no-install-recommends "$@" > /dev/null
    } || failed=1
    if [ -n "$service" ]; then
        "${as[@]}" systemctl --quiet unmask "$service" || say "$service stays masked"
        "${as[@]}" systemctl --quiet disable "$service" 2> /dev/null || true
    fi
    return "$failed"
}

may_install() {
    command -v apt-get > /dev/null && { [ "$(id -u)" -eq 0 ] || sudo -n true 2> /dev/null; }
}

prepare_system() {
    look_at_system
    local wanted=(${needed[@]+"${needed[@]}"} ${useful[@]+"${useful[@]}"})
    if [ ${#wanted[@]} -eq 0 ]; then return 0; fi
    # What is merely useful was offered when the environment was made: not again, and never a wait for the network.
    if [ ${#needed[@]} -eq 0 ] && is_ready; then return 0; fi
    local line="sudo apt-get update && sudo apt-get install -y --no-install-recommends ${wanted[*]}"
    if may_install; then
        install_packages "${wanted[@]}" || say "the archive did not give all of: ${wanted[*]}"
        look_at_system
    fi
    if [ ${#needed[@]} -gt 0 ]; then
        if command -v apt-get > /dev/null; then
            stop "The system lacks: ${needed[*]}. Run this line, then the same command again:" "  $line"
        fi
        stop "The system lacks what Debian calls: ${needed[*]}. Install it, then run the same command again."
    fi
    if [ ${#useful[@]} -gt 0 ]; then
        say "going on without ${useful[*]}: the tests can do without it"
    fi
    [ -n "$python" ] || stop "No Python 3.11, 3.12 or 3.13 was found. Cartouche needs one of them."
}

# --- the virtual environment ------------------------------------------------------------------------------------------

fingerprint() { # of all that decides what is installed, and of where: an environment cannot be moved
    {
        printf '%s\n%s\n' "$root" "$venv"
        "$venv/bin/python" -c 'import sys; print(sys.version)'
        cat -- pyproject.toml companion/__init__.py requirements/run.lock requirements/dev.lock
    } | sha256sum | cut -d ' ' -f 1
}

stands() { # is there an environment that works and has the right Python?
    [ -f "$venv/pyvenv.cfg" ] && "$venv/bin/python" -c "$fits" 2> /dev/null || return 1
    "$venv/bin/python" -m pip --version > /dev/null 2>&1 || return 1
    if [ -n "${PYTHON:-}" ]; then
        local version='import sys; print(sys.version)'
        [ "$("$venv/bin/python" -c "$version")" = "$("$PYTHON" -c "$version")" ] || return 1
    fi
    if [ -f "$stamp" ]; then [ "$(sed -n 3p -- "$stamp")" = "$venv" ] || return 1; fi
}

is_ready() {
    [ -f "$stamp" ] && stands || return 1
    [ "$(sed -n 1p -- "$stamp")" = "$(fingerprint)" ] || return 1
    case "$(sed -n 2p -- "$stamp")" in dev) return 0 ;; *) [ "$mode" = run ] ;; esac
}

# lgpio drives the pins of a Raspberry Pi. From Python 3.13 on it has no wheel: there the system's own is used.
system_pins='import importlib.util, sys; sys.exit(sys.version_info < (3, 13) or importlib.util.find_spec("lgpio") is None)'

build_environment() {
    local sight=()
    if ! stands; then
        say "[1/3] making the virtual environment $venv with $("$python" --version)"
        if "$python" -c "$system_pins" 2> /dev/null; then
            say "it sees the system's packages too, for the sake of lgpio (the pins)"
            sight=(--system-site-packages)
        fi
        "$python" -m venv --clear ${sight[@]+"${sight[@]}"} "$venv"
    else
        say "[1/3] the virtual environment $venv stands"
    fi
    rm -f -- "$stamp"
    local pip=("$venv/bin/python" -m pip --disable-pip-version-check)
    say "[2/3] installing the locked dependencies ($mode, $(grep -c '==' "requirements/$mode.lock") packages, each checked against its hash)"
    "${pip[@]}" install --require-hashes --only-binary=:all: -r "requirements/$mode.lock" |
        { grep -v '^Requirement already satisfied' || true; } ||
        stop "The dependencies could not be installed. Is there a network? Run the same command again; what is here is kept."
    say "[3/3] installing Cartouche itself, from this checkout"
    "${pip[@]}" install --quiet --no-index --no-deps --no-build-isolation --editable .
    printf '%s\n%s\n%s\n' "$(fingerprint)" "$mode" "$venv" > "$stamp"
    say "ready"
}

# Before anything is installed for it.
if [ -e "$venv" ] && [ ! -f "$venv/pyvenv.cfg" ] && [ -n "$(ls -A -- "$venv")" ]; then
    stop "$venv is there and is no virtual environment. Move it away, or name another place with VENV=DIR."
fi
prepare_system
if is_ready; then
    say "ready (nothing to install)"
else
    build_environment
fi

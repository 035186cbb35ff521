#!/usr/bin/env bash
# Makes one folder, and one file of it, with all that an installation needs of Cartouche and of Python: for a machine
# without a network, and for whoever does not want to build. `make bundle` calls it.
set -euE -o pipefail
checkout=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)
# shellcheck source=lib.sh
. "$checkout/deploy/lib.sh"

usage() {
    cat << 'END_OF_USAGE'
usage: deploy/bundle.sh [options]

Makes DIR/cartouche-VERSION-MACHINE and the same as a .tar: the installer, the services, the lock, the wheel of Cartouche
and those of everything it needs, for Python 3.11 and 3.13, and a MANIFEST of what each file must be.

  --out DIR          where it is made (dist in the checkout)
  --machine NAME     aarch64 (a Raspberry Pi, the default) or x86_64
  --from DIR         take the packages from this folder, not from the network; their hashes are checked all the same
  --wheel FILE       this Cartouche; else it is built from the checkout
  --dry-run          say what would be fetched, and fetch nothing
  --help             these lines

VENV=DIR in the environment names the virtual environment whose pip does the work (.venv in the checkout).
END_OF_USAGE
}

out=$checkout/dist
machine=aarch64
from=
wheel=
dry=no
pythons=(3.11 3.13)
venv=${VENV:-.venv}
case $venv in /*) ;; *) venv=$checkout/$venv ;; esac

read_options() {
    while [ $# -gt 0 ]; do
        case $1 in
            --dry-run) dry=yes ;;
            --out | --machine | --from | --wheel)
                [ $# -gt 1 ] || wrong_usage "$1 needs a word after it."
                case $1 in --out) out=$2 ;; --machine) machine=$2 ;; --from) from=$2 ;; --wheel) wheel=$2 ;; esac
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
    case $machine in aarch64 | x86_64) ;; *) wrong_usage "--machine is aarch64 or x86_64, not $machine." ;; esac
    if [ -n "$from" ]; then
        [ -d "$from" ] || wrong_usage "There is no folder $from."
        from=$(cd -- "$from" && pwd)
    fi
    if [ -n "$wheel" ] && [ ! -f "$wheel" ]; then wrong_usage "There is no file $wheel."; fi
    [ -x "$venv/bin/python" ] || stop "There is no environment $venv. \"make bundle\" makes it."
}

lock_of() { # lock_of PYTHON: what that Python needs on that machine, a package a line
    "$venv/bin/python" "$checkout/deploy/lock_for.py" "$checkout/requirements/run.lock" "$machine" "$1"
}

# All that Bookworm (glibc 2.36) and Trixie (2.41) can load is named: with the oldest alone pip takes older packages.
fetch() { # fetch PYTHON: into wheels/
    local tag=cp${1/./} platform lock=$new/lock options=()
    for platform in manylinux2014 manylinux_2_17 manylinux_2_27 manylinux_2_28 manylinux_2_34; do
        options+=(--platform "${platform}_$machine")
    done
    if [ -n "$from" ]; then options+=(--no-index --find-links "$from"); fi
    lock_of "$1" > "$lock"
    say "fetching $(wc -l < "$lock") packages for Python $1, each checked against its hash"
    "$venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
        --only-binary=:all: --implementation cp --python-version "$1" --abi "$tag" --abi abi3 --abi none \
        "${options[@]}" --dest "$new/wheels" --requirement "$lock" ||
        stop "The packages could not be fetched. Nothing has been made; run the same command again."
    rm -f -- "$lock"
}

build_wheel() { # Cartouche itself, into wheels/
    if [ -n "$wheel" ]; then
        cp -- "$wheel" "$new/wheels/"
        return 0
    fi
    say "building the wheel of Cartouche"
    "$venv/bin/python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-index --no-build-isolation \
        --wheel-dir "$new/wheels" "$checkout"
}

copy_rooms() { # what the installer needs beside the wheels
    local room
    mkdir -p -- "$new/requirements"
    for room in deploy systemd; do cp -R -- "$checkout/$room" "$new/"; done
    cp -- "$checkout/requirements/run.lock" "$new/requirements/"
    cp -- "$checkout/LICENSE" "$new/"
    find "$new" -name __pycache__ -prune -exec rm -rf {} +
    chmod -R go-w,a+rX -- "$new"
}

write_manifest() {
    (
        cd -- "$new"
        find . -type f ! -path ./MANIFEST -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum > MANIFEST
    )
}

main() {
    local python version name epoch
    read_options "$@"
    if [ "$dry" = yes ]; then
        for python in "${pythons[@]}"; do
            say "for Python $python on $machine:"
            lock_of "$python" | sed -E 's/^([^ ]+).*/  \1/'
        done
        say "Nothing has been fetched."
        exit 0
    fi
    # The same tree gives the same bytes.
    epoch=${SOURCE_DATE_EPOCH:-$(git -C "$checkout" log -1 --format=%ct 2> /dev/null || date +%s)}
    export SOURCE_DATE_EPOCH=$epoch
    mkdir -p -- "$out"
    out=$(cd -- "$out" && pwd)
    work=$(mktemp -d "$out/.bundle.XXXXXX")
    trap 'rm -rf -- "$work"' EXIT
    new=$work/new
    mkdir -p -- "$new/wheels"
    build_wheel
    version=$(basename -- "$new"/wheels/cartouche-*.whl | cut -d - -f 2)
    name=cartouche-$version-$machine
    for python in "${pythons[@]}"; do fetch "$python"; done
    copy_rooms
    write_manifest
    mv -- "$new" "$work/$name"
    tar --create --file "$work/$name.tar" --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner \
        --mtime="@$epoch" --format=gnu "$name"
    rm -rf -- "${out:?}/$name"
    mv -T -- "$work/$name" "$out/$name"
    mv -T -- "$work/$name.tar" "$out/$name.tar"
    say "made $out/$name.tar, $(du -m -- "$out/$name.tar" | cut -f 1) MB: $(find "$out/$name/wheels" -name '*.whl' | wc -l) packages" \
        "On the Raspberry Pi: tar -xf $name.tar, then sudo $name/deploy/install.sh"
}

main "$@"
exit 0

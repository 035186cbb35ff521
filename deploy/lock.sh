#!/usr/bin/env bash
# Writes requirements/run.lock and requirements/dev.lock from pyproject.toml: every version and every hash, for
# Python 3.11 to 3.13 on x86_64 and aarch64. Keeps the versions that are locked already; UPGRADE=1 takes newer ones.
# uv does the resolving, in an environment of its own under build/, and is needed for nothing else.
set -euo pipefail

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd)
cd -- "$root"
tool=build/lock-venv

if [ ! -x "$tool/bin/uv" ]; then
    "${PYTHON:-python3}" -m venv "$tool"
    "$tool/bin/python" -m pip install --quiet --disable-pip-version-check "uv>=0.9"
fi

compile() { # compile OUTPUT [more options of uv pip compile]
    local output=$1 lock
    shift
    lock=build/$(basename -- "$output")
    if [ -f "$output" ]; then cp -- "$output" "$lock"; else rm -f -- "$lock"; fi
    "$tool/bin/uv" pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
        --no-build --no-header --no-annotate --extra build --extra club --extra pi ${UPGRADE:+--upgrade} "$@" --output-file "$lock"
    # The marker that says "one of our machines" is on every line; without it another machine fails instead of
    # installing nothing.
    {
        echo "# Made by 'make lock' from pyproject.toml. Do not edit."
        sed -E -e '/^#/d' -e '/^--/d' \
            -e "s/ ; \(platform_machine == 'aarch64' or platform_machine == 'x86_64'\) and sys_platform == 'linux'//" \
            -- "$lock"
    } > "$lock.new"
    mv -- "$lock.new" "$output"
    echo "wrote $output: $(grep -c '==' -- "$output") packages"
}

compile requirements/run.lock
compile requirements/dev.lock --extra dev --constraint requirements/run.lock

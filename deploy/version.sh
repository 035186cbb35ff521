# shellcheck shell=bash disable=SC2034,SC2154 # what is set here is read by those that source it, and the other way
# Where a version comes from (this checkout, or a folder of wheels), and how it is built beside the others. Sourced by
# install.sh and update.sh after lib.sh and checks.sh.

new=        # the name the version gets under versions/
version=    # what it calls itself
wheel=      # its wheel, where one is given; else it is built from the checkout
print=      # of all that decides what is installed
stands=no   # it is there already, whole

check_bundle() { # a bundle tells what each of its files must be: a copy that broke off on its way is found here
    if [ ! -f "$source_folder/MANIFEST" ]; then return 0; fi
    (cd -- "$source_folder" && sha256sum --check --strict --status MANIFEST) 2> /dev/null ||
        stop "This copy of Cartouche is not whole: $source_folder. Copy and unpack it again. Nothing has changed."
}

find_source() { # find_source FOLDER: the folder of deploy/, systemd/ and requirements/
    source_folder=$1
    check_bundle
    if [ -z "$wheels" ] && [ -d "$source_folder/wheels" ]; then wheels=$source_folder/wheels; fi
    if [ -n "$wheels" ]; then
        [ -d "$wheels" ] || stop "There is no folder $wheels. Nothing has changed."
        wheels=$(cd -- "$wheels" && pwd)
        local found=("$wheels"/cartouche-*.whl)
        if [ ${#found[@]} -gt 1 ]; then
            stop "There is more than one Cartouche in $wheels. Keep the one that is wanted. Nothing has changed."
        fi
        if [ -f "${found[0]}" ]; then wheel=${found[0]}; fi
    fi
    if [ -n "$wheel" ]; then
        version=$(basename -- "$wheel" | cut -d - -f 2)
    elif [ -f "$source_folder/pyproject.toml" ]; then
        version=$(sed -n -E 's/^__version__ = "([^"]+)"$/\1/p' "$source_folder/companion/__init__.py")
    fi
    if ! [[ $version =~ ^[0-9][0-9A-Za-z.+-]*$ ]]; then
        stop "There is no Cartouche to install beside this script: no wheel and no checkout. Nothing has changed."
    fi
}

take_print() { # two trees of the same version that differ are two versions; so are two with other packages
    local rooms=(deploy systemd requirements/run.lock) sight=own
    if [ -z "$wheel" ]; then rooms+=(companion hardware kv pyproject.toml); fi
    if needs_sight; then sight=system; fi
    print=$(
        {
            printf '%s\n' "$version" "$python_version" "$camera" "$sight"
            if [ -n "$wheel" ]; then sha256sum < "$wheel"; fi
            cd -- "$source_folder" || exit
            find "${rooms[@]}" -type f ! -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
        } | sha256sum | cut -d ' ' -f 1
    )
}

starts() { # starts NAME: its program is whole enough to tell its version
    env PYTHONDONTWRITEBYTECODE=1 "$versions/$1/venv/bin/cartouche" --version > /dev/null 2>&1
}

choose_name() { # the version's own number, unless another tree of that number stands there, or this one and is damaged
    local stamp number=2
    stands=no
    for stamp in "$versions"/*/stamp; do
        if [ -f "$stamp" ] && [ "$(cat -- "$stamp")" = "$print" ]; then
            new=$(basename -- "$(dirname -- "$stamp")")
            if is_complete "$new" && starts "$new"; then
                stands=yes
                return 0
            fi
        fi
    done
    new=$version
    if is_complete "$new"; then new=$version+${print:0:8}; fi
    while is_complete "$new"; do
        new=$version+${print:0:8}.$number
        number=$((number + 1))
    done
}

pip() { # with a folder of wheels, nothing of how this machine reaches a network counts
    quietly env ${wheels:+PIP_CONFIG_FILE=/dev/null} PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore \
        "$versions/$new/venv/bin/python" -m pip "$@"
}

make_environment() {
    local sight=()
    rm -rf -- "${versions:?}/$new"
    mkdir -p -- "$versions/$new"
    if needs_sight; then sight=(--system-site-packages); fi
    quietly "$python" -m venv ${sight[@]+"${sight[@]}"} "$versions/$new/venv"
}

locked() { # the lock; without numpy and OpenCV where the camera's packages bring their own
    if [ "$camera" = yes ] && [ "$release" = bookworm ]; then
        awk '/^[^ #]/ { keep = !/^(numpy|opencv-python-headless)==/ } keep' "$source_folder/requirements/run.lock"
    else
        cat -- "$source_folder/requirements/run.lock"
    fi
}

install_dependencies() { # each package against its hash, none compiled, none but those in the lock
    local from=(--cache-dir "$opt/cache")
    if [ -n "$wheels" ]; then from=(--no-cache-dir --no-index --find-links "$wheels"); fi
    if needs_sight; then from+=(--ignore-installed); fi
    locked > "$versions/$new/run.lock"
    pip install "${from[@]}" --no-deps --require-hashes --only-binary=:all: -r "$versions/$new/run.lock" && return 0
    tell_a_full_disk
    if [ -n "$wheels" ]; then
        stop "The packages in $wheels are not all there, or not the ones that were locked. Copy the folder again, then run the same command."
    fi
    stop "The packages could not be fetched. Is there a network? Run the same command again; what has come stays."
}

install_cartouche() {
    local made=$wheel
    if [ -z "$made" ]; then
        quietly mkdir -p -- "$versions/$new/built"
        pip wheel --no-deps --no-index --no-build-isolation --wheel-dir "$versions/$new/built" "$source_folder"
        made=$(compgen -G "$versions/$new/built/cartouche-*.whl")
    fi
    pip install --no-deps --no-index --no-cache-dir --force-reinstall "$made"
    rm -rf -- "$versions/$new/built"
    cp -R -- "$source_folder/deploy" "$source_folder/systemd" "$versions/$new/"
    find "$versions/$new/deploy" "$versions/$new/systemd" -name __pycache__ -prune -exec rm -rf {} +
    # Whoever owns the checkout must not own what root runs.
    if [ "$(id -u)" -eq 0 ]; then chown -R 0:0 -- "$versions/$new"; fi
    chmod -R go-w,a+rX -- "$versions/$new"
    local told
    told=$("$versions/$new/venv/bin/python" -P -c 'import companion; print(companion.__version__)' 2>&3) || told=nothing
    if [ "$told" != "$version" ]; then
        stop "The new environment does not start: it tells $told instead of $version. Nothing that ran before has changed."
    fi
}

close_version() { # from here on it counts
    printf '%s\n' "$print" > "$versions/$new/stamp"
    sync -f "$versions/$new"
    printf '%s\n' "$version" | write_whole "$versions/$new/VERSION"
    rm -rf -- "$opt/cache"
}

# --- does it stand on this machine? -----------------------------------------------------------------------------------

faults_of() { # faults_of NAME: the faults its doctor finds, one "id: words" a line; fails where there is no answer
    local answer
    answer=$(as_cartouche "$versions/$1/venv/bin/cartouche" doctor --json 2>&3) || [ -n "$answer" ] || return 1
    printf '%s\n' "$answer" >&3
    printf '%s' "$answer" | "$versions/$1/venv/bin/python" -c '
import json, sys
for sign in json.load(sys.stdin)["signs"]:
    if sign["verdict"] == "fault":
        print(sign["id"] + ": " + sign["text"] + " " + (sign["remedy"] or ""))' 2>&3
}

ask_doctor() { # ask_doctor NAME|'': what is wrong with the new version and was not with the one named
    local found before='' line fresh=()
    found=$(faults_of "$new") || stop "The new version does not run here: its doctor gives no answer. Nothing that ran before has changed."
    if [ -n "$1" ] && ! before=$(faults_of "$1"); then
        say "Version $1 gives no answer of its own, so there is nothing to compare with."
        set -- ''
    fi
    while IFS= read -r line; do
        if [ -n "$line" ] && ! grep -q "^${line%%: *}: " <<< "$before"; then fresh+=("$line"); fi
    done <<< "$found"
    if [ ${#fresh[@]} -eq 0 ]; then return 0; fi
    if [ -n "$1" ]; then
        stop "The new version finds faults that $1 does not:" "${fresh[@]}" "Nothing that ran before has changed."
    fi
    say "The doctor finds this, and goes on:" "${fresh[@]}"
}

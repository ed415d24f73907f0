#!/usr/bin/env bash
# Installs rumur, the model checker that the tests of programs ask for a second opinion. Written for Debian and Ubuntu;
# elsewhere, install rumur and a C compiler by hand.
set -euo pipefail

usage() {
    cat <<'END'
usage: install-rumur.sh

Installs rumur and gcc with apt-get, as root or through sudo.
Does nothing where a rumur that works is on PATH, and gcc.
END
}

say() { printf 'install-rumur: %s\n' "$*"; }

fail() {
    printf 'install-rumur: error: %s\n' "$*" >&2
    exit 1
}

# A rumur that writes a verifier, and a gcc that compiles it, with the comparison of 16 bytes that it needs.
works() {
    command -v rumur >/dev/null && command -v gcc >/dev/null || return 1
    local folder worked=true
    folder="$(mktemp -d)"
    printf 'var x: boolean;\nstartstate begin x := false; end;\nrule x = false ==> begin x := true; end;\n' \
        >"$folder/model.m"
    rumur --quiet "$folder/model.m" --output "$folder/model.c" >/dev/null 2>&1 &&
        gcc -w -mcx16 "$folder/model.c" -o "$folder/model" -lpthread >/dev/null 2>&1 || worked=false
    rm -rf "$folder"
    [[ "$worked" == true ]]
}

install_packages() {
    local as_root=()
    command -v apt-get >/dev/null || fail "please install rumur (https://github.com/Smattr/rumur) and gcc"
    if [[ "$(id -u)" != 0 ]]; then
        command -v sudo >/dev/null || fail "please have root run: apt-get install rumur gcc libc6-dev"
        as_root=(sudo)
    fi
    say "installing the packages rumur and gcc"
    "${as_root[@]}" apt-get update -qq || fail "apt-get update failed"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends rumur gcc libc6-dev >/dev/null ||
        fail "apt-get could not install rumur"
}

main() {
    case "${1:-}" in
        "") ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    if works; then
        say "$(command -v rumur) is installed already"
        return 0
    fi
    install_packages
    works || fail "rumur was installed, and does not check a model of one variable"
    say "installed $(command -v rumur)"
}

main "$@"

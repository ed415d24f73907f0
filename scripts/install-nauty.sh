#!/usr/bin/env bash
# Installs dreadnaut of nauty, with which the tests compare vsym's own automorphisms of graphs. Written for Debian and
# Ubuntu; elsewhere, install nauty by hand.
set -euo pipefail

usage() {
    cat <<'END'
usage: install-nauty.sh

Installs nauty with apt-get, as root or through sudo.
Does nothing where a dreadnaut that works is on PATH.
END
}

say() { printf 'install-nauty: %s\n' "$*"; }

fail() {
    printf 'install-nauty: error: %s\n' "$*" >&2
    exit 1
}

# A dreadnaut that knows that two nodes with an edge between them can be swapped.
works() {
    command -v dreadnaut >/dev/null || return 1
    printf 'As n=2 g 1. x q\n' | dreadnaut 2>/dev/null | grep -q '(0 1)'
}

install_packages() {
    local as_root=()
    command -v apt-get >/dev/null || fail "please install nauty (https://pallini.di.uniroma1.it)"
    if [[ "$(id -u)" != 0 ]]; then
        command -v sudo >/dev/null || fail "please have root run: apt-get install nauty"
        as_root=(sudo)
    fi
    say "installing the package nauty"
    "${as_root[@]}" apt-get update -qq || fail "apt-get update failed"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends nauty >/dev/null ||
        fail "apt-get could not install nauty"
}

main() {
    case "${1:-}" in
        "") ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    if works; then
        say "$(command -v dreadnaut) is installed already"
        return 0
    fi
    install_packages
    works || fail "dreadnaut was installed, and does not find the symmetry of two nodes"
    say "installed $(command -v dreadnaut)"
}

main "$@"

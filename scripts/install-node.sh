#!/usr/bin/env bash
# Installs Node.js and npm, which build the extension for Visual Studio Code. Written for Debian and Ubuntu; elsewhere,
# install them by hand.
set -euo pipefail

readonly OLDEST=18

usage() {
    cat <<'END'
usage: install-node.sh

Installs Node.js and npm with apt-get, as root or through sudo.
Does nothing where Node.js 18 or later is on PATH, and npm.
END
}

say() { printf 'install-node: %s\n' "$*"; }

fail() {
    printf 'install-node: error: %s\n' "$*" >&2
    exit 1
}

works() {
    command -v npm >/dev/null || return 1
    node -e "process.exit(parseInt(process.versions.node) >= $OLDEST ? 0 : 1)" 2>/dev/null
}

install_packages() {
    local as_root=()
    command -v apt-get >/dev/null || fail "please install Node.js $OLDEST or later, and npm"
    if [[ "$(id -u)" != 0 ]]; then
        command -v sudo >/dev/null || fail "please have root run: apt-get install nodejs npm"
        as_root=(sudo)
    fi
    say "installing the packages nodejs and npm"
    "${as_root[@]}" apt-get update -qq || fail "apt-get update failed"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null ||
        fail "apt-get could not install nodejs and npm"
}

main() {
    case "${1:-}" in
        "") ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    if works; then
        say "node $(node --version) is installed already"
        return 0
    fi
    install_packages
    works || fail "nodejs was installed, and is older than $OLDEST, or npm does not run"
    say "installed node $(node --version)"
}

main "$@"

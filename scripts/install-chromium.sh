#!/usr/bin/env bash
# Installs the browser that the tests of `vsym report` drive. Written for Debian; elsewhere, install Chromium by hand.
set -euo pipefail

usage() {
    cat <<'END'
usage: install-chromium.sh

Installs Chromium with apt-get, as root or through sudo: its shell without windows, where there is a package of that.
Does nothing where a browser that works is named by VSYM_CHROMIUM or on PATH as chromium-headless-shell, chromium,
chromium-browser or google-chrome.
END
}

say() { printf 'install-chromium: %s\n' "$*"; }

fail() {
    printf 'install-chromium: error: %s\n' "$*" >&2
    exit 1
}

# A browser that starts and shows a page; one that is a stub for a package that is not there does neither.
works() {
    timeout 60 "$1" --headless --no-sandbox --disable-gpu --dump-dom 'data:text/html,<p>it works' 2>/dev/null |
        grep -q 'it works'
}

found() {
    local candidate
    for candidate in "${VSYM_CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome; do
        if [[ -n "$candidate" ]] && command -v "$candidate" >/dev/null && works "$candidate"; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

install_package() {
    local as_root=()
    command -v apt-get >/dev/null || fail "please install Chromium, and name it in VSYM_CHROMIUM if it is not on PATH"
    if [[ "$(id -u)" != 0 ]]; then
        command -v sudo >/dev/null || fail "please have root run: apt-get install chromium"
        as_root=(sudo)
    fi
    "${as_root[@]}" apt-get update -qq || fail "apt-get update failed"
    local package=chromium
    if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        package=chromium-headless-shell
    fi
    say "installing the package $package"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$package" fonts-dejavu-core >/dev/null ||
        fail "apt-get could not install $package"
}

main() {
    case "${1:-}" in
        "") ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    local browser
    if [[ -n "${VSYM_CHROMIUM:-}" ]] && ! { command -v "$VSYM_CHROMIUM" >/dev/null && works "$VSYM_CHROMIUM"; }; then
        fail "VSYM_CHROMIUM names $VSYM_CHROMIUM, which is no browser that works"
    fi
    if browser="$(found)"; then
        say "$browser is installed already"
        return 0
    fi
    install_package
    browser="$(found)" || fail "chromium was installed, and shows no page; a container may need more memory in /dev/shm"
    say "installed $browser"
}

main "$@"

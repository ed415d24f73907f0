#!/usr/bin/env bash
# Builds the extension for Visual Studio Code, as one file that the editor installs. Needs Node.js 18 or later and npm.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'END'
usage: build-vscode.sh [FOLDER]

Writes gsst-VERSION.vsix into FOLDER, by default dist. The packages that it is built with are those of
editors/vscode/package-lock.json, which npm checks; nothing is written elsewhere.
END
}

say() { printf 'build-vscode: %s\n' "$*"; }

fail() {
    printf 'build-vscode: error: %s\n' "$*" >&2
    exit 1
}

# Runs a step with its output in a log, which is shown where the step fails.
step() {
    local what="$1"
    shift
    say "$what"
    if ! "$@" >"$work/log" 2>&1; then
        tail -n 30 "$work/log" >&2
        fail "$what: failed, as shown above"
    fi
}

main() {
    case "${1:-}" in
        -h | --help) usage; exit 0 ;;
        -*) usage >&2; exit 2 ;;
    esac
    command -v npm >/dev/null || fail "npm is missing; scripts/install-node.sh gets it"
    local folder="${1:-dist}"
    mkdir -p "$folder"
    folder="$(cd "$folder" && pwd)"
    work="$(mktemp -d)"
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/vscode"
    tar -C editors/vscode --exclude=node_modules --exclude=dist -cf - . | tar -C "$work/vscode" -xf -
    cp LICENSE "$work/vscode/"
    cd "$work/vscode"
    step "installing what it is built with" npm ci --ignore-scripts --no-progress
    step "checking types" npm run types
    step "bundling" npm run build
    step "packaging" npm run package -- --out "$folder"
    say "wrote $(ls "$folder"/gsst-*.vsix)"
}

main "$@"

#!/usr/bin/env bash
# Builds the editor of the page that `vsym lab` serves, as one file beside the page. Needs Node.js 18 or later and npm.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'END'
usage: build-web.sh

Writes web/page/editor.js. The packages that it is built with are those of web/package-lock.json, which npm checks.
Does nothing where it is newer than all that it is made of.
END
}

say() { printf 'build-web: %s\n' "$*"; }

fail() {
    printf 'build-web: error: %s\n' "$*" >&2
    exit 1
}

# Runs a step with its output in a log, which is shown where the step fails.
step() {
    local what="$1"
    shift
    say "$what"
    if ! "$@" >"$log" 2>&1; then
        tail -n 30 "$log" >&2
        fail "$what: failed, as shown above"
    fi
}

main() {
    case "${1:-}" in
        "") ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    cd web
    if [[ -d node_modules/axe-core && -z "$(find package.json package-lock.json src -newer page/editor.js 2>&1)" ]]; then
        say "web/page/editor.js is built already"
        return 0
    fi
    command -v npm >/dev/null || fail "npm is missing; scripts/install-node.sh gets it"
    log="$(mktemp)"
    trap 'rm -f "$log"' EXIT
    step "installing what it is built with" npm ci --ignore-scripts --no-progress
    step "bundling" npm run build
    say "wrote web/page/editor.js"
}

main "$@"

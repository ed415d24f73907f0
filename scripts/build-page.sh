#!/usr/bin/env bash
# Builds what `vsym lab --static DIR` copies beside the page, so that it runs vsym in the browser: Python and Graphviz as
# WebAssembly, from npm, and the packages of vsym, from PyPI. Needs what scripts/build-web.sh needs, and Python with pip.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'END'
usage: build-page.sh

Writes web/browser/, and the modules of vsym as the page's Python compiles them to web/compiled/. The versions and hashes
are those of web/package-lock.json and web/packages.txt, which npm and pip check. Does nothing where both are newer than
all that they are made of.
END
}

say() { printf 'build-page: %s\n' "$*"; }

# The Python of Pyodide, and the platform of its wheels.
readonly VERSION="3.14" PLATFORM="pyemscripten_2026_0_wasm32"
readonly CORE="pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm pyodide-lock.json"
readonly BUILT="web/browser/packages.bin" STAMP="web/compiled/.stamp"

# Writes web/browser.
packages() {
    local python="${VENV:-.venv}/bin/python" folder
    [[ -x "$python" ]] || python=python3
    folder="$(mktemp -d)"
    # shellcheck disable=SC2064 # The folder of now.
    trap "rm -rf '$folder'" EXIT
    say "downloading packages"
    "$python" -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes --dest "$folder" \
        --python-version "$VERSION" --implementation py --platform any --platform "$PLATFORM" \
        --requirement web/packages.txt
    rm -rf web/browser web/compiled
    mkdir -p web/browser
    for file in $CORE; do cp "web/node_modules/pyodide/$file" web/browser/; done
    cp web/node_modules/@viz-js/viz/dist/viz.js web/browser/
    node scripts/in_page.mjs scripts/page_modules.py packages "$folder" \
        "$PWD/web/node_modules/pyodide/python_stdlib.zip" "$PWD/web/browser"
    say "wrote web/browser"
}

main() {
    case "${1:-}" in
        "") ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    if [[ ! -f "$BUILT" || -n "$(find web/package-lock.json web/packages.txt scripts/build-page.sh \
        scripts/page_modules.py scripts/in_page.mjs -newer "$BUILT")" ]]; then
        scripts/build-web.sh
        [[ -d web/node_modules/pyodide ]] || (cd web && npm ci --ignore-scripts --no-progress)
        packages
    fi
    if [[ -f "$STAMP" && -z "$(find vsym -name '*.py' -newer "$STAMP")" ]]; then
        say "web/browser and web/compiled are built already"
        return 0
    fi
    node scripts/in_page.mjs scripts/page_modules.py vsym "$PWD/vsym" "$PWD/web/compiled"
    touch "$STAMP"
    say "compiled vsym"
}

main "$@"

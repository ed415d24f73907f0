#!/usr/bin/env bash
# Makes what a release consists of, from a clean checkout; uploads and pushes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'END'
usage: release.sh [--untested] VERSION

Checks that pyproject.toml, vsym/__init__.py, CITATION.cff and CHANGELOG.md have VERSION and that nothing is uncommitted,
runs .ci/run with VSYM_DRAWN=2 (not with --untested), and writes to dist/: the source archive and the wheel, with the
editor of the lab and the man pages, and their checksums. Installs the wheel into a fresh environment and checks an example
with it. Then it tags the commit vVERSION and prints the commands that publish it.
END
}

say() { printf 'release: %s\n' "$*"; }

fail() {
    printf 'release: error: %s\n' "$*" >&2
    exit 1
}

check_version() {
    grep -q "^version = \"$1\"$" pyproject.toml || fail "pyproject.toml has another version than $1"
    grep -q "^__version__ = \"$1\"$" vsym/__init__.py || fail "vsym/__init__.py has another version than $1"
    grep -q "^version: $1$" CITATION.cff || fail "CITATION.cff has another version than $1"
    grep -q "^## $1\b" CHANGELOG.md || fail "CHANGELOG.md has no section '## $1'"
    [[ -z "$(git status --porcelain)" ]] || fail "there are uncommitted changes"
    ! git rev-parse --quiet --verify "refs/tags/v$1" >/dev/null || fail "the tag v$1 exists"
}

build() {
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet build click-man twine .
    rm -rf build/man dist
    "$work/venv/bin/python" scripts/man_pages.py
    scripts/install-node.sh
    scripts/build-web.sh
    "$work/venv/bin/python" -m build --outdir dist . >"$work/build.log" || {
        tail -n 30 "$work/build.log" >&2
        fail "building: failed, as shown above"
    }
    "$work/venv/bin/twine" check --strict dist/*
    (cd dist && sha256sum -- * >SHA256SUMS)
}

try_wheel() {
    python3 -m venv "$work/fresh"
    "$work/fresh/bin/pip" install --quiet dist/*.whl
    "$work/fresh/bin/vsym" check - <examples/rw.gsst
    [[ -f "$work/fresh/share/man/man1/vsym.1" ]] || fail "the wheel has no man pages"
}

main() {
    local tested=true
    if [[ "${1:-}" == --untested ]]; then
        tested=false
        shift
    fi
    case "${1:-}" in
        -h | --help) usage; exit 0 ;;
        [0-9]*) [[ $# == 1 ]] || { usage >&2; exit 2; } ;;
        *) usage >&2; exit 2 ;;
    esac
    check_version "$1"
    [[ "$tested" == false ]] || VSYM_DRAWN=2 .ci/run
    work="$(mktemp -d)"
    trap 'rm -rf "$work"' EXIT
    build
    try_wheel
    git tag --annotate "v$1" --message "vsym $1"
    say "tagged v$1; dist/ has $(cd dist && echo *)"
    say "publish it by: git push origin v$1 && twine upload dist/*.whl dist/*.tar.gz"
}

main "$@"

#!/usr/bin/env bash
# Lint, types, and the quick tests that belong to what has changed since a commit (HEAD by default), in the environment
# that is active or .venv: `scripts/quick.sh [COMMIT]`. Lint of JavaScript only where some of it has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

[ -n "${VIRTUAL_ENV:-}" ] || export PATH="$PWD/.venv/bin:$PATH"
ruff check
ruff format --check || { echo 'quick.sh: `ruff format` applies the format'; exit 1; }
mypy
changed="$(git diff --name-only "${1:-HEAD}"; git ls-files --others --exclude-standard)"
if grep -qE '^(web|editors|biome\.json)' <<< "$changed"; then
  scripts/lint-web.sh
fi
mapfile -t tests < <(python scripts/mirror_tests.py "$@")
if [ "${#tests[@]}" -eq 0 ]; then
  echo "no tests belong to what has changed"
else
  if grep -q '^vsym/' <<< "$changed"; then
    tests+=(tests/test_architecture.py)
  fi
  printf '%s\n' "${tests[@]}"
  # Status 5: all of them are left out.
  python -m pytest -rs -m "not browser and not cluster and not slow" "${tests[@]}" || [ $? -eq 5 ]
fi

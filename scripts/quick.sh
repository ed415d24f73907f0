#!/usr/bin/env bash
# Lint, types, and the tests that belong to what has changed since a commit (HEAD by default), in the environment that is
# active or .venv: `scripts/quick.sh [COMMIT]`.
set -euo pipefail
cd "$(dirname "$0")/.."

[ -n "${VIRTUAL_ENV:-}" ] || export PATH="$PWD/.venv/bin:$PATH"
ruff check
ruff format --check
mypy
mapfile -t tests < <(python scripts/mirror_tests.py "$@")
if [ "${#tests[@]}" -eq 0 ]; then
  echo "no tests belong to what has changed"
else
  printf '%s\n' "${tests[@]}"
  python -m pytest "${tests[@]}"
fi

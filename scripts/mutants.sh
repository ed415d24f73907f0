#!/usr/bin/env bash
# Mutation testing by mutmut (`pip install --editable '.[dev,mutants]'`) of the modules that have changed since a commit
# (HEAD by default), in the environment that is active or .venv: `scripts/mutants.sh [COMMIT]`, `--help` for options.
set -euo pipefail
cd "$(dirname "$0")/.."

[ -n "${VIRTUAL_ENV:-}" ] || export PATH="$PWD/.venv/bin:$PATH"
exec nice python scripts/mutants.py "$@"

#!/usr/bin/env bash
# Runs tests with the lowest versions that pyproject.toml allows of all direct dependencies: `scripts/lowest.sh [PYTEST
# ARGUMENTS]`. It sets up an environment of its own, in $VENV or .venv-lowest, with the oldest Python by default.
set -euo pipefail
cd "$(dirname "$0")/.."

VENV="${VENV:-.venv-lowest}"
"${PYTHON:-python3.11}" -m venv --clear "$VENV"
"$VENV/bin/python" -m pip install --quiet uv
"$VENV/bin/uv" pip install --quiet --python "$VENV/bin/python" --resolution lowest-direct --editable '.[dev]'
export PATH="$VENV/bin:$HOME/.local/bin:$PATH"
exec python -m pytest "$@"

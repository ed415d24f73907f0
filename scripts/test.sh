#!/usr/bin/env bash
# Sets up what the tests need (a virtual environment in $VENV, by default .venv, NuSMV, Chromium, rumur, nauty, Node.js
# and what it builds) and runs them.
set -euo pipefail
cd "$(dirname "$0")/.."

VENV="${VENV:-.venv}"
[ -x "$VENV/bin/python" ] || "${PYTHON:-python3}" -m venv "$VENV"
"$VENV/bin/python" -m pip install --quiet --editable '.[dev]'

export PATH="$HOME/.local/bin:$PATH"
scripts/install-nusmv.sh
scripts/install-chromium.sh
scripts/install-rumur.sh
scripts/install-nauty.sh
scripts/install-node.sh
scripts/build-web.sh
VENV="$VENV" scripts/build-page.sh

# Tests start programs, which find the package compiled after the first one. One worker more than two cores is busy
# while another waits for such a program.
unset PYTHONDONTWRITEBYTECODE
# Each worker would compile the package for itself.
"$VENV/bin/python" -m compileall -q -j 2 vsym
exec "$VENV/bin/python" -m pytest -n 3 --dist worksteal "$@"

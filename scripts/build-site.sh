#!/usr/bin/env bash
# Builds the site from the pages of the repository and the docstrings of the package: `scripts/build-site.sh [FOLDER]`, by
# default build/site. A warning is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

site="${1:-build/site}"
PYTHON="${VENV:+$VENV/bin/}python"
"$PYTHON" -m sphinx -q -W --keep-going -j auto -c docs/site -b html . "$site"
echo "$site/docs/site/index.html"

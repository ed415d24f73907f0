#!/usr/bin/env bash
# Holds the JavaScript of web/ against its types, and that of editors/ too against the style and lint of biome.json. The
# types of editors/ are checked where it is built. Needs Node.js and npm.
set -euo pipefail
cd "$(dirname "$0")/../web"

command -v npm >/dev/null || { echo "lint-web: error: npm is missing; scripts/install-node.sh gets it" >&2; exit 1; }
if [[ ! node_modules/.package-lock.json -nt package-lock.json ]]; then
    npm ci --ignore-scripts --no-progress --silent
fi
npm run --silent lint

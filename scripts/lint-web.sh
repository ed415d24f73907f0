#!/usr/bin/env bash
# Holds the JavaScript of web/ and editors/ against Biome, as biome.json has it: style and lint. Needs Node.js and npm.
set -euo pipefail
cd "$(dirname "$0")/../web"

command -v npm >/dev/null || { echo "lint-web: error: npm is missing; scripts/install-node.sh gets it" >&2; exit 1; }
if [[ ! node_modules/.package-lock.json -nt package-lock.json ]]; then
    npm ci --ignore-scripts --no-progress --silent
fi
npm run --silent lint

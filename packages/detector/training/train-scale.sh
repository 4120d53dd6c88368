#!/usr/bin/env bash
# Reproduces models/reply-scale.json for the weights that are there: `npm run train:scale -- DATA [WORK]`, and the last step of
# `npm run train`. DATA holds the files named below, WORK the Python environment; two minutes.
set -euo pipefail
if [ $# -lt 1 ]; then
  echo 'Usage: npm run train:scale -- DATA [WORK]' >&2
  exit 2
fi
cd "$(dirname "$0")"
data=$(realpath "$1")
work=$(realpath -m "${2:-scratch}")
mkdir -p "$work"

[ -d "$work/python" ] || python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --requirement requirements.txt

node ../../../dist/packages/detector/training/extract-traits.js "$work/traits.jsonl" "$data" \
  ragtruth-dev rag-chat-dev rag-chat-clean-dev summary-edits-dev short-chat-dev agent-dev
"$work/python/bin/python" scale.py --traits "$work/traits.jsonl" --out ../models/reply-scale.json

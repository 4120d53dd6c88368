#!/usr/bin/env bash
# Runs every attack of test/e2e/hostile at full size and prints what each measured. Arguments go to jest.
set -euo pipefail
figures=$(mktemp)
trap 'rm -f "$figures"' EXIT
ATTACK_SCALE=full ATTACK_FIGURES=$figures npx jest --config jest.hostile.config.js "$@"

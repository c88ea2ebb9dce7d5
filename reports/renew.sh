#!/usr/bin/env bash
# Runs all configs, and writes hashes.txt: the SHA-256 of every file of every report, as sha256sum prints it.
# The only argument is the program; without it, the one of the first build.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
phenom=${1:-target/debug/phenom}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

for config in configs/*.yaml; do
  "$phenom" run "$config" --quiet --overwrite >/dev/null
done
for config in configs/*.yaml; do
  name=$(basename "$config" .yaml)
  manifest=reports/$name/manifest.json
  # Each line of the manifest is `"FILE": "HASH"`. Notes of your own in the folder are not in it.
  sed -n 's/^ *"\([^"]*\)": "\([0-9a-f]\{64\}\)",\{0,1\}$/\2  '"$name"'\/\1/p' "$manifest"
  printf '%s  %s\n' "$(sha256 "$manifest")" "$name/manifest.json"
done | sort -k 2 >reports/hashes.txt

#!/usr/bin/env bash
# Makes the count tables of this folder anew: make.sh RTE [PHENOM]
#
# RTE is a folder with RTE1_dev.xml, RTE1_test.xml and so on to RTE5_test.xml, as redistributed with EDITS. WordNet has to
# be there (Debian: wordnet-base). PHENOM is the program, `phenom` without it.
set -euo pipefail
rte=$(realpath "$1")
phenom=$(command -v "${2:-phenom}")
phenom=$(realpath "$phenom")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

two_way='{YES: entailment, NO: not-entailment, ENTAILMENT: entailment, UNKNOWN: not-entailment, CONTRADICTION: not-entailment}'

# A config for the test set $1, with the development set $2 to learn from, and the labels $3.
config() {
  cat <<YAML
title: RTE-$1
dataset:
  path: $rte/RTE$1_test.xml
  format: xml
  rows: pair
  columns: {id: "@id", text: t, hypothesis: h, gold: "@entailment"}
  labels: $3
  derive: {"@file": "(?<set>RTE[0-9])"}
systems:
YAML
  while read -r name engine; do
    echo "  - {name: $name, engine: {name: $engine, learn-on: {path: $rte/RTE$2_dev.xml, labels: $3}}}"
  done <<'ENGINES'
Majority majority
Hypothesis-only hypothesis-only
Word-overlap word-overlap
IDF-coverage idf-coverage
Edit-distance edit-distance
Contradiction contradiction
Features features
ENGINES
  echo "  - {name: Vote, engine: {name: vote, of: [Features, Edit-distance, IDF-coverage]}}"
}

for set in 1 2 3 4 5; do
  # RTE-4 has no development set.
  development=$set
  if [ "$set" = 4 ]; then development=3; fi
  config "$set" "$development" "$two_way" >"$work/rte$set.yaml"
  "$phenom" counts "$work/rte$set.yaml" -o "$here/rte$set" --overwrite
done
config 5 5 rte-three-way >"$work/three-way.yaml"
"$phenom" counts "$work/three-way.yaml" -o "$here/rte5-three-way" --overwrite

#!/usr/bin/env bash
# Writes the tables of all configs for every class of paper and width: tests/latex/papers.sh PHENOM FOLDER
#
# FOLDER/CLASS-WIDTH holds them like a report: tables/NAME-KEY.tex and appendix/NAME-KEY.tex of configs/NAME.yaml, and
# report.tex of the pilot study. So tests/latex/check.sh compiles all tables of a class and width in one document.
set -euo pipefail
phenom=$(realpath "$1")
folder=$(mkdir -p "$2" && cd "$2" && pwd)
configs=$(cd "$(dirname "$0")/../../configs" && pwd)
# In lncs the text is one column.
papers="acl-column acl-text lncs-text ieee-column ieee-text article-column article-text"

write() {
  local paper=$1 name=$2 reports
  reports="$folder/reports/$paper-$name"
  mkdir -p "$folder/reports" "$folder/$paper/tables" "$folder/$paper/appendix"
  # The paths of a config are relative to it.
  sed "s#\.\./#$configs/../#; s#^  formats: .*#  formats: [tex]\n  figures: []\n  class: ${paper%-*}\n  width: ${paper#*-}#" \
    "$configs/$name.yaml" >"$reports.yaml"
  "$phenom" run "$reports.yaml" --quiet --overwrite --output "$reports" >"$reports.log"
  for place in tables appendix; do
    for table in "$reports/$place"/*.tex; do
      [ ! -e "$table" ] || cp "$table" "$folder/$paper/$place/$name-$(basename "$table")"
    done
  done
  [ "$name" != rte5-pilot ] || cp "$reports/report.tex" "$folder/$paper/"
}
export -f write
export phenom folder configs

for config in "$configs"/*.yaml; do
  name=$(basename "$config" .yaml)
  case $name in
    # With ten systems and 35 phenomena each takes as long as all others together: the narrowest column is enough.
    monothematic-en*) of_config=acl-column ;;
    *) of_config=$papers ;;
  esac
  for paper in $of_config; do
    printf '%s %s\n' "$paper" "$name"
  done
done | xargs -P "$(nproc)" -L 1 bash -c 'set -euo pipefail; write "$@"' write

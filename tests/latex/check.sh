#!/usr/bin/env bash
# Compiles what `phenom run` wrote for LaTeX: tests/latex/check.sh REPORT...
#
# Of each report folder every table of tables/ and appendix/, pasted into a document of the class of report.tex, or as it
# is where it is a document of its own, and report.tex as it is. Fails on an error, on an overfull box, on a float that is
# higher than its page, where a table shows letters smaller than \footnotesize or one text over another (look.py), and
# where LaTeX reads a file that is neither its own nor the report's. Where there is no pdflatex, or a package or font of
# the reports is not installed, says `skipped` and what is missing; with PHENOM_NEED_LATEX set, that is a failure.
#
# With --hostile the reports hold names that would read `secret.txt` and run `touch pwned` or `id`: LaTeX may run
# commands then, and fails where one ran or the secret stands in a PDF. Boxes may stick out: a name of 10,000
# letters does.
set -euo pipefail

missing=
here=$(cd "$(dirname "$0")" && pwd)
for program in pdflatex kpsewhich pdftohtml python3; do
  command -v "$program" >/dev/null || missing="$missing $program"
done
if [ -z "$missing" ]; then
  # The packages of the reports, and of their fonts the one that a TeX without lmodern's files lacks.
  for file in article.cls fontenc.sty lmodern.sty geometry.sty array.sty booktabs.sty graphicx.sty lmr10.pfb; do
    kpsewhich "$file" >/dev/null || missing="$missing $file"
  done
fi
if [ -n "$missing" ]; then
  printf 'skipped: TeX is not installed in whole, these are missing:%s\n' "$missing"
  [ -z "${PHENOM_NEED_LATEX:-}" ] || exit 1
  exit 0
fi
hostile=
[ "${1:-}" = --hostile ] && { hostile=-shell-escape; shift; }
if [ "$#" -eq 0 ]; then
  printf 'usage: %s [--hostile] REPORT...\n' "$0" >&2
  exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
compiled=0
# Where TeX keeps what it reads by itself.
texmf=$(kpsewhich -var-value TEXMF | tr -d '{}!' | tr ',' '|')
secret='the word is swordfish'

# compile NAME FOLDER FILE [POINTS]: FILE compiles in FOLDER, nothing sticks out, and nothing is smaller than POINTS.
compile() {
  local log="$work/out.log"
  compiled=$((compiled + 1))
  rm -f "$work"/out.*
  if ! (cd "$2" && pdflatex $hostile -recorder -interaction=nonstopmode -halt-on-error -output-directory "$work" \
      -jobname out "$3" >/dev/null 2>&1); then
    printf 'error: %s\n' "$1"
    grep -a -A 5 '^!' "$log" | head -n 20 || true
    failed=1
  elif grep -a '^INPUT' "$work/out.fls" | grep -avE "^INPUT ($texmf|$work/|\./|figures/|$folder/)" >"$work/read" \
      || grep -a 'secret\.txt$' "$work/out.fls" >"$work/read"; then
    printf 'reads what is not its own: %s\n' "$1"
    head -n 5 "$work/read"
    failed=1
  elif [ -n "$hostile" ] && grep -aE 'runsystem\(' "$log"; then
    printf 'runs a command: %s\n' "$1"
    failed=1
  elif [ -n "$hostile" ] && command -v pdftotext >/dev/null && pdftotext "$work/out.pdf" - | grep -a "$secret"; then
    printf 'tells the secret: %s\n' "$1"
    failed=1
  elif [ -z "$hostile" ] && grep -aE '^Overfull|Float too large' "$log" >"$work/overfull"; then
    printf 'overfull: %s\n' "$1"
    head -n 5 "$work/overfull"
    failed=1
  elif [ -z "$hostile" ] && [ -n "${4:-}" ] && ! "$here/look.py" $4 "$work/out.pdf" >"$work/faults"; then
    printf 'shown: %s\n' "$1"
    cat "$work/faults"
    failed=1
  fi
}

for report in "$@"; do
  folder=$(cd "$report" && pwd)
  if [ -n "$hostile" ]; then
    cp -r "$folder" "$work/report"
    folder="$work/report"
    for place in "$work" "$folder" "$folder/tables"; do
      printf '%s\n' "$secret" >"$place/secret.txt"
    done
  fi
  # All pasted tables in one document: LaTeX starts once. Which table is at fault, its log says by file.
  pasted="$work/pasted.tex"
  if [ -e "$folder/report.tex" ]; then
    sed '/^\\begin{document}/q' "$folder/report.tex" >"$pasted"
  else
    printf '\\documentclass[a4paper]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{lmodern,array,booktabs}\n\\begin{document}\n' >"$pasted"
  fi
  # \footnotesize of the class, which for IEEEtran sets captions in small capitals.
  points=8
  if grep -qE '^\\documentclass.*(11pt|llncs)' "$pasted"; then points=9; fi
  if grep -qE '^\\documentclass.*IEEEtran' "$pasted"; then points='--small-capitals 8'; fi
  found=0
  for table in "$folder"/tables/*.tex "$folder"/appendix/*.tex; do
    [ -e "$table" ] || continue
    found=$((found + 1))
    if grep -q '^\\documentclass' "$table"; then
      compile "$table" "$(dirname "$table")" "$table"
    else
      printf '\\input{"%s"}\n' "$table" >>"$pasted"
      [ $((found % 5)) -ne 0 ] || printf '\\clearpage\n' >>"$pasted"
    fi
  done
  printf '\\end{document}\n' >>"$pasted"
  if [ "$found" -eq 0 ]; then
    printf 'error: %s has no LaTeX table\n' "$report"
    failed=1
  fi
  if grep -q '^\\input' "$pasted"; then
    compile "the tables of $report" "$work" "$pasted" "$points"
  fi
  if [ -e "$folder/report.tex" ]; then
    compile "$report/report.tex" "$folder" "$folder/report.tex"
  fi
  if [ -n "$hostile" ]; then
    if find "$work" "$report" -name 'pwned*' | grep .; then
      printf 'a command ran: %s\n' "$report"
      failed=1
    fi
    rm -rf "$work/report"
  fi
  printf '%s: %d tables\n' "$report" "$found"
done
[ "$failed" -eq 0 ] && printf 'ok: %d documents\n' "$compiled"
exit "$failed"

"""Computes the tidy files of a report again from its answers, with numpy alone.

    python3 examples/verify/verify.py FOLDER

prints one line a file: rows, compared cells, the largest difference (relative above 1), and what is not verified
with its reason. Exit code 0 if all differences are at most 1e-9 and drawn values lie within their Monte Carlo
error, 1 if not (with the first cells that differ), 2 if the folder is no report with answers and settings.
"""

import sys
from pathlib import Path

import originals
import rankings
from checking import Checked, NotVerified
from comparisons import Comparisons
from independence import Drawn
from readings import check_readings
from report import NoReport, Report, read_csv
from scores import Scores


def check_answers(report):
    """Whether `right` says what answer and gold say."""
    checked = Checked("answers.csv")
    for system in report.systems:
        for number, run in enumerate(system.runs, 1):
            for pair, written in enumerate(run.right_as_written):
                right = str(int(run.right[pair])) if run.counts[pair] else ""
                checked.rows += 1
                checked.text(f"{report.ids[pair]}, {system.name}, run {number}", "right", written, right)
    return checked


def check_scores(report):
    checked = Checked("scores.csv")
    scores = Scores(report)
    rows = read_csv(report.folder / "scores.csv")
    check_complete(checked, report, rows)
    for row in rows:
        checked.rows += 1
        name = ", ".join(row[cell] for cell in ("system", "population", "slice_kind", "slice", "measure") if row[cell])
        try:
            cells = scores.expected(row)
        except NotVerified as reason:
            checked.not_verified(str(reason))
            continue
        value = cells["value"]
        if isinstance(value, Drawn):
            checked.drawn_number(name, "value", row["value"], value.agrees, value.hits / value.draws)
        else:
            checked.number(name, "value", row["value"], value)
        for cell in ("numerator", "denominator", "support"):
            if cell in cells or cell != "support":
                checked.number(name, cell, row[cell], cells.get(cell))
        ends = cells.get("ends")
        if isinstance(ends, NotVerified):
            if row["lower"]:
                checked.not_verified(str(ends), "intervals")
            continue
        low, high = ends if ends is not None else (None, None)
        checked.number(name, "lower", row["lower"], low)
        checked.number(name, "upper", row["upper"], high)
    return checked


def check_complete(checked, report, rows):
    """Whether every system has the same measures on all slices of one kind that the answers have."""
    kinds = {kind for kind, _ in report.slices}
    written, expected = {}, {}
    for row in rows:
        measure = row["measure"]
        if row["slice_kind"] in kinds and row["system"] in report.by_name and measure not in UNEVEN:
            here = row["population"], measure
            written.setdefault((row["system"], row["slice_kind"], row["slice"].replace(";", ",")), set()).add(here)
            expected.setdefault(row["slice_kind"], set()).add(here)
    for system in report.by_name:
        for kind, name in report.slices:
            for population, measure in expected.get(kind, set()) - written.get((system, kind, name), set()):
                checked.differs(f"{system}, {population}, {kind}, {name}, {measure}", "row", "", "a row")


# Measures that not every system or slice has.
UNEVEN = rankings.MEASURES | {"shrunken_accuracy"}
CHECKS = {
    "comparisons.csv": lambda report: Comparisons(report).check(),
    "gains.csv": originals.check_gains,
    "gold_check.csv": originals.check_gold,
    "readings.csv": check_readings,
    "scores.csv": check_scores,
    "sizes.csv": originals.check_sizes,
}


def verify(folder):
    """What came of each file of a report."""
    report = Report(folder)
    found = [check_answers(report)]
    # Judged gold is corrected by labels that a report does not hold; all that is left are the answers.
    is_judged = (Path(folder) / "judged.csv").exists()
    for path in sorted(Path(folder).glob("*.csv")):
        if path.name in CHECKS and not is_judged:
            found.append(CHECKS[path.name](report))
        elif path.name != "answers.csv":
            other = Checked(path.name)
            other.rows = len(read_csv(path))
            other.skipped[f"rows: this program does not compute {path.name}"] = other.rows
            found.append(other)
    return found


def main(folders):
    if len(folders) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        found = verify(folders[0])
    except NoReport as error:
        print(f"error: {error}\nhelp: `phenom run` writes both unless the config has `report: {{answers: false}}`",
              file=sys.stderr)
        return 2
    for checked in found:
        print(checked.line())
        for reason, number in checked.skipped.most_common():
            print(f"    {number} not verified {reason}")
        for row, cell, written, computed in checked.wrong[:10]:
            print(f"    {row}: {cell} is {written or 'empty'}, computed {'empty' if computed is None else computed}")
    return int(any(checked.wrong for checked in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

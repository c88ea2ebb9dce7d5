"""The files on originals with their parts (docs/composition.md): gains.csv, sizes.csv and gold_check.csv,
computed again."""

import numpy as np

import composition
import intervals
from checking import Checked
from report import column, read_csv, single

MOST_BANDS, FEWEST_ORIGINALS = 6, 10


def recovered(share):
    return intervals.Recovered(share.estimate, share.ends, share.influences)


def summed(report, kinds, cells, width):
    """The counts of each cluster that has any."""
    found = np.zeros((report.clusters, width), dtype=np.int64)
    for one, of_original in zip(kinds, cells):
        found[report.cluster[one.original]] += of_original
    return found[found.any(axis=1)]


def check_gains(report):
    """*What to fix next*: the parts of a phenomenon are given their gold, and the whole is composed again."""
    checked = Checked("gains.csv")
    rule, task = report.settings["composition"], report.task
    for row in read_csv(report.folder / checked.name):
        checked.rows += 1
        name = f"{row['system']}, {row['phenomenon']}"
        phenomenon = row["phenomenon"].replace(";", ",")
        kinds, cells, originals = [], [], 0
        for run in report.by_name[row["system"]].runs:
            for one in composition.kinds(report, run).values():
                after = one.composed_right
                tagged = [part for part in report.parts[one.original] if phenomenon in report.tags[part]]
                if tagged:
                    originals += 1
                    judged = [
                        (part in tagged and run.gold[part]) or single(run.answers[part], task)
                        for part in report.parts[one.original]
                    ]
                    composed = composition.compose(rule, judged, task, report.weights_of(report.parts[one.original]))
                    gold = report.gold_for(one.original, composed) if composed else None
                    after = composed is not None and column(gold, task) == column(composed, task)
                place = composition.cell(one.composed_right, after)
                kinds.append(one)
                cells.append(np.eye(4, dtype=np.int64)[place])
        vectors = summed(report, kinds, cells, 4)
        sums, everything = vectors.sum(axis=0), vectors.sum(axis=1)
        now = intervals.Share(vectors[:, 0] + vectors[:, 1], everything, report.level)
        then = intervals.Share(vectors[:, 0] + vectors[:, 2], everything, report.level)
        low, high = intervals.difference_of(recovered(then), recovered(now), len(vectors))
        gain = (sums[0] + sums[2]) / sums.sum() - (sums[0] + sums[1]) / sums.sum()
        for cell, value in (("originals", originals), ("gained", sums[2]), ("lost", sums[1]), ("gain", gain),
                            ("lower", low), ("upper", high)):
            checked.number(name, cell, row[cell], value)
    return checked


def phenomena_of(report, original):
    return {tag for pair in [original, *report.parts[original]] for tag in report.tags[pair]}


def bands(numbers):
    """Sizes gathered until ten originals are together; the sixth band holds whatever is larger."""
    found = []
    for size in sorted(set(numbers)):
        number = numbers.count(size)
        if found and (len(found) == MOST_BANDS or found[-1][2] < FEWEST_ORIGINALS):
            found[-1] = found[-1][0], size, found[-1][2] + number
        else:
            found.append((size, size, number))
    if len(found) > 1 and found[-1][2] < FEWEST_ORIGINALS:
        rest = found.pop()
        found[-1] = found[-1][0], rest[1], found[-1][2] + rest[2]
    return [(start, end) for start, end, _ in found]


def check_sizes(report):
    """*By the number of parts and of phenomena*."""
    checked = Checked("sizes.csv")
    size_of = {
        "parts": lambda original: len(report.parts[original]),
        "phenomena": lambda original: len(phenomena_of(report, original)),
    }
    with_gold = [original for original, parts in report.parts.items() if parts and report.gold[original]]
    sizes = {by: {original: size(original) for original in with_gold} for by, size in size_of.items()}
    of_data = {by: bands(list(of_originals.values())) for by, of_originals in sizes.items()}
    figures = {
        "direct": lambda one: (one.whole_right, True),
        "composed": lambda one: (one.composed_right, True),
        "all_parts_right": lambda one: (bool(one.all_parts_right), one.all_parts_right is not None),
    }
    for row in read_csv(report.folder / checked.name):
        checked.rows += 1
        by, start, end = row["size_of"], int(row["from"]), int(row["to"])
        name = f"{row['system']}, {by} {start} to {end}, {row['figure']}"
        checked.text(name, "from and to", str((start, end) in of_data[by]), "True")
        runs = report.by_name[row["system"]].runs
        kinds = [one for run in runs for one in composition.kinds(report, run).values()
                 if start <= sizes[by].get(one.original, -1) <= end]
        vectors = summed(report, kinds, [[1, *figures[row["figure"]](one)] for one in kinds], 3)
        share = intervals.Share(vectors[:, 1], vectors[:, 2], report.level)
        of_value = (share.estimate, *share.ends) if share.is_defined else (None,) * 3
        if not report.statistics["intervals"]:
            of_value = of_value[0], None, None
        right, number = vectors[:, 1].sum(), vectors[:, 2].sum()
        for cell, value in zip(("value", "lower", "upper", "numerator", "denominator"), (*of_value, right, number)):
            if share.is_defined or row[cell] != "0":
                checked.number(name, cell, row[cell], value)
    return checked


def check_gold(report):
    """*The gold check*."""
    checked = Checked("gold_check.csv")
    rule, task = report.settings["composition"], report.task
    first = lambda pair: report.gold[pair][0] if report.gold[pair] else ""
    for row in read_csv(report.folder / checked.name):
        checked.rows += 1
        original = report.ids.index(row["original"])
        parts = report.parts[original]
        composed = composition.compose(rule, [first(part) or None for part in parts], task, report.weights_of(parts))
        gold = report.gold_for(original, composed) if composed else first(original)
        finding = "differs"
        if not first(original):
            finding = "without_gold"
        elif composed is None:
            finding = "undecided"
        elif column(gold, task) == column(composed, task):
            finding = "as composed"
        name = f"{row['original']}, {row['part']}"
        checked.text(name, "finding", row["finding"], finding)
        checked.text(name, "gold", row["gold"], first(original))
        checked.text(name, "composed", row["composed"], composed or "")
        checked.text(name, "part_gold", row["part_gold"], first(report.ids.index(row["part"])))
    return checked

"""The files on originals with their parts (docs/composition.md): gains.csv, sizes.csv, gold_check.csv,
cooccurrence.csv and regression.csv, computed again."""

import math

import numpy as np

import composition
import corrections
import intervals
import strata
from checking import Checked, NotVerified
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
                    composed = composition.compose(rule, judged, task)
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
        composed = composition.compose(rule, [first(part) or None for part in parts], task)
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


def check_cooccurrence(report):
    """*Phenomena that stand together*."""
    checked = Checked("cooccurrence.csv")
    rows = read_csv(report.folder / checked.name)
    is_decomposed = any(report.parts.values())
    found = {original: phenomena_of(report, original) for original in report.parts}
    known = [original for original, phenomena in found.items()
             if phenomena or report.parts[original] or not is_decomposed]
    with_name = {}
    for original in known:
        names = {("phenomenon", tag) for tag in found[original]} | {("category", tag.split(":")[0]) for tag in found[original]}
        for name in names:
            with_name.setdefault(name, set()).add(original)
    for kind in ("phenomenon", "category"):
        of_kind = [row for row in rows if row["slice_kind"] == kind]
        p = [float(row["p"]) if row["p"] else None for row in of_kind]
        adjusted = corrections.adjust_family(p, "benjamini_hochberg", 1 - report.level, False)
        for row, (of_family, _) in zip(of_kind, adjusted):
            checked.rows += 1
            name = f"{row['first']}, {row['second']}"
            first, second = (with_name[kind, row[place].replace(";", ",")] for place in ("first", "second"))
            both = len(first & second)
            table = np.array([both, len(first) - both, len(second) - both, len(known) - len(first | second)])
            for cell, value in zip(("both", "first_alone", "second_alone", "neither"), table):
                checked.number(name, cell, row[cell], value)
            checked.number(name, "expected_both", row["expected_both"], len(first) * len(second) / len(known))
            odds = float(composition.odds_ratio(table))
            checked.number(name, "odds_ratio", row["odds_ratio"], None if math.isnan(odds) else odds)
            checked.text(name, "halves_added", row["halves_added"], str(0 in table and not math.isnan(odds)).lower())
            test = strata.independence([table])
            checked.number(name, "p", row["p"], test and test[0])
            checked.text(name, "method", row["method"], test[1] if test else "")
            checked.number(name, "p_adjusted", row["p_adjusted"], of_family)
    return checked


def ridge_logistic(columns, outcomes):
    """The intercept and the coefficients with the least penalised loss, by Newton's method with halved steps."""
    design = np.hstack([np.ones((len(columns), 1)), columns])
    penalty = np.append(0.0, np.ones(columns.shape[1]))
    loss = lambda at: (penalty * at**2).sum() / 2 + np.logaddexp(0, np.where(outcomes, -1, 1) * (design @ at)).sum()
    at = np.zeros(design.shape[1])
    for _ in range(200):
        share = 1 / (1 + np.exp(-(design @ at)))
        gradient = penalty * at + design.T @ (share - outcomes)
        hessian = np.diag(penalty) + (design.T * (share * (1 - share))) @ design
        step = np.linalg.solve(hessian, -gradient)
        if np.abs(step).max() < 1e-10:
            return at + step
        step *= min(1, 2 / np.abs(step).max())
        while loss(at + step) > loss(at) * (1 + 1e-12):
            step /= 2
        at = at + step
    raise NotVerified("regressions that did not converge")


def check_regression(report):
    """*Which phenomena go with right wholes*: coefficients; their intervals are drawn."""
    checked = Checked("regression.csv")
    by_system = {}
    for row in read_csv(report.folder / checked.name):
        by_system.setdefault(row["system"], []).append(row)
    for system, rows in by_system.items():
        checked.rows += len(rows)
        kinds = [(run, one) for run in report.by_name[system].runs for one in composition.kinds(report, run).values()
                 if one.all_parts_right is not None]
        if rows[0]["undefined_reason"] and len(rows) == 1:
            checked.not_verified("why a system has no regression")
            continue
        names = [(phenomenon, kind) for phenomenon in report.phenomena for kind in ("present", "solved")]
        table = np.array([column_of(report, run, one) for run, one in kinds], dtype=float)
        outcomes = np.array([one.whole_right for _, one in kinds], dtype=float)
        ones = table.sum(axis=0)
        varying = np.flatnonzero((ones > 0) & (ones < len(kinds)))
        fit = ridge_logistic(table[:, varying], outcomes)
        coefficients = {names[at]: value for at, value in zip(varying, fit[1:])}
        for row in rows:
            name = f"{system}, {row['phenomenon']}, {row['column']}"
            key = row["phenomenon"].replace(";", ","), row["column"]
            checked.number(name, "originals", row["originals"], len(kinds))
            is_intercept = row["column"] == "intercept"
            with_one = len(kinds) if is_intercept else ones[names.index(key)]
            checked.number(name, "originals_with_one", row["originals_with_one"], with_one)
            checked.number(name, "coefficient", row["coefficient"], fit[0] if is_intercept else coefficients.get(key))
            if row["lower"]:
                checked.not_verified("drawn: quantiles of fits to resampled clusters", "intervals")
    return checked


def column_of(report, run, one):
    """Of each phenomenon whether a part has it, and whether all parts that have it are right."""
    found = []
    for phenomenon in report.phenomena:
        parts = [part for part in report.parts[one.original] if phenomenon in report.tags[part]]
        found += [bool(parts), bool(parts) and all(run.right[part] for part in parts)]
    return found

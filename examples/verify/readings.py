"""readings.csv, computed again (docs/composition.md, *Composition claims*)."""

import math

import numpy as np

import composition
import corrections
import strata
from checking import Checked
from counts import GOLD
from differences import Comparison, Sides, Tested, share
from measures import bounds
from own_parts import OwnParts, tested
from report import read_csv
from runs import ByRuns, NoValue
from scores import ends_of_composition, number, within

MARGIN = 0.1


def difference_of_shares(sums):
    return share(sums[..., :2]) - share(sums[..., 2:])


def of_direct_or_composed(report, by_runs, generator):
    """The test of two shares of the same originals; None if they differ on too few."""
    counted = by_runs.vectors
    everything = counted.sum(axis=2)
    direct = np.stack([counted[..., 0] + counted[..., 1], everything], axis=2)
    composed = np.stack([counted[..., 0] + counted[..., 2], everything], axis=2)
    runs = ByRuns(np.concatenate([direct, composed], axis=2))
    sides = Sides(runs.together[None, :, :2], runs.together[None, :, 2:])
    found = Comparison(sides, share, "models", report.level, generator, is_share=True)
    least = max(math.ceil(-math.log2((1 - report.level) * (1 + 1e-9))), 1)
    if not found.tests or found.flipped.effective < least - 1e-9:
        return None
    if report.statistics["question"] == "methods" and runs.runs > 1:
        spread = runs.spread(difference_of_shares)
        found.tests[0].spreads = [(spread, runs.runs)] if spread is not None else []
    return found


def of_carrying_over(report, by_runs):
    """The stratified test; None if there is nothing to test."""
    measure = composition.stratified_difference
    test = strata.Stratified(by_runs.together, by_runs.times, float(measure(by_runs.together.sum(axis=0))))
    if not test.is_possible:
        return None
    spreads = []
    if report.statistics["question"] == "methods":
        try:
            spread = by_runs.spread(measure)
        except NoValue:
            return None
        spreads = [(spread, by_runs.runs)] if spread is not None else []
    test.ends = lambda significance, *_: test.interval(significance)
    return Tested(test, spreads, 1.0)


def check_readings(report):
    checked = Checked("readings.csv")
    rows = read_csv(report.folder / checked.name)
    generator = np.random.default_rng(20_103)
    alpha, correction = 1 - report.level, report.statistics["correction"]
    p = [float(row["p"]) if row["p"] else None for row in rows]
    family = corrections.adjust_family(p, correction, alpha, True)
    originals = report.slices[("all", "")][1]
    for row, (adjusted, level) in zip(rows, family):
        checked.rows += 1
        name = f"{row['system']}, {row['question']}"
        runs, key = report.by_name[row["system"]].runs, row["measure"]
        seen, measure = composition.MEASURES[key]
        by_runs = ByRuns(composition.vectors(report, runs, originals, GOLD, seen))
        sums, width = by_runs.together.sum(axis=0), by_runs.together.shape[1]
        difference = number(measure(sums))
        checked.number(name, "originals", row["originals"], sums.sum() // by_runs.times)
        checked.number(name, "strata", row["strata"], width // 4)
        question, carries = row["question"], row["question"] == "carrying_over"
        if question == "own_parts":
            difference, test, found = of_own_parts(report, row["system"])
            for column, value in found.items():
                check = checked.text if column == "closest" else checked.number
                check(name, column, row[column], value)
            method = test and "jackknife_t"
        elif carries:
            test = of_carrying_over(report, by_runs)
            method = test and test.test.method
        else:
            test = of_direct_or_composed(report, by_runs, generator)
            method = test and ("sign_flip_monte_carlo" if test.is_drawn else "sign_flip_exact")
        checked.number(name, "difference", row["difference"], difference)
        checked.number(name, "p", row["p"], test and test.p)
        checked.text(name, "method", row["method"], method or "")
        checked.number(name, "p_adjusted", row["p_adjusted"], adjusted)
        checked.number(name, "significance", row["significance"], level)
        limits = (-2, 2) if question == "own_parts" else bounds(key)
        not_rejected = lambda level: test and within(test.interval(level, report.statistics["resamples"]), limits)
        interval, at_level = not_rejected(alpha), not_rejected(level)
        against = None
        if carries:
            right = ByRuns(composition.vectors(report, runs, originals, GOLD, "right"))
            asked = report.statistics["question"]
            if right.together.any() and number(composition.MEASURES["whole_right_composed_wrong"][1](right.sums)) is not None:
                against = ends_of_composition(right, "whole_right_composed_wrong", 1 - level, asked)
        for cells, found in (("", interval), ("adjusted_", at_level), ("against_parts_", against)):
            for end, value in zip(("lower", "upper"), found or (None, None)):
                checked.number(name, cells + end, row[cells + end], value)
        control = failed_control(report, row["system"], rows, alpha) if carries else ""
        expected = reading(question, difference, adjusted, alpha, at_level, against, control)
        checked.text(name, "reading", row["reading"], expected)
        checked.text(name, "failed_control", row["failed_control"], control if expected == "right_with_right_parts" else "")
    return checked


def of_own_parts(report, system):
    """Difference, test and what else is written of a system's own parts."""
    own = OwnParts(report, report.by_name[system].runs)
    question = report.statistics["question"]
    closest = None
    others = 0
    for other in report.systems:
        row = against_constant(report, other.name)
        is_above = row is not None and row["difference"] and float(row["difference"]) > 0
        is_control = other.name != system and not other.reads_gold and is_above
        found = own.less(other.runs) if is_control else None
        if found is None:
            continue
        others += 1
        test = tested(found, question)
        p = test.p if test else 1.0
        closeness = -p if found.value > 0 else p - 2, found.value, other.name
        if closest is None or closeness < closest[0]:
            closest = closeness, test
    (_, difference, name), test = closest or ((None, None, ""), None)
    mixed = own.mixed()
    of_mixed = mixed and tested(mixed, question)
    found = {"others": others, "closest": name}
    found["mixed_difference"], found["mixed_p"] = (mixed.value, of_mixed.p) if of_mixed else (None, None)
    return difference, test, found


def against_constant(report, system):
    """The written comparison of a system with the best constant on parts; None if there is none."""
    for row in read_csv(report.folder / "comparisons.csv"):
        if row["family"] == "primary_constants" and row["population"] == "monothematic" and row["system_a"] == system:
            return row
    return None


def failed_control(report, system, rows, alpha):
    """The first control that a system fails, by what is written of the best constant and of its own parts."""
    own = next(row for row in rows if row["system"] == system and row["question"] == "own_parts")
    row = against_constant(report, system)
    if row is None:
        return "not_compared"
    if row["verdict"] != "better":
        return "constant"
    if own["others"] == "0":
        return "no_others"
    if own["reading"] != "own_parts_predict":
        return "others"
    seen = own["mixed_p"] and float(own["mixed_p"]) <= alpha and float(own["mixed_difference"]) > 0
    return "" if seen else "mixed_parts"


def reading(question, difference, p, alpha, interval, against, control):
    """The first condition that holds."""
    excludes_0 = not interval or not interval[0] <= 0 <= interval[1]
    seen = p is not None and p <= alpha and difference is not None and excludes_0
    if question == "own_parts":
        return "own_parts_predict" if seen and difference > 0 else "cannot_tell"
    if question == "direct_or_composed":
        if seen and difference:
            return "better_on_wholes" if difference > 0 else "better_by_parts"
        return "cannot_tell"
    if seen and difference > 0:
        return "right_with_right_parts" if control else "carries_over"
    if interval and -MARGIN <= interval[0] and interval[1] <= MARGIN:
        return "independent_of_parts"
    return "right_for_other_reasons" if against and against[0] > 0.5 else "cannot_tell"

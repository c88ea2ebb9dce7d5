"""Wholes and what the composition rule makes of their parts (docs/composition.md).

Vectors of counts of originals: of the solved table and of direct against composed answers, both properties, the
first alone, the second alone, neither; of composed against direct answers, a square table with a last row and
column of none; of strata, the solved table of each.
"""

import math
from collections import namedtuple
from fractions import Fraction

import numpy as np

from measures import entropy, mutual_information, ratio
from report import JUDGMENTS, column, single, two_way

Kind = namedtuple("Kind", "original gold parts direct whole_right composed composed_right all_parts_right right_parts")


def compose(rule, judgments, task, weights):
    """What judgments on the parts make, None for a part without any; None where they do not decide. The weights of the
    parts matter to weighted rules alone, which count no part with a weight of 0."""
    if isinstance(rule, dict) and "table" in rule:
        return compose_by_table(rule["table"], judgments, task)
    if isinstance(rule, dict) and "weighted" in rule:
        return compose_by_weight(rule["weighted"]["pass-at"], judgments, task, weights)
    number = len(judgments)
    needed = {"all": number, "any": 1}.get(rule) if isinstance(rule, str) else None
    if needed is None:
        needed = max(math.ceil((rule["fraction"] - 1e-9) * number), 1)
    entailed, contradicted = judgments.count("entailment"), judgments.count("contradiction")
    missing, coarse = judgments.count(None), judgments.count("not-entailment")
    if entailed >= needed:
        return "entailment"
    never_entailed = entailed + missing < needed
    if task == "two-way":
        return "not-entailment" if never_entailed else None
    if number - contradicted < needed:
        return "contradiction"
    never_contradicted = number - contradicted - missing - coarse >= needed
    return "unknown" if never_entailed and never_contradicted else None


def compose_by_weight(share, judgments, task, weights):
    """The same label for every way to judge the parts without one, or None."""
    parts = [(judgment, Fraction(weight)) for judgment, weight in zip(judgments, weights) if weight > 0]
    total = sum(weight for _, weight in parts)
    if not parts:
        return None

    def is_enough(labels):
        """Whether the parts that have, or may have, one of the labels have the share."""
        found = sum(weight for judgment, weight in parts if judgment in labels)
        return found > 0 and found >= (Fraction(share) - Fraction(1, 10**9)) * total

    if is_enough(["entailment"]):
        return "entailment"
    may_be_entailed = is_enough(["entailment", None])
    if task == "two-way":
        return None if may_be_entailed else "not-entailment"
    if not is_enough(["entailment", "unknown", "not-entailment", None]):
        return "contradiction"
    return "unknown" if not may_be_entailed and is_enough(["entailment", "unknown"]) else None


def compose_by_table(table, judgments, task):
    """Folded from the first part on; a part without a judgment may have any."""
    of_table = "two-way" if "not-entailment" in table else "three-way"

    def possible(judgment):
        if judgment is None:
            return set(table)
        told = two_way(judgment) if of_table == "two-way" else judgment
        return {told} if told in table else {"unknown", "contradiction"}

    so_far = possible(judgments[0])
    for judgment in judgments[1:]:
        so_far = {table[before][after] for before in so_far for after in possible(judgment)}
    wholes = {None if column(whole, task) is None else (two_way(whole) if task == "two-way" else whole) for whole in so_far}
    return wholes.pop() if len(wholes) == 1 else None


def kind(report, run, original):
    """An original with all of its parts as a run answers them; None if it does not count."""
    parts, task = report.parts[original], report.task
    gold, answer = run.gold[original], run.answers[original]
    if not parts or not gold:
        return None
    agrees = lambda of_gold, judgment: judgment is not None and column(judgment, task) == column(of_gold, task)
    rule, weights = report.settings["composition"], report.weights_of(parts)
    if "weighted" in rule and not any(weights):
        return None
    by_gold = compose(rule, [run.gold[part] or None for part in parts], task, weights)
    if by_gold and not agrees(report.gold_for(original, by_gold), by_gold):
        return None
    if run.system.missing == "skip" and "missing" in [answer] + [run.answers[part] for part in parts]:
        return None
    right = [None if not run.gold[part] else agrees(run.gold[part], single(run.answers[part], task)) for part in parts]
    composed = compose(rule, [single(run.answers[part], task) for part in parts], task, weights)
    of_composed = report.gold_for(original, composed) if composed else None
    direct = single(answer, task)
    direct = direct if direct is None or column(direct, task) is not None else None
    return Kind(
        original=original,
        gold=gold,
        parts=len(parts),
        direct=direct,
        whole_right=agrees(gold, direct),
        composed=composed,
        composed_right=composed is not None and agrees(of_composed, composed),
        all_parts_right=None if None in right else all(right),
        right_parts=None if None in right else sum(right),
    )


def kinds(report, run):
    """The kinds of all originals of a run that count."""
    found = getattr(run, "kinds", None)
    if found is None:
        found = [kind(report, run, original) for original in report.parts]
        run.kinds = {one.original: one for one in found if one is not None}
    return run.kinds


def strata(some, runs):
    """Of each gold judgment the highest number of parts of its strata: neighbouring numbers are merged, from the
    lowest on, until ten originals are together; a rest of fewer joins the stratum before it."""
    numbers = {}
    for one in some:
        if one.all_parts_right is not None:
            key = JUDGMENTS.index(one.gold), one.parts
            numbers[key] = numbers.get(key, 0) + 1
    fewest = 10 * runs

    def merged(rows, are_few):
        found = []
        for gold, parts, number in rows:
            if found and found[-1][0] == gold and are_few(found[-1][2], number):
                found[-1] = gold, parts, found[-1][2] + number
            else:
                found.append((gold, parts, number))
        return found

    rows = [(gold, parts, number) for (gold, parts), number in sorted(numbers.items())]
    rows = merged(merged(rows, lambda before, _: before < fewest), lambda _, rest: rest < fewest)
    return [(gold, parts) for gold, parts, _ in rows]


def cell(first, second):
    return (0 if second else 1) if first else (2 if second else 3)


def place_of(report, seen, ends):
    """The count that an original adds 1 to, as a function of its kind; None if it does not count."""
    none = len(report.labels)
    at = lambda judgment: none if judgment is None else column(judgment, report.task)

    def place(one):
        if seen == "right":
            return cell(one.whole_right, one.composed_right)
        if seen == "agreement":
            return at(one.composed) * (none + 1) + at(one.direct)
        if one.all_parts_right is None:
            return None
        solved = cell(one.all_parts_right, one.whole_right)
        if seen == "solved":
            return solved
        key = JUDGMENTS.index(one.gold), one.parts
        found = next((number for number, end in enumerate(ends) if end >= key), None)
        return None if found is None or ends[found][0] != key[0] else 4 * found + solved

    return place


def vectors(report, runs, originals, gold, seen, is_allowed=None):
    """The vectors of all clusters for each run."""
    allowed = set(int(original) for original in originals)
    of_runs = [
        [one for original, one in kinds(report, run).items() if original in allowed
         and (is_allowed is None or is_allowed(original)) and JUDGMENTS.index(one.gold) in gold]
        for run in runs
    ]
    ends = strata([one for some in of_runs for one in some], len(runs)) if seen == "strata" else []
    width = {"solved": 4, "right": 4, "agreement": (len(report.labels) + 1) ** 2}.get(seen, 4 * max(len(ends), 1))
    place = place_of(report, seen, ends)
    found = np.zeros((len(runs), report.clusters, width), dtype=np.int64)
    for number, some in enumerate(of_runs):
        for one in some:
            at = place(one)
            if at is not None:
                found[number, report.cluster[one.original], at] += 1
    return found


def square(counts):
    """The table of solved or of agreement."""
    side = math.isqrt(counts.shape[-1])
    return counts.reshape(counts.shape[:-1] + (side, side))


def same(counts):
    table = square(counts)
    return np.trace(table[..., :-1, :-1], axis1=-2, axis2=-1)


def expected_consistency(counts):
    table = square(counts)
    total = counts.sum(axis=-1)[..., None]
    shares = ratio(table.sum(axis=-1), total) * ratio(table.sum(axis=-2), total)
    return np.where(total[..., 0] > 0, shares[..., :-1].sum(axis=-1), np.nan)


def composition_kappa(counts):
    table, total = square(counts), counts.sum(axis=-1)
    margins = table.sum(axis=-1)[..., :-1], table.sum(axis=-2)[..., :-1]
    certain = ((margins[0] == total[..., None]) & (margins[1] == total[..., None])).any(axis=-1)
    chance = expected_consistency(counts)
    return np.where(certain, np.nan, (ratio(same(counts), total) - chance) / (1 - chance))


def four(counts):
    """Both, the first alone, the second alone, neither."""
    return counts[..., 0], counts[..., 1], counts[..., 2], counts[..., 3]


def solved_difference(counts):
    both, first, second, neither = four(counts)
    return ratio(both, both + first) - ratio(second, second + neither)


def stratified_difference(counts):
    strata_counts = counts.reshape(counts.shape[:-1] + (-1, 4))
    both, first, second, neither = four(strata_counts)
    m, n = both + first, second + neither
    weights = np.where((m > 0) & (n > 0), ratio(m * n, m + n), 0.0)
    differences = np.where(weights > 0, solved_difference(strata_counts), 0.0)
    return ratio((weights * differences).sum(axis=-1), weights.sum(axis=-1))


def odds_ratio(counts):
    both, first, second, neither = four(counts)
    constant = (both + first == 0) | (second + neither == 0) | (both + second == 0) | (first + neither == 0)
    half = np.where((counts == 0).any(axis=-1), 0.5, 0.0)
    found = (both + half) * (neither + half) / ((first + half) * (second + half))
    return np.where(constant, np.nan, found)


def expected_without_both(counts, is_first):
    """The share of the originals with one property that would lack the other, if both were independent within
    strata."""
    both, first, second, neither = four(counts.reshape(counts.shape[:-1] + (-1, 4)))
    total = both + first + second + neither
    together = np.where(total > 0, (both + first) * (both + second) / np.where(total > 0, total, 1), 0).sum(axis=-1)
    having = (both + first if is_first else both + second).sum(axis=-1)
    return np.where(having > 0, np.clip(1 - ratio(together, having), 0, 1), np.nan)


def share_of(numerator, denominator):
    """A share of originals, as its two counts."""
    return lambda counts: (sum(counts[..., at] for at in numerator), sum(counts[..., at] for at in denominator))


def value(shares):
    return lambda counts: ratio(*shares(counts))


SHARES = {
    "composed_accuracy": share_of([0, 2], [0, 1, 2, 3]),
    "composition_consistency": lambda counts: (same(counts), counts.sum(axis=-1)),
    "compositionality_gap": share_of([1], [0, 1]),
    "whole_right_part_wrong": share_of([2], [0, 2]),
    "whole_right_composed_wrong": share_of([1], [0, 1]),
}
DIFFERENCES = {
    "direct_minus_composed": (share_of([0, 1], [0, 1, 2, 3]), share_of([0, 2], [0, 1, 2, 3])),
    "solved_difference": (share_of([0], [0, 1]), share_of([2], [2, 3])),
}
# Each measure with the counts that it is a function of.
MEASURES = {
    "composed_accuracy": ("right", value(SHARES["composed_accuracy"])),
    "direct_minus_composed": ("right", lambda counts: np.subtract(*(value(of)(counts) for of in DIFFERENCES["direct_minus_composed"]))),
    "composition_consistency": ("agreement", value(SHARES["composition_consistency"])),
    "expected_composition_consistency": ("agreement", expected_consistency),
    "composition_kappa": ("agreement", composition_kappa),
    "solved_difference": ("solved", solved_difference),
    "stratified_solved_difference": ("strata", stratified_difference),
    "solved_odds_ratio": ("solved", odds_ratio),
    "solved_information": ("solved", lambda counts: mutual_information(square(counts))),
    "solved_information_p_value": ("solved", None),
    "compositionality_gap": ("solved", value(SHARES["compositionality_gap"])),
    "expected_compositionality_gap": ("strata", lambda counts: expected_without_both(counts, True)),
    "whole_right_part_wrong": ("solved", value(SHARES["whole_right_part_wrong"])),
    "expected_whole_right_part_wrong": ("strata", lambda counts: expected_without_both(counts, False)),
    "whole_right_composed_wrong": ("right", value(SHARES["whole_right_composed_wrong"])),
}


def solved_entropy(counts):
    """H of whether all parts are right, the gold of the solved table."""
    return entropy(square(counts).sum(axis=-1))

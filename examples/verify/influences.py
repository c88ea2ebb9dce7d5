"""The influences of clusters on measures of rankings (docs/statistics.md, *Influence*): the derivatives in the weights of
pairs, of tied pairs the mean over all their orders."""

import math

import numpy as np

import forecasts
import rankings
from distributions import student_quantile, student_upper_tail
from intervals import Sizes, tail
from runs import Spread

MEASURES = {
    "average_precision",
    "average_precision_step",
    "average_precision_proceedings",
    "confidence_weighted_score",
    "auroc",
} | forecasts.MEASURES


def part(some, whole):
    return some / whole if some > 0 and whole > 0 else 0.0


def slopes_of_all_ranks(before, marked_before, pairs, marked):
    """Of the mean precision over all ranks: for an unmarked and a marked pair of the group, and of an earlier one."""
    own, earlier = [0.0, 0.0], [0.0, 0.0]
    for place in range(pairs):
        rank = before + place + 1
        precision = (marked_before + (place + 1) * marked / pairs) / rank
        for mark in (0, 1):
            of_pair = (marked_before + mark + place * part(marked - mark, pairs - 1)) / rank
            own[mark] += (of_pair + (place + 1) * (mark - of_pair) / rank) / pairs
        earlier[0] -= precision / rank
        earlier[1] += (1 - precision) / rank
    return own, earlier


def slopes_of_marked_ranks(before, marked_before, pairs, marked):
    """The same over the ranks of marked pairs alone."""
    own, earlier = [0.0, 0.0], [0.0, 0.0]
    for place in range(pairs):
        rank = before + place + 1
        precision = (marked_before + 1 + place * part(marked - 1, pairs - 1)) / rank
        own[1] += (precision + (1 - precision) / rank) / pairs
        for mark in (0, 1) if place else ():
            others = (place - 1) * part(marked - mark - 1, pairs - 2)
            of_pair = (marked_before + mark + 1 + others) / rank
            own[mark] += place / pairs * part(marked - mark, pairs - 1) * (mark - of_pair) / rank
        earlier[0] -= marked / pairs * precision / rank
        earlier[1] += marked / pairs * (1 - precision) / rank
    return own, earlier


def slopes_of_groups(before, marked_before, pairs, marked):
    """The same of the precision down to the end of each group."""
    everything = before + pairs
    precision = (marked_before + marked) / everything
    earlier = [-marked / everything * precision, marked / everything * (1 - precision)]
    return [earlier[0], earlier[1] + precision], earlier


# The slopes, and how much an unmarked and a marked pair count in the divisor.
OF_MEASURES = {
    "average_precision": (slopes_of_marked_ranks, (0, 1)),
    "average_precision_step": (slopes_of_groups, (0, 1)),
    "average_precision_proceedings": (slopes_of_all_ranks, (1, 1)),
    "confidence_weighted_score": (slopes_of_all_ranks, (1, 1)),
}


def of_run(report, run, key, rows):
    """The value of a run, the influence of each cluster, and the ranked pairs; LookupError without such a ranking."""
    pairs = rows[run.counts[rows]]
    if key in forecasts.MEASURES:
        return added_up(report, *forecasts.influences(report, run, key, pairs))
    if key == "auroc":
        return added_up(report, *of_auroc(run, pairs))
    by_confidence = key == "confidence_weighted_score"
    groups = rankings.groups(run, pairs, None if by_confidence else "entailment")
    is_marked = (lambda pair: bool(run.right[pair])) if by_confidence else (lambda pair: run.gold[pair] == "entailment")
    slopes_of, divisor = OF_MEASURES[key]
    before = marked_before = 0
    slopes = []
    for group in groups:
        marked = sum(map(is_marked, group))
        slopes.append(slopes_of(before, marked_before, len(group), marked))
        before, marked_before = before + len(group), marked_before + marked
    of_pairs, later = {}, [0.0, 0.0]
    for group, (own, earlier) in zip(reversed(groups), reversed(slopes)):
        of_pairs.update({pair: own[is_marked(pair)] + later[is_marked(pair)] for pair in group})
        later = [later[mark] + earlier[mark] for mark in (0, 1)]
    weight = sum(divisor[is_marked(pair)] for pair in of_pairs)
    if weight == 0:
        raise LookupError
    value = sum(of_pairs.values()) / weight
    found = np.zeros(report.clusters)
    for pair, slope in of_pairs.items():
        found[report.cluster[pair]] += (slope - value * divisor[is_marked(pair)]) / weight
    return value, found, sorted(of_pairs)


def of_auroc(run, pairs):
    """AUROC, and the influence of each pair by its placement value (docs/statistics.md)."""
    groups = rankings.groups(run, pairs, "entailment")
    is_marked = lambda pair: run.gold[pair] == "entailment"
    counted = [(len(group), sum(map(is_marked, group))) for group in groups]
    value = rankings.auroc(counted)
    if math.isnan(value):
        raise LookupError
    positive = sum(marked for _, marked in counted)
    negative = sum(pairs for pairs, _ in counted) - positive
    found, before, others_before = {}, 0, 0
    for group, (size, marked) in zip(groups, counted):
        others = size - marked
        for pair in group:
            if is_marked(pair):
                found[pair] = ((negative - others_before - others / 2) / negative - value) / positive
            else:
                found[pair] = ((before + marked / 2) / positive - value) / negative
        before, others_before = before + marked, others_before + others
    return value, found


def added_up(report, value, of_pairs):
    """A value, the influence of each cluster, and the pairs."""
    found = np.zeros(report.clusters)
    for pair, influence in of_pairs.items():
        found[report.cluster[pair]] += influence
    return value, found, sorted(of_pairs)


class Influences:
    """Those of the runs of one system."""

    def __init__(self, report, runs, key, rows):
        found = [of_run(report, run, key, rows) for run in runs]
        self.runs, self.values = len(runs), np.array([value for value, _, _ in found])
        self.of_runs, self.pairs = np.stack([of_clusters for _, of_clusters, _ in found]), [pairs for _, _, pairs in found]
        numbers = [report.cluster[pair] for pairs in self.pairs for pair in pairs]
        self.sizes = np.bincount(numbers, minlength=report.clusters)
        self.value = float(self.values.mean())

    def spread(self, here):
        """How the value varies with the runs; None for one run, or runs that rank alike."""
        if self.runs == 1:
            return None
        clusters = int(here.sum())
        apart = self.of_runs[:, here] - self.of_runs[:, here].mean(axis=0)
        totals, squares = apart.sum(axis=1), (apart**2).sum(axis=1)
        centred = squares - totals**2 / clusters
        centred = np.where(centred > 1e-12 * squares, centred, 0.0).sum()
        if centred == 0 and (self.values == self.values[0]).all():
            return None
        of_clusters = clusters / (clusters - 1) * centred / (self.runs - 1)
        return Spread(self.runs, float(self.values.var(ddof=1)), float(of_clusters))


class InfluenceTest:
    """Student's t of one value, or of the difference of two, over the influences of clusters."""

    draws = None

    def __init__(self, first, second=None):
        sizes = Sizes(first.sizes)
        self.here, self.is_possible = first.sizes > 0, sizes.are_enough
        if not self.is_possible:
            return
        influences = first.of_runs.mean(axis=0) - (0 if second is None else second.of_runs.mean(axis=0))
        influences, number = influences[self.here], sizes.clusters
        squares = (influences**2).sum()
        centred = squares - influences.sum() ** 2 / number
        centred = centred if centred > 1e-12 * squares else 0.0
        self.estimate = first.value - (0 if second is None else second.value)
        self.error = math.sqrt(number / (number - 1) * centred)
        kurtosis = number * (influences**4).sum() / squares**2 if squares > 0 else 1.0
        self.freedom = max(min(sizes.effective - 1, 2 * number / max(kurtosis - 1, 1e-300)), 1.0)

    @property
    def p(self):
        return min(2 * student_upper_tail(abs(self.estimate) / self.error, self.freedom), 1.0) if self.error > 0 else 1.0

    def ends(self, significance, *_):
        if not self.error > 0:
            return None
        reach = student_quantile(1 - significance / 2, min(self.freedom, 1e6)) * self.error
        return self.estimate - reach, self.estimate + reach


def interval(influences, question, level, bounds=(0, 1)):
    """On Fisher's scale of the bounds, widened for runs; None if it does not exist."""
    test = InfluenceTest(influences)
    if not test.is_possible:
        return None
    least, most = bounds
    width = most - least
    value, error = 2 * (test.estimate - least) / width - 1, 2 * test.error / width
    room = 1 - value * value
    if error < 1e-10 or room < 1e-10:
        return None
    half = student_quantile(1 - tail(level), test.freedom) * error / room
    low, high = (least + (math.tanh(math.atanh(value) + sign * half) + 1) / 2 * width for sign in (-1, 1))
    spread = influences.spread(test.here) if question == "methods" else None
    if spread is None:
        return low, high
    square = spread.square(influences.runs, 1 - level)
    reach = lambda distance: math.sqrt(max(distance, 0) ** 2 + square)
    centre = test.estimate
    return max(centre - reach(centre - low), least), min(centre + reach(high - centre), most)

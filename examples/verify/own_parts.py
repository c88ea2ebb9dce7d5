"""Do a system's own parts predict its originals better than the parts of other systems do (docs/composition.md)?"""

import numpy as np

from composition import cell, kinds, strata
from differences import Tested
from influences import InfluenceTest, Influences
from report import JUDGMENTS


def terms(counts):
    """Numerator and weight of each stratum."""
    both, first, second, neither = (counts[..., at] for at in range(4))
    m, n = both + first, second + neither
    varies = (m > 0) & (n > 0)
    divide = lambda one, other: one / np.where(varies, other, 1)
    weight = np.where(varies, divide(m * n, m + n), 0.0)
    return weight * (divide(both, m) - divide(second, n)), weight


class Jackknifed(Influences):
    """A value of the runs of a system with the influences of clusters on it."""

    def __init__(self, of_runs, sizes):
        self.runs, self.values = len(of_runs), np.array([value for value, _ in of_runs])
        self.of_runs, self.sizes = np.stack([influences for _, influences in of_runs]), sizes
        self.value = float(self.values.mean())


class OwnParts:
    """The decomposed originals as a system predicts them."""

    def __init__(self, report, runs):
        self.report, self.runs = report, runs
        of_runs = [kinds(report, run) for run in runs]
        self.ends = strata([one for found in of_runs for one in found.values()], len(runs))
        self.here = np.zeros(report.clusters, dtype=bool)
        for found in of_runs:
            for original in found:
                self.here[report.cluster[original]] = True
        joint = set(original for run in self.all_runs() for original in kinds(report, run))
        self.sizes = np.bincount([report.cluster[original] for original in joint], minlength=report.clusters) * self.here

    def all_runs(self):
        return [run for system in self.report.systems for run in system.runs]

    def difference(self, wholes, parts, is_mixed):
        """The difference within strata and the influence of each cluster; None if there is none."""
        report = self.report
        counts = np.zeros((report.clusters, len(self.ends), 4))
        of_parts = kinds(report, parts)
        for original, whole in kinds(report, wholes).items():
            one = of_parts.get(original)
            if one is None or one.all_parts_right is None or whole.all_parts_right is None:
                continue
            if is_mixed and (one.parts < 2 or one.right_parts == 0):
                continue
            key = JUDGMENTS.index(whole.gold), whole.parts
            stratum = next((number for number, end in enumerate(self.ends) if end >= key), None)
            if stratum is not None and self.ends[stratum][0] == key[0]:
                counts[report.cluster[original], stratum, cell(one.all_parts_right, whole.whole_right)] += 1
        everything = counts.sum(axis=0)
        difference, weight = (found.sum() for found in terms(everything))
        if weight <= 0:
            return None
        value = difference / weight
        without, weights = (found.sum(axis=1) for found in terms(everything - counts[self.here]))
        values = np.where(weights > 1e-9, without / np.where(weights > 1e-9, weights, 1), value)
        influences = np.zeros(report.clusters)
        influences[self.here] = (len(values) - 1) / len(values) * (values.mean() - values)
        return value, influences

    def less(self, other):
        """The difference by own parts less that by those of another system; None if one of them has no value."""
        of_runs = []
        for run in self.runs:
            own = self.difference(run, run, False)
            found = [one for one in (self.difference(run, parts, False) for parts in other) if one]
            if own is None or not found:
                return None
            mean = [sum(one[at] for one in found) / len(found) for at in (0, 1)]
            of_runs.append((own[0] - mean[0], own[1] - mean[1]))
        # The same parts are no others.
        if all(value == 0 and not influences.any() for value, influences in of_runs):
            return None
        return Jackknifed(of_runs, self.sizes)

    def mixed(self):
        of_runs = [self.difference(run, run, True) for run in self.runs]
        return None if None in of_runs else Jackknifed(of_runs, self.sizes)


def tested(influences, question):
    """The test, with the spread of the runs if methods are asked about; None if there are too few clusters."""
    test = InfluenceTest(influences)
    if not test.is_possible:
        return None
    spread = influences.spread(test.here) if question == "methods" else None
    return Tested(test, [] if spread is None else [(spread, influences.runs)], 1.0)

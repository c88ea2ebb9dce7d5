"""Are two properties of originals independent within strata? (docs/composition.md, *The solved table*)."""

import math

import numpy as np

from distributions import (
    chi_squared_upper_tail,
    hypergeometric,
    normal_cdf,
    normal_quantile,
    student_quantile,
    student_upper_tail,
)
from intervals import Sizes

EXACT = 4_000


def independence(strata):
    """The two-sided p and how it is found; strata are rows of both, the first alone, the second alone, neither.
    None if each has a constant property."""
    strata = [[int(count) for count in stratum] for stratum in strata]
    first = [both + alone for both, alone, _, _ in strata]
    second = [both + alone for both, _, alone, _ in strata]
    totals = [sum(stratum) for stratum in strata]
    values = sum(min(a, b) - max(a + b - n, 0) for a, b, n in zip(first, second, totals))
    if values == 0:
        return None
    if values > EXACT:
        score = sum(stratum[0] - a * b / n for stratum, a, b, n in zip(strata, first, second, totals) if n > 1)
        variance = sum(a * (n - a) * b * (n - b) / (n * n * (n - 1)) for a, b, n in zip(first, second, totals) if n > 1)
        return chi_squared_upper_tail(score * score / variance, 1), "mantel_haenszel"
    distribution, observed = np.ones(1), 0
    for stratum, a, b, n in zip(strata, first, second, totals):
        least, probabilities = hypergeometric(n, a, b)
        distribution = np.convolve(distribution, probabilities)
        observed += stratum[0] - least
    limit = distribution[observed] * (1 + 1e-7)
    return min(float(distribution[distribution <= limit].sum()), 1.0), "exact_conditional"


class Stratified:
    """The test of a difference of two shares within strata, and the differences that it does not reject: the score of a
    difference, with the shares of each stratum fitted to it (Miettinen and Nurminen 1985), by the variance of
    independent pairs or by that between clusters (Liang 1985; Begg 1999). None of it if a stratum tells nothing."""

    def __init__(self, vectors, times, difference):
        self.strata = vectors.sum(axis=0).reshape(-1, 4)
        sizes = Sizes(vectors.sum(axis=1), times)
        test = independence(self.strata)
        self.is_possible = test is not None and not math.isnan(difference)
        if not self.is_possible:
            return
        self.estimate, self.exact, self.clusters, self.freedom = difference, None, None, math.inf
        if sizes.largest <= 1 and times == 1:
            self.exact, self.method = test
            return
        self.method, self.clusters = "mantel_haenszel_clustered", vectors.reshape(len(vectors), -1, 4)
        self.freedom = max(sizes.effective - 1, 1.0)
        self.is_possible = sizes.are_enough and self.score(0.0) is not None

    def score(self, difference):
        """In standard errors; None if it does not vary."""
        both, first, second, neither = self.strata.T.astype(float)
        m, n = both + first, second + neither
        used = (m > 0) & (n > 0)
        both, second, m, n = both[used], second[used], m[used], n[used]
        everything, weights = m + n, m * n / (m + n)
        q = np.array([restricted(*stratum, difference) for stratum in zip(both, m, second, n)])
        p = q + difference
        score = (weights * (both / m - second / n - difference)).sum()
        if self.clusters is None:
            variances = (p * (1 - p) / m + q * (1 - q) / n) * everything / (everything - 1)
            variance = (weights**2 * variances).sum()
        else:
            a, b, c, d = np.moveaxis(self.clusters[:, used], -1, 0)
            changes = (n / everything * (a - (a + b) * p) - m / everything * (c - (c + d) * q)).sum(axis=1)
            number = len(self.clusters)
            variance = number / (number - 1) * (changes**2).sum()
        if not variance > 0 and score == 0:
            return None
        return score / math.sqrt(variance) if variance > 0 else math.copysign(math.inf, score)

    @property
    def p(self):
        score = self.score(0.0)
        if score is None:
            found = 1.0
        elif self.clusters is None:
            found = 2 * normal_cdf(-abs(score))
        else:
            found = 2 * student_upper_tail(abs(score), self.freedom)
        return min(max(found, self.exact or 0.0), 1.0)

    @property
    def error(self):
        low, high = self.interval(0.05)
        return (high - low) / (2 * normal_quantile(0.975))

    def interval(self, significance):
        p = 1 - significance / 2
        critical = normal_quantile(p) if self.clusters is None else student_quantile(p, self.freedom)

        def holds(difference):
            score = self.score(difference)
            return score is None or abs(score) <= critical

        rejects_none = self.p <= significance

        def end(limit):
            beyond = 0.0 if rejects_none and self.estimate * limit < 0 else limit
            if beyond != 0 and holds(beyond):
                return beyond
            return bisect_outwards(holds, self.estimate, beyond)

        low, high = end(-1.0), end(1.0)
        return (low, high) if rejects_none else (min(low, 0.0), max(high, 0.0))


def bisect_outwards(holds, inner, outer):
    """The farthest point from `inner` towards `outer` that holds."""
    for _ in range(60):
        middle = (inner + outer) / 2
        inner, outer = (middle, outer) if holds(middle) else (inner, middle)
    return inner


def restricted(x, m, y, n, d):
    """The likeliest share q of y of n if the share of x of m is q + d (Miettinen and Nurminen 1985, appendix 1)."""
    everything, right = m + n, x + y
    square = ((m + 2 * n) * d - everything - right) / (3 * everything)
    linear = ((n * d - everything - 2 * y) * d + right) / (3 * everything)
    constant = y * d * (1 - d) / (2 * everything)
    c = square**3 - 1.5 * linear * square + constant
    b = math.copysign(math.sqrt(max(square * square - linear, 0.0)), c)
    q = -square
    if b != 0:
        angle = (math.pi + math.acos(min(max(c / b**3, -1.0), 1.0))) / 3
        q = 2 * b * math.cos(angle) - square
    return min(max(q, max(-d, 0.0)), min(1 - d, 1.0))

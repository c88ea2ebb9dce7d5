"""Intervals (docs/statistics.md, *Intervals*). Each takes the vectors of the clusters that have a count,
and returns the two ends, or None where there is no interval."""

import math

import numpy as np

from distributions import beta_quantile, noncentrality_at, normal_cdf, normal_quantile, student_quantile

FEWEST_CLUSTERS = 10


def tail(level):
    return (1 - level) / 2


class Share:
    """A share of pairs with Agresti and Coull's interval at the effective number of pairs (*Effective number*),
    and how it moves with each cluster."""

    def __init__(self, right, pairs, level, times=1, unit=1.0):
        # Several runs answer the same pairs: each counts once, and is right in a share of the runs. Where that is 0 or 1,
        # as of runs that answer alike, they tell as much as one run.
        answers_a_pair = times if (right % times).any() else 1
        right, pairs = right * unit / times, pairs * unit / times
        total, squares = pairs.sum(), (pairs**2).sum()
        self.is_defined = total > 0
        if not self.is_defined:
            return
        self.estimate = right.sum() / total
        self.influences = (right - self.estimate * pairs) / total
        answers = total * answers_a_pair
        number = total if squares <= total and answers_a_pair == 1 else self.effective(right, pairs, level, answers)
        z = normal_quantile(1 - tail(level))
        more = number + z * z
        centre = (self.estimate * number + z * z / 2) / more
        half = z * math.sqrt(centre * (1 - centre) / more)
        self.ends = max(centre - half, 0.0), min(centre + half, 1.0)

    def effective(self, right, pairs, level, answers):
        p, total = self.estimate, pairs.sum()
        least = min(total**2 / (pairs**2).sum(), total)
        if p <= 0 or p >= 1 or least < 1.5:
            return least
        count = (pairs > 0).sum()
        residuals = (right - p * pairs) / np.maximum(1 - pairs / total, np.finfo(float).eps) / total
        variance = (count - 1) / count * (residuals**2).sum()
        design_effect = max(variance / (p * (1 - p) / (total - 1)), total / answers)
        z_by_t = normal_quantile(1 - tail(level)) / student_quantile(1 - tail(level), least - 1)
        return min(max(total / design_effect * z_by_t**2, least), answers)


class Recovered:
    """A figure made of shares, with its interval and how it moves with each cluster."""

    def __init__(self, estimate, ends, influences):
        self.estimate, self.ends, self.influences = estimate, ends, influences


def correlation(one, other, clusters):
    """That of the changes that clusters make, times 1 - 2/K for K clusters."""
    scale = math.sqrt((one**2).sum() * (other**2).sum())
    if scale <= 0:
        return 0.0
    return min(max((one * other).sum() / scale, -1.0), 1.0) * max(1 - 2 / clusters, 0.0)


def ratio_of_shares(numerator, denominator, clusters):
    """MOVER-R (Donner and Zou 2012, equation 9); None where the divisor may be 0."""
    p, q = numerator.estimate, denominator.estimate
    (low, high), (q_low, q_high) = numerator.ends, denominator.ends
    if q <= 0 or q_low < 1e-9:
        return None
    r = correlation(numerator.influences, denominator.influences, clusters)
    below = low * (2 * p - low)
    a = p * q - r * (p - low) * (q_high - q)
    root = math.sqrt(max(a * a - below * q_high * (2 * q - q_high), 0))
    lower = below / (a + root) if a + root > 0 else 0.0
    b = p * q - r * (high - p) * (q - q_low)
    divisor = q_low * (2 * q - q_low)
    root = math.sqrt(max(b * b - high * (2 * p - high) * divisor, 0))
    estimate = p / q
    ends = min(max(lower, 0.0), estimate), max((b + root) / divisor, estimate)
    return Recovered(estimate, ends, (numerator.influences - estimate * denominator.influences) / q)


def difference_of(first, second, clusters):
    """MOVER (Zou and Donner 2008)."""
    r = correlation(first.influences, second.influences, clusters)
    joined = lambda a, b: math.sqrt(max(a * a + b * b - 2 * r * a * b, 0))
    difference = first.estimate - second.estimate
    (low, high), (other_low, other_high) = first.ends, second.ends
    return (
        difference - joined(first.estimate - low, other_high - second.estimate),
        difference + joined(high - first.estimate, second.estimate - other_low),
    )


def sizes_between(ends):
    """The sizes of the values between two ends."""
    low, high = ends
    one, other = abs(low), abs(high)
    return (0.0 if low <= 0 <= high else min(one, other)), max(one, other)


class Sizes:
    """The pairs of clusters; of several runs, which all answer them, each pair once."""

    def __init__(self, pairs, times=1):
        self.clusters = int((pairs > 0).sum())
        self.pairs = -(-int(pairs.sum()) // times)
        self.largest = -(-int(pairs.max(initial=0)) // times)
        self.squares = float(((pairs / times) ** 2).sum())
        self.times = times

    @property
    def effective(self):
        """The number of clusters of equal size that tell as much (Kish 1965)."""
        return self.pairs**2 / self.squares if self.squares > 0 else 0.0

    @property
    def are_enough(self):
        return self.clusters >= FEWEST_CLUSTERS and self.effective >= FEWEST_CLUSTERS / 2


def jackknife(vectors, measure, lowest, highest, sizes, level):
    """Student's t over the clusters left out one by one, on Fisher's scale."""
    if not sizes.are_enough:
        return None
    scaled = lambda value: 2 * (value - lowest) / (highest - lowest) - 1
    sums = vectors.sum(axis=0)
    value = float(scaled(measure(sums)))
    without = scaled(measure(sums - vectors))
    without = without[~np.isnan(without)]
    count = len(without)
    deviations = without - without.mean() if count else without
    squares, fourths = (deviations**2).sum(), (deviations**4).sum()
    error = math.sqrt((count - 1) / count * squares) if count else math.nan
    room = 1 - value * value
    if math.isnan(value) or math.isnan(error) or error < 1e-10 or room < 1e-10:
        return None
    kurtosis = count * fourths / squares**2
    of_variance = 2 * count / max(kurtosis - 1, 1e-300)
    freedom = max(min(sizes.effective - 1, of_variance), 1.0)
    half = student_quantile(1 - tail(level), freedom) * error / room
    end = lambda z: lowest + (math.tanh(z) + 1) / 2 * (highest - lowest)
    return end(math.atanh(value) - half), end(math.atanh(value) + half)


def equal(one, other):
    return abs(one - other) <= 1e-12 * max(abs(one), 1)


def expanded_tail(level, clusters):
    """The tail of the normal interval that is as wide as Student's t of these clusters (Hesterberg 2015)."""
    t = student_quantile(1 - tail(level), clusters - 1)
    return normal_cdf(-t * math.sqrt(clusters / (clusters - 1)))


def divergence(vectors, measure, whole, sizes, level):
    """The inverted noncentral chi-squared distribution of a divergence. `whole` is: pairs, the value without any
    divergence, the value where everything is told, the highest distance, degrees of freedom, bits of divergence
    that are 1 of the figure."""
    number, none, full, most, freedom, bits = whole
    number /= sizes.times
    sums = vectors.sum(axis=0)
    value = float(measure(sums))
    if freedom == 0 or math.isnan(value) or equal(value, full) or not sizes.are_enough:
        return None
    clusters = sizes.clusters
    # The derivative in the counts of each cluster: sums are multiplied up, so that a cluster is a small change.
    times = -(-200_000 // max(int(sums.sum()), 1))
    changes = (measure(sums * times + vectors) - measure(sums * times - vectors)) / 2 * times
    variance = clusters / (clusters - 1) * float((changes**2).sum())
    observed = abs(value - none)
    independent = 1 / (2 * number * math.log(2) * bits)
    if observed > 1e-12 and variance > 0:
        weight = min(10 * (freedom + 2) * independent / observed, 1)
        scale = max(variance / (4 * observed), weight * independent)
    else:
        scale = independent * sizes.squares / number
    scale *= clusters / max(clusters - 1 - freedom, clusters / 4)
    outside = expanded_tail(level, clusters)
    near = min(scale * noncentrality_at(freedom, observed / scale, 1 - outside), most)
    far = min(scale * noncentrality_at(freedom, max(observed / scale, freedom), outside), most)
    near, far = min(near, observed), max(far, observed)
    return (none - far, none - near) if none > 0 else (near, far)


def odds_ratio(vectors, sizes, level):
    """The logarithm of the odds ratio, a half added to each count (Gart 1966; Agresti 1999)."""
    sums = vectors.sum(axis=0)
    both, first, second, neither = (int(count) for count in sums)
    if min(both + first, second + neither, both + second, first + neither) == 0 or not sizes.are_enough:
        return None
    counts = sums / sizes.times + 0.5
    centre = math.log(counts[0] * counts[3] / (counts[1] * counts[2]))
    independent = (1 / counts).sum()
    if sizes.largest <= 1 and sizes.times == 1:
        design_effect, quantile = 1.0, normal_quantile(1 - tail(level))
    else:
        changes = (vectors / sizes.times * np.array([1, -1, -1, 1]) / counts).sum(axis=1)
        single = ((counts - 0.5) / counts**2).sum()
        number = sizes.clusters
        design_effect = max(number / (number - 1) * (changes**2).sum() / single, 1.0)
        quantile = student_quantile(1 - tail(level), max(sizes.effective - 1, 1.0))
    half = quantile * math.sqrt(design_effect * independent)
    return math.exp(centre - half), math.exp(centre + half)


def beta_interval(mean, variance, level):
    """The interval of the Beta distribution with a mean and a variance."""
    concentration = min(max(mean * (1 - mean) / variance - 1, 1e-3), 1e12)
    a, b = mean * concentration, (1 - mean) * concentration
    return min(beta_quantile(a, b, tail(level)), mean), max(beta_quantile(a, b, 1 - tail(level)), mean)

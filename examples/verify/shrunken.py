"""Shrunken accuracies (docs/statistics.md, *Intervals*; `phenom measures shrunken_accuracy`).

The accuracies of the phenomena of a category follow a Beta distribution with mean m and intra-class correlation r,
both uniform beforehand: the posterior means and variances are integrals over m and r. They are taken by the
trapezoidal rule over the logits of both, which converges exponentially, with twice as many points until nothing
changes.
"""

import math

import numpy as np

from intervals import beta_interval

NEGLIGIBLE, SMALL, MOST = -36.0, 1e-12, 1024


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def rising(x, counts):
    """The sum over some counts of the logarithms of x (x + 1) ... (x + count - 1)."""
    total = np.zeros_like(x)
    for step in range(max(counts, default=0)):
        total += sum(count > step for count in counts) * np.log(x + step)
    return total


def logarithms(right, pairs, x, y):
    """The logarithm of the posterior density of the logits of m and r."""
    concentration = np.exp(-y)  # (1 - r) / r
    wrong = [n - k for k, n in zip(right, pairs)]
    of_answers = rising(np.outer(sigmoid(x), concentration), right)
    of_answers += rising(np.outer(sigmoid(-x), concentration), wrong)
    jacobian = np.log(sigmoid(x) * sigmoid(-x))[:, None] + np.log(sigmoid(y) * sigmoid(-y))[None, :]
    return of_answers - rising(concentration, pairs)[None, :] + jacobian


def box(right, pairs):
    """The logits beyond which the posterior has nothing."""
    ends = [(-45.0, 45.0), (-45.0, 45.0)]
    for _ in range(6):
        grids = [np.linspace(*of_axis, 121) for of_axis in ends]
        found = logarithms(right, pairs, *grids)
        here = found > found.max() + NEGLIGIBLE
        for axis in (0, 1):
            kept = np.flatnonzero(here.any(axis=1 - axis))
            grid, step = grids[axis], grids[axis][1] - grids[axis][0]
            ends[axis] = grid[kept[0]] - step, grid[kept[-1]] + step
    return ends


def posterior(right, pairs, points, ends):
    """Of each phenomenon the mean and the variance of its accuracy."""
    x, y = (np.linspace(*of_axis, points) for of_axis in ends)
    found = logarithms(right, pairs, x, y)
    weights = np.exp(found - found.max())
    weights /= weights.sum()
    m, concentration = sigmoid(x)[:, None], np.exp(-y)[None, :]
    moments = []
    for k, n in zip(right, pairs):
        alpha, both = k + m * concentration, n + concentration
        mean = (weights * alpha / both).sum()
        square = (weights * alpha / both * (alpha + 1) / (both + 1)).sum()
        moments.append((mean, square - mean**2))
    return np.array(moments)


def estimates(right, pairs, level):
    """Of each phenomenon of a category the estimate and its interval; None if no prior can be fitted."""
    known = [(k, n) for k, n in zip(right, pairs) if n > 0]
    if len(known) < 2 or sum(k for k, _ in known) in (0, sum(n for _, n in known)):
        return None
    of_known = [k for k, _ in known], [n for _, n in known]
    ends = box(*of_known)
    points, before = 64, None
    while True:
        moments = posterior(*of_known, points, ends)
        if points >= MOST or before is not None and np.abs(moments - before).max() < SMALL:
            break
        points, before = 2 * points, moments
    found = [(float(mean), beta_interval(float(mean), float(variance), level)) for mean, variance in moments]
    of_pairs = dict(zip(known, found))
    return [of_pairs.get((k, n)) for k, n in zip(right, pairs)]

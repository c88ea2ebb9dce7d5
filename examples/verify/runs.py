"""Systems of several runs (docs/statistics.md, *Several runs*): runs answer the same pairs, so that their answers are
no further pairs; and if methods are asked about, runs are a sample of what other seeds would give."""

import math

import numpy as np

from distributions import student_quantile

FINE = 100_000


class NoValue(Exception):
    """A measure has no value for a single run."""


class ByRuns:
    """The vectors of the clusters of a system, run by run."""

    def __init__(self, vectors):
        self.vectors = vectors[:, vectors.any(axis=(0, 2))]
        self.runs, self.clusters = self.vectors.shape[:2]
        self.are_alike = bool((self.vectors == self.vectors[0]).all())
        # Runs that all answer alike are one.
        self.together = self.vectors[0] if self.are_alike else self.vectors.sum(axis=0)
        self.times = 1 if self.are_alike else self.runs
        self.sums = self.vectors.sum(axis=(0, 1))

    def spread(self, measure):
        """How a measure varies between the runs; None for one run, or runs that answer alike."""
        if self.are_alike:
            return None
        values = np.array([float(measure(vectors.sum(axis=0))) for vectors in self.vectors])
        if np.isnan(values).any():
            raise NoValue
        return Spread(self.runs, float(values.var(ddof=1)), self.of_clusters(measure))

    def of_clusters(self, measure):
        """The variance between runs that the sampling of clusters alone brings about."""
        if self.clusters < 2:
            return 0.0
        influences = self.runs * (self.vectors @ derivatives(measure, self.sums))
        influences = influences - influences.mean(axis=0)
        squares, totals = (influences**2).sum(axis=1), influences.sum(axis=1)
        centred = squares - totals**2 / self.clusters
        centred = np.where(centred > 1e-12 * squares, centred, 0.0).sum()
        return float(self.clusters / (self.clusters - 1) * centred / (self.runs - 1))

    def widened(self, measure, ends, question, level):
        """An interval on these runs, made wide enough for all runs that there could be; None if a run has no value."""
        if ends is None or question == "models":
            return ends
        try:
            spread = self.spread(measure)
        except NoValue:
            return None
        if spread is None:
            return ends
        value, square = float(measure(self.sums)), spread.square(self.runs, 1 - level)
        if math.isnan(value):
            return None
        reach = lambda distance: math.sqrt(max(distance, 0) ** 2 + square)
        return value - reach(value - ends[0]), value + reach(ends[1] - value)


class Spread:
    """How a measure varies between runs: its variance, and the part of it that the sampling of clusters brings about."""

    def __init__(self, runs, variance, of_clusters):
        self.runs, self.variance, self.of_clusters = runs, variance, of_clusters

    def square(self, runs, significance):
        """The square of how far the mean over some runs may be from that over all runs that there could be."""
        part = min((self.runs - 1) / 4, 0.5)
        beyond = max(self.variance - part * self.of_clusters, 0.0)
        t = student_quantile(1 - significance / 2, self.runs - 1) if significance < 1 else 0.0
        return t * t * beyond / runs if beyond > 0 else 0.0

    def of_mean(self, runs):
        return max(self.variance - self.of_clusters, 0.0) / runs


def derivatives(measure, sums):
    """Central differences of one count, of counts that are multiplied up first; 0 for counts that are 0."""
    times = -(-FINE // max(int(sums.sum()), 1))
    fine, steps = sums * times, np.eye(len(sums), dtype=np.int64)
    found = (measure(fine + steps) - measure(np.maximum(fine - steps, 0))) / 2 * times
    return np.where(fine > 0, np.nan_to_num(found), 0.0)

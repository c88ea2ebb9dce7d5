"""Counts of the answers, cluster by cluster: all that measures, intervals and tests need.

A vector of counts is one of three kinds. Of original or of monothematic pairs: a row for each gold judgment, a
column for each label of the task and one for none. Of decompositions: for each gold judgment wholes that are
right, wholes, parts that are right, parts. Of composition: see composition.py.
"""

import numpy as np

from report import JUDGMENTS

GOLD = range(len(JUDGMENTS))


def summed_by_cluster(report, pairs, cells, width, weights=None):
    """For each cluster how often each cell occurs, or the weight of the pairs in it."""
    weights = None if weights is None else weights[pairs]
    flat = np.bincount(report.cluster[pairs] * width + cells, weights, minlength=report.clusters * width)
    return flat.astype(np.int64).reshape(report.clusters, width)


def of_pairs(report, run, pairs, task=None):
    """The vectors of all clusters, empty ones among them."""
    task = task or report.task
    columns = run.of_task[task][1]
    labels = 3 if task == "two-way" else 4
    pairs = pairs[run.counts[pairs]]
    return summed_by_cluster(report, pairs, run.gold_code[pairs] * labels + columns[pairs], 4 * labels)


def of_decomposition(report, run, wholes, parts, relevance=None):
    """The same of wholes and parts; parts may weigh by the relevance of their phenomena."""
    total = np.zeros((report.clusters, 16), dtype=np.int64)
    for pairs, at, weights in ((wholes, 0, None), (parts, 2, relevance)):
        pairs = pairs[run.counts[pairs]]
        total += summed_by_cluster(report, pairs, run.gold_code[pairs] * 4 + at + 1, 16, weights)
        right = pairs[run.right[pairs]]
        total += summed_by_cluster(report, right, run.gold_code[right] * 4 + at, 16, weights)
    return total


def of_population(report, run, population, slice_of, allowed=None, relevance=None):
    """The vectors of a run on a population of a slice, on the pairs that are allowed."""
    kept = [pairs if allowed is None else pairs[allowed[pairs]] for pairs in slice_of]
    if population == "decomposition":
        return of_decomposition(report, run, kept[1], kept[2], relevance)
    return of_pairs(report, run, kept[0] if population == "original" else kept[2])


def occurring(vectors):
    """The clusters that have a count."""
    return vectors[vectors.any(axis=1)]


def tables(vectors, gold=GOLD):
    """The contingency tables of vectors of pairs: labels of gold by labels of answers and none, last axes."""
    labels = 3 if vectors.shape[-1] == 12 else 4
    rows = vectors.reshape(vectors.shape[:-1] + (4, labels))
    rows = rows * np.isin(np.arange(4), list(gold))[:, None]
    if labels == 3:
        return np.stack([rows[..., 0, :], rows[..., 1:, :].sum(axis=-2)], axis=-2)
    return rows[..., :3, :]


def shares_of_decomposition(vectors, gold=GOLD):
    """Wholes that are right, wholes, parts that are right, parts, with some gold judgments."""
    return vectors.reshape(vectors.shape[:-1] + (4, 4))[..., list(gold), :].sum(axis=-2)

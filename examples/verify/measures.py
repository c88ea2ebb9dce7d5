"""The measures (`phenom measures KEY` has each with its formula and source).

Each is a function of vectors of counts, along the last axis; NaN where it is undefined.
"""

import math

import numpy as np

from counts import GOLD, shares_of_decomposition, tables
from distributions import hypergeometric

np.seterr(all="ignore")

NEGATIVE = [1, 2, 3]
BY_RELEVANCE = {"weighted_correlation_index", "weighted_deviation_index", "weighted_deviation_index_signed"}


def ratio(above, below):
    return np.where(below > 0, above / np.where(below > 0, below, 1), np.nan)


def plogp(shares):
    return np.where(shares > 0, shares * np.log2(np.where(shares > 0, shares, 1)), 0.0)


def margins(table):
    return table.sum(axis=-1), table.sum(axis=-2), table.sum(axis=(-1, -2))


def correct(table):
    return np.trace(table, axis1=-2, axis2=-1)


def accuracy(table):
    return ratio(correct(table), margins(table)[2])


def kappa(table):
    gold, answers, total = margins(table)
    labels = gold.shape[-1]
    certain = ((gold == total[..., None]) & (answers[..., :labels] == total[..., None])).any(axis=-1)
    chance = (gold / total[..., None] * answers[..., :labels] / total[..., None]).sum(axis=-1)
    return np.where(certain, np.nan, (accuracy(table) - chance) / (1 - chance))


def mcc(table):
    gold, answers, total = (part.astype(float) for part in margins(table))
    labels = gold.shape[-1]
    above = correct(table) * total - (gold * answers[..., :labels]).sum(axis=-1)
    below = (total**2 - (answers**2).sum(axis=-1)) * (total**2 - (gold**2).sum(axis=-1))
    return ratio(above, np.sqrt(below))


def of_labels(table):
    """Of each label, the pairs where gold and answer are it, gold is, and the answer is."""
    gold, answers, _ = margins(table)
    return np.diagonal(table, axis1=-2, axis2=-1), gold, answers[..., : gold.shape[-1]]


def mean_of_defined(values):
    return ratio(np.nansum(values, axis=-1), (~np.isnan(values)).sum(axis=-1))


def macro_f1(table):
    both, gold, answers = of_labels(table)
    return mean_of_defined(ratio(2.0 * both, gold + answers))


def mean_conditioned_accuracy(table):
    both, gold, _ = of_labels(table)
    return mean_of_defined(ratio(both, gold))


def mean_precision(table):
    both, gold, answers = of_labels(table)
    return np.where((gold > 0).sum(axis=-1) > 1, mean_of_defined(ratio(both, answers)), np.nan)


def entropy(counts):
    total = counts.sum(axis=-1)
    shares = counts / np.where(total > 0, total, 1)[..., None]
    return np.where(total > 0, -plogp(shares).sum(axis=-1) + 0.0, np.nan)


def gold_entropy(table):
    return entropy(table.sum(axis=-1))


def predicted_entropy(table):
    return entropy(table.sum(axis=-2))


def conditional_entropy(table):
    answers, total = table.sum(axis=-2), table.sum(axis=(-1, -2))
    given = np.nan_to_num(entropy(np.swapaxes(table, -1, -2)))
    return ratio((answers * given).sum(axis=-1), total)


def mutual_information(table):
    gold, answers, total = (part.astype(float) for part in margins(table))
    odds = table * total[..., None, None] / (gold[..., :, None] * answers[..., None, :])
    terms = np.where(table > 0, table * np.log2(np.where(table > 0, odds, 1)), 0.0)
    return np.maximum(ratio(terms.sum(axis=(-1, -2)), total), 0.0)


def uncertainty_coefficient(table):
    return ratio(mutual_information(table), gold_entropy(table))


def expected_mutual_information(table):
    """The mean over all tables with the margins of one table."""
    gold, answers, total = margins(table)
    return expected_of_margins(gold, answers, total) if total else math.nan


def expected_of_margins(gold, answers, total):
    expected = 0.0
    for a in gold:
        for b in answers:
            least, probabilities = hypergeometric(int(total), int(a), int(b))
            for count, probability in enumerate(probabilities, least):
                if count:
                    expected += probability * count / total * math.log2(count * total / (float(a) * float(b)))
    return expected


def of_label(key, table, label):
    """A measure of one label of the table of all pairs."""
    both, answers, gold = table[..., label, label], table[..., :, label].sum(axis=-1), table[..., label, :].sum(axis=-1)
    if key == "f1":
        return ratio(2.0 * both, gold + answers)
    if key == "precision":
        return ratio(both, answers)
    return entropy(table[..., :, label])


def correlation_index(shares):
    return ratio(ratio(shares[..., 0], shares[..., 1]), ratio(shares[..., 2], shares[..., 3]))


OF_TABLE = {
    "accuracy": accuracy,
    "kappa": kappa,
    "mcc": mcc,
    "macro_f1": macro_f1,
    "mean_conditioned_accuracy": mean_conditioned_accuracy,
    "mean_precision": mean_precision,
    "gold_entropy": gold_entropy,
    "predicted_entropy": predicted_entropy,
    "conditional_entropy": conditional_entropy,
    "mutual_information": mutual_information,
    "uncertainty_coefficient": uncertainty_coefficient,
}
OF_LABEL = {"f1", "precision", "entropy_given_answer"}
OF_DECOMPOSITION = {
    "whole_accuracy",
    "correlation_index",
    "ideal_distance",
    "deviation_index",
    "deviation_index_signed",
}
BOUNDS = {
    "brier_score": (0, 2),
    "correlation_index": (0, math.inf),
    "ideal_distance": (0, math.inf),
    "deviation_index": (0, math.inf),
    "deviation_index_signed": (-math.inf, math.inf),
    "kappa": (-1, 1),
    "mcc": (-1, 1),
    "mutual_information": (0, math.inf),
    "corrected_mutual_information": (-math.inf, math.inf),
    "expected_mutual_information": (0, math.inf),
    "gold_entropy": (0, math.inf),
    "predicted_entropy": (0, math.inf),
    "conditional_entropy": (0, math.inf),
    "entropy_given_answer": (0, math.inf),
    "direct_minus_composed": (-1, 1),
    "composition_kappa": (-1, 1),
    "solved_difference": (-1, 1),
    "stratified_solved_difference": (-1, 1),
    "solved_odds_ratio": (0, math.inf),
}


IN_BITS = ("mutual_information", "corrected_mutual_information", "gold_entropy", "predicted_entropy", "conditional_entropy",
           "entropy_given_answer")


def bounds(key, labels=None):
    """The least and the greatest value of a measure; in bits at most those of as many answers, unanswered pairs among them."""
    key = key.removeprefix("weighted_") if key in BY_RELEVANCE else key
    least, most = BOUNDS.get(key, (0, 1))
    return (least, math.log2(labels + 1)) if labels and key in IN_BITS else (least, most)


def negative(gold):
    """The gold judgments that stand for the negative pairs: a single one, or else all negative ones."""
    return gold if len(gold) == 1 else NEGATIVE


def of_decomposition(key, vectors, gold=GOLD):
    """A measure of wholes and parts."""
    if key == "whole_accuracy":
        shares = shares_of_decomposition(vectors, gold)
        return ratio(shares[..., 0], shares[..., 1])
    if key in ("correlation_index", "ideal_distance"):
        found = correlation_index(shares_of_decomposition(vectors, gold))
        return found if key == "correlation_index" else np.abs(1 - found)
    of = lambda some: correlation_index(shares_of_decomposition(vectors, some))
    signed = of([0]) - of(negative(list(gold)))
    return signed if key == "deviation_index_signed" else np.abs(signed)


def of_vectors(key, vectors, gold=GOLD, label=None):
    """A measure of vectors of counts, on the pairs with some gold judgments."""
    key = key.removeprefix("weighted_") if key in BY_RELEVANCE else key
    if key in OF_DECOMPOSITION:
        return of_decomposition(key, vectors, gold)
    if key in OF_LABEL:
        return of_label(key, tables(vectors), label)
    key = "accuracy" if key in ("accuracy_two_way", "accuracy_three_way", "conditioned_accuracy") else key
    return OF_TABLE[key](tables(vectors, gold))

"""Rankings of the pairs of a run: by how far it takes them for entailed, and by how sure it is of its answers."""

import math

import numpy as np

import forecasts
from checking import NotVerified
from report import column, single

MEASURES = {
    "average_precision",
    "average_precision_step",
    "average_precision_proceedings",
    "auroc",
    "brier_score",
    "expected_calibration_error",
    "confidence_weighted_score",
    "tied_by_entailment",
    "tied_by_confidence",
    "answers_to_change",
    "best_cutoff_accuracy",
    "best_cutoff_rank",
    "cutoff_at_positives",
    "weighted_mutual_information",
    "weighted_gold_entropy",
}


def key_of(run, pair, wanted):
    """What a pair is ordered by, the lowest first; pairs without a judgment or a score come last, tied."""
    kind = run.system.scores
    answer = run.answers[pair]
    if kind is None:
        raise LookupError
    if kind.startswith(("rank", "order")):
        raise NotVerified("rankings of explicit ranks, which answers.csv does not hold")
    score = run.entailment_score[pair] if kind == "entailment score" else run.confidence[pair]
    if single(answer, "three-way") is None and answer != "not-entailment" or score is None:
        return 2, 0.0
    if wanted is None:
        if kind == "entailment score":
            raise LookupError
        if kind == "probabilities":
            raise NotVerified("confidence rankings of probabilities of several judgments")
        return 0, -score + 0.0
    if kind == "confidence":
        return (0, -score + 0.0) if answer == wanted else (1, score)
    if kind == "entailment score":
        return 0, (-score if wanted == "entailment" else score) + 0.0
    if wanted != "entailment":
        raise NotVerified("rankings by the probability of contradiction")
    return 0, -run.entailment_score[pair] + 0.0


def groups(run, pairs, wanted):
    """The pairs in their order, tied ones together."""
    keyed = sorted((key_of(run, pair, wanted), int(pair)) for pair in pairs)
    found = []
    for number, (key, pair) in enumerate(keyed):
        if number and keyed[number - 1][0] == key:
            found[-1].append(pair)
        else:
            found.append([pair])
    return found


def average_precision(tied):
    """The mean over all orders of tied pairs; each group is its pairs and those that are entailed."""
    before = positive = 0
    total = 0.0
    for pairs, marked in tied:
        others = (marked - 1) / (pairs - 1) if pairs > 1 and marked > 0 else 0.0
        for place in range(pairs):
            total += marked / pairs * (positive + 1 + place * others) / (before + place + 1)
        before, positive = before + pairs, positive + marked
    return total / positive if positive else math.nan


def average_precision_step(tied):
    before = positive = 0
    total = 0.0
    for pairs, marked in tied:
        before, positive = before + pairs, positive + marked
        total += marked * positive / before
    return total / positive if positive else math.nan


def auroc(tied):
    """How often an entailed pair stands before another; ties count one half."""
    positive = negative = 0
    wins = 0.0
    for pairs, marked in tied:
        wins += (positive + marked / 2) * (pairs - marked)
        positive, negative = positive + marked, negative + pairs - marked
    return wins / (positive * negative) if positive and negative else math.nan


def mean_over_ranks(tied):
    """Precision, or accuracy, among the first r pairs, averaged over all r."""
    before = positive = 0
    total = 0.0
    for pairs, marked in tied:
        for place in range(1, pairs + 1):
            total += (positive + place * marked / pairs) / (before + place)
        before, positive = before + pairs, positive + marked
    return total / before if before else math.nan


def average_precision_for(report, run, rows, wanted):
    """AP of the ranking by how far pairs are taken for `wanted`."""
    try:
        tied = groups(run, rows[run.counts[rows]], wanted)
    except LookupError:
        return math.nan
    return average_precision([(len(pairs), sum(run.gold[pair] == wanted for pair in pairs)) for pairs in tied])


def figure(report, run, key, rows):
    """The value of a measure of rankings, with its two counts if it is a share."""
    pairs = rows[run.counts[rows]]
    if key in forecasts.MEASURES:
        try:
            return forecasts.figure(report, run, key, pairs)
        except LookupError:
            return {"value": None}
    by_confidence = key in ("confidence_weighted_score", "tied_by_confidence") or key.startswith("weighted_")
    if key.startswith("weighted_") and report.settings["weights"] == "given":
        return {"value": weighted(report, run, key, {int(pair): report.attributes[report.ids[pair]]["weight"] for pair in pairs})}
    try:
        tied = groups(run, pairs, None if by_confidence else "entailment")
    except LookupError:
        return {"value": None}
    if not len(pairs) and not key.startswith("tied"):
        return {"value": None}
    marked = [(len(group), sum(run.gold[pair] == "entailment" for pair in group)) for group in tied]
    right = [(len(group), sum(bool(run.right[pair]) for pair in group)) for group in tied]
    of = {
        "average_precision": lambda: average_precision(marked),
        "average_precision_step": lambda: average_precision_step(marked),
        "average_precision_proceedings": lambda: mean_over_ranks(marked),
        "auroc": lambda: auroc(marked),
        "confidence_weighted_score": lambda: mean_over_ranks(right),
    }
    if key in of:
        value = of[key]()
        return {"value": None if math.isnan(value) else value}
    if key.startswith("tied"):
        return {"value": float(sum(len(group) for group in tied if len(group) > 1))}
    if key.startswith("weighted_"):
        weights, before = {}, 0
        for group in tied:
            for pair in group:
                weights[pair] = len(pairs) + 1 - (before + (len(group) + 1) / 2)
            before += len(group)
        return {"value": weighted(report, run, key, weights)}
    return soundness(run, key, tied, marked, len(pairs))


def weighted(report, run, key, weights):
    labels = len(report.labels)
    table = np.zeros((labels, labels + 1))
    for pair, weight in weights.items():
        answer = single(run.answers[pair], report.task)
        table[column(run.gold[pair], report.task), labels if answer is None else column(answer, report.task)] += weight
    total = table.sum()
    if total <= 0:
        return None
    gold, answers = table.sum(axis=1) / total, table.sum(axis=0) / total
    if key == "weighted_gold_entropy":
        return max(float(-sum(share * math.log2(share) for share in gold if share > 0)), 0.0)
    shares = table / total
    return max(sum(shares[g, a] * math.log2(shares[g, a] / (gold[g] * answers[a])) for g, a in zip(*np.nonzero(shares))), 0.0)


def soundness(run, key, tied, marked, pairs):
    """Whether the answers follow from the entailment ranking."""
    answered = [sum(run.answers[pair] == "entailment" for pair in group) for group in tied]
    gold = sum(positive for _, positive in marked)
    if key == "answers_to_change":
        before, after, least = 0, sum(answered), math.inf
        for (size, _), here in zip(marked, answered):
            after -= here
            least = min(least, before + after)
            before += size - here
        return {"value": float(least)}
    right, rank = pairs - gold, 0
    best, best_rank, at_positives = right, 0, None
    for size, positive in marked:
        if 0 <= gold - rank < size:
            at_positives = right + (gold - rank) * (2 * positive / size - 1)
        right, rank = right + positive - (size - positive), rank + size
        if right > best:
            best, best_rank = right, rank
    if key == "best_cutoff_rank":
        return {"value": float(best_rank)}
    if key == "best_cutoff_accuracy":
        return {"value": best / pairs, "numerator": best, "denominator": pairs}
    return {"value": (right if at_positives is None else at_positives) / pairs}

"""Measures of probabilities (docs/scores.md): the Brier score and the expected calibration error."""

from checking import NotVerified
from report import column, single

MEASURES = {"brier_score", "expected_calibration_error"}
BINS = 10


def deviations(report, run, key, pairs):
    """Of each pair its bin and how far it deviates from gold; None if the run has no probabilities for all of them."""
    kind = run.system.scores
    if kind is None:
        raise LookupError
    if kind.startswith(("rank", "order")):
        return None
    numbers = run.entailment_score if kind == "entailment score" else run.confidence
    if kind != "probabilities" and any(number is not None and not 0 <= number <= 1 for number in numbers):
        return None
    found = {int(pair): deviation(report, run, key, kind, pair) for pair in pairs}
    return None if None in found.values() else found


def deviation(report, run, key, kind, pair):
    answer = single(run.answers[pair], report.task)
    two_way = report.task == "two-way"
    score = run.confidence[pair] if kind == "confidence" else run.entailment_score[pair]
    if kind == "probabilities" and not two_way:
        if key == "brier_score":
            raise NotVerified("Brier scores of probabilities of three judgments, of which answers.csv holds one")
        score = run.confidence[pair]
    if score is None or answer is None and (kind == "confidence" or key != "brier_score"):
        return None
    if kind != "confidence" and two_way:
        # What is known is the probability of entailment.
        of_answer = score if answer == "entailment" else 1 - score
        of_entailment = score
    elif kind == "entailment score":
        of_entailment, of_answer = None, score if answer == "entailment" else None
    else:
        of_answer = score
        of_entailment = (score if answer == "entailment" else 1 - score) if two_way else None
    if key == "brier_score":
        truth = run.gold[pair] == "entailment"
        return None if of_entailment is None else (0, (of_entailment - truth) ** 2)
    if of_answer is None:
        return None
    is_right = column(run.gold[pair], report.task) == column(answer, report.task)
    place = next((place for place in range(BINS) if of_answer <= (place + 1) / BINS), BINS - 1)
    return place, is_right - of_answer


def sums(found):
    of_bins = [0.0] * BINS
    for place, by in found.values():
        of_bins[place] += by
    return of_bins


def mean(found):
    return sum(map(abs, sums(found))) / len(found)


def figure(report, run, key, pairs):
    found = deviations(report, run, key, pairs)
    return {"value": mean(found) if found else None}


def influences(report, run, key, pairs):
    """The value, and the influence of each pair; LookupError if there are no probabilities."""
    found = deviations(report, run, key, pairs)
    if not found:
        raise LookupError
    value, of_bins = mean(found), sums(found)
    sign = [0 if abs(total) < 1e-12 * len(found) else (1 if total > 0 else -1) for total in of_bins]
    return value, {pair: (sign[place] * by - value) / len(found) for pair, (place, by) in found.items()}


def bounds(key, task):
    return (0, 2) if key == "brier_score" and task == "three-way" else (0, 1)

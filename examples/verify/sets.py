"""Answers and gold that are sets of judgments (`phenom measures exact_match`, `phenom measures set_f1`).

A vector holds what the pairs of a cluster have in common with gold, and the most that it could be: exact matches and
pairs, or the F1 of each pair in sixtieths and sixty times the pairs.
"""

import numpy as np

from report import two_way

UNIT = {"exact_match": 1, "set_f1": 60}


def of_pair(report, run, pair, key):
    seen = (lambda judgment: two_way(judgment)) if report.task == "two-way" else (lambda judgment: judgment)
    gold = {seen(judgment) for judgment in report.gold[pair]}
    answer = run.answers[pair]
    answered = set() if answer in ("abstained", "missing") else {seen(judgment) for judgment in answer.split("|")}
    if key == "exact_match":
        return int(gold == answered)
    return 2 * len(gold & answered) * UNIT[key] // max(len(gold) + len(answered), 1)


def vectors(report, run, pairs, key, allowed=None):
    """The vectors of all clusters."""
    found = np.zeros((report.clusters, 2), dtype=np.int64)
    for pair in pairs[run.counts[pairs]]:
        if allowed is None or allowed[pair]:
            found[report.cluster[pair]] += of_pair(report, run, pair, key), UNIT[key]
    return found

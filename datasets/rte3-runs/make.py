"""Makes gold.csv and runs.csv: 12 runs over 800 pairs that satisfy Voorhees 2008, Table 1 and Figure 1.

    python3 make.py
"""

import csv
import random

JUDGMENTS = ["entailment", "unknown", "contradiction"]
# Figure 1: accuracy of each run.
ACCURACY = {
    "A": 0.731, "B": 0.713, "C": 0.591, "D": 0.569, "E": 0.494, "F": 0.471,
    "G": 0.454, "H": 0.451, "I": 0.436, "J": 0.425, "K": 0.419, "L": 0.365,
}
# Table 1, turned so that rows are gold and columns are answers, over all 12 runs.
POOLED = [[2449, 2172, 299], [929, 2345, 542], [348, 415, 101]]
GOLD = [sum(row) // len(ACCURACY) for row in POOLED]
PAIRS = sum(GOLD)


def shared(weights, total):
    """Whole numbers in proportion to the weights that sum to the total."""
    parts, given, seen = [], 0, 0
    for weight in weights:
        seen += weight
        parts.append(round(total * seen / sum(weights)) - given)
        given += parts[-1]
    return parts


correct = [round(accuracy * PAIRS) for accuracy in ACCURACY.values()]
assert sum(correct) == sum(POOLED[at][at] for at in range(3))
# The right answers of each run, gold judgment by gold judgment.
on_contradiction = shared(correct, POOLED[2][2])
others = [all_of - some for all_of, some in zip(correct, on_contradiction)]
on_entailment = shared(others, POOLED[0][0])
on_unknown = [all_of - some for all_of, some in zip(others, on_entailment)]
right = [on_entailment, on_unknown, on_contradiction]

answers = {run: [] for run in ACCURACY}
for gold in range(3):
    first, second = [other for other in range(3) if other != gold]
    wrong = [GOLD[gold] - count for count in right[gold]]
    to_first = shared(wrong, POOLED[gold][first])
    for at, run in enumerate(ACCURACY):
        counts = {gold: right[gold][at], first: to_first[at], second: wrong[at] - to_first[at]}
        labels = [JUDGMENTS[label] for label, count in counts.items() for _ in range(count)]
        # Which pair gets which answer is not known.
        random.Random(f"{run}{gold}").shuffle(labels)
        answers[run] += labels

pairs = [label for label, count in zip(JUDGMENTS, GOLD) for _ in range(count)]
for gold in range(3):
    for answer in range(3):
        cell = sum(
            (pairs[pair], answers[run][pair]) == (JUDGMENTS[gold], JUDGMENTS[answer])
            for run in ACCURACY for pair in range(PAIRS)
        )
        assert cell == POOLED[gold][answer], (gold, answer, cell)

with open("gold.csv", "w", newline="") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["id", "gold"])
    rows.writerows((f"p{pair + 1}", gold) for pair, gold in enumerate(pairs))
with open("runs.csv", "w", newline="") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["id", *ACCURACY])
    rows.writerows((f"p{pair + 1}", *(answers[run][pair] for run in ACCURACY)) for pair in range(PAIRS))

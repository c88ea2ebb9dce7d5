"""Looks for pairs, annotations and runs that satisfy every figure Voorhees (2008) prints.

Two integer programs, solved with scipy.optimize.milp (HiGHS): first how many pairs have each
combination of official gold, judge 1 and judge 2; then how each run answers the pairs of each
combination. Run it in this folder; scipy 1.17.1 wrote the files that are here.
"""

import json
import os

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import lil_array

NAMES = {"E": "entailment", "U": "unknown", "C": "contradiction"}
LABELS = list(NAMES)
RUNS = "ABCDEFGHIJKL"


def solve(constraints, costs):
    """The integers that satisfy (terms, least, most) at the least cost; terms: factors by name."""
    names = sorted({name for terms, _, _ in constraints for name in terms})
    at = {name: index for index, name in enumerate(names)}
    matrix = lil_array((len(constraints), len(names)))
    for row, (terms, _, _) in enumerate(constraints):
        for name, factor in terms.items():
            matrix[row, at[name]] = factor
    least, most = ([bounds[side] for bounds in constraints] for side in (1, 2))
    found = milp(
        np.array([costs.get(name, 0) for name in names]),
        constraints=LinearConstraint(matrix.tocsr(), least, most),
        bounds=Bounds(0, np.inf),
        # What costs something is a distance, which need not be whole.
        integrality=np.array([int(name not in costs) for name in names]),
        options={"mip_rel_gap": 0.02},
    )
    assert found.x is not None, found.message
    return {name: round(value) for name, value in zip(names, found.x)}


# Combinations of official gold, judge 1 and judge 2. The two-way key has the same entailments as gold.
KINDS = [(gold, one, two) for gold in LABELS for one in LABELS for two in LABELS]
constraints = []


def pairs(count, keep):
    constraints.append(({kind: 1 for kind in KINDS if keep(kind)}, count, count))


TABLE_2 = {1: ((378, 27, 5), (48, 242, 100)), 2: ((383, 23, 4), (46, 267, 77))}
for judge, (entailed, not_entailed) in TABLE_2.items():
    for label, yes, no in zip(LABELS, entailed, not_entailed):
        pairs(yes, lambda kind: kind[0] == "E" and kind[judge] == label)
        pairs(no, lambda kind: kind[0] != "E" and kind[judge] == label)
TABLE_3 = {"EE": 381, "EU": 82, "UU": 217, "CE": 11, "CU": 43, "CC": 66}
for both, count in TABLE_3.items():
    pairs(count, lambda kind: "".join(sorted(kind[1:])) == "".join(sorted(both)))
for gold, count in zip(LABELS, (410, 318, 72)):
    pairs(count, lambda kind: kind[0] == gold)
# Disagreement as unknown: 360 entailments and 64 contradictions are left.
pairs(360, lambda kind: kind == ("E", "E", "E"))
pairs(64, lambda kind: kind[0] != "E" and kind[1:] == ("C", "C"))
# Staff adjudicated differences only: gold that is no entailment is a judge's, where it can be.
for said in "UC":
    others = {"E", said}
    pairs(0, lambda kind: kind[0] not in others and said in kind[1:] and set(kind[1:]) <= others)
count_of = {kind: count for kind, count in solve(constraints, {}).items() if count}

# The runs: gold kept, Table 1, Figure 1, the four rankings, and the largest observed change.
KEYS = {
    "official": lambda kind: kind[0],
    "first": lambda kind: kind[1],
    "second": lambda kind: kind[2],
    "disagreement": lambda kind: kind[0] if len(set(kind)) == 1 else "U",
}
RANKINGS = {"first": "BADCFEGKHLIJ", "second": "ABCDEFGHKIJL", "disagreement": "ABCDEHIJGKFL"}
RIGHT = dict(zip(RUNS, (585, 570, 473, 455, 395, 377, 363, 361, 349, 340, 335, 292)))
TABLE_1 = {"E": (2449, 2172, 299), "U": (929, 2345, 542), "C": (348, 415, 101)}
LARGEST_CHANGE = 50  # .063 of 800


def correct(run, key, sign=1):
    return {(run, kind, KEYS[key](kind)): sign for kind in count_of}


def difference(first, second):
    terms = dict(first)
    for name, factor in second.items():
        terms[name] = terms.get(name, 0) + factor
    return terms


constraints, costs = [], {}
for run in RUNS:
    for kind, count in count_of.items():
        constraints.append(({(run, kind, label): 1 for label in LABELS}, count, count))
        # Beyond that, answers follow Table 1 as far as they can.
        expected = np.array(TABLE_1[kind[0]]) / sum(TABLE_1[kind[0]])
        if run == "H":
            expected = np.array([expected[0], expected[1] + expected[2], 0])
        for label, share in zip(LABELS, expected):
            name, distance = (run, kind, label), (run, kind, label, "distance")
            costs[distance] = 1
            constraints.append(({name: 1, distance: -1}, -np.inf, count * share))
            constraints.append(({name: 1, distance: 1}, count * share, np.inf))
    constraints.append((correct(run, "official"), RIGHT[run], RIGHT[run]))
    for one, two in (("official", "first"), ("official", "second"), ("first", "second")):
        least = LARGEST_CHANGE if (run, two) == ("A", "first") else -LARGEST_CHANGE
        change = difference(correct(run, one), correct(run, two, -1))
        constraints.append((change, least, LARGEST_CHANGE))
for gold, answers in TABLE_1.items():
    for label, count in zip(LABELS, answers):
        cells = {(run, kind, label): 1 for run in RUNS for kind in count_of if kind[0] == gold}
        constraints.append((cells, count, count))
constraints.append(({("H", kind, "C"): 1 for kind in count_of}, 0, 0))
for key, ranking in RANKINGS.items():
    for better, worse in zip(ranking, ranking[1:]):
        ahead = difference(correct(better, key), correct(worse, key, -1))
        constraints.append((ahead, 1, np.inf))
answers = solve(constraints, costs)

ids = {kind: [] for kind in count_of}
with open("pairs.jsonl", "w") as out:
    order = [kind for kind in KINDS if kind in count_of for _ in range(count_of[kind])]
    for number, kind in enumerate(order, 1):
        ids[kind].append(f"{number:03}")
        gold, one, two = (NAMES[label] for label in kind)
        annotations = {"judge-1": one, "judge-2": two}
        print(json.dumps({"id": ids[kind][-1], "gold": gold, "annotations": annotations}), file=out)
os.makedirs("predictions", exist_ok=True)
for run in RUNS:
    with open(f"predictions/{run}.csv", "w") as out:
        print("id,label", file=out)
        for kind in ids:
            labels = [label for label in LABELS for _ in range(answers[run, kind, label])]
            for number, label in zip(ids[kind], labels, strict=True):
                print(f"{number},{NAMES[label]}", file=out)

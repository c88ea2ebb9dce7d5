"""Prints the leaks of monothematic-en: how often programs that do not compare meanings are correct, as a table in Markdown.

    python3 datasets/monothematic-en/leaks.py            # --check fails unless README.md has this table

It shares no code with phenom. What has few values (letters of old ids, numbers, places, once or not) gets the most frequent gold
label of each value. Words and digits get multinomial naive Bayes with add-one smoothing, trained on the other 80 families.
"""

import collections
import csv
import difflib
import gzip
import json
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
FUNCTION_WORDS = set(
    """a an the this that these those some any no not never none nobody nothing neither nor each every all both either most many
    much few several more less least only one i you he she it we they him her them his hers its their who whom whose which what
    when where why how and or but if because while although though so than as of in on at by for with without from to into onto
    over under after before between during until since about against through off out up down is are was were be been being am has
    have had having do does did will would can could may might must shall should there then also too very just still again
    once""".split()
)


def words(text):
    return re.findall(r"\w+(?:['’]\w+)*", text.lower())


def edit(text, hypothesis):
    """Function words that the hypothesis deletes and inserts, how many words in all, and the kinds of edits."""
    before, after = words(text), words(hypothesis)
    deleted, inserted, kinds = [], [], []
    for kind, *place in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            kinds.append(kind)
            deleted += before[place[0] : place[1]]
            inserted += after[place[2] : place[3]]
    found = ["-" + word for word in sorted(FUNCTION_WORDS & set(deleted))]
    found += ["+" + word for word in sorted(FUNCTION_WORDS & set(inserted))]
    more = max(-3, min(3, len(inserted) - len(deleted)))
    return [*found, f"deleted {min(len(deleted), 4)}", f"inserted {min(len(inserted), 4)}", f"more {more}", str(sorted(kinds))]


def most_frequent(gold, values, _families):
    """How many labels are the most frequent one of their value."""
    of_value = collections.defaultdict(collections.Counter)
    for label, value in zip(gold, values):
        of_value[value][label] += 1
    return sum(max(counts.values()) for counts in of_value.values())


def naive_bayes(gold, features, families):
    """How many labels naive Bayes predicts from features of the other families."""
    correct = 0
    for family in sorted(set(families)):
        labels, counts = collections.Counter(), collections.defaultdict(collections.Counter)
        for label, found, other in zip(gold, features, families):
            if other != family:
                labels[label] += 1
                counts[label].update(found)
        known = set().union(*counts.values())
        total = {label: sum(counts[label].values()) + len(known) for label in labels}
        for label, found, other in zip(gold, features, families):
            if other == family:
                score = {
                    guess: math.log(labels[guess])
                    + sum(math.log((counts[guess][one] + 1) / total[guess]) for one in found if one in known)
                    for guess in sorted(labels)
                }
                correct += max(score, key=score.get) == label
    return correct


def table():
    originals = [json.loads(line) for line in (HERE / "pairs.jsonl").open(encoding="utf-8")]
    parts = [(original, place, part) for original in originals for place, part in enumerate(original["monothematic"])]
    with (HERE / "ids.csv").open(newline="") as file:
        old = {row["new"]: row["old"] for row in csv.DictReader(file)}
    left = collections.Counter((whole["cluster"], part["rule"]["left_hand_side"]) for whole, _, part in parts)
    once = [left[whole["cluster"], part["rule"]["left_hand_side"]] == 1 for whole, _, part in parts]
    lines = ["| what a program sees | pairs | correct, three-way, % | two-way, % |", "|---|---|---|---|"]

    def row(name, population, gold, values, families, correct=most_frequent):
        two_way = [label if label == "entailment" else "not" for label in gold]
        shares = [100 * correct(labels, values, families) / len(gold) for labels in (gold, two_way)]
        lines.append(f"| {name} | {population} | {shares[0]:.1f} | {shares[1]:.1f} |")

    def digits(new):
        return [f"{place} {digit}" for place, digit in enumerate(new)]

    def rank(new, among):
        return f"rank {sorted(one['id'] for one in among).index(new)}"

    of = (f"{len(originals)} originals", [whole["gold"] for whole in originals])
    families = [whole["cluster"] for whole in originals]
    row("nothing (the most frequent label)", *of, [0] * len(originals), families)
    row("ids of version 0.1.0: letter", *of, [old[whole["id"]][3] for whole in originals], families)
    in_family = collections.defaultdict(list)
    for whole in originals:
        in_family[whole["cluster"]].append(whole)
    new = [digits(whole["id"]) + [rank(whole["id"], in_family[whole["cluster"]])] for whole in originals]
    row("ids of this version: digits, order", *of, new, families, naive_bayes)
    row("number of parts", *of, [len(whole["monothematic"]) for whole in originals], families)

    of = (f"{len(parts)} parts", [part["gold"] for _, _, part in parts])
    families = [whole["cluster"] for whole, _, _ in parts]
    row("nothing (the most frequent label)", *of, [0] * len(parts), families)
    row("ids of version 0.1.0: letter, number", *of, [old[part["id"]][3:] for _, _, part in parts], families)
    new = [digits(part["id"]) + [rank(part["id"], whole["monothematic"])] for whole, _, part in parts]
    row("ids of this version: digits, order", *of, new, families, naive_bayes)
    places = [(place, len(whole["monothematic"])) for whole, place, _ in parts]
    row("number of parts of the original, place among them", *of, places, families)
    row("whether the left-hand side occurs once in its family", *of, once, families)
    edits = [edit(whole["text"], part["hypothesis"]) for whole, _, part in parts]
    row("edited function words, shape of the edit", *of, edits, families, naive_bayes)
    row("right-hand side", *of, [words(part["rule"]["right_hand_side"]) for _, _, part in parts], families, naive_bayes)

    shares = []
    for file in sorted((HERE / "predictions").glob("*.gz")):
        predicted = {line["id"]: line["label"] for line in map(json.loads, gzip.open(file, "rt", encoding="utf-8"))}
        pairs = [(predicted[part["id"]], part["gold"]) for _, _, part in parts]
        two_way = [(a == "entailment") == (b == "entailment") for a, b in pairs]
        shares.append([100 * sum(correct) / len(parts) for correct in ([a == b for a, b in pairs], two_way)])
    best = [max(share[way] for share in shares) for way in (0, 1)]
    lines.append(f"| *for comparison:* the best of the engines in `predictions/` | {of[0]} | {best[0]:.1f} | {best[1]:.1f} |")

    entailed = [part["gold"] == "entailment" for (_, _, part), single in zip(parts, once) if single]
    lines += ["", f"A left-hand side that occurs once in its family is entailed in {sum(entailed)} of {len(entailed)} parts."]
    return "\n".join(lines)


if __name__ == "__main__":
    printed = table()
    if "--check" not in sys.argv[1:]:
        print(printed)
    elif printed not in (HERE / "README.md").read_text(encoding="utf-8"):
        sys.exit(f"README.md does not have this table:\n{printed}")

"""Writes pairs.csv and systems/*.csv: pairs from templates, with simulated judges and systems.

The Python standard library suffices. Run it in any folder; every run writes the same bytes. `--truth` also prints
what the files do not contain: the accuracy of judges and systems by the labels of the templates.
"""

import csv
import re
import sys
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
SEED = 2026
LABELS = {"E": "entailment", "U": "unknown", "C": "contradiction"}
SHARES = [("E", 0.42), ("U", 0.30), ("C", 0.28)]
DOCUMENTS = {1: 45, 2: 58, 3: 52, 4: 42, 5: 23}     # claims on a document: number of such documents
READ_BY_PEOPLE = 90
ERRORS = {"rules": 240, "small": 156, "large": 156, "strict": 72, "lenient": 108}     # of 600
COPIED = 76                                         # of lenient's errors: large's wrong label
HARD = {                                            # what a system or judge finds harder than the rest
    "rules": {"discourse:coreference": 0.6, "reasoning:modality": 0.5, "discourse:statements": 0.5},
    "small": {"discourse:coreference": 0.5, "discourse:statements": 0.4, "reasoning:temporal": 0.2},
    "large": {"syntactic:negation": 0.6, "reasoning:quantity": 0.3},
    "strict": {"reasoning:modality": 0.3},
    "lenient": {"syntactic:negation": 0.6},
}
WOMEN = "Irena Maud Leonie Sunniva Petra Noor Greta Yasmin Odile Freya Tamsin Bettina".split()
MEN = "Anton Milo Casper Idris Bruno Emil Rafe Tobias Henrik Jonas Dario Felix".split()
FAMILIES = ("Tolvery Brandick Quennick Haldorf Ismery Pellorin Sandvarr Wickelow Odranna Marchetz Lindqar Fenwold "
            "Corbrayne Ulstane Dravick Hesselbury Norrander Ketterlin Yarvis Ombrecht").split()
TOWNS = ("Harnsby Ostrelle Quillmere Vennford Tarrowick Bramlinge Lindmoor Selbrooke Orvaine Dunmarrow Pellgate "
         "Westerhythe Kolmstad Averlea Marrowend Thornquay").split()
MONTHS = "January February March April May June July August September October November December".split()


class Draw:
    """Random choices from a seed; of Random only `random()`, which every version of Python computes alike."""

    def __init__(self, purpose):
        self.random = Random(f"{SEED} {purpose}").random

    def one(self, items):
        return items[int(self.random() * len(items))]

    def some(self, items, count):
        """`count` items in random order."""
        keyed = sorted((self.random(), place) for place in range(len(items)))
        return [items[place] for _, place in keyed[:count]]

    def bell(self):
        """A number around 0 with a standard deviation of 0.58."""
        return sum(self.random() for _ in range(4)) - 2


class Word(str):
    """A value with attributes for templates, such as `{town.other}`."""


def with_other(draw, items):
    word, other = draw.some(items, 2)
    word = Word(word)
    word.other = other
    return word


def person(draw, taken):
    """A person whose name no other person in the document has."""
    is_woman = draw.random() < 0.5
    first = draw.one([name for name in (WOMEN if is_woman else MEN) if name not in taken])
    family = draw.one([name for name in FAMILIES if name not in taken])
    taken += [first, family]
    word = Word(f"{first} {family}")
    word.he, word.his = ("she", "her") if is_woman else ("he", "his")
    return word


def number(draw, least, most):
    value = least + int(draw.random() * (most - least + 1))
    gap = 5 + int(draw.random() * 9)
    unit = 100 if value >= 1000 else 10 if value >= 100 else 1
    word = Word(value)
    word.less = round(value * (0.6 + 0.2 * draw.random()) / unit) * unit
    word.more = round(value * (1.2 + 0.3 * draw.random()) / unit) * unit
    word.tenth, word.small, word.ten = value // 10, value // 50, value * 10
    word.before, word.between, word.after, word.later = value - gap, value + gap // 2, value + gap, value + 2 * gap
    return word


def read_templates():
    """Subjects: name, fields, intro, and sentences as (phenomenon, {"T": …, "E": …, "C": …, "U": …})."""
    subjects = []
    for line in (HERE / "templates.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith("== "):
            subjects.append({"fields": {}, "sentences": []})
        elif " = " in line:
            name, values = line.split(" = ")
            subjects[-1]["fields"][name] = values
        elif line.startswith("intro: "):
            subjects[-1]["intro"] = line.removeprefix("intro: ")
        elif line[1:3] == ": ":
            subjects[-1]["sentences"][-1][1][line[0]] = line[3:]
        else:
            subjects[-1]["sentences"].append((line, {}))
    return subjects


def draw_fields(draw, subject):
    taken = []
    fields = {name: person(draw, taken) for name in "ABCD"}
    fields["town"], fields["month"] = with_other(draw, TOWNS), with_other(draw, MONTHS)
    for name, values in subject["fields"].items():
        if ".." in values:
            fields[name] = number(draw, *map(int, values.split("..")))
        else:
            fields[name] = draw.one(values.split(" | "))
    return fields


def fill(draw, template, fields):
    wording = re.sub(r"\[(.*?)\]", lambda match: draw.one(match[1].split("|")), template)
    sentence = wording.format(**fields)
    return sentence[0].upper() + sentence[1:]


def write_pairs():
    """All pairs with their texts and true labels."""
    draw, pairs = Draw("texts"), []
    sizes = draw.some([size for size, count in DOCUMENTS.items() for _ in range(count)], sum(DOCUMENTS.values()))
    subjects = read_templates()
    for place, size in enumerate(sizes):
        subject = subjects[place % len(subjects)]
        fields, sentences = draw_fields(draw, subject), subject["sentences"]
        count = max(size, 3) + draw.one([0, 1])
        used = draw.some(range(len(sentences)), count)
        claimed = sorted(used[:size])
        bodies = [fill(draw, sentences[number][1]["T"], fields) for number in sorted(used)]
        text = " ".join([fill(draw, subject["intro"], fields), *bodies])
        for nth, number in enumerate(claimed, 1):
            phenomenon, claims = sentences[number]
            chance = draw.random()
            letter = "E" if chance < SHARES[0][1] else "U" if chance < SHARES[0][1] + SHARES[1][1] else "C"
            pairs.append({
                "id": f"d{place + 1:03}-{nth}", "text": text, "hypothesis": fill(draw, claims[letter], fields),
                "phenomenon": phenomenon, "cluster": f"d{place + 1:03}", "truth": LABELS[letter],
            })
    return pairs


def hardest(draw, name, pairs, count, extra=lambda pair: 0):
    """Ids of the `count` pairs that are hardest for a system or judge: by document, pair, phenomenon and chance."""
    def difficulty(pair):
        return pair["difficulty"] + HARD[name].get(pair["phenomenon"], 0) + extra(pair) + draw.bell()
    keyed = sorted(((difficulty(pair), pair["id"]) for pair in pairs), reverse=True)
    return {identifier for _, identifier in keyed[:count]}


def wrong_label(draw, truth, favourite, share):
    """A wrong label, `favourite` with at least the probability `share` unless it is the true one."""
    wrong = [label for label in LABELS.values() if label != truth]
    return favourite if favourite in wrong and draw.random() < share else draw.one(wrong)


def simulate(pairs):
    """Adds to each pair the predictions of three systems, the labels of two judges, and those of people."""
    draw = Draw("difficulty")
    of_document = {pair["cluster"]: draw.bell() for pair in pairs}
    for pair in pairs:
        pair["difficulty"] = 0.7 * of_document[pair["cluster"]] + 0.7 * draw.bell()

    for name, favourite, share in [
        ("rules", "entailment", 0.7), ("small", "unknown", 0.2), ("large", "entailment", 0.4), ("strict", "unknown", 0.9),
    ]:
        draw = Draw(name)
        missed = hardest(draw, name, pairs, ERRORS[name])
        for pair in pairs:
            is_wrong = pair["id"] in missed
            pair[name] = wrong_label(draw, pair["truth"], favourite, share) if is_wrong else pair["truth"]

    # The lenient judge repeats errors of `large`; its other errors lean towards entailment.
    draw = Draw("lenient")
    repeated = hardest(draw, "lenient", [pair for pair in pairs if pair["large"] != pair["truth"]], COPIED)
    others = [pair for pair in pairs if pair["large"] == pair["truth"]]
    missed = hardest(draw, "lenient", others, ERRORS["lenient"] - COPIED)
    for pair in pairs:
        if pair["id"] in repeated:
            pair["lenient"] = pair["large"]
        elif pair["id"] in missed:
            pair["lenient"] = wrong_label(draw, pair["truth"], "entailment", 0.7)
        else:
            pair["lenient"] = pair["truth"]

    # People read a simple random sample of all pairs and make no errors.
    read = {pair["id"] for pair in Draw("people").some(pairs, READ_BY_PEOPLE)}
    for pair in pairs:
        pair["human"] = pair["truth"] if pair["id"] in read else ""


def save(path, header, rows):
    with open(HERE / path, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def print_truth(pairs):
    def percent(column, other, rows):
        return f"{100 * sum(row[column] == row[other] for row in rows) / len(rows):6.1f}"
    names, judges = ["rules", "small", "large"], ["strict", "lenient"]
    clusters = len({pair["cluster"] for pair in pairs})
    print(f"{len(pairs)} pairs, {clusters} documents, {sum(pair['human'] != '' for pair in pairs)} read by people")
    print("true labels:", {label: sum(pair["truth"] == label for pair in pairs) for label in LABELS.values()})
    print("\naccuracy, %", *(f"{name:>8}" for name in names + judges), "  pairs", sep="")
    phenomena = sorted({pair["phenomenon"] for pair in pairs})
    for title, rows in [("all", pairs)] + [(p, [pair for pair in pairs if pair["phenomenon"] == p]) for p in phenomena]:
        print(f"{title:24}", *(percent(name, "truth", rows) for name in names + judges), f"{len(rows):6}")
    print("\nagreement with a judge, %")
    for judge in judges:
        print(f"{judge:24}", *(percent(name, judge, pairs) for name in names))
        errors = [pair for pair in pairs if pair[judge] != pair["truth"]]
        print(f"{judge + ', if it is wrong':24}", *(percent(name, judge, errors) for name in names))
        print(f"{judge} predicts unknown in {sum(pair[judge] == 'unknown' for pair in errors)} of {len(errors)} errors")


def main():
    pairs = write_pairs()
    simulate(pairs)
    header = ["id", "text", "hypothesis", "phenomenon", "cluster", "human", "strict_judge", "lenient_judge"]
    columns = [name.removesuffix("_judge") for name in header]
    save("pairs.csv", header, [[pair[name] for name in columns] for pair in pairs])
    for system in ["rules", "small", "large"]:
        save(f"systems/{system}.csv", ["id", "label"], [[pair["id"], pair[system]] for pair in pairs])
    if "--truth" in sys.argv[1:]:
        print_truth(pairs)


if __name__ == "__main__":
    main()

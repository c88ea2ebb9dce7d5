"""Holds the error budget to a second implementation, on generated data sets.

    python3 examples/stages/check.py PHENOM [DATA SETS]

Each data set has 5 to 20 originals with reference parts, and one system with parts of its own: any of the five composition
rules, two- or three-way labels, clusters, missing gold labels, failed verdicts, unfaithful parts, parts of other originals
among the covered ones. The counts of stages.csv and the stages of stage-originals.csv have to be those computed here. The
exit code is 1 if they are not.
"""

import csv
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

NAMES = {"E": "entailment", "U": "unknown", "C": "contradiction", "N": "not-entailment"}


class Rule:
    """A composition rule on some labels."""

    def __init__(self, draw, labels):
        self.labels = labels
        self.kind = draw.choice(["all", "any", "fraction", "weighted", "table"])
        self.share = draw.choice([0.3, 0.5, 0.7, 0.8, 1.0])
        self.table = {one: {other: draw.choice(labels) for other in labels} for one in labels}

    def in_config(self):
        table = {NAMES[one]: {NAMES[other]: NAMES[both] for other, both in row.items()} for one, row in self.table.items()}
        other = {"fraction": {"fraction": self.share}, "weighted": {"weighted": {"pass-at": self.share}}, "table": {"table": table}}
        return other.get(self.kind, self.kind)

    def compose(self, parts):
        """The label of parts (label or None, weight), if it is the same whatever unknown labels are."""
        found = {self.of_known(labels, parts) for labels in itertools.product(*[[label] if label else self.labels for label, _ in parts])}
        return found.pop() if len(found) == 1 else None

    def of_known(self, labels, parts):
        if not parts:
            return None
        if self.kind == "table":
            whole = labels[0]
            for label in labels[1:]:
                whole = self.table[whole][label]
            return whole
        weights = [weight if self.kind == "weighted" else 1 for _, weight in parts]
        weight_of = lambda wanted: sum(weight for weight, label in zip(weights, labels) if label == wanted)
        share = {"all": 1.0, "any": 1e-12}.get(self.kind, self.share)
        needed = (share - 1e-9) * sum(weights) if self.kind != "any" else 1e-12
        if weight_of("E") >= needed:
            return "E"
        if len(self.labels) == 2:
            return "N"
        return "U" if weight_of("E") + weight_of("U") >= needed else "C"


def all_of(labels, parts):
    """The label of reference parts that one part covers."""
    rule = Rule(random.Random(0), labels)
    rule.kind = "all"
    return rule.compose(parts)


def draw_originals(draw, labels):
    """Originals with reference parts (id, gold label, weight) and the parts of a system."""
    originals = {}
    for number in range(draw.randint(5, 20)):
        name = f"o{number}"
        references = [(f"{name}r{part}", draw.choice(labels), draw.choice([1, 2, 3])) for part in range(draw.randint(0, 4))]
        others = [of["references"][0][0] for of in originals.values() if of["references"]]
        parts = []
        for _ in range(draw.randint(0, 4)):
            covers = [reference for reference, _, _ in references if draw.random() < 0.35]
            foreign = [draw.choice(others)] if others and draw.random() < 0.15 else []
            parts.append({
                "verdict": draw.choice([*labels, None]), "gold": draw.choice([*labels, *labels, None]),
                "faithful": draw.choice([True, True, False]), "covers": covers, "written": covers + foreign,
                "weight": draw.choice([1, 2, 3]), "text": draw.choice("abc"),
            })
        gold = draw.choice([*labels, None]) if draw.random() < 0.3 else draw.choice(labels)
        originals[name] = {
            "gold": gold, "references": references, "parts": parts, "predicted": draw.choice(labels),
            "cluster": f"c{draw.randint(0, 8)}",
        }
    return originals


def write(folder, originals, labels, rule, how):
    """The files of a data set, and its config. `how` is composed, direct or own."""
    def rows(name, header, content):
        with open(folder / name, "w", newline="", encoding="utf-8") as out:
            csv.writer(out).writerows([header, *content])

    pairs, parts = [], []
    for name, of in originals.items():
        pairs.append([name, "", of["gold"] or "", 1, of["cluster"]])
        pairs += [[reference, name, gold, weight, of["cluster"]] for reference, gold, weight in of["references"]]
        parts += [
            [name, part["verdict"] or "", part["text"], part["gold"] or "", "yes" if part["faithful"] else "no",
             ";".join(part["written"]) or "none", part["weight"]]
            for part in of["parts"]
        ]
    rows("pairs.csv", ["id", "of", "gold", "weight", "cluster"], pairs)
    rows("parts.csv", ["of", "verdict", "text", "gold", "faithful", "covers", "weight"], parts)
    rows("wholes.csv", ["id", "label"], [[name, of["predicted"]] for name, of in originals.items()])
    same = {key: key for key in ["text", "gold", "faithful", "covers", "weight"]}
    system = {"name": "s", "parts": {"path": "parts.csv", "columns": {"origin": "of", "answer": "verdict", **same}}}
    if how != "composed":
        system |= {"predictions": "wholes.csv", "missing": "skip"}
    if how == "own":
        system["composition"] = "own"
    columns = {"id": "id", "origin": "of", "gold": "gold", "weight": "weight", "cluster": "cluster"}
    config = {
        "dataset": {"path": "pairs.csv", "columns": columns, "labels": {label: NAMES[label] for label in labels}},
        "task": "three-way" if len(labels) == 3 else "two-way", "composition": rule.in_config(), "systems": [system],
        "report": {"formats": ["csv"]}, "output": "report",
    }
    (folder / "config.yaml").write_text(json.dumps(config), encoding="utf-8")


def expected(originals, labels, rule, how):
    """Counts by figure, and the stages of wrong originals whose parts all have gold labels."""
    counts, stages = {}, {}

    def add(figure, numerator, denominator=1):
        before = counts.get(figure, (0, 0))
        counts[figure] = (before[0] + int(numerator), before[1] + denominator)

    for name, of in originals.items():
        if of["gold"] is None:
            continue
        references, parts = of["references"], of["parts"]
        gold_of = {reference: (gold, 1) for reference, gold, _ in references}
        gold = [part["gold"] or (all_of(labels, [gold_of[one] for one in part["covers"]]) if part["covers"] else None) for part in parts]
        verdicts = [(part["verdict"], part["weight"]) for part in parts]
        composed = of["predicted"] if how == "own" else rule.compose(verdicts)
        right = composed == of["gold"]
        covered = {reference for part in parts for reference in part["covers"]}
        missing = [(label, weight) for reference, label, weight in references if reference not in covered]
        complete = right and rule.compose(verdicts + [(None, weight) for _, weight in missing]) == of["gold"]
        is_right = [label is not None and part["verdict"] == label for part, label in zip(parts, gold)]
        checked = {reference for part, known in zip(parts, is_right) if known for reference in part["covers"]}
        add("composed", right)
        add("complete", complete)
        add("incomplete", right and not complete)
        add("right_parts", sum(is_right), sum(label is not None for label in gold))
        add("right_references", len(checked), len(references))
        add("failed", sum(part["verdict"] is None for part in parts), len(parts))
        add("empty", not parts)
        add("parts", len(parts))
        add("covered", len(covered), len(references))
        add("unfaithful", sum(not part["faithful"] for part in parts), len(parts))
        add("repeated", len(parts) - len({part["text"] for part in parts}), len(parts))
        if how == "direct":
            add("direct", of["predicted"] == of["gold"])
        if right or None in gold or not references:
            continue
        mends = lambda some: rule.compose(some) == of["gold"]
        faithful = [place for place, part in enumerate(parts) if part["faithful"]]
        with_gold = [(label, part["weight"]) for label, part in zip(gold, parts)]
        all_gold = [(label, weight) for _, label, weight in references]
        kept = [with_gold[place] for place in faithful]
        first = [("rule", verdicts)] if how == "own" else []
        divided = "missing" if missing else "divided"
        verdicts_first = [*first, ("misjudged", with_gold), ("unfaithful", kept), (divided, all_gold)]
        parts_first = [
            *first, ("missing", verdicts + missing), ("unfaithful", [verdicts[place] for place in faithful] + missing),
            ("misjudged", kept + missing), ("divided", all_gold),
        ]
        stages[name] = tuple(
            next((stage for stage, some in order if mends(some)), "rule") for order in (verdicts_first, parts_first)
        )
    return counts, stages


def check(program, seed):
    """The differences of one data set."""
    draw = random.Random(seed)
    labels = draw.choice([["E", "N"], ["E", "U", "C"]])
    rule, how = Rule(draw, labels), draw.choice(["composed", "composed", "direct", "own"])
    originals = draw_originals(draw, labels)
    if not any(of["gold"] for of in originals.values()) or not any(of["parts"] for of in originals.values()):
        return []
    with tempfile.TemporaryDirectory() as named:
        folder = pathlib.Path(named)
        write(folder, originals, labels, rule, how)
        ran = subprocess.run([program, "run", "config.yaml"], cwd=folder, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            return [ran.stderr]
        read = lambda name: list(csv.DictReader(open(folder / "report" / name, encoding="utf-8")))
        found = {
            row["figure"]: (int(row["numerator"]), int(row["denominator"]))
            for row in read("stages.csv") if row["numerator"] and row["section"] not in ("budget", "sizes")
        }
        is_written = (folder / "report" / "stage-originals.csv").exists()
        stages = {
            row["original"]: (row["stage"], row["stage_parts_first"])
            for row in (read("stage-originals.csv") if is_written else [])
        }
    counts, of_originals = expected(originals, labels, rule, how)
    what = f"{rule.kind}, {how}, {len(labels)} labels"
    wrong = [f"{what}: {figure} {found.get(figure)}, expected {value}" for figure, value in counts.items() if found.get(figure) != value]
    wrong += [f"{what}: {name} {stages.get(name)}, expected {value}" for name, value in of_originals.items() if stages.get(name) != value]
    return wrong


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    wrong = [f"data set {seed}: {difference}" for seed in range(number) for difference in check(program, seed)]
    print("\n".join(wrong) or f"{number} data sets, no difference")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

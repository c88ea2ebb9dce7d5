"""Random data sets with a config each: few or many originals, systems of one or several runs, missing answers,
clusters, two or three judgments, and odd cases such as constant or perfect systems."""

import csv
import json
import random

from composition import compose

JUDGMENTS = ["entailment", "unknown", "contradiction"]
TABLE = {
    "entailment": {"entailment": "entailment", "unknown": "unknown", "contradiction": "contradiction"},
    "unknown": {"entailment": "unknown", "unknown": "unknown", "contradiction": "unknown"},
    "contradiction": {"entailment": "contradiction", "unknown": "unknown", "contradiction": "unknown"},
}
NAMED = [
    "accuracy", "accuracy_two_way", "kappa", "mcc", "macro_f1", "mean_precision", "mutual_information",
    "uncertainty_coefficient", "conditional_entropy", "correlation_index", "ideal_distance", "deviation_index",
    "composition_kappa", "whole_right_composed_wrong", "stratified_solved_difference", "mean_conditioned_accuracy", "shrunken_accuracy",
]


OF_CONFIDENCES = ["average_precision", "auroc", "brier_score", "expected_calibration_error"]


class Generator:
    def __init__(self, folder, seed):
        self.folder, self.random = folder, random.Random(seed)
        self.two_way = self.random.random() < 0.4
        self.of_sets = not self.two_way and self.random.random() < 0.1
        self.judgments = ["entailment", "not-entailment"] if self.two_way else JUDGMENTS
        rules = ["all"] * 5 + ["any", {"fraction": 0.6}] + ([] if self.two_way else [{"table": TABLE}])
        rules += [{"weighted": {"pass-at": share}} for share in (0.5, 0.7)]
        self.composition = self.random.choice(rules)
        # Of each part, for rules that ask for it.
        self.weights = {}
        # How often gold of an original is not what the rule makes of gold of its parts; None for gold of its own.
        self.breaking = self.random.choice([None, 0, 0, 0.05, 0.09])

    def chance(self, probability):
        return self.random.random() < probability

    def composed(self, judgments, names):
        weights = [self.weights.get(name, 1) for name in names]
        return compose(self.composition, judgments, "two-way" if self.two_way else "three-way", weights)

    def originals(self):
        """The lines of the data."""
        draw = self.random
        number = draw.choice([draw.randint(1, 9), draw.randint(10, 40), draw.randint(41, 250)])
        decomposed = draw.choice([0, 0.7, 1, 1])
        phenomena = [f"{category}:{name}" for category in "abc"[: draw.randint(1, 3)] for name in "wxyz"[: draw.randint(1, 4)]]
        phenomena += ["a:w:deep"] if self.chance(0.2) else []
        clusters = max(number // draw.randint(2, 6), 1) if self.chance(0.4) else 0
        weights = [1] if self.chance(0.1) else [draw.random() + 0.1 for _ in self.judgments]
        constant = self.chance(0.07)
        no_gold, also_gold = draw.choice([0, 0, 0.1]), draw.choice([0, 0, 0.1])
        attributed, tasked, several_tags = self.chance(0.3), self.chance(0.3), self.chance(0.3)

        def pair(name, tags):
            gold = self.judgments[0] if constant else draw.choices(self.judgments, (weights * 3)[: len(self.judgments)])[0]
            found = {"id": name, "gold": None if self.chance(no_gold) else gold, "phenomena": tags}
            others = [judgment for judgment in self.judgments if judgment != gold]
            if found["gold"] and self.chance(also_gold):
                found["also_gold"] = [draw.choice(others)]
            if attributed and self.chance(0.8):
                found["attributes"] = {"register": draw.choice(["talk", "news"])}
            if tasked and self.chance(0.9):
                found["task"] = draw.choice(["QA", "IE"])
            return found

        def tags(least):
            number = draw.randint(least, 3 if several_tags else max(least, 1))
            return sorted(draw.sample(phenomena, min(number, len(phenomena))))

        lines = []
        for at in range(number):
            line = pair(f"o{at}", tags(0) if self.chance(0.2) else [])
            if clusters:
                line["cluster"] = f"c{draw.randrange(clusters)}"
            if self.chance(decomposed):
                line["monothematic"] = [pair(f"o{at}.{part}", tags(0 if self.chance(0.1) else 1)) for part in range(draw.randint(1, 5))]
                if "weighted" in self.composition:
                    for part in line["monothematic"]:
                        part["weight"] = self.weights[part["id"]] = draw.choice([0, 0.1, 0.2, 1, 1, 2, 3])
                gold = self.composed([part["gold"] for part in line["monothematic"]], [part["id"] for part in line["monothematic"]])
                if line["gold"] and gold and self.breaking is not None and not self.chance(self.breaking):
                    line["gold"] = gold
                    line["also_gold"] = [other for other in line.pop("also_gold", []) if other != gold]
            lines.append(line)
        return lines

    def answers(self, pairs, skill, missing, abstained, like=None):
        """The rows of a run; `like` are those of another that it mostly repeats."""
        draw, rows = self.random, []
        for at, pair in enumerate(pairs):
            gold = pair["gold"] or self.judgments[0]
            answer = gold if self.chance(skill) else draw.choice(self.judgments)
            if like and self.chance(0.8):
                answer = like[at][1]
            if self.of_sets and self.chance(0.2):
                answer = "|".join(sorted({answer, draw.choice(self.judgments)}))
            rows.append([pair["id"], "" if self.chance(abstained) else answer, draw.randint(0, 8) / 8])
        return [row for row in rows if not self.chance(missing)] if missing else rows

    def compose(self, rows):
        """Gives originals what the rule makes of the answers on their parts."""
        of_parts = {}
        for name, answer, *_ in rows:
            original, *part = name.split(".")
            if part:
                of_parts.setdefault(original, []).append((name, answer if answer in self.judgments else None))
        for row in rows:
            parts = of_parts.get(row[0])
            row[1] = parts and self.composed([answer for _, answer in parts], [name for name, _ in parts]) or row[1]

    def system(self, name, pairs, skips):
        draw = self.random
        kind = draw.choice(["plain"] * 5 + ["composing"] * 3 + ["constant", "right", "wrong"])
        runs = draw.choice([1, 1, 1, 2, 3, 5])
        missing = draw.choice([0, 0, 0.1]) if skips != "skip" else 0.1
        abstained, confident = draw.choice([0, 0, 0.1]), runs == 1 and self.chance(0.4)
        skill, vary = draw.random() ** (0.2 if kind == "composing" else 1), self.chance(0.5)
        files, first = [], None
        for run in range(runs):
            spread = skill + draw.uniform(-0.2, 0.2) if vary else skill
            rows = self.answers(pairs, min(max(spread, 0), 1), missing, abstained, None if missing else first)
            by_name = {pair["id"]: pair for pair in pairs}
            for row in rows:
                if kind == "constant":
                    row[1] = self.judgments[0]
                elif kind == "right":
                    row[1] = by_name[row[0]]["gold"] or self.judgments[0]
                elif kind == "wrong":
                    gold = by_name[row[0]]["gold"]
                    row[1] = next(judgment for judgment in self.judgments if judgment != gold)
            if kind == "composing":
                self.compose(rows)
            first = first or rows
            file = f"{name}-{run}.csv"
            with open(self.folder / file, "w", newline="", encoding="utf-8") as out:
                writer = csv.writer(out)
                writer.writerow(["id", "label", "confidence"] if confident else ["id", "label"])
                writer.writerows(row if confident else row[:2] for row in rows)
            files.append(file)
        found = {"name": name, "confident": confident, **({"predictions": files[0]} if runs == 1 else {"runs": files})}
        if self.of_sets:
            found["columns"] = {"id": "id", "label": "label", "label-separator": "|"}
            found["columns"].update({"confidence": "confidence"} if confident else {})
        if missing:
            found["missing"] = "skip" if skips == "skip" else "wrong"
        return found

    def write(self):
        """Writes the data and the config, and gives the path of the config."""
        draw, lines = self.random, self.originals()
        with open(self.folder / "pairs.jsonl", "w", encoding="utf-8") as out:
            out.writelines(json.dumps(line) + "\n" for line in lines)
        pairs = [pair for line in lines for pair in [line, *line.get("monothematic", [])]]
        skips = draw.choice(["wrong"] * 4 + ["skip"])
        systems = [self.system(f"S{number}", pairs, skips) for number in range(draw.randint(1, 6))]
        statistics = {
            "resamples": draw.choice([400, 1000]),
            "confidence-level": draw.choice([0.9, 0.95, 0.95, 0.99]),
            "correction": draw.choice(["holm", "holm", "holm", "benjamini-hochberg", "none"]),
            "question": draw.choice(["methods", "methods", "models"]),
        }
        if skips == "skip":
            statistics["common-pairs"] = self.chance(0.7)
        if len(systems) > 2 and self.chance(0.2):
            statistics["baseline"] = systems[-1]["name"]
        config = {
            "title": "Generated",
            "seed": draw.randrange(1000),
            "dataset": {"path": "pairs.jsonl", "labels": "judgments"},
            "systems": systems,
            "statistics": statistics,
            "report": {"formats": ["csv"], "tables": [], "figures": []},
        }
        if not self.two_way and self.chance(0.25):
            config["task"] = "two-way"
        if self.composition != "all":
            config["composition"] = self.composition
        if self.weights:
            config["weighting"] = "ranks"
        if self.chance(0.15):
            config["measures"] = draw.sample(NAMED, draw.randint(3, len(NAMED)))
        if all(system["confident"] for system in systems) and self.chance(0.7):
            config["measures"] = [*draw.sample(NAMED, 3), *OF_CONFIDENCES]
        for system in systems:
            del system["confident"]
        if self.chance(0.1) and any("monothematic" in line for line in lines):
            tags = sorted({tag for pair in pairs for tag in pair["phenomena"]})
            weights = {tag: draw.randint(0, 5) for tag in tags if self.chance(0.5)}
            config["relevance"] = weights if weights and self.chance(0.7) else "frequency"
        if self.chance(0.2):
            systems.append({"name": "Biased", "algorithm": "linguistic-biased"})
        if self.chance(0.15):
            config["pool"] = True
        path = self.folder / "config.yaml"
        path.write_text(json.dumps(config, indent=2), encoding="utf-8")
        return path


def generate(folder, seed):
    return Generator(folder, seed).write()

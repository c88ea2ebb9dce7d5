"""A report folder: its answers and settings (docs/reports.md, docs/scores.md, *The answers*)."""

import csv
import json
from pathlib import Path

import numpy as np

JUDGMENTS = ["entailment", "unknown", "contradiction", "not-entailment"]
LABELS = {"two-way": ["entailment", "not-entailment"], "three-way": ["entailment", "unknown", "contradiction"]}


class NoReport(Exception):
    """The folder cannot be verified."""


def two_way(judgment):
    return judgment if judgment == "entailment" else "not-entailment"


def column(judgment, task):
    """The column of a judgment under a task; None if the task does not tell it apart."""
    seen = two_way(judgment) if task == "two-way" else judgment
    return LABELS[task].index(seen) if seen in LABELS[task] else None


def single(answer, task):
    """The one judgment of an answer under a task; None for an abstention, a missing answer or a set."""
    if answer in JUDGMENTS:
        return answer
    return "not-entailment" if answer == "unknown|contradiction" and task == "two-way" else None


def plain(name):
    """A name without the apostrophe that keeps spreadsheets from taking it for a formula."""
    return name[1:] if name[:1] == "'" and name[1:2] in tuple("=+-@") else name


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return [{key: plain(cell) if cell else cell for key, cell in row.items()} for row in csv.DictReader(file)]


class Run:
    """One run: of each pair the gold judgment that it is held against, its answer, and whether it counts."""

    def __init__(self, report, system, rows):
        self.system, self.answers = system, [row["answer"] for row in rows]
        number = lambda text: float(text) if text else None
        self.confidence = [number(row["confidence"]) for row in rows]
        self.entailment_score = [number(row["entailment_score"]) for row in rows]
        self.right_as_written = [row["right"] for row in rows]
        skips = system.missing == "skip"
        self.gold = [report.gold_for(pair, answer) for pair, answer in enumerate(self.answers)]
        self.counts = np.array(
            [bool(gold) and not (skips and answer == "missing") for gold, answer in zip(self.gold, self.answers)],
            dtype=bool,
        )
        self.gold_code = np.array([JUDGMENTS.index(gold) if gold else 0 for gold in self.gold])
        self.of_task = {task: self.columns(task) for task in LABELS}
        of_gold, of_answer = self.of_task[report.task]
        self.right = self.counts & (of_gold == of_answer)

    def columns(self, task):
        """The column of gold and of the answer under a task; -1 for gold that the task does not tell apart."""
        none = len(LABELS[task])
        of_gold = [column(gold, task) if gold else -1 for gold in self.gold]
        judged = [single(answer, task) for answer in self.answers]
        of_answer = [none if judgment is None else column(judgment, task) for judgment in judged]
        lacking = lambda codes, value: np.array([value if code is None else code for code in codes])
        return lacking(of_gold, -1), lacking(of_answer, none)


class System:
    def __init__(self, settings):
        self.name, self.missing, self.scores = settings["name"], settings["missing"], settings["scores"]
        self.runs, self.reads_gold = [], False


class Report:
    def __init__(self, folder):
        self.folder = Path(folder)
        try:
            self.settings = json.loads((self.folder / "report_settings.json").read_text(encoding="utf-8"))
            rows = read_csv(self.folder / "answers.csv")
        except (OSError, ValueError) as error:
            raise NoReport(f"{self.folder} holds no report_settings.json and answers.csv: {error}") from error
        if not rows:
            raise NoReport(f"{self.folder}/answers.csv has no rows")
        self.task = self.settings["task"]
        if self.task not in LABELS:
            raise NoReport(f"{self.folder} has `task: {self.task}`, which is not computed again: it has no labels")
        self.labels = LABELS[self.task]
        self.statistics = self.settings["statistics"]
        self.level = self.statistics["confidence_level"]
        self.systems = [System(system) for system in self.settings["systems"]]
        of_run = {}
        for row in rows:
            of_run.setdefault((row["system"], row["run"]), []).append(row)
        first = next(iter(of_run.values()))
        if any(len(rows) != len(first) for rows in of_run.values()):
            raise NoReport(f"{self.folder}/answers.csv does not have an answer of every run to every pair")
        self.read_pairs(first)
        by_name = {system.name: system for system in self.systems}
        for (name, _), rows in of_run.items():
            system = by_name.get(name)
            if system is None:
                raise NoReport(f"report_settings.json does not name the system {name!r} of answers.csv")
            system.reads_gold = rows[0]["reads_gold"] == "1"
            system.runs.append(Run(self, system, rows))
        self.by_name = by_name
        occurs = {self.gold[pair][0] for pair in range(len(self.ids)) if self.gold[pair]}
        self.judgments = [judgment for judgment in JUDGMENTS if judgment in occurs]

    def read_pairs(self, rows):
        """Pairs, clusters and slices (docs/scores.md, *The tidy scores*)."""
        self.ids = [row["pair"] for row in rows]
        number = {name: place for place, name in enumerate(self.ids)}
        self.is_part = np.array([row["population"] == "monothematic" for row in rows], dtype=bool)
        self.original = np.array([number[row["original"]] for row in rows])
        names = {}
        self.cluster = np.array([names.setdefault(row["cluster"], len(names)) for row in rows])
        self.clusters = len(names)
        split = lambda cell: [part for part in cell.split(";") if part]
        self.tags, self.gold = [split(row["phenomena"]) for row in rows], [split(row["gold"]) for row in rows]
        self.parts = {place: [] for place in range(len(rows)) if not self.is_part[place]}
        for place in np.flatnonzero(self.is_part):
            self.parts[self.original[place]].append(int(place))
        self.attributes = self.settings["pairs"]
        # What each monothematic pair weighs by the relevance of its phenomena; None if the config gives none.
        of_pair = [self.attributes.get(name, {}).get("relevance") for name in self.ids]
        self.relevance = None
        if any(weight is not None for weight in of_pair):
            self.relevance = np.array([weight or 0 for weight in of_pair])
        # Each slice has the original pairs, the decomposed originals and the monothematic pairs.
        self.slices = {("all", ""): (set(), set(), set())}
        # The names of phenomena, in the order in which the answers name them.
        self.phenomena = list(dict.fromkeys(tag for tags in self.tags for tag in tags))
        add = lambda key, kind, pair: self.slices.setdefault(key, (set(), set(), set()))[kind].add(pair)
        tagged = lambda pair: {("phenomenon", tag) for tag in self.tags[pair]} | {
            ("category", tag.split(":")[0]) for tag in self.tags[pair]
        }
        for original, parts in self.parts.items():
            own = self.factors(original)
            for key in {("all", "")} | tagged(original) | own:
                add(key, 0, original)
            if parts:
                for key in {("all", "")} | own:
                    add(key, 1, original)
            for part in parts:
                for key in tagged(part):
                    add(key, 0, original)
                    add(key, 1, original)
                of_part = self.factors(part)
                kinds = {kind for kind, _ in of_part}
                inherited = {(kind, name) for kind, name in own if kind not in kinds}
                for key in {("all", "")} | tagged(part) | of_part | inherited:
                    add(key, 2, part)
        self.slices = {
            key: tuple(np.array(sorted(pairs), dtype=int) for pairs in kinds) for key, kinds in self.slices.items()
        }

    def factors(self, pair):
        of_pair = self.attributes.get(self.ids[pair], {})
        return {(key, value) for key, value in of_pair.items() if key == "task" or key.startswith("attribute:")
                and key != "attribute:exception"}

    def weights_of(self, pairs):
        """What each pair weighs in the dataset, 1 if it has no weights."""
        return [self.attributes.get(self.ids[pair], {}).get("weight", 1) for pair in pairs]

    def gold_for(self, pair, answer):
        """The gold judgment that an answer is held against: of a set, the one that it agrees with, or else the
        first."""
        gold = self.gold[pair]
        if not gold:
            return None
        judged = single(answer, "two-way")
        agrees = lambda one: one == judged or (judged == "not-entailment" and two_way(one) == judged)
        return next((one for one in gold if judged and agrees(one)), gold[0])

"""scores.csv, computed again (docs/scores.md)."""

import math
from functools import lru_cache

import numpy as np

import composition
import counts
import forecasts
import influences
import intervals
import measures
import rankings
import sets
import shrunken
import strata
from checking import NotVerified
from counts import GOLD, occurring
from independence import Answered, Drawn, independence
from measures import ratio
from report import JUDGMENTS, column
from runs import ByRuns

JACKKNIFE = {
    "kappa": (-1, 1),
    "mcc": (-1, 1),
    "f1": (0, 1),
    "macro_f1": (0, 1),
    "mean_conditioned_accuracy": (0, 1),
    "mean_precision": (0, 1),
    "composition_kappa": (-1, 1),
    "stratified_solved_difference": (-1, 1),
}
SHARES = {"accuracy", "accuracy_two_way", "accuracy_three_way", "conditioned_accuracy", "precision", "whole_accuracy"}
DIVERGENCES = {
    "mutual_information",
    "corrected_mutual_information",
    "uncertainty_coefficient",
    "gold_entropy",
    "predicted_entropy",
    "conditional_entropy",
    "entropy_given_answer",
}
OF_PAIRS = {"independence_p_value", "expected_mutual_information", "corrected_mutual_information"}


class Slice:
    """The pairs of a row: those of some runs in a slice and population, with some gold judgments."""

    def __init__(self, report, runs, population, key, gold, by_relevance=False):
        self.report, self.runs, self.population, self.gold = report, runs, population, gold
        self.relevance = report.relevance if by_relevance else None
        # The answers have a comma in a name that holds their separator.
        kind, name = key
        self.pairs = report.slices.get((kind, name.replace(";", ",")), (np.array([], dtype=int),) * 3)

    @property
    def rows(self):
        return self.pairs[{"original": 0, "decomposition": 1, "monothematic": 2}[self.population]]

    @lru_cache(maxsize=None)
    def by_runs(self):
        of_run = lambda run: counts.of_population(self.report, run, self.population, self.pairs, None, self.relevance)
        return ByRuns(np.stack(list(map(of_run, self.runs))))

    def unit_of_weight(self, gold):
        """What a unit of weight must be, so that the parts with some gold judgments weigh as many pairs as would tell
        as much if each weighed the same (Kish 1965)."""
        if self.relevance is None:
            return 1.0
        first = lambda pair: self.report.gold[pair] and JUDGMENTS.index(self.report.gold[pair][0]) in gold
        weights = np.array([self.relevance[pair] for pair in self.pairs[2] if first(pair)], dtype=float)
        return weights.sum() / (weights**2).sum() if weights.any() else 0.0

    def clusters(self):
        """The vectors of the clusters, those of runs that do not answer alike added up."""
        return self.by_runs().together

    @property
    def times(self):
        """How often each pair is counted there."""
        return self.by_runs().times

    def sums(self):
        return self.by_runs().sums

    def table(self):
        return counts.tables(self.sums(), self.gold)

    def table_of(self, task):
        """The vectors under a task that need not be that of the report; None if a judgment is too coarse."""
        if task == "three-way" and any(self.is_coarse(run) for run in self.runs):
            return None
        return sum(counts.of_pairs(self.report, run, self.rows, task) for run in self.runs)

    def is_coarse(self, run):
        here = self.rows[run.counts[self.rows]]
        return any("not-entailment" in (run.gold[pair], *run.answers[pair].split("|")) for pair in here)

    def support(self, rows):
        of_gold = lambda run: np.isin(run.gold_code[rows], list(self.gold)) & run.counts[rows]
        return sum(int(of_gold(run).sum()) for run in self.runs)

    @lru_cache(maxsize=None)
    def composed(self, seen):
        """The vectors of composition, run by run."""
        return ByRuns(composition.vectors(self.report, self.runs, self.pairs[1], self.gold, seen))


class Scores:
    def __init__(self, report):
        self.report, self.level = report, report.level
        self.generator = np.random.default_rng(20_101)
        self.slices = {}
        self.p_values, self.shrunken = {}, {}

    def expected(self, row):
        """The cells of a row that are computed again."""
        system, kind, key = row["system"], row["slice_kind"], row["measure"]
        if system.startswith("baseline:"):
            return self.of_baseline(row)
        runs = self.runs_of(system)
        if kind == "pair":
            return self.of_pair(runs, row["slice"])
        if kind in ("rewriting", "rewriting-change", "negated", "negated-change"):
            return self.changed(runs, row)
        if kind == "run":
            return self.of_run(system, runs, row)
        if key in sets.UNIT:
            return self.of_sets(system, self.slice(row, runs), key)
        if key in rankings.MEASURES:
            return self.of_ranking(system, runs, row)
        if system == "pooled" and key in measures.BY_RELEVANCE:
            raise NotVerified("measures by relevance of all systems together")
        here = self.slice(row, runs)
        if key == "shrunken_accuracy":
            return self.of_shrunken(system, here, row)
        if key in composition.MEASURES:
            return self.of_composition(system, here, key)
        return self.of_counts(system, here, key)

    def runs_of(self, system):
        if system == "pooled":
            return [run for one in self.report.systems if not one.reads_gold for run in one.runs]
        return self.report.by_name[system].runs

    def slice(self, row, runs):
        kind, name = row["slice_kind"], row["slice"]
        gold = GOLD
        if kind.endswith("-by-judgment"):
            kind, (name, judgment) = kind.removesuffix("-by-judgment"), name.rsplit("|", 1)
            gold = [JUDGMENTS.index(judgment)]
        elif kind == "judgment":
            gold = measures.NEGATIVE if name == "negative" else [JUDGMENTS.index(name)]
            kind, name = "all", ""
        by_relevance = row["measure"] in measures.BY_RELEVANCE
        key = row["system"], row["population"], kind, name, tuple(gold), by_relevance
        if key not in self.slices:
            self.slices[key] = Slice(self.report, runs, row["population"], (kind, name), list(gold), by_relevance)
        return self.slices[key]

    def label(self, gold):
        """The label that some gold judgments are; None if they are several, or the task does not tell them apart."""
        if gold == measures.NEGATIVE and self.report.task == "two-way":
            return 1
        name = JUDGMENTS[gold[0]]
        return self.report.labels.index(name) if len(gold) == 1 and name in self.report.labels else None

    def of_counts(self, system, here, key):
        support = here.support(here.rows)
        if here.population == "decomposition" and key != "whole_accuracy":
            support += here.support(here.pairs[2])
        cells = {"support": support, "ends": None}
        if len(here.runs) > 1 and key in OF_PAIRS:
            cells["value"] = None if system == "pooled" else self.of_pairs(here, key)
        else:
            cells.update(self.figure(here, key))
        if cells["value"] is not None and system != "pooled" and self.report.statistics["intervals"]:
            cells["ends"] = self.ends(here, key, cells)
        return cells

    def of_pairs(self, here, key):
        """Measures for which it matters how many pairs there are: several runs answer the same ones."""
        answered = Answered(self.report, here.runs, here.rows, here.gold)
        if answered.is_unanimous:
            table = answered.table()
            if key == "independence_p_value":
                return self.p_value(table)
            expected = measures.expected_mutual_information(table)
            return number(expected if key.startswith("expected") else measures.mutual_information(table) - expected)
        if key == "independence_p_value":
            return number(answered.independence())
        expected = answered.expected_information()
        if key.startswith("corrected"):
            return number(measures.mutual_information(answered.together) - expected)
        return number(expected)

    def figure(self, here, key):
        """Value and, of a share, its two counts."""
        label = self.label(here.gold) if key in measures.OF_LABEL else None
        if key in measures.OF_LABEL and label is None:
            return {"value": None}
        if key in ("expected_correlation_index", "expected_deviation_index_signed"):
            return {"value": self.by_chance(here, key)}
        if key in measures.BY_RELEVANCE:
            return {"value": number(measures.of_vectors(key, here.sums(), here.gold))}
        if key in measures.OF_DECOMPOSITION:
            cells = {"value": number(measures.of_vectors(key, here.sums(), here.gold))}
            if key == "whole_accuracy":
                right, wholes = counts.shares_of_decomposition(here.sums(), here.gold)[:2]
                return self.share(right, wholes)
            return cells
        if key in ("accuracy_two_way", "accuracy_three_way"):
            vectors = here.table_of("two-way" if key == "accuracy_two_way" else "three-way")
            if vectors is None:
                return {"value": None}
            return self.share_of_table(counts.tables(vectors.sum(axis=0), here.gold))
        table = here.table()
        if key in ("accuracy", "conditioned_accuracy"):
            return self.share_of_table(table)
        if key == "precision":
            everything = counts.tables(here.sums())
            return self.share(everything[label, label], everything[:, label].sum())
        if key == "expected_mutual_information":
            return {"value": number(measures.expected_mutual_information(table))}
        if key == "corrected_mutual_information":
            expected = measures.expected_mutual_information(table)
            return {"value": number(measures.mutual_information(table) - expected)}
        if key == "independence_p_value":
            return {"value": self.p_value(table)}
        return {"value": number(measures.of_vectors(key, here.sums(), here.gold, label))}

    def p_value(self, table):
        known = table.tobytes()
        if known not in self.p_values:
            self.p_values[known] = number(independence(table, self.generator))
        return self.p_values[known]

    def share_of_table(self, table):
        return self.share(measures.correct(table), table.sum())

    @staticmethod
    def share(numerator, denominator):
        if denominator == 0:
            return {"value": None}
        return {"value": numerator / denominator, "numerator": int(numerator), "denominator": int(denominator)}

    def by_chance(self, here, key):
        """CI of answers that are drawn with the shares that the system has on wholes and on parts."""
        here_runs, pairs = here.runs, here.pairs
        tables = [
            counts.tables(sum(counts.of_pairs(self.report, run, rows) for run in here.runs).sum(axis=0))
            for rows in (here.pairs[1], here.pairs[2])
        ]

        def accuracy(table, gold):
            labels = sorted({column(JUDGMENTS[code], self.report.task) for code in gold} - {None})
            number = sum(int(table[label].sum()) for label in labels)
            right = sum(float(table[label].sum()) * float(table[:, label].sum()) for label in labels)
            return ratio(right, number * float(table.sum()))

        def of(gold):
            # Under the two-way task unknown and contradiction are one label, and each needs pairs of its own.
            here = Slice(self.report, here_runs, "decomposition", ("all", ""), gold)
            here.pairs = pairs
            if not (here.support(pairs[1]) and here.support(pairs[2])):
                return np.nan
            return ratio(accuracy(tables[0], gold), accuracy(tables[1], gold))

        if key == "expected_correlation_index":
            return number(of(here.gold))
        return number(of([0]) - of(measures.negative(list(here.gold))))

    def ends(self, here, key, cells):
        """The ends of the interval of a measure of counts; None if it has none."""
        key = key.removeprefix("weighted_") if key in measures.BY_RELEVANCE else key
        if key == "independence_p_value" or key.startswith("expected_"):
            return None
        own = {"ideal_distance": "correlation_index", "deviation_index": "deviation_index_signed",
               "corrected_mutual_information": "mutual_information"}.get(key, key)
        ends = self.ends_on_these_runs(here, own)
        label = self.label(here.gold) if own in measures.OF_LABEL else None
        measure = lambda some: measures.of_vectors(own, some, here.gold, label)
        if own == "accuracy_two_way" and self.report.task == "three-way":
            measure = lambda some: ratio(*self.two_way(counts.tables(some, here.gold)))
        ends = here.by_runs().widened(measure, ends, self.report.statistics["question"], self.level)
        ends = within(ends, measures.bounds(own, self.labels()))
        if ends is None or own == key:
            return ends
        if key == "corrected_mutual_information":
            return min(ends[0], cells["value"]), max(ends[1], cells["value"])
        return intervals.sizes_between(ends if key == "deviation_index" else (ends[0] - 1, ends[1] - 1))

    @staticmethod
    def two_way(table):
        """Two-way right answers and pairs of a three-way table."""
        return table[..., 0, 0] + table[..., 1:, 1:3].sum(axis=(-1, -2)), table.sum(axis=(-1, -2))

    def ends_on_these_runs(self, here, key):
        vectors, gold, level = here.clusters(), here.gold, self.level
        if key in SHARES:
            return self.ends_of_share(here, key)
        if key in JACKKNIFE:
            label = self.label(gold) if key in measures.OF_LABEL else None
            measure = lambda some: measures.of_vectors(key, some, gold, label)
            # A measure of one judgment takes all pairs: those of another one may have it as answer.
            pairs = counts.tables(vectors, GOLD if key in measures.OF_LABEL else gold).sum(axis=(-1, -2))
            return intervals.jackknife(vectors, measure, *JACKKNIFE[key], intervals.Sizes(pairs, here.times), level)
        if key in DIVERGENCES:
            return self.ends_of_divergence(here, key)
        if key == "correlation_index":
            found = self.recovered(here, gold)
            return found and found.ends
        positive, other = self.recovered(here, [0]), self.recovered(here, measures.negative(list(gold)))
        if positive is None or other is None:
            return None
        return intervals.difference_of(positive, other, len(vectors))

    def recovered(self, here, gold):
        vectors = here.clusters()
        shares = counts.shares_of_decomposition(vectors, gold)
        wholes = intervals.Share(shares[:, 0], shares[:, 1], self.level, here.times)
        unit = here.unit_of_weight(gold)
        parts = intervals.Share(shares[:, 2], shares[:, 3], self.level, here.times, unit)
        if not (wholes.is_defined and parts.is_defined):
            return None
        return intervals.ratio_of_shares(wholes, parts, len(vectors))

    def ends_of_share(self, here, key):
        vectors = here.clusters()
        if key == "whole_accuracy":
            right, pairs = counts.shares_of_decomposition(vectors, here.gold)[:, :2].T
        elif key == "precision":
            label = self.label(here.gold)
            tables = counts.tables(vectors)
            right, pairs = tables[:, label, label], tables[:, :, label].sum(axis=-1)
        elif key == "accuracy_three_way" and self.report.task == "two-way":
            if vectors.sum(axis=1).max() > 1:
                return None
            tables = counts.tables(occurring(counts.of_pairs(self.report, here.runs[0], here.rows, "three-way")), here.gold)
            right, pairs = measures.correct(tables), tables.sum(axis=(-1, -2))
        elif key == "accuracy_two_way" and self.report.task == "three-way":
            right, pairs = self.two_way(counts.tables(vectors, here.gold))
        else:
            tables = counts.tables(vectors, here.gold)
            right, pairs = measures.correct(tables), tables.sum(axis=(-1, -2))
        share = intervals.Share(right, pairs, self.level, here.times)
        return share.ends if share.is_defined else None

    def ends_of_divergence(self, here, measured):
        vectors, gold = here.clusters(), here.gold
        tables = counts.tables(vectors, gold)
        table = tables.sum(axis=0)
        pairs, labels = tables.sum(axis=(-1, -2)), len(self.report.labels)
        answers, golds = int((table.sum(axis=0) > 0).sum()), int((table.sum(axis=1) > 0).sum())
        of_information = max(golds - 1, 0) * max(answers - 1, 0)
        even = lambda number, values, times: (number, math.log2(values), 0.0, math.log2(values), (values - 1) * times, 1)
        number, most, label = int(table.sum()), math.log2(labels), None
        entropy = float(measures.gold_entropy(table))
        if measured == "mutual_information":
            whole = number, 0.0, entropy, most, of_information, 1
        elif measured == "uncertainty_coefficient":
            whole = number, 0.0, 1.0, 1.0, of_information, entropy
        elif measured == "gold_entropy":
            whole = even(number, labels, 1)
        elif measured == "conditional_entropy":
            whole = even(number, labels, answers)
        elif measured == "predicted_entropy":
            whole = even(number, max(answers, labels), 1)
        else:
            label = self.label(gold)
            pairs = counts.tables(vectors)[:, :, label].sum(axis=-1)
            whole = even(int(pairs.sum()), labels, 1)
        measure = lambda some: measures.of_vectors(measured, some, gold, label)
        return intervals.divergence(vectors, measure, whole, intervals.Sizes(pairs, here.times), self.level)

    def of_composition(self, system, here, key):
        seen, measure = composition.MEASURES[key]
        if len(here.pairs[1]) == 0:
            return {"value": None, "support": 0, "ends": None}
        everything = here.composed(seen)
        sums = everything.sums
        cells = {"support": int(sums.sum()), "ends": None}
        if key == "solved_information_p_value":
            if system == "pooled":
                return {**cells, "value": None}
            if everything.times > 1:
                together = everything.together
                difference = float(composition.solved_difference(together.sum(axis=0)))
                test = strata.Stratified(together, everything.times, difference)
                return {**cells, "value": test.p if test.is_possible else None}
            # Runs that answer alike are one.
            return {**cells, "value": self.p_value(composition.square(everything.together.sum(axis=0)))}
        # Counts of runs that agree are those of one of them.
        is_of_one = key not in composition.SHARES and (sums % everything.runs == 0).all()
        cells["value"] = number(measure(sums // everything.runs if is_of_one else sums))
        if key in composition.SHARES and cells["value"] is not None:
            cells.update(self.share(*composition.SHARES[key](sums)))
        if cells["value"] is None or system == "pooled" or not self.report.statistics["intervals"]:
            return cells
        cells["ends"] = ends_of_composition(everything, key, self.level, self.report.statistics["question"])
        return cells

    def of_sets(self, system, here, key):
        by_runs = ByRuns(np.stack([sets.vectors(self.report, run, here.rows, key) for run in here.runs]))
        vectors, sums = by_runs.together, by_runs.sums
        cells = {"value": number(share_of_sums(sums)), "support": here.support(here.rows), "ends": None}
        if key == "exact_match":
            cells.update(self.share(*sums))
        if cells["value"] is None or system == "pooled" or not self.report.statistics["intervals"]:
            return cells
        if key == "exact_match":
            ends = intervals.Share(vectors[:, 0], vectors[:, 1], self.level, by_runs.times).ends
        else:
            sizes = intervals.Sizes(vectors[:, 1] // sets.UNIT[key], by_runs.times)
            ends = intervals.jackknife(vectors, share_of_sums, 0, 1, sizes, self.level)
        ends = by_runs.widened(share_of_sums, ends, self.report.statistics["question"], self.level)
        cells["ends"] = within(ends, (0, 1))
        return cells

    def of_shrunken(self, system, here, row):
        """The phenomena of a category, of which each with pairs has a row."""
        if len(here.runs) > 1:
            raise NotVerified("shrunken accuracies of several runs")
        category = row["slice"].split(":")[0]
        known = system, here.population, category
        if known not in self.shrunken:
            names = [name for name in self.report.phenomena if name.split(":")[0] == category]
            of = lambda name: self.slice({**row, "slice": name}, here.runs).table()
            tables = [of(name) for name in names]
            right, pairs = [int(measures.correct(table)) for table in tables], [int(table.sum()) for table in tables]
            found = shrunken.estimates(right, pairs, self.level)
            self.shrunken[known] = dict(zip(names, found or [None] * len(names)))
        found = self.shrunken[known][row["slice"].replace(";", ",")]
        ends = found and found[1] if self.report.statistics["intervals"] else None
        return {"value": found and found[0], "support": here.support(here.rows), "ends": ends}

    def of_pair(self, runs, name):
        """The Correlation Index of one original."""
        original = self.report.ids.index(name)
        right = lambda pairs: np.array([run.right[pair] for pair in pairs for run in runs if run.counts[pair]])
        whole, parts = right([original]), right(self.report.parts[original])
        mean = lambda values: values.mean() if len(values) else math.nan
        found = ratio(mean(whole), mean(parts))
        return {"value": number(found), "support": len(whole) + len(parts), "ends": None}

    def changed(self, runs, row):
        """Figures after answers are rewritten, or after entailment and contradiction are swapped."""
        kind, key = row["slice_kind"], row["measure"]
        if key == "average_precision":
            return self.negated_average_precision(runs, row)
        here = self.slice({**row, "slice_kind": "all", "slice": ""}, runs)
        before = after = here.table()
        if kind.startswith("rewriting"):
            old, new = (self.report.labels.index(name) for name in row["slice"].split(">"))
            after = before.copy()
            after[:, new] += after[:, old]
            after[:, old] = 0
        elif self.report.task == "two-way":
            return {"value": None}
        else:
            turned = [2, 1, 0]
            after = before[turned][:, turned + [3]]
        of = lambda table: self.of_changed_table(key, table)
        cells = of(after)
        cells["ends"] = None
        if kind.endswith("-change"):
            first, second = of(before)["value"], cells["value"]
            return {"value": None if first is None or second is None else second - first, "ends": None}
        return cells

    def of_changed_table(self, key, table):
        if key == "accuracy_two_way" and len(self.report.labels) == 3:
            both = table[0, 0] + table[1:, 1:3].sum()
            return self.share(both, table.sum())
        if key.startswith("accuracy"):
            return self.share_of_table(table)
        return {"value": number(measures.OF_TABLE[key](table))}

    def of_run(self, system, runs, row):
        """Each run of a system of several, their mean and their standard deviation."""
        key, name = row["measure"], row["slice"]
        if key == "accuracy_three_way" and self.report.task == "two-way":
            raise NotVerified("three-way accuracy of single runs under the two-way task")
        values, supports = [], []
        for run in runs:
            supports.append(self.support_of_run(runs, run, row))
            here = Slice(self.report, [run], row["population"], ("all", ""), GOLD)
            if key in influences.MEASURES:
                values.append(rankings.figure(self.report, run, key, here.rows)["value"])
            elif key in sets.UNIT:
                values.append(number(share_of_sums(sets.vectors(self.report, run, here.rows, key).sum(axis=0))))
            elif key in composition.MEASURES:
                values.append(self.value_of_composed_run(runs, run, key))
            else:
                values.append(self.figure(here, key)["value"])
        if name.isdigit():
            return {"value": values[int(name) - 1], "ends": None, "support": supports[int(name) - 1]}
        if None in values:
            return {"value": None, "ends": None, "support": max(supports)}
        if any(isinstance(value, Drawn) for value in values):
            raise NotVerified("drawn: means of p-values over runs")
        mean, deviation = float(np.mean(values)), float(np.std(values, ddof=1))
        if name == "standard-deviation":
            return {"value": deviation, "ends": None, "support": max(supports)}
        if not self.report.statistics["intervals"]:
            return {"value": mean, "ends": None, "support": max(supports)}
        half = intervals.student_quantile(1 - intervals.tail(self.level), len(runs) - 1) * deviation / math.sqrt(len(runs))
        ends = mean - half, mean + half
        if name == "mean":
            # The interval of the system's own figure, about the mean; it contains that of other runs on these pairs.
            cells = self.expected({**row, "slice_kind": "all", "slice": ""})
            value, own = cells["value"], cells["ends"]
            if value is None or own is None:
                ends = None
            else:
                ends = min(ends[0], mean - (value - own[0])), max(ends[1], mean + (own[1] - value))
        return {"value": mean, "ends": within(ends, measures.bounds(key, self.labels())), "support": max(supports)}

    def labels(self):
        """How many judgments the task tells apart."""
        return 3 if self.report.task == "three-way" else 2

    def support_of_run(self, runs, run, row):
        """The pairs of one run."""
        here = Slice(self.report, [run], row["population"], ("all", ""), GOLD)
        if row["measure"] in composition.MEASURES:
            seen = composition.MEASURES[row["measure"]][0]
            vectors = composition.vectors(self.report, runs, here.pairs[1], GOLD, seen)
            return int(vectors[runs.index(run)].sum())
        support = here.support(here.rows)
        if row["population"] == "decomposition" and row["measure"] != "whole_accuracy":
            support += here.support(here.pairs[2])
        return support

    def value_of_composed_run(self, runs, run, key):
        # The strata are those of all runs together.
        seen, measure = composition.MEASURES[key]
        vectors = composition.vectors(self.report, runs, self.report.slices[("all", "")][1], GOLD, seen)
        return number(measure(vectors[runs.index(run)].sum(axis=0)))

    def of_baseline(self, row):
        """Expected values of answers that look at no pair."""
        report, key, population = self.report, row["measure"], row["population"]
        fake = {**row, "system": "gold"}
        here = self.slice(fake, [])
        rows = here.rows

        def shares(pairs, gold):
            found = np.zeros(len(report.labels))
            for pair in pairs:
                first = report.gold[pair][0] if report.gold[pair] else None
                if first and JUDGMENTS.index(first) in gold:
                    found[column(first, report.task)] += 1
            return found / found.sum() if found.sum() else None, int(found.sum())

        def answers(of_population):
            name = row["system"].removeprefix("baseline:")
            if name == "uniform":
                return np.full(len(report.labels), 1 / len(report.labels))
            everything = report.slices[("all", "")][0 if of_population != "monothematic" else 2]
            if name == "gold-distribution":
                return shares(everything, GOLD)[0]
            return np.array([float(label == name) for label in report.labels])

        of_gold, support = shares(rows, here.gold)
        if key in ("correlation_index", "ideal_distance", "deviation_index", "deviation_index_signed", "whole_accuracy"):
            parts = here.pairs[2]

            def accuracy(pairs, of_population, gold):
                of_pairs = shares(pairs, gold)[0]
                drawn = answers(of_population)
                return math.nan if of_pairs is None or drawn is None else float((of_pairs * drawn).sum())

            index = lambda gold: ratio(accuracy(rows, "original", gold), accuracy(parts, "monothematic", gold))
            if key == "whole_accuracy":
                return {"value": number(accuracy(rows, "original", here.gold)), "support": support, "ends": None}
            support += shares(parts, here.gold)[1]
            if key in ("correlation_index", "ideal_distance"):
                found = index(here.gold)
                value = number(found if key == "correlation_index" else abs(1 - found))
            else:
                found = index([0]) - index(measures.negative(list(here.gold)))
                value = number(found if key == "deviation_index_signed" else abs(found))
            return {"value": value, "support": support, "ends": None}
        drawn = answers(population)
        cells = {"support": support, "value": None, "ends": None}
        if of_gold is None or drawn is None:
            return cells
        accuracy = float((of_gold * drawn).sum())
        if key in ("accuracy", "conditioned_accuracy", "confidence_weighted_score"):
            cells["value"] = accuracy
        elif key == "accuracy_two_way":
            cells["value"] = float(of_gold[0] * drawn[0] + (1 - of_gold[0]) * (1 - drawn[0]))
        elif key == "accuracy_three_way":
            cells["value"] = accuracy if report.task == "three-way" else None
        elif key == "mean_conditioned_accuracy":
            cells["value"] = float(drawn[of_gold > 0].mean())
        elif key == "kappa":
            cells["value"] = None if accuracy >= 1 else 0.0
        elif key in ("mutual_information", "weighted_mutual_information"):
            cells["value"] = 0.0
        elif key == "average_precision":
            marked = sum(1 for pair in rows if report.gold[pair] and report.gold[pair][0] == "entailment")
            cells["value"] = number(rankings.average_precision([(support, marked)]))
        elif key == "auroc":
            marked = sum(1 for pair in rows if report.gold[pair] and report.gold[pair][0] == "entailment")
            cells["value"] = number(rankings.auroc([(support, marked)]))
        else:
            raise NotVerified(f"{key} of baselines")
        return cells

    def of_ranking(self, system, runs, row):
        key, rows = row["measure"], self.slice(row, runs).rows
        if system == "pooled":
            return {"value": None, "ends": None}
        figures = [rankings.figure(self.report, run, key, rows) for run in runs]
        if len(runs) > 1 and key not in influences.MEASURES:
            raise NotVerified("other measures of rankings of several runs")
        values = [figure["value"] for figure in figures]
        cells = {**figures[0], "value": None if None in values else float(np.mean(values)), "ends": None}
        cells["support"] = self.slice(row, runs).support(rows)
        if row["slice_kind"] == "all" and key in influences.MEASURES and cells["value"] is not None:
            if self.report.statistics["intervals"]:
                found = influences.Influences(self.report, runs, key, rows)
                bounds = forecasts.bounds(key, self.report.task)
                cells["ends"] = influences.interval(found, self.report.statistics["question"], self.level, bounds)
        return cells

    def negated_average_precision(self, runs, row):
        rows = self.report.slices[("all", "")][0 if row["population"] == "original" else 2]
        before, after = (rankings.average_precision_for(self.report, runs[0], rows, wanted) for wanted in ("entailment", "contradiction"))
        if row["slice_kind"] == "negated":
            return {"value": number(after), "ends": None}
        return {"value": number(after - before), "ends": None}


def share_of_sums(sums):
    return ratio(sums[..., 0], sums[..., 1])


def number(value):
    """A value, or None for NaN; a drawn p-value as it is."""
    if not isinstance(value, (float, int, np.floating, np.integer, np.ndarray)):
        return value
    return None if math.isnan(value) else float(value)


def within(ends, bounds):
    """An interval without what lies outside the range of the measure."""
    return ends and tuple(min(max(end, bounds[0]), bounds[1]) for end in ends)


def ends_of_composition(by_runs, key, level, question):
    """The ends of the interval of a measure of composition; None if it has none."""
    if key.startswith("expected_"):
        return None
    ends = ends_of_composition_on_these_runs(by_runs, key, level)
    return within(by_runs.widened(composition.MEASURES[key][1], ends, question, level), measures.bounds(key))


def ends_of_composition_on_these_runs(by_runs, key, level):
    vectors, times = by_runs.together, by_runs.times
    sizes = intervals.Sizes(vectors.sum(axis=1), times)
    if key in composition.SHARES:
        share = intervals.Share(*composition.SHARES[key](vectors), level, times)
        return share.ends if share.is_defined else None
    if key in composition.DIFFERENCES:
        first, second = (intervals.Share(*of(vectors), level, times) for of in composition.DIFFERENCES[key])
        if not (first.is_defined and second.is_defined):
            return None
        return intervals.difference_of(first, second, len(vectors))
    if key == "solved_odds_ratio":
        return intervals.odds_ratio(vectors, sizes, level)
    measure = composition.MEASURES[key][1]
    if key == "solved_information":
        table = composition.square(vectors.sum(axis=0))
        freedom = max(int((table.sum(axis=1) > 0).sum()) - 1, 0) * max(int((table.sum(axis=0) > 0).sum()) - 1, 0)
        entropy = float(composition.solved_entropy(vectors.sum(axis=0)))
        return intervals.divergence(vectors, measure, (int(table.sum()), 0.0, entropy, 1.0, freedom, 1), sizes, level)
    return intervals.jackknife(vectors, measure, *JACKKNIFE[key], sizes, level)

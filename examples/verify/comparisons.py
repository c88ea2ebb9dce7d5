"""comparisons.csv, computed again (docs/scores.md, *The tidy comparisons*)."""

import math

import numpy as np

import composition
import corrections
import counts
import influences
import measures
import rankings
import sets
from checking import Checked, NotVerified
from counts import GOLD
from differences import Comparison, Sides, Tested, share
from distributions import normal_quantile
from report import column, read_csv

POWER = 0.8
CAUTIOUS = {
    "mutual_information",
    "uncertainty_coefficient",
    "conditional_entropy",
    "composition_kappa",
    "compositionality_gap",
    "whole_right_part_wrong",
    "whole_right_composed_wrong",
    "solved_difference",
    "stratified_solved_difference",
    "solved_information",
    "solved_odds_ratio",
}
# Distances: of which measure, from which value, and what is said.
DISTANCES = {
    "ideal_distance": ("correlation_index", 1.0, ("nearer to 1", "farther from 1")),
    "deviation_index": ("deviation_index_signed", 0.0, ("deviates less", "deviates more")),
    "weighted_deviation_index": ("weighted_deviation_index_signed", 0.0, ("deviates less", "deviates more")),
}
LOWER_IS_BETTER = {
    "ideal_distance",
    "deviation_index",
    "weighted_deviation_index",
    "conditional_entropy",
    "compositionality_gap",
    "whole_right_part_wrong",
    "whole_right_composed_wrong",
    "brier_score",
}
NEITHER = {
    "correlation_index",
    "deviation_index_signed",
    "weighted_correlation_index",
    "weighted_deviation_index_signed",
    "direct_minus_composed",
}


class Comparisons:
    def __init__(self, report):
        self.report, self.generator = report, np.random.default_rng(20_102)
        self.statistics = report.statistics
        runs = [run for system in report.systems for run in system.runs]
        # On common pairs, only those count that every run answers.
        self.allowed = None
        skips = any(system.missing == "skip" for system in report.systems)
        if self.statistics["common_pairs"] and skips:
            self.allowed = np.array([all(run.answers[pair] != "missing" for run in runs) for pair in range(len(report.ids))])

    def runs(self, name):
        return self.report.by_name[name].runs

    def slice_of(self, row):
        key = row["slice_kind"], row["slice"].replace(";", ",")
        return self.report.slices.get(key, (np.array([], dtype=int),) * 3)

    def vectors(self, runs, row):
        """The counts of each run that the measure of a row is a function of."""
        key, here = row["measure"], self.slice_of(row)
        if key in sets.UNIT:
            pairs = here[0 if row["population"] == "original" else 2]
            return np.stack([sets.vectors(self.report, run, pairs, key, self.allowed) for run in runs])
        relevance = self.report.relevance if key in measures.BY_RELEVANCE else None
        of_run = lambda run: counts.of_population(self.report, run, row["population"], here, self.allowed, relevance)
        found = np.stack([of_run(run) for run in runs])
        if key == "accuracy":
            tables = counts.tables(found)
            return np.stack([measures.correct(tables), tables.sum(axis=(-1, -2))], axis=-1)
        if row["population"] == "decomposition" and key != "whole_accuracy":
            return self.together(found, key)
        return found

    @staticmethod
    def together(found, key):
        """Gold judgments that the measure does not tell apart are counted together."""
        of_gold = found.reshape(found.shape[:-1] + (4, 4))
        zeros = np.zeros_like(of_gold)
        if "deviation" in key:
            zeros[..., 0, :], zeros[..., 3, :] = of_gold[..., 0, :], of_gold[..., 1:, :].sum(axis=-2)
        else:
            zeros[..., 0, :] = of_gold.sum(axis=-2)
        return zeros.reshape(found.shape)

    def sides(self, row):
        first = self.runs(row["system_a"])
        if row["system_b"].startswith("baseline:"):
            vectors = self.vectors(first, row)
            return Sides(vectors, self.constant(first, row, vectors))
        second = self.runs(row["system_b"])
        if row["measure"] in composition.MEASURES:
            is_allowed = None
            if self.allowed is not None:
                is_allowed = lambda original: self.allowed[[original, *self.report.parts[original]]].all()
            seen = composition.MEASURES[row["measure"]][0]
            both = composition.vectors(self.report, first + second, self.slice_of(row)[1], GOLD, seen, is_allowed)
            return Sides(both[: len(first)], both[len(first) :])
        return Sides(self.vectors(first, row), self.vectors(second, row))

    def constant(self, runs, row, vectors):
        """The constant answer, in as many runs as the system has."""
        label = self.report.labels.index(row["system_b"].removeprefix("baseline:"))
        here = self.slice_of(row)
        found = np.stack([counts.of_population(self.report, run, row["population"], here, self.allowed) for run in runs])
        tables = counts.tables(found)
        return np.stack([tables[..., label, :].sum(axis=-1), vectors[..., 1]], axis=-1)

    def measure(self, key):
        if key == "accuracy" or key in sets.UNIT:
            return share
        if key in composition.MEASURES:
            return composition.MEASURES[key][1]
        tested = DISTANCES[key][0] if key in DISTANCES else key
        if key == "accuracy_two_way" and self.report.task == "three-way":
            return two_way_accuracy
        return lambda vectors: measures.of_vectors(tested, vectors)

    def compare(self, row):
        key = row["measure"]
        sides = self.sides(row)
        to = DISTANCES[key][1] if key in DISTANCES else None
        found = Comparison(
            sides, self.measure(key), self.statistics["question"], self.report.level, self.generator,
            is_share=key == "accuracy" or key in sets.UNIT, cautious=key in CAUTIOUS, to=to,
        )
        found.sides = sides
        return found

    def pairs(self, row, sides):
        """The number of pairs; of a decomposition those of both kinds."""
        of_first = sides.sums[0]
        if row["measure"] in measures.BY_RELEVANCE:
            # Each as often as it is counted, and not as it weighs.
            plain = self.sides({**row, "measure": row["measure"].removeprefix("weighted_")})
            return int(plain.sums[0].reshape(4, 4)[:, [1, 3]].sum()) // plain.times_counted
        if row["measure"] == "accuracy" or row["measure"] in sets.UNIT:
            number = of_first[1] // sets.UNIT.get(row["measure"], 1)
        elif row["population"] == "decomposition" and row["measure"] not in composition.MEASURES:
            number = of_first.reshape(4, 4)[:, [1, 3]].sum()
        else:
            number = of_first.sum()
        return int(number) // sides.times_counted

    def design_effect(self, row, sides):
        """The variance of the difference by that of independent pairs (Kish 1965)."""
        if sides.runs != (1, 1) or row["measure"] != "accuracy" or row["system_b"].startswith("baseline:"):
            return None
        one, other = self.runs(row["system_a"])[0], self.runs(row["system_b"])[0]
        pairs = self.slice_of(row)[0 if row["population"] == "original" else 2]
        here = one.counts[pairs] & other.counts[pairs]
        if self.allowed is not None:
            here &= self.allowed[pairs]
        squares = float((here & (one.right[pairs] != other.right[pairs])).sum())
        number, sums = sides.halves[0][:, 1].astype(float), (sides.halves[0][:, 0] - sides.halves[1][:, 0]).astype(float)
        total, clusters = number.sum(), sides.clusters
        if clusters < 2:
            return None
        mean = sums.sum() / total
        within = squares - sums.sum() * mean
        if total < 2 or within <= abs(squares) * 1e-12:
            return None
        between = ((sums - mean * number) ** 2).sum()
        effect = clusters / (clusters - 1) * between / (total / (total - 1) * within)
        return float(effect) if effect > 0 else None

    def pairs_needed(self, row, found, significance):
        """The pairs that show the planned difference (Connor 1987), with the range by the variance's error."""
        sides = found.sides
        if row["measure"] != "accuracy" or found.question == "methods" or sides.clusters < 2:
            return None
        clusters, pairs = sides.clusters, float(sides.sums[0][1])
        squares = ((sides.halves[0][:, 0] - sides.halves[1][:, 0]) * clusters / pairs) ** 2
        square = squares.mean()
        if square <= 0:
            return None
        error = math.sqrt(max((squares**2).mean() - square**2, 0) / (clusters - 1)) / square
        factor = math.exp(normal_quantile(0.975) * error)
        of_cluster, planned = pairs / sides.times_counted / clusters, self.statistics["planned_difference"]

        def needed(square):
            square = max(square, planned**2, planned / of_cluster)
            reach = normal_quantile(POWER) * math.sqrt(square - planned**2)
            number = ((normal_quantile(1 - significance / 2) * math.sqrt(square) + reach) / planned) ** 2
            return max(math.ceil(number * of_cluster), 1)

        least, most = needed(square / factor), needed(square * factor)
        return (needed(square), least, most) if most <= 10 * least else None

    def check(self):
        checked = Checked("comparisons.csv")
        rows = read_csv(self.report.folder / "comparisons.csv")
        self.check_complete(checked, rows)
        alpha = 1 - self.report.level
        family_of = corrections.adjust_families(rows, self.statistics["correction"], alpha)
        for row, (adjusted, correction, level) in zip(rows, family_of):
            checked.rows += 1
            name = ", ".join(row[cell] for cell in ("system_a", "system_b", "population", "slice_kind", "slice", "measure") if row[cell])
            self.check_family(checked, name, row, adjusted, correction, alpha)
            if row["measure"] in influences.MEASURES:
                self.check_ranking(checked, name, row, alpha, level)
                continue
            try:
                found = self.compare(row)
            except NotVerified as reason:
                checked.not_verified(str(reason))
                continue
            self.check_row(checked, name, row, found, alpha, level)
        return checked

    def check_complete(self, checked, rows):
        """Whether all pairs of systems are compared by the same measures on the same slices, if any pair counts
        there."""
        competing = [system.name for system in self.report.systems if not system.reads_gold]
        compare, pairs = self.statistics["compare"], []
        if compare == "all":
            pairs = [(first, second) for at, first in enumerate(competing) for second in competing[at + 1 :]]
        elif isinstance(compare, dict):
            pairs = [(system.name, compare["against"]) for system in self.report.systems if system.name != compare["against"]]
        cells = "population", "slice_kind", "slice", "measure"
        of_systems = [row for row in rows if not row["system_b"].startswith("baseline:") and row["measure"] not in rankings.MEASURES]
        expected = {tuple(row[cell] for cell in cells): row for row in of_systems}
        written = {(row["system_a"], row["system_b"], *(row[cell] for cell in cells)) for row in of_systems}
        for first, second in pairs:
            for key, row in expected.items():
                if (first, second, *key) in written:
                    continue
                if self.sides({**row, "system_a": first, "system_b": second}).clusters:
                    checked.differs(", ".join((first, second, *key)), "row", "", "a row")

    def check_family(self, checked, name, row, adjusted, correction, alpha):
        """What follows from the p-values of the file: their adjustment, and the verdict."""
        checked.number(name, "p_adjusted", row["p_adjusted"], adjusted)
        checked.text(name, "correction", row["correction"], correction)
        primary = row["slice_kind"] == "all" and row["measure"] in self.statistics["primary"]
        family = "primary_figures" if primary else "exploratory"
        if row["system_b"].startswith("baseline:"):
            family = "primary_constants" if row["slice_kind"] == "all" else "exploratory"
        checked.text(name, "family", row["family"], family)
        checked.text(name, "verdict", row["verdict"], self.verdict(row, adjusted, alpha))

    @staticmethod
    def verdict(row, adjusted, alpha):
        if adjusted is None or adjusted > alpha or not row["value_a"] or not row["value_b"]:
            return "cannot tell"
        key = row["measure"]
        first, second = float(row["value_a"]), float(row["value_b"])
        advantage = second - first if key in LOWER_IS_BETTER else first - second
        words = DISTANCES[key][2] if key in DISTANCES else ("higher", "lower") if key in NEITHER else ("better", "worse")
        return words[0 if advantage > 0 else 1]

    def check_row(self, checked, name, row, found, alpha, level):
        resamples, sides = self.statistics["resamples"], found.sides
        values = [None if math.isnan(value) else value for value in found.values]
        checked.number(name, "value_a", row["value_a"], values[0])
        checked.number(name, "value_b", row["value_b"], values[1])
        checked.number(name, "difference", row["difference"], None if None in values else found.difference)
        checked.number(name, "clusters", row["clusters"], sides.clusters)
        checked.number(name, "pairs", row["pairs"], self.pairs(row, sides))
        checked.number(name, "design_effect", row["design_effect"], self.design_effect(row, sides))
        checked.text(name, "question", row["question"], found.question)
        needed = self.pairs_needed(row, found, level) or (None,) * 3
        for cell, number in zip(("pairs_needed", "pairs_needed_from", "pairs_needed_to"), needed):
            checked.number(name, cell, row[cell], number)
        least = max(math.ceil(-math.log2(alpha * (1 + 1e-9))), 1)
        if not found.tests or found.flipped.effective < least - 1e-9:
            for cell in ("p", "lower", "upper", "adjusted_lower", "adjusted_upper", "detectable"):
                checked.number(name, cell, row[cell], None)
            checked.text(name, "found_at_low_power", row["found_at_low_power"], "false")
            return
        if not found.is_drawn:
            checked.number(name, "p", row["p"], found.p)
            checked.text(name, "method", row["method"], "sign_flip_exact")
        else:
            checked.drawn_number(name, "p", row["p"], lambda p: found.agrees(p, resamples), found.p)
            checked.text(name, "method", row["method"], "sign_flip_monte_carlo")
        low, high = measures.bounds(row["measure"])
        clip = lambda ends: ends and tuple(min(max(end, low - high), high - low) for end in ends)
        for cells, significance in ((("lower", "upper"), alpha), (("adjusted_lower", "adjusted_upper"), level)):
            narrow, wide = (clip(found.interval(significance, resamples, kind)) for kind in (0, 1))
            for place, cell in enumerate(cells):
                self.check_drawn(checked, name, row, cell, found, narrow and narrow[place], wide and wide[place])
        possible = lambda least: None if least is None or least > high - low else least
        narrow, wide = (possible(found.detectable(level, resamples, POWER, kind)) for kind in (0, 1))
        self.check_drawn(checked, name, row, "detectable", found, narrow, wide)
        self.check_power(checked, name, row, found.detectable(level, resamples, POWER) is not None)

    @staticmethod
    def check_power(checked, name, row, is_detectable):
        """Whether the difference is significant and below the detectable one, which may be more than a difference can be."""
        is_below = is_detectable and (not row["detectable"] or abs(float(row["difference"])) < float(row["detectable"]))
        is_found = row["verdict"] != "cannot tell" and is_below
        checked.text(name, "found_at_low_power", row["found_at_low_power"], "true" if is_found else "false")

    def check_ranking(self, checked, name, row, alpha, level):
        """A comparison of rankings, by the influences of clusters."""
        rows = self.slice_of(row)[0 if row["population"] == "original" else 2]
        both = [influences.Influences(self.report, self.runs(row[cell]), row["measure"], rows) for cell in ("system_a", "system_b")]
        pairs = both[0].pairs + both[1].pairs
        is_equal = all(ranked == pairs[0] for ranked in pairs)
        test = influences.InfluenceTest(*both) if is_equal else None
        is_asked = self.statistics["question"] == "methods" and max(one.runs for one in both) > 1
        checked.number(name, "value_a", row["value_a"], both[0].value)
        checked.number(name, "value_b", row["value_b"], both[1].value)
        checked.number(name, "difference", row["difference"], both[0].value - both[1].value if is_equal else None)
        checked.number(name, "clusters", row["clusters"], int((both[0].sizes > 0).sum()))
        checked.number(name, "pairs", row["pairs"], len(pairs[0]))
        cells = ("p", "lower", "upper", "adjusted_lower", "adjusted_upper", "detectable")
        if test is None or not test.is_possible:
            for cell in cells:
                checked.number(name, cell, row[cell], None)
            checked.text(name, "found_at_low_power", row["found_at_low_power"], "false")
            return
        own = [one.spread(test.here) if is_asked else None for one in both]
        spreads = [own[1 - at] if both[at].runs == 1 else own[at] for at in (0, 1)]
        tested = Tested(test, [(spread, one.runs) for spread, one in zip(spreads, both) if spread is not None], 1.0)
        least, most = measures.bounds(row["measure"])
        clip = lambda ends: ends and tuple(min(max(end, least - most), most - least) for end in ends) or (None, None)
        ends = tested.interval(level)
        detectable = ends and (ends[1] - ends[0]) / 2 + normal_quantile(POWER) * tested.error
        self.check_power(checked, name, row, detectable is not None)
        detectable = None if detectable is None or detectable > most - least else detectable
        computed = (tested.p if abs(test.estimate) >= 1e-12 else 1.0, *clip(tested.interval(alpha)), *clip(ends), detectable)
        for cell, value in zip(cells, computed):
            checked.number(name, cell, row[cell], value)
        checked.text(name, "question", row["question"], "methods" if is_asked else "models")
        checked.text(name, "method", row["method"], "influence_t")

    @staticmethod
    def check_drawn(checked, name, row, cell, found, narrow, wide):
        """A cell that lies between a narrow and a wide value if it is drawn, and is the value else."""
        if not found.is_drawn:
            checked.number(name, cell, row[cell], narrow)
            return

        def agrees(value):
            if narrow is None:
                return False
            end = -math.inf if "lower" in cell else math.inf
            low, high = sorted((narrow, end if wide is None else wide))
            rounding = 1e-9 * max(abs(value), 1)
            return low - rounding <= value <= high + rounding

        checked.drawn += 1
        if row[cell] == "":
            if wide is not None:
                checked.differs(name, cell, "", f"{narrow} to {wide}")
        elif not agrees(float(row[cell])):
            checked.differs(name, cell, row[cell], f"{narrow} to {wide}")


def two_way_accuracy(vectors):
    """Two-way accuracy from three-way counts."""
    table = counts.tables(vectors)
    both = table[..., 0, 0] + table[..., 1:, 1:3].sum(axis=(-1, -2))
    return measures.ratio(both, table.sum(axis=(-1, -2)))

"""Checks the statistics of systems with several runs on data sets whose truth is known.

    python3 tests/simulations/runs.py PHENOM [--quick] [--data-sets N]

PHENOM is the program to use. Needs numpy. Prints each rate with its limits and a 95 % Monte Carlo interval (Wilson).
Exit code 1 if the 99.9 % interval of a rate excludes all of its limits (of over 80 rates, 4 leave the 95 % one by chance), if an
interval contradicts its verdict, if copies of a run or another order change a report, or if phenom refuses a simulated config.
"""

import argparse
import csv
import json
import math
import subprocess
import sys
import tempfile
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "verify"))
from generate import Generator

THREE_WAY = np.array(["entailment", "unknown", "contradiction"])
TWO_WAY = np.array(["entailment", "not-entailment"])
SIGNIFICANCE = 0.05
FALSE_POSITIVES, EXACT, COVERAGE = (0, 0.065), (0.035, 0.065), (0.93, 0.98)
MEAN = 0.6  # of the latent normal whose sign says whether an answer to a part is correct
ENTAILED = 0.7  # the share of parts that are entailed
# Variances of that latent normal, apart from the run: the original, the system on it, the pair, the system on it, the rest.
ORIGINAL, SYSTEM_ON_ORIGINAL, PAIR, SYSTEM_ON_PAIR, REST = 0.25, 0.15, 0.2, 0.2, 0.2


class Failed(Exception):
    """phenom refused a config."""


# Files


def write_predictions(folder, name, ids, runs):
    """Writes a file for each run, and returns the system's entry in the config."""
    files = []
    for number, answers in enumerate(runs):
        files.append(f"{name}-{number}.csv")
        with open(folder / files[-1], "w", newline="", encoding="utf-8") as out:
            csv.writer(out).writerows([("id", "label"), *zip(ids, answers)])
    return {"name": name, **({"predictions": files[0]} if len(files) == 1 else {"runs": files})}


def write_config(folder, lines, systems, measures, **statistics):
    with open(folder / "pairs.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps(line) + "\n" for line in lines)
    config = {
        "title": "Simulated",
        "dataset": {"path": "pairs.jsonl", "labels": "judgments"},
        "systems": systems,
        "measures": measures,
        "statistics": statistics,
        "report": {"formats": ["csv"], "tables": [], "figures": [], "answers": False},
    }
    path = folder / "config.yaml"
    path.write_text(json.dumps(config), encoding="utf-8")
    return path


def run(phenom, config):
    """Writes a report, and returns its folder."""
    output = config.parent / f"{config.stem}-report"
    command = [phenom, "run", str(config), "--quiet", "--output", str(output)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failed(done.stderr.strip())
    return output


def read(folder, name):
    if not (folder / name).exists():
        return []
    with open(folder / name, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rejects(p):
    return p != "" and float(p) <= SIGNIFICANCE


# Answers that are independent of gold


def independent(phenom, folder, random, runs):
    """Runs that repeat four of five answers of the first one."""
    gold = random.choice(THREE_WAY, 150, p=[0.5, 0.3, 0.2])
    ids = [f"o{number}" for number in range(len(gold))]
    first = random.choice(THREE_WAY, len(gold), p=[0.45, 0.35, 0.2])
    answers = [first]
    for _ in range(runs - 1):
        others = random.choice(THREE_WAY, len(gold), p=[0.45, 0.35, 0.2])
        answers.append(np.where(random.random(len(gold)) < 0.8, first, others))
    lines = [{"id": name, "gold": label} for name, label in zip(ids, gold)]
    systems = [write_predictions(folder, "A", ids, answers)]
    config = write_config(folder, lines, systems, ["accuracy", "independence_p_value"], compare="none")
    for row in read(run(phenom, config), "scores.csv"):
        if (row["system"], row["slice_kind"], row["measure"]) == ("A", "all", "independence_p_value"):
            yield "independence_p_value <= .05", EXACT, rejects(row["value"])


# Methods that are equal, whose runs vary


def all_entailed(labels):
    """The composition rule `all`, on the last axis."""
    return labels.all(axis=-1)


def correct(random, originals, runs, spread, shared):
    """Whether each run is correct on each part, and on each part of an independent copy of the parts: run, copy, original, part.

    The direct answers are composed from the copy, so that direct and composed answers have the same distribution.
    """
    of_original, of_pair = shared
    latent = MEAN + of_original[None, None, :, None] + of_pair[None]
    latent = latent + random.normal(0, SYSTEM_ON_ORIGINAL**0.5, (1, 1, originals, 1))
    latent = latent + random.normal(0, SYSTEM_ON_PAIR**0.5, (1, 2, originals, 2))
    latent = latent + random.normal(0, REST**0.5, (runs, 2, originals, 2))
    # Half of the variance of a run is common to originals and parts.
    latent = latent + spread * (0.5**0.5) * (random.normal(size=(runs, 1, 1, 1)) + random.normal(size=(runs, 2, 1, 1)))
    return latent > 0


def true_accuracy(spread, population):
    """The accuracy of a method: on parts in closed form, on originals by Gauss-Hermite quadrature over what both parts share."""
    normal = np.vectorize(lambda x: 0.5 * math.erfc(-x / math.sqrt(2)))
    if population == "monothematic":
        return float(normal(MEAN / math.sqrt(1 + spread**2)))
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    common = math.sqrt(ORIGINAL + SYSTEM_ON_ORIGINAL + spread**2) * nodes
    part = normal((MEAN + common) / math.sqrt(PAIR + SYSTEM_ON_PAIR + REST))
    q = ENTAILED
    direct = q**2 * part**2 + 2 * q * (1 - q) * (1 - part * (1 - part)) + (1 - q) ** 2 * (1 - (1 - part) ** 2)
    return float(direct @ weights / weights.sum())


def equal_methods(phenom, folder, random, runs, spread, originals):
    entailed = random.random((originals, 2)) < ENTAILED
    lines, ids = [], []
    for number, parts in enumerate(entailed):
        names = [f"o{number}", f"o{number}.1", f"o{number}.2"]
        ids += names
        labels = TWO_WAY[1 - np.array([all_entailed(parts), *parts], dtype=int)]
        parts = [{"id": name, "gold": gold, "phenomena": [tag]} for name, gold, tag in zip(names[1:], labels[1:], ["a:x", "a:y"])]
        lines.append({"id": names[0], "gold": labels[0], "monothematic": parts})
    shared = random.normal(0, ORIGINAL**0.5, originals), random.normal(0, PAIR**0.5, (2, originals, 2))
    systems = []
    for name, number in zip("AB", runs):
        answers = entailed == correct(random, originals, number, spread, shared)
        direct = all_entailed(answers[:, 0])[..., None]
        said = np.concatenate([direct, answers[:, 1]], axis=2).reshape(number, -1)
        systems.append(write_predictions(folder, name, ids, TWO_WAY[1 - said.astype(int)]))
    measures = ["accuracy", "correlation_index", "ideal_distance", "direct_minus_composed", "stratified_solved_difference"]
    config = write_config(folder, lines, systems, measures)
    report = run(phenom, config)
    for row in read(report, "comparisons.csv"):
        is_accuracy = (row["slice_kind"], row["measure"]) == ("all", "accuracy")
        if is_accuracy and not row["system_b"].startswith("baseline:"):
            yield f"accuracy, {row['population']}: p <= .05", FALSE_POSITIVES, rejects(row["p"])
    several = {name for name, number in zip("AB", runs) if number > 1}
    for row in read(report, "scores.csv"):
        if row["system"] in several and (row["slice_kind"], row["measure"]) == ("all", "accuracy") and row["lower"]:
            truth = true_accuracy(spread, row["population"])
            covers = float(row["lower"]) <= truth <= float(row["upper"])
            yield f"accuracy, {row['population']}, {runs['AB'.index(row['system'])]} runs: coverage", COVERAGE, covers
    for row in read(report, "readings.csv"):
        # A single run is tested as one model, and the direct and composed answers of a model do differ here.
        if row["question"] == "direct_or_composed" and row["system"] in several:
            name = f"direct_or_composed, {runs['AB'.index(row['system'])]} runs: a difference"
            yield name, FALSE_POSITIVES, row["reading"] != "cannot_tell"
    # A gate of one run against several compares trained models, which do differ here.
    for old, new in ("AB", "BA") if 1 not in runs or max(runs) == 1 else ():
        command = [phenom, "compare", str(config), old, new, "--fail-on", "worse"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode > 1:
            raise Failed(done.stderr.strip())
        yield f"gate, {runs['AB'.index(old)]} against {runs['AB'.index(new)]} runs: fails", FALSE_POSITIVES, done.returncode == 1


# Contradictions of interval and verdict


def contradictions(phenom, folder, random):
    """The rows of a generated report whose adjusted interval excludes 0 but whose verdict is not significant, or the reverse."""
    config = Generator(folder, int(random.integers(2**31))).write()
    report = run(phenom, config)
    # Another interval decides `right_for_other_reasons`, once the test of the difference has not rejected.
    undecided = {"", "cannot tell", "cannot_tell", "right_for_other_reasons"}
    for file, column in [("comparisons.csv", "verdict"), ("readings.csv", "reading")]:
        for row in read(report, file):
            if row["adjusted_lower"] and row["adjusted_upper"]:
                excludes = float(row["adjusted_lower"]) > 0 or float(row["adjusted_upper"]) < 0
                contradicts = excludes == (row[column] in undecided)
                yield f"{file}: contradictions", (0, 0), contradicts and ", ".join(row.values())


# Copies and order

SCORES = ["value", "lower", "upper", "confidence_level", "undefined_reason"]
COMPARISONS = ["difference", "lower", "upper", "p", "p_adjusted", "verdict", "adjusted_lower", "adjusted_upper", "value_a", "value_b"]
READINGS = ["reading", "difference", "lower", "upper", "adjusted_lower", "adjusted_upper", "p", "p_adjusted"]
VERDICTS = [("better", "worse"), ("higher", "lower"), ("nearer to 1", "farther from 1"), ("deviates less", "deviates more")]
OPPOSITE = dict(VERDICTS) | {second: first for first, second in VERDICTS}


def turned(row):
    """The comparison of the same systems in the order of their names."""
    if row["system_a"] <= row["system_b"] or row["system_b"].startswith("baseline:"):
        return row

    def negative(cell):
        return str(-float(cell)) if cell else ""

    return row | {
        "system_a": row["system_b"],
        "system_b": row["system_a"],
        "difference": negative(row["difference"]),
        "lower": negative(row["upper"]),
        "upper": negative(row["lower"]),
        "adjusted_lower": negative(row["adjusted_upper"]),
        "adjusted_upper": negative(row["adjusted_lower"]),
        "verdict": OPPOSITE.get(row["verdict"], row["verdict"]),
        "value_a": row["value_b"],
        "value_b": row["value_a"],
    }


def cells(report):
    """Every cell of a report that neither copies nor order may change, by file, row and column."""
    found = {}
    for row in read(report, "scores.csv"):
        if row["slice_kind"] != "run":
            key = row["system"], row["population"], row["slice_kind"], row["slice"], row["measure"]
            found.update({("scores.csv", key, column): row[column] for column in SCORES})
    for row in map(turned, read(report, "comparisons.csv")):
        key = row["system_a"], row["system_b"], row["population"], row["slice_kind"], row["slice"], row["measure"], row["family"]
        found.update({("comparisons.csv", key, column): row[column] for column in COMPARISONS})
    for row in read(report, "readings.csv"):
        found.update({("readings.csv", (row["system"], row["question"]), column): row[column] for column in READINGS})
    return found


def of_one_run(cells_of):
    """The rows of scores.csv that phenom defines for a single run only."""
    reason = "the system has several runs, and the value is defined for one"
    return {key[:2] for key, cell in cells_of.items() if key[2] == "undefined_reason" and cell == reason}


def same(first, second):
    try:
        return abs(float(first) - float(second)) <= 1e-9
    except (TypeError, ValueError):
        return first == second


def difference(first, second):
    """The cells that differ, with both values."""
    left_out = of_one_run(first) | of_one_run(second)
    keys = sorted(key for key in first.keys() | second.keys() if key[:2] not in left_out)
    return [(*key, first.get(key), second.get(key)) for key in keys if not same(first.get(key), second.get(key))]


def copied(config):
    """Every system with one run gets ten copies of it."""
    for system in config["systems"]:
        if "predictions" in system:
            system["runs"] = [system.pop("predictions")] * 10


def reordered(folder, random, config):
    """Shuffles rows of pairs and predictions, and reverses systems and runs."""
    for path in [folder / "pairs.jsonl", *folder.glob("S*.csv")]:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        header, rows = (lines[:1], lines[1:]) if path.suffix == ".csv" else ([], lines)
        path.write_text("".join([*header, *(rows[at] for at in random.permutation(len(rows)))]), encoding="utf-8")
    config["systems"].reverse()
    for system in config["systems"]:
        if "runs" in system:
            system["runs"].reverse()


def unchanged(phenom, folder, random, change):
    """A generated report before and after its runs are copied or everything is put in another order."""
    path = Generator(folder, int(random.integers(2**31))).write()
    config = json.loads(path.read_text(encoding="utf-8"))
    if change == "copies":
        config["systems"] = [system for system in config["systems"] if "predictions" in system]
        if not config["systems"] or config.get("statistics", {}).pop("baseline", None):
            return
        path.write_text(json.dumps(config), encoding="utf-8")
    before = cells(run(phenom, path))
    if change == "copies":
        copied(config)
    else:
        reordered(folder, random, config)
    path.write_text(json.dumps(config), encoding="utf-8")
    after = cells(run(phenom, path))
    found = difference(before, after)
    measure_at = {"scores.csv": -1, "comparisons.csv": -2, "readings.csv": -1}
    by_place = Counter((file, key[measure_at[file]], column) for file, key, column, *_ in found)
    for file in ["scores.csv", "comparisons.csv", "readings.csv"]:
        of_file = [cell for cell in found if cell[0] == file]
        note = ", ".join(f"{measure} {column} ({number})" for (of, measure, column), number in by_place.most_common() if of == file)
        example = f"{of_file[0]}; {note}" if of_file else ""
        yield f"{change}: {file} changes", (0, 0), example or False


# Rates

SHOWN, DECISIVE = 1.959964, 3.290527  # normal quantiles of the intervals that are printed (95 %) and that decide (99.9 %)


def wilson(hits, number, z):
    share = hits / number
    centre, half = share + z * z / (2 * number), z * math.sqrt(share * (1 - share) / number + z * z / (4 * number**2))
    return (centre - half) / (1 + z * z / number), (centre + half) / (1 + z * z / number)


UNEQUAL = [((3, 3), 0.3), ((3, 5), 0.3), ((2, 5), 0.3), ((3, 3), 0.1), ((3, 5), 0.1), ((2, 5), 0.1), ((1, 3), 0.3)]
SCENARIOS = [(f"independent of gold, {runs} runs", independent, (runs,)) for runs in [1, 5, 20]]
SCENARIOS += [
    (f"equal methods, {runs[0]}/{runs[1]} runs, sd {spread}, {originals} originals", equal_methods, (runs, spread, originals))
    for originals in [100, 300]
    for runs, spread in UNEQUAL
]
SCENARIOS += [("generated reports", contradictions, ())]
SCENARIOS += [("ten copies of a run", unchanged, ("copies",)), ("another order", unchanged, ("order",))]


def one(task):
    phenom, scenario, number = task
    _, function, arguments = SCENARIOS[scenario]
    with tempfile.TemporaryDirectory() as folder:
        try:
            return [*function(phenom, Path(folder), np.random.default_rng([scenario, number]), *arguments)]
        except Failed as error:
            return str(error)


def print_rates(results):
    """Prints a line for each rate of a scenario, and returns whether all are within their limits."""
    counts, limits_of, examples, holds = {}, {}, {}, True
    for number, found in enumerate(results):
        for name, limits, hit in found:
            hits, of = counts.get(name, (0, 0))
            counts[name], limits_of[name] = (hits + bool(hit), of + 1), limits
            if hit and limits == (0, 0):
                examples.setdefault(name, f"data set {number}" + (f": {hit}" if isinstance(hit, str) else ""))
    for name, (hits, of) in counts.items():
        low, high = limits_of[name]
        lower, upper = wilson(hits, of, SHOWN)
        least, most = wilson(hits, of, DECISIVE)
        exceeds = hits > 0 if high == 0 else least > high or most < low
        holds &= not exceeds
        print(
            f"  {name}: {hits} of {of}, {100 * hits / of:.1f} % [{100 * lower:.1f}, {100 * upper:.1f}], "
            f"limits {100 * low:.1f} to {100 * high:.1f} %{': EXCEEDED' if exceeds else ''}"
        )
        if name in examples:
            print(f"    first: {examples[name]}")
    return holds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("phenom")
    parser.add_argument("--quick", action="store_true", help="few data sets, of 100 originals at most where methods are equal")
    parser.add_argument("--data-sets", type=int, help="data sets of each scenario; four times as many where answers are independent of gold")
    parser.add_argument("--scenario", default="", help="only scenarios whose name contains this")
    arguments = parser.parse_args()
    data_sets = arguments.data_sets or (15 if arguments.quick else 500)
    holds = True
    with Pool(2) as pool:
        for scenario, (name, function, _) in enumerate(SCENARIOS):
            if arguments.scenario not in name or (arguments.quick and name.endswith("300 originals")):
                continue
            number = data_sets * 4 if function is independent else data_sets
            results = pool.map(one, [(arguments.phenom, scenario, at) for at in range(number)], chunksize=1)
            refused = Counter(found for found in results if isinstance(found, str))
            print(f"{name}: {number} data sets", flush=True)
            for reason, times in refused.items():
                print(f"  refused in {times}: {reason}")
                # The generator also writes configs that phenom has to refuse.
                holds &= function in (contradictions, unchanged)
            holds &= print_rates([found for found in results if not isinstance(found, str)])
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())

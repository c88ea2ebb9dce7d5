"""Where the time of a report goes: seconds of each step by the size of the data, and of a polars scan of the same files.

    python benches/stages.py PHENOM [--sizes 100 10000 1000000] [--format csv] [--runs 3] [--pandas] [--check]

Data are made by generate.py, four systems on 35 phenomena. `counted` is a run that counts and measures; all other columns
are whole reports with intervals, comparisons, figures and the page. Every figure is the median of some runs, one size after
the other in turn. With --check it exits with 1 if a step costs more than the limits below, each a ratio of two times of this
run. Needs polars and numpy; pandas and scikit-learn for --pandas.
"""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from peers import PANDAS, POLARS, timed

HERE = Path(__file__).parent

# Columns of the table, besides those of the smaller sizes by their places.
LARGEST, COUNTED = -2, -1

# What no step may exceed, for the unoptimised program that the tests build too: a step or "all" in a column, divided by a
# step, "all" or "polars".
LIMITS = [
    # Reading and counting are a scan of the files.
    (("reading", COUNTED), ("polars", COUNTED), 5.0),
    (("counting", COUNTED), ("reading", COUNTED), 1.0),
    # After the counts nothing grows with the pairs: twice, and room for the machine's moods.
    (("values and intervals", LARGEST), ("values and intervals", 1), 3.0),
    # The page of a smaller dataset also has its pairs; tables are of counts alone.
    (("tables, figures and page", COUNTED), ("tables, figures and page", 1), 1.5),
    (("all", 1), ("all", 0), 4.0),
]


def steps_of(phenom: str, config: Path) -> dict[str, float]:
    """Seconds of each step of a run, and of all of it."""
    start = time.perf_counter()
    command = [phenom, "run", str(config), "--quiet", "--timings"]
    run = subprocess.run(command, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)} failed: {run.stderr}")
    steps = re.findall(r"^ *([0-9.]+) s  (.+)$", run.stderr, re.MULTILINE)
    return {name: float(took) for took, name in steps} | {"all": seconds}


def medians(runs: list[dict[str, float]]) -> dict[str, float]:
    """The median of each step over some runs."""
    return {name: statistics.median(run.get(name, 0.0) for run in runs) for name in runs[0]}


def main() -> None:
    """Times everything, prints the table, and checks the limits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("phenom")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 10_000, 1_000_000])
    parser.add_argument("--format", default="csv", choices=["csv", "ndjson", "parquet"])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--pandas", action="store_true")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    ending = arguments.format
    with tempfile.TemporaryDirectory() as temporary:
        folders = [Path(temporary) / str(size) for size in arguments.sizes]
        for folder, size in zip(folders, arguments.sizes):
            command = [sys.executable, str(HERE / "generate.py"), str(folder), str(size), ending]
            subprocess.run(command, check=True)
        largest = folders[-1]
        configs = [folder / "phenom-full.yaml" for folder in folders] + [largest / "phenom.yaml"]
        runs: list[list[dict[str, float]]] = [[] for _ in configs]
        peers = {"polars": POLARS} | ({"pandas + scikit-learn": PANDAS} if arguments.pandas else {})
        of_peers: dict[str, list[float]] = {name: [] for name in peers}
        for _ in range(arguments.runs):
            for config, of_config in zip(configs, runs):
                of_config.append(steps_of(arguments.phenom, config))
            for name, script in peers.items():
                command = [sys.executable, "-c", script, str(largest), ending]
                of_peers[name].append(timed(command)[0])
    columns = [medians(of_config) for of_config in runs]
    peer_seconds = {name: statistics.median(seconds) for name, seconds in of_peers.items()}
    headings = [f"{size:,}" for size in arguments.sizes] + [f"{arguments.sizes[-1]:,}, counted"]
    print("| seconds |", " | ".join(headings), "|")
    print("|---|" + "---:|" * len(headings))
    for name in columns[0]:
        cells = [f"{column.get(name, 0.0):.2f}" for column in columns]
        print(f"| {name} |", " | ".join(cells), "|")
    for name, seconds in peer_seconds.items():
        print(f"\n{name}: {seconds:.2f} s; counted by phenom {columns[-1]['all'] / seconds:.2f} times that")

    columns[COUNTED].update(peer_seconds)
    failed = 0
    for (one, here), (other, there), limit in LIMITS if arguments.check else []:
        ratio = columns[here][one] / columns[there][other]
        failed += ratio > limit
        said = "ok" if ratio <= limit else "TOO SLOW"
        print(f"{said}: {one} ({headings[here]}) takes {ratio:.2f} times {other} ({headings[there]}), limit {limit}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

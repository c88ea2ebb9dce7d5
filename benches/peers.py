"""Times phenom beside what people run otherwise, on files that generate.py made, in one run.

    python benches/peers.py FOLDER FORMAT PHENOM [--pandas] [--runs N]

The peers: a bare polars scan of the same files with the join of answers to pairs by id and a group-by
count (lazy, streaming); and with --pandas, pandas with scikit-learn's accuracy and mutual information
for each phenomenon. Every figure is the median of N runs of a whole process (default 3), in turn, with
its peak memory. Needs polars; pandas and scikit-learn for --pandas.
"""

import argparse
import statistics
import subprocess
import sys

POLARS = """
import polars, sys
folder, ending = sys.argv[1:]
scan = {"csv": polars.scan_csv, "ndjson": polars.scan_ndjson, "parquet": polars.scan_parquet}[ending]
pairs = scan(f"{folder}/pairs.{ending}").select("id", "gold", "phenomenon")
for system in range(4):
    answers = scan(f"{folder}/answers-{system}.{ending}")
    counted = answers.join(pairs, on="id").group_by("phenomenon", "gold", "label").len()
    print(counted.collect(engine="streaming").height)
"""

PANDAS = """
import json, pandas, sys
from sklearn.metrics import accuracy_score, cohen_kappa_score, mutual_info_score
folder, ending = sys.argv[1:]
read = {"csv": pandas.read_csv, "parquet": pandas.read_parquet,
        "ndjson": lambda path: pandas.read_json(path, lines=True)}[ending]
pairs = read(f"{folder}/pairs.{ending}")
for system in range(4):
    joined = pairs.merge(read(f"{folder}/answers-{system}.{ending}"), on="id")
    for column in ["category", "phenomenon"]:
        for name, group in joined.groupby(column):
            print(name, accuracy_score(group.gold, group.label),
                  cohen_kappa_score(group.gold, group.label),
                  mutual_info_score(group.gold, group.label))
"""


def timed(command: list[str]) -> tuple[float, float]:
    """Seconds and peak MiB of a process."""
    # The peak of a child alone: each is waited for by a process of its own, which also times it.
    script = (
        "import resource, subprocess, sys, time; start = time.perf_counter();"
        "code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode;"
        "seconds = time.perf_counter() - start;"
        "print(seconds, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, code)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, *command], capture_output=True, text=True, check=True
    )
    seconds, peak, code = run.stdout.split()
    if code != "0":
        sys.exit(f"{command[0]} failed: {run.stderr}")
    return float(seconds), int(peak) / 1024


def main() -> None:
    """Times all in turn and prints medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("format", choices=["csv", "ndjson", "parquet"])
    parser.add_argument("phenom", help="the release binary")
    parser.add_argument("--pandas", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    data = [arguments.folder, arguments.format]
    run = [arguments.phenom, "run", f"{arguments.folder}/phenom.yaml", "--quiet"]
    commands = {"phenom": run, "polars": [sys.executable, "-c", POLARS, *data]}
    if arguments.pandas:
        commands["pandas + scikit-learn"] = [sys.executable, "-c", PANDAS, *data]
    times = {name: [] for name in commands}
    for _ in range(arguments.runs):
        for name, command in commands.items():
            times[name].append(timed(command))
    ours = statistics.median(seconds for seconds, _ in times["phenom"])
    for name, figures in times.items():
        seconds = statistics.median(seconds for seconds, _ in figures)
        peak = max(peak for _, peak in figures)
        print(f"{name:22} {seconds:8.2f} s  {peak:8.0f} MiB  phenom/this {ours / seconds:.2f}")


if __name__ == "__main__":
    main()

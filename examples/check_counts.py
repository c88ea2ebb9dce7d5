#!/usr/bin/env python3
"""Check that all ways to the count and cluster tables agree, row by row.

    pip install duckdb pyarrow            # and pyspark, for --spark
    python examples/check_counts.py [--spark] PHENOM_BINARY

For the pilot study in datasets/ and for a random dataset with clusters, both tables are made
- here, in plain Python, from the definitions;
- by `phenom counts CONFIG`;
- by the queries that `phenom counts --sql` and `phenom counts --sql clusters` print, in DuckDB;
- with --spark, by the same queries in examples/spark_counts.py on a Spark cluster of two workers on
  this machine (Java 17 or later).

Then `phenom run` is to give the same scores with the same intervals, and the same comparisons, from
the tables, those of two halves of the random dataset among them, as from the dataset itself. Prints
one line a comparison; the exit code is 1 if anything differs.
"""

import argparse
import collections
import csv
import functools
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import duckdb
import pyarrow
import pyarrow.parquet

ROOT = Path(__file__).resolve().parent.parent
PILOT = ROOT / "datasets" / "rte5-pilot"
SPARK_JOB = ROOT / "examples" / "spark_counts.py"
# The options for the query and for the output of each table.
SPARK_OPTIONS = {
    "counts": ("--sql", "--output"),
    "clusters": ("--cluster-sql", "--cluster-output"),
}
SPARK_MASTER = "local-cluster[2,1,1024]"
SEED = 20100523

COLUMNS = {
    "counts": ["system", "population", "slice_kind", "slice", "gold", "predicted", "count"],
    "clusters": ["slice_kind", "slice", "signature", "clusters"],
}
# What the queries need that is not in DuckDB.
DUCKDB_NEEDS = "CREATE TEMP MACRO array_join(items, separator) AS array_to_string(items, separator)"
TABLES = {
    "pairs": ["id", "origin", "gold", "cluster"],
    "tags": ["id", "category", "phenomenon"],
    "properties": ["id", "slice_kind", "slice"],
    "answers": ["system", "id", "predicted"],
}
JUDGMENTS = ["entailment", "unknown", "contradiction"]

Row = tuple
Record = dict
# For each system the judgments by id; None is an abstention.
Answers = dict[str, dict[str, str | None]]


# What reports have. Tables know the systems by name, so that reports put them in that order.
REPORT = ["report: {order: name, formats: [csv]}", "statistics: {resamples: 500}"]

# Measures that look at the order of the pairs.
OF_RANKINGS = (
    "average_precision",
    "confidence_weighted_score",
    "weighted_",
    "tied_",
    "answers_to_change",
    "best_cutoff_",
    "cutoff_",
)


class Failed(Exception):
    """A program that is being checked failed, and the message says how."""


# --- The data ------------------------------------------------------------------------------------


@dataclass
class Case:
    """A dataset with answers, in memory and in files that phenom reads."""

    name: str
    records: list[Record]
    answers: Answers
    pairs_file: Path
    answer_files: dict[str, Path]
    tables: dict[str, list[Row]] = field(init=False)

    def __post_init__(self) -> None:
        """Make the four tables."""
        self.tables = {
            "pairs": list(pair_rows(self.records)),
            "tags": list(tag_rows(self.records)),
            "properties": list(property_rows(self.records)),
            "answers": [
                (system, id, predicted)
                for system, by_id in self.answers.items()
                for id, predicted in by_id.items()
            ],
        }


def with_parts(records: Iterable[Record]) -> Iterator[tuple[Record, str | None]]:
    """Every pair with the id of its original, if it is monothematic."""
    for record in records:
        yield record, None
        for part in record.get("monothematic", []):
            yield part, record["id"]


def pair_rows(records: Iterable[Record]) -> Iterator[Row]:
    """The table of pairs."""
    for pair, origin in with_parts(records):
        yield pair["id"], origin, pair.get("gold"), pair.get("cluster")


def tag_rows(records: Iterable[Record]) -> Iterator[Row]:
    """The table of tags."""
    for pair, _ in with_parts(records):
        for path in pair.get("phenomena", []):
            yield pair["id"], path.split(":")[0], path


def properties_of(pair: Record) -> dict[str, str]:
    """The task and attributes of a pair, by the kind of their slices."""
    found = {f"attribute:{name}": value for name, value in pair.get("attributes", {}).items()}
    if pair.get("task") is not None:
        found["task"] = pair["task"]
    return found


def property_rows(records: Iterable[Record]) -> Iterator[Row]:
    """The table of properties."""
    for pair, _ in with_parts(records):
        for kind, value in properties_of(pair).items():
            yield pair["id"], kind, value


def read_answers(path: Path) -> dict[str, str | None]:
    """A CSV file of answers."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["label"] or None for row in csv.DictReader(file)}


def pilot() -> Case:
    """The pilot study."""
    pairs_file = PILOT / "pairs.jsonl"
    lines = pairs_file.read_text(encoding="utf-8").splitlines()
    files = {path.stem: path for path in sorted((PILOT / "predictions").glob("*.csv"))}
    answers = {system: read_answers(path) for system, path in files.items()}
    return Case("pilot", [json.loads(line) for line in lines], answers, pairs_file, files)


class Generator:
    """Makes random pairs with all that a dataset may have."""

    PHENOMENA = [
        "lexical:synonymy",
        "lexical:synonymy:verb",
        "lexical:synonymy:verb:light",
        "lexical:lexical",
        "lexical-syntactic:nominalization",
        "syntactic:apposition",
        "syntactic:apposition:non-restrictive",
        "discourse:coreference",
        "discourse:apposition",
        'reasoning:quantity, "more" or less',
        "reasoning:Größe",
        "entailment:none",
    ]
    TASKS = ["QA", "IE", "IR", "all"]
    ATTRIBUTES = {
        "length": ["short", "long"],
        "genre": ["news", "web, forum", "été"],
        "year": ["2009", "2010"],
    }
    SYSTEMS = ["Careful", 'Bold, "2nd" run', "Überlappung"]

    def __init__(self, seed: int) -> None:
        """Start anew; the same seed gives the same data."""
        self.random = random.Random(seed)

    def chance(self, probability: float) -> bool:
        """True as often as asked."""
        return self.random.random() < probability

    def pair(self, id: str, tags: list[int], property_probability: float) -> Record:
        """One pair, with as many tags as one of the given numbers."""
        pair: Record = {"id": id}
        if self.chance(0.9):
            pair["gold"] = self.random.choice(JUDGMENTS)
        phenomena = self.random.sample(self.PHENOMENA, self.random.choice(tags))
        if phenomena:
            pair["phenomena"] = phenomena
        if self.chance(property_probability):
            pair["task"] = self.random.choice(self.TASKS)
        attributes = {
            name: self.random.choice(values)
            for name, values in self.ATTRIBUTES.items()
            if self.chance(property_probability)
        }
        if attributes:
            pair["attributes"] = attributes
        return pair

    def original(self, number: int) -> Record:
        """An original pair with its monothematic pairs."""
        record = self.pair(f"o{number}", [0, 0, 0, 1, 2, 3], 0.6)
        parts = [
            self.pair(f"o{number}.{part}", [0, 1, 1, 2, 3, 4], 0.2)
            for part in range(self.random.randint(0, 5))
        ]
        if parts:
            record["monothematic"] = parts
        # Every second original is in the same half.
        if self.chance(0.4):
            record["cluster"] = f"family {number % 2}-{self.random.randint(1, 60)}"
        return record

    def answer(self, gold: str | None) -> str | None:
        """An answer, right more often than not; or an abstention."""
        if self.chance(0.1):
            return None
        return gold if gold and self.chance(0.5) else self.random.choice(JUDGMENTS)

    def answers(self, records: list[Record]) -> Answers:
        """The answers of all systems, some of them missing."""
        pairs = list(pair_rows(records))
        return {
            system: {id: self.answer(gold) for id, _, gold, _ in pairs if not self.chance(0.05)}
            for system in self.SYSTEMS
        }


def write_case(name: str, records: list[Record], answers: Answers, folder: Path) -> Case:
    """Write a dataset and its answers."""
    folder.mkdir(parents=True)
    pairs_file = folder / "pairs.jsonl"
    lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
    pairs_file.write_text("".join(lines), encoding="utf-8")
    files = {}
    for number, (system, by_id) in enumerate(answers.items(), start=1):
        files[system] = folder / f"answers-{number}.csv"
        rows = [(id, predicted or "") for id, predicted in by_id.items()]
        write_csv(files[system], ["id", "label"], rows)
    return Case(name, records, answers, pairs_file, files)


def write_csv(path: Path, header: list[str], rows: Iterable[Row]) -> None:
    """Write a CSV file; None is an empty field."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def write_config(case: Case, folder: Path) -> Path:
    """A config for a dataset (a JSON text is a YAML text, too)."""
    lines = [f"title: {json.dumps(case.name)}"]
    lines += [
        "dataset:",
        f"  path: {json.dumps(str(case.pairs_file))}",
        "  labels: judgments",
        "systems:",
    ]
    for system, path in case.answer_files.items():
        lines.append(f"  - name: {json.dumps(system, ensure_ascii=False)}")
        lines.append(f"    predictions: {json.dumps(str(path))}")
        lines.append("    missing: wrong")
    lines += REPORT
    return write_lines(folder / "config.yaml", lines)


def write_tables_config(name: str, tables: list[Path], folder: Path) -> Path:
    """A config for count and cluster tables."""
    lines = [f"title: {json.dumps(name)}", "missing: wrong", *REPORT]
    for table in COLUMNS:
        lines.append(f"{table}:")
        lines += [f"  - {json.dumps(str(file_of(folder, table)))}" for folder in tables]
    return write_lines(folder / "config.yaml", lines)


def file_of(folder: Path, table: str) -> Path:
    """The file of a table, which Spark writes into a folder."""
    path = folder / f"{table}.parquet"
    return next(path.glob("*.parquet")) if path.is_dir() else path


def write_lines(path: Path, lines: list[str]) -> Path:
    """Write a text file in a folder of its own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def halves(case: Case, folder: Path) -> list[Case]:
    """Two datasets that have half of the originals each, with their monothematic pairs."""
    parts = []
    for half in range(2):
        records = case.records[half::2]
        ids = {id for id, *_ in pair_rows(records)}
        answers = {
            system: {id: predicted for id, predicted in by_id.items() if id in ids}
            for system, by_id in case.answers.items()
        }
        name = f"part{half + 1}"
        parts.append(write_case(name, records, answers, folder / name))
    return parts


# --- The tables, four ways -----------------------------------------------------------------------


def count_here(case: Case) -> list[Row]:
    """The count table from its definitions: every pair of every system, slice by slice."""
    counts: collections.Counter = collections.Counter()
    for record in case.records:
        for pair, slices in pairs_with_slices(record):
            gold = pair.get("gold") or "none"
            for system, by_id in case.answers.items():
                predicted = (by_id[pair["id"]] or "abstained") if pair["id"] in by_id else "missing"
                counts.update((system, *it, gold, predicted) for it in slices)
    return sorted((*key, count) for key, count in counts.items())


def clusters_here(case: Case) -> list[Row]:
    """The cluster table from its definitions: every cluster, slice by slice."""
    originals: dict = collections.defaultdict(lambda: collections.defaultdict(list))
    for number, record in enumerate(case.records):
        cluster = record.get("cluster")
        key = ("by itself", number) if cluster is None else ("named", cluster)
        for slice_, text in answered_original(case, record).items():
            originals[slice_][key].append(text)
    found: collections.Counter = collections.Counter()
    for slice_, of_slice in originals.items():
        found.update((*slice_, "&".join(sorted(texts))) for texts in of_slice.values())
    return sorted((*key, count) for key, count in found.items())


def answered_original(case: Case, record: Record) -> dict[tuple, str]:
    """How an original and its monothematic pairs were answered, by slice."""
    (_, of_whole), *parts = pairs_with_slices(record)
    whole = answered_pair(case, record)
    texts = {}
    of_parts = [
        (answered_pair(case, part), {tuple(rest) for _, *rest in slices}) for part, slices in parts
    ]
    touched = {tuple(rest) for _, *rest in of_whole}.union(*(slices for _, slices in of_parts))
    for slice_ in touched:
        text = whole if ("original", *slice_) in of_whole else ""
        text += "+" if ("decomposed", *slice_) in of_whole else ""
        for inside in (True, False):
            alike = collections.Counter(
                part for part, slices in of_parts if (slice_ in slices) == inside
            )
            text += ";" + ",".join(sorted(f"{part}*{count}" for part, count in alike.items()))
        texts[slice_] = text
    return texts


def answered_pair(case: Case, pair: Record) -> str:
    """The gold judgment of a pair and the answers of all systems, by their first letters."""
    letters = []
    for system in sorted(case.answers, key=str.encode):
        by_id = case.answers[system]
        letters.append((by_id[pair["id"]] or "abstained")[0] if pair["id"] in by_id else "m")
    return f"{(pair.get('gold') or '-')[0]}>{'|'.join(letters)}"


def pairs_with_slices(record: Record) -> Iterator[tuple[Record, set[Row]]]:
    """An original and its monothematic pairs, each with the slices that it belongs to."""
    parts = record.get("monothematic", [])
    tags_of_parts = set().union(*(tag_slices(part) for part in parts))
    inherited = properties_of(record)
    everything = {("all", "")}
    slices = everything | tag_slices(record) | tags_of_parts | set(inherited.items())
    memberships = {("original", *it) for it in slices}
    if parts:
        slices = everything | tags_of_parts | set(inherited.items())
        memberships |= {("decomposed", *it) for it in slices}
    yield record, memberships
    for part in parts:
        slices = everything | tag_slices(part) | set((inherited | properties_of(part)).items())
        yield part, {("monothematic", *it) for it in slices}


def tag_slices(pair: Record) -> set[Row]:
    """The categories and phenomena that a pair itself is tagged with."""
    paths = pair.get("phenomena", [])
    return {("phenomenon", it) for it in paths} | {("category", it.split(":")[0]) for it in paths}


@dataclass
class Phenom:
    """The binary."""

    binary: str

    def run(self, *arguments: str | Path) -> str:
        """Run a command, and return what it prints."""
        return run_program([self.binary, *map(str, arguments)])

    def queries(self) -> dict[str, str]:
        """The query of each table."""
        return {table: self.run("counts", "--sql", table) for table in COLUMNS}

    def tables(self, case: Case, folder: Path) -> Path:
        """Make both tables with `phenom counts`."""
        self.run("counts", write_config(case, folder), "--output", folder)
        return folder

    def results(self, config: Path) -> list[Row]:
        """The scores and comparisons that `phenom run` writes, as far as tables decide them: none of
        single pairs and of rankings."""
        folder = config.parent / "results"
        self.run("run", config, "--output", folder, "--quiet")
        found = []
        for name in ("scores.csv", "comparisons.csv"):
            with (folder / name).open(encoding="utf-8", newline="") as file:
                header, *rows = csv.reader(file)
            kind, measure = header.index("slice_kind"), header.index("measure")
            found += sorted(
                tuple(row)
                for row in rows
                if row[kind] != "pair" and not row[measure].startswith(OF_RANKINGS)
            )
        return found


def run_program(command: list[str], environment: dict[str, str] | None = None) -> str:
    """Run a program that is to succeed, and return what it prints."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    except OSError as error:
        raise Failed(f"{command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        tail = "\n".join(done.stderr.splitlines()[-20:])
        raise Failed(f"{' '.join(command)}\nended with exit code {done.returncode}:\n{tail}")
    return done.stdout


def read_table(folder: Path, table: str) -> list[Row]:
    """The rows of a count table in their order, or those of a cluster table."""
    path, columns = file_of(folder, table), COLUMNS[table]
    read = pyarrow.parquet.ParquetFile(path).read()
    if read.column_names != columns:
        raise Failed(f"{path}: the columns are {', '.join(read.column_names)}")
    number = read.schema.field(columns[-1])
    if not pyarrow.types.is_integer(number.type):
        raise Failed(f"{path}: {number.name} is no integer but {number.type}")
    rows = list(zip(*(read[column].to_pylist() for column in columns), strict=True))
    # phenom itself has slices in the order of the data.
    return sorted(rows) if table == "clusters" else rows


def arrow_table(case: Case, name: str) -> pyarrow.Table:
    """One of the four tables, all texts."""
    columns = list(zip(*case.tables[name], strict=True)) or [()] * len(TABLES[name])
    texts = [pyarrow.array(column, pyarrow.string()) for column in columns]
    return pyarrow.table(texts, names=TABLES[name])


def make_in_duckdb(case: Case, queries: dict[str, str], folder: Path) -> Path:
    """Make both tables with the queries in DuckDB."""
    folder.mkdir(parents=True)
    with duckdb.connect() as connection:
        connection.sql(DUCKDB_NEEDS)
        for name in TABLES:
            connection.register(name, arrow_table(case, name))
        for table, query in queries.items():
            connection.sql(query).write_parquet(str(folder / f"{table}.parquet"))
    return folder


def make_in_spark(case: Case, queries: dict[str, str], folder: Path, ending: str) -> Path:
    """Make both tables with the queries in the Spark job, from Parquet or CSV."""
    folder.mkdir(parents=True)
    job = [str(SPARK_JOB)]
    for table, (sql, output) in SPARK_OPTIONS.items():
        query = write_lines(folder / f"{table}.sql", [queries[table]])
        job += [sql, str(query), output, str(folder / f"{table}.parquet")]
    for name, columns in TABLES.items():
        path = folder / f"{name}.{ending}"
        if ending == "csv":
            write_csv(path, columns, case.tables[name])
        else:
            pyarrow.parquet.write_table(arrow_table(case, name), path)
        job += [f"--{name}", str(path)]
    submit_to_spark(job, folder)
    return folder


def submit_to_spark(job: list[str], folder: Path) -> None:
    """Run a job on a cluster of two workers, each a process of its own, on the loopback only."""
    home = spark_home(folder / "spark")
    environment = os.environ | {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_HOSTNAME": "localhost",
        "SPARK_LOCAL_DIRS": str(folder / "spark-local"),
        "PYSPARK_PYTHON": sys.executable,
    }
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "localhost",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.warehouse.dir": str(folder / "spark-warehouse"),
    }
    options = [it for key, value in settings.items() for it in ("--conf", f"{key}={value}")]
    submit = [str(home / "bin" / "spark-submit"), "--master", SPARK_MASTER, *options]
    run_program([*submit, *job], environment)


def spark_home(folder: Path) -> Path:
    """The folder of the pip package as a home where the workers may write."""
    import pyspark

    folder.mkdir()
    for item in Path(pyspark.__file__).parent.iterdir():
        if item.name != "work":
            (folder / item.name).symlink_to(item)
    return folder


# --- The comparisons -----------------------------------------------------------------------------


class Comparisons:
    """Compares, prints a line for each comparison, and counts what differs."""

    LABEL_WIDTH = 58
    SHOWN = 5

    def __init__(self) -> None:
        """Nothing has been compared."""
        self.same = self.different = 0

    def compare(self, label: str, expected: list[Row], make: Callable[[], list[Row]]) -> None:
        """Compare rows, and their order, with the expected ones."""
        try:
            found = make()
        except (Failed, duckdb.Error, ImportError) as error:
            self.different += 1
            print(f"{label:{self.LABEL_WIDTH}} FAILED\n{error}", flush=True)
            return
        if found == expected:
            self.same += 1
            print(f"{label:{self.LABEL_WIDTH}} same, {len(found)} rows", flush=True)
            return
        self.different += 1
        print(f"{label:{self.LABEL_WIDTH}} DIFFERENT", flush=True)
        for line in differences(expected, found, self.SHOWN):
            print(f"  {line}")

    def finish(self) -> int:
        """Print the totals, and return the exit code."""
        print(f"{self.same} same, {self.different} different")
        return 1 if self.different else 0


def differences(expected: list[Row], found: list[Row], limit: int) -> Iterator[str]:
    """The first rows that are in only one of two tables."""
    both = collections.Counter(expected) & collections.Counter(found)
    for word, rows in [("expected", expected), ("found", found)]:
        rest = collections.Counter(rows) - both
        only = [row for row in rows if rest[row] > 0]
        yield f"{len(only)} of {len(rows)} rows are {word} only"
        yield from (f"  {word} {row}" for row in only[:limit])
    if collections.Counter(expected) == collections.Counter(found):
        at = next(at for at, row in enumerate(expected) if row != found[at])
        yield f"the order differs from row {at + 1}: {expected[at]} expected, {found[at]} found"


def added_up(tables: Iterable[list[Row]]) -> list[Row]:
    """The sum of count tables."""
    total: collections.Counter = collections.Counter()
    for rows in tables:
        for *key, count in rows:
            total[tuple(key)] += count
    return sorted((*key, count) for key, count in total.items())


@dataclass
class Check:
    """What is checked with what, and where its files go."""

    phenom: Phenom
    with_spark: bool
    work: Path
    comparisons: Comparisons = field(default_factory=Comparisons)
    queries: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Take the queries of the binary."""
        self.queries = self.phenom.queries()

    def routes(self, case: Case, spark_input: str) -> dict[str, Callable[[], Path]]:
        """The ways to the tables of a dataset besides the one here."""
        folder = self.work / case.name
        routes = {"phenom counts": lambda: self.phenom.tables(case, folder / "phenom")}
        routes["SQL in DuckDB"] = lambda: make_in_duckdb(case, self.queries, folder / "duckdb")
        if self.with_spark:
            routes[f"SQL in Spark, from {spark_input}"] = lambda: make_in_spark(
                case, self.queries, folder / "spark", spark_input
            )
        return routes

    def all_routes(self, case: Case, spark_input: str) -> None:
        """Compare the tables of a dataset, and the results from each of them."""
        expected = {"counts": count_here(case), "clusters": clusters_here(case)}
        results = self.phenom.results(write_config(case, self.work / case.name / "run"))
        for route, make in self.routes(case, spark_input).items():
            made: list[Path] = []

            def counts(make: Callable[[], Path] = make, made: list[Path] = made) -> list[Row]:
                made.append(make())
                return read_table(made[0], "counts")

            self.comparisons.compare(f"{case.name}: {route}", expected["counts"], counts)
            if made:
                label = f"{case.name}: {route}, clusters"
                read = functools.partial(read_table, made[0], "clusters")
                self.comparisons.compare(label, expected["clusters"], read)
                self.results_of(f"{case.name}: {route}, then phenom run", made, results)

    def results_of(self, label: str, tables: list[Path], expected: list[Row]) -> None:
        """Compare the results of tables with those of the dataset."""
        config = write_tables_config(label, tables, Path(tempfile.mkdtemp(dir=self.work)))
        self.comparisons.compare(label, expected, lambda: self.phenom.results(config))

    def parts(self, case: Case) -> None:
        """Compare a dataset with the sum of its halves. No cluster is in both."""
        label = f"{case.name}: phenom counts on two halves"
        folder = self.work / "halves"
        made: list[Path] = []

        def sum_of_halves() -> list[Row]:
            for half in halves(case, folder):
                made.append(self.phenom.tables(half, folder / half.name / "phenom"))
            return added_up(read_table(half, "counts") for half in made)

        self.comparisons.compare(label, count_here(case), sum_of_halves)
        if len(made) == 2:
            results = self.phenom.results(write_config(case, folder / "whole"))
            self.results_of(f"{label}, then phenom run", made, results)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("phenom", metavar="PHENOM_BINARY", help="for example target/release/phenom")
    parser.add_argument("--spark", action="store_true", help="count in Spark, too")
    parser.add_argument(
        "--work", type=Path, metavar="DIR", help="a new folder, to keep all files in"
    )
    parser.add_argument(
        "--seed", type=int, default=SEED, help="of the random dataset (%(default)s)"
    )
    return parser.parse_args()


def check_all(options: argparse.Namespace, work: Path) -> int:
    """Make all comparisons."""
    phenom = Phenom(str(Path(options.phenom).resolve()))
    check = Check(phenom, options.spark, work)
    generator = Generator(options.seed)
    records = [generator.original(number) for number in range(500)]
    generated = write_case("random", records, generator.answers(records), work / "generated")
    check.all_routes(pilot(), "csv")
    check.all_routes(generated, "parquet")
    check.parts(generated)
    return check.comparisons.finish()


def main() -> int:
    """Check in a folder that is removed afterwards, unless it is named."""
    options = arguments()
    try:
        if options.work:
            options.work.mkdir(parents=True)
            return check_all(options, options.work.resolve())
        with tempfile.TemporaryDirectory(prefix="check_counts-") as work:
            return check_all(options, Path(work))
    except (Failed, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

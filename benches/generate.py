"""Makes a large dataset with the answers of four systems, or of SYSTEMS, to measure phenom on.

    python benches/generate.py FOLDER ANSWERS FORMAT [PHENOMENA [SYSTEMS]]

FORMAT is csv, ndjson or parquet; ANSWERS is the number of answers of all systems together, say
10000000. The folder gets pairs.FORMAT (a fifth originals, each with four monothematic pairs of one of
35 phenomena, or of PHENOMENA, in five categories), answers-0.FORMAT, answers-1.FORMAT and so on in
other orders, phenom.yaml, which counts and measures, and phenom-full.yaml with intervals, comparisons,
figures and the page. Needs polars and numpy; the same arguments make the same files.
"""

import sys
from pathlib import Path

import numpy
import polars

SYSTEMS = 4
PHENOMENA = 35
PARTS = 4
JUDGMENTS = numpy.array(["entailment", "unknown", "contradiction"])


def pairs(count: int, phenomena: int, random: numpy.random.Generator) -> polars.DataFrame:
    """Originals, each followed by its monothematic pairs."""
    number = numpy.arange(count)
    original = number // (PARTS + 1)
    is_original = number % (PARTS + 1) == 0
    tag = random.integers(0, phenomena, count)
    ids = polars.Series("id", number).cast(polars.String).str.zfill(8)
    origins = polars.Series(original * (PARTS + 1)).cast(polars.String).str.zfill(8)
    frame = polars.DataFrame(
        {
            "id": "pair-" + ids,
            "origin": "pair-" + origins,
            "gold": JUDGMENTS[random.integers(0, 3, count)],
            "category": polars.Series(tag % 5).cast(polars.String),
            "phenomenon": polars.Series(tag).cast(polars.String),
            "is_original": is_original,
        }
    )
    nothing = polars.lit(None, dtype=polars.String)
    part = lambda column: polars.when("is_original").then(nothing).otherwise(column)
    return frame.select(
        "id",
        part(polars.col("origin")).alias("origin"),
        "gold",
        part("category-" + polars.col("category")).alias("category"),
        part("phenomenon-" + polars.col("phenomenon")).alias("phenomenon"),
    )


def answers(ids: polars.Series, random: numpy.random.Generator) -> polars.DataFrame:
    """The answers of one system, in an order of its own."""
    order = random.permutation(len(ids))
    label = JUDGMENTS[random.integers(0, 3, len(ids))]
    return polars.DataFrame({"id": ids.gather(order), "label": label})


def write(frame: polars.DataFrame, path: Path) -> None:
    """Writes a table in the format of its ending."""
    match path.suffix:
        case ".csv":
            frame.write_csv(path)
        case ".ndjson":
            frame.write_ndjson(path)
        case ".parquet":
            frame.write_parquet(path)
        case ending:
            sys.exit(f"unknown format {ending}")


def main() -> None:
    """Writes the files."""
    if len(sys.argv) not in (4, 5, 6):
        sys.exit(__doc__)
    folder, count, ending = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    phenomena = int(sys.argv[4]) if len(sys.argv) > 4 else PHENOMENA
    of_systems = int(sys.argv[5]) if len(sys.argv) > 5 else SYSTEMS
    folder.mkdir(parents=True, exist_ok=True)
    random = numpy.random.default_rng(2010)
    dataset = pairs(count // of_systems, phenomena, random)
    write(dataset, folder / f"pairs.{ending}")
    systems = []
    for system in range(of_systems):
        write(answers(dataset["id"], random), folder / f"answers-{system}.{ending}")
        systems.append(f"  - {{name: System {system}, predictions: answers-{system}.{ending}}}")
    config = [f"dataset: {{path: pairs.{ending}}}", "systems:", *systems, "output: report"]
    (folder / "phenom-full.yaml").write_text("\n".join(config) + "\n")
    # Counting and measuring alone, which is what the peers do.
    config.append("statistics: {intervals: false, compare: none}")
    config.append("report: {formats: [txt, md, tex, csv, json]}")
    (folder / "phenom.yaml").write_text("\n".join(config) + "\n")


if __name__ == "__main__":
    main()

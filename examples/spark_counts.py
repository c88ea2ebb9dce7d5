#!/usr/bin/env python3
r"""Count the answers of entailment systems on a Spark cluster, for `phenom run` to evaluate.

    phenom counts --sql > counts.sql
    phenom counts --sql clusters > clusters.sql
    spark-submit --master MASTER spark_counts.py --sql counts.sql --cluster-sql clusters.sql \
        --pairs pairs.parquet --tags tags.parquet --properties properties.parquet \
        --answers answers.parquet --output counts.parquet --cluster-output clusters.parquet

Without the two options on clusters there are counts only, and no intervals and comparisons.

The inputs are Parquet, or CSV with a header where a path ends in .csv, .csv.gz or .csv.bz2; in CSV
an empty field is null. Their columns, and those of the tables that are made, are described at the
top of counts.sql and clusters.sql. Pairs without a column `cluster` are each a cluster by itself.
Other columns are left alone. Without --properties there are no tasks and attributes.

A path may be whatever Spark reads: a file, a folder, a pattern, hdfs://, s3a://, ...
"""

import argparse
import sys
from pathlib import Path

from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import StringType, StructField, StructType

COLUMNS = {
    "pairs": ["id", "origin", "gold", "cluster"],
    "tags": ["id", "category", "phenomenon"],
    "properties": ["id", "slice_kind", "slice"],
    "answers": ["system", "id", "predicted"],
}
# A table may lack these columns, which are null then.
OPTIONAL = ["cluster"]
# What identifies a row, and may not be null.
KEYS = {
    "pairs": ["id"],
    "tags": ["id", "category", "phenomenon"],
    "properties": ["id", "slice_kind"],
    "answers": ["system", "id"],
}
# Here two rows with one key would count a pair twice.
UNIQUE = ["pairs", "properties", "answers"]
JUDGMENTS = ["entailment", "unknown", "contradiction", "not-entailment"]
CSV_ENDINGS = (".csv", ".csv.gz", ".csv.bz2")


class InputError(Exception):
    """Something is wrong with the input, and the message says what."""


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--sql", required=True, metavar="FILE", help="what `phenom counts --sql` prints"
    )
    for table, columns in COLUMNS.items():
        parser.add_argument(
            f"--{table}",
            required=table != "properties",
            metavar="PATH",
            help=f"Parquet or CSV with the columns {', '.join(columns)}",
        )
    parser.add_argument(
        "--output", required=True, metavar="PATH", help="where the count table goes, as Parquet"
    )
    parser.add_argument(
        "--cluster-sql", metavar="FILE", help="what `phenom counts --sql clusters` prints"
    )
    parser.add_argument(
        "--cluster-output", metavar="PATH", help="where the cluster table goes, as Parquet"
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="replace the outputs if they are there"
    )
    options = parser.parse_args()
    if (options.cluster_sql is None) != (options.cluster_output is None):
        parser.error("--cluster-sql and --cluster-output go together")
    return options


def read(spark: SparkSession, table: str, path: str) -> DataFrame:
    """Read the columns of an input table as texts."""
    try:
        if path.lower().endswith(CSV_ENDINGS):
            # Quotes are doubled within quotes; a row that does not fit the header is an error.
            frame = spark.read.csv(
                path, header=True, quote='"', escape='"', mode="FAILFAST", enforceSchema=False
            )
            empty_is_null = True
        else:
            frame = spark.read.parquet(path)
            empty_is_null = False
    except AnalysisException as error:
        raise InputError(f"--{table} cannot read {path}:: {first_line(error)}") from error
    needed = [column for column in COLUMNS[table] if column not in OPTIONAL]
    missing = [column for column in needed if column not in frame.columns]
    if missing:
        raise InputError(
            f"--{table} {path}: no column {', '.join(missing)}; the columns are "
            f"{', '.join(frame.columns) or 'none'}, and {', '.join(needed)} are needed"
        )
    texts = {
        column: (frame[f"`{column}`"] if column in frame.columns else F.lit(None)).cast("string")
        for column in COLUMNS[table]
    }
    if empty_is_null:
        texts = {column: F.nullif(text, F.lit("")) for column, text in texts.items()}
    return frame.select([text.alias(column) for column, text in texts.items()])


def empty(spark: SparkSession, table: str) -> DataFrame:
    """An input table without rows."""
    fields = [StructField(column, StringType()) for column in COLUMNS[table]]
    return spark.createDataFrame([], StructType(fields))


def check(tables: dict[str, DataFrame]) -> None:
    """Refuse what would be counted wrongly, every problem at once."""
    problems = []
    for table, keys in KEYS.items():
        for key in keys:
            if not tables[table].where(F.col(key).isNull()).isEmpty():
                problems.append(f"{table}: a row without {key}")
    for table in UNIQUE:
        keys = KEYS[table]
        repeated = tables[table].groupBy(keys).count().where("count > 1").first()
        if repeated is not None:
            of = ", ".join(f"{key} {repeated[key]!r}" for key in keys)
            problems.append(f"{table}: {repeated['count']} rows with {of}")
    for table, column in [("pairs", "gold"), ("answers", "predicted")]:
        unknown = tables[table].where(~F.col(column).isin(JUDGMENTS)).first()
        if unknown is not None:
            problems.append(
                f"{table}: {column} {unknown[column]!r} is not one of {', '.join(JUDGMENTS)}"
            )
    problems += bad_origins(tables["pairs"])
    if problems:
        raise InputError("\n".join(problems))


def bad_origins(pairs: DataFrame) -> list[str]:
    """Monothematic pairs must come from an original pair."""
    parts = pairs.where(F.col("origin").isNotNull())
    originals = pairs.where(F.col("origin").isNull()).select(F.col("id").alias("origin"))
    bad = parts.join(originals, "origin", "left_anti").first()
    if bad is None:
        return []
    return [f"pairs: the origin {bad['origin']!r} of {bad['id']!r} is no original pair"]


def first_line(error: Exception) -> str:
    """The first line of a message, which is what a user needs of Spark's."""
    return (str(error).splitlines() or [type(error).__name__])[0]


def messages(error: PySparkException | Py4JJavaError) -> list[str]:
    """What Spark says of a failure and of its causes."""
    if isinstance(error, PySparkException):
        return [first_line(error)]
    cause, found = error.java_exception, []
    while cause is not None:
        found.append(str(cause.getMessage() or cause).splitlines()[0])
        cause = cause.getCause()
    return found


def run(spark: SparkSession, options: argparse.Namespace) -> list[str]:
    """Write the tables, and return what there is to say of each."""
    queries = {options.output: ("--sql", options.sql, "--output")}
    if options.cluster_output is not None:
        of_clusters = ("--cluster-sql", options.cluster_sql, "--cluster-output")
        queries[options.cluster_output] = of_clusters
        if len(queries) == 1:
            raise InputError("--output and --cluster-output are the same")
    texts = {output: read_query(option, sql) for output, (option, sql, _) in queries.items()}
    tables = {}
    for table in COLUMNS:
        path = getattr(options, table)
        tables[table] = read(spark, table, path) if path else empty(spark, table)
    check(tables)
    for table, frame in tables.items():
        frame.createOrReplaceTempView(table)
    made = {}
    for output, (option, sql, _) in queries.items():
        try:
            made[output] = spark.sql(texts[output])
        except AnalysisException as error:
            raise InputError(f"{option} {sql}: {first_line(error)}") from error
    mode = "overwrite" if options.overwrite else "error"
    said = []
    for output, frame in made.items():
        # The table is small, so that it goes into one file.
        try:
            frame.coalesce(1).write.mode(mode).parquet(output)
        except AnalysisException as error:
            raise InputError(f"{queries[output][2]} {output}: {first_line(error)}") from error
        said.append(f"{output}: {spark.read.parquet(output).count()} rows")
    return said


def read_query(option: str, path: str) -> str:
    """The text of a query."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{option} {path}: {error.strerror}") from error


def main() -> int:
    """Run the job."""
    options = arguments()
    spark = SparkSession.builder.appName("phenom counts").getOrCreate()
    try:
        said = run(spark, options)
    except InputError as error:
        for line in str(error).splitlines():
            print(f"error: {line}", file=sys.stderr)
        return 2
    except (PySparkException, Py4JJavaError) as error:
        for line in messages(error):
            print(f"error: {line}", file=sys.stderr)
        return 2
    finally:
        spark.stop()
    print("\n".join(said))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Figures of frames are those of the command on a file with the same rows, to the bit."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

import pytest

import phenom

from conftest import ROOT

ROWS = list[dict[str, str]]


def equal(table: phenom.Table, rows: ROWS) -> bool:
    """Numbers of a CSV are written so that reading them gives the same bits."""

    def same(value: object, written: str) -> bool:
        if isinstance(value, bool):
            return written == str(value).lower()
        if isinstance(value, (int, float)):
            return float(written) == value
        return (value or "") == written

    dicts = table.to_dicts()
    return len(dicts) == len(rows) > 0 and all(
        same(value, row[column]) for one, row in zip(dicts, rows) for column, value in one.items()
    )


def frames(rows: ROWS) -> dict[str, object]:
    columns = {column: [row[column] for row in rows] for column in rows[0]}
    made: dict[str, object] = {"dict of columns": columns, "list of dicts": rows}
    try:
        import pandas

        made["pandas"] = pandas.DataFrame(columns)
        made["pandas category"] = pandas.DataFrame(columns).astype("category")
    except ImportError:
        pass
    try:
        import polars

        made["polars"] = polars.DataFrame(columns)
        parts = [polars.DataFrame(columns)[begin : begin + 100] for begin in range(0, len(rows), 100)]
        made["polars in chunks"] = polars.concat(parts, rechunk=False)
        # Chunks of one column are not those of the others.
        made["polars in other chunks"] = made["polars in chunks"].with_columns(polars.Series("gold", columns["gold"]))
        made["polars categorical"] = polars.DataFrame(columns).with_columns(
            polars.col("system", "answer", "gold").cast(polars.Categorical)
        )
    except ImportError:
        pass
    try:
        import pyarrow

        made["pyarrow"] = pyarrow.table(columns)
        made["reader"] = pyarrow.table(columns).to_reader(max_chunksize=50)
    except ImportError:
        pass
    try:
        import duckdb

        known = pyarrow.table(columns)  # noqa: F841 - DuckDB finds it by its name
        made["duckdb"] = duckdb.sql("select * from known")
    except ImportError:
        pass
    return made


def test_every_frame_has_the_figures_of_the_command(rows: ROWS, of_command: dict[str, ROWS]) -> None:
    signatures = set()
    for name, frame in frames(rows).items():
        study = phenom.evaluate(frame)
        assert equal(study.scores, of_command["scores"]), name
        assert equal(study.comparisons, of_command["comparisons"]), name
        signatures.add(tuple(study.signature.items()))
    assert len(signatures) == 1


def test_wide_and_two_tables_have_them_too(rows: ROWS, of_command: dict[str, ROWS]) -> None:
    pairs = [row for row in rows if row["system"] == "old"]
    pairs = [{key: value for key, value in row.items() if key not in ("system", "answer")} for row in pairs]
    answers = {
        system: {row["item"]: row["answer"] for row in rows if row["system"] == system}
        for system in ("new", "old")
    }
    wide = [{**row, **{system: answers[system][row["item"]] for system in answers}} for row in pairs]
    tables = {
        system: [{"item": item, "answer": answer} for item, answer in of.items()]
        for system, of in answers.items()
    }
    lists = {system: [of[row["item"]] for row in pairs] for system, of in answers.items()}
    for study in [
        phenom.evaluate(wide, answers=["new", "old"]),
        phenom.evaluate(pairs, answers),
        phenom.evaluate(pairs, tables),
        phenom.evaluate(pairs, lists),
    ]:
        assert equal(study.scores, of_command["scores"]), study.reading
        assert equal(study.comparisons, of_command["comparisons"]), study.reading


def test_a_config_that_a_study_writes_gives_its_figures(rows: ROWS, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pandas.DataFrame(rows).rename(columns={"item": "id"})
    study = phenom.evaluate(frame, item="id", resamples=500, seed=7)
    study.config(tmp_path / "phenom.yaml")
    frame.to_parquet(tmp_path / "data.parquet")
    again = phenom.load(tmp_path / "phenom.yaml")
    assert again.scores.to_dicts() == study.scores.to_dicts()
    assert again.comparisons.to_dicts() == study.comparisons.to_dicts()
    assert study.config() == again.config()


def shipped() -> dict[str, dict[str, str]]:
    """The files of each shipped report with their SHA-256, as the command writes them."""
    reports: dict[str, dict[str, str]] = {}
    for line in (ROOT / "reports/hashes.txt").read_text(encoding="utf-8").splitlines():
        digest, path = line.split("  ", 1)
        config, name = path.split("/", 1)
        reports.setdefault(config, {})[name] = digest
    return reports


@pytest.mark.parametrize("config", shipped())
def test_shipped_configs_have_the_rows_of_the_command(config: str, tmp_path: Path) -> None:
    study = phenom.load(ROOT / f"configs/{config}.yaml")
    # Pictures and pages take long: those of one report are enough.
    formats = None if config == "rte5-pilot" else ["csv"]
    folder = study.write(tmp_path / "report", formats=formats)
    digests = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in folder.files}
    if formats:
        digests = {name: digest for name, digest in digests.items() if name.endswith(".csv")}
        assert digests == {name: digest for name, digest in shipped()[config].items() if name.endswith(".csv")}
    else:
        assert digests == shipped()[config]
    for name in ("scores", "comparisons", "readings"):
        if f"{name}.csv" in digests:
            with (folder / f"{name}.csv").open(newline="") as file:
                rows = list(csv.DictReader(file))
            assert not rows or equal(getattr(study, name), rows), name


def test_logs_are_read_as_the_command_reads_them() -> None:
    logs = sorted((ROOT / "examples/logs").glob("*.eval"))
    study = phenom.evaluate(logs)
    assert study.systems == ("boats/skiff-70b", "boats/skiff-7b")
    assert float(study.value("accuracy", "boats/skiff-70b")) == 71 / 80


def test_outcomes_need_neither_gold_nor_answers() -> None:
    rows = [
        {"item": item, "system": system, "right": (item * len(system)) % 4 != 0}
        for item in range(40)
        for system in ("a", "bcd")
    ]
    study = phenom.evaluate(rows)
    assert study.reading.shape == "long, outcomes"
    assert study.value("accuracy", "a").value == 30 / 40
    wide = [{"item": item, "a": item % 4 != 0, "b": item % 5 != 0} for item in range(40)]
    assert phenom.evaluate(wide, right=["a", "b"]).value("accuracy", "a").value == 30 / 40


def test_originals_with_their_parts_in_them_have_the_figures_of_rows(rows: ROWS) -> None:
    answers = {
        system: {row["item"]: row["answer"] for row in rows if row["system"] == system} for system in ("new", "old")
    }
    pairs = [
        {key: value for key, value in row.items() if key not in ("system", "answer")}
        for row in rows
        if row["system"] == "old"
    ]
    originals = [
        {
            **{key: value for key, value in pair.items() if key != "part_of"},
            "monothematic": [
                {key: value for key, value in part.items() if key not in ("part_of", "text")}
                for part in pairs
                if part["part_of"] == pair["item"]
            ],
        }
        for pair in pairs
        if not pair["part_of"]
    ]
    nested = phenom.evaluate(originals, answers)
    assert nested.reading.shape == "two tables, nested"
    assert nested.scores == phenom.evaluate(pairs, answers).scores
    parts_of_none = {"item": 1, "monothematic": [1]}
    refused = [("b", "row 2 of data: str here"), ({"gold": "x"}, "without `item`"), (parts_of_none, "has int")]
    for odd, message in refused:
        with pytest.raises(phenom.DataError, match=message):
            phenom.evaluate([originals[0], odd], answers)

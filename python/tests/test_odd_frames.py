"""Odd tables: what is evaluated is what plain rows give, and what is not is refused in the words of the call."""

from __future__ import annotations

import builtins
import dataclasses
import datetime
import decimal
import re
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import phenom
from phenom import _words

Row = dict[str, Any]

GOLD = ["entailment", "contradiction", "unknown"]
ROWS: list[Row] = [
    {
        "item": item,
        "system": system,
        "gold": GOLD[item % 3],
        "answer": GOLD[item % 3] if (item + len(system)) % every else "entailment",
        "phenomenon": ["lexical:synonymy", "syntactic:negation"][item % 2],
    }
    for item in range(1, 13)
    for system, every in [("old", 2), ("newer", 5)]
]


def changed(column: str, change: Callable[[Any], Any], rows: list[Row] = ROWS) -> list[Row]:
    return [{**row, column: change(row[column])} for row in rows]


def columns(rows: list[Row] = ROWS) -> dict[str, list[Any]]:
    return {column: [row[column] for row in rows] for column in rows[0]}


def scores(data: Any, *more: Any, **keywords: Any) -> list[Row]:
    return phenom.evaluate(data, *more, resamples=50, **keywords).scores.to_dicts()


@pytest.fixture(scope="module")
def plain() -> list[Row]:
    return scores(ROWS)


# What is said of configs, options and files has no place in what is said of a table in memory.
FOREIGN = re.compile(
    r"`[a-z-]+: |`--|--[a-z]|\bYAML\b|\.parquet|\.yaml|\bon line\b|\bfile\b|\bthe config\b|[A-Z]\w+\(|LargeUtf8"
)


def refused(data: Any, *more: Any, **keywords: Any) -> phenom.DataError:
    """What is said of the data, held to the words of a call."""
    with pytest.raises(phenom.DataError) as caught:
        phenom.evaluate(data, *more, **keywords)
    error = caught.value
    told = [error.message, error.help or "", *(str(problem) for problem in error.problems)]
    for words in told:
        assert not FOREIGN.search(words), words
    return error


# --- Every library ---------------------------------------------------------------------------------------------------


def of_pandas(rows: list[Row]) -> Any:
    return pytest.importorskip("pandas").DataFrame(rows)


def of_polars(rows: list[Row]) -> Any:
    return pytest.importorskip("polars").DataFrame(rows)


def of_pyarrow(rows: list[Row]) -> Any:
    return pytest.importorskip("pyarrow").Table.from_pylist(rows)


def of_duckdb(rows: list[Row]) -> Any:
    answers = of_pyarrow(rows)  # noqa: F841 (DuckDB finds it by its name)
    return pytest.importorskip("duckdb").sql("from answers")


def of_datasets(rows: list[Row]) -> Any:
    return pytest.importorskip("datasets").Dataset.from_list(rows)


def of_dataclasses(rows: list[Row]) -> Any:
    made = dataclasses.make_dataclass("Answer", rows[0])
    return [made(**row) for row in rows]


def of_named_tuples(rows: list[Row]) -> Any:
    made = namedtuple("Answer", rows[0])  # type: ignore[misc]
    return [made(**row) for row in rows]


def of_arrays(rows: list[Row]) -> Any:
    numpy = pytest.importorskip("numpy")
    return {column: numpy.array(values) for column, values in columns(rows).items()}


def of_records(rows: list[Row]) -> Any:
    return of_pandas(rows).to_records(index=False)


def of_series(rows: list[Row]) -> Any:
    polars = pytest.importorskip("polars")
    return {column: polars.Series(values) for column, values in columns(rows).items()}


def of_arrow_arrays(rows: list[Row]) -> Any:
    pyarrow = pytest.importorskip("pyarrow")
    return {column: pyarrow.chunked_array([values[:5], values[5:]]) for column, values in columns(rows).items()}


LIBRARIES = [
    of_pandas, of_polars, of_pyarrow, of_duckdb, of_datasets, of_dataclasses, of_named_tuples, of_arrays, of_records,
    of_series, of_arrow_arrays, columns, list, tuple,
]


@pytest.mark.parametrize("of", LIBRARIES)
@pytest.mark.parametrize("ids", ["whole", "text"])
def test_every_library_gives_the_same_scores(of: Callable[[list[Row]], Any], ids: str, plain: list[Row]) -> None:
    rows = changed("item", str) if ids == "text" else ROWS
    assert scores(of(rows)) == plain


@pytest.mark.parametrize("of", LIBRARIES)
def test_wrong_labels_are_told_alike(of: Callable[[list[Row]], Any]) -> None:
    error = refused(of(changed("answer", lambda answer: "NO" if answer == "contradiction" else answer)))
    assert error.message == refused(changed("answer", lambda one: "NO" if one == "contradiction" else one)).message
    assert error.message.startswith("label `NO` has no meaning in the label scheme")
    assert error.problems[0].source == "data" and error.problems[0].row is not None
    assert 'labels={"NO": MEANING, ...}' in (error.help or "")


@pytest.mark.parametrize("of", [of for of in LIBRARIES if of not in (of_arrays, of_records, of_named_tuples)])
@pytest.mark.parametrize("column", ["item", "gold", "system"])
def test_an_absent_value_is_told_with_its_row(of: Callable[[list[Row]], Any], column: str) -> None:
    rows = [{**row, column: None if at == 5 else row[column]} for at, row in enumerate(changed("item", str))]
    error = refused(of(rows))
    # A pair may have no gold label, but not in one row of two.
    told = {"item": "`item` (asked for by item=) is empty", "system": "`system` is empty", "gold": "pair `3` has rows"}
    assert error.message.startswith(told[column])
    assert (error.problems[0].source, error.problems[0].row) == ("data", 6)


@pytest.mark.parametrize("of", LIBRARIES)
def test_a_repeated_answer_is_told_with_both_rows(of: Callable[[list[Row]], Any]) -> None:
    error = refused(of([*ROWS, ROWS[3]]))
    assert "`2`" in error.message and "two predictions" in error.message and "in row 4" in error.message
    assert error.problems[0].row == len(ROWS) + 1 and "run=COLUMN" in (error.help or "")


@pytest.mark.parametrize("of", LIBRARIES)
def test_rows_of_a_pair_that_differ_are_told_with_both_rows(of: Callable[[list[Row]], Any]) -> None:
    rows = [{**row, "gold": "unknown" if at == 1 else row["gold"]} for at, row in enumerate(ROWS)]
    error = refused(of(rows))
    assert "rows that differ, first in row 1" in error.message and error.problems[0].row == 2


@pytest.mark.parametrize("of", [of for of in LIBRARIES if of not in (of_arrays, of_records)])
def test_blank_answers_are_missing_ones(of: Callable[[list[Row]], Any]) -> None:
    rows = [{**row, "answer": None if at == 4 else row["answer"]} for at, row in enumerate(ROWS)]
    error = refused(of(rows))
    assert error.message == "1 of 12 pairs have no prediction, the first: `3`"
    assert 'missing="wrong" counts' in (error.help or "") and 'missing="skip"' in (error.help or "")
    assert scores(of(rows), missing="wrong") == scores(rows, missing="wrong")


@pytest.mark.parametrize("of", LIBRARIES)
def test_a_column_model_is_no_system_until_it_is_named(of: Callable[[list[Row]], Any], plain: list[Row]) -> None:
    rows = [{"model" if key == "system" else key: value for key, value in row.items()} for row in ROWS]
    error = refused(of(rows))
    assert error.message == "no column is the system"
    assert (error.help or "").startswith("pass system=COLUMN; the columns are `item`, `model`")
    assert scores(of(rows), system="model") == plain


@pytest.mark.parametrize("of", LIBRARIES)
def test_labels_are_whole_numbers_if_the_call_says_what_they_mean(of: Callable[[list[Row]], Any]) -> None:
    rows = changed("gold", GOLD.index, changed("answer", GOLD.index))
    error = refused(of(rows))
    assert error.message.startswith("label `1` has no meaning") and 'labels={"1": MEANING' in (error.help or "")
    labels = dict(enumerate(GOLD))
    assert [row["value"] for row in scores(of(rows), labels=labels)] == [row["value"] for row in scores(ROWS)]


@pytest.mark.parametrize("of", LIBRARIES)
def test_labels_are_truth_values_if_the_call_says_what_they_mean(of: Callable[[list[Row]], Any]) -> None:
    rows = changed("gold", lambda one: one == "entailment", changed("answer", lambda one: one == "entailment"))
    assert "label `true` has no meaning" in " ".join(problem.message for problem in refused(of(rows)).problems)
    labels = {True: "entailment", False: "not-entailment"}
    texts = changed("gold", lambda one: labels[one], changed("answer", lambda one: labels[one], rows))
    values = [row["value"] for row in scores(of(rows), labels=labels)]
    assert values == [row["value"] for row in scores(texts)]


@pytest.mark.parametrize("of", LIBRARIES)
def test_gold_labels_with_a_fraction_are_refused_with_what_to_convert(of: Callable[[list[Row]], Any]) -> None:
    rows = changed("gold", lambda one: float(GOLD.index(one)), changed("answer", lambda one: float(GOLD.index(one))))
    for labels in (None, dict(enumerate(GOLD))):
        error = refused(of(rows), labels=labels)
        assert error.message == (
            "`gold` contains values of type float, expected a text, a whole number, a truth value or a list of texts"
        )
        assert "frame['gold'].astype(\"Int64\")" in (error.help or "")


@pytest.mark.parametrize("of", LIBRARIES)
def test_predictions_with_a_fraction_of_zero_are_whole_numbers(of: Callable[[list[Row]], Any]) -> None:
    rows = changed("gold", GOLD.index, changed("answer", lambda one: float(GOLD.index(one))))
    expected = [row["value"] for row in scores(ROWS)]
    for kind in (int, float):
        labels = {kind(number): label for number, label in enumerate(GOLD)}
        assert [row["value"] for row in scores(of(rows), labels=labels)] == expected


@pytest.mark.parametrize("of", LIBRARIES)
def test_ids_with_a_fraction_are_refused_with_what_to_convert(of: Callable[[list[Row]], Any]) -> None:
    error = refused(of(changed("item", float)))
    assert error.message == "`item` (asked for by item=) contains values of type float, expected text or a whole number"
    assert "frame['item'].astype(\"Int64\")" in (error.help or "")


@pytest.mark.parametrize("of", LIBRARIES)
def test_lists_of_phenomena(of: Callable[[list[Row]], Any]) -> None:
    if of in (of_arrays, of_records):
        pytest.skip("an array of numpy has no lists of different lengths")
    rows = changed("phenomenon", lambda one: [one, "discourse:coreference"] if "negation" in one else [one])
    found = scores(of(rows))
    assert found == scores(rows)
    assert {"discourse:coreference", "lexical:synonymy"} <= {row["slice"] for row in found}


@pytest.mark.parametrize("of", LIBRARIES)
def test_a_list_as_a_gold_label_is_refused(of: Callable[[list[Row]], Any]) -> None:
    if of in (of_arrays, of_records):
        pytest.skip("an array of numpy has no lists")
    error = refused(of(changed("gold", lambda one: [one, "entailment" if one != "entailment" else "unknown"])))
    assert error.help


# --- pandas ----------------------------------------------------------------------------------------------------------


@pytest.fixture(params=["with pyarrow", "without pyarrow"])
def pandas(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """pandas, as it is with and without pyarrow."""
    found = pytest.importorskip("pandas")
    if request.param == "without pyarrow":
        real = builtins.__import__

        def without(name: str, *given: Any, **more: Any) -> Any:
            importer = (given[0] if given else more.get("globals") or {}).get("__name__", "")
            if name.split(".")[0] == "pyarrow" and importer.startswith("phenom"):
                raise ImportError(name)
            return real(name, *given, **more)

        monkeypatch.setattr(builtins, "__import__", without)
    else:
        pytest.importorskip("pyarrow")
    yield found


@pytest.mark.parametrize(
    "kind", ["object", "string", "category", "Int64", "int8", "uint64", "int64[pyarrow]", "string[pyarrow]"]
)
def test_pandas_has_many_types_of_ids(pandas: Any, kind: str, plain: list[Row]) -> None:
    if "pyarrow" in kind:
        pytest.importorskip("pyarrow")
    frame = pandas.DataFrame(ROWS)
    if kind == "object":
        frame["item"] = frame["item"].astype(str).astype(object)
    elif "string" in kind:
        frame["item"] = frame["item"].astype(str).astype(kind)
    else:
        frame["item"] = frame["item"].astype(kind)
    assert scores(frame) == plain


def test_pandas_has_categories_and_nullable_texts(pandas: Any, plain: list[Row]) -> None:
    frame = pandas.DataFrame(ROWS)
    for column in ("system", "gold", "answer", "phenomenon"):
        assert scores(frame.astype({column: "category"})) == plain
        assert scores(frame.astype({column: "string"})) == plain
    ordered = pandas.CategoricalDtype(["never used", *GOLD], ordered=True)
    assert scores(frame.astype({"gold": ordered, "answer": ordered})) == plain


@pytest.mark.parametrize("kind", ["NaN", "NA", "NaT", "None"])
def test_pandas_has_many_absent_values(pandas: Any, kind: str) -> None:
    absent = {"NaN": float("nan"), "NA": pandas.NA, "NaT": pandas.NaT, "None": None}[kind]
    frame = pandas.DataFrame(ROWS).astype(object)
    frame.loc[4, "answer"] = absent
    assert refused(frame).message == "1 of 12 pairs have no prediction, the first: `3`"


def test_pandas_gaps_in_ids_make_them_floats(pandas: Any) -> None:
    frame = pandas.DataFrame(ROWS)
    frame.loc[4, "item"] = None
    error = refused(frame)
    assert "type float" in error.message and "astype(\"Int64\")" in (error.help or "")
    error = refused(frame.astype({"item": "Int64"}))
    assert error.message == "`item` (asked for by item=) is empty"
    assert error.problems[0].row == 5


def test_pandas_indices_are_not_read(pandas: Any, plain: list[Row]) -> None:
    frame = pandas.DataFrame(ROWS)
    assert scores(frame.set_axis([7] * len(frame))) == plain
    assert scores(frame.set_index(pandas.MultiIndex.from_arrays([frame.index % 3, frame.index]))) == plain
    assert scores(frame.iloc[::-1].iloc[::-1]) == plain
    error = refused(frame.set_index("item"))
    assert error.help == "`item` is in the index: pass `frame.reset_index()`"
    assert refused(frame.set_index("item"), item="item").help == error.help
    assert scores(frame.set_index("item").reset_index()) == plain


def test_pandas_columns_with_odd_names(pandas: Any, plain: list[Row]) -> None:
    frame = pandas.DataFrame(ROWS)
    assert refused(pandas.concat([frame, frame[["gold"]]], axis=1)).message == "two columns have the name `gold`"
    error = refused(frame.set_axis(pandas.MultiIndex.from_product([["a"], frame.columns]), axis=1))
    assert error.message.startswith("no column is the item") and "('a', 'item')" in (error.help or "")
    assert scores(frame.rename(columns={"item": 0}), item="0") == plain


def test_pandas_columns_of_objects(pandas: Any) -> None:
    frame = pandas.DataFrame(ROWS)
    frame["item"] = frame["item"].astype(object)
    frame.loc[3, "item"] = "x"
    error = refused(frame)
    assert "`item` has" in error.message and "str" in error.message and "int" in error.message and error.help
    frame["item"] = [{item} for item in range(len(frame))]
    error = refused(frame)
    assert error.message.startswith("`item`") and ("list" in error.message or "set" in error.message)
    frame["item"] = [2**70 + item // 2 for item in range(len(frame))]
    frame["item"] = frame["item"].astype(object)
    try:
        assert len(scores(frame)) == len(scores(ROWS))
    except phenom.DataError:
        assert "astype(str)" in (refused(frame).help or "")


def test_pandas_lists_and_arrays_in_cells(pandas: Any) -> None:
    numpy = pytest.importorskip("numpy")
    rows = changed("phenomenon", lambda one: [one, "discourse:coreference"] if "negation" in one else [one])
    frame = pandas.DataFrame(rows)
    assert scores(frame) == scores(rows)
    frame["phenomenon"] = [numpy.array(one) for one in frame["phenomenon"]]
    assert scores(frame) == scores(rows)
    frame["phenomenon"] = [tuple(one) for one in frame["phenomenon"]]
    assert scores(frame) == scores(rows)


def test_pandas_frames_of_other_classes_and_empty_ones(pandas: Any, plain: list[Row]) -> None:
    class Other(pandas.DataFrame):  # type: ignore[misc]
        pass

    assert scores(Other(ROWS)) == plain
    assert "no rows" in refused(pandas.DataFrame(ROWS).iloc[:0]).message
    assert "no rows" in refused(pandas.DataFrame()).message
    assert "one column" in refused(pandas.DataFrame(ROWS)["item"]).message


@pytest.mark.parametrize("zone", [None, "UTC", "Europe/Berlin"])
def test_pandas_times_are_slices(pandas: Any, zone: str | None, plain: list[Row]) -> None:
    frame = pandas.DataFrame(ROWS)
    frame["day"] = pandas.Timestamp("2026-01-01", tz=zone)
    assert scores(frame) == plain
    written = {None: "2026-01-01T00:00:00", "UTC": "2026-01-01T00:00:00Z", "Europe/Berlin": "2025-12-31T23:00:00Z"}
    assert {row["slice"] for row in scores(frame, slices="day") if written[zone] in (row["slice"] or "")}


# --- polars ----------------------------------------------------------------------------------------------------------


def test_polars_types(plain: list[Row]) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(ROWS)
    for column in ("system", "gold", "answer", "phenomenon"):
        assert scores(frame.with_columns(polars.col(column).cast(polars.Categorical))) == plain
        values = frame[column].unique().sort().to_list()
        assert scores(frame.with_columns(polars.col(column).cast(polars.Enum(values)))) == plain
    for kind in (polars.Int8, polars.UInt64, polars.Int32, polars.String):
        assert scores(frame.with_columns(polars.col("item").cast(kind))) == plain
    assert scores(polars.concat([frame[:5], frame[5:]], rechunk=False)) == plain
    assert scores(frame.reverse().reverse()) == plain


def test_polars_frames_that_are_refused() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(ROWS)
    assert refused(frame.lazy()).help == "call `.collect()` on it"
    assert "no rows" in refused(frame.clear()).message
    assert "one column" in refused(frame["item"]).message
    error = refused(frame.with_columns(polars.col("item").cast(polars.Float64)))
    assert "type float" in error.message and "pl.col('item').cast(pl.Int64)" in (error.help or "")
    error = refused(frame.with_columns(polars.struct("gold", "answer").alias("gold")))
    assert error.message.startswith("`gold` contains an object, expected a text")
    assert "into a column of its own" in (error.help or "")
    error = refused(frame.with_columns(item=polars.Series([object()] * len(frame), dtype=polars.Object)))
    assert "Arrow" in error.message or "item" in error.message


def test_polars_not_a_number_is_absent() -> None:
    polars = pytest.importorskip("polars")
    rows = [{**row, "confidence": float("nan") if row["item"] == 3 else 0.5} for row in ROWS]
    assert refused(polars.DataFrame(rows)).message == refused(rows).message


# --- pyarrow ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["large_string", "string_view", "dictionary"])
def test_pyarrow_texts(kind: str, plain: list[Row]) -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.Table.from_pylist(ROWS)
    for at, column in enumerate(table.column_names):
        if column != "item":
            values = table[column]
            values = values.dictionary_encode() if kind == "dictionary" else values.cast(getattr(pa, kind)())
            table = table.set_column(at, column, values)
    assert scores(table) == plain
    assert scores(table.to_batches()[0]) == plain
    assert scores(pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=5))) == plain


def test_pyarrow_reader_read_twice(plain: list[Row]) -> None:
    pa = pytest.importorskip("pyarrow")
    reader = pa.Table.from_pylist(ROWS).to_reader()
    assert scores(reader) == plain
    error = refused(reader)
    assert error.message == "the table has no rows" and "only once" in (error.help or "")


def test_pyarrow_columns_that_no_role_takes() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.Table.from_pylist(ROWS)
    size = len(table)
    odd = {
        "struct": pa.array([{"a": 1}] * size),
        "bytes": pa.array([b"\xff"] * size),
        "map": pa.array([[("a", 1)]] * size, pa.map_(pa.string(), pa.int64())),
        "list of structs": pa.array([[{"a": 1}]] * size),
        "time": pa.array([datetime.time(1)] * size),
        "duration": pa.array([datetime.timedelta(1)] * size),
        "decimal": pa.array([decimal.Decimal("1.50")] * size),
        "half": pa.array([1.5] * size, pa.float16()),
    }
    for column in ("item", "gold", "answer", "system", "phenomenon"):
        for name, values in odd.items():
            if column == "system" and name in ("struct", "list of structs", "decimal", "half"):
                continue
            error = refused(table.set_column(table.column_names.index(column), column, values))
            assert column in error.message or "label" in error.message, (column, name, error)
    # Columns that nobody reads may hold anything.
    for name, values in odd.items():
        assert scores(table.append_column("odd", values)) == scores(ROWS), name


def test_pyarrow_names_that_stand_twice_and_texts_that_are_none() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.Table.from_pylist(ROWS)
    assert refused(table.append_column("gold", table["answer"])).message == "two columns have the name `gold`"
    bad = pa.Array.from_buffers(pa.string(), len(table), pa.array([b"\xff"] * len(table), pa.binary()).buffers())
    error = refused(table.set_column(2, "gold", bad))
    assert error.message == "column `gold` has a text that is not valid UTF-8"


def test_pyarrow_times_and_decimals_as_slices() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.Table.from_pylist(ROWS)
    days = [datetime.datetime(2026, 1, 1 + row["item"] % 2) for row in ROWS]
    for kind in (pa.timestamp("ms"), pa.timestamp("ns", "UTC"), pa.date32()):
        found = scores(table.append_column("day", pa.array(days).cast(kind)), slices=["day"])
        assert sum("2026-01-01" in (row["slice"] or "") for row in found) > 0


# --- DuckDB and Hugging Face -----------------------------------------------------------------------------------------


def test_duckdb_relations_are_read_as_often_as_they_are_passed(plain: list[Row]) -> None:
    relation = of_duckdb(ROWS)
    assert scores(relation) == plain and scores(relation) == plain
    assert scores(relation.filter("item < 7")) == scores([row for row in ROWS if row["item"] < 7])
    assert "no rows" in refused(relation.filter("false")).message


def test_datasets_have_names_of_labels(plain: list[Row]) -> None:
    datasets = pytest.importorskip("datasets")
    numbers = changed("gold", GOLD.index, changed("answer", lambda one: -1 if one is None else GOLD.index(one)))
    names = datasets.ClassLabel(names=GOLD)
    dataset = datasets.Dataset.from_list(numbers).cast_column("gold", names).cast_column("answer", names)
    assert scores(dataset) == plain
    order = list(range(len(ROWS)))[::-1]
    assert scores(dataset.select(order).select(order)) == plain
    assert sorted(map(str, scores(dataset.shuffle(seed=3)))) == sorted(map(str, plain))
    assert scores(dataset.filter(lambda row: row["item"] < 7)) == scores([row for row in ROWS if row["item"] < 7])
    assert scores(dataset.with_format("numpy")) == plain
    rows = [{**row, "answer": -1 if at == 4 else row["answer"]} for at, row in enumerate(numbers)]
    absent = datasets.Dataset.from_list(rows, features=dataset.features)
    assert refused(absent).message == "1 of 12 pairs have no prediction, the first: `3`"


def test_datasets_that_are_no_table() -> None:
    datasets = pytest.importorskip("datasets")
    dataset = datasets.Dataset.from_list(ROWS)
    assert refused(datasets.DatasetDict(test=dataset)).help == "name one: 'test'"
    error = refused(dataset.to_iterable_dataset())
    assert "stream of rows" in error.message and "list(dataset)" in (error.help or "")
    assert scores(list(dataset.to_iterable_dataset())) == scores(ROWS)


# --- Lists and dicts -------------------------------------------------------------------------------------------------


def test_rows_may_be_ragged(plain: list[Row]) -> None:
    ragged = [{**row, "note": "x"} if at == 3 else row for at, row in enumerate(ROWS)]
    assert scores(ragged) == plain
    ragged = [{key: value for key, value in row.items() if key != "answer" or at != 4} for at, row in enumerate(ROWS)]
    assert refused(ragged).message == "1 of 12 pairs have no prediction, the first: `3`"


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        ({"a": 1}, "`item` has dict here, and int before"),
        (b"x", "`item` has bytes here, and int before"),
        (datetime.date(2026, 1, 1), "`item` has str here, and int before"),
        ("x", "`item` has str here, and int before"),
        ({1}, "`item` has set here, and int before"),
    ],
)
def test_values_of_other_types_are_told_with_their_row(odd: object, told: str) -> None:
    error = refused([{**row, "item": odd if at == 6 else row["item"]} for at, row in enumerate(ROWS)])
    assert error.message == told and error.problems[0].row == 7
    assert (error.help or "").startswith("a column has texts, numbers, truth values, dates, or lists of texts")


def test_lists_that_are_no_lists_of_texts() -> None:
    error = refused(changed("phenomenon", lambda one: [one, 3]))
    assert error.message == "`phenomenon` has a list with int in it" and error.problems[0].row == 1
    error = refused(changed("phenomenon", lambda one: [one, None]))
    assert error.message == "`phenomenon` has a list with NoneType in it"


def test_numbers_beyond_64_bits_are_ids() -> None:
    found = scores(changed("item", lambda item: 2**70 + item))
    assert [row["value"] for row in found] == [row["value"] for row in scores(ROWS)]


def test_texts_that_are_none() -> None:
    error = refused(changed("item", lambda item: f"\ud800{item}"))
    assert error.message == "`item` has a text that is not valid UTF-8" and error.problems[0].row == 1


def test_dicts_that_are_no_columns() -> None:
    assert refused({**columns(), "item": "a"}).message == "`item` is str, and takes a column: a list, array or series"
    assert refused({**columns(), "item": 3}).message == "`item` is int, and takes a column: a list, array or series"
    of_dicts = {column: dict(enumerate(values)) for column, values in columns().items()}
    error = refused(of_dicts)
    assert "`item` is dict" in error.message and 'to_dict("list")' in (error.help or "")


def test_arrays_that_are_no_columns() -> None:
    numpy = pytest.importorskip("numpy")
    assert (refused(numpy.zeros((3, 3))).help or "").startswith("pass a dict of columns")
    square = {**columns(), "item": numpy.zeros((len(ROWS), 2))}
    assert refused(square).message == "`item` has a list with float in it"
    error = refused([{"item": 1, "gold": "entailment"}], {"a": numpy.array(["entailment"])})
    assert error.help
    assert "no rows" in refused([]).message and "no rows" in refused({}).message


# --- Answers in tables of their own ----------------------------------------------------------------------------------

PAIRS = [{"item": f"dev-{number}", "gold": GOLD[number % 3]} for number in range(1, 13)]


@pytest.mark.parametrize(
    ("change", "help"),
    [
        (lambda item: item[4:], 'replace the regular expression "^" by "dev-" in the ids of the predictions'),
        (lambda item: f"{item}.0", 'replace the regular expression "\\\\.0$" by "" in the ids of the predictions'),
        (lambda item: item.upper(), "write the ids of the predictions in lower case, as the others are"),
        (lambda item: "other" if item == "dev-3" else item, "Leave rows for other pairs out"),
    ],
)
def test_ids_of_other_pairs(change: Callable[[str], str], help: str) -> None:
    answers = {"one": [{"item": change(pair["item"]), "answer": pair["gold"]} for pair in PAIRS]}
    error = refused(PAIRS, answers)
    assert "no pair" in error.message and error.problems[0].source == "one"
    assert help in (error.help or ""), error.help


def test_a_prediction_in_a_table_of_its_own_is_told_by_that_table() -> None:
    answers = {"one two": [{"item": pair["item"], "answer": "yes"} for pair in PAIRS]}
    error = refused(PAIRS, answers)
    assert (error.problems[0].source, error.problems[0].row) == ("one-two", 1)
    assert str(error).startswith("row 1 of one-two: label `yes`")
    right = [{"item": pair["item"], "answer": pair["gold"]} for pair in PAIRS]
    assert "in row 1" in refused(PAIRS, {"one": [*right, {"item": "dev-1", "answer": "unknown"}]}).message
    error = refused([*PAIRS, PAIRS[0]], {"one": right})
    assert error.message == "id `dev-1` appears twice, first in row 1" and "list of them" in (error.help or "")


# --- The words of a call ---------------------------------------------------------------------------------------------


def test_the_keywords_of_a_call_are_those_of_evaluate() -> None:
    keywords = set(phenom.evaluate.__kwdefaults__ or {})
    assert _words.KEYWORDS <= keywords
    assert set(_words._OTHERS.values()) <= keywords


@pytest.mark.parametrize(
    ("of_config", "of_call"),
    [
        ("write `task: two-way`, or leave it out", 'pass task="two-way", or leave it out'),
        ("`statistics: {common-pairs: true}` compares them", "common_pairs=True compares them"),
        ("Did you mean `a`? Write `gold: a` among the `columns`", 'Did you mean `a`? Pass gold="a"'),
        ("write `columns: {id: id, label: NAME}`", 'pass item="id", answer=NAME'),
        ("`labels: {\"NO\": MEANING, a: none}`", 'labels={"NO": MEANING, "a": "none"}'),
        ("`--label a --label b`", 'answers=["a", "b"]'),
        ("set `--label COLUMN` for each", "pass answer=COLUMN for each"),
        ("`--missing wrong` or `--missing skip`", 'missing="wrong" or missing="skip"'),
        ("`--labels '1=entailment,0=unknown'`", 'labels={"1": "entailment", "0": "unknown"}'),
        (
            "add `threshold: 0.5` to each system",
            "add `threshold: 0.5` to each system; `threshold` is a key of a config: phenom.read(...).config() writes "
            "the config of a call, and phenom.load evaluates it",
        ),
    ],
)
def test_keys_and_options_become_keywords(of_config: str, of_call: str) -> None:
    assert (_words.in_words_of_python(of_config) or "").startswith(of_call)


@pytest.mark.parametrize(
    "text", ["`--all` shows 3 more. `--pairs` names all.", "--all shows 3 more. --pairs names all."]
)
def test_options_become_attributes(text: str) -> None:
    assert _words.said(text, "tables") == _words.said(text)
    assert _words.said(text, "tables") == "`.rows` has 3 more. `.broken` and `.mended` name all."
    of_config = "To compare these trained models instead, set `statistics: {question: models}` in a config."
    assert _words.said(of_config, "tables") == 'To compare these trained models instead, pass question="models".'
    assert _words.said(of_config) == of_config


def test_data_between_backticks_stay_as_they_are() -> None:
    for text in ("label `text: a` has no meaning", "id `--label a` appears twice", "`gold: {` is not `missing`"):
        assert _words.in_words_of_python(text, quotes_data=True) == text


def test_notes_speak_of_keywords() -> None:
    text = "A text that three pairs share, and that is long enough to be one of a document with several sentences."
    pairs = [{**row, "text": f"{text} {row['item'] % 3}", "hypothesis": f"h {row['item']}"} for row in ROWS]
    study = phenom.evaluate(pairs, resamples=50)
    assert any("cluster" in note for note in study.notes)
    for note in study.notes:
        assert "`columns:" not in note and "phenom init" not in note, note


def test_files_are_refused_in_the_words_of_a_call_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pairs = [{"id": number, "gold": GOLD[number % 3]} for number in range(12)]
    answers = [{"id": pair["id"], "label": pair["gold"] if pair["id"] != 3 else "maybe"} for pair in pairs]
    for name, rows in [("pairs", pairs), ("few", answers[4:]), ("odd", answers)]:
        lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
        Path(f"{name}.csv").write_text("\n".join(lines))

    def told(*paths: str, **keywords: Any) -> str:
        with pytest.raises(phenom.PhenomError) as caught:
            phenom.evaluate(list(paths), **keywords)
        assert "--" not in str(caught.value)
        return str(caught.value)

    assert told("pairs.csv", "few.csv").split("\n")[0].endswith('missing="wrong" or missing="skip"')
    assert 'labels={"maybe": MEANING}' in told("pairs.csv", "odd.csv")
    assert "has no column `glod` (gold=)" in told("pairs.csv", "few.csv", gold="glod")
    assert told("absent.csv").endswith("the file does not exist")
    assert told("pairs.csv", "few.csv", slices="id").startswith("slices= is for data frames")
    with pytest.raises(phenom.DataError, match="pass answer=NAME"):
        phenom.evaluate("pairs.csv", {"a": "few.csv"}, item="id")

"""What is refused, and the words of it: nothing is guessed."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import phenom

ROWS = [
    {"item": item, "system": system, "gold": "entailment", "answer": "entailment"}
    for item in range(4)
    for system in ("a", "b")
]


def without(*columns: str) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if key not in columns} for row in ROWS]


def renamed(column: str, name: str) -> list[dict[str, Any]]:
    return [{name if key == column else key: value for key, value in row.items()} for row in ROWS]


def refused(data: object, *systems: object, **keywords: object) -> phenom.DataError:
    with pytest.raises(phenom.DataError) as caught:
        phenom.evaluate(data, *systems, **keywords)
    return caught.value


def test_a_missing_role_names_its_keyword_and_the_columns() -> None:
    error = refused(renamed("system", "model"))
    assert error.message == "no column is the system"
    assert error.help == "pass system=COLUMN; the columns are `item`, `model`, `gold`, `answer`"
    assert "pass item=COLUMN" in (refused(without("item")).help or "")
    assert "right=COLUMN" in refused(without("gold")).message
    assert len(phenom.evaluate(renamed("system", "model"), system="model")) == 2


def test_a_column_that_the_call_names_and_that_is_not_there() -> None:
    error = refused(ROWS, item="itme")
    assert error.message == "there is no column `itme` (item='itme')"
    assert error.help == "did you mean 'item'?"


def test_a_column_nearly_called_as_a_role_is_refused_unless_the_call_says_what_it_is() -> None:
    rows = [{**row, "clusters": row["item"] // 2} for row in ROWS]
    error = refused(rows)
    assert error.message == "the column `clusters` is nearly called `cluster`"
    assert phenom.evaluate(rows, cluster="clusters").reading.unused["data"] == ()
    assert phenom.evaluate(rows, cluster=None).reading.unused["data"] == ("clusters",)


def test_columns_that_nobody_reads_are_named_and_refused_if_that_is_strict() -> None:
    rows = [{**row, "latency": 1.5} for row in ROWS]
    assert "data, not used: latency" in str(phenom.evaluate(rows).reading)
    assert refused(rows, strict=True).message == "nobody reads `latency`"


def test_labels_without_a_meaning_are_told_with_their_row() -> None:
    rows = [{**row, "answer": "yes"} for row in ROWS]
    error = refused(rows)
    assert error.message.startswith("label `yes` has no meaning")
    assert (error.problems[0].source, error.problems[0].row) == ("data", 1)
    assert str(error).startswith("row 1 of data: label `yes`")
    assert "labels={" in (error.help or "")
    labels = {"yes": "entailment", "entailment": "entailment"}
    assert phenom.evaluate(rows, labels=labels).value("accuracy", "a").value == 1
    numbers = [{**row, "gold": 1, "answer": 0} for row in ROWS]
    assert "label `1` has no meaning" in refused(numbers).message
    assert phenom.evaluate(numbers, labels={1: "entailment", 0: "unknown"}).value("accuracy", "a").value == 0


def test_missing_answers_obey_the_keyword() -> None:
    rows = [row for row in ROWS if (row["item"], row["system"]) != (3, "a")]
    error = refused(rows)
    assert error.message == "1 of 4 pairs have no prediction, the first: `3`"
    assert 'missing="wrong"' in str(error) and 'missing="skip"' in str(error)
    assert phenom.evaluate(rows, missing="wrong").value("accuracy", "a").value == 3 / 4
    assert phenom.evaluate(rows, missing="skip").value("accuracy", "a").value == 1


@pytest.mark.parametrize("blank", [None, "", " ", float("nan")])
@pytest.mark.parametrize("kind", ["rows", "pandas", "polars", "pyarrow", "wide", "tables"])
def test_a_blank_answer_is_a_missing_one(blank: object, kind: str) -> None:
    def answered(row: dict[str, Any]) -> object:
        return blank if (row["item"], row["system"]) == (3, "a") else row["answer"]

    rows: Any = [{**row, "answer": answered(row)} for row in ROWS]
    systems, keywords = (), {}
    if kind in ("pandas", "polars", "pyarrow"):
        library = pytest.importorskip(kind)
        if kind != "pandas":
            # Their columns of texts have no numbers.
            rows = [{**row, "answer": None if row["answer"] != row["answer"] else row["answer"]} for row in rows]
        rows = library.Table.from_pylist(rows) if kind == "pyarrow" else library.DataFrame(rows)
    elif kind == "wide":
        rows = [{"item": row["item"], "gold": row["gold"], "a": answered(row), "b": row["gold"]} for row in ROWS[::2]]
        keywords = {"answers": ["a", "b"]}
    elif kind == "tables":
        tables = {name: [row for row in rows if row["system"] == name] for name in ("a", "b")}
        answers = {name: {row["item"]: row["answer"] for row in table} for name, table in tables.items()}
        rows, systems = [{"item": row["item"], "gold": row["gold"]} for row in ROWS[::2]], (answers,)
    error = refused(rows, *systems, **keywords)
    assert error.message == "1 of 4 pairs have no prediction, the first: `3`"
    assert 'missing="wrong"' in str(error)
    study = phenom.evaluate(rows, *systems, missing="wrong", **keywords)
    assert study.value("accuracy", "a").value == 3 / 4
    assert [row["pair"] for row in study.answers if row["answer"] == "missing"] == ["3"]
    study = phenom.evaluate(rows, *systems, missing="skip", **keywords)
    assert study.value("accuracy", "a").value == 1 and study.value("accuracy", "b").value == 1


def test_repetitions_and_pairs_that_differ_between_rows_are_refused() -> None:
    assert "two predictions" in refused([*ROWS, ROWS[0]]).message
    rows = [{**row, "gold": "unknown" if row["system"] == "b" else row["gold"]} for row in ROWS]
    assert "rows that differ" in refused(rows).message


def test_frames_that_are_none() -> None:
    assert "no rows" in refused({"item": []}).message
    assert "different lengths" in refused({"item": [1, 2], "gold": ["entailment"]}).message
    assert "expected a dict" in refused([*ROWS, "x"]).message
    error = refused({"item": [1, "b"], "gold": ["entailment"] * 2})
    assert error.message == "`item` has str here, and int before"
    assert error.problems[0].row == 2
    assert "cannot read" in refused(object()).message


def test_ids_are_whole_numbers_or_texts() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ROWS)
    assert len(phenom.evaluate(frame)) == 2
    assert len(phenom.evaluate(frame.astype({"item": "string"}))) == 2
    frame["item"] = frame["item"].astype(float)
    error = refused(frame)
    assert "float" in error.message and "`item`" in error.message


def test_frames_of_pandas_with_odd_columns() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ROWS, index=[7] * len(ROWS))
    assert len(phenom.evaluate(frame)) == 2
    twice = pandas.concat([frame, frame[["gold"]]], axis=1)
    assert refused(twice).message == "two columns have the name `gold`"
    frame["odd"] = [1, "x"] * 4
    assert "`odd` has values of different types" in refused(frame).message


def test_a_reader_that_was_read_and_a_lazy_frame() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    reader = pyarrow.Table.from_pylist(ROWS).to_reader()
    assert len(phenom.evaluate(reader)) == 2
    error = refused(reader)
    assert error.message == "the table has no rows" and "only once" in (error.help or "")
    polars = pytest.importorskip("polars")
    assert refused(polars.LazyFrame(ROWS)).help == "call `.collect()` on it"


def test_not_a_number_is_absent_whatever_the_frame() -> None:
    rows = [{**row, "confidence": 0.5 if row["item"] else float("nan")} for row in ROWS]
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    messages = {refused(frame).message for frame in (rows, polars.DataFrame(rows), pandas.DataFrame(rows))}
    assert len(messages) == 1 and "without" in messages.pop()


def test_a_config_and_keywords_that_are_wrong(tmp_path: Path) -> None:
    with pytest.raises(phenom.ConfigError, match="resamples"):
        phenom.evaluate(ROWS, resamples=0)
    with pytest.raises(phenom.ConfigError):
        phenom.load(tmp_path / "absent.yaml")
    (tmp_path / "phenom.yaml").write_text("dataset: {path: a.csv}\nsytems: []\n")
    with pytest.raises(phenom.ConfigError) as caught:
        phenom.load(tmp_path / "phenom.yaml")
    assert any(problem.row == 2 for problem in caught.value.problems)
    with pytest.raises(TypeError):
        phenom.evaluate(ROWS, sytem="system")


def test_what_is_asked_of_a_study_and_is_not_there() -> None:
    study = phenom.evaluate(ROWS)
    with pytest.raises(KeyError, match="overview"):
        study.table("overveiw")
    with pytest.raises(KeyError, match="accuracy"):
        study.value("acuracy", "a")
    with pytest.raises(phenom.ConfigError, match="there is no system"):
        study.compare("a", "c")
    with pytest.raises(ValueError, match="png"):
        study.figure(next(iter(study.figures()))).save("figure.gif")


def test_outcomes_beside_gold_labels_have_to_be_chosen() -> None:
    rows = [{**row, "right": True} for row in ROWS]
    assert refused(rows).message == "both `right` and `gold` say which answers are right"
    assert phenom.evaluate(rows, gold=None).reading.shape == "long, outcomes"
    assert phenom.evaluate(rows, right=None).reading.shape == "long"


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
@pytest.mark.parametrize("column", ["gold", "answer"])
def test_bytes_that_are_no_utf8_are_refused(kind: str, column: str) -> None:
    pa = pytest.importorskip("pyarrow")
    bad = pa.array([b"entailment", b"\xff\xfe"], pa.binary_view() if kind == "string_view" else pa.binary())
    if kind == "string_view":
        texts = pa.Array.from_buffers(pa.string_view(), 2, bad.buffers())
    else:
        bad = bad.cast(pa.large_binary()) if kind == "large_string" else bad
        texts = pa.Array.from_buffers(getattr(pa, kind)(), 2, bad.buffers())
    labels = ["entailment"] * 2
    columns = {"item": [1, 2], "system": ["a"] * 2, "gold": labels, "answer": labels, column: texts}
    with pytest.raises(phenom.DataError, match=f"column `{column}` has a text that is not valid UTF-8"):
        phenom.evaluate(pa.table(columns))


@pytest.mark.parametrize("keyword, value", [
    ("answers", 5), ("right", 5), ("phenomenon", 5), ("slices", 5), ("item", 5), ("probabilities", 5),
    ("labels", {"entailment": 5}), ("names", ["a"]), ("names", {"a": 5}), ("primary", 5), ("primary", []),
    ("measures", [5]), ("measures", []), ("missing", "refuse"), ("task", "foo"), ("question", 1), ("compare", "foo"),
    ("correction", "foo"), ("seed", "a"), ("seed", 1.5), ("resamples", True), ("common_pairs", 3),
    ("confidence_level", float("nan")), ("title", 5), ("title", "\ud800"), ("title", Path("x")), ("threads", 0),
    ("threads", "2"),
])
def test_a_wrong_value_names_its_keyword(keyword: str, value: object) -> None:
    with pytest.raises(phenom.ConfigError, match=rf"\b{keyword}="):
        phenom.evaluate(ROWS, **{keyword: value})


def test_what_is_nearly_a_list_or_a_number_is_taken_as_such() -> None:
    numpy = pytest.importorskip("numpy")
    study = phenom.evaluate(
        ROWS, primary="accuracy", resamples=numpy.int64(100), common_pairs=numpy.bool_(True), seed=numpy.uint8(3)
    )
    assert study.signature["seed"] == "3"
    for title in ("a\x7fb", "a\x9f\u2028\ufeff\x00b"):
        assert phenom.evaluate(ROWS, title=title).title == title
    rows = [{**row, "system": f"{row['system']}\x7f"} for row in ROWS]
    assert phenom.evaluate(rows, names={"a\x7f": "first"}).systems == ("a\x7f", "b\x7f")


def test_a_keyword_that_the_shape_of_the_data_does_not_have_is_refused() -> None:
    wide = [{"item": item, "gold": "entailment", "a": "entailment", "right": True} for item in range(4)]
    for keyword in ("confidence", "run", "system", "answer"):
        with pytest.raises(phenom.ConfigError, match=f"^{keyword}= has no use: the data have a column for each system"):
            phenom.evaluate(wide, answers=["a"], gold="gold", **{keyword: "nope"})
    with pytest.raises(phenom.ConfigError, match="^gold= has no use: the data have outcomes in rows"):
        phenom.evaluate([{**row, "right": 1} for row in ROWS], right="right", gold="gold")
    with pytest.raises(phenom.ConfigError, match="^system= has no use: the data have a table for each system"):
        phenom.evaluate(wide, {"a": ["entailment"] * 4}, system="a")
    with pytest.raises(phenom.ConfigError, match="systems= names no system"):
        phenom.evaluate(wide, {})
    with pytest.raises(phenom.ConfigError, match="names a file that does not exist"):
        phenom.evaluate(wide, {"a": "entailment"})


def test_data_without_a_pair_to_score_are_refused() -> None:
    for blank in (None, "", float("nan")):
        error = refused([{**row, "gold": blank} for row in ROWS])
        assert error.message == "no pair has a gold label and a prediction" and "gold=" in (error.help or "")
    assert len(phenom.evaluate([{**row, "gold": row["item"] and row["gold"] or None} for row in ROWS])) == 2


def test_a_pair_without_probabilities_is_told_what_missing_counts() -> None:
    rows = [{**row, "p": None if row["item"] == 1 else 0.5} for row in ROWS]
    error = refused(rows, probabilities={"entailment": "p", "unknown": "p"}, missing="wrong")
    assert "missing=" in (error.help or "")


def test_a_text_that_is_not_utf8_is_refused_wherever_it_is() -> None:
    bad = "\ud800"
    for rows in ([{**row, "text": bad} for row in ROWS], [{**row, bad: 1} for row in ROWS]):
        assert "not valid UTF-8" in refused(rows).message
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ROWS)
    assert "not valid UTF-8" in refused(frame.assign(text=pandas.Series([bad] * 8, dtype=object))).message
    named = frame.set_axis(pandas.Index(["item", "system", "gold", bad], dtype=object), axis=1)
    assert "not valid UTF-8" in refused(named).message
    with pytest.raises(phenom.ConfigError, match="valid UTF-8"):
        phenom.evaluate([{"item": 1, "gold": "entailment"}], {bad: ["entailment"]})


def test_advice_after_the_evaluation_names_keywords() -> None:
    study = phenom.evaluate([row for row in ROWS if (row["item"], row["system"]) != (3, "a")], missing="skip")
    with pytest.raises(phenom.ConfigError) as caught:
        study.compare("a", "b")
    assert "common_pairs=True" in (caught.value.help or "")
    with pytest.raises(phenom.ConfigError) as caught:
        study.compare("b", "a", on="negation")
    assert "--" not in str(caught.value)


def test_arguments_of_methods_are_named() -> None:
    study = phenom.evaluate(ROWS)
    comparison = study.compare("a", "b")
    for margin in (-0.1, 1, 1.5, 5, 100, float("nan"), "2"):
        with pytest.raises(phenom.ConfigError, match="margin="):
            comparison.gate(margin=margin)
    with pytest.raises(phenom.ConfigError) as caught:
        comparison.gate(margin=5)
    assert caught.value.help == "for 5 points write 0.05"
    assert comparison.gate(margin=0.99) is comparison
    with pytest.raises(phenom.ConfigError, match="old="):
        study.compare(None, "b")
    with pytest.raises(phenom.ConfigError, match="width="):
        study.text(-1)
    with pytest.raises(phenom.ConfigError, match="formats="):
        study.write("folder", formats=5)
    figure = study.figure(next(iter(study.figures())))
    for call, keyword in (
        (lambda: study.table(5), "key="), (lambda: study.figure(None), "key="),
        (lambda: study.power("a", "b", difference="a"), "difference="),
        (lambda: figure.png(dots_per_inch=-3), "dots_per_inch="),
        (lambda: study.table().latex(caption=5), "caption="), (lambda: study.text(2**70), "width="),
        (lambda: phenom.system(version="1", name=5), "name="),
    ):
        with pytest.raises(phenom.ConfigError, match=keyword):
            call()
    with pytest.raises(KeyError, match="there is no system None"):
        study.value("accuracy", None)
    with pytest.raises(TypeError, match="config is NoneType"):
        phenom.load(None)


def test_a_failed_gate_is_pickled_whole() -> None:
    rows = [{**row, "answer": "unknown" if row["system"] == "b" else "entailment"} for row in ROWS * 10]
    rows = [{**row, "item": number // 2} for number, row in enumerate(rows)]
    with pytest.raises(phenom.GateFailed) as caught:
        phenom.evaluate(rows).compare("a", "b").gate()
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.message == caught.value.message
    assert again.comparison == caught.value.comparison and again.comparison is not None

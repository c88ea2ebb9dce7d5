"""Evaluations that are pickled, copied and compared."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import phenom

from conftest import ROOT

ROWS = list[dict[str, str]]


def again(one: Any) -> Any:
    return pickle.loads(pickle.dumps(one))


@pytest.fixture(scope="module")
def study(rows: ROWS) -> phenom.Evaluation:
    return phenom.evaluate([{**row, "unused": "x" * 100} for row in rows], resamples=300)


def test_an_evaluation_is_the_same_where_it_is_unpickled(study: phenom.Evaluation) -> None:
    other = again(study)
    assert other == study and hash(other) == hash(study) and other.signature == study.signature
    assert other.scores == study.scores and other.comparisons == study.comparisons
    assert other.answers == study.answers and other.reading == study.reading
    assert str(other) == str(study) and other.config() == study.config()
    assert str(other.compare("old", "new")) == str(study.compare("old", "new"))
    assert again(other) == study and again(again(study)).scores == study.scores
    assert copy.deepcopy(study) is study and copy.copy(study) is study


def test_columns_that_nobody_reads_stay_behind(study: phenom.Evaluation) -> None:
    kept = pickle.dumps(study)
    assert b"hypothesis p59.1" in kept and b"x" * 100 not in kept


def test_frames_of_every_library_are_kept(rows: ROWS) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    lists = [{**row, "phenomenon": [row["phenomenon"]] if row["phenomenon"] else None} for row in rows]
    frames = [
        pandas.DataFrame(rows).astype("category"),
        polars.DataFrame(rows).with_columns(polars.col("system", "gold").cast(polars.Categorical)),
        polars.DataFrame(lists),
    ]
    for frame in frames:
        study = phenom.evaluate(frame, resamples=100)
        assert again(study).scores == study.scores


def test_what_an_evaluation_hands_out_is_pickled(study: phenom.Evaluation) -> None:
    comparison = study.compare("old", "new", on="negation")
    assert again(comparison) == comparison and str(again(comparison)) == str(comparison)
    assert comparison != study.compare("old", "new")
    for table in (study.scores, study.readings, study.answers, comparison.broken):
        assert again(table) == table and again(table)._table.columns() == table._table.columns()
    for table in (study.table(rows="all"), study.power("old", "new")):
        assert again(table) == table and again(table).latex() == table.latex()
        assert again(table)._repr_html_() == table._repr_html_()
    figure = study.figure("parts-wholes")
    assert again(figure) == figure and again(figure).svg() == figure.svg()
    score = study.value("accuracy", "new")
    assert again(score) == score and float(again(score)) == float(score)
    assert again(study.findings) == study.findings and again(study.reading) == study.reading
    for one in (comparison, study.scores, figure, study.reading):
        assert copy.deepcopy(one) == one


def test_evaluations_are_equal_by_data_and_settings(rows: ROWS, study: phenom.Evaluation) -> None:
    assert phenom.evaluate(rows, resamples=300) != phenom.evaluate(rows, resamples=301)
    assert phenom.evaluate(rows, resamples=300) != phenom.evaluate(rows[:-6], resamples=300)
    assert study != "study"


def test_a_config_is_read_again_and_changed_files_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = phenom.load(ROOT / "configs/bergmair2009.yaml")
    assert again(study).scores == study.scores
    for name, content in {
        "pairs.csv": "id,gold\n1,entailment\n2,unknown\n",
        "answers.csv": "id,label\n1,entailment\n2,unknown\n",
        "phenom.yaml": "title: A\ndataset: {path: pairs.csv}\nsystems: [{name: S, predictions: answers.csv}]\n",
    }.items():
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    kept = pickle.dumps(phenom.load("phenom.yaml"))
    monkeypatch.chdir(ROOT)
    assert float(pickle.loads(kept).value("accuracy", "S")) == 1
    (tmp_path / "answers.csv").write_text("id,label\n1,unknown\n2,unknown\n")
    changed = pickle.loads(kept)
    with pytest.raises(phenom.DataError, match="pickled with other data"):
        changed.value("accuracy", "S")

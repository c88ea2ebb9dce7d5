"""What can be asked of an evaluation."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import phenom

from conftest import ROOT, run_phenom

ROWS = list[dict[str, str]]


@pytest.fixture(scope="module")
def study(rows: ROWS) -> phenom.Evaluation:
    return phenom.evaluate(rows, title="A study")


def test_it_says_what_it_is(study: phenom.Evaluation) -> None:
    assert study.title == "A study" and study.systems == ("new", "old") and len(study) == 2
    assert repr(study) == "<phenom.Evaluation 'A study': new, old>"
    assert "60 original pairs, 120 monothematic pairs" in study.summary[0]
    assert study.summary[0] in " ".join(str(study).split())
    assert study.reading.roles["data"]["part_of"] == "part_of"


def test_sentences_are_those_of_claims(study: phenom.Evaluation) -> None:
    assert [str(finding) for finding in study.findings][:1] == [study.findings[0].sentence]
    assert all(finding.claim in study.claims for finding in study.findings)
    assert "phenom" in study.paragraph() and "\\" in study.paragraph("latex")


def test_values_are_those_of_the_rows(study: phenom.Evaluation, rows: ROWS) -> None:
    parts = [row for row in rows if row["system"] == "new" and row["part_of"]]
    right = sum(row["answer"] == row["gold"] for row in parts)
    score = study.value("accuracy", "new", pairs="parts")
    assert score.value == float(score) == right / len(parts)
    assert score.lower < score.value < score.upper and score.support == len(parts)
    negation = [row for row in parts if row["phenomenon"] == "syntactic:negation"]
    right = sum(row["answer"] == row["gold"] for row in negation)
    assert study.value("accuracy", "new", slice="negation").value == right / len(negation)


def test_tables_go_to_other_libraries(study: phenom.Evaluation) -> None:
    dicts = study.scores.to_dicts()
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame = study.scores.to_pandas()
    assert list(frame["measure"]) == [row["measure"] for row in dicts]
    assert str(frame["support"].dtype) == "Int64" and str(frame["value"].dtype) == "float64"
    assert study.scores.to_polars().to_dicts() == dicts == polars.DataFrame(study.scores).to_dicts()
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.table(study.scores).to_pylist() == dicts
    assert isinstance(frame, pandas.DataFrame)


def test_tables_are_written_for_people(study: phenom.Evaluation, rows: ROWS) -> None:
    table = study.table()
    assert table.key == "overview" and "\\toprule" in table.latex() and "|" in table.markdown()
    assert "new" in str(table) and "<td>" in table.html() and "new" in table.csv()
    assert set(study.tables()) >= {"overview", "decomposition"}
    assert len(study.answers) == len(rows)
    with pytest.raises(ValueError, match="tidy|computing"):
        study.scores.latex()


def test_figures_are_drawn(study: phenom.Evaluation, tmp_path: Path) -> None:
    figure = study.figure(next(iter(study.figures())))
    assert figure.svg().startswith("<svg") or "<svg" in figure.svg()
    assert figure.save(tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")
    assert figure.save(tmp_path / "figure.png", width=80, dots_per_inch=72).read_bytes()[1:4] == b"PNG"


def test_a_comparison_is_that_of_the_command(study: phenom.Evaluation, rows: ROWS, tmp_path: Path) -> None:
    study.config(tmp_path / "phenom.yaml")
    pytest.importorskip("pandas").DataFrame(rows).to_parquet(tmp_path / "data.parquet")
    compared = study.compare("old", "new")
    ran = run_phenom("compare", "phenom.yaml", "old", "new", cwd=tmp_path)
    told = ran.stdout.replace("--all shows", "`.rows` has").replace("--pairs names", "`.broken` and `.mended` name")
    assert str(compared).split() == told.split()
    on = study.compare("old", "new", on="negation")
    ran = run_phenom("compare", "phenom.yaml", "old", "new", "--on", "negation", cwd=tmp_path)
    assert str(on).split() == ran.stdout.replace("`--pairs` names", "`.broken` and `.mended` name").split()
    assert on.sentence.split("). ")[0] in " ".join(ran.stdout.split())
    ran = run_phenom("compare", "phenom.yaml", "old", "new", "--json", cwd=tmp_path)
    told = [row for row in json.loads(ran.stdout) if row["system_b"] == "old"]
    assert [row["p"] for row in compared] == [row["p"] for row in told]
    assert compared.verdict in {"higher", "lower", "not significant", "not tested"}
    assert {row["pair"] for row in compared.mended}.isdisjoint(row["pair"] for row in compared.broken)


def test_a_gate_is_a_test(study: phenom.Evaluation) -> None:
    assert study.compare("old", "new").gate().new == "new"
    with pytest.raises(phenom.GateFailed) as caught:
        study.compare("new", "old").gate()
    assert isinstance(caught.value, AssertionError) and caught.value.comparison.new == "old"


def test_power_has_a_row_for_each_question(study: phenom.Evaluation) -> None:
    assert len(study.power("old", "new")) == len(study.power()) > 0
    with pytest.raises(phenom.ConfigError):
        study.power(difference=2.0)


def test_a_report_is_written_and_nothing_is_lost(study: phenom.Evaluation, tmp_path: Path) -> None:
    folder = study.write(tmp_path / "report")
    assert (folder / "scores.csv").exists() and (folder / "report.html").read_text() == study.explore()
    study.write(folder)
    (folder / "scores.csv").write_text("mine")
    with pytest.raises(phenom.WriteRefused):
        study.write(folder)
    study.write(folder, overwrite=True)


def test_nothing_is_printed(rows: ROWS, capfd: pytest.CaptureFixture[str]) -> None:
    phenom.evaluate(rows).table().latex()
    assert capfd.readouterr() == ("", "")


def test_the_command_behaves_as_a_command() -> None:
    assert run_phenom("--version").stdout.startswith("phenom ")
    ran = run_phenom("run", "absent.yaml")
    assert ran.returncode == 2 and "absent.yaml" in ran.stderr
    assert run_phenom("schema").returncode == 0


SLOW = """
import phenom, threading, time, sys
rows = [{"item": i, "system": f"s{s}", "gold": "entailment" if i % 2 else "unknown",
         "answer": "entailment" if (i * (s + 3)) % 7 else "unknown", "phenomenon": f"c{i % 9}:p{i % 90}"}
        for i in range(3000) for s in range(12)]
print("ready", flush=True)
try:
    phenom.evaluate(rows, resamples=100000)
except KeyboardInterrupt:
    print("interrupted", time.time(), flush=True)
"""


def test_an_interrupt_is_answered_at_once() -> None:
    process = subprocess.Popen([sys.executable, "-c", SLOW], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    asked = time.time()
    word, _, when = process.stdout.readline().partition(" ")
    process.kill()
    assert word == "interrupted" and float(when) - asked < 0.2


def test_other_threads_run_meanwhile(rows: ROWS) -> None:
    counted, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    try:
        before = counted[0]
        phenom.evaluate(rows, resamples=20_000)
        assert counted[0] > before
    finally:
        stop.set()
        thread.join()


def _accuracy(rows: ROWS) -> float:
    return float(phenom.evaluate(rows).value("accuracy", "new"))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_evaluates_too(rows: ROWS) -> None:
    expected = _accuracy(rows)
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            assert pool.map_async(_accuracy, [rows, rows]).get(60) == [expected, expected]


def test_signal_handlers_stay(rows: ROWS) -> None:
    before = signal.getsignal(signal.SIGINT)
    phenom.evaluate(rows)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_row_of_a_comparison_is_found_by_its_pairs_or_slice(rows):
    compared = phenom.evaluate(rows).compare("old", "new")
    parts = compared["parts"]
    assert (parts["population"], parts["measure"], parts["slice_kind"]) == ("monothematic", "accuracy", "all")
    assert compared["monothematic"] == parts
    assert compared["originals"]["population"] == "original"
    assert compared["negation"] == compared["syntactic:negation"]
    with pytest.raises(KeyError, match="did you mean 'syntactic:negation'"):
        compared["syntactic:negatoin"]


def test_values_name_what_is_not_there(rows):
    study = phenom.evaluate(rows)
    for wrong, told in [
        (("acuracy", "old"), "there is no measure 'acuracy'; did you mean 'accuracy'"),
        (("accuracy", "odl"), "there is no system 'odl'; did you mean 'old'"),
    ]:
        with pytest.raises(KeyError, match=told):
            study.value(*wrong)
    with pytest.raises(KeyError, match="there is no slice 'coreferens'"):
        study.value("accuracy", "old", slice="coreferens")


def test_intervals_below_a_row_leave_its_columns_numbers(rows):
    overview = phenom.evaluate(rows).table("overview")
    kinds = {name: {type(row[name]) for row in overview if row[name] is not None} for name in ("old", "new")}
    assert kinds == {"old": {float}, "new": {float}}
    assert "95 % interval" in overview.text()


def test_agreement_is_that_of_the_annotators(rows):
    # Voorhees 2008, section 2.2: the two judges differ on 136 of 800 pairs.
    agreement = phenom.load(ROOT / "configs/rte3-keys.yaml").agreement
    wanted = {"key_a": "annotator:judge-1", "key_b": "annotator:judge-2", "slice_kind": "all", "task": "three-way"}
    wanted["measure"] = "agreement"
    (row,) = [row for row in agreement if all(row[key] == value for key, value in wanted.items())]
    assert (row["value"], row["denominator"]) == (0.83, 800)
    assert phenom.evaluate(rows).agreement is None


def test_power_says_what_disagreement_of_annotators_takes(rows):
    study = phenom.evaluate(rows)
    assert any("`disagreement=` sets how often two annotators disagree" in note for note in study.power().notes)
    assert any("two annotators disagree on 20 %" in note for note in study.power(disagreement=0.2).notes)
    with pytest.raises(phenom.ConfigError):
        study.power(power=2.0)


def test_notes_of_a_call_name_keywords_and_those_of_a_config_its_keys(rows, tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pandas.DataFrame([{**row, "run": run} for row in rows for run in (1, 2)])
    study = phenom.evaluate(frame)
    compared = " ".join(str(study.compare("old", "new")).split())
    assert 'pass question="models"' in compared and "`.rows` has every comparison" in compared
    assert 'To plan for these models, pass question="models".' in study.power().notes[-1]
    study.config(tmp_path / "phenom.yaml")
    frame.to_parquet(tmp_path / "data.parquet")
    loaded = phenom.load(tmp_path / "phenom.yaml")
    compared = " ".join(str(loaded.compare("old", "new")).split())
    assert "set `statistics: {question: models}`" in compared and "`.rows` has every comparison" in compared

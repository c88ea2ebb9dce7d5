"""Reports that are written, and read again."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import pickle
import shutil
from pathlib import Path

import pytest

import phenom

from conftest import run_phenom

ROWS = list[dict[str, str]]


@pytest.fixture(scope="module")
def study(rows: ROWS) -> phenom.Evaluation:
    return phenom.evaluate(rows, title="A study, read", resamples=300)


@pytest.fixture(scope="module")
def folder(study: phenom.Evaluation, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return study.write(tmp_path_factory.mktemp("written") / "report").path


def test_a_report_has_what_the_evaluation_has(study: phenom.Evaluation, folder: Path) -> None:
    report = phenom.load(folder)
    for name in ("scores", "comparisons", "readings"):
        of_report, of_study = getattr(report, name), getattr(study, name)
        assert of_report == of_study, name
    assert report.title == study.title and report.systems == study.systems and len(report) == 2
    assert report.summary == study.summary and report.notes == study.notes
    assert report.signature == study.signature == dict(study._inner.signature())
    assert report.claims == study.claims and report.findings == study.findings
    assert report.tables() == study.tables()
    assert report.table("composition").columns == study.table("composition").columns
    assert report.value("accuracy", "new", pairs="parts") == study.value("accuracy", "new", pairs="parts")
    right = {(row["pair"], row["system"]): row["right"] for row in study.answers}
    assert {(row["pair"], row["system"]): row["right"] for row in report.answers} == right
    assert report.explore() == study.explore()
    assert study.title in str(report) and "phenom.Evaluation" in repr(report) and "<b>" in report._repr_html_()
    assert pickle.loads(pickle.dumps(report)) == report == copy.deepcopy(report) == study


def test_what_a_folder_does_not_hold_is_refused(study: phenom.Evaluation, folder: Path, tmp_path: Path) -> None:
    report = phenom.load(folder)
    for ask in (lambda: report.compare("old", "new"), lambda: report.figure("overview"), report.power, report.figures):
        with pytest.raises(phenom.PhenomError, match="has no pairs, which this needs") as caught:
            ask()
        assert "phenom.load(CONFIG)" in (caught.value.help or "")
    with pytest.raises(KeyError, match="did you mean 'overview'"):
        report.table("overviw")
    study.write(tmp_path / "small", formats=["csv"])
    small = phenom.load(tmp_path / "small")
    assert small.scores == study.scores
    with pytest.raises(phenom.PhenomError, match="has no report.json"):
        small.summary


def test_a_changed_file_and_another_folder_are_refused(study: phenom.Evaluation, tmp_path: Path) -> None:
    folder = study.write(tmp_path / "report")
    (folder / "scores.csv").write_text("mine")
    report = phenom.load(folder.path)
    assert report.comparisons == study.comparisons
    with pytest.raises(phenom.DataError, match="scores.csv was changed since phenom wrote it"):
        report.scores
    with pytest.raises(phenom.ConfigError, match="is no report folder"):
        phenom.load(tmp_path)
    (tmp_path / "manifest.json").write_text("[]")
    with pytest.raises(phenom.ConfigError, match="is not one that phenom wrote"):
        phenom.load(tmp_path)


def test_formats_are_those_of_a_config(study: phenom.Evaluation, rows: ROWS, tmp_path: Path) -> None:
    written = study.write(tmp_path / "of_python", formats=["csv", "parquet", "md"])
    assert {Path(name).suffix for name in written.files} == {".csv", ".parquet", ".md", ".json"}
    pytest.importorskip("pandas").DataFrame(rows).to_parquet(tmp_path / "data.parquet")
    config = study.config() + "report: {formats: [csv, parquet, md]}\noutput: of_command\n"
    (tmp_path / "phenom.yaml").write_text(config)
    ran = run_phenom("run", "phenom.yaml", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert phenom.load(tmp_path / "of_command").files == phenom.load(tmp_path / "of_python").files
    assert (tmp_path / "of_command/scores.csv").read_bytes() == (written / "scores.csv").read_bytes()
    assert set(study.write(tmp_path / "html", formats="html").files) >= {"report.html"}
    with pytest.raises(phenom.ConfigError, match="there is no format `docx`") as caught:
        study.write(tmp_path / "docx", formats=["docx"])
    assert "formats are txt, md" in (caught.value.help or "") and not (tmp_path / "docx").exists()


def _rewritten(folder: Path, name: str, data: bytes) -> phenom.Evaluation:
    """The report with another file, whose hash the manifest has."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    manifest["files"][name] = hashlib.sha256(data).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / name).write_bytes(data)
    return phenom.load(folder)


@pytest.mark.parametrize("name, data, ask", [
    ("scores.csv", b"", "scores"), ("scores.csv", b"a,b\n1\n", "scores"), ("scores.csv", b"\xff\xff", "scores"),
    ("scores.csv", b"a\n1\n", "systems"), ("report.json", b"[]", "title"), ("report.json", b"{}", "notes"),
    ("report.json", b"[" * 100_000, "summary"), ("claims.json", b"[1]", "findings"), ("claims.json", b"{", "claims"),
])
def test_a_file_that_phenom_does_not_write_is_refused(
    folder: Path, tmp_path: Path, name: str, data: bytes, ask: str
) -> None:
    report = _rewritten(shutil.copytree(folder, tmp_path / "report"), name, data)
    with pytest.raises(phenom.DataError, match=f"{name} is not one that phenom wrote"):
        getattr(report, ask)


def test_a_long_cell_is_read(folder: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(folder, tmp_path / "report")
    report = _rewritten(copied, "scores.csv", b"system\n" + b"x" * 300_000 + b"\n")
    assert len(report.scores["system"][0]) == 300_000


def test_only_plain_files_of_the_folder_are_read(study: phenom.Evaluation, tmp_path: Path) -> None:
    folder = study.write(tmp_path / "report", formats=["csv"]).path
    report, scores = phenom.load(folder), (folder / "scores.csv").read_bytes()
    (folder / "scores.csv").unlink()
    with pytest.raises(phenom.DataError, match="scores.csv does not exist any more"):
        report.scores
    (tmp_path / "elsewhere.csv").write_bytes(scores)
    (folder / "scores.csv").symlink_to(tmp_path / "elsewhere.csv")
    with pytest.raises(phenom.DataError, match="scores.csv is not a plain file"):
        report.scores
    manifest = folder / "manifest.json"
    places = [lambda: manifest.mkdir(), lambda: manifest.symlink_to("/dev/zero"), lambda: manifest.symlink_to("absent")]
    if hasattr(os, "mkfifo"):
        places.append(lambda: os.mkfifo(manifest))
    for place in places:
        manifest.rmdir() if manifest.is_dir() else manifest.unlink()
        place()
        with pytest.raises(phenom.DataError, match="manifest.json is not a plain file"):
            phenom.load(folder)
    manifest.unlink()
    manifest.write_text("[" * 100_000)
    with pytest.raises(phenom.ConfigError, match="is not one that phenom wrote"):
        phenom.load(folder)


def test_rows_of_a_kind_that_a_report_has_none_of(rows: ROWS, tmp_path: Path) -> None:
    originals = [row for row in rows if not row["part_of"]]
    study = phenom.evaluate(originals, part_of=None, phenomenon=None, resamples=10, progress=False)
    report = phenom.load(study.write(tmp_path / "report", formats=["csv"]))
    assert len(study.readings) == 0 and report.readings == study.readings
    assert report.comparisons == study.comparisons

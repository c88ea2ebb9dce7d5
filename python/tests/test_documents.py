"""The Python of the documents runs as it is printed there."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import phenom

from conftest import ROOT

ROWS = list[dict[str, str]]
# A fence may be indented, within a list.
BLOCK = re.compile(r"(?ms)^([ ]*)```(?:python|py)\n(.*?)^\1```$")


def blocks(document: str) -> list[tuple[int, str]]:
    """The blocks of Python of a document, each with its first line."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return [(text.count("\n", 0, found.start(2)) + 1, found[2]) for found in BLOCK.finditer(text)]


def run(document: str, names: dict[str, Any]) -> dict[str, Any]:
    """Runs the blocks in their order, with the names that the document takes as given."""
    found = blocks(document)
    assert found, document
    for line, block in found:
        tree = ast.parse(block, f"{document}, from line {line}")
        ast.increment_lineno(tree, line - 1)
        exec(compile(tree, str(ROOT / document), "exec"), names)
    return names


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new folder as the current one, with what documents read of the repository."""
    for name in ("examples/logs", "configs", "datasets/rte5-pilot"):
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_on_python(elsewhere: Path) -> None:
    names = run("docs/python.md", {})
    assert names["comparison"].verdict == "higher"
    assert (elsewhere / "answers").is_dir()


def test_what_the_page_on_python_calls_within_its_sentences(elsewhere: Path, rows: ROWS) -> None:
    study = phenom.evaluate(rows)
    study.config("phenom.yaml")
    pytest.importorskip("pandas").DataFrame(rows).to_parquet("data.parquet")
    frame = [{"id": row["item"], **{key: value for key, value in row.items() if key != "item"}} for row in rows]
    right = [row["answer"] == row["gold"] for row in rows]
    names = {
        "phenom": phenom, "study": study, "frame": frame, "right_old": right[::2], "right_new": right[1::2],
        "evaluate": phenom.evaluate,
    }
    text = re.sub(r"(?ms)^```.*?^```$", "", (ROOT / "docs/python.md").read_text(encoding="utf-8"))
    calls = [code for code in re.findall(r"`([^`\n]+)`", text) if re.fullmatch(r"(phenom|study|evaluate)\b.*\)", code)]
    # The report is written before it is loaded, in the order of the page.
    assert len(calls) >= 6 and 'phenom.load("report")' in calls
    for code in calls:
        eval(code, names)
    assert (elsewhere / "phenomena.pdf").read_bytes().startswith(b"%PDF")


def test_the_page_of_the_package(elsewhere: Path, rows: ROWS) -> None:
    run("python/README.md", {"frame": rows})


def test_the_guide(elsewhere: Path) -> None:
    pytest.importorskip("pandas")
    phenom.load("configs/rte5-pilot.yaml").write("reports/rte5-pilot", formats=["csv"])
    run("docs/guide.md", {})


def test_no_other_document_has_python() -> None:
    tested = {"docs/python.md", "docs/guide.md", "python/README.md"}
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"), ROOT / "python/README.md"]
    have = {str(one.relative_to(ROOT)) for one in documents if blocks(str(one.relative_to(ROOT)))}
    assert have == tested

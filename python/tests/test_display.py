"""What notebooks show."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

import phenom
from phenom import _display

from conftest import ROOT

ROWS = list[dict[str, str]]
HOSTILE = '<img src=x onerror="alert(1)">&amp\'</style><script>'


@pytest.fixture(scope="module")
def outputs(rows: ROWS) -> dict[str, Any]:
    """Everything that a cell can end with, of data whose every name is hostile."""
    names = {"old": f"old {HOSTILE}", "new": f"new {HOSTILE}"}
    hostile = [
        {
            **row,
            "system": names[row["system"]],
            "phenomenon": row["phenomenon"] and f"{row['phenomenon']} {HOSTILE}",
            HOSTILE: "unused",
        }
        for row in rows
    ]
    study = phenom.evaluate(hostile, title=f"A study {HOSTILE}")
    return {
        "study": study,
        "table": study.table(),
        "rows": study.scores,
        "comparison": study.compare(names["old"], names["new"]),
        "reading": study.reading,
        "figure": study.figure("parts-wholes"),
    }


class _Tags(HTMLParser):
    """Every tag, and whether all are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.attributes.extend((tag, name, value or "") for name, value in attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes.extend((tag, name, value or "") for name, value in attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", ["study", "table", "rows", "comparison", "reading", "figure"])
def test_an_output_is_safe_html_without_network(outputs: dict[str, Any], name: str) -> None:
    bundle = outputs[name]._repr_mimebundle_()
    html = bundle["text/html"]
    tags = _Tags()
    tags.feed(html)
    assert not tags.open
    assert "<script" not in html and "<img" not in html and "http" not in html.replace(HOSTILE, "")
    for tag, attribute, value in tags.attributes:
        assert not attribute.startswith("on") and attribute not in ("src", "style")
        # Drawings refer to their own letters.
        assert attribute != "href" or value.startswith("#")
        assert attribute != "id" or tag == "path"
    assert "text/plain" in bundle


def test_texts_have_at_most_sixty_lines(outputs: dict[str, Any]) -> None:
    for output in outputs.values():
        assert output._repr_mimebundle_()["text/plain"].count("\n") < _display.MOST_LINES
    cut = _display.in_lines("a\n" * 100, "print(it)").split("\n")
    assert len(cut) == 60 and cut[-1] == "… 41 more lines: print(it)"


def test_the_style_is_small_and_scoped() -> None:
    assert len(_display.STYLE.encode()) <= 2048
    selectors = re.findall(r"(?m)^([^{}<]+)\{", _display.STYLE)
    assert selectors and all(one.startswith(".phenom") for selector in selectors for one in selector.split(","))


def test_a_table_has_the_marks_of_the_report(outputs: dict[str, Any]) -> None:
    bundle = outputs["table"]._repr_mimebundle_()
    assert "▼" in bundle["text/html"] and "<b>" in bundle["text/html"]
    assert "\\toprule" in bundle["text/latex"]
    assert "text/latex" not in outputs["rows"]._repr_mimebundle_()


def test_a_long_table_is_folded_until_it_is_unfolded() -> None:
    study = phenom.load(ROOT / "configs/monothematic-en.yaml")

    def names(**which: str) -> list[str]:
        return re.findall(r'<td class="t[^"]*">([^<]+)</td><td>', study.table(**which)._repr_html_())

    folded, unfolded, one = names(), names(rows="all"), names(rows="syntactic")
    assert "syntactic" in folded and "synonymy" not in folded and "synonymy" in unfolded
    assert "apposition" in one and "synonymy" not in one
    assert "rows=&quot;all&quot;" in study.table()._repr_html_()
    with pytest.raises(KeyError, match="c9"):
        study.table(rows="c9")


def test_an_interval_is_drawn_with_its_words(outputs: dict[str, Any]) -> None:
    html = outputs["comparison"]._repr_html_()
    assert re.search(r'<svg role="img" aria-label="original pairs: \+[\d.]+ \[[^"]+ points"', html)
    assert "newly wrong" in html


def test_a_folder_says_what_was_written(rows: ROWS, tmp_path: Any) -> None:
    folder = phenom.evaluate(rows).write(tmp_path / "a & b")
    assert f"{len(folder.files)} files" in folder._repr_html_() and "a &amp; b" in folder._repr_html_()
    assert (folder / "scores.csv").exists() and "report.html" in folder.files


def test_what_represents_an_object_is_one_short_line_without_signs_for_a_terminal() -> None:
    names = ["\x1b[31mred", "a\nb", "x" * 500, *map(str, range(40))]
    rows = [{"item": 1, "gold": "entailment", **dict.fromkeys(names, "entailment")}]
    study = phenom.evaluate(rows, answers=names, title="\x1b]0;title\x07" + "t" * 500, compare="none", progress=False)
    rows = [{"item": at, "gold": "entailment", **dict.fromkeys(names[:2], "entailment")} for at in range(20)]
    compared = phenom.evaluate(rows, answers=names[:2], progress=False).compare(*names[:2])
    for one in (study, compared, phenom.system(version="1", name=names[2])(lambda pairs: [])):
        assert repr(one).isprintable() and len(repr(one)) < 400, repr(one)
    assert "and 33 more" in repr(study)

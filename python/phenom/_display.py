"""What notebooks show: one HTML for light and dark, without scripts, ids and network. Texts of the data are escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

# A table with more rows is folded, a plain text with more lines is cut.
MOST_ROWS = 20
MOST_LINES = 60
# What represents an object has a name's first letters, and the first names of many.
MOST_LETTERS = 60
MOST_NAMES = 10

# Attributes of the drawings are matched instead of replaced: if a host drops styles, they stay as they are, on white.
STYLE = """<style>
.phenom{--p:var(--jp-layout-color0,var(--vscode-editor-background,Canvas));--l:\
color-mix(in srgb,currentColor 30%,transparent);\
font:13px/1.5 system-ui,sans-serif;color:inherit;max-width:860px;overflow-x:auto}
.phenom p,.phenom ul{margin:.3em 0;max-width:80ch}
.phenom ul{padding-left:1.2em}
.phenom .q{opacity:.75;font-size:12px}
.phenom table{border-collapse:collapse;margin:.4em 0;font:inherit;border:0;font-variant-numeric:tabular-nums}
.phenom tr,.phenom th,.phenom td,.phenom code{background:none!important;color:inherit}
.phenom th,.phenom td{padding:1px 12px 1px 0;border:0;text-align:right;vertical-align:baseline;white-space:nowrap;\
max-width:none}
.phenom th.t,.phenom td.t{text-align:left}
.phenom td.s{padding-left:1.2em}
.phenom thead th{font-weight:600;border-bottom:1px solid}
.phenom .first td,.phenom .total td{border-top:1px solid var(--l)}
.phenom b{font-weight:700}
.phenom svg{vertical-align:middle;max-width:100%;height:auto}
.phenom svg[fill="#222"]{fill:currentColor}
.phenom svg>rect[width="100%"]{fill:none}
.phenom [stroke="#222"]{stroke:currentColor}
.phenom [stroke="#ddd"]{stroke:var(--l)}
.phenom [stroke="#fff"]{stroke:var(--p)}
.phenom [fill="#fff"][stroke="#767676"]{fill:var(--p)}
.phenom [fill="#f2f2f2"]{fill:currentColor;fill-opacity:.08}
</style>"""


class Line(NamedTuple):
    """A row of a table: ``first`` and ``total`` come after a line; ``name`` is what it is of, the cells are HTML."""

    kind: str
    indented: bool
    name: str
    cells: Sequence[str]


def page(*blocks: str) -> str:
    """The output of a cell."""
    return f'<div class="phenom">{STYLE}\n' + "\n".join(block for block in blocks if block) + "\n</div>"


def paragraph(text: str, *, quiet: bool = False, bold: bool = False) -> str:
    """A text as a paragraph."""
    if not text:
        return ""
    shown = f"<b>{escape(text)}</b>" if bold else escape(text)
    return f'<p class="q">{shown}</p>' if quiet else f"<p>{shown}</p>"


def code(text: str) -> str:
    """What can be typed."""
    return f"<code>{escape(text)}</code>"


def bullets(texts: Iterable[str]) -> str:
    """Texts, each ``topic: text`` with its topic in bold."""
    items = []
    for text in texts:
        topic, colon, rest = text.partition(": ")
        said = f"<b>{escape(topic)}</b> {escape(rest)}" if colon and " " not in topic else escape(text)
        items.append(f"<li>{said}</li>")
    return f"<ul>{''.join(items)}</ul>" if items else ""


def table(headers: Sequence[str], left: Sequence[bool], lines: Iterable[Line]) -> str:
    """A table; ``left`` tells which columns have texts."""

    def row(cells: Sequence[str], tag: str, indented: bool = False) -> str:
        told = []
        for at, cell in enumerate(cells):
            kinds = [kind for kind, is_so in (("t", left[at]), ("s", indented and at == 0)) if is_so]
            told.append(f'<{tag} class="{" ".join(kinds)}">{cell}</{tag}>' if kinds else f"<{tag}>{cell}</{tag}>")
        return "".join(told)

    head = row([escape(header) for header in headers], "th")
    body = "\n".join(
        f'<tr class="{line.kind}">{row(line.cells, "td", line.indented)}</tr>'
        if line.kind in ("first", "total")
        else f"<tr>{row(line.cells, 'td', line.indented)}</tr>"
        for line in lines
    )
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def folded(lines: Sequence[Line], rows: str | None) -> list[Line]:
    """The lines to show: all, or of many lines totals, categories and the phenomena of the category ``rows``."""
    if rows == "all" or (rows is None and len(lines) <= MOST_ROWS):
        return list(lines)
    kept, above = [], ""
    for line in lines:
        if not line.indented:
            above = line.name
        if not line.indented or above == rows:
            kept.append(line)
    return kept if rows is not None else kept[:MOST_ROWS]


def interval(value: float, lower: float | None, upper: float | None, ends: tuple[float, float], label: str) -> str:
    """A value and its interval on a scale with a line at 0; ``label`` says the same in words."""
    width, low, span = 120.0, ends[0], (ends[1] - ends[0]) or 1.0

    def at(number: float) -> str:
        return f"{4 + (number - low) / span * (width - 8):.1f}"

    drawn = [f'<path d="M{at(0.0)} 1V13" stroke="currentColor" stroke-opacity=".4"/>']
    if lower is not None and upper is not None:
        drawn.append(f'<path d="M{at(lower)} 7H{at(upper)}" stroke="#3b82d6" stroke-width="1.5"/>')
    drawn.append(f'<circle cx="{at(value)}" cy="7" r="3" fill="#3b82d6"/>')
    attributes = f'role="img" aria-label="{escape(label)}" width="120" height="14" viewBox="0 0 120 14"'
    return f'<svg {attributes}>{"".join(drawn)}</svg>'


def in_lines(text: str, all_of_it: str) -> str:
    """A plain text, cut where it is long; ``all_of_it`` is the call that has all."""
    lines = text.rstrip("\n").split("\n")
    if len(lines) <= MOST_LINES:
        return "\n".join(lines)
    kept = lines[: MOST_LINES - 1]
    return "\n".join([*kept, f"… {len(lines) - len(kept)} more lines: {all_of_it}"])


def quoted(name: object) -> str:
    """A name in quotes, on one line and not too long."""
    text = str(name)
    return repr(text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…")


def names(given: Iterable[str]) -> str:
    """Names without quotes, on one line and not too many."""
    told = [quoted(name)[1:-1] for name in given]
    more = len(told) - MOST_NAMES
    return ", ".join(told if more <= 0 else [*told[:MOST_NAMES], f"and {more} more"])


def value(cell: Any) -> str:
    """A value of a tidy row, rounded for the eye."""
    if cell is None:
        return ""
    return f"{cell:.4g}" if isinstance(cell, float) else escape(str(cell))

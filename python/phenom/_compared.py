"""A comparison in a notebook: what it shows in a sentence, and a row with its interval for each accuracy."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from . import _display

if TYPE_CHECKING:
    from ._evaluation import Comparison

_PAIRS = {"original": "original pairs", "monothematic": "monothematic pairs"}
_HEADERS = ("accuracy, %", "n", "old", "new", "new − old, points [adjusted interval]", "", "adjusted p", "")
_LEFT = (True, False, False, False, True, True, False, True)


def html_of_comparison(compared: Comparison) -> str:
    """The output of a cell."""
    rows = [row for row in compared if row["measure"] == "accuracy" and row["difference"] is not None]
    named = f'"{compared.new}" (new) against "{compared.old}" (old)'
    blocks = [_display.paragraph(named, bold=True), _display.paragraph(compared.sentence)]
    if rows:
        # Slices of parts, if there are parts: those of originals have the same names.
        populations = {row["population"] for row in rows}
        of_slices = "monothematic" if "monothematic" in populations else rows[0]["population"]
        rows = [row for row in rows if row["slice_kind"] == "all" or row["population"] == of_slices]
        # A phenomenon follows its category.
        categories = [row["slice"] for row in rows if row["slice_kind"] == "category"]
        rows.sort(key=lambda row: _place(row, categories))
        kept = rows
        if len(rows) > _display.MOST_ROWS:
            kept = [row for row in rows if row["slice_kind"] in ("all", "category")][: _display.MOST_ROWS]
        ends = _ends(kept)
        blocks.append(_display.table(_HEADERS, _LEFT, [_line(row, ends) for row in kept]))
        if len(kept) < len(rows):
            blocks.append(f'<p class="q">{len(kept)} of {len(rows)} rows; {_display.code(".rows")} has all.</p>')
    changed = f"{len(compared.broken)} pairs are newly wrong, {len(compared.mended)} newly correct:"
    attributes = " ".join(map(_display.code, (".broken", ".mended")))
    blocks.append(f'<p class="q">{changed} {attributes}</p>')
    return _display.page(*blocks)


def _ends(rows: list[dict[str, Any]]) -> tuple[float, float]:
    numbers = [0.0, *(row[key] for row in rows for key in ("difference", "adjusted_lower", "adjusted_upper"))]
    known = [number for number in numbers if number is not None]
    return min(known), max(known)


def _place(row: Mapping[str, Any], categories: list[str]) -> tuple[int, int]:
    kind, name = row["slice_kind"], row["slice"] or ""
    if kind == "all":
        return (0, 0)
    if kind == "category":
        return (1 + categories.index(name), 0)
    category = name.partition(":")[0]
    if kind == "phenomenon" and category in categories:
        return (1 + categories.index(category), 1)
    return (len(categories) + 1, 0)


def _line(row: Mapping[str, Any], ends: tuple[float, float]) -> _display.Line:
    kind, lower, upper = row["slice_kind"], row["adjusted_lower"], row["adjusted_upper"]
    name: str = _PAIRS.get(row["population"]) or row["population"]
    if kind != "all":
        name = row["slice"].partition(":")[2] or row["slice"] if kind == "phenomenon" else row["slice"]
    told = f"{100 * row['difference']:+.1f}"
    if lower is not None and upper is not None:
        told += f" [{100 * lower:+.1f}, {100 * upper:+.1f}]"
    tested = row["p_adjusted"] is not None
    verdict = row["verdict"]
    if verdict == "cannot tell":
        verdict = "not significant" if tested else "not tested"
    elif row["found_at_low_power"]:
        verdict = f"{verdict} (low power)"
    cells = (
        escape(name),
        str(row["pairs"]),
        _percent(row["value_b"]),
        _percent(row["value_a"]),
        told,
        _display.interval(row["difference"], lower, upper, ends, f"{name}: {told} points"),
        _p(row["p_adjusted"]),
        escape(verdict or ""),
    )
    return _display.Line("body", kind == "phenomenon", name, cells)


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.1f}"


def _p(p: float | None) -> str:
    if p is None:
        return ""
    return "&lt; .001" if p < 0.001 else f"{p:.3f}".removeprefix("0")

"""A comparison of two systems. A notebook shows its sentence, and a row with its interval for each accuracy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, cast

from . import _display
from ._checks import share, text, texts
from ._errors import GateFailed
from ._slices import POPULATIONS, slice_named
from ._table import Table
from ._types import Verdict

if TYPE_CHECKING:
    import pandas
    import polars

    from ._evaluation import Evaluation

__all__ = ["Comparison"]


class Comparison:
    """A comparison of a ``new`` system with an ``old`` one; it iterates over its ``rows``.

    ``verdict`` is the result of the test of accuracy for the new system: ``higher``, ``lower``, ``not significant`` or
    ``not tested``; on monothematic pairs if there are any, otherwise on originals. ``sentence`` states it. ``rows`` are
    those of `Evaluation.comparisons`, and ``sentences`` has a sentence (or None) for each. ``broken`` and ``mended``
    are the pairs that are newly wrong and newly correct. `Evaluation.compare` and `compare` make one.

    Example:
        >>> comparison = study.compare("old", "new")
        >>> comparison.verdict, len(comparison.broken), len(comparison.mended)
        ('higher', 12, 40)
    """

    def __init__(self, evaluation: Evaluation, old: str, new: str, on: str | None, alone: bool) -> None:
        named = text("old", old), text("new", new)
        slice = None if on is None else text("on", on)
        with evaluation._in_words():
            compared = evaluation._inner.compare(*named, alone, slice)
        self.old: str = old
        self.new: str = new
        self._evaluation, self._asked = evaluation, (old, new, on, alone)
        self.verdict: Verdict = cast(Verdict, compared.verdict)
        self.sentence: str = compared.sentence
        self.rows: Table = Table(compared.rows)
        self.sentences: tuple[str | None, ...] = tuple(compared.sentences)
        """A sentence for each of the rows."""
        self.broken: Table = Table(compared.broken)
        self.mended: Table = Table(compared.mended)
        self._text: str = compared.text
        self._markdown: str = compared.markdown

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, name: str) -> dict[str, Any]:
        """The row of accuracy on ``originals`` or ``parts``, or on a phenomenon, category or other slice.

        ``name`` may leave out the category of a phenomenon. KeyError if there is no such slice.

        Example:
            >>> round(study.compare("old", "new")["negation"]["difference"], 3)
            0.214
        """
        rows = [row for row in self.rows if row["measure"] == "accuracy"]
        whole = [row for row in rows if row["slice_kind"] == "all"]
        found = [row for row in whole if row["population"] == POPULATIONS.get(name, name)]
        if not found:
            of_slices = [row for row in rows if row["slice_kind"] != "all"]
            slice = slice_named(name, [row["slice"] for row in of_slices])
            # Of a slice that both have: the parts, of which its phenomena are.
            found = [row for row in of_slices if row["slice"] == slice]
        return found[-1]

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas data frame.

        Example:
            >>> "p_adjusted" in study.compare("old", "new").to_pandas()
            True
        """
        return self.rows.to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """The rows as a polars data frame.

        Example:
            >>> "p_adjusted" in study.compare("old", "new").to_polars()
            True
        """
        return self.rows.to_polars()

    def markdown(self) -> str:
        """What ``phenom compare --format md`` prints, for a comment on a pull request.

        Example:
            >>> "|" in study.compare("old", "new").markdown()
            True
        """
        return self._markdown

    def gate(self, *, margin: float | None = None, phenomena: str | Sequence[str] | None = None) -> Comparison:
        """Returns the comparison unless the new system is worse, as ``phenom compare --fail-on`` does.

        The gate tests accuracy alone, and adjusts for its own tests. Its result can differ from ``verdict``, whose test
        shares the level with the other comparisons of the report.

        Args:
            margin: Largest drop of accuracy that passes, as a share from 0 to below 1; the interval must exclude a
                larger one. None: a significant drop fails.
            phenomena: Phenomena that are checked besides all pairs; None: every phenomenon.

        Raises:
            GateFailed: The new system is worse. ``comparison`` is this comparison.
            ConfigError: ``margin`` is not such a share, or there is no such phenomenon.

        Example:
            >>> study.compare("old", "new").gate().verdict
            'higher'
        """
        names = None if phenomena is None else texts("phenomena", phenomena)
        largest = None if margin is None else share("margin", margin)
        with self._evaluation._in_words():
            passed, reason, printed, _ = self._evaluation._inner.gate(self.old, self.new, largest, names)
        if not passed:
            failed = GateFailed(reason, None)
            failed.comparison = self
            failed.args = (printed,)
            raise failed
        return self

    def __str__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return _html(self)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        plain = _display.in_lines(self._text, "print(comparison)")
        return {"text/plain": plain, "text/html": self._repr_html_()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        return self._asked == other._asked and self._evaluation == other._evaluation

    def __hash__(self) -> int:
        return hash(self._asked)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Comparison, (self._evaluation, *self._asked))

    def __deepcopy__(self, memo: object) -> Comparison:
        return self

    def __repr__(self) -> str:
        new, old = _display.quoted(self.new), _display.quoted(self.old)
        return f"<phenom.Comparison of {new} with {old}: {self.verdict}>"


_PAIRS = {"original": "original pairs", "monothematic": "monothematic pairs"}
_HEADERS = ("accuracy, %", "n", "old", "new", "new − old, points [adjusted interval]", "", "adjusted p", "")
_LEFT = (True, False, False, False, True, True, False, True)


def _html(compared: Comparison) -> str:
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

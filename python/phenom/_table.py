"""Tables and figures, and what other libraries take of them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _display, _phenom
from ._checks import text, whole
from ._types import Paper, Width

if TYPE_CHECKING:
    import pandas
    import polars


class Table:
    """Rows with typed columns. Values are unrounded, shares are from 0 to 1, and absent values are None.

    ``len(table)`` is the number of rows, and ``table[column]`` a list of values. ``pl.DataFrame(table)``,
    ``pa.table(table)`` and DuckDB read it over Arrow's C interface.

    Example:
        >>> study.table("overview")
        <phenom.Table overview: 9 rows, 10 columns>
    """

    def __init__(self, table: _phenom.Table, rows: str | None = None, made: _Made | None = None) -> None:
        self._table, self._made = table, made
        # Which rows a notebook shows: all, or those of a category; None folds a long table.
        self._rows = rows

    @property
    def key(self) -> str | None:
        """Its key in the report; None for tidy rows, such as `Evaluation.scores`.

        Example:
            >>> study.table("overview").key
            'overview'
        """
        return self._table.key()

    @property
    def title(self) -> str | None:
        """Its caption; None for tidy rows.

        Example:
            >>> study.table("overview").title
            'Accuracy on original pairs, and on monothematic pairs by phenomenon'
        """
        return self._table.title()

    @property
    def notes(self) -> tuple[str, ...]:
        """What its values mean, a sentence or more each; none for tidy rows.

        Example:
            >>> study.table("overview").notes[-1]
            'n = 60 original pairs and 120 monothematic pairs.'
        """
        return tuple(self._table.notes())

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns.

        Example:
            >>> study.scores.columns[:6]
            ('system', 'population', 'slice_kind', 'slice', 'measure', 'value')
        """
        return tuple(name for name, _ in self._table.columns())

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, column: str) -> list[Any]:
        """The values of a column, one for each row; KeyError if there is no such column.

        Example:
            >>> study.table("overview")["n"][0]
            60
        """
        return self._table.values(column)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.to_dicts())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)

    def to_dicts(self) -> list[dict[str, Any]]:
        """A dict for each row.

        Example:
            >>> study.table("overview").to_dicts()[0]["new"]
            0.9
        """
        names = self.columns
        return [dict(zip(names, row)) for row in zip(*map(self._table.values, names))]

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas data frame, without pyarrow: absent numbers are NaN, counts are ``Int64``.

        Example:
            >>> study.scores.to_pandas().shape == (len(study.scores), len(study.scores.columns))
            True
        """
        import pandas

        kinds = {"int": "Int64", "float": "float64", "bool": "boolean", "str": object}
        columns = {
            name: pandas.Series(self._table.values(name), dtype=kinds[kind], name=name)
            for name, kind in self._table.columns()
        }
        return pandas.DataFrame(columns)

    def to_polars(self) -> polars.DataFrame:
        """A polars data frame.

        Example:
            >>> study.scores.to_polars()["value"].dtype
            Float64
        """
        import polars

        return polars.DataFrame(self)

    def latex(
        self, *, caption: str | None = None, paper: Paper | None = None, standalone: bool = False
    ) -> str:
        """LaTeX with booktabs. Tidy rows are not a table of the report: a ValueError; so in `markdown` and `csv`.

        Args:
            caption: Caption; None: the title.
            paper: Class of the paper: ``acl``, ``article``, ``ieee`` or ``lncs``; None: ``article``.
            standalone: Whether to return a whole document.

        Example:
            >>> "toprule" in study.table("overview").latex(paper="acl")
            True
        """
        for keyword, value in (("caption", caption), ("paper", paper)):
            if value is not None:
                text(keyword, value)
        return self._table.latex(paper, caption, standalone)

    def markdown(self) -> str:
        """A Markdown table with its title and notes.

        Example:
            >>> print(study.table("overview").markdown().splitlines()[0])
            ## Accuracy on original pairs, and on monothematic pairs by phenomenon
        """
        return self._table.markdown()

    def csv(self) -> str:
        """CSV, values unrounded, as in a report folder.

        Example:
            >>> print(study.table("overview").csv().splitlines()[1])
            original pairs,60,0.9,54,60,0.75,45,60,0.6666666666666666,≈
        """
        return self._table.csv()

    def html(self) -> str:
        """A plain HTML table: a caption, and the texts of the cells.

        Example:
            >>> study.table("overview").html().splitlines()[0]
            '<table>'
        """

        def row(cells: list[str], tag: str, kind: str = "") -> str:
            of_kind = f' class="{kind}"' if kind else ""
            return f"<tr{of_kind}>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

        head = row(self._table.headers(), "th")
        body = "\n".join(row(cells, "td", kind) for kind, cells in self._table.texts())
        caption = f"<caption>{escape(self.title or '')}</caption>"
        return f"<table>\n{caption}\n<thead>{head}</thead>\n<tbody>\n{body}\n</tbody>\n</table>\n"

    def text(self, width: int | None = None) -> str:
        """What a terminal shows, in lines of at most ``width`` characters; None: as wide as the table.

        Example:
            >>> print(study.table("overview").text().splitlines()[3])
            original pairs       60   90.0   75.0       66.7  ≈
        """
        return self._table.text(None if width is None else whole("width", width, (1, 1_000_000)))

    def _repr_html_(self) -> str:
        if not self._table.is_shown():
            return _display.page(*self._html_of_rows())
        return _display.page(_display.paragraph(self.title or "", bold=True), *self._html_shown())

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        bundle = {"text/html": self._repr_html_()}
        if not self._table.is_shown():
            return {"text/plain": repr(self), **bundle}
        plain = _display.in_lines(self.text(100), "print(table)")
        return {"text/plain": plain, **bundle, "text/latex": self.latex()}

    def _lines(self) -> list[_display.Line]:
        """The rows as the report shows them."""
        # Markdown tells which names belong under the row above.
        marked = [line for line in self.markdown().split("\n") if line.startswith("|")][2:]
        rows = json.loads(self._table.json())["rows"]
        return [
            _display.Line(
                kind,
                line.startswith("| &emsp;"),
                cells[0] if cells else "",
                [_marked(text, cell) for text, cell in zip(cells, row["cells"])],
            )
            for (kind, cells), line, row in zip(self._table.texts(), marked, rows)
        ]

    def _groups(self) -> list[str]:
        """The names of rows that have others under them."""
        lines = self._lines()
        return [line.name for line, below in zip(lines, lines[1:]) if below.indented and not line.indented]

    def _html_shown(self) -> list[str]:
        """The table as the report shows it, and its notes."""
        lines = self._lines()
        kept = _display.folded(lines, self._rows)
        rule = next((line for line in self.markdown().split("\n") if line.startswith("| -")), "")
        left = ["---:" not in column for column in rule.strip("| ").split("|")]
        blocks = [_display.table(self._table.headers(), left, kept)]
        if len(kept) < len(lines):
            unfold = f'.table("{self.key}", rows="all")'
            blocks.append(f'<p class="q">{len(kept)} of {len(lines)} rows; {_display.code(unfold)} has all.</p>')
        return [*blocks, _display.paragraph(" ".join(self.notes), quiet=True)]

    def _html_of_rows(self) -> list[str]:
        """The first of many rows, without the columns in which nothing is."""
        kinds = dict(self._table.columns())
        values = {name: self._table.values(name) for name in kinds}
        values = {name: column for name, column in values.items() if any(one is not None for one in column)}
        most = 10
        rows = list(zip(*(column[:most] for column in values.values())))
        lines = [_display.Line("body", False, "", [_display.value(one) for one in row]) for row in rows]
        told = f"{len(self):,} rows, {len(kinds)} columns"
        if len(rows) < len(self) or len(values) < len(kinds):
            told += f"; the first {len(rows)} rows, without empty columns. .to_pandas() and .to_polars() have all."
        left = [kinds[name] == "str" for name in values]
        return [_display.table(list(values), left, lines), _display.paragraph(told, quiet=True)]

    def __str__(self) -> str:
        return self.text() if self._table.is_shown() else repr(self)

    def __repr__(self) -> str:
        return f"<phenom.Table {_display.names([self.key or 'rows'])}: {len(self)} rows, {len(self.columns)} columns>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.key == other.key and self.columns == other.columns and self.to_dicts() == other.to_dicts()

    def __hash__(self) -> int:
        return hash((self.key, self.columns, len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        if self._made is not None:
            return (_asked, (*self._made, self._rows))
        columns = [(name, kind, self._table.values(name)) for name, kind in self._table.columns()]
        return (_of_columns, (columns,))

    def __deepcopy__(self, memo: object) -> Table:
        return self


# Of what is made again to be pickled: the evaluation, its method, and what that is given.
_Made = tuple[Any, str, tuple[Any, ...]]


def _asked(evaluation: Any, method: str, given: tuple[Any, ...], rows: str | None = None) -> Any:
    made = getattr(evaluation, method)(*given)
    if rows is not None:
        made._rows = rows
    return made


def _of_columns(columns: list[tuple[str, str, list[Any]]]) -> Table:
    return Table(_phenom.table_of_lists(columns))


_SIGNS = {"lower": "▼", "not-tested": "°"}


def _marked(text: str, cell: Any) -> str:
    """A cell as HTML, with the mark of how it compares with the highest of its row."""
    standing = cell.get("standing") if isinstance(cell, dict) else None
    if standing == "highest":
        return f"<b>{escape(text)}</b>"
    return escape(text) + _SIGNS.get(standing or "", "")


def _dots(per_inch: int) -> int:
    return whole("dots_per_inch", per_inch, (1, 10_000))


# What a file of SVG needs, and a drawing within HTML does not.
_FOR_FILES = re.compile(r' xmlns(:xlink)?="[^"]*"|<\?xml[^>]*>')


class Figure:
    """A figure of the report, drawn when it is asked for.

    Example:
        >>> study.figure("phenomena")
        <phenom.Figure phenomena: Accuracy by phenomenon and system>
    """

    def __init__(self, figure: _phenom.Figure, made: _Made) -> None:
        self._figure, self._made = figure, made

    @property
    def key(self) -> str:
        """Its key in the report.

        Example:
            >>> study.figure("phenomena").key
            'phenomena'
        """
        return self._figure.key()

    @property
    def title(self) -> str:
        """Its caption.

        Example:
            >>> study.figure("phenomena").title
            'Accuracy by phenomenon and system'
        """
        return self._figure.title()

    @property
    def notes(self) -> tuple[str, ...]:
        """What it shows, and how phenom computed the values.

        Example:
            >>> study.figure("phenomena").notes[0]
            'Accuracy on monothematic pairs, correct/pairs, ...'
        """
        return tuple(self._figure.notes())

    def svg(self, *, width: Width | None = None) -> str:
        """The drawing as SVG.

        ``width`` is ``column``, ``page``, or from 50 to 500 millimetres; None: the width at which all text is legible.
        Another width is a ValueError; so in `png`, `pdf` and `save`.

        Example:
            >>> study.figure("phenomena").svg(width="column")
            '<svg ...'
        """
        return bytes(self._figure.drawn("svg", width)).decode()

    def png(self, *, width: Width | None = None, dots_per_inch: int = 300) -> bytes:
        """The drawing as PNG, with a ``width`` as in `svg`, and ``dots_per_inch``.

        Example:
            >>> study.figure("phenomena").png(dots_per_inch=50)[1:4]
            b'PNG'
        """
        return bytes(self._figure.drawn("png", width, _dots(dots_per_inch)))

    def pdf(self, *, width: Width | None = None) -> bytes:
        """The drawing as PDF of one page of its size, with a ``width`` as in `svg`.

        Example:
            >>> study.figure("phenomena").pdf()[:4]
            b'%PDF'
        """
        return bytes(self._figure.drawn("pdf", width))

    def save(
        self, path: str | os.PathLike[str], *, width: Width | None = None, dots_per_inch: int = 300
    ) -> Path:
        """Writes the drawing to a file that ends in ``.svg``, ``.pdf`` or ``.png``, and returns its path.

        ``path`` with another ending is a ValueError. ``width`` is as in `svg`, and ``dots_per_inch`` as in `png`.

        Example:
            >>> study.figure("phenomena").save("phenomena.pdf").name
            'phenomena.pdf'
        """
        path = Path(path)
        drawn = self._figure.drawn(path.suffix.lower().removeprefix("."), width, _dots(dots_per_inch))
        path.write_bytes(bytes(drawn))
        return path

    def _repr_html_(self) -> str:
        drawn = _FOR_FILES.sub("", self.svg())
        notes = _display.paragraph(" ".join(self.notes), quiet=True)
        return _display.page(_display.paragraph(self.title, bold=True), drawn, notes)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __eq__(self, other: object) -> bool:
        return self._made == other._made if isinstance(other, Figure) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_asked, self._made)

    def __deepcopy__(self, memo: object) -> Figure:
        return self

    def __repr__(self) -> str:
        return f"<phenom.Figure {self.key}: {_display.names([self.title])}>"

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

if TYPE_CHECKING:
    import pandas
    import polars


class Table:
    """Rows with typed columns; values are unrounded, shares are shares.

    ``pl.DataFrame(table)``, ``pa.table(table)`` and DuckDB's ``FROM table`` read it over Arrow's C interface.
    """

    def __init__(self, table: _phenom.Table, rows: str | None = None, made: _Made | None = None) -> None:
        self._table, self._made = table, made
        # Which rows a notebook shows: all, or those of a category; None folds a long table.
        self._rows = rows

    @property
    def key(self) -> str | None:
        """Its key in the report; None of tidy rows."""
        return self._table.key()

    @property
    def title(self) -> str | None:
        """Its caption; None of tidy rows."""
        return self._table.title()

    @property
    def notes(self) -> tuple[str, ...]:
        """What its values mean."""
        return tuple(self._table.notes())

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of its columns."""
        return tuple(name for name, _ in self._table.columns())

    def __len__(self) -> int:
        return len(self._table)

    def __getitem__(self, column: str) -> list[Any]:
        return self._table.values(column)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.to_dicts())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)

    def to_dicts(self) -> list[dict[str, Any]]:
        """A dict for each row; absent values are None."""
        names = self.columns
        return [dict(zip(names, row)) for row in zip(*map(self._table.values, names))]

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas data frame, without pyarrow: absent numbers are NaN, counts are ``Int64``."""
        import pandas

        kinds = {"int": "Int64", "float": "float64", "bool": "boolean", "str": object}
        columns = {
            name: pandas.Series(self._table.values(name), dtype=kinds[kind], name=name)
            for name, kind in self._table.columns()
        }
        return pandas.DataFrame(columns)

    def to_polars(self) -> polars.DataFrame:
        """A polars data frame."""
        import polars

        return polars.DataFrame(self)

    def latex(
        self, *, caption: str | None = None, paper: str | None = None, standalone: bool = False
    ) -> str:
        """LaTeX with booktabs, for the class of a paper (``acl``, ``article``, ``ieee`` or ``lncs``)."""
        return self._table.latex(paper, caption, standalone)

    def markdown(self) -> str:
        """A Markdown table with its title and notes."""
        return self._table.markdown()

    def csv(self) -> str:
        """CSV, values unrounded, as in a report folder."""
        return self._table.csv()

    def html(self) -> str:
        """A plain HTML table: a caption, and the texts of the cells."""
        def row(cells: list[str], tag: str, kind: str = "") -> str:
            of_kind = f' class="{kind}"' if kind else ""
            return f"<tr{of_kind}>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

        head = row(self._table.headers(), "th")
        body = "\n".join(row(cells, "td", kind) for kind, cells in self._table.texts())
        caption = f"<caption>{escape(self.title or '')}</caption>"
        return f"<table>\n{caption}\n<thead>{head}</thead>\n<tbody>\n{body}\n</tbody>\n</table>\n"

    def text(self, width: int | None = None) -> str:
        """What a terminal shows, in lines of at most ``width`` characters."""
        return self._table.text(width)

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
        return f"<phenom.Table {self.key or 'rows'}: {len(self)} rows, {len(self.columns)} columns>"

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


# What a file of SVG needs, and a drawing within HTML does not.
_FOR_FILES = re.compile(r' xmlns(:xlink)?="[^"]*"|<\?xml[^>]*>')


class Figure:
    """A figure, drawn when it is asked for."""

    def __init__(self, figure: _phenom.Figure, made: _Made) -> None:
        self._figure, self._made = figure, made

    @property
    def key(self) -> str:
        """Its key in the report."""
        return self._figure.key()

    @property
    def title(self) -> str:
        """Its caption."""
        return self._figure.title()

    @property
    def notes(self) -> tuple[str, ...]:
        """What it shows, and how the values were computed."""
        return tuple(self._figure.notes())

    def svg(self, *, width: str | float | None = None) -> str:
        """The drawing as SVG, as wide as ``column``, ``page`` or millimetres; None: as it can be read."""
        return bytes(self._figure.drawn("svg", width)).decode()

    def png(self, *, width: str | float | None = None, dots_per_inch: int = 300) -> bytes:
        """The drawing as PNG."""
        return bytes(self._figure.drawn("png", width, dots_per_inch))

    def pdf(self, *, width: str | float | None = None) -> bytes:
        """The drawing as PDF of one page of its size."""
        return bytes(self._figure.drawn("pdf", width))

    def save(
        self, path: str | os.PathLike[str], *, width: str | float | None = None, dots_per_inch: int = 300
    ) -> Path:
        """Writes the drawing to a file that ends in ``.svg``, ``.pdf`` or ``.png``, and returns its path."""
        path = Path(path)
        drawn = self._figure.drawn(path.suffix.lower().removeprefix("."), width, dots_per_inch)
        path.write_bytes(bytes(drawn))
        return path

    def _repr_html_(self) -> str:
        drawn = _FOR_FILES.sub("", self.svg())
        return _display.page(_display.paragraph(self.title, bold=True), drawn, _display.paragraph(" ".join(self.notes), quiet=True))

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
        return f"<phenom.Figure {self.key}: {self.title}>"

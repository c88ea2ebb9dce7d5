"""An evaluation that is read from its report folder: what the files hold, and no more."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import re
import stat
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NoReturn

from . import _display, _phenom
from ._errors import ConfigError, DataError, PhenomError, Problem, nearest
from ._evaluation import Evaluation
from ._folder import findings_of, signature_of
from ._reading import Reading
from ._table import Table
from ._types import FilePath

MANIFEST = "manifest.json"
# In bytes: what is larger is not read.
_LARGEST_MANIFEST, _LARGEST = 64 << 20, 4 << 30

# Columns of names, which can look like numbers.
_NAMES = frozenset({
    "answer", "closest", "cluster", "gold", "original", "pair", "phenomena", "slice", "system", "system_a", "system_b",
})
# Columns whose numbers have a fraction in some reports, and are whole in others.
_NUMBERS = frozenset({"confidence", "entailment_score", "right", "score"})


class LoadedReport(Evaluation):
    """An evaluation that was read from a report folder: its rows, claims and tables.

    `load` makes one of ``path`` and the hashes of its ``files``, by name. What needs the pairs (a comparison, figures,
    power, paragraphs, writing) is a PhenomError. A file that was changed since phenom wrote it is a DataError.

    Example:
        >>> report == study
        True
    """

    def __init__(self, path: Path, files: Mapping[str, str]) -> None:
        super().__init__(None, Reading("report", {}, {}, (f"{path}, {len(files)} files",)), {})
        self.path, self.files = path, tuple(sorted(files))
        self._hashes = dict(files)

    @property
    def _inner(self) -> NoReturn:  # pyright: ignore[reportIncompatibleVariableOverride]
        message = f"the report folder {self.path} has no pairs, which this needs"
        raise PhenomError(message, "phenom.load(CONFIG) evaluates the config of the report, and can do this")

    @property
    def title(self) -> str:
        """The title of the report.

        Example:
            >>> report.title
            'Example'
        """
        return str(self._report["title"])

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems, in the order of the tables.

        Example:
            >>> report.systems
            ('new', 'old')
        """
        with self._readable("scores.csv"):
            names = dict.fromkeys(self.scores["system"])
        return tuple(name for name in names if name and not name.startswith("baseline:"))

    @cached_property
    def summary(self) -> tuple[str, ...]:
        """What was evaluated, and then a claim a line.

        Example:
            >>> report.summary == study.summary
            True
        """
        lines = self._report["summary"]
        with self._readable("report.json"):
            return tuple(f"{line['topic']}: {line['text']}" if line["topic"] else line["text"] for line in lines)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know of the data before any table, with the keys of a config instead of keywords.

        Example:
            >>> report.notes[0] == study.notes[0]
            True
        """
        return tuple(self._report["notes"])

    @cached_property
    def signature(self) -> dict[str, str]:
        """The version, the settings and the hashes of what was read.

        Example:
            >>> report.signature == study.signature
            True
        """
        with self._readable("report.json"):
            return signature_of(self._report["signature"])

    @cached_property
    def _whole_signature(self) -> str:
        return json.dumps(self._report["signature"], ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def claims(self) -> list[dict[str, Any]]:
        """Every claim with its evidence, as claims.json has them: a dict each.

        Example:
            >>> report.claims == study.claims
            True
        """
        with self._readable("claims.json"):
            claims: list[dict[str, Any]] = json.loads(self._text("claims.json"))
            findings_of(claims)
            return claims

    def _rows(self, name: str) -> Table:
        # Without rows of these there is no file.
        is_absent = name in ("comparisons", "readings") and f"{name}.csv" not in self._hashes
        if is_absent and "scores.csv" in self._hashes:
            return _without_rows(name)
        header, *lines = self._lines(f"{name}.csv")
        return _table(header, lines)

    def _rows_if_any(self, name: str) -> Table | None:
        return self._rows(name) if f"{name}.csv" in self._hashes else None

    @cached_property
    def agreement(self) -> Table | None:
        """How far the annotators agree: the rows of agreement.csv; None if there is no such file.

        Example:
            >>> report.agreement is None
            True
        """
        return self._rows_if_any("agreement")

    @cached_property
    def judged(self) -> Table | None:
        """Values by each judge, by people, and corrected: the rows of judged.csv; None if there is no such file.

        Example:
            >>> report.judged is None
            True
        """
        return self._rows_if_any("judged")

    @cached_property
    def judges(self) -> Table | None:
        """How far people agree with each judge: the rows of judges.csv; None if there is no such file.

        Example:
            >>> report.judges is None
            True
        """
        return self._rows_if_any("judges")

    def tables(self) -> dict[str, str]:
        """The keys of the tables, with their titles.

        Example:
            >>> report.tables() == study.tables()
            True
        """
        with self._readable("report.json"):
            return {table["key"]: table["title"] for table in self._report["tables"]}

    def table(self, key: str = "overview", *, rows: str | None = None) -> Table:
        """The rows of a table of the report by its ``key``, values unrounded; KeyError if there is none.

        ``rows`` is refused (ValueError): it is for tables that a notebook shows as the report does.

        Example:
            >>> report.table("overview")["n"][0]
            60
        """
        name = f"tables/{key}.csv"
        if name not in self._hashes:
            known = [one[len("tables/") : -len(".csv")] for one in self.files if re.fullmatch(r"tables/.*\.csv", one)]
            raise KeyError(f"{self.path} has no table {key!r}; {nearest(key, known)}")
        if rows is not None:
            raise ValueError("rows= is for tables that a notebook shows; a report folder has all rows")
        header, *lines = self._lines(name)
        return _table(header, _without_words(lines))

    def explore(self) -> str:
        """The page with every pair, as HTML that needs no network. PhenomError if the folder has no page.

        Example:
            >>> report.explore().splitlines()[0]
            '<!DOCTYPE html>'
        """
        return self._text("report.html")

    def text(self, width: int | None = None) -> str:
        """The title and the summary, a claim a line. Lines are not wrapped to ``width``.

        Example:
            >>> report.text().splitlines()[0]
            'Example'
        """
        return "\n".join([self.title, "", *self.summary])

    def config(self, path: FilePath | None = None) -> NoReturn:
        """Refused, whatever ``path`` is: a report folder does not have its config.

        Example:
            >>> report.config()
            Traceback (most recent call last):
            phenom._errors.PhenomError: the report folder ... does not hold its config
              help: name the config itself
        """
        raise PhenomError(f"the report folder {self.path} does not hold its config", "name the config itself")

    @cached_property
    def _report(self) -> dict[str, Any]:
        with self._readable("report.json"):
            report: dict[str, Any] = json.loads(self._text("report.json"))
            kinds = {"title": str, "summary": list, "notes": list, "tables": list, "signature": dict}
            if not all(isinstance(report[key], kind) for key, kind in kinds.items()):
                raise TypeError
            return report

    def _lines(self, name: str) -> list[list[str]]:
        with self._readable(name):
            lines = _cells(self._text(name))
            if not lines or any(len(line) != len(lines[0]) for line in lines):
                raise ValueError
            return lines

    def _text(self, name: str) -> str:
        if name not in self._hashes:
            raise PhenomError(f"{self.path} has no {name}", "write the report again, in all formats")
        data = _bytes_of(self.path, name, _LARGEST)
        if hashlib.sha256(data).hexdigest() != self._hashes[name]:
            raise _damaged(self.path, f"{name} was changed since phenom wrote it")
        with self._readable(name):
            return data.decode()

    @contextmanager
    def _readable(self, name: str) -> Generator[None, None, None]:
        """Refuses a file that has its hash, and is not what phenom writes."""
        try:
            yield
        except PhenomError:
            raise
        except _UNREADABLE:
            raise _damaged(self.path, f"{name} is not one that phenom wrote") from None

    def _repr_html_(self) -> str:
        first, *claims = self.summary or ("",)
        return _display.page(
            _display.paragraph(self.title, bold=True), _display.paragraph(first), _display.bullets(claims)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return (LoadedReport, (self.path, self._hashes))

    def __repr__(self) -> str:
        return f"<phenom.Evaluation {_display.quoted(self.title)}, read from {_display.names([str(self.path)])}>"


_UNREADABLE = (csv.Error, ValueError, TypeError, LookupError, AttributeError, RecursionError)


def _damaged(folder: Path, message: str) -> DataError:
    help = "write the report again"
    return DataError(message, help, [Problem(message, help, os.fspath(folder))])


def _bytes_of(folder: Path, name: str, largest: int) -> bytes:
    """A file of a folder of anybody's: no link, which can lead anywhere, and no device, which can have no end."""
    real = os.path.realpath(folder)
    path = os.path.join(real, *name.split("/"))
    try:
        if os.path.realpath(path) == path:
            # A pipe would wait for its other end.
            opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
            with open(opened, "rb") as file:
                about = os.fstat(opened)
                if stat.S_ISREG(about.st_mode) and about.st_size <= largest:
                    return file.read(largest)
                if stat.S_ISREG(about.st_mode):
                    raise _damaged(folder, f"{name} is larger than {largest >> 20} MB")
        elif not os.path.lexists(path):
            raise FileNotFoundError
    except FileNotFoundError:
        raise _damaged(folder, f"{name} does not exist any more") from None
    except IsADirectoryError:
        pass
    except OSError as error:
        raise _damaged(folder, f"{name} cannot be read: {error.strerror}") from None
    raise _damaged(folder, f"{name} is not a plain file in the folder")


def _cells(text: str) -> list[list[str]]:
    """The cells of CSV, however long one is."""
    usual = csv.field_size_limit(2**31 - 1)
    try:
        return list(csv.reader(text.splitlines(keepends=True)))
    finally:
        csv.field_size_limit(usual)


@cache
def _without_rows(name: str) -> Table:
    """The columns of rows of a kind, from an evaluation of one pair, without its rows."""
    columns = [(role, "str", [value]) for role, value in (("i", "1"), ("g", "entailment"), ("s", "a"))]
    config = (
        "dataset: {path: d.parquet, columns: {id: i, gold: g}}\n"
        "systems: [{from: d.parquet, system: s, columns: {id: i, label: g}}]\nstatistics: {resamples: 1}\n"
    )
    inner = _phenom.evaluate(config, "empty.yaml", {"d.parquet": _phenom.frame_of_lists("d", columns)})
    kinds = inner.rows(name).columns()
    return Table(_phenom.table_of_lists([(column, kind, []) for column, kind in kinds]))


def read_folder(path: Path) -> LoadedReport:
    """The report that phenom wrote to a folder."""
    if not os.path.lexists(path / MANIFEST):
        message = f"{path} is no report folder: it has no {MANIFEST}"
        raise ConfigError(message, "name a config, or a folder that phenom wrote")
    data = _bytes_of(path, MANIFEST, _LARGEST_MANIFEST)
    try:
        files = {str(name): str(hash) for name, hash in json.loads(data)["files"].items()}
    except _UNREADABLE:
        raise ConfigError(f"{path / MANIFEST} is not one that phenom wrote", "write the report again") from None
    return LoadedReport(path, files)


_WHOLE = re.compile(r"-?\d{1,18}")
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e-?\d+)?|-?inf")


def _table(header: list[str], lines: list[list[str]]) -> Table:
    columns = [[line[at] or None for line in lines] for at in range(len(header))]
    return Table(_phenom.table_of_lists([_typed(name, values) for name, values in zip(header, columns)]))


def _without_words(lines: list[list[str]]) -> list[list[str]]:
    """Without intervals and letters of groups on lines of their own, as `Evaluation.table`."""
    of_numbers = [any(_NUMBER.fullmatch(cell) for cell in column) for column in zip(*lines)]

    def is_words(line: list[str]) -> bool:
        cells = [(cell, numbers) for cell, numbers in zip(line[1:], of_numbers[1:]) if cell]
        return not any(_NUMBER.fullmatch(cell) for cell, _ in cells) and any(numbers for _, numbers in cells)

    return [line for line in lines if not is_words(line)]


def _typed(name: str, texts: list[str | None]) -> tuple[str, str, list[Any]]:
    """A column of CSV with what its values are."""
    known = [text for text in texts if text is not None]

    def column(kind: str, read: Callable[[str], Any]) -> tuple[str, str, list[Any]]:
        return name, kind, [None if text is None else read(text) for text in texts]

    if name in _NAMES or not known:
        return name, "str", texts
    if all(text in ("true", "false") for text in known):
        return column("bool", lambda text: text == "true")
    if name not in _NUMBERS and all(_WHOLE.fullmatch(text) for text in known):
        return column("int", int)
    if all(_NUMBER.fullmatch(text) for text in known):
        return column("float", float)
    return name, "str", texts

"""An evaluation: what was computed once, and what can be asked of it."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from . import _display, _phenom
from ._checks import number, text, texts, whole
from ._comparison import Comparison
from ._errors import FRAME, DataError, PhenomError, WriteRefused, nearest, renamed
from ._folder import Finding, ReportFolder, findings_of, signature_of
from ._reading import Reading
from ._slices import POPULATIONS, slice_named
from ._table import Figure, Table
from ._types import FilePath, Format, Pairs, TextFormat

@dataclass(frozen=True)
class Score:
    """A value of a measure for a system, unrounded.

    ``system`` and ``measure`` name them. ``value`` has the unit of the measure (shares are from 0 to 1); it is None if
    it is undefined, for the ``undefined_reason``. ``lower`` and ``upper`` are the ends of its confidence interval, or
    None, and ``method`` is that of the interval. ``support`` is the number of pairs, and ``row`` the row of
    `Evaluation.scores`. ``float(score)`` is the value, and a ValueError if it is undefined.

    Example:
        >>> score = study.value("accuracy", "new")
        >>> score.value, round(score.lower, 3), round(score.upper, 3), score.support
        (0.9, 0.795, 0.957, 60)
    """

    system: str
    measure: str
    value: float | None
    lower: float | None
    upper: float | None
    support: int
    undefined_reason: str | None
    method: str | None
    row: Mapping[str, Any]

    def __float__(self) -> float:
        if self.value is None:
            raise ValueError(f"{self.measure} is undefined for {self.system}: {self.undefined_reason}")
        return self.value


# Of another version the pickled data would give other values, or none.
_PICKLED = 2


class _Pickled(NamedTuple):
    """What an evaluation is made from again, beside its frames: its config, and what has to come out."""

    text: str
    path: str
    whole_signature: str


class Evaluation:
    """The evaluation of systems on pairs. It never changes, and ``len()`` is the number of systems.

    `evaluate` and `load` make one. Two are equal if they have the same data, settings and version. A pickle contains
    the data that were read, and the process that unpickles it evaluates them again.
    ``reading`` is how the data were read.

    Example:
        >>> study
        <phenom.Evaluation 'Example': new, old>
    """

    def __init__(
        self,
        inner: _phenom.Evaluation | None,
        reading: Reading,
        frames: Mapping[str, _phenom.Frame],
        threads: int | None = None,
        pickled: _Pickled | None = None,
    ) -> None:
        self._made = inner
        self.reading = reading
        self._frames, self._threads = frames, threads
        self._pickled = pickled

    @cached_property
    def _inner(self) -> _phenom.Evaluation:
        if self._made is not None:
            return self._made
        kept = self._pickled or _Pickled("", "", "")
        inner = _phenom.evaluate(kept.text, kept.path, dict(self._frames), threads=self._threads)
        if inner.whole_signature() != kept.whole_signature:
            message = "the evaluation was pickled with other data, or by another version of phenom"
            raise DataError(message, "evaluate the data again")
        return inner

    @contextmanager
    def _in_words(self) -> Generator[None, None, None]:
        """Names keywords instead of the keys of a config that the caller did not write."""
        try:
            yield
        except PhenomError as error:
            if self.reading.shape in ("config", "report"):
                raise
            raise renamed(error, [file.removesuffix(FRAME) for file in self._frames]) from None

    @property
    def title(self) -> str:
        """The title of the report.

        Example:
            >>> study.title
            'Example'
        """
        return self._inner.title()

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems, in the order of the tables.

        Example:
            >>> study.systems
            ('new', 'old')
        """
        return tuple(self._inner.systems())

    def __len__(self) -> int:
        return len(self.systems)

    @cached_property
    def summary(self) -> tuple[str, ...]:
        """What was evaluated, and then a claim a line.

        Example:
            >>> study.summary[2]
            'originals: No significant differences: "new" 90.0, "old" 75.0 %.'
        """
        return tuple(f"{topic}: {text}" if topic else text for topic, text in self._inner.summary())

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know of the data before any table.

        Example:
            >>> study.notes[0]
            'Beats: is significantly more accurate than. ...'
        """
        return tuple(self._inner.notes())

    @cached_property
    def signature(self) -> dict[str, str]:
        """The version, the settings and the hashes of what was read.

        Example:
            >>> study.signature["seed"]
            '1'
        """
        return signature_of(json.loads(self._whole_signature))

    @cached_property
    def _whole_signature(self) -> str:
        return self._pickled.whole_signature if self._pickled else self._inner.whole_signature()

    @cached_property
    def claims(self) -> list[dict[str, Any]]:
        """Every claim with its evidence, as claims.json has them: a dict each.

        Example:
            >>> study.claims[0]["kind"]
            'constant'
        """
        claims: list[dict[str, Any]] = json.loads(self._inner.claims())
        return claims

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The claims that have a sentence, the most important first.

        Example:
            >>> study.findings[2].headline
            '"new" leads on parts'
        """
        return findings_of(self.claims)

    def _rows(self, name: str) -> Table:
        return Table(self._inner.rows(name))

    def _rows_if_any(self, name: str) -> Table | None:
        rows = self._rows(name)
        return rows if len(rows) else None

    @cached_property
    def scores(self) -> Table:
        """Every value with its interval: the rows of scores.csv, with a row for each system, slice and measure.

        Example:
            >>> [row["value"] for row in study.scores if row["measure"] == "accuracy"][0]
            0.9
        """
        return self._rows("scores")

    @cached_property
    def comparisons(self) -> Table:
        """Every comparison of two systems, and of a system with the constant baseline: the rows of comparisons.csv.

        Differences of accuracy are shares from -1 to 1, of ``system_a`` minus ``system_b``.

        Example:
            >>> row = study.comparisons.to_dicts()[0]
            >>> row["system_a"], row["system_b"], row["verdict"]
            ('new', 'old', 'cannot tell')
        """
        return self._rows("comparisons")

    @cached_property
    def readings(self) -> Table:
        """Questions about each system on originals and parts, with their results: the rows of readings.csv.

        Example:
            >>> set(study.readings["system"])  == {"old", "new"}
            True
        """
        return self._rows("readings")

    @cached_property
    def agreement(self) -> Table | None:
        """How far the annotators agree: the rows of agreement.csv; None if the pairs have no annotators.

        Example:
            >>> study.agreement is None
            True
        """
        return self._rows_if_any("agreement")

    @cached_property
    def judged(self) -> Table | None:
        """Values by each judge, by people, and corrected: the rows of judged.csv; None without judges.

        ``labels_of`` is ``judge``, ``people`` or ``corrected``.

        Example:
            >>> study.judged is None
            True
        """
        return self._rows_if_any("judged")

    @cached_property
    def judges(self) -> Table | None:
        """How far people agree with each judge, and which systems it overrates: the rows of judges.csv; None without
        judges.

        Example:
            >>> study.judges is None
            True
        """
        return self._rows_if_any("judges")

    @property
    def answers(self) -> Table:
        """Every prediction: a row for each pair, system and run; ``right`` is 1 if it is correct.

        Example:
            >>> len(study.answers)
            360
        """
        return self._rows("answers")

    def tables(self) -> dict[str, str]:
        """The keys of the tables, with their titles.

        Example:
            >>> study.tables()["overview"]
            'Accuracy on original pairs, and on monothematic pairs by phenomenon'
        """
        return dict(self._inner.tables())

    def table(self, key: str = "overview", *, rows: str | None = None) -> Table:
        """A table of the report by its ``key``; KeyError if there is none.

        If it has more than 20 rows, a notebook shows totals and categories. ``rows`` is a category whose phenomena it
        shows, too, or ``all``.

        Example:
            >>> study.table("overview")["new"][0]
            0.9
        """
        text("key", key)
        try:
            table = Table(self._inner.table(key), rows, (self, "table", (key,)))
        except KeyError:
            raise KeyError(f"there is no table {key!r}; {nearest(key, self.tables())}") from None
        groups = table._groups()
        if rows is not None and rows != "all" and rows not in groups:
            raise KeyError(f"{key!r} has no phenomena of {rows!r}; {nearest(rows, groups)}")
        return table

    def figures(self) -> dict[str, str]:
        """The keys of the figures that can be drawn, with their titles.

        Example:
            >>> study.figures()["phenomena"]
            'Accuracy by phenomenon and system'
        """
        return {key: title for key, title, reason in self._inner.figures() if reason is None}

    def figure(self, key: str) -> Figure:
        """A figure of the report by its ``key``; KeyError if there is none.

        Example:
            >>> study.figure("phenomena").title
            'Accuracy by phenomenon and system'
        """
        text("key", key)
        try:
            return Figure(self._inner.figure(key), (self, "figure", (key,)))
        except KeyError:
            raise KeyError(f"there is no figure {key!r}; {nearest(key, self.figures())}") from None

    def compare(self, old: str, new: str, *, on: str | None = None, alone: bool = False) -> Comparison:
        """Compares a new system with an old one, as ``phenom compare`` does.

        Args:
            old, new: Names of the systems.
            on: A phenomenon, category or other slice to restrict the comparison to.
            alone: Whether this is the only comparison. Otherwise it shares the level with those of the other systems.

        Raises:
            ConfigError: There is no such system or slice.

        Example:
            >>> study.compare("old", "new", on="negation").sentence
            '"new" and "old" do not differ significantly on "negation" parts (92.9 % and 71.4 %, n = 28, ...'
        """
        return Comparison(self, old, new, on, alone)

    def power(
        self,
        a: str | None = None,
        b: str | None = None,
        *,
        difference: float = 0.05,
        power: float = 0.8,
        disagreement: float = 0.0,
    ) -> Table:
        """How many pairs a significant difference in accuracy needs, for every two systems or for ``a`` and ``b``.

        ``difference`` is the true difference as a share, and ``power`` the probability to detect it. ``disagreement``
        is the share of pairs on which two annotators disagree. The rows state the pairs that there are, the smallest
        detectable difference, and the pairs needed.

        Raises ValueError if only one system is named, KeyError if there is no such system, and ConfigError if a share
        is out of its range.

        Example:
            >>> study.power("old", "new", difference=0.1)["number"][:2]
            [60, 120]
        """
        if (a is None) != (b is None):
            raise ValueError("power() takes two systems, or none for every two")
        for name in (a, b):
            if name is not None and name not in self.systems:
                raise KeyError(f"there is no system {name!r}; {nearest(name, self.systems)}")
        asked = {"difference": difference, "power": power, "disagreement": disagreement}
        return self._power(a, b, *(number(keyword, value) for keyword, value in asked.items()))

    def _power(self, a: str | None, b: str | None, *asked: float) -> Table:
        systems = None if a is None or b is None else [a, b]
        with self._in_words():
            power = self._inner.power(systems, *asked)
        return Table(power, None, (self, "_power", (a, b, *asked)))

    def value(
        self, measure: str, system: str, *, pairs: Pairs | None = None, slice: str | None = None
    ) -> Score:
        """The value of a measure for a system.

        Args:
            measure: Key of the measure, as in `measures`.
            system: Name of the system.
            pairs: ``originals``, ``parts`` or ``decomposition`` (originals with their parts); None: the first of these
                that has the measure.
            slice: A phenomenon, category or other slice by its name; None: all pairs.

        Raises:
            KeyError: There is no such system, measure or slice.

        Example:
            >>> round(study.value("accuracy", "new", pairs="parts").value, 3)
            0.908
            >>> round(float(study.value("correlation_index", "new")), 3)
            0.991
        """
        rows = self._of_measures.get((system, measure))
        if rows is None:
            for what, name, at in (("system", system, 0), ("measure", measure, 1)):
                known = sorted({key[at] for key in self._of_measures if key[at]})
                if name not in known:
                    raise KeyError(f"there is no {what} {name!r}; {nearest(name, known)}")
            raise KeyError(f"{measure} has no value for {system!r}")
        if slice is None:
            rows = [row for row in rows if row["slice_kind"] == "all"]
        else:
            slice = slice_named(slice, [row["slice"] for row in rows if row["slice"]])
            rows = [row for row in rows if row["slice"] == slice]
        order = ["original", "monothematic", "decomposition"]
        if pairs is not None:
            order = [POPULATIONS.get(pairs, pairs)]
        row = next((row for one in order for row in rows if row["population"] == one), None)
        if row is None:
            raise KeyError(f"{measure} has no value for {system!r} on these pairs")
        return Score(
            system, measure, row["value"], row["lower"], row["upper"], row["support"],
            row["undefined_reason"], row["interval_method"], row,
        )

    @cached_property
    def _of_measures(self) -> dict[tuple[str, str], list[dict[str, Any]]]:
        """The rows of each system and measure."""
        rows: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for row in self.scores:
            rows.setdefault((row["system"], row["measure"]), []).append(row)
        return rows

    def paragraph(self, format: TextFormat = "text") -> str:
        """The paragraphs of results for a paper. ``format`` is ``text`` or ``latex``; another is a ValueError.

        Example:
            >>> study.paragraph()
            'We evaluate "new" and "old" on 60 original pairs ...'
        """
        if format not in ("text", "latex"):
            raise ValueError(f"format is 'text' or 'latex', not {format!r}")
        return "\n\n".join(self._inner.paragraphs(format == "latex"))

    def explore(self) -> str:
        """The page with every pair, as HTML that needs no network. PhenomError if the config writes no page.

        Example:
            >>> study.explore().splitlines()[0]
            '<!DOCTYPE html>'
        """
        page = self._inner.files().get("report.html")
        if page is None:
            raise PhenomError("the report has no page", "add `html` to the `formats` of `report`")
        return bytes(page).decode()

    def write(
        self, folder: FilePath, *, formats: Format | Sequence[Format] | None = None, overwrite: bool = False
    ) -> ReportFolder:
        """Writes the report to a folder, all files or none.

        Args:
            folder: Path of the folder.
            formats: Formats of the files, such as ``html``, ``tex``, ``csv`` or ``parquet``; None: those of the config.
            overwrite: Whether to replace files that phenom did not write.

        Raises:
            WriteRefused: Files would be lost that phenom did not write.
            ConfigError: There is no such format.

        Example:
            >>> study.write("report", formats=["csv"]).path.name
            'report'
        """
        wanted = None if formats is None else texts("formats", formats)
        try:
            with self._in_words():
                files = self._inner.write(os.fspath(folder), wanted, overwrite)
        except PhenomError as error:
            if error.help and "--overwrite" in error.help:
                raise WriteRefused(error.message, "overwrite=True replaces them") from None
            raise
        return ReportFolder(Path(folder), tuple(files))

    def config(self, path: FilePath | None = None) -> str:
        """The config of the same evaluation, which is also written to ``path``, if it is not None.

        Instead of a data frame it names a Parquet file. ``frame.to_parquet("data.parquet")`` in pandas writes this.

        Example:
            >>> print(study.config().splitlines()[0])
            title: Example
        """
        text = self.reading.config()
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    def text(self, width: int | None = None) -> str:
        """What a terminal shows: the summary and the first tables, in lines of at most ``width`` characters.

        Example:
            >>> study.text(80).splitlines()[0]
            'Example'
        """
        return self._inner.text(None if width is None else whole("width", width, (1, 1_000_000)))

    def __str__(self) -> str:
        import shutil

        return self.text(shutil.get_terminal_size((100, 24)).columns)

    def _repr_html_(self) -> str:
        first, *claims = self.summary or ("",)
        shown = self.table()._html_shown() if "overview" in self.tables() else []
        calls = (".compare(old, new)", ".table(key)", ".figure(key)", ".scores", ".write(folder)")
        return _display.page(
            _display.paragraph(self.title, bold=True),
            _display.paragraph(first),
            _display.bullets(claims),
            *shown,
            *(_display.paragraph(note, quiet=True) for note in self.notes),
            *(self.reading._html() if self.reading.roles or self.reading.notes else []),
            f'<p class="q">Next: {" ".join(map(_display.code, calls))}</p>',
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        plain = _display.in_lines(self.text(100), "print(study)")
        return {"text/plain": plain, "text/html": self._repr_html_()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Evaluation):
            return NotImplemented
        return self._whole_signature == other._whole_signature

    def __hash__(self) -> int:
        return hash(self._whole_signature)

    def __reduce__(self) -> tuple[Any, ...]:
        text, path = (self._pickled.text, self._pickled.path) if self._pickled else self._inner.config()
        frames = {}
        for file, frame in self._frames.items():
            unused = self.reading.unused.get(file.removesuffix(FRAME), ())
            frames[file] = frame.to_bytes([column for column in frame.columns() if column not in unused])
        kept = _Pickled(text, os.fspath(path), self._whole_signature)
        return (_unpickled, (_PICKLED, self.reading, frames, self._threads, kept))

    def __deepcopy__(self, memo: object) -> Evaluation:
        return self

    def __copy__(self) -> Evaluation:
        return self

    def __repr__(self) -> str:
        return f"<phenom.Evaluation {_display.quoted(self.title)}: {_display.names(self.systems)}>"


def _unpickled(
    format: int, reading: Reading, frames: dict[str, bytes], threads: int | None, kept: _Pickled
) -> Evaluation:
    if format != _PICKLED:
        raise PhenomError("the evaluation was pickled by another version of phenom", "evaluate the data again")
    read = {file: _phenom.frame_of_bytes(file, data) for file, data in frames.items()}
    return Evaluation(None, reading, read, threads, kept)

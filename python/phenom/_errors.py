"""Exceptions: the words are those of the command line, with rows for lines and keywords for keys of a config."""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._words import in_words_of_python, of_frames, said

if TYPE_CHECKING:
    from ._comparison import Comparison

__all__ = [
    "ConfigError",
    "DataError",
    "GateFailed",
    "PhenomError",
    "Problem",
    "SystemFailed",
    "WriteRefused",
]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong.

    ``message`` states it, and ``help`` what to do next. ``source`` is the data frame or file, and ``row`` the row,
    counted from 1 (of a text file, the line). Each but ``message`` is None if it is not known.

    Example:
        >>> print(phenom.Problem("the label is unknown", "pass labels=", "data", 3))
        row 3 of data: the label is unknown
          help: pass labels=
    """

    message: str
    help: str | None = None
    source: str | None = None
    row: int | None = None

    def __str__(self) -> str:
        place = self.source or ""
        if self.row is not None:
            word = "row" if self.source is None or "." not in self.source else "line"
            place = f"{word} {self.row} of {place}"
        place = f"{place}: " if place else ""
        help = f"\n  help: {self.help}" if self.help else ""
        return f"{place}{self.message}{help}"


class PhenomError(Exception):
    """The base class of the exceptions of phenom.

    ``message`` states the first problem, ``help`` what to do next (or None), and ``problems`` has every `Problem`.

    Example:
        >>> issubclass(phenom.DataError, phenom.PhenomError)
        True
    """

    def __init__(
        self, message: str, help: str | None = None, problems: Iterable[Problem] = ()
    ) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems) or (Problem(message, help),)
        self.message = message
        self.help = help
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.message, self.help, self.problems), {**self.__dict__, "args": self.args})


class DataError(PhenomError, ValueError):
    """The data are wrong: columns, labels, ids, predictions. It is also a ValueError.

    Example:
        >>> try:
        ...     phenom.evaluate([{"item": 1, "gold": "entailment", "system": "a"}])
        ... except phenom.DataError as error:
        ...     print(error.message)
        no column is the answer
    """


class ConfigError(PhenomError, ValueError):
    """A config or a keyword is wrong. It is also a ValueError.

    Example:
        >>> try:
        ...     phenom.measures.f1([[3, 1], [0, 4]])
        ... except phenom.ConfigError as error:
        ...     print(error.message)
        f1 has a value for each label
    """


class SystemFailed(PhenomError, RuntimeError):
    """A system did not predict, or returned something else than a label for each pair. It is also a RuntimeError.

    Example:
        >>> @phenom.system(version="1")
        ... def silent(pairs):
        ...     return []
        >>> try:
        ...     phenom.predict(pairs, {"silent": silent})
        ... except phenom.SystemFailed as error:
        ...     print(error.message)
        'silent' gave 0 answers for a batch of 2 pairs: none for pair ...
    """


class GateFailed(PhenomError, AssertionError):
    """A new system is worse than an old one. It is also an AssertionError, and ``comparison`` is the `Comparison`.

    Example:
        >>> try:
        ...     study.compare("new", "old").gate()
        ... except phenom.GateFailed as error:
        ...     print(error.message)
        failed: old is worse than new on monothematic pairs, 109 → 90 of 120 pairs
    """

    comparison: Comparison | None = None


class WriteRefused(PhenomError, FileExistsError):
    """Files would be lost that phenom did not write. It is also a FileExistsError.

    Example:
        >>> from pathlib import Path
        >>> Path("notes").mkdir()
        >>> Path("notes/scores.csv").touch()
        >>> study.write("notes", formats=["csv"])
        Traceback (most recent call last):
        phenom._errors.WriteRefused: ...
          help: overwrite=True replaces them
    """


_CLASSES: dict[str, type[PhenomError]] = {
    "config": ConfigError,
    "data": DataError,
    "input": ConfigError,
    "check": PhenomError,
    "internal": PhenomError,
}

# What the config of a call is called, where there is no file.
CALL = "evaluation.yaml"
_KEY = re.compile(r"`[a-z]+(-[a-z]+)+`")

# The suffix under which a frame has a name in a config.
FRAME = ".parquet"


def of_failure(kind: str, problems: list[dict[str, object]], omitted: int = 0) -> PhenomError:
    """The exception for a failure of the library."""
    made = [Problem(**problem) for problem in problems]  # type: ignore[arg-type]
    made = [dataclasses.replace(one, message=said(one.message), help=one.help and said(one.help)) for one in made]
    if omitted:
        made.append(Problem(f"and {omitted} more problems like these"))
    if kind == "internal":
        message = f"internal error: {made[0].message}"
        return PhenomError(message, "please report it: phenom should never end like this")
    first = made[0] if made else Problem("there is no result")
    return _CLASSES[kind](first.message, first.help, made)


# A column of numbers with a fraction, where ids or labels are wanted.
_OF_NUMBERS = re.compile(r"^`(.*?)`.* contains values of type float, expected (?!a number)")


_STRUCT = re.compile(r"^`(.*?)`.* contains (an object|a list that contains lists or objects), expected ")
# Of what is read before a config is complete, the place is in the message.
_PLACE = re.compile(r"(?:(?P<source>.+?\.parquet)(?::(?P<row>\d+))?: )")


def _help_with_types(message: str) -> str | None:
    """What to do with a column of a type that a role does not take."""
    if numbers := _OF_NUMBERS.match(message):
        # Some libraries hold whole numbers as such with a fraction if some are absent.
        return (
            "convert the column if its numbers are whole (a column of pandas with a gap is float): "
            f"`frame[{numbers[1]!r}].astype(\"Int64\")` in pandas, `pl.col({numbers[1]!r}).cast(pl.Int64)` in polars"
        )
    if "(asked for by probabilities=) is empty" in message:
        return "give every label a probability, or leave out the row: missing= states how to count its pair"
    if struct := _STRUCT.match(message):
        return f"put the field that is meant into a column of its own: `{struct[1]}` has values with fields"
    return None


def renamed(error: PhenomError, frames: Iterable[str]) -> PhenomError:
    """The same error in the words of a call: the places are the names of frames, and no config is spoken of."""
    frames = list(frames)
    names = {f"{name}{FRAME}": name for name in frames}

    def problem(one: Problem) -> Problem:
        place = _PLACE.match(one.message) if one.source in (None, CALL) else None
        if place is not None and place["source"] in names:
            row = None if place["row"] is None else int(place["row"])
            one = Problem(one.message[place.end() :], one.help, place["source"], row)
        message = in_words_of_python(one.message, quotes_data=one.source is not None) or one.message
        help = in_words_of_python(one.help, of_files=not frames)
        if one.source == CALL:
            # The keys of a config are the keywords of the call.
            return Problem(_KEY.sub(lambda key: key[0].replace("-", "_"), message), help)
        if one.source is not None and one.source not in names:
            return Problem(message, help, one.source, one.row)
        is_of_one = one.source is not None
        message = of_frames(message, frames, is_of_one=is_of_one)
        help = help and of_frames(help, frames, is_of_one=is_of_one)
        source = None if one.source is None else names[one.source]
        return Problem(message, help or _help_with_types(message), source, one.row)

    problems = [problem(one) for one in error.problems]
    kind = DataError if problems[0].source in frames else type(error)
    return kind(problems[0].message, problems[0].help, problems)


def nearest(name: str, known: Iterable[str]) -> str:
    """`` Did you mean ...?``, or the names that there are."""
    known = list(known)
    close = difflib.get_close_matches(str(name), known, n=3)
    if close:
        return f"did you mean {', '.join(map(repr, close))}?"
    return f"there are {', '.join(map(repr, known))}" if known else "there is none"

"""Exceptions: the words are those of the command line, with rows for lines and keywords for keys of a config."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from ._words import in_words_of_python

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

    ``source`` is the data frame or file, ``row`` counts from 1 (of a text file, the line), ``help`` says how to mend it.
    Each is None if there is no such thing to say.
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
    """What phenom refuses, with all problems that it found.

    ``message`` is what is wrong, ``help`` how to mend it (or None), ``problems`` all that is wrong.
    """

    def __init__(
        self, message: str, help: str | None = None, problems: Iterable[Problem] = ()
    ) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems) or (Problem(message, help),)
        self.message = message
        self.help = help
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.message, self.help, self.problems))


class DataError(PhenomError, ValueError):
    """The data are wrong: columns, labels, ids, answers."""


class ConfigError(PhenomError, ValueError):
    """A config or a keyword is wrong."""


class SystemFailed(PhenomError, RuntimeError):
    """A system did not answer, or what it answered is no answer."""


class GateFailed(PhenomError, AssertionError):
    """A new system is worse than an old one. ``comparison`` is the comparison."""

    comparison: object = None


class WriteRefused(PhenomError, FileExistsError):
    """Files that phenom did not write would be lost."""


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
    if omitted:
        made.append(Problem(f"and {omitted} more problems like these"))
    if kind == "internal":
        message = f"internal error: {made[0].message}"
        return PhenomError(message, "please report it: phenom should never end like this")
    first = made[0] if made else Problem("there is no result")
    return _CLASSES[kind](first.message, first.help, made)


def renamed(error: PhenomError, frames: Iterable[str]) -> PhenomError:
    """The same error in the words of a call: the places are the names of frames, and no config is spoken of."""
    names = {f"{name}{FRAME}": name for name in frames}

    def problem(one: Problem) -> Problem:
        message = in_words_of_python(one.message) or one.message
        help = in_words_of_python(one.help)
        if one.source == CALL:
            # The keys of a config are the keywords of the call.
            return Problem(_KEY.sub(lambda key: key[0].replace("-", "_"), message), help)
        return Problem(message, help, names.get(one.source or "", one.source), one.row)

    problems = [problem(one) for one in error.problems]
    return type(error)(problems[0].message, problems[0].help, problems)


def nearest(name: str, known: Iterable[str]) -> str:
    """`` Did you mean ...?``, or the names that there are."""
    known = list(known)
    close = difflib.get_close_matches(name, known, n=3)
    if close:
        return f"did you mean {', '.join(map(repr, close))}?"
    return f"there are {', '.join(map(repr, known))}" if known else "there is none"

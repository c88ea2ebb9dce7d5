"""What values keywords take: one that is wrong is refused with the name of its keyword, before any data are read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, get_args

from ._errors import ConfigError, nearest
from ._types import Chosen, Compare, Correction, Missing, Question, Task

__all__ = ["UNSET", "Unset", "checked", "choice", "is_text", "number", "share", "text", "texts", "whole"]


class Unset:
    """What a keyword is that the call does not name."""

    def __repr__(self) -> str:
        return "..."


UNSET: Any = Unset()

_CHOICES = {
    "task": get_args(Task), "missing": get_args(Missing), "compare": get_args(Compare),
    "question": get_args(Question), "correction": get_args(Correction),
}
_COLUMNS = ("item", "system", "run", "gold", "answer", "part_of", "cluster", "confidence", "text", "hypothesis")
_TEXTS = ("phenomenon", "slices", "measures", "primary")
_MAPPINGS = ("answers", "right", "probabilities", "names", "labels", "judges")


def is_text(value: str) -> bool:
    """Whether a text is valid UTF-8."""
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _refused(keyword: str, value: object, takes: str, help: str | None = None) -> ConfigError:
    given = repr(value)
    given = given if len(given) <= 60 else f"{given[:59]}…"
    return ConfigError(f"{keyword}={given}: {keyword}= takes {takes}", help)


def text(keyword: str, value: Any, takes: str = "a text") -> str:
    """A text, which a config can have."""
    if not isinstance(value, str):
        raise _refused(keyword, value, takes)
    if not is_text(value):
        raise _refused(keyword, value, "a text that is valid UTF-8", "remove lone surrogates from it")
    return str(value)


def texts(keyword: str, value: Any, takes: str = "a text or a list of texts") -> list[str]:
    """Texts; one can stand without a list."""
    if isinstance(value, str):
        return [text(keyword, value)]
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise _refused(keyword, value, takes)
    listed = list(value)
    if not all(isinstance(one, str) for one in listed):
        raise _refused(keyword, listed, takes)
    return [text(keyword, one) for one in listed]


def choice(keyword: str, value: Any, known: tuple[str, ...]) -> str:
    """One of a few words."""
    if not isinstance(value, str) or value not in known:
        raise ConfigError(f"unknown value {value!r} for {keyword}=", nearest(str(value), known))
    return str(value)


def whole(keyword: str, value: Any, ends: tuple[int, int] | None = None) -> int:
    """A whole number, also of numpy; with ``ends``, from the first to the second."""
    plain = _plain(value)
    if isinstance(plain, bool) or not isinstance(plain, int) or ends is not None and not ends[0] <= plain <= ends[1]:
        takes = "a whole number" if ends is None else f"a whole number from {ends[0]:,} to {ends[1]:,}"
        raise _refused(keyword, value, takes)
    return plain


def number(keyword: str, value: Any) -> float:
    """A finite number, also of numpy."""
    plain = _plain(value)
    if isinstance(plain, bool) or not isinstance(plain, (int, float)) or not math.isfinite(plain):
        raise _refused(keyword, value, "a number")
    return plain


def share(keyword: str, value: Any) -> float:
    """A share below 1: of points, it would be another one."""
    found = number(keyword, value)
    if not 0 <= found < 1:
        help = f"for {found:g} points write {found / 100:g}" if 1 <= found < 100 else None
        raise _refused(keyword, value, "a share from 0 to below 1", help)
    return found


def _plain(value: Any) -> Any:
    """A scalar of numpy as that of Python."""
    return value.item() if hasattr(value, "item") and not getattr(value, "ndim", 0) else value


def _mapping(keyword: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        for name, one in value.items():
            if isinstance(name, str):
                text(keyword, name)
            if isinstance(one, str):
                text(keyword, one)
            elif keyword not in ("answers", "right"):
                raise _refused(keyword, value, "a mapping to texts")
        return dict(value)
    if keyword == "labels" or keyword == "right" and isinstance(value, str):
        return text(keyword, value, "the name of a scheme, or a mapping from labels to their meanings")
    if keyword in ("answers", "right"):
        return texts(keyword, value, "columns, or a mapping from columns to the names of systems")
    what = {"probabilities": "labels to columns", "judges": "the names of judges to columns"}
    raise _refused(keyword, value, f"a mapping from {what.get(keyword, 'the names of systems to those in the report')}")


def _chosen(value: Any) -> Any:
    """How the pairs of people were chosen."""
    if not isinstance(value, Mapping):
        return choice("chosen", value, get_args(Chosen))
    given = {text("chosen", key): text("chosen", column) for key, column in value.items()}
    if len(given) != 1 or next(iter(given)) not in ("probability", "strata"):
        raise _refused("chosen", value, '{"probability": COLUMN} or {"strata": COLUMN}')
    return given


def _taken(keyword: str, value: Any) -> Any:
    if value is UNSET or value is None:
        return value
    if keyword in _CHOICES:
        return choice(keyword, value, _CHOICES[keyword])
    if keyword in _COLUMNS:
        return text(keyword, value, "the name of a column")
    if keyword in _TEXTS:
        return texts(keyword, value)
    if keyword in _MAPPINGS:
        return _mapping(keyword, value)
    if keyword == "chosen":
        return _chosen(value)
    if keyword in ("resamples", "seed"):
        return whole(keyword, value)
    if keyword == "confidence_level":
        return number(keyword, value)
    if keyword in ("common_pairs", "strict"):
        if not isinstance(plain := _plain(value), bool):
            raise _refused(keyword, value, "True or False")
        return plain
    return text(keyword, value)


def checked(given: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords of `evaluate`, with lists for several texts, and numbers without their library."""
    found = {keyword: _taken(keyword, value) for keyword, value in given.items()}
    if found["judges"] and found["chosen"] is None:
        help = "pass chosen='random', 'all-of' (whole clusters at random) or 'unknown', or {'probability': COLUMN}"
        raise ConfigError("judges= needs chosen=: how were the pairs chosen that people labelled?", help)
    if found["chosen"] is not None and not found["judges"]:
        raise ConfigError("chosen= is for judges=", "pass judges={NAME: COLUMN}, or leave out chosen=")
    for keyword in ("measures", "primary"):
        if found[keyword] == []:
            raise ConfigError(f"{keyword}= names no measure", f"leave out {keyword}=, or name one")
    return found

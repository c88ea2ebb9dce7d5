"""Originals with their parts in them, as rows of one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ._errors import ConfigError, DataError, Problem

__all__ = ["PARTS", "flattened", "is_nested"]

# The key of the parts, as in phenom JSONL.
PARTS = "monothematic"


def is_nested(data: object) -> bool:
    """Whether data are a list of originals with their parts in them."""
    if not isinstance(data, Sequence) or isinstance(data, (str, bytes)):
        return False
    return any(isinstance(row, Mapping) and PARTS in row for row in data)


def flattened(data: Sequence[Any], item: str, text: str, part_of: object) -> list[dict[str, Any]]:
    """A row for each original, followed by those of its parts; a part without a text has that of its original."""
    if part_of is not None and part_of != "part_of":
        raise ConfigError("part_of= does not go with `monothematic`", "the parts of an original are in it already")
    rows: list[dict[str, Any]] = []
    for number, original in enumerate(data, 1):
        if not isinstance(original, Mapping):
            raise _refused(number, f"{type(original).__name__} here, expected a dict")
        if original.get(item) is None:
            raise _refused(number, f"an original without `{item}`, which names it")
        rows.append({key: value for key, value in original.items() if key != PARTS} | {"part_of": None})
        for part in original.get(PARTS) or []:
            if not isinstance(part, Mapping) or PARTS in part:
                raise _refused(number, f"an original whose `{PARTS}` has {_kind(part)}, expected dicts")
            inherited = {text: original[text]} if text in original else {}
            rows.append({**inherited, **part, "part_of": str(original[item])})
    return rows


def _kind(part: object) -> str:
    return "parts of parts" if isinstance(part, Mapping) else type(part).__name__


def _refused(number: int, what: str) -> DataError:
    help = f"give each original its parts as a list of dicts: {PARTS}=[{{...}}, ...]"
    return DataError(what, help, [Problem(what, help, "data", number)])

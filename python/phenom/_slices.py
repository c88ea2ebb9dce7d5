"""Which pairs are meant: originals or parts, a phenomenon, a category or another slice."""

from __future__ import annotations

from collections.abc import Sequence

from ._errors import nearest

__all__ = ["POPULATIONS", "slice_named"]

POPULATIONS = {"originals": "original", "parts": "monothematic"}


def slice_named(name: str, known: Sequence[str]) -> str:
    """A slice by its name; that of a phenomenon may stand without its category."""
    if name in known:
        return name
    named = sorted({one for one in known if one.partition(":")[2] == name})
    if len(named) != 1:
        raise KeyError(f"there is no slice {name!r}; {nearest(name, named or sorted(set(known)))}")
    return named[0]

"""Arrays of any library as lists of Python, and what their shape is."""

from __future__ import annotations

from typing import Any

from ._errors import ConfigError
from ._frames import kind_of, listed

__all__ = ["grid_of", "is_grid", "list_of"]


def list_of(values: Any, name: str) -> list[Any]:
    """The values of a sequence, numpy array, series (pandas, polars) or Arrow array; ``name`` is the argument's."""
    found = listed(values)
    if found is None:
        kind = kind_of(values).removeprefix("builtins.")
        raise ConfigError(f"{name} is {kind}, and takes a column: a list, array or series")
    return found


def is_grid(values: Any) -> bool:
    """Whether these are rows of counts: a list of lists, a numpy array of two dimensions, a data frame."""
    if type(values).__name__ == "DataFrame" or getattr(values, "ndim", 1) == 2:
        return True
    if not isinstance(values, (list, tuple)):
        return False
    first = values[0] if values else None
    return isinstance(first, (list, tuple)) or getattr(first, "ndim", 0) == 1


def grid_of(values: Any) -> tuple[list[list[int]], list[str] | None]:
    """Rows of counts, and the names of the rows if it is a pandas data frame whose columns have the same names."""
    names = None
    if hasattr(values, "index") and hasattr(values, "columns"):
        names = [str(name) for name in values.index]
        columns = [str(name) for name in values.columns]
        if columns[: len(names)] != names:
            raise ConfigError(
                f"the rows are {', '.join(names)}, and the columns {', '.join(columns)}",
                "rows are gold labels and columns the same labels in the same order: "
                ".reindex(index=labels, columns=labels, fill_value=0)",
            )
        values = values.to_numpy()
    elif type(values).__name__ == "DataFrame":
        values = values.rows()
    rows = [list_of(row, "a row of the table") for row in (values.tolist() if hasattr(values, "tolist") else values)]
    for number, row in enumerate(rows, 1):
        for at, count in enumerate(row):
            is_number = hasattr(count, "__int__") and not isinstance(count, bool)
            if not is_number or not 0 <= count < 2**63 or int(count) != count:
                message = f"row {number}: {count!r} is not a number of pairs"
                raise ConfigError(message, "counts are whole numbers from 0 to 2**63 - 1")
            row[at] = int(count)
    return rows, names

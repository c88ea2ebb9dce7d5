"""Data of any library as a table in memory, over Arrow's C interface if the library has it."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping, Sequence
from typing import Any

from ._errors import DataError, Problem
from ._phenom import Frame, frame_of_lists

__all__ = ["frame_of", "is_path", "paths_of"]


def is_path(data: object) -> bool:
    return isinstance(data, (str, os.PathLike))


def paths_of(data: object) -> list[str] | None:
    """The paths, if the data are a path or a list of paths."""
    if is_path(data):
        return [os.fspath(data)]  # type: ignore[arg-type]
    if isinstance(data, (list, tuple)) and data and all(is_path(one) for one in data):
        return [os.fspath(one) for one in data]
    return None


def _refused(name: str, message: str, help: str | None = None) -> DataError:
    return DataError(message, help, [Problem(message, help, name)])


def frame_of(data: Any, name: str) -> Frame:
    """The data as a table; ``name`` is what messages call it."""
    if isinstance(data, Frame):
        return data
    kind = f"{type(data).__module__.split('.')[0]}.{type(data).__name__}"
    if kind == "polars.LazyFrame":
        raise _refused(name, "a LazyFrame has no rows yet", "call `.collect()` on it")
    if kind == "datasets.DatasetDict":
        raise _refused(name, "it has several splits", f"name one: {', '.join(map(repr, data))}")
    if hasattr(data, "with_format") and hasattr(data, "features"):
        data = _of_hugging_face(data)
    if kind == "pandas.DataFrame":
        return _of_pandas(data, name)
    if hasattr(data, "__arrow_c_stream__"):
        try:
            capsule = data.__arrow_c_stream__()
        except Exception as error:
            raise _refused(name, f"it cannot be read as Arrow: {error}") from error
        return Frame(name, capsule)
    if isinstance(data, Mapping):
        return _of_columns({str(column): list(values) for column, values in data.items()}, name)
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _of_rows(data, name)
    if hasattr(data, "dtype") and hasattr(data, "shape"):
        raise _refused(name, "an array has no names of columns", "pass a dict of columns")
    message = f"phenom cannot read {kind} as a table"
    help = "pass a data frame (pandas, polars, pyarrow, DuckDB, datasets), a dict of columns, a list of dicts, or paths"
    raise _refused(name, message, help)


def _of_hugging_face(data: Any) -> Any:
    """The rows of a Dataset, with the names of its class labels; `.data.table` would not know of `select`."""
    import pyarrow

    table = data.with_format("arrow")[:]
    for at, (column, feature) in enumerate(data.features.items()):
        names = getattr(feature, "names", None)
        if names is not None:
            labels = [None if label is None or label < 0 else names[label] for label in table[column].to_pylist()]
            table = table.set_column(at, column, pyarrow.array(labels, pyarrow.string()))
    return table


def _of_pandas(data: Any, name: str) -> Frame:
    columns = list(data.columns)
    text = [str(column) for column in columns]
    twice = sorted({column for column in text if text.count(column) > 1})
    if twice:
        raise _refused(name, f"two columns have the name `{twice[0]}`", "rename one of them")
    data = data.set_axis(text, axis=1).reset_index(drop=True)
    try:
        import pyarrow
    except ImportError:
        return _of_columns({column: _of_series(data[column]) for column in text}, name)
    try:
        return Frame(name, pyarrow.Table.from_pandas(data).__arrow_c_stream__())
    except pyarrow.ArrowException as error:
        for column in text:
            try:
                pyarrow.array(data[column], from_pandas=True)
            except pyarrow.ArrowException:
                message = f"`{column}` has values of different types"
                help = f"convert it: `frame[{column!r}].astype(str)`"
                raise _refused(name, message, help) from error
        raise _refused(name, f"it cannot be read as Arrow: {error}") from error


def _of_series(series: Any) -> list[Any]:
    import pandas

    values = series.astype(object).where(~pandas.isna(series), None)
    return [value.item() if hasattr(value, "item") else value for value in values]


def _of_rows(rows: Sequence[Any], name: str) -> Frame:
    columns: dict[str, list[Any]] = {}
    for number, row in enumerate(rows):
        if dataclasses.is_dataclass(row) and not isinstance(row, type):
            row = {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
        if not isinstance(row, Mapping):
            message = f"row {number + 1} is {type(row).__name__}, expected a dict"
            raise _refused(name, message)
        for column, value in row.items():
            columns.setdefault(str(column), [None] * number).append(value)
        for values in columns.values():
            values.extend([None] * (number + 1 - len(values)))
    return _of_columns(columns, name)


def _of_columns(columns: dict[str, list[Any]], name: str) -> Frame:
    lengths = {column: len(values) for column, values in columns.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"`{column}` {length}" for column, length in lengths.items())
        raise _refused(name, f"the columns have different lengths: {told}")
    typed = []
    for column, values in columns.items():
        values = [value.item() if hasattr(value, "item") else value for value in values]
        values = [None if isinstance(value, float) and value != value else value for value in values]
        typed.append((column, _kind(column, values, name), values))
    return frame_of_lists(name, typed)


def _kind(column: str, values: list[Any], name: str) -> str:
    """What the values of a column are: ``str``, ``int``, ``float``, ``bool``, or ``list`` of texts."""
    kinds = {type(value) for value in values if value is not None}
    for kind in (bool, int, str):
        if kinds == {kind}:
            return kind.__name__
    if kinds and kinds <= {int, float}:
        return "float"
    if kinds and kinds <= {list, tuple}:
        return "list"
    if not kinds:
        return "str"
    if all(issubclass(kind, str) for kind in kinds):
        return "str"
    row, odd = next(
        (row, value)
        for row, value in enumerate(values)
        if value is not None and type(value) is not type(_first(values))
    ) if len(kinds) > 1 else (0, _first(values))
    message = f"`{column}` has {type(odd).__name__} here"
    message += f", and {type(_first(values)).__name__} before" if len(kinds) > 1 else ""
    help = "a column has texts, whole numbers, numbers, truth values, or lists of texts"
    raise DataError(message, help, [Problem(message, help, name, row + 1)])


def _first(values: list[Any]) -> Any:
    return next(value for value in values if value is not None)

"""Data of any library as a table in memory, over Arrow's C interface if the library has it."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import os
from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard

from ._checks import is_text
from ._errors import DataError, Problem
from ._phenom import Frame, frame_of_lists
from ._types import FilePath

__all__ = ["frame_of", "is_path", "listed", "paths_of"]


def is_path(data: object) -> TypeGuard[FilePath]:
    """Whether data are a path."""
    return isinstance(data, (str, os.PathLike))


def paths_of(data: object) -> list[str] | None:
    """The paths, if the data are a path or a list of paths."""
    if is_path(data):
        return [os.fspath(data)]
    if isinstance(data, (list, tuple)) and data and all(is_path(one) for one in data):
        return [os.fspath(one) for one in data]
    return None


def _refused(name: str, message: str, help: str | None = None) -> DataError:
    return DataError(message, help, [Problem(message, help, name)])


# A frame of more chunks is copied into one.
_MOST_CHUNKS = 10_000

# What a column of a list or dict can hold.
_VALUES = "a column has texts, numbers, truth values, dates, or lists of texts: convert it, or leave it out"


def kind_of(data: object) -> str:
    """The library and the class of data, as `pandas.DataFrame`, also of a class that is derived from it."""
    names = [f"{one.__module__.split('.')[0]}.{one.__name__}" for one in type(data).__mro__]
    return next((name for name in names if name in ("pandas.DataFrame", "pandas.Series")), names[0])


def frame_of(data: Any, name: str) -> Frame:
    """The data as a table; ``name`` is what messages call it."""
    if isinstance(data, Frame):
        return data
    kind = kind_of(data)
    if kind == "polars.LazyFrame":
        raise _refused(name, "a LazyFrame has no rows yet", "call `.collect()` on it")
    if kind.startswith("datasets.Iterable"):
        help = "load it without `streaming=True`, or pass `list(dataset)`"
        raise _refused(name, f"{kind.partition('.')[2]} is a stream of rows", help)
    if kind == "datasets.DatasetDict":
        raise _refused(name, "it has several splits", f"name one: {', '.join(map(repr, data))}")
    if kind.endswith(".Series"):
        help = "pass a data frame; as answers of a system `.to_list()` in the order of the pairs, or {item: answer}"
        raise _refused(name, "a Series is one column", help)
    if hasattr(data, "with_format") and hasattr(data, "features"):
        data = _of_hugging_face(data)
    if kind == "pandas.DataFrame":
        return _of_pandas(data, name)
    if hasattr(data, "__arrow_c_stream__"):
        try:
            capsules = [part.__arrow_c_stream__() for part in _parts(data, kind)]
        except Exception as error:
            raise _refused(name, f"it cannot be read as Arrow: {error}") from error
        return Frame(name, capsules)
    if isinstance(data, Mapping):
        return _of_columns({str(column): _column(values, str(column), name) for column, values in data.items()}, name)
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _of_rows(data, name)
    if hasattr(data, "dtype") and hasattr(data, "shape"):
        array: Any = data
        if not getattr(array.dtype, "names", None):
            help = "pass a dict of columns; as answers of a system `.tolist()`"
            raise _refused(name, "an array has no names of columns", help)
        return _of_columns({str(column): array[column].tolist() for column in array.dtype.names}, name)
    message = f"phenom cannot read {kind.removeprefix('builtins.')} as a table"
    help = "pass a data frame (pandas, polars, pyarrow, DuckDB, datasets), a dict of columns, a list of dicts, or paths"
    raise _refused(name, message, help)


def _parts(data: Any, kind: str) -> list[Any]:
    """What is asked for its stream: of polars, which would copy all chunks into one, each chunk."""
    if kind != "polars.DataFrame" or not 1 < data.n_chunks() <= _MOST_CHUNKS:
        return [data]
    parts, begin = [], 0
    for length in data.to_series(0).chunk_lengths():
        parts.append(data.slice(begin, length))
        begin += length
    return parts


def listed(values: Any) -> list[Any] | None:
    """The values of a sequence, numpy array, series (pandas, polars) or Arrow array; None if it is no column."""
    kind = kind_of(values)
    if isinstance(values, (str, bytes, Mapping)) or kind.endswith("DataFrame"):
        return None
    if kind == "pandas.Series":
        return _of_series(values)
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(values, method):
            values = getattr(values, method)()
            break
    try:
        return list(values)
    except TypeError:
        return None


def _column(values: Any, column: str, name: str) -> list[Any]:
    found = listed(values)
    if found is None:
        kind = type(values).__name__
        help = 'pass lists of values; of a data frame, `frame.to_dict("list")`'
        message = f"`{column}` is {kind}, and takes a column: a list, array or series"
        raise _refused(name, message, help if isinstance(values, Mapping) else None)
    return found


def _of_hugging_face(data: Any) -> Any:
    """The rows of a Dataset, with the names of its class labels; `.data.table` would not know of `select`."""
    import pyarrow

    table = data.with_format("arrow")[:]
    for at, (column, feature) in enumerate(data.features.items()):
        member: Any = getattr(feature, "feature", None)
        if getattr(feature, "names", None) is not None:
            labels = [_name(label, feature.names) for label in table[column].to_pylist()]
            table = table.set_column(at, column, pyarrow.array(labels, pyarrow.string()))
        elif getattr(member, "names", None) is not None:
            lists = [
                None if labels is None else [_name(label, member.names) for label in labels]
                for labels in table[column].to_pylist()
            ]
            table = table.set_column(at, column, pyarrow.array(lists, pyarrow.list_(pyarrow.string())))
    return table


def _name(label: int | None, names: Sequence[str]) -> str | None:
    return None if label is None or label < 0 else names[label]


def _of_pandas(data: Any, name: str) -> Frame:
    columns = list(data.columns)
    text = [str(column) for column in columns]
    twice = sorted({column for column in text if text.count(column) > 1})
    if twice:
        raise _refused(name, f"two columns have the name `{twice[0]}`", "rename one of them")
    _refuse_names(text, name)
    data = data.set_axis(text, axis=1).reset_index(drop=True)
    try:
        import pyarrow
    except ImportError:
        return _of_columns({column: _of_series(data[column]) for column in text}, name)
    # Of values of a column that do not go together pyarrow raises what Python does.
    refusals = (pyarrow.ArrowException, TypeError, ValueError, OverflowError)
    try:
        return Frame(name, [pyarrow.Table.from_pandas(data, preserve_index=False).__arrow_c_stream__()])
    except DataError:
        raise
    except refusals as error:
        for column in text:
            try:
                pyarrow.array(data[column], from_pandas=True)
            except refusals:
                raise _odd(_plain_values(_of_series(data[column])), column, name) from error
        raise _refused(name, f"it cannot be read as Arrow: {error}") from error


def _odd(values: list[Any], column: str, name: str) -> DataError:
    """Why values of a column of pandas are no column."""
    kinds = sorted({type(value).__name__ for value in values if value is not None})
    if kinds == ["str"]:
        _kind(column, values, name)
    if len(kinds) > 1:
        message = f"`{column}` has values of different types: {', '.join(kinds)}"
        return _refused(name, message, f"convert it: `frame[{column!r}].astype(str)`")
    if kinds == ["int"]:
        return _refused(name, f"`{column}` has a number beyond 64 bits", f"convert it: `frame[{column!r}].astype(str)`")
    what = f"values of type {kinds[0]}" if kinds else "no values"
    return _refused(name, f"`{column}` has {what} that phenom does not read", _VALUES)


def _of_series(series: Any) -> list[Any]:
    import pandas

    values = series.astype(object)
    return [_plain(value) for value in values.where(~pandas.isna(values), None)]


def _plain(value: Any) -> Any:
    """A value without its library: of numpy or Arrow as that of Python, a date as its text, what is absent as None."""
    if type(value) in (str, int, bool, type(None)):
        return value
    if hasattr(value, "as_py"):
        value = value.as_py()
    elif hasattr(value, "tolist"):
        # A scalar of numpy, or an array.
        value = value.tolist()
    if isinstance(value, float) and value != value or type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return value.astimezone(datetime.timezone.utc).replace(tzinfo=None).isoformat() + "Z"
    if isinstance(value, datetime.date):
        return value.isoformat()
    return float(value) if isinstance(value, decimal.Decimal) else value


def _plain_values(values: list[Any]) -> list[Any]:
    return [_plain(value) for value in values]


def _of_rows(rows: Sequence[Any], name: str) -> Frame:
    columns: dict[str, list[Any]] = {}
    for number, row in enumerate(rows):
        if dataclasses.is_dataclass(row) and not isinstance(row, type):
            row = {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
        elif callable(as_dict := getattr(row, "_asdict", None)):
            row = as_dict()
        if not isinstance(row, Mapping):
            message, help = f"row {number + 1} is {type(row).__name__}, expected a dict", "pass a dict for each row"
            raise DataError(message, help, [Problem(message, help, name, number + 1)])
        for column, value in row.items():
            columns.setdefault(str(column), [None] * number).append(value)
        for values in columns.values():
            values.extend([None] * (number + 1 - len(values)))
    return _of_columns(columns, name)


def _refuse_names(columns: Sequence[str], name: str) -> None:
    for column in columns:
        if not is_text(column):
            raise _refused(name, f"{column!r} is not valid UTF-8", "remove lone surrogates from the name of the column")


def _of_columns(columns: dict[str, list[Any]], name: str) -> Frame:
    _refuse_names(list(columns), name)
    lengths = {column: len(values) for column, values in columns.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"`{column}` {length}" for column, length in lengths.items())
        raise _refused(name, f"the columns have different lengths: {told}")
    typed = []
    for column, values in columns.items():
        values = _plain_values(values)
        kind = _kind(column, values, name)
        if kind == "int" and any(value is not None and not -(2**63) <= value < 2**63 for value in values):
            # Ids such as hashes: whole numbers are read as they are written.
            kind, values = "str", [None if value is None else str(value) for value in values]
        typed.append((column, kind, values))
    return frame_of_lists(name, typed)


def _kind(column: str, values: list[Any], name: str) -> str:
    """What the values of a column are: ``str``, ``int``, ``float``, ``bool``, or ``list`` of texts."""
    kinds = {type(value) for value in values if value is not None}
    if not kinds:
        return "str"
    if all(issubclass(kind, str) for kind in kinds):
        for row, value in enumerate(values, 1):
            if value is not None and not is_text(value):
                message = f"`{column}` has a text that is not valid UTF-8"
                raise _wrong(message, "remove lone surrogates from it", name, row)
        return "str"
    for kind in (bool, int):
        if kinds == {kind}:
            return kind.__name__
    if kinds <= {int, float}:
        return "float"
    if kinds <= {list, tuple}:
        for row, value in enumerate(values, 1):
            odd = next((one for one in value or () if not isinstance(one, str) or not is_text(one)), value)
            if odd is not value:
                raise _wrong(f"`{column}` has a list with {type(odd).__name__} in it", _VALUES, name, row)
        return "list"
    first = _first(values)
    row, odd = next(
        (row, value)
        for row, value in enumerate(values, 1)
        if value is not None and (len(kinds) == 1 or type(value) is not type(first))
    )
    before = f", and {type(first).__name__} before" if len(kinds) > 1 else ""
    raise _wrong(f"`{column}` has {type(odd).__name__} here{before}", _VALUES, name, row)


def _wrong(message: str, help: str, name: str, row: int) -> DataError:
    return DataError(message, help, [Problem(message, help, name, row)])


def _first(values: list[Any]) -> Any:
    return next(value for value in values if value is not None)

"""Types of what calls take. No other library is imported: a data frame is what has Arrow's C interface."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._systems import System
elif sys.version_info >= (3, 11):
    from typing import Unpack
else:

    class Unpack:
        """What Python 3.10 does not have, for those who look at annotations."""

        def __class_getitem__(cls, keywords: type) -> type:
            return keywords

__all__ = [
    "Column",
    "Compare",
    "Correction",
    "Data",
    "DataFrame",
    "FilePath",
    "Format",
    "Keywords",
    "Missing",
    "Pairs",
    "Paper",
    "Predictions",
    "Question",
    "Task",
    "TextFormat",
    "Unpack",
    "Verdict",
    "Width",
]


class ArrowTable(Protocol):
    """A table with Arrow's C interface: of pandas, polars, pyarrow, DuckDB, or a `Table`."""

    def __arrow_c_stream__(self, requested_schema: object = None, /) -> object: ...


class HuggingFaceDataset(Protocol):
    """One split of Hugging Face datasets."""

    @property
    def features(self) -> Any: ...

    def with_format(self, type: Any = None, /) -> Any: ...


class Dataclass(Protocol):
    """A row as an object of a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


FilePath = Union[str, os.PathLike[str]]
DataFrame = Union[ArrowTable, HuggingFaceDataset]

# A data frame, a dict of columns, a list of rows, a path or a list of paths.
Data = Union[
    FilePath,
    Sequence[FilePath],
    DataFrame,
    Mapping[str, Iterable[object]],
    Sequence[Union[Mapping[str, Any], Dataclass]],
]

# The answers of one system: a table, a mapping from items to labels, labels in the order of the pairs, or who is asked.
Predictions = Union[Data, Mapping[Any, object], Sequence[Union[str, float, None]], "System"]

# A list, array or series.
Column = Iterable[object]

Missing = Literal["error", "wrong", "skip"]
Task = Literal["two-way", "three-way", "outcome"]
Compare = Literal["all", "none"]
Question = Literal["models", "methods"]
Chosen = Literal["random", "all-of", "unknown"]
Correction = Literal["holm", "benjamini-hochberg", "none"]
Verdict = Literal["higher", "lower", "not significant", "not tested"]
Pairs = Literal["originals", "parts", "decomposition"]
Paper = Literal["acl", "article", "ieee", "lncs"]
TextFormat = Literal["text", "latex"]
Format = Literal["txt", "md", "tex", "csv", "json", "html", "svg", "png", "pdf", "parquet"]
# Millimetres, or the width of a column or page.
Width = Union[Literal["column", "page"], float]


class Keywords(TypedDict, total=False):
    """The keywords of `evaluate` that `read` and `predict` take, too."""

    item: str
    system: str | None
    run: str | None
    gold: str | None
    answer: str | None
    answers: Sequence[str] | Mapping[str, str]
    right: str | Sequence[str] | Mapping[str, str] | None
    part_of: str | None
    phenomenon: str | Sequence[str] | None
    cluster: str | None
    slices: str | Sequence[str]
    judges: Mapping[str, str] | None
    chosen: Chosen | Mapping[str, str] | None
    confidence: str | None
    probabilities: Mapping[str, str] | None
    text: str | None
    hypothesis: str | None
    labels: str | Mapping[Any, str] | None
    task: Task | None
    missing: Missing
    common_pairs: bool
    measures: Sequence[str] | None
    primary: Sequence[str]
    compare: Compare
    baseline: str | None
    question: Question | None
    correction: Correction
    confidence_level: float
    resamples: int
    seed: int
    strict: bool
    title: str | None
    names: Mapping[str, str] | None

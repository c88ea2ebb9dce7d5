"""Which linguistic phenomena does an NLI system get wrong, and is the new version better?

    import phenom

    study = phenom.evaluate(frame)          # columns: item, system, gold, answer
    print(study)
    study.compare("old", "new").sentence
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import _phenom, _systems
from ._errors import (
    CALL,
    ConfigError,
    DataError,
    GateFailed,
    PhenomError,
    Problem,
    SystemFailed,
    WriteRefused,
    renamed,
)
from ._evaluation import Comparison, Evaluation, Score
from ._folder import Finding, ReportFolder
from ._frames import frame_of, paths_of
from ._loaded import read_folder
from ._measures import Measure, Measures, evaluation
from ._progress import Progress
from ._reading import UNSET, Reading, pairs_alone
from ._reading import read as _read
from ._systems import Answer, Pair, System, system
from ._table import Figure, Table
from ._values import list_of

__version__: str = _phenom.version

__all__ = [
    "Answer",
    "Comparison",
    "ConfigError",
    "DataError",
    "Evaluation",
    "Figure",
    "Finding",
    "GateFailed",
    "Measure",
    "Pair",
    "PhenomError",
    "Problem",
    "Reading",
    "ReportFolder",
    "Score",
    "System",
    "SystemFailed",
    "Table",
    "WriteRefused",
    "compare",
    "evaluate",
    "load",
    "measures",
    "predict",
    "read",
    "system",
]


def _checked(roles: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Keywords of `evaluate`, with the usual values of the others."""
    unknown = sorted(set(roles) - set(_USUAL))
    if unknown:
        raise TypeError(f"{name}() got an unexpected keyword argument {unknown[0]!r}")
    return {**_USUAL, **roles}


def read(data: Any, systems: Any = None, **roles: Any) -> Reading:
    """What `evaluate` would take the data for; counts nothing. The keywords are those of `evaluate`."""
    return _read(data, systems, _checked(roles, "read"))


def evaluate(
    data: Any,
    systems: Any = None,
    *,
    item: str = UNSET,
    system: str | None = UNSET,
    run: str | None = UNSET,
    gold: str | None = UNSET,
    answer: str | None = UNSET,
    answers: Sequence[str] | Mapping[str, str] = (),
    right: str | Sequence[str] | Mapping[str, str] | None = UNSET,
    part_of: str | None = UNSET,
    phenomenon: str | Sequence[str] | None = UNSET,
    cluster: str | None = UNSET,
    slices: str | Sequence[str] = (),
    confidence: str | None = UNSET,
    probabilities: Mapping[str, str] | None = None,
    text: str | None = UNSET,
    hypothesis: str | None = UNSET,
    labels: str | Mapping[Any, str] | None = None,
    task: str | None = None,
    missing: str = "error",
    common_pairs: bool = False,
    measures: Sequence[str] | None = None,
    primary: Sequence[str] = ("accuracy", "ideal_distance"),
    compare: str = "all",
    baseline: str | None = None,
    question: str | None = None,
    correction: str = "holm",
    confidence_level: float = 0.95,
    resamples: int = 2000,
    seed: int = 1,
    strict: bool = False,
    title: str | None = None,
    names: Mapping[str, str] | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> Evaluation:
    """Evaluates the answers of systems to pairs.

    ``data`` is a data frame, a dict of columns, a list of dicts, a path or a list of paths (logs, tables). A row is an answer
    (columns ``item``, ``system``, ``answer`` and ``gold``), or a pair with a column for each system (``answers=``), or a pair
    whose answers are in ``systems``, a mapping from names to tables. With ``right`` in the place of ``gold`` and ``answer``
    the data say which answers are right.

    A column has a role because it has the role's exact name, or because the call names it (``item="id"``); None says that
    there is none. The other keywords are the keys of a config.

    A `System` among ``systems`` is asked, and its answers are not kept: `predict` keeps them.
    """
    given = locals()
    data, systems = given.pop("data"), given.pop("systems")
    threads, progress = given.pop("threads"), given.pop("progress")
    if isinstance(systems, Mapping) and any(isinstance(one, System) for one in systems.values()):
        # What can be read only once is read once.
        data = data if paths_of(data) else frame_of(data, "data")
        asked = {str(name): one for name, one in systems.items() if isinstance(one, System)}
        systems = {**systems, **_asked(data, asked, given, threads=threads, progress=progress)}
    reading = _read(data, systems, given)
    names = [name.removesuffix(".parquet") for name in reading._frames]
    frames = dict(reading._frames)
    try:
        inner = _working(progress, _phenom.evaluate, reading.config(), CALL, frames, threads=threads)
    except PhenomError as error:
        raise renamed(error, names) from None
    reading = dataclasses.replace(reading, _frames={})
    return Evaluation(inner, reading, frames, threads)


def predict(
    data: Any,
    systems: Mapping[str, System],
    store: str | os.PathLike[str] | None = None,
    *,
    fresh: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
    **roles: Any,
) -> dict[str, Table]:
    """Asks systems for the labels of pairs; `evaluate` takes the result as ``systems``.

    ``data`` and the keywords are those of `evaluate`: the pairs with ``item``, ``gold``, ``text`` and ``hypothesis``. A system
    sees texts and hypotheses alone, a batch at a time, and of identical pairs one. It is called from this thread.

    ``store`` is a folder in which answers are kept as they come: a second call asks for what is missing, unless ``fresh``. They
    are found by the name and version of the system and by the two texts. None keeps nothing. A table has a row for each pair:
    ``item``, ``answer`` (None if the system abstains: `evaluate` takes it as missing), and what the system says besides.
    """
    asked = _systems.check(systems)
    if store is not None:
        _systems.refuse_without_version(asked)
    given = _checked(roles, "predict")
    return _asked(data, asked, given, store=store, fresh=fresh, threads=threads, progress=progress)


def _asked(
    data: Any, systems: Mapping[str, System], given: dict[str, Any], *, threads: int | None, progress: bool | None, **kept: Any
) -> dict[str, Table]:
    config, frames = pairs_alone(data, given)
    try:
        questions = _working(progress, _phenom.questions, config, "pairs.yaml", frames, threads=threads)
    except PhenomError as error:
        raise renamed(error, ["data"]) from None
    return _systems.predictions(questions, systems, progress=progress, **kept)


def compare(
    right_a: Any,
    right_b: Any,
    *,
    cluster: Any = None,
    names: tuple[str, str] = ("a", "b"),
    missing: str = "error",
    confidence_level: float = 0.95,
    resamples: int = 2000,
    seed: int = 1,
) -> Comparison:
    """Compares the accuracies of two systems whose outcomes are two columns, aligned by position; ``a`` is the old one.

    The columns say which answers are right (truth values, 0 and 1), as lists, arrays or series. ``cluster`` is a column that
    says which pairs depend on each other, such as their document: without it, every pair is a cluster.
    """
    if len(set(names)) != 2:
        raise ConfigError(f"names={names!r} are not the names of two systems")
    columns = {"right_a": list_of(right_a, "right_a"), "right_b": list_of(right_b, "right_b")}
    # One comparison needs no correction, and shares its level with no other.
    settings: dict[str, Any] = {"right": dict(zip(columns, names)), "compare": "all", "correction": "none"}
    settings.update(measures=["accuracy"], missing=missing, confidence_level=confidence_level, resamples=resamples, seed=seed)
    return evaluation(evaluate, columns, cluster, settings).compare(*names)


def load(
    config: str | os.PathLike[str],
    *,
    run_systems: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Evaluation:
    """Evaluates a config, as ``phenom run`` does; programs and servers are asked only if ``run_systems``.

    Of a report folder it reads the rows, claims and tables that are there, and evaluates nothing.
    """
    if os.path.isdir(config):
        return read_folder(Path(config))
    inner = _working(progress, _phenom.load, os.fspath(config), asks=run_systems, threads=threads)
    text, _ = inner.config()
    return Evaluation(inner, Reading("config", {}, {}, (), text), {}, threads)


def _working(progress: bool | None, work: Any, *given: Any, **more: Any) -> Any:
    shown = None if progress is False else Progress()
    try:
        return work(*given, progress=shown, **more)
    finally:
        if shown is not None:
            shown.close()


_USUAL: dict[str, Any] = {
    key: value
    for key, value in (evaluate.__kwdefaults__ or {}).items()
    if key not in ("threads", "progress")
}

measures = Measures(evaluate)
"""The measures as functions: ``phenom.measures.kappa(gold, answers)``."""

"""Which linguistic phenomena does an NLI system get wrong, and is the new version better?

    import phenom

    study = phenom.evaluate(frame)          # columns: item, system, gold, answer
    print(study)
    study.compare("old", "new").sentence
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from . import _phenom, _systems
from ._checks import UNSET, checked, texts, whole
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
from ._comparison import Comparison
from ._evaluation import Evaluation, Score
from ._folder import Finding, ReportFolder
from ._frames import frame_of, paths_of
from ._loaded import read_folder
from ._measures import Measure, Measures, evaluation
from ._progress import Progress
from ._reading import Reading, pairs_alone
from ._reading import read as _read
from ._systems import Answer, Pair, System, system
from ._table import Figure, Table
from ._types import Chosen, Column, Compare, Correction, Data, FilePath, Keywords, Missing, Predictions, Question, Task, Unpack
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
    return checked({**_USUAL, **roles})


def read(data: Data, systems: Mapping[str, Predictions] | None = None, **roles: Unpack[Keywords]) -> Reading:
    """Returns how `evaluate` would read the data. It counts nothing.

    ``data``, ``systems``, keywords and exceptions are those of `evaluate`, without ``threads`` and ``progress``.

    Example:
        >>> print(phenom.read(rows, text=None, hypothesis=None))
        shape: long
        data: item = item, gold = gold, part_of = part_of, phenomenon = phenomenon, system = system, answer = answer
        data, not used: text, hypothesis
    """
    return _read(data, systems, _checked(roles, "read"))


def evaluate(
    data: Data,
    systems: Mapping[str, Predictions] | None = None,
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
    judges: Mapping[str, str] | None = None,
    chosen: Chosen | Mapping[str, str] | None = None,
    confidence: str | None = UNSET,
    probabilities: Mapping[str, str] | None = None,
    text: str | None = UNSET,
    hypothesis: str | None = UNSET,
    labels: str | Mapping[Any, str] | None = None,
    task: Task | None = None,
    missing: Missing = "error",
    common_pairs: bool = False,
    measures: Sequence[str] | None = None,
    primary: Sequence[str] = ("accuracy", "ideal_distance"),
    compare: Compare = "all",
    baseline: str | None = None,
    question: Question | None = None,
    correction: Correction = "holm",
    confidence_level: float = 0.95,
    resamples: int = 2000,
    seed: int = 1,
    strict: bool = False,
    title: str | None = None,
    names: Mapping[str, str] | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> Evaluation:
    """Evaluates the predictions of systems on pairs of text and hypothesis.

    ``data`` is a data frame (pandas, polars, pyarrow, DuckDB, datasets), a dict of columns, a list of dicts, a path, or
    a list of paths. It has one of three shapes:

    - a row for each prediction, with columns ``item``, ``system``, ``gold`` and ``answer``;
    - a row for each pair, with a column for each system (``answers``);
    - a row for each pair, and the predictions in ``systems``: a mapping from names to tables, to mappings from items to
      labels, to lists in the order of the pairs, or to `System` objects. `evaluate` does not store what a `System`
      predicts: `predict` does.

    A column has a role if it has the role's name, or if the call names it (``item="id"``). None switches a role off.

    Args:
        item, system, run: Columns with the id of the pair, the system, and the system's run, such as a seed.
        gold, answer: Columns with the gold label and the predicted label.
        answers: Columns of predicted labels, one for each system, or a mapping from columns to names.
        right: Column that states whether the prediction is correct (truth values, or from 0 to 1), instead of ``gold``
            and ``answer``; or a column for each system.
        part_of, phenomenon: Columns with the original of a monothematic pair, and with its phenomena.
        cluster: Column with equal values for pairs that depend on each other, such as their document. By default a
            cluster is an original with its parts, and with the originals that share a text.
        slices: Columns by whose values pairs are divided.
        judges: Columns of labels that models gave to all pairs, by the names of the models. ``gold`` (or ``right``) has the
            labels of people then, blank where they gave none, and people correct the judges.
        chosen: With ``judges``, how the pairs of people were chosen: ``random``, ``all-of`` (whole clusters), ``unknown``,
            or a mapping from ``probability`` or ``strata`` to a column.
        confidence: Column with a number for each prediction, higher if the system is surer.
        probabilities: Columns of probabilities from 0 to 1, by label, instead of ``answer``.
        text, hypothesis: Columns with the texts.
        labels: What labels mean: the name of a scheme, or a mapping to ``entailment``, ``unknown``, ``contradiction``,
            ``not-entailment`` or ``none``.
        task: ``two-way``, ``three-way`` or ``outcome``; None: the finest that the gold labels allow.
        missing: How to count a missing prediction: ``error`` refuses it, ``wrong`` counts it as wrong, and ``skip``
            leaves out the pair.
        common_pairs: Whether to compare systems on the pairs that all of them predict.
        measures: Keys of the measures to compute; None: all.
        primary: Keys of the primary measures, whose comparisons share a third of the level.
        compare: ``all`` compares every two systems, ``none`` compares no systems.
        baseline: System to compare every other system with, instead.
        question: ``methods`` (runs are a sample) or ``models`` (runs are fixed); None: ``methods``.
        correction: How to adjust p-values: ``holm``, ``benjamini-hochberg`` or ``none``.
        confidence_level: Level of intervals, from 0.01 to 0.9999; tests have 1 minus this.
        resamples: Number of resamples, from 1 to 1,000,000.
        seed: Seed of resampling. The same seed gives the same values.
        strict: Whether a column without a role is an error.
        title: Title of the report.
        names: Names of systems in tables and figures.
        threads: Number of threads; None: one for each core.
        progress: False shows no progress bar. One is shown after a second if tqdm is installed.

    Raises:
        DataError: The data are wrong. ``problems`` lists every problem.
        ConfigError: A keyword is wrong.
        SystemFailed: A `System` did not predict.

    Example:
        >>> study = phenom.evaluate(rows)
        >>> study.systems
        ('new', 'old')
    """
    given = locals()
    pairs: Any = given.pop("data")
    del given["systems"]
    threads, progress = given.pop("threads"), given.pop("progress")
    given = checked(given)
    if isinstance(systems, Mapping) and any(isinstance(one, System) for one in systems.values()):
        # What can be read only once is read once.
        pairs = pairs if paths_of(pairs) else frame_of(pairs, "data")
        asked = _systems.check({name: one for name, one in systems.items() if isinstance(one, System)})
        systems = {**systems, **_asked(pairs, asked, given, threads=threads, progress=progress)}
    reading = _read(pairs, systems, given)
    tables = [name.removesuffix(".parquet") for name in reading._frames]
    frames = dict(reading._frames)
    try:
        inner = _working(progress, _phenom.evaluate, reading.config(), CALL, frames, threads=threads)
    except PhenomError as error:
        raise renamed(error, tables) from None
    if not any(inner.rows("scores").values("support")):
        message = "no pair has a gold label and a prediction"
        raise DataError(message, "name the columns that have them: gold= and answer=, or answers=")
    reading = dataclasses.replace(reading, _frames={})
    return Evaluation(inner, reading, frames, threads)


def predict(
    data: Data,
    systems: Mapping[str, System],
    store: FilePath | None = None,
    *,
    fresh: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
    **roles: Unpack[Keywords],
) -> dict[str, Table]:
    """Asks systems to predict the labels of pairs. `evaluate` takes the result as ``systems``.

    A system sees only texts and hypotheses, a batch at a time, and identical pairs once. It is called from this thread.
    Keywords and exceptions are those of `evaluate`.

    Args:
        data: Pairs, with ``item``, ``gold``, ``text`` and ``hypothesis``.
        systems: The systems by name.
        store: Folder that stores predictions as they come. A second call asks only for missing ones. Their key is the
            name and version of the system and the two texts. None stores nothing.
        fresh: Whether to ask for stored predictions again.
        threads, progress: As in `evaluate`.

    Returns:
        For each system a table with a row for each pair: ``item``, ``answer`` (None if the system abstains), and
        ``confidence``, ``probability_LABEL`` and ``justification`` if the system gives them.

    Raises:
        SystemFailed: A system returned something else than a label for each pair.

    Example:
        >>> predicted = phenom.predict(pairs, {"overlap": overlap})
        >>> predicted["overlap"]["answer"]
        ['entailment', 'unknown']
        >>> phenom.evaluate(pairs, predicted).systems
        ('overlap',)
    """
    asked = _systems.check(systems)
    if store is not None:
        _systems.refuse_without_version(asked)
    given = _checked(roles, "predict")
    return _asked(data, asked, given, store=store, fresh=fresh, threads=threads, progress=progress)


def _asked(
    data: Data,
    systems: Mapping[str, System],
    given: dict[str, Any],
    *,
    threads: int | None,
    progress: bool | None,
    **kept: Any,
) -> dict[str, Table]:
    config, frames = pairs_alone(data, given)
    try:
        questions = _working(progress, _phenom.questions, config, "pairs.yaml", frames, threads=threads)
    except PhenomError as error:
        raise renamed(error, ["data"]) from None
    return _systems.predictions(questions, systems, progress=progress, **kept)


def compare(
    right_a: Column,
    right_b: Column,
    *,
    cluster: Column | None = None,
    names: tuple[str, str] = ("a", "b"),
    missing: Missing = "error",
    confidence_level: float = 0.95,
    resamples: int = 2000,
    seed: int = 1,
) -> Comparison:
    """Compares the accuracies of two systems on the same pairs; ``a`` is the old system.

    Args:
        right_a, right_b: For each pair whether the prediction is correct (0, 1 or truth values), aligned by position.
        cluster: Equal values for pairs that depend on each other, such as their document. By default every pair is a
            cluster.
        names: Names of the two systems.
        missing: As in `evaluate`; ``skip`` leaves out a pair for both systems.
        confidence_level, resamples, seed: As in `evaluate`.

    Raises:
        ConfigError: The columns have different lengths, or the names are equal.
        DataError: A value is not 0 or 1.

    Example:
        >>> comparison = phenom.compare([0, 1] * 20, [1, 1] * 20)
        >>> comparison.verdict
        'higher'
    """
    names_of_two = texts("names", names, "the names of two systems")
    if len(names_of_two) != 2 or len(set(names_of_two)) != 2:
        raise ConfigError(f"names={names!r} are not the names of two systems")
    columns = {"right_a": list_of(right_a, "right_a"), "right_b": list_of(right_b, "right_b")}
    # One comparison needs no correction, and shares its level with no other.
    settings: dict[str, Any] = {"right": dict(zip(columns, names_of_two)), "compare": "all", "correction": "none"}
    settings.update(measures=["accuracy"], missing=missing, confidence_level=confidence_level)
    # A pair that is left out for one system is left out of the comparison.
    settings.update(resamples=resamples, seed=seed, common_pairs=missing == "skip")
    return evaluation(evaluate, columns, cluster, settings).compare(*names_of_two)


def load(
    config: FilePath,
    *,
    run_systems: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
) -> Evaluation:
    """Evaluates a config as ``phenom run`` does, or reads a report folder.

    Args:
        config: Path of the config, or of a report folder. Of a folder, `load` reads the rows, claims and tables that
            its files have, and the evaluation refuses what needs the pairs.
        run_systems: Whether to run the programs and ask the servers that the config names.
        threads, progress: As in `evaluate`.

    Raises:
        ConfigError: The config is wrong, or the folder is not a report.
        DataError: The data are wrong, or a file of the report was changed.
        PhenomError: The config asks a program or server, and ``run_systems`` is False.

    Example:
        >>> folder = study.write("report")
        >>> phenom.load(folder) == study
        True
    """
    if not isinstance(config, (str, os.PathLike)):
        raise TypeError(f"config is {type(config).__name__}, and takes a path")
    if os.path.isdir(config):
        return read_folder(Path(config))
    inner = _working(progress, _phenom.load, os.fspath(config), asks=run_systems, threads=threads)
    text, _ = inner.config()
    return Evaluation(inner, Reading("config", {}, {}, (), text), {}, threads)


_Made = TypeVar("_Made")


def _working(progress: bool | None, work: Callable[..., _Made], *given: Any, **more: Any) -> _Made:
    if (threads := more.get("threads")) is not None:
        more["threads"] = whole("threads", threads, (1, 1_000_000))
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

measures: Measures = Measures(evaluate)
"""The measures as functions: ``phenom.measures.kappa(gold, answers)``. `Measures` describes them."""

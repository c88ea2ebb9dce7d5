"""What data are taken for: the columns that hold what, as a config says it. Nothing is guessed."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _display
from ._checks import UNSET, Unset, text
from ._errors import FRAME, ConfigError, DataError, PhenomError, Problem, nearest, renamed
from ._frames import frame_of, is_path, paths_of
from ._nested import flattened, is_nested
from ._phenom import Frame, inspect
from ._systems import System, refuse_others
from ._yaml import to_yaml

# In this order they are told.
ROLES = (
    "item", "system", "run", "gold", "answer", "right", "part_of", "phenomenon",
    "cluster", "confidence", "text", "hypothesis",
)
# What an answer's row has, rather than a pair's.
_OF_ANSWERS = ("system", "run", "answer", "right", "confidence")


@dataclass(frozen=True)
class Reading:
    """How data were read. `read` returns one, and `Evaluation.reading` is one.

    ``shape`` names the arrangement: ``long``, ``wide``, ``two tables``, ``files`` or ``config``. ``roles`` has for each
    table the column of each role, ``unused`` the columns without a role, and ``notes`` further sentences.

    Example:
        >>> phenom.read(rows, text=None).unused
        {'data': ('text',)}
    """

    shape: str
    roles: Mapping[str, Mapping[str, Any]]
    """For each table the column of each role."""
    unused: Mapping[str, tuple[str, ...]]
    """For each table the columns that nobody reads."""
    notes: tuple[str, ...] = ()
    _config: str = ""
    _frames: Mapping[str, Frame] = field(default_factory=dict, repr=False, compare=False)

    def config(self) -> str:
        """The config of the same evaluation, as YAML. Instead of a data frame it names a Parquet file.

        Example:
            >>> print(phenom.read(rows, seed=7).config().splitlines()[-1])
            seed: 7
        """
        return self._config

    def __str__(self) -> str:
        lines = [f"shape: {self.shape}"]
        for table, roles in self.roles.items():
            told = [f"{role} = {_shown(column)}" for role, column in roles.items()]
            lines.append(f"{table}: {', '.join(told)}")
        for table, columns in self.unused.items():
            if columns:
                lines.append(f"{table}, not used: {', '.join(columns)}")
        return "\n".join([*lines, *self.notes])

    def _html(self) -> list[str]:
        """How the data were read, for the end of an output."""
        return [_display.paragraph(line, quiet=True) for line in f"Read: {self}".split("\n")]

    def _repr_html_(self) -> str:
        return _display.page(*self._html())

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        plain = _display.in_lines(str(self), "print(reading)")
        return {"text/plain": plain, "text/html": self._repr_html_()}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_frames": {}}


def _shown(column: Any) -> str:
    if isinstance(column, Mapping):
        return ", ".join(f"{name}: {column}" for column, name in column.items())
    if isinstance(column, (list, tuple)):
        return ", ".join(map(str, column))
    return str(column)


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _distance(one: str, other: str) -> int:
    """How many letters have to change, two swapped ones counting once."""
    rows = [list(range(len(other) + 1))]
    for at, letter in enumerate(one, 1):
        row = [at]
        for to, wanted in enumerate(other, 1):
            cost = min(rows[-1][to] + 1, row[-1] + 1, rows[-1][to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == wanted:
                cost = min(cost, rows[-2][to - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]


class _Table:
    """A data frame, or a file, and which of its columns hold what."""

    def __init__(self, data: Any, name: str) -> None:
        self.name = name
        self.path = is_path(data)
        self.frame = None if self.path else frame_of(data, name)
        self.file = str(data) if self.path else f"{name}{FRAME}"
        # Of a file the reader says which columns there are.
        self.columns: list[str] = self.frame.columns() if self.frame else []
        # The index of a data frame of pandas is not among its columns.
        self.index = [str(one) for one in getattr(getattr(data, "index", None), "names", ()) if one is not None]
        self.roles: dict[str, Any] = {}

    def error(self, message: str, help: str) -> DataError:
        return DataError(message, help, [Problem(message, help, self.name)])

    def _refuse_absent(self, keyword: str, column: str) -> None:
        if self.frame and column not in self.columns:
            message = f"there is no column `{column}` ({keyword}={column!r})"
            in_index = f"`{column}` is in the index: pass `frame.reset_index()`"
            raise self.error(message, in_index if column in self.index else nearest(column, self.columns))

    def take(self, role: str, given: Any, *, needed: bool = False) -> str | None:
        """The column of a role: as named in the call, or that of the role's own name."""
        column: str | None = given
        if given is UNSET:
            column = role if role in self.columns or (self.path and needed) else None
        elif given is not None:
            self._refuse_absent(role, given)
        if column is not None:
            self.roles[role] = column
        return column

    def take_several(self, role: str, given: Any) -> Any:
        for column in given if isinstance(given, Mapping) else _listed(given):
            self._refuse_absent(role, column)
        if given:
            self.roles[role] = given
        return given

    def need(self, role: str, why: str = "") -> DataError:
        message = f"no column is the {role}{why}"
        known = ", ".join(f"`{column}`" for column in self.columns)
        if role in self.index:
            return self.error(message, f"`{role}` is in the index: pass `frame.reset_index()`")
        return self.error(message, f"pass {role}=COLUMN; the columns are {known}")

    def unused(self) -> tuple[str, ...]:
        used: set[str] = set()
        for column in self.roles.values():
            used.update([column] if isinstance(column, str) else column)
        return tuple(column for column in self.columns if column not in used)

    def refuse_slips(self, given: Mapping[str, Any]) -> None:
        """A column nearly called as a role that no column has: it was meant, or the call says that it was not."""
        for column in self.unused():
            for role in ROLES:
                # Short words are near to many others.
                near = 1 if len(role) < 6 else 2
                if role in self.roles or given[role] is not UNSET or column in ROLES:
                    continue
                if _distance(column.lower(), role) <= near:
                    message = f"the column `{column}` is nearly called `{role}`"
                    raise self.error(message, f"pass {role}={column!r}, or {role}=None if it is not")


def read(data: Any, systems: Any, given: dict[str, Any]) -> Reading:
    """What data are taken for. ``given`` has the keywords of `evaluate`."""
    paths = paths_of(data)
    if paths is not None and (systems is None or len(paths) > 1):
        if systems is not None:
            raise ConfigError("`systems` goes with one table of pairs", "pass one path as data")
        return _read_files(paths, given)
    nested = is_nested(data)
    if nested:
        item, text = (given[role] if isinstance(given[role], str) else role for role in ("item", "text"))
        part_of = None if given["part_of"] is UNSET else given["part_of"]
        data, given = flattened(data, item, text, part_of), {**given, "part_of": "part_of"}
    pairs = _Table(paths[0] if paths else data, "data")
    tables = [pairs]
    config: dict[str, Any] = {"title": given["title"] or "Evaluation"}
    outcomes = given["right"] is not None and (
        given["right"] is not UNSET or "right" in pairs.columns or given["task"] == "outcome"
    )
    if (systems is not None or given["answers"]) and given["right"] is UNSET and given["task"] != "outcome":
        outcomes = False
    if outcomes and given["right"] is UNSET and given["gold"] is UNSET and "gold" in pairs.columns:
        message = "both `right` and `gold` say which answers are right"
        raise pairs.error(message, "pass right=None to use gold labels, or gold=None to use outcomes")
    if given["task"] or outcomes:
        config["task"] = given["task"] or "outcome"
    dataset, item = _dataset(pairs, given, outcomes)
    answers = given["answers"]
    if systems is not None:
        if answers:
            raise ConfigError("either `systems` or `answers` has the answers, not both")
        shape = "two tables"
        read = _of_tables(systems, given, pairs, item, outcomes, tables)
    elif answers or not isinstance(given["right"], (str, type(None), Unset)):
        shape = "wide"
        read = _of_columns(pairs, given, item, outcomes)
    else:
        shape = "long"
        dataset["repeated"] = "same"
        read = [_of_rows(pairs, given, item, outcomes)]
    if nested:
        shape += ", nested"
    if outcomes:
        shape += ", outcomes"
    config["dataset"], config["systems"] = dataset, read
    config.update(_settings(given))
    _refuse_unread(tables, given, shape)
    for table in tables:
        table.refuse_slips(given)
    unused = {table.name: table.unused() for table in tables}
    if given["strict"]:
        for table in tables:
            if unused[table.name]:
                raise table.error(
                    f"nobody reads {', '.join(f'`{column}`' for column in unused[table.name])}",
                    "leave them out, or leave out strict=True",
                )
    frames = {table.file: table.frame for table in tables if table.frame}
    roles = {table.name: dict(table.roles) for table in tables}
    return Reading(shape, roles, unused, (), to_yaml(config), frames)


def _refuse_unread(tables: Sequence[_Table], given: Mapping[str, Any], shape: str) -> None:
    """A column that the call names for a role that this shape of data does not have."""
    for role in (*ROLES, "answers", "probabilities"):
        if given[role] is UNSET or not given[role] or any(role in table.roles for table in tables):
            continue
        of_systems = {"wide": "a column for each system", "two tables": "a table for each system"}
        of_rows = "outcomes" if "outcomes" in shape else "probabilities" if given["probabilities"] else "predictions"
        has = of_systems.get(shape.partition(",")[0], f"{of_rows} in rows")
        raise ConfigError(f"{role}= has no use: the data have {has} (shape: {shape})", f"leave out {role}=")


def pairs_alone(data: Any, given: dict[str, Any]) -> tuple[str, dict[str, Frame]]:
    """The config of the pairs without systems, and the frame in it, for systems that are asked."""
    paths = paths_of(data)
    if paths is not None and len(paths) > 1:
        raise ConfigError("systems are asked about one table of pairs", "pass one path or data frame as data")
    pairs = _Table(paths[0] if paths else data, "data")
    if given["right"] not in (UNSET, None):
        raise ConfigError("systems predict labels, and right= is a column of outcomes", "pass gold= instead")
    config: dict[str, Any] = {"title": "Pairs"}
    if given["task"]:
        config["task"] = given["task"]
    config["dataset"], _ = _dataset(pairs, given, outcomes=False)
    for role in ("text", "hypothesis"):
        if pairs.frame and role not in pairs.roles:
            raise pairs.need(role, " that systems read")
    pairs.refuse_slips(given)
    return to_yaml(config), {pairs.file: pairs.frame} if pairs.frame else {}


def _dataset(pairs: _Table, given: dict[str, Any], outcomes: bool) -> tuple[dict[str, Any], str]:
    item = pairs.take("item", given["item"], needed=True)
    if item is None:
        raise pairs.need("item", ", the id of a pair")
    columns: dict[str, Any] = {"id": item}
    if not outcomes:
        gold = pairs.take("gold", given["gold"], needed=True)
        if gold is None:
            raise pairs.need("gold", " label; or pass right=COLUMN, if the data say which answers are right")
        columns["gold"] = gold
    for role, key in [("part_of", "origin"), ("cluster", "cluster"), ("text", "text"), ("hypothesis", "hypothesis")]:
        column = pairs.take(role, given[role])
        if column is not None:
            columns[key] = column
    slices = _listed(given["slices"])
    if pairs.take_several("slices", slices):
        columns["attributes"] = slices
    dataset: dict[str, Any] = {"path": pairs.file, "columns": columns}
    phenomenon = given["phenomenon"]
    if phenomenon is UNSET:
        phenomenon = [column for column in ["phenomenon"] if column in pairs.columns]
    if phenomenon:
        phenomenon = _listed(phenomenon)
        pairs.take_several("phenomenon", phenomenon)
        dataset["phenomena"] = {"columns": phenomenon}
    if given["labels"] is not None:
        dataset["labels"] = _labels(given["labels"])
    if given["judges"]:
        dataset["judged"] = _judged(pairs, given, outcomes)
    return dataset, item


def _judged(pairs: _Table, given: dict[str, Any], outcomes: bool) -> dict[str, Any]:
    """The labels of people and judges; of outcomes, columns of the predictions."""
    people: Any = given["right"] if outcomes else pairs.roles["gold"]
    if outcomes and not isinstance(people, (str, Unset)):
        help = "pass a row for each prediction, with a column for each judge"
        raise ConfigError("judges= needs one column right= for all systems", help)
    chosen = given["chosen"]
    how = chosen if isinstance(chosen, str) else next(iter(chosen))
    columns: dict[str, Any] = {} if isinstance(chosen, str) else chosen
    pairs.take_several("chosen", list(columns.values()))
    if not outcomes:
        pairs.take_several("judges", {column: name for name, column in given["judges"].items()})
    return {
        "people": {"labels": "right" if people is UNSET else people, "chosen": how, **columns},
        "judges": [{"name": name, "labels": column} for name, column in given["judges"].items()],
    }


def _labels(labels: Any) -> Any:
    """Labels as a config has them: its keys are texts."""
    if isinstance(labels, str):
        return labels
    return {_label(label): meaning for label, meaning in labels.items()}


def _label(label: Any) -> str:
    """A label as a column has it: that of a number is written without a fraction of 0."""
    label = label.item() if hasattr(label, "item") else label
    if isinstance(label, bool):
        return str(label).lower()
    if isinstance(label, float) and label.is_integer():
        return str(int(label))
    return str(label)


def _columns_of_answers(table: _Table, given: dict[str, Any], item: str, outcomes: bool) -> dict[str, Any]:
    columns: dict[str, Any] = {"id": item}
    if outcomes:
        right = table.take("right", given["right"], needed=True)
        if right is None:
            raise table.need("right", ": whether an answer is right")
        if given["judges"]:
            table.take_several("judges", {column: name for name, column in given["judges"].items()})
        else:
            columns["outcome"] = right
    elif given["probabilities"] is not None:
        judgments = dict(given["probabilities"])
        table.take_several("probabilities", {column: judgment for judgment, column in judgments.items()})
        columns["probabilities"] = judgments
    else:
        answer = table.take("answer", given["answer"], needed=True)
        if answer is None:
            raise table.need("answer")
        columns["label"] = answer
    confidence = None if outcomes else table.take("confidence", given["confidence"])
    if confidence is not None:
        columns["confidence"] = confidence
    return columns


def _missing(given: dict[str, Any], system: dict[str, Any]) -> dict[str, Any]:
    """A blank answer is a missing one, as if the data had no row."""
    if "label" in system["columns"]:
        system["blank"] = "missing"
    if given["missing"] != "error":
        system["missing"] = given["missing"]
    return system


def _of_rows(pairs: _Table, given: dict[str, Any], item: str, outcomes: bool) -> dict[str, Any]:
    """Systems whose answers are rows of the table of pairs."""
    system, run = pairs.take("system", given["system"]), pairs.take("run", given["run"])
    columns = _columns_of_answers(pairs, given, item, outcomes)
    if system is None:
        raise pairs.need("system")
    described = {"from": pairs.file, "system": system, **({"run": run} if run else {}), "columns": columns}
    return _missing(given, described)


def _of_columns(pairs: _Table, given: dict[str, Any], item: str, outcomes: bool) -> list[dict[str, Any]]:
    """Systems whose answers are a column each of the table of pairs."""
    role = "right" if outcomes else "answers"
    named = given[role]
    if named is UNSET:
        raise pairs.need(role, ": whether an answer is right")
    if not isinstance(named, Mapping):
        named = {column: column for column in _listed(named)}
    pairs.take_several(role, named)
    key = "outcome" if outcomes else "label"
    return [
        _missing(given, {"name": str(name), "predictions": pairs.file, "columns": {"id": item, key: column}})
        for column, name in named.items()
    ]


def _of_tables(
    systems: Any, given: dict[str, Any], pairs: _Table, item: str, outcomes: bool, tables: list[_Table]
) -> list[dict[str, Any]]:
    """Systems whose answers are in tables of their own."""
    if not isinstance(systems, Mapping):
        raise ConfigError("`systems` is a mapping from the names of systems to their answers")
    if not systems:
        raise ConfigError("systems= names no system", "leave out systems=, or pass {NAME: ANSWERS}")
    described = []
    for name, answers in systems.items():
        text("systems", str(name))
        refuse_others(str(name), answers)
        if is_path(answers) and not os.path.exists(answers):
            message = f"systems={{{str(name)!r}: {answers!r}}} names a file that does not exist"
            help = "pass a path, a table, a mapping {item: answer}, or a list in the order of the pairs"
            raise ConfigError(message, help)
        if isinstance(answers, System):
            message = f"{str(name)!r} has no answers yet: read() asks no system"
            raise ConfigError(message, "leave it out, or pass what phenom.predict returns for it")
        table = _Table(_answers(answers, str(name), pairs, item), _file_name(str(name), tables))
        tables.append(table)
        own = table.take("item", given["item"] if table.path or given["item"] in table.columns else UNSET, needed=True)
        if own is None:
            raise table.need("item", ", the id of a pair")
        columns = _columns_of_answers(table, given, own, outcomes)
        run = table.take("run", given["run"])
        key = "from" if run else "predictions"
        system = {"name": str(name), key: table.file, **({"run": run} if run else {}), "columns": columns}
        described.append(_missing(given, system))
    return described


def _answers(answers: Any, name: str, pairs: _Table, item: str) -> Any:
    """A mapping of items, or a list in the order of the pairs, as a table; other answers as they are."""
    if isinstance(answers, Mapping) and not any(map(_is_column, answers.values())):
        return {"item": [str(one) for one in answers], "answer": list(answers.values())}
    is_list = isinstance(answers, (list, tuple)) and bool(answers)
    if is_list and not isinstance(answers[0], Mapping) and not hasattr(answers[0], "__dataclass_fields__"):
        if pairs.frame is None:
            raise ConfigError(f"the answers of {name!r} have no ids", "pass a mapping {item: answer}, or a table")
        items = pairs.frame.texts(item)
        if len(items) != len(answers):
            message = f"{name!r} has {len(answers)} answers, and data has {len(items)} rows"
            raise DataError(message, "pass a mapping {item: answer}")
        return {"item": items, "answer": list(answers)}
    return answers


def _is_column(values: object) -> bool:
    return isinstance(values, (list, tuple)) or hasattr(values, "dtype") or hasattr(values, "to_pylist")


def _file_name(name: str, tables: Sequence[_Table]) -> str:
    plain = re.sub(r"[^\w-]+", "-", name).strip("-") or "answers"
    used = {table.name for table in tables}
    return next(one for one in (plain, *(f"{plain}-{n}" for n in range(2, len(used) + 3))) if one not in used)


def _settings(given: dict[str, Any]) -> dict[str, Any]:
    """What a config says besides of data; nothing of what is as usual."""
    config: dict[str, Any] = {}
    statistics: dict[str, Any] = {}
    usual = {
        "confidence_level": 0.95, "resamples": 2000, "compare": "all", "baseline": None,
        "primary": ("accuracy", "ideal_distance"), "question": None, "correction": "holm", "common_pairs": False,
    }
    for key, value in usual.items():
        wanted = given[key]
        if isinstance(wanted, (list, tuple)):
            wanted = tuple(wanted)
        if wanted != value:
            statistics[key.replace("_", "-")] = list(wanted) if isinstance(wanted, tuple) else wanted
    if given["seed"] != 1:
        config["seed"] = given["seed"]
    if statistics:
        config["statistics"] = statistics
    if given["measures"] is not None:
        config["measures"] = _listed(given["measures"])
    if given["names"]:
        config["report"] = {"names": {"systems": dict(given["names"])}}
    return config


def _read_files(paths: list[str], given: dict[str, Any]) -> Reading:
    """Files as `phenom run` takes them."""
    import json

    said: dict[str, Any] = {}
    for role in ("part_of", "cluster", "confidence", "text", "hypothesis", "slices", "probabilities", "judges"):
        if given[role] not in (UNSET, None, (), []):
            message = f"{role}= is for data frames; files are taken as `phenom run` takes them"
            raise ConfigError(message, "`phenom.load` reads a config, which has a key for it")
    for role in ("item", "gold", "phenomenon", "system", "run", "right"):
        if given[role] not in (UNSET, None):
            said[role] = _listed(given[role]) if role in ("item", "system", "right") else given[role]
    answers = _listed(given["answers"]) if given["answers"] else []
    if given["answer"] not in (UNSET, None):
        answers.append(given["answer"])
    if answers:
        said["answers"] = answers
    if given["missing"] != "error":
        said["missing"] = given["missing"]
    if given["labels"] is not None:
        said["labels"] = json.dumps(_labels(given["labels"]))
    try:
        text, found = inspect(paths, said)
    except PhenomError as error:
        raise renamed(error, ()) from None
    # Nobody asked for a report folder.
    text = re.sub(r"(?m)^(# The folder for the report\.\n)?output: .*\n", "", text)
    if given["title"]:
        text = re.sub(r"(?m)^title: .*\n", to_yaml({"title": given["title"]}).replace("\\", r"\\"), text)
    settings = _settings(given)
    if given["task"]:
        settings["task"] = given["task"]
    return Reading("files", {}, {}, tuple(found), text + to_yaml(settings), {})

"""Measures as functions of a table of counts, of gold labels and answers, or of outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _phenom
from ._checks import whole
from ._errors import ConfigError, DataError, nearest
from ._evaluation import Evaluation, Score
from ._named import Named
from ._types import Column, Missing
from ._values import grid_of, is_grid, list_of

# Bergmair 2009, figure 2: rows gold, columns answers.
_EXAMPLE = [[20, 25, 5], [9, 18, 9], [1, 7, 6]]


class Measure:
    """A measure, and the function that computes it.

    ``key`` is its name in configs and files, ``title`` its name in text, ``definition`` its meaning in a sentence,
    ``formula`` how it is computed, ``range`` its values and their unit, ``undefined`` when it has no value, and
    ``source`` its paper and section. ``phenom measures`` prints them.

    Example:
        >>> phenom.measures.kappa.title
        "Cohen's kappa"
    """

    def __init__(self, definition: _phenom.Definition, evaluate: Callable[..., Evaluation]) -> None:
        self._known = definition
        self._evaluate = evaluate
        self.key: str = definition.key
        self.title: str = definition.name
        self.definition: str = definition.definition
        self.formula: str = definition.formula
        self.range: str = definition.range
        self.undefined: str = definition.undefined
        self.source: str = definition.source
        self.__name__: str = self.key
        self.__doc__ = definition.described

    @property
    def docstring(self) -> str:
        """Its meaning, formula, range and source, how to call it, and an example.

        Example:
            >>> print(phenom.measures.kappa.docstring.splitlines()[0])
            Cohen's kappa (kappa)
        """
        refused = self._known.needs_besides_labels
        call, more = f"phenom.measures.{self.key}", ', label="entailment"' if self._known.is_of_labels else ""
        if refused is not None:
            needs = f"It needs {refused}, which a table or two columns do not have."
            return f"{self._known.described}\n{needs}\n\n>>> {call}.range\n{self.range!r}\n"
        lines = [
            f"{call}(table{more}): a table of counts, rows gold labels, columns predicted labels",
            f"{call}(gold, answers{more}): columns of gold labels and predicted labels",
        ]
        if self._known.is_of_outcomes:
            lines.append(f"{call}(right): a column that states whether each prediction is correct")
        value = self(_EXAMPLE, label="entailment" if self._known.is_of_labels else None).value
        example = f">>> {call}({_EXAMPLE}{more}).value\n{value!r}"
        return "\n".join([self._known.described, "Calls:", *(f"  {line}" for line in lines), "", example, ""])

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_key, (self.key,)

    def __call__(
        self,
        gold: Column,
        answers: Column | None = None,
        /,
        *,
        cluster: Column | None = None,
        labels: str | Mapping[Any, str] | Sequence[str] | None = None,
        label: object = None,
        missing: Missing = "error",
        confidence_level: float = 0.95,
        seed: int = 1,
    ) -> Score:
        """Computes the measure from a table of counts, from gold labels and predictions, or from outcomes.

        Columns are lists, numpy arrays, series or Arrow arrays of one length, aligned by position. They give an
        interval, as in a report. A table has none, because counts do not state which pairs depend on each other.

        Args:
            gold: Gold labels; or, without ``answers``, whether each prediction is correct (0, 1 or truth values); or a
                table of counts of shape (labels, labels): rows gold labels, columns predicted labels, and one more
                column for abstentions.
            answers: Predicted labels; None is a missing prediction.
            cluster: Equal values for pairs that depend on each other, such as their document. By default every pair is
                a cluster.
            labels: What labels mean, as in `evaluate`; of a table, the names of its rows.
            label: The label, if the measure has a value for each label.
            missing: How to count a missing prediction: ``error``, ``wrong`` or ``skip``, as in `evaluate`.
            confidence_level: Level of the interval, from 0.01 to 0.9999.
            seed: Seed of resampling.

        Raises:
            ConfigError: The measure needs other data, or an argument is wrong.
            DataError: A label or outcome is wrong.

        Example:
            >>> score = phenom.measures.accuracy([True, True, False, True] * 10)
            >>> score.value, round(score.lower, 3), round(score.upper, 3)
            (0.75, 0.596, 0.86)
        """
        refused = self._known.needs_besides_labels
        if refused is not None:
            # Columns of a data frame have no role for these.
            of_config = any(word in refused for word in ("annotators", "relevance"))
            help = f'phenom.evaluate(frame, measures=["{self.key}"]) computes it of a frame that has them'
            help = "phenom.load(CONFIG) computes it, if the config has them" if of_config else help
            raise ConfigError(f"{self.key} needs {refused}", help)
        if self._known.is_of_labels and label is None:
            raise ConfigError(f"{self.key} has a value for each label", 'name one: label="entailment"')
        if label is not None and not self._known.is_of_labels:
            raise ConfigError(f"{self.key} is a value of all labels", "leave out label=")
        if answers is None and not is_grid(gold):
            gold = list_of(gold, "gold")
        elif answers is None:
            if cluster is not None:
                raise ConfigError("a table of counts has no clusters", "pass gold labels and answers with cluster=")
            if missing != "error":
                raise ConfigError("a table of counts has no missing answers", "one more column counts abstentions")
            return self._of_table(gold, labels, label, seed)
        settings: dict[str, Any] = {"missing": missing, "confidence_level": confidence_level, "seed": seed}
        if answers is None:
            return self._of_outcomes(gold, cluster, labels, settings)
        frame = {"gold": list_of(gold, "gold"), "answer": list_of(answers, "answers")}
        settings.update(answers=["answer"], labels=labels)
        return self._observed(frame, cluster, settings, _meant(label, labels))

    def _of_table(self, counts: Any, labels: Any, label: Any, seed: int) -> Score:
        rows, names = grid_of(counts)
        if labels is not None:
            if isinstance(labels, (str, Mapping)):
                raise ConfigError("labels= of a table is a list with the name of each row")
            names = [str(name) for name in list_of(labels, "labels")]
        # What the table is wrong in comes before what its labels are.
        if names is None or len(names) == len(rows):
            place = None
            if label is not None and len(rows) > 1:
                known = names or _phenom.usual_labels(len(rows))
                if str(label) not in known:
                    raise ConfigError(f"there is no label {label!r}", nearest(str(label), known))
                place = known.index(str(label))
            _refuse_twice(names or [])
            at_random = whole("seed", seed, (0, 2**64 - 1))
            value, reason, share, support = _phenom.measured(self.key, rows, names, place, at_random)
        else:
            raise ConfigError(f"{len(names)} labels for a table of {len(rows)} rows", "name one label for each row")
        row = {"measure": self.key, "value": value, "numerator": None, "denominator": None}
        if share is not None:
            row["numerator"], row["denominator"] = share
        row.update(support=support, undefined_reason=reason)
        return Score("table", self.key, value, None, None, support, reason, None, row)

    def _of_outcomes(self, right: Any, cluster: Any, labels: Any, settings: dict[str, Any]) -> Score:
        if not self._known.is_of_outcomes:
            help = "pass gold labels and answers, or a table of counts: rows gold labels, columns answers"
            raise ConfigError(f"{self.key} needs to know the labels, and one column has no more than outcomes", help)
        if labels is not None:
            raise ConfigError("outcomes have no labels", "leave out labels=, or pass gold labels and answers")
        return self._observed({"right": list_of(right, "right")}, cluster, {"right": ["right"], **settings}, None)

    def _observed(
        self, frame: dict[str, list[Any]], cluster: Any, settings: dict[str, Any], label: str | None
    ) -> Score:
        study = evaluation(self._evaluate, frame, cluster, {**settings, "measures": [self.key]})
        system = study.systems[0]
        if label is not None:
            rows = [row for row in study.scores if row["measure"] == self.key]
            known = [row["slice"] for row in rows if row["slice_kind"] == "judgment"]
            if label not in known:
                raise ConfigError(f"no pair has the label {label!r}", nearest(label, known))
        return study.value(self.key, system, pairs="originals", slice=label)

    def __repr__(self) -> str:
        return f"<phenom.measures.{self.key}: {self.title}>"


def _refuse_twice(names: list[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ConfigError(f"two rows have the label {twice!r}", "name another label for each row")


def _of_key(key: str) -> Measure:
    from . import measures

    return measures[key]


def _meant(label: Any, labels: Any) -> str | None:
    """The judgment that a label stands for."""
    if label is None:
        return None
    if isinstance(labels, Mapping):
        return str(labels.get(label, label))
    return _phenom.meaning(labels, str(label)) or str(label)


def evaluation(
    evaluate: Callable[..., Evaluation], columns: Mapping[str, list[Any]], cluster: Any, settings: Mapping[str, Any]
) -> Evaluation:
    """The evaluation of columns of answers, a pair a row."""
    columns = dict(columns)
    if cluster is not None:
        columns["cluster"] = list_of(cluster, "cluster")
    length = max(map(len, columns.values()))
    # Columns of different lengths are refused with their lengths.
    frame = {"item": list(range(length)), **columns}
    told = ", ".join(f"{name} {len(values)}" for name, values in columns.items())
    if len({len(values) for values in columns.values()}) > 1:
        raise ConfigError(f"the columns have different lengths: {told}", "they are aligned by position")
    if not length:
        raise DataError("the columns are empty", "pass a value for each pair")
    return evaluate(frame, **{"compare": "none", "progress": False, **settings})


class Measures(Named, Mapping[str, Measure]):
    """All measures by their keys, as attributes and as a mapping. A name of scikit-learn leads to the key of phenom.

    Example:
        >>> phenom.measures["kappa"] is phenom.measures.kappa
        True
    """

    def __init__(self, evaluate: Callable[..., Evaluation]) -> None:
        self._measures = {one.key: Measure(one, evaluate) for one in _phenom.definitions()}

    def __getitem__(self, key: str) -> Measure:
        """The measure with a ``key``; KeyError, with the nearest key, if there is none.

        Example:
            >>> phenom.measures["mcc"].range
            '-1 to 1; 0 for chance'
        """
        found = self._measures.get(key)
        if found is None:
            raise KeyError(self._unknown(key))
        return found

    # Checkers know the keys.
    if not TYPE_CHECKING:

        def __getattr__(self, key: str) -> Measure:
            # Before there are any, and for what Python itself looks for.
            if key.startswith("_") or key not in self._measures:
                raise AttributeError(key if key.startswith("_") else self._unknown(key), name=key, obj=None)
            return self._measures[key]

    def _unknown(self, name: str) -> str:
        key = _phenom.key_of(name)
        if key is not None:
            return f"there is no measure {name!r}; phenom calls it {key!r}"
        return f"there is no measure {name!r}; {_near(name, list(self._measures))}"

    def __iter__(self) -> Iterator[str]:
        return iter(self._measures)

    def __len__(self) -> int:
        return len(self._measures)

    def __dir__(self) -> Sequence[str]:
        return sorted([*super().__dir__(), *self._measures])

    def __repr__(self) -> str:
        return f"<phenom.measures: {len(self)} measures>"


def _near(name: str, keys: list[str]) -> str:
    told = nearest(name, keys)
    return told if told.startswith("did") else "list(phenom.measures) has all"

"""Functions and objects of Python as systems: pairs in, answers out, a batch at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _phenom
from ._checks import is_text, text
from ._display import quoted
from ._errors import ConfigError, SystemFailed
from ._progress import Progress
from ._table import Table

__all__ = ["Answer", "Pair", "System", "system"]


@dataclass(frozen=True, slots=True)
class Pair:
    """What a system sees of a pair: its ``text``, its ``hypothesis``, and an opaque ``id``.

    phenom computes the id from the two texts. It does not show the dataset's id, which pair is an original, or the gold
    label.

    Example:
        >>> phenom.Pair("Dogs bark.", "Animals bark.", "1").hypothesis
        'Animals bark.'
    """

    text: str
    hypothesis: str
    id: str


@dataclass(frozen=True)
class Answer:
    """What a system predicts for a pair.

    Args:
        label: One of the labels of the task; None abstains, and `evaluate` counts the prediction as missing.
        confidence: Any number, higher if the system is surer.
        probabilities: For each label a number from 0 to 1; they sum to 1.
        justification: The reason of the system.

    Example:
        >>> phenom.Answer("entailment", confidence=0.9).label
        'entailment'
    """

    label: str | None
    confidence: float | None = None
    probabilities: Mapping[str, float] | None = None
    justification: str | None = None


class System:
    """A system as an object, such as a model that has to be loaded. A subclass defines ``version`` and ``answer``.

    `predict` stores predictions by ``name`` (by default that of the class) and ``version``: another version does not
    use them. ``batch`` is the largest number of pairs that ``answer`` gets at once.

    Example:
        >>> class Always(phenom.System):
        ...     version = "1"
        ...     def answer(self, pairs):
        ...         return ["entailment" for pair in pairs]
        >>> phenom.predict(pairs, {"always": Always()})["always"]["answer"][0]
        'entailment'
    """

    name: str = ""
    version: str = ""
    batch: int = 32

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__

    def start(self) -> None:
        """Loads a model. `predict` calls it once before the first batch, and not if all predictions are stored.

        Example:
            >>> overlap.start()
        """

    def answer(self, pairs: list[Pair]) -> Iterable[str | Answer]:
        """Returns a label or an `Answer` for each of the ``pairs`` of a batch, in the same order.

        What it raises passes through `predict`, with a note that names the batch (Python 3.11).

        Example:
            >>> overlap.answer([phenom.Pair("Dogs bark.", "Dogs bark.", "1")])
            ['entailment']
        """
        raise NotImplementedError(f"{type(self).__name__} has no method answer(pairs)")


Function = Callable[[list[Pair]], Iterable["str | Answer"]]


class _OfFunction(System):
    """A function as a system. It can be called as before."""

    def __init__(self, function: Function, name: str, version: str, batch: int) -> None:
        self.name, self.version, self.batch = name, version, batch
        self._function = function
        self.__doc__ = function.__doc__
        self.__wrapped__ = function

    def answer(self, pairs: list[Pair]) -> Iterable[str | Answer]:
        return self._function(pairs)

    def __call__(self, pairs: list[Pair]) -> Iterable[str | Answer]:
        return self._function(pairs)

    def __repr__(self) -> str:
        return f"<phenom system {quoted(self.name)}, version {quoted(self.version)}>"


def system(*, version: str, name: str | None = None, batch: int = 32) -> Callable[[Function], _OfFunction]:
    """Makes a system from a function that takes a list of `Pair` and returns a label or an `Answer` for each.

    Args:
        version: Any text. `predict` does not use predictions that another version stored.
        name: Name of the system; None: that of the function.
        batch: Largest number of pairs that the function gets at once.

    Raises:
        ConfigError: ``version`` is not a text.

    Example:
        >>> @phenom.system(version="1")
        ... def always(pairs):
        ...     return ["entailment" for pair in pairs]
        >>> always
        <phenom system 'always', version '1'>
    """
    if not isinstance(version, str):
        raise ConfigError('version= is a text, such as version="2026-11"')
    if name is not None:
        text("name", name)

    def made(function: Function) -> _OfFunction:
        return _OfFunction(function, name or str(getattr(function, "__name__", "system")), version, batch)

    return made


def refuse_others(name: str, answers: object) -> None:
    """What is nearly a system."""
    if isinstance(answers, type) and issubclass(answers, System):
        raise ConfigError(f"{name!r} is a class", f"pass a system of it: {answers.__name__}()")
    if callable(answers) and not isinstance(answers, System) and not hasattr(answers, "__arrow_c_stream__"):
        raise ConfigError(f"{name!r} is a function", 'make it a system: @phenom.system(version="1") above it')


def predictions(
    questions: _phenom.Questions,
    systems: Mapping[str, System],
    store: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    progress: bool | None = None,
) -> dict[str, Table]:
    """What systems predict, a table each."""
    return {
        name: Table(
            questions.ask(
                _key(one, name),
                one.version,
                None if store is None else os.fspath(store),
                fresh,
                _Asking(name, one, dict(questions.labels(name)), progress),
            )
        )
        for name, one in systems.items()
    }


def _key(one: System, name: str) -> str:
    """Two objects of one class are two systems, by the names that they have in the call."""
    return one.name if one.name == name else f"{name} ({one.name})"


@dataclass
class _Asking:
    """Asks a system batch by batch, and says of its answers what phenom stores."""

    name: str
    system: System
    labels: Mapping[str, str]
    progress: bool | None

    def __call__(self, sent: Sequence[tuple[str, str, str, str]]) -> Iterator[tuple[Any, ...]]:
        size = self.system.batch
        if not isinstance(size, int) or isinstance(size, bool) or size < 1:
            raise ConfigError(f"the batch of {self.name!r} is {size!r}, and takes a whole number from 1")
        shown = None if self.progress is False else Progress()
        try:
            self.system.start()
            for begin in range(0, len(sent), size):
                if shown is not None:
                    shown(self.name, begin, len(sent))
                yield from self._batch(sent, begin, size)
        finally:
            if shown is not None:
                shown.close()

    def _batch(self, sent: Sequence[tuple[str, str, str, str]], begin: int, size: int) -> Iterator[tuple[Any, ...]]:
        batch = sent[begin : begin + size]
        ids = [own for *_, own in batch]
        pairs = [Pair(text, hypothesis, opaque) for opaque, text, hypothesis, _ in batch]
        given = 0
        try:
            answers = self.system.answer(pairs)
            self._refuse_no_list(answers)
            answers = iter(answers)
        except SystemFailed:
            raise
        except BaseException as error:
            self._note(error, ids, begin, len(sent))
            raise
        while True:
            try:
                answer = next(answers)
            except StopIteration:
                break
            except BaseException as error:
                self._note(error, ids, begin, len(sent))
                raise
            if given == len(batch):
                ends = f"the {len(batch)} pairs of the batch that ends with pair `{ids[-1]}`"
                message = f"{self.name!r} gave more answers than {ends}"
                raise SystemFailed(message, "return one answer for each pair, in the same order")
            yield (begin + given, *self._told(answer, ids[given]))
            given += 1
        if given < len(batch):
            of_batch = f"a batch of {len(batch)} pairs: none for pair `{ids[given]}`"
            message = f"{self.name!r} gave {given} {'answer' if given == 1 else 'answers'} for {of_batch}"
            raise SystemFailed(message, "return one answer for each pair, in the same order; Answer(None) abstains")

    def _refuse_no_list(self, answers: object) -> None:
        if isinstance(answers, (str, Answer, Mapping)) or not isinstance(answers, Iterable):
            message = f"{self.name!r} returned {type(answers).__name__} for a batch of pairs"
            raise SystemFailed(message, "return a list with an answer for each pair")

    def _told(self, answer: object, item: str) -> tuple[Any, ...]:
        if isinstance(answer, str):
            answer = Answer(answer)
        if not isinstance(answer, Answer):
            message = f"{self.name!r} predicted {answer!r} for pair `{item}`, which is not a label"
            raise SystemFailed(message, "return texts or phenom.Answer; Answer(None) abstains")
        probabilities = None if answer.probabilities is None else list(answer.probabilities.items())
        for label, _ in probabilities or []:
            self._refuse_unknown(label, item)
        if answer.label is not None:
            self._refuse_unknown(answer.label, item)
        try:
            confidence = None if answer.confidence is None else float(answer.confidence)
            probabilities = probabilities and [(label, float(number)) for label, number in probabilities]
        except (TypeError, ValueError, OverflowError):
            message = f"{self.name!r} gave a confidence or probability for pair `{item}` that is not a number"
            raise SystemFailed(message) from None
        reason = answer.justification
        if reason is not None and not (isinstance(reason, str) and is_text(reason)):
            message = f"{self.name!r} gave the justification {quoted(reason)} for pair `{item}`, which is not a text"
            raise SystemFailed(message, "return a text that is valid UTF-8, or None")
        return answer.label, confidence, probabilities, reason

    def _refuse_unknown(self, label: object, item: str) -> None:
        if not isinstance(label, str) or label.strip() not in self.labels:
            message = f"{self.name!r} predicted {label!r} for pair `{item}`, which is not one of its labels"
            known = ", ".join(map(repr, self.labels))
            help = f"the labels are {known}; labels= gives others a meaning; Answer(None) abstains"
            raise SystemFailed(message, help)

    def _note(self, error: BaseException, ids: Sequence[str], begin: int, of: int) -> None:
        """Names the batch in a note of the error, if this version of Python has notes."""
        add_note = getattr(error, "add_note", None)
        if add_note is not None:
            last = f" to `{ids[-1]}`" if len(ids) > 1 else ""
            place = f"pairs {begin + 1} to {begin + len(ids)} of {of} to predict: `{ids[0]}`{last}"
            add_note(f"in phenom system {self.name!r}, {place}")


def check(systems: object) -> dict[str, System]:
    """The systems of `predict`, if they are some."""
    if not isinstance(systems, Mapping) or not systems:
        raise ConfigError("systems is a mapping from names to systems", 'phenom.predict(data, {"Overlap": overlap})')
    for name, one in systems.items():
        refuse_others(str(name), one)
        if not isinstance(one, System):
            raise ConfigError(f"{name!r} is {type(one).__name__}, and not a system")
        text("systems", str(name))
        text("version", one.version)
        if type(one).answer is System.answer:
            raise ConfigError(f"{name!r} has no method answer(pairs)", f"define it in the class {type(one).__name__}")
    return {str(name): one for name, one in systems.items()}


def refuse_without_version(systems: Mapping[str, System]) -> None:
    """Answers that are kept need a version, by which old ones are told from new ones."""
    for name, one in systems.items():
        if not one.version:
            message = f"{name!r} has no version, and its answers are to be kept"
            raise ConfigError(message, 'give its class `version = "1"`')

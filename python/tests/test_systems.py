"""Functions and objects of Python as systems."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

import phenom

PAIRS = [
    {"item": f"p{number}", "gold": gold, "text": f"A dog number {number} barks.", "hypothesis": hypothesis}
    for number in range(12)
    for gold, hypothesis in [
        ("entailment" if number % 3 else "contradiction", f"A dog {'barks' if number % 3 else 'sleeps'} {number}.")
    ]
]


class Recorded(phenom.System):
    """Says entailment if the hypothesis has "barks", and remembers what it was asked."""

    version = "1"
    batch = 5

    def __init__(self) -> None:
        self.batches: list[list[phenom.Pair]] = []
        self.started = 0

    def start(self) -> None:
        self.started += 1

    def answer(self, pairs: Sequence[phenom.Pair]) -> Iterable[str | phenom.Answer]:
        self.batches.append(list(pairs))
        return ["entailment" if "barks" in pair.hypothesis else "contradiction" for pair in pairs]


@phenom.system(version="2026-11", batch=4)
def overlap(pairs: Sequence[phenom.Pair]) -> list[str]:
    """Says entailment if most words are shared."""
    shared = [set(pair.text.split()) & set(pair.hypothesis.split()) for pair in pairs]
    return ["entailment" if len(words) > 1 else "neutral" for words in shared]


def test_a_system_is_asked_in_batches_and_sees_neither_gold_nor_ids() -> None:
    system = Recorded()
    tables = phenom.predict(PAIRS, {"Bark": system, "Overlap": overlap})
    assert list(tables) == ["Bark", "Overlap"] and system.name == "Recorded" and overlap.name == "overlap"
    assert [len(batch) for batch in system.batches] == [5, 5, 2] and system.started == 1
    assert phenom.Pair.__slots__ == ("text", "hypothesis", "id")
    ids = {pair.id for batch in system.batches for pair in batch}
    assert len(ids) == 12 and ids.isdisjoint(row["item"] for row in PAIRS)
    assert tables["Bark"].to_dicts() == [{"item": row["item"], "answer": row["gold"]} for row in PAIRS]


def test_what_a_system_sees_does_not_depend_on_ids_order_or_gold() -> None:
    system, other = Recorded(), Recorded()
    phenom.predict(PAIRS, {"Bark": system})
    changed = [{**row, "item": f"x{row['item']}", "gold": "unknown"} for row in reversed(PAIRS)]
    phenom.predict(changed, {"Bark": other})
    assert system.batches == other.batches


def test_evaluate_asks_systems_beside_other_answers() -> None:
    study = phenom.evaluate(PAIRS, {"Bark": Recorded(), "Always": ["entailment"] * 12, "Overlap": overlap})
    assert study.systems == ("Bark", "Always", "Overlap")
    assert study.value("accuracy", "Bark").value == 1 and study.value("accuracy", "Always").value == 8 / 12
    predicted = phenom.predict(PAIRS, {"Bark": Recorded(), "Overlap": overlap})
    again = phenom.evaluate(PAIRS, predicted)
    assert again.value("accuracy", "Overlap") == study.value("accuracy", "Overlap")


def test_frames_that_can_be_read_only_once_and_paths(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    reader = pyarrow.Table.from_pylist(PAIRS).to_reader()
    assert phenom.evaluate(reader, {"Bark": Recorded()}).value("accuracy", "Bark").value == 1
    path = tmp_path / "pairs.csv"
    pytest.importorskip("pandas").DataFrame(PAIRS).to_csv(path, index=False)
    study = phenom.evaluate(path, {"Bark": Recorded()}, text="text", hypothesis="hypothesis")
    assert study.value("accuracy", "Bark").value == 1


def test_identical_pairs_are_asked_once() -> None:
    twice = [*PAIRS, *({**row, "item": f"{row['item']}-again"} for row in PAIRS)]
    system = Recorded()
    table = phenom.predict(twice, {"Bark": system})["Bark"]
    assert sum(map(len, system.batches)) == 12 and len(table) == 24
    assert table["answer"] == [row["gold"] for row in twice]


def test_answers_are_kept_and_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    class Stops(Recorded):
        name = "Bark"

        def answer(self, pairs: Sequence[phenom.Pair]) -> Iterator[str]:
            for pair, answer in zip(pairs, super().answer(pairs)):
                if len(self.batches) == 2 and pair is pairs[1]:
                    raise KeyboardInterrupt
                yield str(answer)

    store = tmp_path / "answers"
    with pytest.raises(KeyboardInterrupt):
        phenom.predict(PAIRS, {"Bark": Stops()}, store)
    system = Recorded()
    system.name = "Bark"
    table = phenom.predict(PAIRS, {"Bark": system}, store)["Bark"]
    # Five answers of the first batch, and one of the second.
    assert sum(map(len, system.batches)) == 6
    assert table["answer"] == [row["gold"] for row in PAIRS]
    for change, asked in [({}, 0), ({"version": "2"}, 12), ({"name": "Other"}, 12)]:
        one = Recorded()
        one.name = "Bark"
        for key, value in change.items():
            setattr(one, key, value)
        phenom.predict(PAIRS, {one.name: one}, store)
        assert sum(map(len, one.batches)) == asked and one.started == (asked > 0)
    fresh = Recorded()
    fresh.name = "Bark"
    phenom.predict(PAIRS, {"Bark": fresh}, store, fresh=True)
    assert sum(map(len, fresh.batches)) == 12


def test_stored_answers_are_found_by_texts_alone(tmp_path: Path) -> None:
    phenom.predict(PAIRS, {"Bark": Recorded()}, tmp_path / "answers")
    system = Recorded()
    others = [{**row, "item": f"x{row['item']}"} for row in PAIRS[::-1]]
    phenom.predict([*others, {**PAIRS[0], "text": "Another."}], {"Bark": system}, tmp_path / "answers")
    assert [pair.text for batch in system.batches for pair in batch] == ["Another."]


def test_two_systems_of_one_class_keep_their_answers_apart(tmp_path: Path) -> None:
    systems = {"one": Recorded(), "two": Recorded()}
    phenom.predict(PAIRS, systems, tmp_path / "answers")
    assert [sum(map(len, one.batches)) for one in systems.values()] == [12, 12]


def test_an_answer_may_say_more_than_its_label() -> None:
    @phenom.system(version="1")
    def sure(pairs: Sequence[phenom.Pair]) -> Iterator[phenom.Answer]:
        for pair in pairs:
            known = "barks" in pair.hypothesis
            shares = {"entailment": 0.5, "neutral": 0.25, "contradiction": 0.25}
            yield phenom.Answer("entailment" if known else "contradiction", 0.5, shares, f"read {pair.hypothesis}")

    table = phenom.predict(PAIRS, {"Sure": sure})["Sure"]
    assert table.columns == (
        "item", "answer", "confidence",
        "probability_entailment", "probability_unknown", "probability_contradiction", "justification",
    )
    row = table.to_dicts()[0]
    assert row["confidence"] == 0.5 and row["probability_unknown"] == 0.25
    assert row["justification"].startswith("read A dog")
    assert phenom.evaluate(PAIRS, {"Sure": table}).value("accuracy", "Sure").value == 1

    @phenom.system(version="1")
    def abstains(pairs: Sequence[phenom.Pair]) -> list[phenom.Answer]:
        return [phenom.Answer(None, justification="no idea") for _ in pairs]

    assert set(phenom.predict(PAIRS, {"A": abstains})["A"]["answer"]) == {None}


def refused(answers: object, **keywords: object) -> phenom.SystemFailed:
    @phenom.system(version="1", batch=4)
    def system(pairs: Sequence[phenom.Pair]) -> object:
        return answers(pairs) if callable(answers) else answers

    with pytest.raises(phenom.SystemFailed) as caught:
        phenom.predict(PAIRS, {"Odd": system}, **keywords)
    return caught.value


def test_answers_that_are_none_name_the_pair() -> None:
    error = refused(lambda pairs: ["maybe" for _ in pairs])
    assert error.message.startswith("'Odd' predicted 'maybe' for pair `p") and "'neutral'" in (error.help or "")
    assert isinstance(error, RuntimeError)
    assert "predicted None for pair `p" in refused(lambda pairs: [None] * len(pairs)).message
    assert "gave 3 answers for a batch of 4 pairs: none for pair `p" in refused(lambda pairs: ["neutral"] * 3).message
    assert "more answers than the 4 pairs" in refused(lambda pairs: ["neutral"] * 5).message
    assert "returned str" in refused("entailment").message
    assert "returned NoneType" in refused(None).message
    wrong = refused(lambda pairs: [phenom.Answer("neutral", probabilities={"neutral": 5.0}) for _ in pairs])
    assert wrong.message.startswith("the prediction for pair `p") and "sum to 1" in wrong.message
    unknown = phenom.Answer("neutral", float("nan"))
    assert "not a finite number" in refused(lambda pairs: [unknown for _ in pairs]).message
    assert "is not a number" in refused(lambda pairs: [phenom.Answer("neutral", "high") for _ in pairs]).message
    unknown = refused(lambda pairs: [phenom.Answer("neutral", probabilities={"maybe": 1.0}) for _ in pairs])
    assert "predicted 'maybe'" in unknown.message


def test_an_exception_of_the_function_passes_through_with_a_note() -> None:
    class Mine(Exception):
        pass

    raised = Mine("no memory")

    @phenom.system(version="1", batch=5)
    def fails(pairs: Sequence[phenom.Pair]) -> list[str]:
        raise raised

    with pytest.raises(Mine) as caught:
        phenom.evaluate(PAIRS, {"Fails": fails})
    assert caught.value is raised
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__[0].startswith("in phenom system 'Fails', pairs 1 to 5 of 12 to predict: `p")


def test_it_is_called_from_the_calling_thread() -> None:
    seen = set()

    @phenom.system(version="1")
    def here(pairs: Sequence[phenom.Pair]) -> list[str]:
        seen.add(threading.get_ident())
        return ["neutral"] * len(pairs)

    phenom.evaluate(PAIRS, {"Here": here})
    assert seen == {threading.get_ident()}
    # It can still be called as a function.
    assert here([phenom.Pair("a", "b", "1")]) == ["neutral"]


def test_labels_of_the_dataset_are_understood() -> None:
    rows = [{**row, "gold": 1 if row["gold"] == "entailment" else 0} for row in PAIRS]
    labels = {1: "entailment", 0: "not-entailment"}

    @phenom.system(version="1")
    def numbers(pairs: Sequence[phenom.Pair]) -> list[str]:
        return ["1" if "barks" in pair.hypothesis else "not-entailment" for pair in pairs]

    assert phenom.evaluate(rows, {"N": numbers}, labels=labels).value("accuracy", "N").value == 1


def test_what_is_no_system_is_refused_with_what_to_write() -> None:
    with pytest.raises(phenom.ConfigError, match="is a class") as caught:
        phenom.predict(PAIRS, {"Bark": Recorded})  # type: ignore[dict-item]
    assert caught.value.help == "pass a system of it: Recorded()"
    for call in (phenom.predict, phenom.evaluate):
        with pytest.raises(phenom.ConfigError, match="is a function") as caught:
            call(PAIRS, {"F": lambda pairs: []})
        assert "@phenom.system" in (caught.value.help or "")
    with pytest.raises(phenom.ConfigError, match="has no answers yet"):
        phenom.read(PAIRS, {"Bark": Recorded()})
    with pytest.raises(phenom.ConfigError, match="has no version"):
        system = Recorded()
        system.version = ""
        phenom.predict(PAIRS, {"Bark": system}, "answers")
    with pytest.raises(phenom.ConfigError, match="mapping from names"):
        phenom.predict(PAIRS, [Recorded()])  # type: ignore[arg-type]
    bare = [{key: value for key, value in row.items() if key != "hypothesis"} for row in PAIRS]
    with pytest.raises(phenom.DataError, match="no column is the hypothesis"):
        phenom.predict(bare, {"Bark": Recorded()})
    with pytest.raises(phenom.DataError, match="two|twice|second"):
        phenom.predict([*PAIRS, PAIRS[0]], {"Bark": Recorded()})


def test_a_store_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "answers").write_text("mine")
    with pytest.raises(phenom.PhenomError, match="answers"):
        phenom.predict(PAIRS, {"Bark": Recorded()}, tmp_path / "answers")
    assert (tmp_path / "answers").read_text() == "mine"


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    phenom.predict(PAIRS, {"Overlap": overlap})
    assert capfd.readouterr() == ("", "")


def test_what_is_no_whole_system_is_refused_before_it_is_asked() -> None:
    class Silent(phenom.System):
        version = "1"

    class Numbered(phenom.System):
        version = 1  # type: ignore[assignment]

        def answer(self, pairs: list[phenom.Pair]) -> list[str]:
            return ["entailment" for _ in pairs]

    for system, words in ((Silent(), "has no method answer"), (Numbered(), "version=")):
        for ask in (phenom.predict, phenom.evaluate):
            with pytest.raises(phenom.ConfigError, match=words):
                ask(PAIRS, {"a": system})


@pytest.mark.parametrize("justification", [5, "\ud800"])
def test_a_justification_is_a_text(justification: object) -> None:
    @phenom.system(version="1")
    def odd(pairs: list[phenom.Pair]) -> list[phenom.Answer]:
        return [phenom.Answer("entailment", justification=justification) for _ in pairs]

    with pytest.raises(phenom.SystemFailed, match="gave the justification .* which is not a text"):
        phenom.predict(PAIRS, {"odd": odd})

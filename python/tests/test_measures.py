"""Measures as functions: of tables, of gold labels and answers, of outcomes."""

from __future__ import annotations

import json
import math
import pickle
import random

import pytest

import phenom

from conftest import ROOT, run_phenom

# Bergmair 2009, figure 2: rows gold, columns answers.
TABLE = [[20, 25, 5], [9, 18, 9], [1, 7, 6]]
LABELS = ["entailment", "unknown", "contradiction"]


def observed(table: list[list[int]] = TABLE) -> tuple[list[str], list[str]]:
    """The pairs of a table, as gold labels and answers."""
    pairs = [
        (LABELS[gold], LABELS[answer])
        for gold, row in enumerate(table)
        for answer, count in enumerate(row)
        for _ in range(count)
    ]
    return [gold for gold, _ in pairs], [answer for _, answer in pairs]


def test_values_of_the_paper() -> None:
    # Bergmair 2009, section 4, prints accuracy .44, kappa 0.13 and 0.0836 bit.
    assert phenom.measures.accuracy(TABLE).value == 44 / 100
    assert round(float(phenom.measures.kappa(TABLE)), 4) == 0.1277
    assert round(float(phenom.measures.mutual_information(TABLE)), 4) == 0.0836


def test_tables_have_the_values_of_scikit_learn() -> None:
    # crates/metrics/fixtures/scikit_learn.py made the values: balanced_accuracy_score, cohen_kappa_score, ...
    cases = json.loads((ROOT / "crates/metrics/fixtures/scikit_learn.json").read_text())["tables"]
    compared = 0
    for case in cases:
        for key, expected in case["values"].items():
            table = case["table"]
            if key == "f1":
                names = [str(label) for label in range(len(table))]
                ours = [phenom.measures.f1(table, labels=names, label=name).value for name in names]
            else:
                ours, expected = [phenom.measures[key](table).value], [expected]
            for one, other in zip(ours, expected):
                if one is not None:
                    assert other is not None and math.isclose(one, other, abs_tol=1e-12), (key, table)
                    compared += 1
    assert compared > 100


def test_every_callable_measure_has_the_value_of_phenom_table() -> None:
    told = json.loads(run_phenom("table", "20 25 5; 9 18 9; 1 7 6", "--json").stdout)
    values = told.get("measures", told)
    for key, measure in phenom.measures.items():
        if measure._known.needs_besides_labels is not None:
            assert key not in values
        elif measure._known.is_of_labels:
            of_labels = values[key]["by_label"]
            assert of_labels == {
                label: {"value": score.value, "undefined_reason": score.undefined_reason}
                for label in LABELS
                for score in [measure(TABLE, label=label)]
            }
        else:
            score = measure(TABLE)
            assert values[key] == {"value": score.value, "undefined_reason": score.undefined_reason}, key


def test_observations_have_the_value_of_their_table_and_the_interval_of_a_report() -> None:
    gold, answers = observed()
    docs = [number // 4 for number in range(len(gold))]
    rows = [
        {"item": number, "gold": one, "answer": other, "system": "s", "doc": doc}
        for number, (one, other, doc) in enumerate(zip(gold, answers, docs))
    ]
    study = phenom.evaluate(rows, cluster="doc")
    alone = phenom.evaluate(rows, cluster=None)
    for key in ("kappa", "accuracy", "mutual_information", "mean_conditioned_accuracy", "accuracy_two_way", "macro_f1"):
        of_table, of_pairs = phenom.measures[key](TABLE), phenom.measures[key](gold, answers)
        assert math.isclose(float(of_table), float(of_pairs), rel_tol=1e-12), key
        assert of_table.lower is None and of_table.support == of_pairs.support == 100
        for score, whole in [(of_pairs, alone), (phenom.measures[key](gold, answers, cluster=docs), study)]:
            other = whole.value(key, "s")
            assert (score.value, score.lower, score.upper) == (other.value, other.lower, other.upper)
            assert score.method == other.method
            assert score.lower is not None and score.lower < float(score) < (score.upper or 0)


def test_the_interval_of_independent_pairs_is_that_of_agresti_and_coull() -> None:
    score = phenom.measures.accuracy([1] * 30 + [0] * 10)
    # statsmodels.stats.proportion.proportion_confint(30, 40, method="agresti_coull")
    z, n = 1.959963984540054, 40
    middle = (30 + z * z / 2) / (n + z * z)
    half = z * math.sqrt(middle * (1 - middle) / (n + z * z))
    assert score.value == 0.75 and score.method == "agresti_coull"
    assert math.isclose(score.lower or 0, middle - half, abs_tol=1e-12)
    assert math.isclose(score.upper or 0, middle + half, abs_tol=1e-12)
    narrow = phenom.measures.accuracy([True] * 30 + [False] * 10, confidence_level=0.8)
    assert (narrow.lower or 0) > (score.lower or 1)


def test_every_measure_of_pairs_is_that_of_their_table() -> None:
    gold, answers = observed()
    for key, measure in phenom.measures.items():
        if measure._known.needs_besides_labels is None:
            for label in LABELS if measure._known.is_of_labels else [None]:
                of_table, of_pairs = measure(TABLE, label=label), measure(gold, answers, label=label)
                assert math.isclose(float(of_table), float(of_pairs), rel_tol=1e-12), key
                assert of_table.support == of_pairs.support, key


def test_a_measure_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(phenom.measures.kappa)) is phenom.measures.kappa


def test_clusters_widen_an_interval() -> None:
    generator = random.Random(3)
    docs = [number // 10 for number in range(300)]
    right = [generator.random() < 0.7 for _ in range(30)]
    right = [right[doc] for doc in docs]
    alone, clustered = phenom.measures.accuracy(right), phenom.measures.accuracy(right, cluster=docs)
    assert alone.value == clustered.value == sum(right) / 300
    assert (clustered.upper or 0) - (clustered.lower or 0) > 2 * ((alone.upper or 0) - (alone.lower or 0))


def test_columns_of_any_library() -> None:
    gold, answers = observed()
    expected = phenom.measures.kappa(gold, answers)
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    for column in (
        tuple, numpy.array, pandas.Series, polars.Series, pyarrow.array,
        lambda values: pandas.Series(values, dtype="category", index=[7] * len(values)),
        lambda values: pandas.Series(values, dtype="string"),
        lambda values: pyarrow.chunked_array([values[:30], values[30:]]),
    ):
        assert phenom.measures.kappa(column(gold), column(answers)) == expected
    right = [one == other for one, other in zip(gold, answers)]
    accuracy = phenom.measures.accuracy(right)
    for column in (numpy.array, polars.Series, pandas.Series):
        assert phenom.measures.accuracy(column(right)) == accuracy
    table = numpy.array(TABLE)
    names = pandas.DataFrame(table, index=LABELS, columns=LABELS)
    for counts in (table, names, polars.DataFrame(table)):
        assert phenom.measures.kappa(counts).value == phenom.measures.kappa(TABLE).value
    assert phenom.measures.f1(names, label="unknown").value == phenom.measures.f1(TABLE, label="unknown").value
    with pytest.raises(phenom.ConfigError, match="the rows are"):
        phenom.measures.kappa(names[["unknown", "entailment", "contradiction"]])


def test_labels_and_single_labels() -> None:
    gold, answers = [1, 1, 0, 0], [1, 0, 0, 1]
    with pytest.raises(phenom.DataError, match="label `1` has no meaning") as caught:
        phenom.measures.kappa(gold, answers)
    assert "labels={" in (caught.value.help or "")
    labels = {1: "entailment", 0: "not-entailment"}
    assert phenom.measures.kappa(gold, answers, labels=labels).value == 0
    # sklearn.metrics.recall_score([1, 1, 0, 0], [1, 0, 0, 1], pos_label=1) == 0.5
    score = phenom.measures.conditioned_accuracy(gold, answers, labels=labels, label=1)
    assert score == phenom.measures.conditioned_accuracy(gold, answers, labels=labels, label="entailment")
    assert (score.value, score.support) == (0.5, 2)
    neutral = phenom.measures.f1(["neutral", "entailment"], ["neutral", "neutral"], labels="nli", label="neutral")
    assert math.isclose(float(neutral), 2 / 3) and neutral.support == 1
    with pytest.raises(phenom.ConfigError, match="no pair has the label 'unkown'"):
        phenom.measures.f1(*observed(), label="unkown")
    with pytest.raises(phenom.ConfigError, match="a value for each label"):
        phenom.measures.f1(TABLE)
    with pytest.raises(phenom.ConfigError, match="all labels"):
        phenom.measures.kappa(TABLE, label="unknown")
    with pytest.raises(phenom.ConfigError, match="no label 'unkown'"):
        phenom.measures.f1(TABLE, label="unkown")


def test_an_answer_that_is_none_is_missing() -> None:
    gold, answers = ["entailment"] * 4, ["entailment", None, "entailment", "entailment"]
    with pytest.raises(phenom.DataError, match="have no prediction"):
        phenom.measures.accuracy(gold, answers)
    assert phenom.measures.accuracy(gold, answers, missing="wrong").value == 3 / 4
    assert phenom.measures.accuracy(gold, answers, missing="skip").value == 1
    assert phenom.measures.accuracy([[3, 0, 1], [0, 0, 0]]).value == 3 / 4
    with pytest.raises(phenom.DataError, match="have no prediction"):
        phenom.measures.accuracy([True, None])
    assert phenom.measures.accuracy([True, None], missing="wrong").value == 1 / 2
    assert phenom.measures.accuracy([True, None], missing="skip").value == 1


def test_undefined_values_have_their_reason() -> None:
    score = phenom.measures.kappa([[4, 0], [0, 0]])
    assert score.value is None and "constant" in (score.undefined_reason or "")
    with pytest.raises(ValueError, match="undefined"):
        float(score)


def test_what_a_function_cannot_compute_is_refused_with_what_does() -> None:
    for key, needs in [
        ("correlation_index", "originals and their monothematic pairs"),
        ("auroc", "a confidence or probability"),
        ("set_f1", "sets"),
        ("fleiss_kappa", "several annotators"),
        ("weighted_correlation_index", "relevance"),
    ]:
        with pytest.raises(phenom.ConfigError, match=needs) as caught:
            phenom.measures[key](TABLE)
        of_config = needs in ("several annotators", "relevance")
        assert ("phenom.load" if of_config else "phenom.evaluate") in (caught.value.help or "")
    with pytest.raises(phenom.ConfigError, match="needs to know the labels"):
        phenom.measures.kappa([1, 0, 1])


def test_tables_and_columns_that_are_none() -> None:
    for table, told in [
        ([[1, 2], [3]], "row 2 has 1 counts, and row 1 has 2"),
        ([[1, 2, 3, 4], [1, 2, 3, 4]], "not a contingency table"),
        ([[1, 2], [3, -1]], "not a number of pairs"),
        ([[1, 2.5], [3, 1]], "2.5 is not a number of pairs"),
        ([[10**12, 1], [0, 0]], "more than 1,000,000,000,000"),
    ]:
        with pytest.raises(phenom.PhenomError, match=told):
            phenom.measures.kappa(table)
    with pytest.raises(phenom.ConfigError, match="different lengths: gold 2, answer 1"):
        phenom.measures.kappa(["entailment"] * 2, ["entailment"])
    with pytest.raises(phenom.ConfigError, match="takes a column"):
        phenom.measures.kappa("entailment", "entailment")
    with pytest.raises(phenom.ConfigError, match="no clusters"):
        phenom.measures.kappa(TABLE, cluster=[1, 2, 3])


def test_measures_are_listed_and_described_as_by_the_command() -> None:
    told = json.loads(run_phenom("measures", "--json").stdout)
    assert [one["key"] for one in told] == list(phenom.measures)
    assert "kappa" in dir(phenom.measures) and len(phenom.measures) == len(told)
    for one in told:
        measure = phenom.measures[one["key"]]
        assert (measure.title, measure.range, measure.source, measure.formula) == (
            one["name"], one["range"], one["source"], one["formula"],
        )
        assert measure.docstring.startswith(f"{measure.title} ({measure.key})")
        assert one["definition"] in measure.docstring
        assert measure.__doc__ in measure.docstring
    assert run_phenom("measures", "kappa").stdout.strip() in phenom.measures.kappa.docstring


def test_names_of_scikit_learn_lead_to_ours() -> None:
    for name, key in [
        ("balanced_accuracy", "mean_conditioned_accuracy"),
        ("balanced_accuracy_score", "mean_conditioned_accuracy"),
        ("cohen_kappa_score", "kappa"),
        ("matthews_corrcoef", "mcc"),
        ("recall_score", "conditioned_accuracy"),
        ("roc_auc_score", "auroc"),
        ("brier_score_loss", "brier_score"),
        ("f1_score", "f1"),
    ]:
        with pytest.raises(AttributeError, match=f"phenom calls it '{key}'"):
            getattr(phenom.measures, name)
        with pytest.raises(KeyError, match=key):
            phenom.measures[name]
    with pytest.raises(KeyError, match="did you mean 'kappa'"):
        phenom.measures["kapa"]
    assert not hasattr(phenom.measures, "nothing_like_it")


def test_a_comparison_of_two_columns_of_outcomes() -> None:
    # Of 40 pairs 8 are newly correct and 1 is newly wrong: an exact McNemar test that counts half of what is as
    # extreme, scipy.stats.binomtest(1, 9).pvalue - scipy.stats.binom.pmf(1, 9, 0.5).
    old = [False] * 8 + [True] + [True] * 25 + [False] * 6
    new = [True] * 8 + [False] + [True] * 25 + [False] * 6
    comparison = phenom.compare(old, new)
    row = next(iter(comparison))
    assert len(comparison) == 1 and math.isclose(row["p"], (2 * (1 + 9) - 9) / 2**9)
    assert math.isclose(row["difference"], 7 / 40) and comparison.verdict == "higher"
    assert len(comparison.mended) == 8 and len(comparison.broken) == 1
    # The same documents read twice are no more evidence.
    twice = phenom.compare(old * 2, new * 2, cluster=list(range(40)) * 2, names=("2025", "2026"))
    assert "2026" in twice.sentence and math.isclose(next(iter(twice))["p"], row["p"])
    assert next(iter(phenom.compare(old * 2, new * 2)))["p"] < row["p"] / 10
    assert comparison.gate() is comparison


def test_counts_and_columns_that_are_none() -> None:
    for count in (float("nan"), float("inf"), 2**70, -1, None):
        with pytest.raises(phenom.ConfigError, match="row 1: .* is not a number of pairs"):
            phenom.measures.kappa([[count, 1], [1, 1]])
    with pytest.raises(phenom.ConfigError, match="two rows have the label 'a'"):
        phenom.measures.f1([[3, 1], [0, 4]], label="a", labels=["a", "a"])
    with pytest.raises(phenom.ConfigError, match="takes a column"):
        phenom.measures.kappa(None)
    for call in (lambda: phenom.measures.accuracy([]), lambda: phenom.compare([], [])):
        with pytest.raises(phenom.DataError, match="the columns are empty"):
            call()


def test_a_comparison_leaves_out_pairs_that_one_system_does_not_predict() -> None:
    skipped = phenom.compare([None, 0, 1] * 10, [1, 1, 1] * 10, missing="skip")
    assert skipped.rows["pairs"][0] == 20 and skipped.verdict == phenom.compare([0, 1] * 10, [1, 1] * 10).verdict
    for names in ((1, 2), 5, ("a", "a"), ("a", "b", "c")):
        with pytest.raises(phenom.ConfigError, match="names="):
            phenom.compare([0, 1] * 10, [1, 1] * 10, names=names)

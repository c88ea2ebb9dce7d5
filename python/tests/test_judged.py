"""Gold labels of judges, which people correct."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

import phenom

from conftest import ROOT

CLAIMS = ROOT / "datasets/judged-claims"
JUDGES = {"strict": "strict_judge", "lenient": "lenient_judge"}


def table(path: Path) -> list[dict[str, Any]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def of_frames(**given: Any) -> phenom.Evaluation:
    systems = {name: table(CLAIMS / f"systems/{name}.csv") for name in ("rules", "small", "large")}
    return phenom.evaluate(
        table(CLAIMS / "pairs.csv"), systems, item="id", gold="human", answer="label", judges=JUDGES, **given
    )


def test_a_frame_gives_the_values_of_a_config() -> None:
    config, frames = phenom.load(ROOT / "configs/judged-claims.yaml"), of_frames(chosen="random")
    assert config.judged is not None and frames.judged is not None
    assert config.judged.to_dicts() == frames.judged.to_dicts()
    assert config.judges is not None and frames.judges is not None
    assert config.judges.to_dicts() == frames.judges.to_dicts()
    row = next(row for row in frames.judged if row["system"] == "large" and row["labels_of"] == "corrected")
    assert row["value"] == frames.value("accuracy", "large").value


def test_a_report_folder_keeps_them(tmp_path: Path) -> None:
    study = of_frames(chosen="random")
    study.write(tmp_path / "report", formats=["csv", "json"])
    report = phenom.load(tmp_path / "report")
    assert report.judged is not None and study.judged is not None
    assert report.judged["value"] == study.judged["value"]
    assert report.judges is not None and study.judges is not None
    assert report.judges["value"] == study.judges["value"]


def test_judges_score_predictions() -> None:
    """What judges say of labels they say of whether predictions are right."""
    rows = []
    for name in ("small", "large"):
        answers = {row["id"]: row["label"] for row in table(CLAIMS / f"systems/{name}.csv")}
        for pair in table(CLAIMS / "pairs.csv"):
            scores = {column: float(pair[column] == answers[pair["id"]]) for column in JUDGES.values()}
            right = float(pair["human"] == answers[pair["id"]]) if pair["human"] else None
            rows.append({"item": pair["id"], "system": name, "right": right, "cluster": pair["cluster"], **scores})
    scored = phenom.evaluate(rows, judges=JUDGES, chosen="random")
    labelled = phenom.evaluate(
        table(CLAIMS / "pairs.csv"), {name: table(CLAIMS / f"systems/{name}.csv") for name in ("small", "large")},
        item="id", gold="human", answer="label", judges=JUDGES, chosen="random", phenomenon=None,
    )
    for name in ("small", "large"):
        one, other = scored.value("accuracy", name), labelled.value("accuracy", name)
        assert one.value == pytest.approx(other.value, abs=1e-12)
        assert one.lower == pytest.approx(other.lower, abs=1e-12)
    one, other = (study.comparisons.to_dicts()[0] for study in (scored, labelled))
    # Systems of rows are in the order of their names.
    assert -one["difference"] == pytest.approx(other["difference"], abs=1e-12)
    assert (one["p"], one["method"]) == (pytest.approx(other["p"], abs=1e-12), other["method"])


@pytest.mark.parametrize("given, told", [
    ({}, "judges= needs chosen="),
    ({"chosen": "randomly"}, "unknown value 'randomly' for chosen="),
    ({"chosen": {"chance": "x"}}, "chosen="),
    ({"chosen": {"probability": "nowhere"}}, "there is no column `nowhere`"),
])
def test_how_pairs_were_chosen_has_to_be_said(given: dict[str, Any], told: str) -> None:
    with pytest.raises(phenom.PhenomError, match=told):
        of_frames(**given)


def test_chosen_without_judges_says_nothing() -> None:
    with pytest.raises(phenom.ConfigError, match="chosen= is for judges="):
        phenom.evaluate([{"item": 1, "system": "a", "gold": "entailment", "answer": "entailment"}], chosen="random")

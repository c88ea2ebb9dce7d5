# pyright: strict
"""A program of a user in strict mode, which uses everything public."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import phenom


@phenom.system(version="1", name="overlap", batch=8)
def overlap(pairs: list[phenom.Pair]) -> list[str]:
    return ["entailment" if pair.hypothesis in pair.text else "neutral" for pair in pairs]


class Always(phenom.System):
    version = "1"

    def __init__(self, label: str) -> None:
        self.name = f"always {label}"
        self.label = label

    def start(self) -> None:
        self.loaded = True

    def answer(self, pairs: Sequence[phenom.Pair]) -> Iterable[phenom.Answer]:
        for pair in pairs:
            yield phenom.Answer(self.label if pair.id else None, confidence=0.5, justification="always")


def systems() -> Mapping[str, phenom.System]:
    return {"overlap": overlap, "always": Always("entailment")}


def rows() -> list[dict[str, str | int | None]]:
    made: list[dict[str, str | int | None]] = []
    for number in range(120):
        original, part = divmod(number, 2)
        gold = "entailment" if original % 2 else "contradiction"
        for system, every in [("old", 3), ("new", 7)]:
            answer = gold if number % every else "unknown"
            made.append({
                "item": number, "part_of": 2 * original if part else None,
                "phenomenon": "lexical:synonymy" if part else None, "gold": gold,
                "text": f"Text {original}.", "hypothesis": f"Hypothesis {number}.",
                "system": system, "answer": answer,
            })
    return made


def of_libraries(study: phenom.Evaluation) -> list[phenom.Evaluation]:
    frame = study.answers.to_polars().rename({"pair": "item"}).select("item", "system", "gold", "answer")
    columns = {"item": range(40), "gold": ["entailment"] * 40, "a": ["entailment"] * 40}
    pairs = {"item": range(40), "gold": ["entailment"] * 40}
    by_item = {str(item): "entailment" for item in range(40)}
    return [
        phenom.evaluate(frame),
        phenom.evaluate(
            study.answers.to_pandas(), item="pair", phenomenon="phenomena", right=None, confidence=None, strict=False
        ),
        phenom.evaluate(columns, answers={"a": "A"}, missing="skip", compare="none"),
        phenom.evaluate(pairs, {"by item": by_item, "in order": ["unknown"] * 40}),
    ]


def of_evaluation(study: phenom.Evaluation, folder: Path) -> None:
    names: tuple[str, ...] = study.systems
    old, new = names
    texts: list[str] = [study.title, *study.summary, *study.notes, study.paragraph("latex"), study.text(80)]
    page: str = study.explore()
    claims: list[dict[str, Any]] = study.claims
    findings: tuple[phenom.Finding, ...] = study.findings
    found: list[tuple[str, str | None, str, Mapping[str, Any]]] = [
        (one.topic, one.headline, one.sentence, one.claim) for one in findings
    ]
    signature: dict[str, str] = study.signature
    tables: list[phenom.Table] = [study.scores, study.comparisons, study.readings, study.answers]
    tables.append(study.power(old, new))
    agreement: phenom.Table | None = study.agreement
    judged: phenom.Table | None = study.judged
    judges: phenom.Table | None = study.judges
    score: phenom.Score = study.value("accuracy", "new", pairs="originals", slice=None)
    value: float | None = score.value
    ends: tuple[float | None, float | None] = score.lower, score.upper
    named: tuple[str, str, int, str | None, str | None, Any] = (
        score.system, score.measure, score.support, score.undefined_reason, score.method, score.row["population"]
    )
    config: str = study.config(folder / "phenom.yaml")
    shape: str = study.reading.shape
    print(texts, page[:20], claims, found, signature, tables, agreement, judged, judges, float(score), value, ends, named)
    print(config, shape, len(study))
    print(study.reading.roles, study.reading.unused, study.reading.notes, study.reading.config())


def of_comparison(study: phenom.Evaluation) -> None:
    comparison: phenom.Comparison = study.compare("old", "new", on=None, alone=True)
    if comparison.verdict == "higher" and comparison.old != comparison.new:
        print(comparison.sentence, comparison.sentences, comparison.markdown())
    rows: list[dict[str, Any]] = list(comparison)
    row: dict[str, Any] = comparison["originals"]
    changed: tuple[phenom.Table, phenom.Table] = comparison.broken, comparison.mended
    print(rows, row, changed, comparison.rows, comparison.to_pandas(), comparison.to_polars())
    try:
        comparison.gate(margin=0.02, phenomena=[]).gate()
        study.compare("new", "old").gate()
    except phenom.GateFailed as error:
        failed: phenom.Comparison | None = error.comparison
        problems: tuple[phenom.Problem, ...] = error.problems
        print(failed, problems[0].message, problems[0].help, problems[0].source, problems[0].row)
    outcomes = phenom.compare([True, False] * 20, (1 for _ in range(40)), names=("old", "new"), missing="wrong")
    print(outcomes.verdict)


def of_tables(study: phenom.Evaluation, folder: Path) -> None:
    tables: dict[str, str] = study.tables()
    table: phenom.Table = study.table(next(iter(tables)), rows="all")
    forms: list[str] = [
        table.latex(paper="acl", caption="Accuracy", standalone=True), table.markdown(),
        table.csv(), table.html(), table.text(80),
    ]
    rows: list[dict[str, Any]] = table.to_dicts()
    column: list[Any] = table[table.columns[0]]
    print(table.key, table.title, table.notes, forms, rows, column, table.to_pandas(), table.to_polars())
    figures: dict[str, str] = study.figures()
    figure: phenom.Figure = study.figure(next(iter(figures)))
    drawn: tuple[str, bytes, bytes] = figure.svg(width="column"), figure.png(dots_per_inch=50), figure.pdf(width=80)
    path: Path = figure.save(folder / "figure.svg", width="page")
    print(figure.key, figure.title, figure.notes, drawn, path)


def of_measures() -> None:
    score: phenom.Score = phenom.measures.kappa([[20, 25, 5], [9, 18, 9], [1, 7, 6]])
    of_label = phenom.measures.f1(["entailment"] * 12, ["entailment"] * 12, label="entailment", missing="skip")
    measure: phenom.Measure = phenom.measures["kappa"]
    texts: list[str] = [measure.key, measure.title, measure.definition, measure.formula, measure.range]
    print(score, of_label, texts, measure.undefined, measure.source, measure.docstring, list(phenom.measures))


def of_errors() -> None:
    for data, kind in [([{"item": 1}], phenom.DataError), ([], phenom.ConfigError)]:
        try:
            phenom.evaluate(data, task="two-way", question="models", correction="benjamini-hochberg")
        except kind as error:
            print(error.message, error.help, error.problems)
        except phenom.PhenomError as error:
            print(isinstance(error, (phenom.SystemFailed, phenom.WriteRefused)))


def main(folder: Path) -> None:
    data = rows()
    reading: phenom.Reading = phenom.read(data, item="item", gold="gold", missing="error")
    study = phenom.evaluate(data, resamples=200, progress=False)
    print(reading.shape)
    of_evaluation(study, folder)
    of_comparison(study)
    of_tables(study, folder)
    of_measures()
    of_errors()
    predicted: dict[str, phenom.Table] = phenom.predict(data[::2], systems(), folder / "store", item="item", fresh=True)
    print(phenom.evaluate(data[::2], predicted, system=None, answer="answer"), of_libraries(study))
    written: phenom.ReportFolder = study.write(folder / "report", formats=["csv", "json", "html"], overwrite=True)
    files: tuple[str, ...] = written.files
    loaded: phenom.Evaluation = phenom.load(written, run_systems=False)
    print(written.path, written / "scores.csv", files, loaded.scores)

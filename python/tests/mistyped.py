# pyright: strict
"""Mistakes that a checker reports: one a line."""

from __future__ import annotations

import phenom

ROWS = [{"item": 1, "system": "a", "gold": "entailment", "answer": "entailment"}]

study = phenom.evaluate(ROWS)
phenom.evaluate(3)  # wrong
phenom.evaluate(None)  # wrong
phenom.evaluate([1, 2])  # wrong
phenom.evaluate({"item": 1})  # wrong
phenom.evaluate(ROWS, itm="item")  # wrong
phenom.evaluate(ROWS, missing="omit")  # wrong
phenom.evaluate(ROWS, compare="some")  # wrong
phenom.evaluate(ROWS, task="four-way")  # wrong
phenom.evaluate(ROWS, correction="bonferroni")  # wrong
phenom.evaluate(ROWS, "new")  # wrong
phenom.read(ROWS, itm="item")  # wrong
phenom.read(ROWS, missing="omit")  # wrong
phenom.read(ROWS, threads=2)  # wrong
phenom.predict(ROWS, {"a": ["entailment"]})  # wrong
phenom.predict(ROWS, {}, sead=1)  # wrong
phenom.compare([True], 1)  # wrong
phenom.load(3)  # wrong
phenom.measures.kapa([[1, 2], [3, 4]])  # wrong
phenom.measures.kappa(3)  # wrong
phenom.measures.kappa([[1, 2], [3, 4]], missing="omit")  # wrong
phenom.Answer(1)  # wrong
phenom.system(version=1)  # wrong
study.systems.append("c")  # wrong
study.value("accuracy", "a", pairs="wholes")  # wrong
print(study.value("accuracy", "a").value + 1)  # wrong
study.compare("a")  # wrong
print(study.compare("a", "b").verdict == "better")  # wrong
study.compare("a", "b").gate(margin="2 points")  # wrong
study.paragraph("html")  # wrong
study.table("overview").latex(paper="coling")  # wrong
study.figure("phenomena").svg(width="wide")  # wrong
study.write("report", formats=["docx"])  # wrong
study.title = "other"  # wrong


@phenom.system(version="1")  # wrong
def of_words(words: list[str]) -> list[str]:
    return words


class Number(phenom.System):
    def answer(self, pairs: list[phenom.Pair]) -> list[int]:  # wrong
        return [1 for _ in pairs]

"""What the examples of docstrings speak of: invented rows, and an evaluation of them."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from typing import Any

import phenom

KINDS = ["lexical:synonymy", "lexical:hypernymy", "syntactic:negation", "discourse:coreference"]


@functools.cache
def rows() -> list[dict[str, Any]]:
    """60 originals with two parts each; "old" is wrong on every fourth pair, and "new" on every eleventh."""
    made = []
    for number in range(180):
        original, part = divmod(number, 3)
        gold = "entailment" if original % 3 else "contradiction"
        for system, every in [("old", 4), ("new", 11)]:
            made.append({
                "item": f"p{original}.{part}" if part else f"p{original}",
                "part_of": f"p{original}" if part else None,
                "phenomenon": KINDS[number // 7 % 4] if part else None,
                "gold": gold,
                "text": f"Text {original} of a document.",
                "hypothesis": f"Hypothesis {number}.",
                "system": system,
                "answer": gold if number % every else "unknown",
            })
    return made


PAIRS = [
    {"item": "a", "gold": "entailment", "text": "Dogs bark.", "hypothesis": "Dogs bark."},
    {"item": "b", "gold": "unknown", "text": "Dogs bark.", "hypothesis": "Dogs sing."},
]


@phenom.system(version="1")
def overlap(pairs: list[phenom.Pair]) -> list[str]:
    """Predicts entailment if the text contains the hypothesis."""
    return ["entailment" if pair.hypothesis in pair.text else "neutral" for pair in pairs]


@functools.cache
def study() -> phenom.Evaluation:
    """The evaluation of the rows."""
    return phenom.evaluate(rows(), title="Example", resamples=200, progress=False)


@functools.cache
def report() -> phenom.Evaluation:
    """What a report folder of the evaluation has."""
    return phenom.load(study().write(Path(tempfile.mkdtemp()) / "report"))


def names() -> dict[str, Any]:
    """The variables that an example can use."""
    return {
        "phenom": phenom, "rows": rows(), "pairs": PAIRS, "overlap": overlap, "study": study(), "report": report(),
    }

"""What a message says of a config or of options, as a call says it."""

from __future__ import annotations

import re

__all__ = ["in_words_of_python"]

# Roles whose keyword is another than the key of a config.
_ROLES = {"id": "item", "origin": "part_of", "label": "answer", "phenomena": "phenomenon", "outcome": "right"}

_CALLS: list[tuple[str, str]] = [
    (r"`missing: wrong` on the system", 'missing="wrong"'),
    (r"`missing: (\w+)`", r'missing="\1"'),
    (r"`labels: (\{[^`]*)`", r"labels=\1"),
    (r"name it as `labels`", "pass it as labels="),
    (r"add it to your mapping: labels=", "add it to the mapping labels="),
    (r"`labels: ([\w-]+)`", r'labels="\1"'),
    (r"`task: ([\w-]+)`", r'task="\1"'),
    (r"\bon line (\d+)", r"in row \1"),
    (
        r"; if the file contains several systems or runs, `where: \{COLUMN: VALUE\}` selects the rows of one",
        "; if a system has several runs, pass run=COLUMN",
    ),
    (
        r"; if a pair has a row for each system, run or annotator, write `repeated: same`, and if it has one for each "
        r"phenomenon, `repeated: gather-tags`",
        "; if it has several phenomena, give it one row with a list of them",
    ),
    (
        r"`repeated: same` is for rows that are equal in all columns that `dataset` reads: leave out the column that "
        r"differs, or give each row its own id",
        "the rows of a pair have the same gold label, original, phenomena, cluster and texts: correct the row that "
        "differs, or give each row its own id",
    ),
    (
        r"write `phenomena: \{list-separator: \"[^\"]*\"\}` if they are lists, or "
        r"`phenomena: \{lists: plain\}` if each is one tag",
        'put lists into the cells: ["a", "b"] if they are several tags, ["a, b"] if they are one',
    ),
    (
        r"write `label-separator: \"[^\"]*\"` in `columns`, next to `id` and `label`",
        'put lists into the cells: ["entailment", "unknown"]',
    ),
    (
        r"`gold-sets: any` counts each of them as correct, `gold-sets: exclude` gives the pair no gold label",
        "leave one gold label, or none; a config has `gold-sets` for this, and phenom.load evaluates it",
    ),
    (r"; if they are logarithms or logits, name them under `log-likelihoods` instead of `probabilities`", ""),
    (r"`--memory [^`]*`", "a smaller table"),
]
_PATTERNS = [(re.compile(pattern), by) for pattern, by in _CALLS]
_NEARLY = re.compile(r"name it in the config, with `([\w-]+): ([^`]*)` among the `columns`")
_ASKED = re.compile(r" \(asked for by `(?:columns|phenomena)\.([\w-]+)`\)")


def _keyword(key: str) -> str:
    return _ROLES.get(key, key).replace("-", "_")


def in_words_of_python(text: str | None) -> str | None:
    """The same advice, for whoever calls `evaluate`."""
    if text is None:
        return None
    for pattern, by in _PATTERNS:
        text = pattern.sub(by, text)
    text = _NEARLY.sub(lambda found: f'pass {_keyword(found[1])}="{found[2]}"', text)
    return _ASKED.sub(lambda found: f" (asked for by {_keyword(found[1])}=)", text)

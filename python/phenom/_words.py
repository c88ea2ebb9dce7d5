"""What a message says of a config, of options or of files, as a call says it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["in_words_of_python", "of_frames", "said"]

# Keywords that are called as a key of a config with `_` for `-`.
KEYWORDS = frozenset({
    "system", "run", "gold", "cluster", "confidence", "probabilities", "text", "hypothesis", "labels", "task",
    "missing", "common_pairs", "measures", "primary", "compare", "baseline", "question", "correction",
    "confidence_level", "resamples", "seed",
})
# Those that are called otherwise, and options of the command.
_OTHERS = {
    "id": "item", "origin": "part_of", "label": "answer", "phenomena": "phenomenon", "outcome": "right",
    "attributes": "slices", "run-labels": "labels",
}
# Keys that only group others, and values that are no columns.
_GROUPS = ("columns", "dataset", "statistics")
_NO_COLUMNS = {("gold", "composed"), ("gold", "none")}
# Keywords that a call with files refuses.
_OF_FRAMES = re.compile(r"\b(?:part_of|cluster|confidence|text|hypothesis|slices|probabilities|judges)=")
# Keys that a message has, and not only its help.
_IN_MESSAGES = ("missing", "statistics", "task")

# What stands for a value of the reader's.
_TO_BE_REPLACED = ("...", "COLUMN", "FILE", "MEANING", "NAME", "NUMBER", "PATH", "SYSTEM", "VALUE")

_IDS = (
    r"write `ids: \{match: (\"(?:[^\"\\]|\\.)*\"|\S+), write: (\"(?:[^\"\\]|\\.)*\"|[^}]*)\}` under (.*?), "
    r"and these are ids of pairs"
)

# Sentences of which a call needs others: they speak of what there is only in files, or of keys without a keyword.
_SENTENCES: list[tuple[str, str | Callable[[re.Match[str]], str]]] = [
    (r"`missing: wrong` on the system", "`missing: wrong`"),
    (r"name it as `labels`", "pass it as labels="),
    (
        r"add it to your mapping: `labels: \{(.*?): MEANING\}` with one of",
        r"pass a mapping with all labels: `labels: {\1: MEANING, ...}` with one of",
    ),
    (r"write a mapping that has it as well: ", "pass a mapping that has it as well: "),
    (r", or name (?:it|the column) in the config\b", ""),
    (r"name the column in the config: write ", "pass "),
    (r"name it in the config, with (`[^`]*`) among the `columns`", r"pass \1"),
    (r"\b([Ww]rite|[Nn]ame it, with) ((?:`[\w-]+: [^`]*`(?:, | and )?)+) among the `columns`", r"\1 \2"),
    (r"name (?:it|the column|their column|the column of [\w ]+), (`[\w-]+: )", r"pass \1"),
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
        "the rows of a pair have the same gold label, original, phenomena, cluster, slices and texts: correct the row "
        "that differs, or give each row its own id",
    ),
    (
        r"write `phenomena: \{list-separator: \"[^\"]*\"\}` if they are lists, or "
        r"`phenomena: \{lists: plain\}` if each is one tag",
        'put lists into the cells: ["a", "b"] if they are several tags, ["a, b"] if they are one',
    ),
    (
        r"(?:set|write all cells of the column alike, or state how to read them:|with) `(?:phenomena: \{)?lists: "
        r"bracketed\}?`.*|write the cell as a list too, or set `phenomena: \{lists: plain\}`.*",
        'put lists into all cells of the column: ["a", "b"]',
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
    (r"; or raise the limit with `--memory [^`]*`, if the machine has as much", ""),
    (r"leave something out in the config: ", "leave something out: "),
    # Ids that would be those of pairs if they were written otherwise.
    (
        _IDS,
        lambda found: f"replace the regular expression {found[1]} by {_text(found[2])} in the ids of {_of(found[3])}",
    ),
    (
        r"write `ids: \{case: lower\}` under the system and under the pairs, and these are ids of pairs",
        "write the ids of the predictions and of the pairs in lower case",
    ),
    (
        r"write `ids: \{case: (lower|upper)\}` under (.*?), and these are ids of pairs",
        lambda found: f"write the ids of {_of(found[2])} in {found[1]} case, as the others are",
    ),
    (r"check that this run is for this dataset", "check that these predictions are for these pairs"),
    (
        r"`extra: ignore` leaves such (\w+) out",
        r"Leave rows for other pairs out",
    ),
    (
        r"name it by `phenom init --phenomena COLUMN`, or by `phenomena: \{columns: \[COLUMN\]\}` of the dataset in "
        r"the config",
        "pass phenomenon=COLUMN",
    ),
    (
        r"If they are correct, write `dataset: \{cluster-by: text\}`\. If a column names the documents, write "
        r"`columns: \{cluster: COLUMN\}`\. If the original pairs are independent nevertheless, write `cluster-by: "
        r"none`\.",
        "If a column of a data frame names the documents, pass cluster=COLUMN. A config, which phenom.load evaluates, "
        "can state with `cluster-by` that the clusters are correct, or that the original pairs are independent "
        "nevertheless.",
    ),
    (
        r"If the pairs depend on each other, write `dataset: \{cluster-by: text\}`\. If they do not, write "
        r"`cluster-by: none`\.",
        "A config, which phenom.load evaluates, states with `cluster-by` whether they do.",
    ),
    (r"`, which --(\w+) names\b,?", r"` (\1=)"),
    (r"set the option; or", "pass the keyword; or"),
    (r"Possible values: `refuse`,", "Possible values: `error`,"),
    (
        r"name the column of its `confidence`, `entailment-score`, `probabilities` or `rank`, or leave the measure out",
        "pass confidence=COLUMN or probabilities={LABEL: COLUMN}, or leave the measure out",
    ),
    (r" \(`phenom measures` lists them all\)", ""),
    (r"\bset\s(\\?`statistics:\s\{[^`]*\}\\?`)(?:\sin\sa\sconfig)?", r"pass \1"),
    (r"; (`--missing \w+`)", r": \1"),
]
_PATTERNS = [(re.compile(pattern, re.S), by) for pattern, by in _SENTENCES]

# In Markdown a backtick may be escaped, and a line may end anywhere.
_KEYS = re.compile(r"\\?`([a-z][a-z-]*):(?:\s([^`\\]+|[^`]*[^`\\]))?\\?`")
_OPTIONS = re.compile(
    r"`?(?<![\w-])(--[a-z][a-z-]*(?:[ =](?:'[^']*'|\"[^\"]*\"|[^\s`'\",.;:)-][^\s`;,)]*))?(?: --[a-z].*?(?=`))?)`?"
)
_ASKED = re.compile(r" \(asked for by `(?:columns\.)?([\w-]+)(?:\.columns)?`\)")
_VERB = re.compile(r"\b([Ww]rite|[Ss]et|[Aa]dd|name it by) (?=[a-z_]+=)")
_TYPE = re.compile(r"values of type ([A-Z]\w*)\b.*?(?=, expected|$)", re.S)


_LABEL = "a text, a whole number, a truth value or a list of texts"


_HOW = "phenom.read(...).config() writes the config of a call, and phenom.load evaluates it"


def _text(written: str) -> str:
    return written if written.startswith('"') else json.dumps(written.strip(), ensure_ascii=False)


def _of(section: str) -> str:
    return {"the system": "the predictions", "the pairs": "the pairs"}.get(section, section)


def _keyword(key: str) -> str:
    return _OTHERS.get(key, key).replace("-", "_")


def in_words_of_python(text: str | None, *, quotes_data: bool = False, of_files: bool = False) -> str | None:
    """The same advice, for whoever calls `evaluate`: keywords instead of keys and options.

    What a text that quotes data has between backticks is hardly ever a key. A call with files has fewer keywords.
    """
    if text is None:
        return None
    for pattern, by in _PATTERNS:
        text = pattern.sub(by, text)
    left: dict[str, None] = {}

    def key(found: re.Match[str]) -> str:
        if quotes_data and found[1] not in _IN_MESSAGES:
            return found[0]
        call = _call(found[1], found[2])
        if call is None or of_files and _OF_FRAMES.search(call):
            call = None
            # That in a group is meant.
            left[re.findall(r"[a-z][a-z-]*(?=:)", found[0])[-1]] = None
        return found[0] if call is None else call

    text = _KEYS.sub(key, text)
    text = text if quotes_data else _OPTIONS.sub(_option, text)
    text = _VERB.sub(lambda found: "Pass " if found[1].istitle() else "pass ", text)
    text = _ASKED.sub(lambda found: f" (asked for by {_keyword(found[1])}=)", text)
    return f"{text}{_in_a_config(list(left), text.endswith('.'))}" if left and _HOW not in text else text


def _in_a_config(keys: list[str], sentence: bool) -> str:
    """What is said of keys for which there is no keyword."""
    named = " and ".join(f"`{key}`" for key in keys)
    what = f"{named} {'is a key' if len(keys) == 1 else 'are keys'} of a config"
    return f" {what}: {_HOW}." if sentence else f"; {what}: {_HOW}"


def of_frames(text: str, names: Sequence[str], *, is_of_one: bool = True) -> str:
    """A message on tables in memory: they have rows, and no lines. One that is of one of these speaks of no file.

    ``names`` are those of the tables.
    """
    for name in names:
        file = re.escape(f"{name}.parquet")
        text = re.sub(rf"\bin {file}:(\d+)", lambda found: f"in row {found[1]} of {name}", text)
        text = re.sub(rf"(?<![\w.-]){file}(?![\w-])", lambda _: name, text)
    if not is_of_one:
        return text
    text = re.sub(r"\bon line (\d+)", r"in row \1", text)
    text = re.sub(r"here first, again on (?=\d)", "here first, again in rows ", text)
    # Where a list may be, so may one value.
    text = re.sub(r"expected a list of texts$|expected a list of texts(?= \()", f"expected {_LABEL}", text)
    text = _TYPE.sub(lambda found: f"values of type {found[1].lower()}", text)
    return re.sub(r"\b(the|this|that|one|other|another|same|of|in) file\b", r"\1 table", text)


def _option(found: re.Match[str]) -> str:
    """Options of the command as keywords, if all of them are some."""
    given: dict[str, list[str]] = {}
    for name, value in re.findall(r"--([a-z-]+)(?:[ =]('[^']*'|\"[^\"]*\"|[^\s`]+))?", found[1]):
        given.setdefault(name, []).append(value.strip("'\""))
    calls = []
    for name, values in given.items():
        keyword = _keyword(name)
        if keyword not in KEYWORDS and name not in _OTHERS:
            return found[0]
        if keyword == "labels":
            given_pairs = [pair.partition("=") for value in values for pair in value.split(",") if "=" in pair]
            pairs = {label: meaning for label, _, meaning in given_pairs}
            calls.append(f"labels={_python(pairs)}" if pairs else "labels=")
        elif len(values) > 1:
            calls.append(f"{'answers' if keyword == 'answer' else keyword}={_python(values)}")
        else:
            calls.append(f"{keyword}={_python(values[-1]) if values[-1] else ''}")
    return ", ".join(calls)


def _call(key: str, written: str | None) -> str | None:
    """A key and its value as keywords; None if there are none for it."""
    if written is None:
        return None
    try:
        value = _Flow(written).all()
    except (ValueError, IndexError):
        return None
    return _keywords(key, value)


def _keywords(key: str, value: Any) -> str | None:
    if key in _GROUPS and isinstance(value, dict):
        calls = [_keywords(one, of_one) for one, of_one in value.items()]
        return None if None in calls else ", ".join(map(str, calls))
    if key == "phenomena" and isinstance(value, dict):
        return f"phenomenon={_python(value['columns'])}" if list(value) == ["columns"] else None
    keyword = _keyword(key)
    if (key, value) in _NO_COLUMNS if isinstance(value, str) else False:
        return None
    if key in _OTHERS or keyword in KEYWORDS:
        return f"{keyword}={_python(value)}"
    return None


def _python(value: Any) -> str:
    if isinstance(value, dict):
        quoted = {json.dumps(key, ensure_ascii=False): of_key for key, of_key in value.items() if of_key is not ...}
        items = [f"{key}: {_python(of_key)}" for key, of_key in quoted.items()]
        return f"{{{', '.join(items + ['...'] * (len(value) - len(items)))}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_python, value))}]"
    if value in ("true", "false"):
        return str(value).capitalize()
    if value in _TO_BE_REPLACED or re.fullmatch(r"-?\d+(\.\d+)?", value):
        return str(value)
    return json.dumps(value, ensure_ascii=False)


class _Flow:
    """The part of YAML that messages have: mappings and lists on one line."""

    _PLAIN = r"(?:[^{}\[\],:\"\s]|:(?!\s))+"
    _TOKEN = re.compile(rf"\s*(?:[{{}}\[\],]|\"(?:[^\"\\]|\\.)*\"|{_PLAIN}(?:[ ]+{_PLAIN})*|:(?=\s))")

    def __init__(self, written: str) -> None:
        self.tokens: list[str] = []
        at = 0
        while at < len(written.rstrip()):
            found = self._TOKEN.match(written, at)
            if found is None:
                raise ValueError(written)
            self.tokens.append(found[0].strip())
            at = found.end()

    def all(self) -> Any:
        value = self.value()
        if self.tokens:
            raise ValueError(self.tokens)
        return value

    def value(self) -> Any:
        token = self.tokens.pop(0)
        if token == "{":
            return self.mapping()
        if token == "[":
            return self.members()
        if token in "}],:":
            raise ValueError(token)
        return json.loads(token) if token.startswith('"') else token

    def mapping(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self.tokens[0] != "}":
            key = self.value()
            if key == "..." and self.tokens[0] in ",}":
                found[key] = ...
            elif self.tokens.pop(0) == ":":
                found[key] = self.value()
            else:
                raise ValueError(key)
            if self.tokens[0] == ",":
                self.tokens.pop(0)
        self.tokens.pop(0)
        return found

    def members(self) -> list[Any]:
        found = []
        while self.tokens[0] != "]":
            found.append(self.value())
            if self.tokens[0] == ",":
                self.tokens.pop(0)
        self.tokens.pop(0)
        return found


# What there is instead of options and commands, whatever was evaluated.
_ATTRIBUTES = [
    (re.compile(r"`?--all`?\s+shows"), "`.rows` has"),
    (re.compile(r"`?--pairs`?\s+names"), "`.broken` and `.mended` name"),
    (re.compile(r"`--pairs` without `--on` lists"), "`.broken` and `.mended` list"),
    (re.compile(r"`--disagreement` sets"), "`disagreement=` sets"),
    (re.compile(r"`--fail-on worse`"), "`.gate()`"),
    (re.compile(r"without --on or --phenomenon,"), "without a phenomenon or slice,"),
    (re.compile(r"write elsewhere with --output DIR"), "write to another folder"),
    (re.compile(r"to read its contents, run `phenom check .*", re.S), "phenom.evaluate reads files of data"),
]


def said(text: str, evaluated: str = "config") -> str:
    """What a report says, as Python has it. Keys stay if a ``config`` was evaluated, not ``files`` or ``tables``."""
    for pattern, by in _ATTRIBUTES:
        text = pattern.sub(by, text)
    if evaluated == "config":
        return text
    return in_words_of_python(text, of_files=evaluated == "files") or text

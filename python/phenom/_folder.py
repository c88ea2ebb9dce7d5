"""What is handed out of an evaluation besides tables: claims, and a folder that was written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _display


@dataclass(frozen=True)
class Finding:
    """A claim with its evidence.

    ``sentence`` is the claim, ``headline`` its conclusion in at most ten words (or None), ``topic`` what it is about,
    and ``claim`` the claim with its evidence, as in claims.json.

    Example:
        >>> study.findings[0].topic
        'constant'
    """

    topic: str
    headline: str | None
    sentence: str
    claim: Mapping[str, Any]

    def __str__(self) -> str:
        return self.sentence


def findings_of(claims: list[dict[str, Any]]) -> tuple[Finding, ...]:
    """The claims that have a sentence, in their order."""
    return tuple(
        Finding(claim["topic"], claim["headline"], claim["sentence"] or claim["line"], claim)
        for claim in claims
        if claim["sentence"] or claim["line"]
    )


def signature_of(whole: Mapping[str, Any]) -> dict[str, str]:
    """A signature as report.json has it, in texts: files with the first 12 digits of their hashes."""

    def files(of: Iterable[Mapping[str, str]]) -> str:
        return "; ".join(f"{one['path']} (sha256 {one['sha256'][:12]}, labels {one['labels']})" for one in of)

    found = {"phenom": whole["version"], "task": whole["task"], "dataset": files(whole["dataset"])}
    for system in whole["systems"]:
        sources = [system["algorithm"], files(system["files"])]
        found[system["system"]] = "; ".join(source for source in sources if source)
    return {**found, **dict(whole["parameters"])}


@dataclass(frozen=True)
class ReportFolder(os.PathLike[str]):
    """A report folder that was written: its ``path``, and the names of its ``files``. `load` reads it.

    Example:
        >>> folder = study.write("report")
        >>> (folder / "scores.csv").exists()
        True
    """

    path: Path
    files: tuple[str, ...]

    def __fspath__(self) -> str:
        return os.fspath(self.path)

    def __truediv__(self, name: str | os.PathLike[str]) -> Path:
        return self.path / name

    def __str__(self) -> str:
        return str(self.path)

    def _repr_html_(self) -> str:
        told = f"Wrote {len(self.files)} files to {_display.code(str(self.path))}."
        if "report.html" in self.files:
            page = "is the page: findings, phenomena by systems and every pair, without network."
            told += f" {_display.code('report.html')} {page}"
        return _display.page(f"<p>{told}</p>")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": f"{len(self.files)} files in {self.path}", "text/html": self._repr_html_()}

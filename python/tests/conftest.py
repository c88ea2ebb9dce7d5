"""Data of the project, and the command's own results on it."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run_phenom(*arguments: object, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """The command, as `python -m phenom` has it; PHENOM names another program."""
    program = [os.environ["PHENOM"]] if "PHENOM" in os.environ else [sys.executable, "-m", "phenom"]
    # A width would wrap tables.
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    return subprocess.run(
        [*program, *map(str, arguments)],
        cwd=cwd, capture_output=True, text=True, check=False, env=environment,
    )


@pytest.fixture(scope="session")
def rows() -> list[dict[str, str]]:
    """60 originals with parts, answered by two invented systems of different strength: a row an answer."""
    rows = []
    kinds = ["lexical:synonymy", "lexical:hypernymy", "syntactic:negation", "discourse:coreference"]
    for pair in range(60):
        gold = "entailment" if pair % 3 else "contradiction"
        for part in range(-1, 2):
            item = f"p{pair}" if part < 0 else f"p{pair}.{part}"
            for system, modulus in [("old", 3), ("new", 7)]:
                wrong = (pair * 5 + part * 2 + len(system)) % modulus == 0
                answer = {"entailment": "unknown", "contradiction": "entailment"}[gold] if wrong else gold
                rows.append({
                    "item": item,
                    "part_of": "" if part < 0 else f"p{pair}",
                    "gold": gold,
                    "phenomenon": "" if part < 0 else kinds[(pair + part) % 4],
                    "text": f"text {pair} of family {pair % 17}",
                    "hypothesis": f"hypothesis {item}",
                    "system": system,
                    "answer": answer,
                })
    return rows


@pytest.fixture(scope="session")
def of_command(rows: list[dict[str, str]], tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, str]]]:
    """scores.csv and comparisons.csv of the command on a CSV file with the same rows."""
    folder = tmp_path_factory.mktemp("command")
    with (folder / "rows.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    (folder / "phenom.yaml").write_text(
        "title: Evaluation\n"
        "dataset:\n"
        "  path: rows.csv\n"
        "  columns: {id: item, gold: gold, origin: part_of, text: text, hypothesis: hypothesis}\n"
        "  phenomena: {columns: [phenomenon]}\n"
        "  repeated: same\n"
        "systems:\n"
        "  - {from: rows.csv, system: system, columns: {id: item, label: answer}}\n"
        "output: report\n"
    )
    ran = run_phenom("run", "phenom.yaml", cwd=folder)
    assert ran.returncode == 0, ran.stderr
    tables = {}
    for name in ("scores", "comparisons"):
        with (folder / "report" / f"{name}.csv").open(newline="") as file:
            tables[name] = list(csv.DictReader(file))
    return tables

"""mypy and pyright accept the package and a user's program in strict mode, and report mistakes."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import phenom
from phenom._types import Keywords

from test_docstrings import PUBLIC

HERE = Path(__file__).parent
PROGRAM, MISTAKES = HERE / "typed.py", HERE / "mistyped.py"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """A tool of this Python, in the folder of the package's settings."""
    for needed in (str(arguments[0]).partition(".")[0], "pandas", "polars", "pyarrow"):
        if importlib.util.find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed")
    # pyright looks for the packages of the `python` that is found first.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    command = [sys.executable, "-m", *map(str, arguments)]
    return subprocess.run(
        command, cwd=HERE.parent, env=environment, capture_output=True, text=True, check=False
    )


def pyright(*arguments: object) -> dict[str, Any]:
    """What pyright reports."""
    if run("pyright", "--version").returncode != 0:
        pytest.skip("pyright cannot be run: it needs Node.js, and once the registry of npm")
    return json.loads(run("pyright", "--outputjson", *arguments).stdout)


def marked() -> set[int]:
    """The lines of mistakes."""
    lines = MISTAKES.read_text(encoding="utf-8").splitlines()
    return {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}


def test_the_stub_has_what_the_module_has() -> None:
    ran = run("mypy.stubtest", "phenom._phenom", "--mypy-config-file", "pyproject.toml")
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_mypy_accepts_the_package_and_a_program() -> None:
    ran = run("mypy")
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_mypy_reports_every_mistake() -> None:
    found = re.findall(r"mistyped\.py:(\d+): error", run("mypy", MISTAKES).stdout)
    assert {int(line) for line in found} == marked()


def test_pyright_accepts_the_package_and_a_program() -> None:
    found = pyright()["generalDiagnostics"]
    assert not found, json.dumps(found, indent=1)


def test_pyright_reports_every_mistake() -> None:
    found = pyright(MISTAKES)["generalDiagnostics"]
    assert {one["range"]["start"]["line"] + 1 for one in found} == marked()


def test_every_public_type_is_known() -> None:
    found = pyright("--verifytypes", "phenom", "--ignoreexternal")["typeCompleteness"]
    unknown = [one["name"] for one in found["symbols"] if one["isExported"] and not one["isTypeKnown"]]
    assert found["completenessScore"] == 1, unknown


def test_the_program_uses_everything_public(tmp_path: Path) -> None:
    words = set(re.findall(r"\w+", PROGRAM.read_text(encoding="utf-8")))
    assert {name.rpartition(".")[2] for name in PUBLIC if "__" not in name} - {"LoadedReport"} <= words
    for needed in ("pandas", "polars", "pyarrow"):
        pytest.importorskip(needed)
    runpy.run_path(str(PROGRAM))["main"](tmp_path)


def test_read_and_predict_have_the_keywords_of_evaluate() -> None:
    of_evaluate = dict(phenom.evaluate.__annotations__)
    for key in ("data", "systems", "threads", "progress", "return"):
        del of_evaluate[key]
    assert {key: one.__forward_arg__ for key, one in Keywords.__annotations__.items()} == of_evaluate


def test_attributes_of_measures_are_their_keys() -> None:
    tree = ast.parse((HERE.parent / "phenom/_named.py").read_text(encoding="utf-8"))
    targets = [one.target for one in ast.walk(tree) if isinstance(one, ast.AnnAssign)]
    named = [one.id for one in targets if isinstance(one, ast.Name)]
    assert named == sorted(phenom.measures)

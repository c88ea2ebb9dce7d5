"""The tutorial shows what phenom shows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

FOLDER = ROOT / "examples/python"


def test_the_tutorial_has_ten_cells_and_all_outputs() -> None:
    cells = json.loads((FOLDER / "tutorial.ipynb").read_text(encoding="utf-8"))["cells"]
    assert len(cells) == 10
    of_code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in of_code] == list(range(1, len(of_code) + 1))
    for cell in of_code:
        assert cell["outputs"] and all(output["output_type"] != "error" for output in cell["outputs"])
        # A line is as wide as a cell of a notebook.
        assert all(len(line.rstrip("\n")) <= 120 for line in cell["source"])


def test_outputs_are_as_stored_in_any_folder(tmp_path: Path) -> None:
    for needed in ("nbclient", "ipykernel", "pandas"):
        pytest.importorskip(needed)
    program = [sys.executable, str(FOLDER / "run_tutorial.py")]
    ran = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert not list(tmp_path.iterdir())

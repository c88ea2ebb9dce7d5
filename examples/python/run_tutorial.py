#!/usr/bin/env python3
"""Runs tutorial.ipynb, and fails if an output is another than the stored one; `--write` stores the new outputs.

It needs phenom, what the notebook imports, nbclient and ipykernel, and works from any folder.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
NOTEBOOK = HERE / "tutorial.ipynb"
# Beside the folder of the notebook, which reads them as `../logs`.
READ = HERE.parent / "logs"


def executed(notebook: Any) -> Any:
    """The notebook with new outputs; what it writes is in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "python"
        folder.mkdir()
        shutil.copytree(READ, folder.with_name(READ.name))
        # No history of commands is kept, and a progress bar depends on the time.
        os.environ.update(IPYTHONDIR=name, JUPYTER_CONFIG_DIR=name, JUPYTER_DATA_DIR=name, JUPYTER_RUNTIME_DIR=name)
        os.environ["TQDM_DISABLE"] = "1"
        resources = {"metadata": {"path": str(folder)}}
        client = NotebookClient(notebook, timeout=600, kernel_name="python3", resources=resources, record_timing=False)
        # The kernel warns that others of this machine could reach it.
        client.extra_arguments = ["--log-level=ERROR"]
        kept = dict(notebook.metadata)
        client.execute()
        # The version of Python is no part of the notebook.
        notebook.metadata = nbformat.from_dict(kept)
    return notebook


def lines_of(cell: Any) -> list[str]:
    """The number and the outputs of a cell, for a comparison line by line."""
    told = json.dumps([cell.execution_count, *cell.outputs], indent=1, ensure_ascii=False, sort_keys=True)
    return told.replace("\\n", "\n").split("\n")


def differences(stored: Any, new: Any) -> list[str]:
    """What differs, cell by cell."""
    found: list[str] = []
    for number, (before, after) in enumerate(zip(stored.cells, new.cells), 1):
        if before.cell_type == "code":
            name = f"cell {number}"
            lines = difflib.unified_diff(
                lines_of(before), lines_of(after), f"{name}, stored", f"{name}, now", lineterm="", n=1
            )
            found.extend(line[:200] for line in lines)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="store the new outputs")
    write = parser.parse_args().write
    stored = nbformat.read(NOTEBOOK, as_version=4)
    new = executed(nbformat.read(NOTEBOOK, as_version=4))
    found = differences(stored, new)
    if write and found:
        nbformat.write(new, NOTEBOOK)
        print(f"wrote {NOTEBOOK.name}")
    elif found:
        print("\n".join(found))
        print(f"{NOTEBOOK.name}: outputs differ from the stored ones; `--write` stores the new ones")
        return 1
    else:
        print(f"{NOTEBOOK.name}: every output is as stored")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs the shell steps of examples/gate.yml on a small repository, without GitHub and without a network.

    tests/gate/check.py dist/phenom_eval-VERSION-….whl

`pip install` finds this wheel alone, and a `gh` of this test keeps what the workflow comments.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORKFLOW = HERE.parent.parent / "examples" / "gate.yml"
# What GitHub replaces each expression with.
EXPRESSIONS = {
    "github.token": "token",
    "github.event.pull_request.number": "7",
    "github.event.pull_request.base.sha": "base",
    "github.repository": "somebody/something",
}
GH = """\
#!/usr/bin/env python3
import json, os, sys
from pathlib import Path
body = Path(sys.argv[sys.argv.index("--body-file") + 1]).read_text()
Path(os.environ["COMMENTED"]).write_text(json.dumps({"arguments": sys.argv[1:], "body": body}))
"""
# A system that misses every negation.
WORSE = ("differs = is_negated(pair[\"text\"]) != is_negated(pair[\"hypothesis\"])", "differs = False")


def shell_steps(workflow: str) -> list[tuple[str, str, str]]:
    """Name, condition and command of each step with a `run`, with the expressions replaced."""
    expression = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
    text = expression.sub(lambda found: EXPRESSIONS[found.group(1)], workflow)
    (_, steps) = text.split("    steps:\n")
    found = []
    for step in re.split(r"^      - ", steps, flags=re.MULTILINE)[1:]:
        keys = dict(re.findall(r"^(?:        )?(name|if|run): (.*)$", step, flags=re.MULTILINE))
        if "run" not in keys:
            continue
        command = keys["run"]
        if command == "|":
            block = re.search(r"run: \|\n((?:          .*\n?)+)", step)
            command = textwrap.dedent(block.group(1))
        found.append((keys["name"], keys.get("if", ""), command))
    return found


def programs_of(environment: Path) -> Path:
    """A fresh environment with pip and this `gh`."""
    venv.create(environment, with_pip=True)
    programs = environment / "bin"
    (programs / "gh").write_text(GH)
    (programs / "gh").chmod(0o755)
    return programs


def run_workflow(folder: Path, programs: Path, wheel: Path, new_system: str) -> tuple[list[str], dict]:
    """The names of the steps that failed, and what was commented."""
    for side in ["old", "new"]:
        shutil.copytree(HERE / "repository", folder / side)
    (folder / "new" / "system.py").write_text(new_system)
    # pip would prefer a newer wheel beside it.
    shutil.copy(wheel, folder / wheel.name)
    commented = folder / "commented.json"
    variables = os.environ | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(folder),
        "COMMENTED": str(commented),
    }
    failed: list[str] = []
    for name, condition, command in shell_steps(WORKFLOW.read_text()):
        if failed and not condition.startswith("always()"):
            continue
        # The shell that GitHub gives a step.
        done = subprocess.run(
            ["bash", "-e", "-c", command], cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        if done.returncode:
            failed.append(name)
            print(f"{name}: exit code {done.returncode}\n{done.stdout.decode()}", end="")
    return failed, json.loads(commented.read_text()) if commented.exists() else {}


def main() -> None:
    wheel = Path(sys.argv[1]).resolve(strict=True)
    system = (HERE / "repository" / "system.py").read_text()
    assert WORSE[0] in system
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as environment:
        programs = programs_of(Path(environment))
        for new_system, expected in [(system, []), (system.replace(*WORSE), ["Gate"])]:
            with tempfile.TemporaryDirectory() as folder:
                failed, comment = run_workflow(Path(folder), programs, wheel, new_system)
            assert failed == expected, f"failed: {failed}, expected: {expected}"
            assert comment["arguments"][:3] == ["pr", "comment", "7"], comment
            assert ("is worse than" in comment["body"]) == bool(expected), comment["body"]
    seconds = time.monotonic() - start
    assert seconds < 60, f"the two workflows took {seconds:.0f} s"
    print(f"examples/gate.yml passes what is not worse and fails what is, in {seconds:.1f} s")


if __name__ == "__main__":
    main()

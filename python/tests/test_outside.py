"""Programs that a config asks: only if the call says so, and no longer than somebody waits."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import phenom

MODEL = """
import json, os, sys, time
open("pid", "w").write(str(os.getpid()))
for line in sys.stdin:
    pair = json.loads(line)
    time.sleep(float(sys.argv[1]))
    print(json.dumps({"id": pair["id"], "label": "entailment"}), flush=True)
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    def write(seconds: float) -> None:
        command = f"[{sys.executable}, model.py, '{seconds}']"
        (tmp_path / "phenom.yaml").write_text(
            "title: A program\n"
            "dataset: {path: pairs.csv, columns: {id: id, gold: gold, text: text, hypothesis: hypothesis}}\n"
            f"systems: [{{name: Model, command: {command}}}]\n"
        )

    rows = [f"{number},entailment,text {number},hypothesis {number}" for number in range(40)]
    (tmp_path / "pairs.csv").write_text("\n".join(["id,gold,text,hypothesis", *rows, ""]))
    (tmp_path / "model.py").write_text(MODEL)
    write(0)
    return tmp_path / "phenom.yaml"


def test_programs_are_asked_only_if_the_call_says_so(config: Path, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(phenom.PhenomError):
        phenom.load(config)
    assert not (config.parent / "pid").exists()
    with caplog.at_level(logging.INFO, "phenom"):
        study = phenom.load(config, run_systems=True)
    assert study.value("accuracy", "Model").value == 1
    assert "system `Model`: 40 predicted now, 0 before" in caplog.messages
    # What was answered is kept: nobody is asked again.
    assert phenom.load(config).scores == study.scores


INTERRUPTED = """
import phenom
print("ready", flush=True)
try:
    phenom.load("phenom.yaml", run_systems=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
    input()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_an_interrupt_ends_the_program(config: Path) -> None:
    config.write_text(config.read_text().replace("'0'", "'0.2'"))
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], cwd=config.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    pid = config.parent / "pid"
    begun = time.monotonic()
    while not pid.exists() or not pid.read_text():
        assert time.monotonic() - begun < 60
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    number = int(pid.read_text())
    begun = time.monotonic()
    while time.monotonic() - begun < 10:
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            break
        time.sleep(0.02)
    else:
        pytest.fail("the program goes on")
    process.stdin.close()
    process.wait(30)
    process.stdout.close()

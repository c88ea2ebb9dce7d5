"""Threads, processes, interrupts and memory: nothing hangs, nothing is left behind."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import phenom

ROWS = list[dict[str, str]]
HAS_FORK = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
LIMIT = 90


def _accuracy(data: Any) -> float:
    return float(phenom.evaluate(data).value("accuracy", "new"))


@pytest.fixture(scope="module")
def parquet(rows: ROWS, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    folder = tmp_path_factory.mktemp("parquet")
    pandas.DataFrame(rows).to_parquet(folder / "data.parquet")
    (folder / "phenom.yaml").write_text(phenom.read(rows).config())
    return folder / "phenom.yaml"


def _of_config(path: Path) -> float:
    return float(phenom.load(path).value("accuracy", "new"))


@HAS_FORK
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_evaluate_what_their_parent_evaluated(method: str, rows: ROWS, parquet: Path) -> None:
    expected = _accuracy(rows)
    # Parquet is read on threads of polars, which a forked process does not have.
    assert _of_config(parquet) == expected
    with multiprocessing.get_context(method).Pool(2) as pool:
        of_rows = pool.map_async(_accuracy, [rows, rows])
        of_files = pool.map_async(_of_config, [parquet, parquet])
        assert of_rows.get(LIMIT) == of_files.get(LIMIT) == [expected, expected]


FORKED_LATE = """
import os, sys, threading, phenom
rows = [{"item": i, "system": f"s{s}", "gold": "entailment", "answer": "entailment" if (i * (s + 3)) % 7 else "unknown"}
        for i in range(400) for s in range(6)]
busy = threading.Thread(target=lambda: phenom.evaluate(rows, resamples=20000))
busy.start()
children = []
for number in range(8):
    child = os.fork()
    if child == 0:
        phenom.evaluate(rows, resamples=200)
        os._exit(0)
    children.append(child)
codes = [os.waitpid(child, 0)[1] for child in children]
busy.join()
print(codes)
"""


@HAS_FORK
def test_a_process_that_is_forked_while_a_thread_evaluates_does_not_hang() -> None:
    ran = subprocess.run([sys.executable, "-c", FORKED_LATE], capture_output=True, text=True, timeout=LIMIT)
    assert ran.stdout.strip() == str([0] * 8), ran.stderr


def test_joblib_evaluates_and_hands_evaluations_on(rows: ROWS) -> None:
    joblib = pytest.importorskip("joblib")
    study = phenom.evaluate(rows)
    work = [joblib.delayed(phenom.evaluate)(rows), joblib.delayed(phenom.Evaluation.value)(study, "accuracy", "new")]
    again, score = joblib.Parallel(n_jobs=2)(work)
    assert again == study and score == study.value("accuracy", "new")


def test_threads_evaluate_side_by_side(rows: ROWS) -> None:
    expected = _accuracy(rows)
    study = phenom.evaluate(rows)

    def ask(number: int) -> float:
        # All ask for what is made at the first demand.
        study.table("overview").latex()
        study.compare("old", "new")
        return _accuracy(rows)

    with concurrent.futures.ThreadPoolExecutor(8) as threads:
        waited = [threads.submit(ask, number) for number in range(16)]
        assert [one.result(LIMIT) for one in waited] == [expected] * 16


LEFT_BEHIND = """
import _thread, os, threading, time, phenom
rows = [{"item": i, "system": f"s{s}", "gold": "entailment" if i % 2 else "unknown",
         "answer": "entailment" if (i * (s + 3)) % 7 else "unknown", "phenomenon": f"c{i % 9}:p{i % 90}"}
        for i in range(3000) for s in range(12)]
phenom.evaluate(rows[:24])
before = len(os.listdir("/proc/self/task"))
threading.Timer(1.0, _thread.interrupt_main).start()
try:
    phenom.evaluate(rows, resamples=100000)
except KeyboardInterrupt:
    begun = time.monotonic()
    while len(os.listdir("/proc/self/task")) > before and time.monotonic() - begun < 30:
        time.sleep(0.01)
    print(round(time.monotonic() - begun, 2))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted in /proc")
def test_work_that_was_interrupted_ends_soon() -> None:
    ran = subprocess.run([sys.executable, "-c", LEFT_BEHIND], capture_output=True, text=True, timeout=LIMIT)
    assert float(ran.stdout) < 2, ran.stderr
    assert ran.stderr == ""


def _resident() -> float:
    """Megabytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_a_hundred_evaluations_leak_no_memory(rows: ROWS) -> None:
    some = rows[:120]

    def evaluate() -> None:
        study = phenom.evaluate(some, resamples=100)
        study.table("overview").to_dicts()
        study.compare("old", "new")
        with pytest.raises(phenom.DataError):
            phenom.evaluate([*some, some[0]])

    for _ in range(20):
        evaluate()
    before, threads = _resident(), threading.active_count()
    for _ in range(100):
        evaluate()
    assert _resident() - before < 8
    assert threading.active_count() == threads

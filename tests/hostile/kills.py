"""Ends phenom while it writes a report, and looks at what the next command makes of it.

    python3 tests/hostile/kills.py target/debug/phenom                                  a sample
    python3 tests/hostile/kills.py target/debug/phenom --random 3000 --renames 1000     all that docs/reports.md states

Two studies are written to one folder in turns, which also holds files of the user's. Kills come at random moments of a run, or,
by strace, at each of its renames. After each the user's files must be as they were, and the next command must leave the
whole report of its own study and nothing else. Between the first and the last rename of a change, no call may be made but renames
and the handling of handles."""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import repositories
import watch

MINE = {"notes.txt": "mine\n", "tables/mine.txt": "mine too\n"}
# What may be called between two renames: nothing that waits for a disk, reads or writes.
BETWEEN = {"rename", "renameat", "renameat2", "fcntl", "dup", "close", "futex", "sched_yield", "madvise", "munmap", "mmap", "brk"}


class World:
    def __init__(self, phenom):
        self.phenom = phenom
        self.root = Path(tempfile.mkdtemp(prefix="phenom-kills-"))
        repo = self.root / "repo"
        repo.mkdir()
        repositories.harmless(repo)
        self.repo, self.out = repo, repo / "out"
        # The second study has other tables and figures, so that files come, change and go.
        second = repositories.CONFIG.replace("A study", "Another study").replace("[phenomena]", "[categories, judgments]")
        repositories.write(repo / "second.yaml", second.replace("[parts-wholes]", "[]").replace("one.csv", "two.csv"))
        self.configs = ["c.yaml", "second.yaml"]
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(self.root), "NO_COLOR": "1"}
        self.whole = {}
        for config in self.configs:
            self.must_run(config)
            self.whole[config] = self.contents()
            shutil.rmtree(self.out)
        for name, text in MINE.items():
            repositories.write(self.out / name, text)

    def command(self, config):
        return [self.phenom, "run", config, "--quiet"]

    def start(self, command):
        return subprocess.Popen(
            command, cwd=self.repo, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
        )

    def must_run(self, config):
        process = self.start(self.command(config))
        _, said = process.communicate()
        if process.returncode != 0:
            raise SystemExit(f"phenom run {config}: {said.decode()}")

    def contents(self):
        return {
            str(path.relative_to(self.out)): path.read_bytes() for path in self.out.rglob("*") if path.is_file()
        }

    def problem_after(self, config):
        """What is wrong after a kill and the next command, which writes this study."""
        for name, text in MINE.items():
            if (self.out / name).read_text() != text:
                return f"{name} is lost"
        self.must_run(config)
        want = self.whole[config] | {name: text.encode() for name, text in MINE.items()}
        found = self.contents()
        if found != want:
            return f"missing {want.keys() - found.keys()}, left {found.keys() - want.keys()}, or of another run"
        return None


def at_random(world, times):
    """Kills at random moments of a run; gives the problems, and how many runs had ended before."""
    problems, late = [], 0
    started = time.monotonic()
    world.must_run(world.configs[0])
    lasts = time.monotonic() - started
    for number in range(times):
        process = world.start(world.command(world.configs[(number + 1) % 2]))
        # Most of a run computes: half of the kills come near its end, where it writes.
        share = random.uniform(0, 1) if number % 2 else random.uniform(0.6, 1)
        time.sleep(lasts * share)
        ended = process.poll() is not None
        late += ended
        # The machine may have other work now than when the first run was timed.
        lasts *= 0.95 if ended else 1.01
        process.kill()
        process.communicate()
        problem = world.problem_after(world.configs[random.randrange(2)])
        if problem:
            problems.append(f"random kill {number}: {problem}")
    return problems, late


def renames(world, config):
    """How many renames a run makes."""
    trace = world.root / "trace"
    process = world.start(["strace", "-f", "-o", str(trace), "-e", "trace=/^rename", *world.command(config)])
    process.communicate()
    return len(re.findall(r"rename\w*\(", trace.read_text()))


def at_renames(world, times):
    """Kills at one rename after the other; gives the problems, and how many renames a run has."""
    problems = []
    world.must_run(world.configs[0])
    counts = []
    for config in (world.configs[1], world.configs[0]):
        counts.append(renames(world, config))
    for number in range(times):
        which = number % 2
        at = 1 + (number // 2) % counts[which]
        inject = f"inject=/^rename:signal=SIGKILL:when={at}"
        command = ["strace", "-f", "-o", "/dev/null", "-e", "trace=/^rename", "-e", inject, "-e", "signal=none"]
        # The folder holds the other study, so that as many renames are made.
        world.must_run(world.configs[which])
        process = world.start([*command, *world.command(world.configs[1 - which])])
        process.communicate()
        if process.returncode not in (-9, 137):
            problems.append(f"rename {at} of {counts[which]}: not killed, exit code {process.returncode}")
        problem = world.problem_after(world.configs[random.randrange(2)])
        if problem:
            problems.append(f"rename {at} of {counts[which]}: {problem}")
    return problems, counts


def window(world):
    """Nothing waits, reads or writes while the files are those of two runs; gives the problems and the milliseconds."""
    world.must_run(world.configs[0])
    trace = world.root / "trace"
    process = world.start(["strace", "-f", "-y", "-ttt", "-s", "300", "-o", str(trace), *world.command(world.configs[1])])
    process.communicate()
    lines = [re.match(r"(\d+) +([\d.]+) (\w+)\((.*)", line) for line in trace.read_text(errors="replace").splitlines()]
    lines = [line.groups() for line in lines if line]
    moves = [
        at for at, (_, _, call, rest) in enumerate(lines)
        if call.startswith("rename") and ".phenom-writing/new-" in rest and "journal" not in rest
    ]
    if len(moves) < 5:
        return [f"only {len(moves)} renames are seen"], 0
    thread = lines[moves[0]][0]
    between = [call for number, _, call, _ in lines[moves[0]:moves[-1]] if number == thread]
    wrong = sorted(set(between) - BETWEEN)
    lasted = (float(lines[moves[-1]][1]) - float(lines[moves[0]][1])) * 1000
    return ([f"between the renames: {', '.join(wrong)}"] if wrong else []), lasted


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("phenom")
    parser.add_argument("--random", type=int, default=40)
    parser.add_argument("--renames", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    world = World(str(Path(arguments.phenom).resolve()))
    try:
        problems, lasted = window(world)
        found, counts = at_renames(world, arguments.renames)
        problems += found
        found, late = at_random(world, arguments.random)
        problems += found
    finally:
        shutil.rmtree(world.root, ignore_errors=True)
    for problem in problems:
        print(problem)
    total = arguments.random + arguments.renames
    print(f"{arguments.random} kills at random moments ({late} runs had ended), {arguments.renames} at one of {counts} renames")
    print(f"{lasted:.1f} ms from the first to the last rename, under strace")
    print(f"{total - len(problems)} passed, {len(problems)} failed")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()

"""Opens repositories as attackers would prepare them with every command of phenom.

    python3 tests/hostile/check.py target/debug/phenom            all of them, as this user and, for root, as another one
    python3 tests/hostile/check.py target/debug/phenom --quick    each as one of the two
    python3 tests/hostile/check.py target/debug/phenom torn_steps one repository

Fails if anything outside of what a checkout may have changed is changed or opened for writing, a program is started, an
address is connected to, a command hangs or panics, or ends with another exit code than 0, 1 and 2. Each reproduction of an
attack that worked once is among the repositories (repositories.py). Needs strace."""

import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import repositories
import watch

SECONDS = 60
# An account that every Linux has, and that owns nothing.
NOBODY = 65534

# Each command as it is typed in the checkout: how it ends where nothing was prepared, what is typed at its prompts, and after
# how long Ctrl-C is pressed.
COMMANDS = [
    (0, ["run", "c.yaml"], None, None),
    (0, ["run", "c.yaml", "--overwrite", "--quiet"], None, None),
    (0, ["run", "c.yaml", "--verify"], None, None),
    (0, ["run", "c.yaml", "--verify", "--differing", "made/differing"], None, None),
    (0, ["run", "c.yaml", "--output", "made/report"], None, None),
    (0, ["predict", "c.yaml", "--output", "made/predictions"], None, None),
    (2, ["predict", "c.yaml", "program", "--dry-run", "--output", "made/predictions"], None, None),
    (0, ["train", "c.yaml", "trained", "--output", "made.model"], None, None),
    (0, ["score", "pairs.csv", "one.csv"], None, None),
    (2, ["table", "one.csv"], None, None),
    (0, ["agree", "d.yaml"], None, None),
    (2, ["justify", "c.yaml"], None, None),
    (0, ["compare", "c.yaml"], None, None),
    (0, ["compare", "out", "made/report", "--system", "one"], None, None),
    (0, ["compare", "out", "made/report", "--system", "one", "--fail-on", "worse"], None, None),
    (0, ["power", "c.yaml"], None, None),
    (0, ["check", "c.yaml"], None, None),
    (0, ["check", "pairs.csv"], None, None),
    (2, ["decompose", "pairs.csv", "--work", "pairs.annotations"], None, None),
    (1, ["decompose", "pairs.csv", "--write", "decomposed.jsonl", "--overwrite", "--output", "made/checks"], None, None),
    (0, ["annotate", "pairs.csv", "--annotator", "ann"], None, 2),
    (0, ["annotate", "pairs.csv", "--annotator", "bo"], None, 2),
    (0, ["measures", "accuracy"], None, None),
    (0, ["formats"], None, None),
    (0, ["convert", "pairs.csv", "made.jsonl"], None, None),
    (0, ["convert", "pairs.csv", "made.jsonl", "--overwrite"], None, None),
    (0, ["counts", "c.yaml", "--output", "made/counts"], None, None),
    (0, ["run", "counts.yaml"], None, None),
    (0, ["init"], None, None),
    (2, ["init", "pairs.csv", "one.csv", "two.csv"], None, None),
    (0, ["init", "pairs.csv", "-o", "made/p.yaml"], None, None),
    (0, ["trust", "c.yaml"], b"n\n", None),
    (0, ["trust", "--list"], None, None),
    (0, ["schema"], None, None),
    (0, ["completions", "bash"], None, None),
]

# What commands may change in the checkout: the report folder and the store of the config, and what the commands name.
OUTPUTS = [
    "out", "made", "made.jsonl", "made.model", "decomposed.jsonl", "phenom.yaml", ".phenom-answers", "pairs.annotations",
]


class Trial:
    """A checkout in a world of its own."""

    def __init__(self, prepare, user):
        self.world = Path(tempfile.mkdtemp(prefix="phenom-hostile-")).resolve()
        self.repo, self.home, self.outside = (self.world / name for name in ("repo", "home", "outside"))
        self.state = self.world / "state"
        for folder in (self.repo, self.home, self.outside, self.state):
            folder.mkdir()
        repositories.write(self.home / ".bashrc", "# mine\n")
        repositories.write(self.home / "steps.txt", repositories.header("ann"))
        repositories.write(self.outside / "precious.txt", "precious\n")
        repositories.harmless(self.repo)
        prepare(self.repo, self.home, self.outside)
        self.user = user
        self.outputs = OUTPUTS + getattr(prepare, "outputs", [])
        if user is not None:
            for above, folders, files in os.walk(self.world):
                for name in ["."] + folders + files:
                    os.lchown(os.path.join(above, name), user, user)
        # A folder of its own for the trace, which strace writes as the other user.
        self.trace = self.world / "state" / "trace"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "XDG_STATE_HOME": str(self.state / "xdg"),
            "GITHUB_TOKEN": "secret", "PHENOM_TRACE": str(self.trace), "NO_COLOR": "1",
        }

    def allowed(self, path):
        """Whether a path may be changed: it is the user's state, a device, or an output of the checkout."""
        path = path.removesuffix(" (deleted)")
        if path in ("/dev/null", "/dev/tty") or path.startswith(("/proc/self/", "socket:", "pipe:", "anon_inode:")):
            return True
        if Path(path).is_relative_to(self.state):
            return True
        if not Path(path).is_relative_to(self.repo):
            return False
        first = Path(path).relative_to(self.repo).parts[:1]
        return bool(first) and (first[0] in self.outputs or first[0].startswith(".phenom-writing-"))

    def precious(self):
        """Everything that must stay as it is."""
        return {
            path: seen for path, seen in watch.picture(self.world).items()
            if not Path(path).is_relative_to(self.state) and not self.allowed(path)
        }

    def problems(self, phenom, arguments, typed, ends, want=None):
        before = self.precious()
        code, said, acts = watch.run([phenom, *arguments], self.repo, self.environment, SECONDS, self.user, typed, ends)
        if code is None:
            return [f"no end after {SECONDS} s"]
        problems = []
        if want is not None and code != want:
            problems.append(f"exit code {code}, and {want} is expected: {said[-500:]}")
        # Ctrl-C ends a server in order.
        if code not in ((0, 1, 2, 130) if ends else (0, 1, 2)):
            problems.append(f"exit code {code}: {said[-500:]}")
        if "panicked" in said:
            problems.append(f"a panic: {said[-500:]}")
        if self.environment["GITHUB_TOKEN"] in said:
            problems.append("the secret is printed")
        started = [act for act in acts if act.call == "execute"][1:]
        problems += [f"started a program: {act}" for act in started]
        problems += [f"connected: {act}" for act in acts if act.call == "connect"]
        changing = [act for act in acts if act.call not in ("read", "execute", "connect")]
        problems += [repr(act) for act in changing if not self.allowed(act.path)]
        after = self.precious()
        for path in before.keys() | after.keys():
            if before.get(path) != after.get(path):
                problems.append(f"changed: {path}")
        if (self.world / "ran").exists() or (self.repo / "ran").exists():
            problems.append("a program of the attacker's ran")
        return problems

    def end(self):
        shutil.rmtree(self.world, ignore_errors=True)


def tried(phenom, prepare, user):
    """All commands, one after the other, in one checkout."""
    trial = Trial(prepare, user)
    failures = []
    try:
        for code, arguments, typed, ends in COMMANDS:
            # An attack that nothing reads would tell nothing: without one, each command does its work.
            want = code if prepare is repositories.nothing else None
            for problem in trial.problems(phenom, arguments, typed, ends, want):
                who = "this user" if user is None else "another user"
                failures.append(f"{prepare.__name__}, as {who}: phenom {' '.join(arguments)}: {problem}")
    finally:
        trial.end()
    return failures


def planted():
    """The watcher is no good if it does not find what a shell does through the same links."""
    for attack, want in [
        ("echo x >> pairs.annotations/ann.jsonl.torn", "open "),
        ("mv notes.txt lnk/", "rename"),
        ("rm lnk/precious.txt", "unlink"),
        ("./program.sh", "started a program"),
    ]:
        trial = Trial(repositories.torn_steps, None)
        repositories.link(trial.repo / "lnk", "../outside")
        try:
            problems = trial.problems("sh", ["-c", attack], None, None)
            if not any(want in problem for problem in problems):
                return [f"the watcher does not find `{attack}`: {problems}"]
        finally:
            trial.end()
    return []


def main():
    phenom, *wanted = sys.argv[1:]
    quick = "--quick" in wanted
    wanted = [name for name in wanted if name != "--quick"]
    phenom = str(Path(phenom).resolve())
    chosen = [prepare for prepare in repositories.ALL if not wanted or prepare.__name__ in wanted]
    users = [None, NOBODY] if os.geteuid() == 0 else [None]
    # Where each repository is opened by one user only, neighbours in the list are not opened by the same.
    asked = [(prepare, user) for at, prepare in enumerate(chosen) for turn, user in enumerate(users)
             if not quick or prepare is repositories.nothing or at % len(users) == turn]
    if NOBODY in users and not reachable(phenom):
        # A checkout in a home folder of root's, say.
        copy = Path(tempfile.mkdtemp(prefix="phenom-hostile-")) / "phenom"
        copy.parent.chmod(0o755)
        shutil.copy(phenom, copy)
        phenom = str(copy)
    failures = planted()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        trials = [pool.submit(tried, phenom, prepare, user) for prepare, user in asked]
        for trial in trials:
            failures += trial.result()
    for failure in failures:
        print(failure)
    passed = len(trials) - len({failure.split(": phenom ")[0] for failure in failures})
    print(f"{len(chosen)} repositories, opened {len(trials)} times, {len(COMMANDS)} commands each time: {len(failures)} problems")
    print(f"{passed} passed, {len(trials) - passed} failed")
    sys.exit(bool(failures))


def reachable(path):
    """Whether everybody may come to a file."""
    return all(os.stat(above).st_mode & 0o001 for above in Path(path).parents)


if __name__ == "__main__":
    main()

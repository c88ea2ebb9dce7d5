"""A command under strace: everything that it opens for writing, makes, renames or removes, every program that it starts and
every address that it connects to, as the kernel saw it."""

import contextlib
import os
import re
import signal
import subprocess
from pathlib import Path

# What changes the file system, starts programs, or leaves the machine.
CALLS = (
    "openat,openat2,open,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,"
    "truncate,chmod,fchmodat,fchmodat2,chown,fchownat,lchown,mknod,mknodat,utimensat,setxattr,execve,execveat,connect"
)
LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (-?\d+|\?)(.*)$")
FOLDER = re.compile(r"^(?:AT_FDCWD|\d+)<([^>]*)>")
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')


class Act:
    """One call that succeeded: what it did, and where, with the links of all folders above resolved."""

    def __init__(self, call, path):
        self.call, self.path = call, path

    def __repr__(self):
        return f"{self.call} {self.path}"


def text(escaped):
    return escaped.encode().decode("unicode_escape").encode("latin-1").decode("utf-8", "replace")


def resolved(folder, name):
    """A name in a folder; the last part is not followed, as what has it may be gone by now."""
    path = name if name.startswith("/") else os.path.join(folder, name)
    above, last = os.path.split(path.rstrip("/"))
    return os.path.join(os.path.realpath(above), last)


def acts(trace, here):
    found = []
    for line in trace.splitlines():
        # A call that another thread interrupted is written in two lines.
        match = LINE.match(line)
        if not match:
            continue
        call, arguments, result, after = match.groups()
        if result.startswith("-") and call != "connect":
            continue
        if call.startswith("open") or call == "creat":
            if call == "creat" or re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND", arguments):
                opened = re.match(r"<([^>]*)>", after)
                found.append(Act("open", opened.group(1) if opened else arguments))
            else:
                opened = re.match(r"<([^>]*)>", after)
                found.append(Act("read", opened.group(1) if opened else arguments))
        elif call in ("execve", "execveat"):
            found.append(Act("execute", text(TEXT.search(arguments).group(1))))
        elif call == "connect":
            if "AF_INET" in arguments:
                found.append(Act("connect", arguments))
        else:
            folders = [m.group(1) for m in re.finditer(r"(?:AT_FDCWD|\b\d+)<([^>]*)>", arguments)]
            names = [text(name) for name in TEXT.findall(arguments)]
            if call.startswith("symlink"):
                names = names[1:]
            if names and names[0].startswith("/proc/self/fd/"):
                # A file that had no name is given one.
                names, folders = names[1:], folders[-1:]
            for at, name in enumerate(names):
                folder = folders[min(at, len(folders) - 1)] if folders else str(here)
                found.append(Act(call, resolved(folder, name)))
    return found


def run(command, here, environment, seconds, user=None, typed=None, ends=None):
    """Runs a command; gives its exit code, what it printed, and what it did. `user` runs it as somebody else, `ends` sends it
    Ctrl-C after some seconds."""
    trace = Path(environment["PHENOM_TRACE"])
    if trace.exists():
        trace.unlink()
    watched = ["strace", "-f", "-y", "-s", "4096", "--seccomp-bpf", "-e", "trace=" + ",".join(f"?{call}" for call in CALLS.split(",")), "-e", "signal=none", "-o", str(trace)]
    process = subprocess.Popen(
        [*watched, *command], cwd=here, env=environment, user=user, group=user, extra_groups=[] if user else None,
        stdin=subprocess.PIPE if typed is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )
    try:
        if typed is not None:
            # A command may end before it reads what is typed.
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(typed)
                process.stdin.flush()
        if ends:
            try:
                process.wait(ends)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, "", []
    return process.returncode, said.decode("utf-8", "replace"), acts(trace.read_text(errors="replace"), here)


def picture(folder):
    """What is in a folder: each path with its kind, mode and content, and the file itself."""
    seen = {}
    for above, folders, files in os.walk(folder):
        for name in folders + files:
            path = Path(above, name)
            there = path.lstat()
            if path.is_symlink():
                content = os.readlink(path)
            elif path.is_file():
                content = path.read_bytes()
            else:
                content = None
            # Those of a folder count the folders in it.
            names = 0 if path.is_dir() else there.st_nlink
            seen[str(path)] = (there.st_mode, there.st_ino, names, content)
    return seen

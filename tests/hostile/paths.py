"""Every path that `phenom run` looks at on the pilot study, held to what docs/safety.md names.

    python3 tests/hostile/paths.py target/debug/phenom

Run from the project's root. Fails if a path is looked at, read or written that is not the config's project, the report
folder, the user's state folder, or the system's own."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# The loader, shared libraries, processors, memory and its limits, the terminal.
SYSTEM = re.compile(
    r"^(/etc/ld\.so\.(cache|preload)|/(usr/)?lib(64)?/.*\.so.*|/proc/(self|\d+)/.*|/proc/meminfo|/proc/stat|/proc/cpuinfo|/proc/sys/vm/overcommit_memory"
    r"|/sys/fs/cgroup(/.*)?|/sys/devices/system/(cpu|node)(/.*)?|/dev/(null|tty|pts/\d+|urandom)"
    r"|/usr/share/(terminfo|zoneinfo)/.*|/etc/localtime|/sys/kernel/mm/transparent_hugepage/.*)$"
)


def main():
    phenom = str(Path(sys.argv[1]).resolve())
    project = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        world = Path(folder).resolve()
        trace = world / "trace"
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(world), "XDG_STATE_HOME": str(world / "state")}
        command = [phenom, "run", "configs/rte5-pilot.yaml", "--output", str(world / "report"), "--quiet"]
        subprocess.run(
            ["strace", "-f", "-y", "-s", "4096", "-e", "trace=%file", "-e", "signal=none", "-o", str(trace), *command],
            cwd=project, env=environment, check=True, stdin=subprocess.DEVNULL,
        )
        paths = set()
        for line in trace.read_text(errors="replace").splitlines():
            call = re.match(r"^\d+ +(\w+)\((.*)$", line)
            if not call or call.group(1) == "execve":
                continue
            folders = re.findall(r"(?:AT_FDCWD|\b\d+)<([^>]*)>", call.group(2))
            for name in re.findall(r'"((?:[^"\\]|\\.)*)"', call.group(2)):
                paths.add(os.path.normpath(os.path.join(folders[0] if folders else str(project), name)))
        # The folders above the project are asked for `.git`, and for their links where a path is made canonical.
        above = {str(above) for start in (project, world) for above in [start, *start.parents]}
        looked = {str(Path(path) / ".git") for path in above}
        own = (project, world / "report", world / "state")
        strange = sorted(
            path for path in paths
            if path not in above | looked and not any(Path(path).is_relative_to(folder) for folder in own)
            and not SYSTEM.match(path)
        )
    for path in strange:
        print(path)
    print(f"{len(paths)} paths, {len(strange)} that docs/safety.md does not name")
    sys.exit(bool(strange))


if __name__ == "__main__":
    main()

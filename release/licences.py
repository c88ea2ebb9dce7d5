"""The licences of everything that is linked into the program, as one text.

Licence texts come from the packages that cargo has unpacked, so that nothing is asked of a network.
"""

import json
import re
import subprocess
from pathlib import Path

# Names of files with a licence or a notice, whatever their case and ending.
LICENCE_FILE = re.compile(r"(licen[cs]e|copying|copyright|notice|unlicense)([-_.].*)?$", re.IGNORECASE)

HEAD = """\
Licences of third parties

phenom is licensed under MIT or Apache-2.0. It is linked with the Rust standard library (MIT or Apache-2.0) and with the
packages below, each under its own licence. Each text is printed once, under the names of the packages that contain it.
"""


def linked_packages(manifest: Path, target: str) -> list[dict]:
    """The packages of others that the package of a manifest is linked with on a target, in order of name and version."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", f"--filter-platform={target}"]
    command.append(f"--manifest-path={manifest}")
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = next(package for package in packages.values() if Path(package["manifest_path"]).samefile(manifest))
    seen, waiting = set(), [root["id"]]
    while waiting:
        current = waiting.pop()
        if current in seen:
            continue
        seen.add(current)
        for dependency in nodes[current]["deps"]:
            # A build script is not linked, nor is what only tests need.
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    # A package without a source is one of phenom's own.
    linked = [packages[package] for package in seen if packages[package]["source"]]
    return sorted(linked, key=lambda package: (package["name"], package["version"]))


def licence_texts(package: dict) -> list[str]:
    folder = Path(package["manifest_path"]).parent
    files = {path for path in folder.iterdir() if path.is_file() and LICENCE_FILE.match(path.name)}
    if package["license_file"]:
        files.add(folder / package["license_file"])
    return [path.read_text(encoding="utf-8", errors="replace") for path in sorted(files)]


def third_party(manifest: Path, target: str) -> str:
    """The list of packages with their licences, and the texts."""
    lines = [HEAD]
    # By the text without its line breaks: copies of one text are wrapped in different ways.
    texts: dict[str, tuple[str, list[str]]] = {}
    for package in linked_packages(manifest, target):
        name = f"{package['name']} {package['version']}"
        found = licence_texts(package)
        source = "" if found else f"; its package has no text, see {package['repository'] or 'its authors'}"
        lines.append(f"{name}: {package['license'] or 'see its text'}{source}")
        for text in found:
            texts.setdefault(" ".join(text.split()), (text.strip(), []))[1].append(name)
    for text, names in texts.values():
        lines.append(f"\n{'-' * 100}\n{', '.join(dict.fromkeys(names))}\n\n{text}")
    return "\n".join(lines) + "\n"

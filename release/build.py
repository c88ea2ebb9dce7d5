#!/usr/bin/env python3
"""Builds and checks what a release consists of. Results are in `dist/`.

    release/build.py archive         the program: phenom-VERSION-TARGET.tar.xz, with its SHA-256
    release/build.py wheel           the wheel of this platform
    release/build.py sdist           the source distribution
    release/build.py check WHEEL     size, contents, and the pilot study in a fresh environment
    release/build.py all             all four

Needs Rust, a C compiler and Python 3.11 or later with venv; maturin is installed into an environment in `target/`.
"""

import argparse
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import venv
import zipfile
from pathlib import Path

from licences import third_party

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
PYTHON = ROOT / "python"
MANIFEST = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
VERSION = MANIFEST["workspace"]["package"]["version"]
MAXIMUM_WHEEL_BYTES = 15_000_000
MATURIN, ZOPFLI = "maturin>=1.16,<2", "zopfli<1"
# What a user sees after the installation: this report, to the byte, whatever the platform.
PILOT = "rte5-pilot"
COMPLETIONS = {"bash": "phenom.bash", "zsh": "_phenom", "fish": "phenom.fish", "powershell": "_phenom.ps1"}
EXE = ".exe" if os.name == "nt" else ""


def run(*command: object, **options) -> subprocess.CompletedProcess:
    print("+", *command, flush=True)
    return subprocess.run([str(part) for part in command], check=True, **options)


def output(*command: object) -> bytes:
    return run(*command, stdout=subprocess.PIPE).stdout


def host_target() -> str:
    lines = output("rustc", "-vV").decode().splitlines()
    return next(line.removeprefix("host: ") for line in lines if line.startswith("host: "))


def build_environment() -> dict[str, str]:
    """Without the folders of this machine in what is built: they are of no use to others."""
    cargo = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    flags = os.environ.get("RUSTFLAGS", "").split()
    flags += [f"--remap-path-prefix={cargo}=/cargo", f"--remap-path-prefix={ROOT}=/phenom"]
    # The linker of this target is LLVM's, which keeps one of functions that are the same.
    if host_target() == "x86_64-unknown-linux-gnu":
        flags.append("-Clink-arg=-Wl,--icf=all")
    maps = f"-ffile-prefix-map={cargo}=/cargo -ffile-prefix-map={ROOT}=/phenom"
    c_flags = os.environ.get("CFLAGS", "") if os.name == "nt" else f"{os.environ.get('CFLAGS', '')} {maps}".strip()
    return os.environ | {"CARGO_ENCODED_RUSTFLAGS": "\x1f".join(flags), "CFLAGS": c_flags}


def target_folder() -> Path:
    return Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")


def archive() -> Path:
    run("cargo", "build", "--profile", "dist", "--locked", "-p", "phenom", cwd=ROOT, env=build_environment())
    program = target_folder() / "dist" / f"phenom{EXE}"
    files = {program.name: program.read_bytes(), "README.md": (ROOT / "crates/cli/README.md").read_bytes()}
    files["CHANGELOG.md"] = (ROOT / "CHANGELOG.md").read_bytes()
    files |= licence_files(ROOT / "crates/cli/Cargo.toml")
    for shell, name in COMPLETIONS.items():
        files[f"completions/{name}"] = output(program, "completions", shell)
    packed = DIST / f"phenom-{VERSION}-{host_target()}.tar.xz"
    pack(packed, files, executable=program.name)
    digest = hashlib.sha256(packed.read_bytes()).hexdigest()
    # As sha256sum writes it, so that `sha256sum --check` reads it.
    packed.with_name(f"{packed.name}.sha256").write_text(f"{digest}  {packed.name}\n", newline="\n")
    print(f"program: {program.stat().st_size / 1e6:.1f} MB")
    print(f"{packed.relative_to(ROOT)}: {packed.stat().st_size / 1e6:.1f} MB")
    return packed


def pack(packed: Path, files: dict[str, bytes], executable: str) -> None:
    """The same bytes for the same files: names in order, no owner, and the time of the commit."""
    folder = packed.name.removesuffix(".tar.xz")
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or output("git", "-C", ROOT, "log", "-1", "--format=%ct")
    packed.parent.mkdir(exist_ok=True)
    with tarfile.open(packed, "w:xz", preset=9, format=tarfile.GNU_FORMAT) as tar:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mtime = len(content), int(seconds)
            entry.mode = 0o755 if name == executable else 0o644
            tar.addfile(entry, io.BytesIO(content))


def maturin() -> Path:
    environment = target_folder() / "wheel-tools"
    program = executable(environment, "maturin")
    if not program.exists():
        venv.create(environment, with_pip=True)
        run(executable(environment, "python"), "-m", "pip", "install", "--quiet", MATURIN, ZOPFLI)
    return program


def executable(environment: Path, name: str) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin") / f"{name}{EXE}"


def licence_files(manifest: Path) -> dict[str, bytes]:
    """Of phenom, of the font that is drawn with, and of all packages that are linked."""
    files = {name: (ROOT / name).read_bytes() for name in ["LICENSE-APACHE", "LICENSE-MIT"]}
    files["LICENSE-FONT.txt"] = (ROOT / "crates/report/assets/LiberationSans-LICENSE.txt").read_bytes()
    files["LICENSE-THIRD-PARTY.txt"] = third_party(manifest, host_target()).encode()
    return files


def wheel(compatibility: str | None) -> Path:
    # The profile of the program: python/ is a workspace of its own, and takes it as cargo's configuration.
    options = ["--profile", "dist", "--config", ROOT / "Cargo.toml"]
    if compatibility:
        options += ["--compatibility", compatibility]
    built = from_maturin("build", *options, "--locked", "--strip", ending=".whl")
    run(maturin().with_name(f"python{EXE}"), ROOT / "release" / "repack.py", built)
    return built


def sdist() -> Path:
    return from_maturin("sdist", ending=".tar.gz")


def from_maturin(command: str, *options: object, ending: str) -> Path:
    """The file that maturin writes: into a folder of its own, so that no older one is taken for it."""
    # `license-files` of pyproject.toml takes them along.
    for name, content in licence_files(PYTHON / "Cargo.toml").items():
        (PYTHON / name).write_bytes(content)
    with tempfile.TemporaryDirectory() as folder:
        common = ["--manifest-path", PYTHON / "Cargo.toml", "--out", folder]
        run(maturin(), command, *common, *options, env=build_environment())
        (written,) = Path(folder).glob(f"*{ending}")
        DIST.mkdir(exist_ok=True)
        return Path(shutil.move(written, DIST / written.name))


def check(path: Path) -> None:
    size = path.stat().st_size
    print(f"{path.name}: {size / 1e6:.2f} MB")
    if size > MAXIMUM_WHEEL_BYTES:
        sys.exit(f"the wheel has {size:,} bytes, and at most {MAXIMUM_WHEEL_BYTES:,} are allowed")
    check_contents(path)
    with tempfile.TemporaryDirectory() as folder:
        check_installed(path, Path(folder))


def check_contents(path: Path) -> None:
    with zipfile.ZipFile(path) as contents:
        names = contents.namelist()
        for needed in ["LICENSE-MIT", "LICENSE-APACHE", "LICENSE-FONT.txt", "LICENSE-THIRD-PARTY.txt"]:
            if not any(name.endswith(f".dist-info/licenses/{needed}") for name in names):
                sys.exit(f"the wheel has no {needed} among its licences: see license-files in python/pyproject.toml")
        for name in names:
            if str(Path.home()).encode() in contents.read(name) or str(ROOT).encode() in contents.read(name):
                sys.exit(f"{name} in the wheel names a folder of this machine")


def check_installed(path: Path, folder: Path) -> None:
    """In an environment without anything else, the pilot study has the committed report, to the byte."""
    environment, report = folder / "environment", folder / "report"
    venv.create(environment, with_pip=True)
    start = time.monotonic()
    run(executable(environment, "python"), "-m", "pip", "install", "--quiet", "--no-index", path.resolve())
    phenom = executable(environment, "phenom")
    run(phenom, "run", ROOT / f"configs/{PILOT}.yaml", "--output", report, stdout=subprocess.DEVNULL)
    print(f"from pip install to the table: {time.monotonic() - start:.1f} s")
    if output(phenom, "--version").decode().strip() != f"phenom {VERSION}":
        sys.exit("the program of the wheel has another version than Cargo.toml")
    run(executable(environment, "python"), "-c", "import phenom", cwd=folder)
    expected = {}
    for line in (ROOT / "reports/hashes.txt").read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ", 1)
        if name.startswith(f"{PILOT}/"):
            expected[name.removeprefix(f"{PILOT}/")] = digest
    written = {
        file.relative_to(report).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in report.rglob("*")
        if file.is_file()
    }
    differing = sorted(name for name in expected | written if expected.get(name) != written.get(name))
    if differing:
        sys.exit(f"differs from reports/hashes.txt: {', '.join(differing)}")
    print(f"{len(written)} files of the report are as committed")


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds and checks what a release consists of, in dist/.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("archive", help="the program with licences and completions, and its SHA-256")
    commands.add_parser("sdist", help="the source distribution")
    commands.add_parser("check", help="size, contents and first report of a wheel").add_argument("wheel", type=Path)
    for name, meaning in [("wheel", "the wheel of this platform"), ("all", "everything, checked")]:
        command = commands.add_parser(name, help=meaning)
        command.add_argument("--compatibility", metavar="TAG", help="the platform tag, such as manylinux_2_28")
    arguments = parser.parse_args()
    match arguments.command:
        case "archive":
            archive()
        case "wheel":
            wheel(arguments.compatibility)
        case "sdist":
            sdist()
        case "check":
            check(arguments.wheel)
        case "all":
            archive()
            check(wheel(arguments.compatibility))
            sdist()


if __name__ == "__main__":
    main()

"""Makes the reports of all shipped configs and of a hundred generated ones, and verifies each.

    python3 examples/verify/all.py PHENOM [--generated N] [--first SEED] [--configs CONFIG...]

PHENOM is the program to use. Prints a line for each report, and what differs. Exit code 0 if nothing differs.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from generate import generate
from report import NoReport
from verify import verify

ROOT = Path(__file__).resolve().parents[2]


def made(phenom, config, folder):
    """Whether the program makes the report, and what it says if it does not."""
    command = [phenom, "run", str(config), "--quiet", "--output", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stderr.strip()


def verified(name, folder, skipped):
    """Verifies one report, prints a line, and says whether nothing differs."""
    try:
        found = verify(folder)
    except NoReport as error:
        print(f"{name}: not verified: {error}")
        skipped[f"reports: {type(error).__name__}"] += 1
        return True
    cells, drawn = sum(checked.cells for checked in found), sum(checked.drawn for checked in found)
    largest = max(checked.largest for checked in found)
    differing = sum(len(checked.wrong) for checked in found)
    print(f"{name}: {cells} cells and {drawn} drawn ones, largest difference {largest:.1e}, {differing} differ", flush=True)
    for checked in found:
        skipped.update({f"{checked.name}, {reason}": number for reason, number in checked.skipped.items()})
        for row, cell, written, computed in checked.wrong[:5]:
            print(f"    {checked.name}: {row}: {cell} is {written or 'empty'}, computed {computed}")
    return not differing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("phenom")
    parser.add_argument("--generated", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--configs", nargs="*", type=Path, default=sorted((ROOT / "configs").glob("*.yaml")))
    arguments = parser.parse_args()
    all_right, skipped = True, Counter()
    for config in arguments.configs:
        with tempfile.TemporaryDirectory() as folder:
            is_made, said = made(arguments.phenom, config, folder)
            if not is_made:
                print(f"{config.name}: no report: {said}")
                all_right = False
                continue
            all_right &= verified(config.name, folder, skipped)
    for seed in range(arguments.first, arguments.first + arguments.generated):
        with tempfile.TemporaryDirectory() as folder:
            config = generate(Path(folder), seed)
            is_made, said = made(arguments.phenom, config, Path(folder) / "report")
            if not is_made:
                print(f"generated {seed}: no report: {said}")
                all_right = False
                continue
            all_right &= verified(f"generated {seed}", Path(folder) / "report", skipped)
    for reason, number in skipped.most_common():
        print(f"{number} not verified in {reason}")
    return int(not all_right)


if __name__ == "__main__":
    sys.exit(main())

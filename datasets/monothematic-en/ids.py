"""Writes ids.csv: the ids of version 0.1.0 and the opaque ones that replace them, which are SHA-256 hashes.

    python3 datasets/monothematic-en/ids.py            # from the old ids in ids.csv; --check only compares

phenom deals groups of pairs to folds in the order of the smallest hash of their ids. Families keep that order, so that
cross-validated results of both versions have the same folds. Hashes with another number replace those that would change it.
"""

import csv
import hashlib
import itertools
import pathlib
import sys

FILE = pathlib.Path(__file__).with_name("ids.csv")


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def new_ids(old_ids):
    """The new id of each old one, as `f0a1b2c` for families and `m0a1b2c` for pairs."""
    families = {}
    for old in old_ids:
        families.setdefault(old.removeprefix("family-")[:2], []).append(old)
    # The smallest of about eleven hashes of a family is below 1/5 almost always. Each family gets its own range there.
    width = 0.2 / len(families)
    new = {}
    pairs = {name: [old for old in olds if not old.startswith("family-")] for name, olds in families.items()}
    for rank, name in enumerate(sorted(pairs, key=lambda name: min(map(sha256, pairs[name])))):
        for number in itertools.count():
            found = {old: "m" + sha256(f"monothematic-en 1 {number} {old}")[:6] for old in pairs[name]}
            smallest = int(min(map(sha256, found.values()))[:12], 16) / 16**12
            if rank * width < smallest < (rank + 1) * width:
                break
        new |= found
        new[f"family-{name}"] = "f" + sha256(f"monothematic-en 1 family-{name}")[:6]
    assert len(set(new.values())) == len(new), "two ids are equal"
    return new


if __name__ == "__main__":
    with FILE.open(newline="") as file:
        old_ids = [row["old"] for row in csv.DictReader(file)]
    new = new_ids(old_ids)
    text = "old,new\n" + "".join(f"{old},{new[old]}\n" for old in old_ids)
    if "--check" in sys.argv[1:]:
        sys.exit(FILE.read_text() != text and "ids.csv is not what ids.py writes")
    FILE.write_text(text)

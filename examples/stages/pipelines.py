"""Two pipelines made from the claims of FactBench: one merges neighbouring claims, one leaves out every fifth.

    python3 examples/stages/pipelines.py Factbench.jsonl FOLDER

Both judge every tenth of their parts wrongly, so that their verdicts are equally good. FOLDER gets merges.jsonl and
drops.jsonl, a line for each part: origin, claim, verdict, faithful, covers.
"""

import json
import pathlib
import sys


def originals(path):
    """Row number and claims of each response with claims, a claim as its id, text and label."""
    with open(path, encoding="utf-8") as lines:
        for row, line in enumerate(lines, start=1):
            response = json.loads(line)
            claims = response["claims"] or []
            labels = response["claim_labels"]
            if claims:
                numbered = enumerate(zip(claims, labels), start=1)
                yield row, [(f"{row}.{part}", text, label) for part, (text, label) in numbered]


def merged(claims):
    """Neighbouring claims, two by two."""
    return [claims[place : place + 2] for place in range(0, len(claims), 2)]


def dropped(claims, counted):
    """Every claim for itself, without each fifth of all; `counted` claims came before."""
    return [[claim] for place, claim in enumerate(claims, start=counted + 1) if place % 5]


def write(path, parts):
    """Writes parts, each with its origin and the claims in it. Every tenth verdict on parts with a known label is wrong."""
    known = 0
    with open(path, "w", encoding="utf-8") as out:
        for origin, claims in parts:
            labels = [label for _, _, label in claims]
            # False if one claim is; not known if one that matters is not.
            gold = False if False in labels else True if all(label is True for label in labels) else None
            known += gold is not None
            verdict = (not gold) if gold is not None and known % 10 == 0 else bool(gold)
            part = {
                "origin": origin,
                "claim": " ".join(text.rstrip(".") + "." for _, text, _ in claims),
                "verdict": verdict,
                "faithful": True,
                "covers": [claim for claim, _, _ in claims],
            }
            out.write(json.dumps(part, ensure_ascii=False) + "\n")


def main():
    source, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    merges, drops, counted = [], [], 0
    for row, claims in originals(source):
        merges += [(row, part) for part in merged(claims)]
        drops += [(row, part) for part in dropped(claims, counted)]
        counted += len(claims)
    write(folder / "merges.jsonl", merges)
    write(folder / "drops.jsonl", drops)


if __name__ == "__main__":
    main()

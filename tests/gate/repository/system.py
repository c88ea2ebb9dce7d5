"""Predicts a contradiction if exactly one of text and hypothesis has a negation."""

import csv
import sys


def is_negated(text):
    return "not" in text.split()


writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(["id", "label"])
for pair in csv.DictReader(sys.stdin):
    differs = is_negated(pair["text"]) != is_negated(pair["hypothesis"])
    writer.writerow([pair["id"], "contradiction" if differs else "entailment"])

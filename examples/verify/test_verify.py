"""What the verification finds in reports with a planted error.

    python3 examples/verify/test_verify.py PHENOM
"""

import csv
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
PHENOM = "phenom"
# Two systems of the pilot study.
CONFIG = """
title: Pilot
dataset: {{path: {pilot}/pairs.jsonl, labels: judgments}}
systems:
  - {{name: EDITS, predictions: {pilot}/predictions/edits.csv}}
  - {{name: VENSES, predictions: {pilot}/predictions/venses.csv}}
task: two-way
report: {{formats: [csv], tables: [], figures: []}}
"""


def verify(folder):
    """Exit code and output of the verification of a folder."""
    done = subprocess.run(
        [sys.executable, str(HERE / "verify.py"), str(folder)], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.sound = Path(cls.folder.name) / "sound"
        config = Path(cls.folder.name) / "config.yaml"
        config.write_text(CONFIG.format(pilot=HERE.parents[1] / "datasets" / "rte5-pilot"), encoding="utf-8")
        subprocess.run([PHENOM, "run", str(config), "--quiet", "--output", str(cls.sound)], check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def changed(self, file, is_wanted, column, change):
        """A copy of the report in which one cell of the first wanted row is another."""
        copy = Path(self.folder.name) / "changed"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.sound, copy)
        with open(copy / file, newline="", encoding="utf-8") as source:
            reader = csv.DictReader(source)
            rows = list(reader)
        row = next(row for row in rows if is_wanted(row))
        row[column] = change(row[column])
        with open(copy / file, "w", newline="", encoding="utf-8") as out:
            writer = csv.DictWriter(out, reader.fieldnames)
            writer.writeheader()
            writer.writerows(rows)
        return verify(copy)

    def assert_found(self, found, *words):
        self.assertEqual(found[0], 1, found[1])
        for word in words:
            self.assertIn(word, found[1])

    def test_a_sound_report_is_verified(self):
        code, output = verify(self.sound)
        self.assertEqual(code, 0, output)
        self.assertIn("comparisons.csv: ", output)

    def test_a_value_of_the_scores_that_is_off_by_a_millionth_is_found(self):
        wanted = lambda row: row["measure"] == "kappa" and row["value"]
        found = self.changed("scores.csv", wanted, "value", lambda value: repr(float(value) + 1e-6))
        self.assert_found(found, "kappa: value is")

    def test_an_end_of_an_interval_that_is_off_is_found(self):
        wanted = lambda row: row["measure"] == "deviation_index_signed" and row["lower"]
        found = self.changed("scores.csv", wanted, "lower", lambda end: repr(float(end) + 1e-6))
        self.assert_found(found, "deviation_index_signed: lower is")

    def test_a_value_in_a_cell_that_must_be_empty_is_found(self):
        wanted = lambda row: row["undefined_reason"]
        self.assert_found(self.changed("scores.csv", wanted, "value", lambda _: "0.5"), "computed empty")

    def test_a_p_of_the_comparisons_that_is_off_is_found(self):
        wanted = lambda row: row["measure"] == "accuracy" and row["p"]
        found = self.changed("comparisons.csv", wanted, "p", lambda p: repr(float(p) * 1.01))
        self.assert_found(found, "accuracy: p is")

    def test_a_verdict_that_does_not_follow_from_p_is_found(self):
        wanted = lambda row: row["verdict"] == "cannot tell"
        found = self.changed("comparisons.csv", wanted, "verdict", lambda _: "better")
        self.assert_found(found, "verdict is better, computed cannot tell")

    def test_a_drawn_p_beyond_its_monte_carlo_error_is_found(self):
        wanted = lambda row: row["method"] == "sign_flip_monte_carlo" and 0.2 < float(row["p"]) < 0.8
        found = self.changed("comparisons.csv", wanted, "p", lambda p: repr(float(p) + 0.2))
        self.assert_found(found, ": p is")

    def test_an_answer_that_was_changed_is_found(self):
        found = self.changed("answers.csv", lambda row: row["answer"] == "entailment", "answer", lambda _: "not-entailment")
        self.assert_found(found, "right is", "accuracy: value is")

    def test_a_row_that_was_left_out_is_found(self):
        copy = Path(self.folder.name) / "short"
        shutil.copytree(self.sound, copy)
        for file, beginning in (("scores.csv", "EDITS,original,category,"), ("comparisons.csv", "EDITS,VENSES,original,category,")):
            lines = (copy / file).read_text(encoding="utf-8").splitlines(keepends=True)
            lines.remove(next(line for line in lines if line.startswith(beginning)))
            (copy / file).write_text("".join(lines), encoding="utf-8")
        self.assert_found(verify(copy), ": row is empty, computed a row")

    def test_a_level_of_the_settings_that_was_changed_is_found(self):
        copy = Path(self.folder.name) / "level"
        shutil.copytree(self.sound, copy)
        settings = copy / "report_settings.json"
        settings.write_text(settings.read_text(encoding="utf-8").replace("0.95", "0.9"), encoding="utf-8")
        self.assert_found(verify(copy), "lower is")

    def test_a_folder_without_a_report_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            code, output = verify(folder)
        self.assertEqual(code, 2)
        self.assertIn("report_settings.json", output)


if __name__ == "__main__":
    PHENOM = str(Path(sys.argv.pop(1)).resolve())
    unittest.main()

"""Cells of a file held to what is computed again."""

from collections import Counter

TOLERANCE = 1e-9


class NotVerified(Exception):
    """A cell or a row that is not computed again, with the reason."""


class Checked:
    """What came of one file."""

    def __init__(self, name):
        self.name, self.rows, self.cells, self.drawn, self.largest = name, 0, 0, 0, 0.0
        self.skipped, self.wrong = Counter(), []

    def not_verified(self, reason, what="rows"):
        self.skipped[f"{what}: {reason}"] += 1

    def differs(self, row, cell, written, computed):
        self.wrong.append((row, cell, written, computed))

    def number(self, row, cell, written, computed):
        """A number, or an empty cell for None."""
        self.cells += 1
        if written == "" or computed is None:
            if written != "" or computed is not None:
                self.differs(row, cell, written, computed)
            return
        try:
            value = float(written)
        except ValueError:
            self.differs(row, cell, written, computed)
            return
        difference = abs(value - computed) / max(abs(computed), 1)
        if not difference <= TOLERANCE:
            self.differs(row, cell, written, computed)
        else:
            self.largest = max(self.largest, difference)

    def text(self, row, cell, written, computed):
        self.cells += 1
        if written != computed:
            self.differs(row, cell, written, computed)

    def drawn_number(self, row, cell, written, agrees, computed):
        """A number that the report drew."""
        self.drawn += 1
        if written == "" or not agrees(float(written)):
            self.differs(row, cell, written, computed)

    def line(self):
        words = f"{self.name}: {self.rows} rows, {self.cells} cells, largest difference {self.largest:.1e}"
        if self.drawn:
            words += f", {self.drawn} drawn cells"
        words += f", {len(self.wrong)} differ" if self.wrong else ""
        return words

"""How far the work is, if tqdm is installed and the work takes longer than a second."""

from __future__ import annotations

import time
import warnings
from typing import Any


class Progress:
    """A progress bar."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._bar: Any = None
        self._label = ""

    def __call__(self, label: str, done: int, of: int) -> None:
        # Of what has no end known there is nothing to draw.
        if not of or time.monotonic() - self._begun < 1:
            return
        if self._bar is None or label != self._label:
            self.close()
            try:
                with warnings.catch_warnings():
                    # It warns where a notebook has no widgets, and then draws with characters.
                    warnings.simplefilter("ignore")
                    from tqdm.auto import tqdm
            except ImportError:
                return
            self._label, self._bar = label, tqdm(desc=label, total=of, leave=False)
        self._bar.total = of
        if done > self._bar.n:
            self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

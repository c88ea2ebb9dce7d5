"""Figures on a machine without fonts: python without_fonts.py FIGURE.svg...

Each FIGURE is drawn by two headless Chromiums, of which one finds no font at all, and must look the same to the
pixel; and its texts must be found by a search in the page. Says `skipped`, `ok` or what is wrong, and ends with 1
where anything is, as check.py does.
"""

import contextlib
import os
import pathlib
import re
import shutil
import sys
import tempfile
from html import unescape

from check import Browser, twice

NO_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/none</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""

# What must not look the same: else nothing is checked.
TEXT = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text x="5" y="20">A text</text></svg>'


def picture(browser, path):
    browser.open(path.resolve().as_uri())
    return browser.send("Page.captureScreenshot", captureBeyondViewport=True)["data"]


def alike(usual, bare, path):
    return twice([usual, bare], lambda: picture(usual, path) == picture(bare, path))


def unfound(browser, svg, folder):
    """The first texts that a search in a page with the figure does not find."""
    page = folder / "page.html"
    page.write_text(f"<!doctype html><meta charset=utf-8><title>-</title>{svg}", encoding="utf-8")
    browser.open(page.as_uri())
    texts = [unescape(text) for text in re.findall(r"<text[^>]*>([^<]+)</text>", svg)]
    # Blanks are folded, and a search begins where the last one ended.
    search = """((texts) => texts.filter((text) => {
      getSelection().removeAllRanges();
      return !window.find(text.trim(), true, false, true);
    }))"""
    missing = browser.run(f"{search}({texts!r})") if texts else ["no text at all"]
    return missing[:3]


def main(figures):
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not program:
        print("skipped: there is no Chromium")
        return 1 if os.environ.get("PHENOM_NEED_BROWSER") else 0
    wrong = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, contextlib.ExitStack() as open_ones:
        folder = pathlib.Path(folder)
        config = folder / "fonts.conf"
        config.write_text(NO_FONTS.format(folder=folder))
        usual = open_ones.enter_context(contextlib.closing(Browser(program, folder / "usual")))
        bare = open_ones.enter_context(
            contextlib.closing(Browser(program, folder / "bare", FONTCONFIG_FILE=str(config))))
        control = folder / "text.svg"
        control.write_text(TEXT)
        if alike(usual, bare, control):
            print("the browser without fonts has fonts: nothing is checked")
            return 1
        for figure in map(pathlib.Path, figures):
            problems = []
            if not alike(usual, bare, figure):
                problems.append("looks different without fonts")
            missing = twice([usual], lambda: unfound(usual, figure.read_text(encoding="utf-8"), folder))
            if missing:
                problems.append(f"not found by a search: {missing}")
            wrong += bool(problems)
            print(f"{figure}: {'; '.join(problems) or 'ok'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Looks at what a PDF shows: look.py [--small-capitals] POINTS PDF fails where letters are smaller than that, but for the
signs and marks behind figures, and where one text lies over another. With --small-capitals, the class sets captions in
these, so that capitals may be smaller."""

import html
import re
import subprocess
import sys

# pdftohtml shows a point as so many pixels, and rounds.
ZOOM = 3
# Signs and marks stand as superscripts.
SIGNS = re.compile(r"[a-z≈↓◦∘*†‡§]{1,2}")


def main(small_capitals, least, pdf):
    command = ["pdftohtml", "-xml", "-i", "-zoom", str(ZOOM), "-stdout", pdf]
    xml = subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    sizes, page, faults, texts = {}, 0, [], 0
    boxes = []
    for line in xml.splitlines():
        if line.startswith("<page "):
            page, boxes = page + 1, []
        elif font := re.match(r'\s*<fontspec id="(\d+)" size="(-?\d+)"', line):
            sizes[font[1]] = int(font[2])
        elif text := re.match(r'<text top="(-?\d+)" left="(-?\d+)" width="(-?\d+)" height="(-?\d+)" font="(\d+)">(.*)</text>', line):
            top, left, width, height = map(int, text.groups()[:4])
            shown = html.unescape(re.sub(r"<[^>]*>", "", text[6])).strip()
            if not shown:
                continue
            texts += 1
            # TeX's point is a little smaller than a PDF's.
            is_small = sizes[text[5]] < ZOOM * least * 0.98 - 0.5
            is_capitals = small_capitals and shown == shown.upper()
            if is_small and not is_capitals and not SIGNS.fullmatch(shown):
                faults.append(f"page {page}: `{shown[:60]}` stands in {sizes[text[5]] / ZOOM:.1f} points")
            # The letters themselves: boxes reach into the lines above and below.
            box = (left + 2, top + 0.35 * height, left + width - 2, top + 0.65 * height, shown)
            for other in boxes:
                if box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]:
                    faults.append(f"page {page}: `{shown[:60]}` lies over `{other[4][:60]}`")
            boxes.append(box)
    if texts == 0:
        faults.append("it shows no text")
    for fault in faults[:5]:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    *options, least, pdf = sys.argv[1:]
    sys.exit(main(options == ["--small-capitals"], float(least), pdf))

"""Renders the PDFs of the sheets as pictures on white paper."""

import re
import zlib

import cv2
import numpy as np

from tests.tabletop import Picture, Points

POINTS = 72

FINER = 4
"""Supersampling factor: edges of upright boxes fall on whole pixels, the rest is antialiased."""


def printed(pdf: bytes, per_inch: int) -> Picture:
    """Return the page of a PDF as a picture; only filled shapes and lines, no text."""
    wide, high = (float(side) for side in re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf).groups())
    packed = re.search(rb"/FlateDecode >>\nstream\n(.*)\nendstream", pdf, re.DOTALL).group(1)
    scale = FINER * per_inch / POINTS
    rows, columns = (round(side * scale / FINER) * FINER for side in (high, wide))
    paper = np.full((rows, columns, 3), 255, np.uint8)
    for line in zlib.decompress(packed).decode("latin-1").splitlines():
        words = line.split()
        if words[0] != "BT":
            _draw(paper, words, high, scale)
    size = paper.shape[1] // FINER, paper.shape[0] // FINER
    return np.asarray(cv2.resize(paper, size, interpolation=cv2.INTER_AREA), np.uint8)


def _upright(corners: Points) -> bool:
    return all(np.isclose(side, 0).any() for side in np.diff(corners, axis=0))


def _draw(paper: Picture, words: list[str], high: float, scale: float) -> None:
    """Draw one drawing command: colour, path, and fill or stroke."""
    ink = tuple(round(255 * float(word)) for word in reversed(words[:3]))
    begin = words.index("m") - 2
    path = [words[place - 2 : place] for place, word in enumerate(words) if word in "ml" and place > begin]
    points = np.array([[float(x), high - float(y)] for x, y in path]) * scale
    # Integer coordinates are left edges of pixels on paper, and pixel centres in OpenCV.
    fine = [np.rint((points - 0.5) * 256).astype(np.int32)]
    low, far = np.rint(points.min(axis=0)).astype(int), np.rint(points.max(axis=0)).astype(int)
    four = len(points) == 4 and len(np.unique(points.round(6), axis=0)) == 4
    if words[-1] == "f" and four and _upright(points):
        paper[low[1] : far[1], low[0] : far[0]] = ink
    elif words[-1] == "f":
        cv2.fillPoly(paper, fine, ink, cv2.LINE_AA, shift=8)
    else:
        thick = max(1, round(float(words[words.index("w") - 1]) * scale))
        cv2.polylines(paper, fine, "h" in words, ink, thick, cv2.LINE_AA, shift=8)

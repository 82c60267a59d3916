"""The icon for a phone's home screen, drawn by code: a die with five pips."""

from functools import cache

import cv2
import numpy as np

GROUND, BODY, PIP = (32, 28, 24), (210, 238, 246), (44, 52, 159)
"""BGR colours of the background, the die and the pips."""
PIPS = ((0.36, 0.36), (0.64, 0.36), (0.5, 0.5), (0.36, 0.64), (0.64, 0.64))
"""Centres of the pips, as shares of the side."""
FINER = 4
"""Supersampling factor: the icon is drawn larger and then reduced, for smooth edges."""


@cache
def icon(side: int) -> bytes:
    """Return the icon as PNG, `side` pixels wide and high."""
    full = side * FINER
    picture = np.full((full, full, 3), GROUND, np.uint8)
    low, high, bend = round(full * 0.2), round(full * 0.8), round(full * 0.09)
    for corner in ((low + bend, low), (low, low + bend)):
        far = (low + high - corner[0], low + high - corner[1])
        cv2.rectangle(picture, corner, far, BODY, -1)
    for x in (low + bend, high - bend):
        for y in (low + bend, high - bend):
            cv2.circle(picture, (x, y), bend, BODY, -1)
    for across, down in PIPS:
        cv2.circle(picture, (round(across * full), round(down * full)), round(full * 0.058), PIP, -1)
    smooth = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".png", smooth)[1].tobytes()

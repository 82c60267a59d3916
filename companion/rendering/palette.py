"""Colours of dice by name, and random colours near them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
"""BGR, each 0 to 255, as seen by a camera under white light."""

BODY_COLOURS: dict[str, tuple[Colour, ...]] = {
    "white": ((240, 240, 240), (228, 234, 236), (245, 240, 235)),
    "ivory": ((178, 214, 230), (190, 222, 236), (160, 205, 226)),
    "black": ((22, 20, 20), (34, 30, 30), (40, 36, 34)),
    "grey": ((128, 128, 128), (150, 145, 140), (100, 102, 105)),
    "red": ((32, 28, 178), (40, 40, 205), (30, 20, 140), (50, 36, 225)),
    "orange": ((30, 110, 225), (40, 130, 240), (28, 95, 215)),
    "yellow": ((40, 200, 235), (60, 215, 240), (30, 180, 225)),
    "green": ((60, 140, 30), (80, 165, 45), (50, 100, 20), (70, 180, 110)),
    "blue": ((160, 70, 25), (190, 100, 30), (120, 45, 20), (215, 150, 60)),
    "purple": ((130, 40, 95), (150, 50, 120), (100, 30, 70)),
    "pink": ((170, 120, 230), (180, 150, 240), (150, 90, 220)),
    "brown": ((30, 55, 95), (45, 75, 120), (25, 45, 75)),
    "wood": ((105, 160, 205), (85, 140, 190), (120, 175, 215)),
}
"""Some typical body colours for each name; real ones vary around them."""

PIP_COLOURS: dict[str, Colour] = {
    "white": (242, 242, 242),
    "black": (18, 18, 18),
    "red": (35, 30, 190),
    "blue": (165, 60, 25),
    "green": (50, 130, 40),
    "yellow": (50, 205, 235),
    "gold": (70, 165, 205),
    "silver": (195, 192, 188),
    "ivory": (190, 220, 232),
    "brown": (25, 45, 75),
    "maroon": (40, 30, 115),
}


def jittered(colour: Colour, rng: np.random.Generator, spread: float = 10.0) -> Colour:
    """Return a random colour near the given one.

    Args:
        colour: BGR, 0 to 255.
        rng: The random generator.
        spread: Standard deviation per channel, in grey levels.
    """
    shifted = np.asarray(colour) + rng.normal(0, spread, 3) + rng.normal(0, spread)
    blue, green, red = np.clip(shifted, 4, 250).astype(int).tolist()
    return blue, green, red


def contrast(one: Colour, other: Colour) -> float:
    """Return a perceptual distance of two colours, 0 to about 255."""
    difference = np.asarray(one, dtype=float) - np.asarray(other, dtype=float)
    brightness = float(abs(difference @ (0.114, 0.587, 0.299)))
    return brightness + 0.25 * float(np.abs(difference - difference.mean()).max())


def to_light(colour: Colour) -> NDArray[np.float32]:
    """Convert camera values to shares of reflected light (gamma 2), shape (3,), 0 to 1."""
    light: NDArray[np.float32] = np.square(np.asarray(colour, dtype=np.float32) / np.float32(255))
    return light

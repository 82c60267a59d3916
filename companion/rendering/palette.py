"""Colours of dice by name, and random colours near them."""

import numpy as np
from numpy.typing import NDArray

from companion.dice.colours import Bgr as Colour

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

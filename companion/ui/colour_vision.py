"""Simulates colour blindness, and finds colours that are hard to distinguish.

Colour blindness is simulated after Machado, Oliveira and Fernandes (2009), severity 1, in linear light.
The difference of two colours is their distance in CIE Lab (CIE 1976); 2.3 is just noticeable.
"""

from collections.abc import Iterable
from itertools import combinations
from math import dist

from companion.locale.messages import gettext
from companion.referee.seats import COLOUR_NAMES, Colour
from companion.ui import theme
from companion.ui.theme import Rgba

Matrix = tuple[tuple[float, float, float], ...]

SIMULATIONS: dict[str, Matrix] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)
MIN_DIFFERENCE = 21.6
"""Two colours with a smaller difference, for any kind of vision, get a hint."""


def lab(colour: Rgba, simulation: str) -> tuple[float, float, float]:
    """Convert a colour to CIE Lab, as seen with a kind of colour vision."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    seen = [min(1.0, max(0.0, part)) for part in _times(SIMULATIONS[simulation], linear)]
    shares = [part / white for part, white in zip(_times(_XYZ, seen), _WHITE, strict=True)]
    x, y, z = (
        share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116 for share in shares
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: Matrix, vector: list[float]) -> list[float]:
    return [sum(part * value for part, value in zip(row, vector, strict=True)) for row in matrix]


def look_alike(colours: Iterable[Colour]) -> tuple[Colour, Colour] | None:
    """Return the two chosen colours that are hardest to distinguish, if their difference is too small."""
    pairs = [
        (dist(lab(theme.SEAT_COLOURS[one].fill, kind), lab(theme.SEAT_COLOURS[other].fill, kind)), one, other)
        for one, other in combinations(dict.fromkeys(colours), 2)
        for kind in SIMULATIONS
    ]
    nearest = min(pairs, default=None)
    return None if nearest is None or nearest[0] >= MIN_DIFFERENCE else (nearest[1], nearest[2])


def alike_hint(colours: Iterable[Colour]) -> str:
    """The hint for the lobby; empty if all colours can be distinguished."""
    pair = look_alike(colours)
    if pair is None:
        return ""
    one, other = (COLOUR_NAMES[colour] for colour in pair)
    return gettext("{colour} and {other} look alike to some people", colour=one, other=other)

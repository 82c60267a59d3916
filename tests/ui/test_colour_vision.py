"""The colours of seats and of continents can be told apart with every kind of colour vision.

Colour blindness is simulated after Machado, Oliveira and Fernandes (2009), severity 1; differences are
CIEDE2000 (Sharma, Wu and Dalal 2005).
"""

from itertools import combinations

import numpy as np
import pytest

from companion.referee.seats import Colour
from companion.ui import theme
from companion.ui.colour_vision import alike_hint
from companion.ui.widgets.board.territory.terrain import SHALLOWS

LEAST = 15.0
"""CIEDE2000 that two seats must differ by; 2 can just be seen side by side."""
SIMULATIONS = {
    "usual": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def lab(colour: theme.Rgba, simulation: str) -> tuple[float, float, float]:
    """Turn a colour, as somebody sees it, into CIE Lab."""
    code = np.array(colour[:3])
    linear = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    seen = np.clip(SIMULATIONS[simulation] @ linear, 0.0, 1.0)
    share = XYZ @ seen / WHITE
    root = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    return 116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])


def ciede2000(first: tuple[float, float, float], second: tuple[float, float, float]) -> float:
    """How far two colours differ for the dice reader."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(mean**7 / (mean**7 + 25.0**7))
    c1, c2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    h1, h2 = (np.degrees(np.arctan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    lightness, chroma = l2 - l1, c2 - c1
    hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    light, strong = (l1 + l2) / 2, (c1 + c2) / 2
    middle = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    wave = (
        1
        - 0.17 * np.cos(np.radians(middle - 30))
        + 0.24 * np.cos(np.radians(2 * middle))
        + 0.32 * np.cos(np.radians(3 * middle + 6))
        - 0.20 * np.cos(np.radians(4 * middle - 63))
    )
    by_light = lightness / (1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2))
    by_chroma, by_hue = chroma / (1 + 0.045 * strong), hue / (1 + 0.015 * strong * wave)
    rotation = -2 * np.sqrt(strong**7 / (strong**7 + 25.0**7))
    rotation *= np.sin(np.radians(60 * np.exp(-(((middle - 275) / 25) ** 2))))
    return float(np.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue))


def test_the_difference_agrees_with_the_published_examples() -> None:
    assert ciede2000((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(
        1.2644, abs=1e-4
    )


@pytest.mark.parametrize("simulation", SIMULATIONS)
def test_any_two_seats_look_different(simulation: str) -> None:
    alike = {
        (first, second): round(apart, 1)
        for first, second in combinations(theme.SEAT_COLOURS, 2)
        if (
            apart := ciede2000(
                lab(theme.SEAT_COLOURS[first].fill, simulation),
                lab(theme.SEAT_COLOURS[second].fill, simulation),
            )
        )
        < LEAST
    }
    assert alike == {}


CONTINENTS, SHALLOW = 12.0, 5.0
"""CIEDE2000 that the names of two continents must differ by, and the water at their shores."""


@pytest.mark.parametrize("simulation", SIMULATIONS)
def test_any_two_continents_look_different(simulation: str) -> None:
    share = max(share for _, share in SHALLOWS)
    for least, shade in ((CONTINENTS, 1.0), (SHALLOW, share)):
        seen = {
            name: lab(theme.blend(theme.SEA, tint, shade), simulation)
            for name, tint in theme.CONTINENT_TINTS.items()
        }
        alike = {pair: ciede2000(seen[pair[0]], seen[pair[1]]) for pair in combinations(seen, 2)}
        assert {pair: round(apart, 1) for pair, apart in alike.items() if apart < least} == {}


@pytest.mark.parametrize(
    ("colours", "hint"),
    [
        (("red", "blue", "green"), ""),
        (("red", "blue", "brown"), "Red and Brown look alike to some people"),
        (("red",), ""),
        (("white", "black"), ""),
    ],
)
def test_the_lobby_warns_of_colours_that_look_alike(colours: tuple[Colour, ...], hint: str) -> None:
    assert alike_hint(colours) == hint

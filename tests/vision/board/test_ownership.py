"""Whose pieces have which colours: the mixture is compared with its formula, pixel by pixel."""

import cv2
import numpy as np
import pytest

from companion.vision.board.difference import LIGHTNESS
from companion.vision.board.ownership import EXPLAINED, SeatLook, is_familiar, likelihoods, main_colours

SEATS = {
    "red": SeatLook(90.0, ((45.0, 55.0, 30.0, 0.7), (70.0, 30.0, 15.0, 0.3)), 3),
    "blue": SeatLook(80.0, ((35.0, 10.0, -50.0, 1.0),), 3),
}
SHADES = ((1.0, 0.0, 0.6), (0.8, 0.0, 0.12), (0.6, 0.0, 0.1), (0.9, 35.0, 0.12), (0.8, 80.0, 0.06))
"""Factor, added white, and how likely: in the light of the teaching, in two shadows, under two lamps."""


def by_hand(pixel: np.ndarray, look: SeatLook) -> float:
    """The likelihood of one pixel under one seat's colours."""
    found = 0.01
    for lightness, a, b, share in look.colours:
        bgr = cv2.cvtColor(np.array([[[lightness, a, b]]], np.float32), cv2.COLOR_LAB2BGR)[0, 0] * 255
        for factor, white, likely in SHADES:
            lit = np.clip(bgr * factor + white, 0, 255).astype(np.float32)[None, None] / np.float32(255)
            middle = cv2.cvtColor(lit, cv2.COLOR_BGR2LAB)[0, 0] * (LIGHTNESS, 1, 1)
            found += share * likely * np.exp(-0.5 * (((pixel - middle) / (9, 8, 8)) ** 2).sum())
    return float(found)


def test_likelihoods_are_those_of_the_mixture() -> None:
    chance = np.random.default_rng(2)
    around = [(lightness * LIGHTNESS, a, b) for look in SEATS.values() for lightness, a, b, _ in look.colours]
    pixels = np.concatenate([chance.normal(one, 9, (12, 3)) for one in around]).astype(np.float32)
    found = likelihoods(pixels, SEATS)
    wanted = [[by_hand(pixel, look) for look in SEATS.values()] for pixel in pixels]
    assert found == pytest.approx(np.array(wanted), abs=2e-4)
    assert (found[:24, 0] > found[:24, 1]).all() and (found[24:, 1] > found[24:, 0]).all()
    assert is_familiar(pixels, SEATS).tolist() == [max(row) > EXPLAINED for row in wanted]


@pytest.mark.parametrize("seats", [{}, {"red": SeatLook(90.0, ())}])
def test_nobody_has_colours_that_were_not_taught(seats: dict[str, SeatLook]) -> None:
    pixels = np.zeros((3, 3), np.float32)
    assert likelihoods(pixels, seats) == pytest.approx(np.full((3, len(seats)), 0.01))
    assert not is_familiar(pixels, seats).any()


def test_main_colours_are_the_middles_of_clusters_with_their_shares() -> None:
    chance = np.random.default_rng(3)
    middles, counts = ((20.0, 40.0, 10.0), (40.0, -30.0, 10.0), (10.0, 0.0, -60.0)), (60, 30, 10)
    pixels = np.concatenate([chance.normal(m, 0.5, (n, 3)) for m, n in zip(middles, counts, strict=True)])
    found = main_colours(pixels.astype(np.float32))
    assert len(found) == 5 and sum(share for *_, share in found) == pytest.approx(1)
    for (lightness, a, b), count in zip(middles, counts, strict=True):
        near = [one for one in found if np.hypot(one[1] - a, one[2] - b) < 3]
        assert sum(share for *_, share in near) == pytest.approx(count / 100)
        assert all(one[0] == pytest.approx(lightness / LIGHTNESS, rel=0.1) for one in near)
    assert main_colours(pixels.astype(np.float32)) == found, "the same every time"
    assert len(main_colours(pixels[:2].astype(np.float32))) == 2

"""What lies on a board: things are drawn on an even one, and shadows."""

from typing import Any

import cv2
import numpy as np
import pytest

from companion.vision.board import difference
from companion.vision.board.difference import RIM, Floats, Mask, background, lab, things

BOARD = (120, 150, 170)
PIECE = 100.0


def seen(
    *drawn: tuple[int, int, int, int, object],
    familiar: bool = False,
    noise: float = 0.0,
    board: tuple[int, int, int] = BOARD,
) -> Mask:
    """What is found where rectangles (left, top, width, height) have a colour, or a share of their light."""
    picture = np.full((120, 160, 3), board, np.float32)
    for left, top, width, height, paint in drawn:
        part = picture[top : top + height, left : left + width]
        part[:] = part * paint if isinstance(paint, float) else np.array(paint, np.float32)
    picture += np.random.default_rng(1).normal(0, noise, picture.shape) if noise else 0
    values = cv2.GaussianBlur(np.clip(picture, 0, 255).astype(np.uint8), (3, 3), 0).astype(np.float32)
    empty = background(np.full((120, 160, 3), board, np.uint8))

    def known(colours: Floats) -> Mask:
        return np.full(len(colours), familiar)

    return things(values, lab(values), empty, PIECE, known)


RED, GREY = (40, 40, 180), (60, 75, 85)


@pytest.mark.parametrize("noise", [0.0, 2.0])
def test_a_piece_is_found_where_it_lies(noise: float) -> None:
    found = seen((70, 50, 12, 10, RED), noise=noise)
    rows, columns = np.nonzero(found)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == pytest.approx((50, 59, 70, 81), abs=2)
    assert found[51:59, 71:81].all() and found.sum() < 2 * 120


@pytest.mark.parametrize(
    ("drawn", "familiar", "there"),
    [
        ((70, 50, 12, 10, BOARD), False, False),
        ((70, 50, 12, 10, 0.97), False, False),  # hardly darker
        ((70, 50, 12, 10, 0.5), False, False),  # a shadow
        ((70, 50, 12, 10, 0.5), True, True),  # as dark as somebody's pieces, and nothing throws it
        ((70, 50, 12, 10, 0.25), False, True),  # darker than any shadow
        ((70, 50, 12, 10, 1.4), False, True),  # brighter
        ((50, 30, 40, 40, 0.5), True, False),  # too large for a piece: something outside the board throws it
        ((70, 50, 12, 10, (120, 110, 90)), False, True),  # of another hue
        ((0, 50, RIM, 10, RED), False, False),  # the table beside the board
        ((160 - RIM, 50, RIM, 10, RED), False, False),
        ((70, 0, 12, RIM, RED), False, False),
        ((70, 120 - RIM, 12, RIM, RED), False, False),
        ((70, 50, 2, 2, RED), False, True),
        ((70, 50, 1, 1, (126, 156, 176)), False, False),  # a speck
    ],
)
def test_what_is_a_thing(drawn: tuple[int, int, int, int, object], familiar: bool, there: bool) -> None:
    assert seen(drawn, familiar=familiar).any() == there


@pytest.mark.parametrize("noise", [0.0, 2.0])
@pytest.mark.parametrize("share", [0.9, 1.1])
def test_how_far_a_thing_differs_from_the_board(
    share: float, noise: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somewhere by 4.5 or four times what differs anyway, and all around by three quarters of that."""
    monkeypatch.setattr(difference, "_noise", lambda *_: noise)
    far, near = max(4.5, 4 * noise), max(3.5, 3 * noise)
    even = np.full((60, 60, 3), BOARD, np.float32)
    empty = background(even.astype(np.uint8))
    colours = np.array(empty.middle)
    colours[20:40, 20:40, 1] += near * 1.05
    colours[20:40, 20:24, 1] += far * share - near * 1.05
    bright = np.array(even)
    bright[20:40, 20:40] += 20
    found = things(bright, colours, empty, PIECE, lambda some: np.zeros(len(some), bool))
    assert found[22:38, 22:38].all() == found.any() == (share > 1)


def test_a_shadow_on_a_dark_board_is_no_thing() -> None:
    """Where a camera sees hardly any light, a share of it says less."""
    assert not seen((70, 50, 12, 10, 0.375), board=(40, 40, 40)).any()
    assert seen((70, 50, 12, 10, RED), board=(40, 40, 40)).any()


def test_a_shadow_beside_a_piece_is_none_of_it() -> None:
    found = seen((70, 50, 12, 10, RED), (82, 50, 14, 10, 0.5), familiar=True)
    assert found[52:58, 72:80].all() and not found[52:58, 86:95].any()


def test_colours_weigh_more_than_lightness() -> None:
    grey = lab(np.full((1, 1, 3), 255, np.float32))[0, 0]
    assert grey == pytest.approx([50, 0, 0], abs=0.1)


def test_within_a_pixel_nothing_differs() -> None:
    """A picture that is off by less than a pixel has other values at every edge of the print."""
    reference = np.full((120, 160, 3), BOARD, np.uint8)
    reference[:, ::20] = reference[:, 1::20] = 30
    shifted = np.roll(reference, 1, axis=1)
    values = cv2.GaussianBlur(shifted, (3, 3), 0).astype(np.float32)
    found = things(
        values, lab(values), background(reference), PIECE, lambda colours: np.zeros(len(colours), bool)
    )
    assert not found.any()


@pytest.mark.parametrize("seed", range(3))
def test_rows_and_columns_are_alike(seed: int) -> None:
    """A board that lies on its side is compared as it is upright: nothing is smoothed along one way only."""
    chance = np.random.default_rng(seed)
    reference = chance.integers(60, 200, (12, 15, 3)).repeat(10, 0).repeat(10, 1).astype(np.uint8)
    now = reference.astype(np.float32)
    for _ in range(12):
        top, left = chance.integers(0, (110, 140))
        part = now[top : top + int(chance.integers(1, 14)), left : left + int(chance.integers(1, 14))]
        part[:] = part * 0.5 if chance.random() < 0.4 else chance.integers(0, 255, 3)
    now = np.clip(now + chance.normal(0, 1.5, now.shape), 0, 255).astype(np.float32)

    def found(one: Any, other: Any) -> Mask:
        return things(one, lab(one), background(other), PIECE, lambda colours: colours[:, 1] > 10)

    upright = found(now, reference)
    turned = found(*(np.swapaxes(each, 0, 1).copy() for each in (now, reference)))
    assert upright.any() and np.array_equal(upright, turned.T)

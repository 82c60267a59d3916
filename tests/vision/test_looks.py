"""Other looks at an unclear picture: what they see, where it lies, and when they are trusted."""

import numpy as np
import pytest

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DiceReading, DieReading
from companion.vision.looks import LOOKS, Look, confirmed
from companion.vision.tray import Tray

SIZE = (300, 200)


def reading(sure: bool, *faces: int) -> DiceReading:
    dice = tuple(
        DieReading(face, (10.0 + 50 * at, 10, 50.0 + 50 * at, 50), "red", 0.9, sure)
        for at, face in enumerate(faces)
    )
    return DiceReading(dice, () if sure else ("a die cannot be made out",), 1.0, SIZE, "test")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_what_a_look_finds_lies_there_in_the_picture(look: Look) -> None:
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    picture[40:60, 200:220] = 255
    rows, columns = np.nonzero(look.at(picture)[..., 0] > 128)
    seen = Detection(columns.mean() + 0.5, rows.mean() + 0.5, 17.6, 20.0, 0.9, (1.0, 0, 0, 0, 0, 0), 0.0, 0.0)
    there = look.back(seen, SIZE)
    assert (there.centre_x, there.centre_y) == pytest.approx((210, 50), abs=1.0)
    assert there.edge == pytest.approx(17.6 / look.scale)
    assert there.angle == 70.0


@pytest.mark.parametrize(("axis", "corner"), [(1, (0.9, 0.2)), (0, (0.1, 0.8))])
def test_the_tray_is_mirrored_too(axis: int, corner: tuple[float, float]) -> None:
    empty = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    seen = Look(axis).on_tray(Tray(((0.1, 0.2), (0.7, 0.2), (0.7, 0.9)), 0.1, empty=empty))
    assert seen.corners[0] == pytest.approx(corner)
    assert seen.empty is not None and np.array_equal(seen.empty, np.flip(empty, axis))
    assert seen.die_edge == 0.1


@pytest.mark.parametrize(
    ("first", "looks", "trusted"),
    [
        ((5, 3), [(True, 5, 3), (True, 6, 3)], 0),  # the same faces: enough
        ((5, 3), [(True, 6, 3), (True, 6, 3)], 1),  # two sure looks agree
        ((5, 3), [(True, 6, 3), (True, 4, 3)], None),  # they differ, and from the first too
        ((5, 3), [(True, 6, 3), (False, 5, 3)], None),  # one alone, against the first
        ((5, 3), [(False, 5, 3), (True, 5, 3)], 1),
        ((5, 3), [(False, 5, 3), (False, 5, 3)], None),
    ],
)
def test_a_look_is_trusted_if_another_shows_the_same(
    first: tuple[int, ...], looks: list[tuple[bool, int, int]], trusted: int | None
) -> None:
    results = {look: reading(*what) for look, what in zip(LOOKS, looks, strict=True)}
    found = confirmed(reading(False, *first), results.__getitem__)
    assert (None if found is None else LOOKS.index(found[0])) == trusted

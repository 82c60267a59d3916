"""Faces told from where spots lie: perfect ones, incomplete ones, and spots that are no pips."""

import math

import numpy as np
import pytest

from companion.vision.verification.blobs import Blobs
from companion.vision.verification.pip_patterns import MAX_COST, PipReading, match_patterns

EDGE = 100.0
MIDDLE = (200.0, 150.0)
HALF = 25.0
"""Half the pip spacing of these dice, in pixels."""

Place = tuple[float, float]
"""In halves of the pip spacing, seen from the die's middle."""

CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
FACES: dict[int, tuple[Place, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: CORNERS,
    5: (*CORNERS, (0, 0)),
    6: (*CORNERS, (-1, 0), (1, 0)),
}


def spots(
    *places: Place,
    radius: float = 8.0,
    strengths: tuple[float, ...] = (),
    turn: float = 0.0,
    half: float = HALF,
) -> Blobs:
    """Spots on a die, by place; all alike unless their strengths are given."""
    angle = math.radians(turn)
    across = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    points = half * np.array(places, float).reshape(-1, 2) @ across + MIDDLE
    given = strengths or (50.0,) * len(places)
    return Blobs(
        points.astype(np.float32), np.full(len(places), radius, np.float32), np.array(given, np.float32), True
    )


def read(blobs: Blobs) -> PipReading | None:
    """What one die shows."""
    return match_patterns([blobs], MIDDLE, EDGE)[0]


def known(blobs: Blobs) -> PipReading:
    reading = read(blobs)
    assert reading is not None
    return reading


@pytest.mark.parametrize("turn", [0.0, 17.0, 45.0, 90.0, 200.0])
@pytest.mark.parametrize("face", FACES)
def test_a_perfect_face_costs_nothing(face: int, turn: float) -> None:
    reading = known(spots(*FACES[face], turn=turn))
    assert (reading.face, reading.dark) == (face, True)
    assert reading.cost == pytest.approx(0.0, abs=1e-3)
    assert reading.centre == pytest.approx(MIDDLE, abs=0.01)
    assert reading.spacing == pytest.approx(HALF, rel=1e-3)
    assert reading.margin > 0.5 and sorted(reading.costs)[0] == reading.cost


COSTS = [
    # each missing pip costs one, and so does each spot that no pip explains
    (FACES[5], 4, 1.0),
    (FACES[4], 5, 1.0),
    (FACES[4], 6, 2.0),
    (FACES[6], 4, 2.0),
    (FACES[3], 2, 1.0),
    (FACES[2], 3, 1.0),
    (FACES[2], 4, 2.0),
    (FACES[5], 1, 4.0),
    (FACES[3], 1, 2.0),
]


@pytest.mark.parametrize(("places", "face", "cost"), COSTS)
def test_what_is_missing_and_what_is_unexplained_costs_one_each(
    places: tuple[Place, ...], face: int, cost: float
) -> None:
    assert known(spots(*places)).costs[face - 1] == pytest.approx(cost, abs=0.02)


def test_a_lone_spot_is_a_one_the_less_so_the_farther_off() -> None:
    costs = [known(spots((off / HALF, 0.0))).costs[0] for off in (0.0, 8.0, 16.0, 30.0)]
    # 1 - exp(-(off / 16 pixels) squared)
    assert costs == pytest.approx(
        [1 - math.exp(-((off / 16) ** 2)) for off in (0.0, 8.0, 16.0, 30.0)], abs=1e-4
    )
    assert known(spots((0, 0))).costs[1:] == (MAX_COST,) * 5


def test_faint_spots_count_for_less() -> None:
    # beside four clear pips the fifth is half as strong
    reading = known(spots(*FACES[5], strengths=(50, 50, 50, 50, 25)))
    assert reading.costs[4] == pytest.approx(0.5, abs=0.01) and reading.costs[3] == pytest.approx(
        0.5, abs=0.01
    )
    strong = known(spots(*FACES[5], strengths=(50, 50, 50, 50, 100)))
    assert strong.costs[4] == pytest.approx(0.0, abs=0.01) and strong.costs[3] == pytest.approx(1.0, abs=0.01)
    lone = known(spots((0, 0), (1.2, 0.0), strengths=(50, 25)))
    assert lone.costs[0] == pytest.approx(0.5, abs=0.01)


ON_THE_FACE = [
    # a spot beside a lone one, in pixels from the middle: on the face it costs one, beside it nothing
    (41.0, 1.0),
    (43.0, 0.0),
]


@pytest.mark.parametrize(("off", "cost"), ON_THE_FACE)
def test_spots_beside_the_face_cost_nothing(off: float, cost: float) -> None:
    assert known(spots((0, 0), (off / HALF, 0.0))).costs[0] == pytest.approx(cost, abs=1e-3)


NO_PIPS = [
    # too far from the middle, too small, too large, too faint beside a stronger one
    (spots((61.5 / HALF, 0.0)), True),
    (spots((62.5 / HALF, 0.0)), False),
    (spots((0, 0), radius=3.4), False),
    (spots((0, 0), radius=3.6), True),
    (spots((0, 0), radius=20.9), True),
    (spots((0, 0), radius=21.1), False),
    (spots(), False),
]


@pytest.mark.parametrize(("blobs", "seen"), NO_PIPS)
def test_what_may_be_a_pip(blobs: Blobs, seen: bool) -> None:
    assert (read(blobs) is not None) is seen


def test_spots_much_fainter_than_the_strongest_are_left_out() -> None:
    for strength, cost in ((14.0, 0.0), (16.0, 0.32)):
        assert known(spots((0, 0), (1.2, 0), strengths=(50, strength))).costs[0] == pytest.approx(
            cost, abs=0.01
        )


PAIRS = [
    # two spots are a two where they are alike, about the middle, and as far apart as pips are
    (spots((-1, -1), (1, 1), strengths=(50, 23.0)), True),
    (spots((-1, -1), (1, 1), strengths=(50, 22.0)), False),
    (spots((-1, -1), (1, 1), half=33.5), True),
    (spots((-1, -1), (1, 1), half=34.5), False),
    (spots((-1, -1), (1, 1), half=10.5), True),
    (spots((-1, -1), (1, 1), half=9.5), False),
    # the middle 21 and 23 pixels off
    (spots((-1, -1 + 21 / HALF), (1, 1 + 21 / HALF)), True),
    (spots((-1, -1 + 23 / HALF), (1, 1 + 23 / HALF)), False),
]


@pytest.mark.parametrize(("blobs", "possible"), PAIRS)
def test_which_pairs_may_be_a_two(blobs: Blobs, possible: bool) -> None:
    assert (known(blobs).costs[1] < MAX_COST) is possible


CLOSE = [
    # side by side in the middle they are a two only, and only there
    (14.9, 0.0, (True, False)),
    (15.1, 0.0, (True, True)),
    (14.9, 9.5, (True, False)),
    (14.9, 10.5, (False, False)),
    (15.1, 10.5, (True, True)),
]


@pytest.mark.parametrize(("half", "off", "possible"), CLOSE)
def test_close_pips_are_a_two_in_the_middle(half: float, off: float, possible: tuple[bool, bool]) -> None:
    costs = known(spots((-1, -1 + off / half), (1, 1 + off / half), half=half)).costs
    assert (costs[1] < MAX_COST, costs[2] < MAX_COST) == possible


def test_a_pattern_beside_the_middle_costs_more() -> None:
    for off in (5.0, 15.0):
        cost = known(spots((-1, -1 + off / HALF), (1, 1 + off / HALF))).costs[1]
        assert cost == pytest.approx(0.6 * (off / 22.0) ** 2, abs=0.01)


def test_spots_of_another_size_are_no_pips_of_this_face() -> None:
    for factor, cost in ((1.75, 0.0), (1.85, 1.0), (0.65, 0.0), (0.6, 1.0)):
        blobs = spots(*FACES[5])
        blobs.radii[4] *= factor
        assert known(blobs).costs[4] == pytest.approx(cost, abs=0.02)


@pytest.mark.parametrize("aspect", [0.57, 0.75, 1.33, 1.75])
def test_a_face_may_be_longer_than_wide(aspect: float) -> None:
    places = tuple((x, y * aspect) for x, y in FACES[6])
    reading = known(spots(*places, half=20.0))
    assert reading.face == 6 and 0.05 < reading.cost < 0.15, "a pattern that is not square costs a tenth"


def test_several_dice_are_read_at_once() -> None:
    readings = match_patterns([spots(*FACES[4]), spots(), spots(*FACES[6]), spots((0, 0))], MIDDLE, EDGE)
    assert [None if one is None else one.face for one in readings] == [4, None, 6, 1]
    assert match_patterns([spots(), spots()], MIDDLE, EDGE) == [None, None]


def test_the_sixteen_strongest_spots_are_looked_at() -> None:
    around = [(1.6 * math.cos(n), 1.6 * math.sin(n)) for n in range(30)]
    reading = known(spots(*FACES[5], *around, strengths=(*(50.0,) * 5, *(49.0,) * 30)))
    assert reading.costs[0] == pytest.approx(15 * 0.98 + 0.3 - 0.0, abs=1.0)

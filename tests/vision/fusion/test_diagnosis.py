"""What is wrong with a die: one example on each side of every limit."""

from dataclasses import replace
from typing import Any

import pytest

from companion.vision.detection.detector_output import Detection
from companion.vision.dice import DieReading, RejectReason
from companion.vision.fusion.diagnosis import REASONS, diagnose, is_certain
from companion.vision.tray import WHOLE_PICTURE, Tray

SIZE = (640, 480)
EDGE = 40.0
TRAY = Tray(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)))
"""Its floor reaches from 64 to 576 and from 48 to 432 pixels."""


def die(x: float = 320.0, y: float = 240.0, **changes: Any) -> DieReading:
    """A five that the networks are sure of, at a place; `changes` are of its detection."""
    five = (0.01, 0.01, 0.01, 0.01, 0.95, 0.01)
    found = replace(Detection(x, y, EDGE, 0.0, 0.9, five, 0.0, 0.0), **changes)
    return DieReading.from_detection(found, SIZE, "white")


def reason(*dice: DieReading, tray: Tray = WHOLE_PICTURE) -> RejectReason | None:
    """What is wrong with the first of some dice."""
    first = diagnose(dice, tray, SIZE)[0]
    assert first.sure == (first.reject_reason is None)
    return first.reject_reason


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ([die()], None),
        # cut by the border of the picture: the middle is nearer than 0.37 edges, 14.8 pixels
        ([die(x=14.5)], RejectReason.OUT_OF_VIEW),
        ([die(x=0.37 * EDGE)], None),
        ([die(x=15.1)], None),
        ([die(y=14.5)], RejectReason.OUT_OF_VIEW),
        ([die(x=640 - 14.5)], RejectReason.OUT_OF_VIEW),
        ([die(x=640 - 15.1)], None),
        ([die(y=480 - 14.5)], RejectReason.OUT_OF_VIEW),
        ([die(y=480 - 15.1)], None),
        # one that stands on a corner reaches further: 0.482 edges, 19.3 pixels
        ([die(x=19.0, angle=45.0)], RejectReason.OUT_OF_VIEW),
        ([die(y=480 - 19.0, angle=45.0)], RejectReason.OUT_OF_VIEW),
        ([die(x=19.6, angle=45.0)], None),
        # two dice of one colour that touch, side on side
        ([die(), die(x=358.0)], None),
        ([die(objectness=0.45), die(x=100.0)], RejectReason.UNCLEAR),
        # faint, and beside a die of which the network is sure
        ([die(objectness=0.44), die(x=100.0)], RejectReason.NOT_A_DIE),
        # nothing in the picture is surely a die
        ([die(objectness=0.56)], RejectReason.NOT_A_DIE),
        # its middle pip may be a glint
        ([replace(die(), glint=True)], RejectReason.UNCLEAR),
        # a drawing that was recognised, or was not
        ([replace(die(objectness=0.5), symbol_sure=True), die(x=100.0)], None),
        ([replace(die(), symbol_sure=False)], RejectReason.UNCLEAR),
    ],
)  # fmt: skip
def test_each_limit_has_two_sides(dice: list[DieReading], expected: RejectReason | None) -> None:
    assert reason(*dice) == expected


@pytest.mark.parametrize(("x", "expected"), [(77.0, RejectReason.AT_THE_RIM), (79.0, None)])
def test_a_die_at_the_rim_touches_it(x: float, expected: RejectReason | None) -> None:
    assert reason(die(x=x), tray=TRAY) == expected  # 0.35 edges from the rim at 64 pixels: up to 78
    assert reason(die(x=x)) is None


@pytest.mark.parametrize(
    ("leaning", "expected"),
    [
        (0.04, None),
        (0.05, RejectReason.UNCLEAR),
        (0.11, RejectReason.UNCLEAR),
        (0.12, RejectReason.NOT_LEVEL),
    ],
)
def test_leaning_has_two_limits(leaning: float, expected: RejectReason | None) -> None:
    assert reason(replace(die(), leaning=leaning)) == expected
    drawn = replace(die(), leaning=leaning, symbol_sure=True)
    if expected is not RejectReason.NOT_LEVEL:
        assert reason(drawn) is None, "a drawing that was recognised"


def test_the_most_severe_reason_is_told() -> None:
    leaning = replace(die(x=10.0, objectness=0.45), leaning=0.9)
    assert reason(leaning, die()) == RejectReason.OUT_OF_VIEW
    assert set(REASONS) == set(RejectReason)


def five(objectness: float, score: float, **more: float) -> DieReading:
    """A five, seen with these scores."""
    rest = (1 - score - more.get("symbol", 0.0)) / 5
    return die(objectness=objectness, face_probabilities=(rest, rest, rest, rest, score, rest), **more)


@pytest.mark.parametrize(
    ("seen", "certain"),
    [
        # a clear die whose face is doubtful, and a clear face of what may be no die
        (five(1.0, 0.70), True),
        (five(1.0, 0.69), False),
        (five(0.5, 1.0), True),
        (five(0.49, 1.0), False),
        # both scores just enough are too little
        (five(0.625, 0.8), True),
        (five(0.62, 0.8), False),
        # a drawing whose spots look like pips
        (five(1.0, 0.64, symbol=0.36), False),
        # of few pixels: no other limits
        (five(0.72, 0.7, edge=15.0), True),
    ],
)
def test_a_score_at_its_limit_is_enough(seen: DieReading, certain: bool) -> None:
    assert is_certain(seen) is certain
    assert not is_certain(replace(seen, glint=True))


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (five(0.62, 0.3), None),
        (five(0.61, 1.0), RejectReason.NOT_A_DIE),
        # a drawing, or a die that leans, is one as well
        (five(0.62, 0.1, symbol=0.7), None),
        (five(0.62, 0.2, cocked=0.7), None),
    ],
)
def test_a_faint_die_needs_a_clear_one_beside_it(seen: DieReading, expected: RejectReason | None) -> None:
    assert reason(five(0.5, 1.0), seen) == expected

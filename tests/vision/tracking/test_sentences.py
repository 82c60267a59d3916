"""What players are told of dice that are not sure."""

import pytest

from companion.vision.dice import DiceReading, DieReading, RejectReason
from companion.vision.fusion.diagnosis import REASONS
from companion.vision.tracking.sentences import why_unsure

BOX = (100.0, 100.0, 140.0, 140.0)


def die(colour: str, reason: RejectReason | None) -> DieReading:
    return DieReading(3, BOX, colour, 0.9, reason is None, reason)


def reading(
    *dice: DieReading, candidates: tuple[DieReading, ...] = (), why: str = "it is dark"
) -> DiceReading:
    return DiceReading(dice, (why,), 1.0, (640, 480), "m", candidates=candidates)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (
            reading(die("red", None), die("blue", RejectReason.AT_THE_RIM)),
            "One blue die touches the rim: roll it again",
        ),
        (
            reading(die("red", RejectReason.AT_THE_RIM), die("blue", RejectReason.AT_THE_RIM)),
            "One die touches the rim: roll it again",
        ),
        (
            reading(die("red", RejectReason.AT_THE_RIM), die("red", RejectReason.AT_THE_RIM)),
            "One red die touches the rim: roll it again",
        ),
        (
            reading(die("red", RejectReason.UNCLEAR), die("blue", RejectReason.NOT_LEVEL)),
            "One blue die leans or lies on another: roll it again",
        ),
        (
            reading(die("red", None), candidates=(die("white", RejectReason.OUT_OF_VIEW),)),
            "One white die is partly out of view: roll it again",
        ),
        (
            reading(die("red", RejectReason.NOT_A_DIE)),
            "Something on the tray may be a die or not: take it away, or roll it again",
        ),
        (reading(die("red", None)), "It is dark"),
        (
            reading(die("red", None), why=REASONS[RejectReason.UNCLEAR]),
            "One die cannot be made out: turn it a little, or enter it by hand",
        ),
    ],
)
def test_why_a_reading_is_not_sure(seen: DiceReading, words: str) -> None:
    assert str(why_unsure(seen)) == words

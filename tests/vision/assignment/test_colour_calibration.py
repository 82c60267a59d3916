"""Learning the colours of a table's dice: what is listed, what looks alike, what another lamp makes of it."""

from dataclasses import dataclass

import numpy as np
import pytest

from calibration.profile import DieColour, TrayObservation
from companion.vision.assignment.colour_calibration import MIN_APART, dice_relit, learn_colours
from companion.vision.dice import DiceReading, DieReading
from companion.vision.frames import Picture

SIZE = (200, 160)
FLOOR = (100, 120, 90)
WHOLE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
RED, WHITE, ROSE = (40, 40, 180), (230, 230, 230), (44, 44, 190)


@dataclass
class FakeReader:
    """Stands for the dice reader: dice of these colours, 30 pixels wide, from left to right."""

    colours: tuple[str, ...]

    def read(self, _: Picture) -> DiceReading:
        dice = tuple(
            DieReading(1, (10.0 + 40 * n, 20.0, 40.0 + 40 * n, 50.0), colour, 0.9, True)
            for n, colour in enumerate(self.colours)
        )
        return DiceReading(dice, (), 1.0, SIZE, "fake")


def tray(*bodies: tuple[int, int, int], light: float = 1.0) -> Picture:
    """A floor with dice of these bodies on it, in some light."""
    picture = np.full((SIZE[1], SIZE[0], 3), FLOOR, np.float64)
    for number, body in enumerate(bodies):
        picture[20:50, 10 + 40 * number : 40 + 40 * number] = body
    return np.clip(np.rint(picture * light), 0, 255).astype(np.uint8)


def kept(picture: Picture | None) -> TrayObservation:
    """The empty tray as a calibration keeps it."""
    return TrayObservation(WHOLE, 0.15, picture)


def bodies_of(dice: tuple[DieColour, ...]) -> dict[str, tuple[float, float, float]]:
    return {die.name: die.body for die in dice}


def test_each_colour_is_listed_with_its_body() -> None:
    result = learn_colours(tray(WHITE, RED, WHITE), FakeReader(("white", "red", "white")))  # type: ignore[arg-type]
    assert (result.good, result.sentence) == (True, "I see 1 red, 2 white")
    assert bodies_of(result.dice) == {"red": RED, "white": WHITE}


def test_without_dice_there_is_nothing_to_learn() -> None:
    result = learn_colours(tray(), FakeReader(()))  # type: ignore[arg-type]
    assert (result.good, result.dice) == (False, ())
    assert result.sentence == "I see no dice: lay one of each colour in the tray"


def test_dice_that_look_alike_are_refused() -> None:
    result = learn_colours(tray(RED, WHITE, ROSE), FakeReader(("red", "white", "orange")))  # type: ignore[arg-type]
    assert not result.good and result.dice == ()
    assert result.sentence.startswith("Red and orange look alike in this light")
    assert 10 < MIN_APART < 25


@pytest.mark.parametrize("light", [0.5, 1.0, 1.1])
def test_dice_are_kept_as_they_would_look_in_the_calibrations_light(light: float) -> None:
    picture = tray(RED, WHITE, light=light)
    result = learn_colours(picture, FakeReader(("red", "white")), kept(tray()))  # type: ignore[arg-type]
    assert bodies_of(result.dice)["red"] == pytest.approx(RED, abs=3)
    assert bodies_of(result.dice)["white"] == pytest.approx(WHITE, abs=4)


DICE = (DieColour("red", (0.0, 40.0, 180.0)), DieColour("white", (230.0, 230.0, 230.0)))

RELIT = [
    # the light before and now, and what the dice look like then
    (1.0, 1.0, 1.0),
    (1.0, 0.5, 0.5),
    (0.5, 1.0, 2.0),
]


@pytest.mark.parametrize(("before", "now", "factor"), RELIT)
def test_dice_in_another_light(before: float, now: float, factor: float) -> None:
    relit = bodies_of(dice_relit(DICE, kept(tray(light=before)), kept(tray(light=now))))
    assert relit["red"] == pytest.approx([min(255, value * factor) for value in DICE[0].body], abs=3)
    assert relit["white"] == pytest.approx([min(255, value * factor) for value in DICE[1].body], abs=3)


@pytest.mark.parametrize(
    ("before", "now", "kept_dice"),
    [(None, kept(tray()), 2), (kept(None), kept(tray()), 2), (kept(tray()), kept(None), 2),
     (kept(tray(light=0.5)), kept(tray(light=1.8)), 0)],
)  # fmt: skip
def test_without_a_picture_the_dice_stay_and_on_another_floor_they_go(
    before: TrayObservation | None, now: TrayObservation, kept_dice: int
) -> None:
    assert len(dice_relit(DICE, before, now)) == kept_dice

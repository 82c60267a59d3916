"""One row says all of a colour: names told apart, looks rendered, and contrast on the screen."""

import pytest

from companion.dice.colours import BODY_SHADES, DICE_COLOURS, DicePaint
from companion.dice.faces import FACES, PIPS


def lightness(digits: str) -> float:
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return 0.299 * red + 0.587 * green + 0.114 * blue


@pytest.mark.parametrize(("name", "paint"), DICE_COLOURS.items())
def test_pips_differ_from_the_body(name: str, paint: DicePaint) -> None:
    assert (lightness(paint.fill) > 128) is paint.dark_pips, name


def test_every_look_counts_as_a_colour_that_is_told_apart() -> None:
    assert {looks.called for looks in BODY_SHADES.values()} == set(DICE_COLOURS)
    assert all(0 <= part <= 255 for looks in BODY_SHADES.values() for shade in looks.shades for part in shade)


def test_a_face_has_as_many_pips_as_its_number() -> None:
    assert {face: len(set(pips)) for face, pips in PIPS.items()} == {face: face for face in (0, *FACES)}

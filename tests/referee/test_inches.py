"""Inches as a tape reads them."""

import pytest

from companion.locale.catalogue import WithCentimetres
from companion.locale.messages import ENGLISH, gettext, translated
from companion.referee.inches import format_inches, to_sixteenth


@pytest.mark.parametrize(
    ("inches", "words"),
    [
        (0, "0 in"),
        (0.02, "0 in"),
        (0.25, "1/4 in"),
        (0.5, "1/2 in"),
        (1.19, "1 3/16 in"),
        (0.99, "1 in"),
        (10, "10 in"),
        (11.0625, "11 1/16 in"),
    ],
)
def test_inches_in_words(inches: float, words: str) -> None:
    assert format_inches(inches) == words


@pytest.mark.parametrize(("inches", "read"), [(1.03, 1.0), (1.03125, 1.0625), (1.04, 1.0625)])
def test_the_nearest_sixteenth(inches: float, read: float) -> None:
    assert to_sixteenth(inches) == read


@pytest.mark.parametrize(
    ("inches", "words"), [(2, "2 in (5.1 cm)"), (0, "0 in (0.0 cm)"), (1.19, "1 3/16 in (3.0 cm)")]
)
def test_centimetres_stand_beside_inches_for_those_who_want_them(inches: float, words: str) -> None:
    assert translated(format_inches(inches), WithCentimetres(ENGLISH)) == words
    told = gettext("{far} away", far=format_inches(inches))
    assert translated(told, WithCentimetres(ENGLISH)) == f"{words} away"

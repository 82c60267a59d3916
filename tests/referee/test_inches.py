"""Inches as a tape reads them."""

import math

import pytest

from companion.locale.catalogue import WithCentimetres
from companion.locale.messages import ENGLISH, gettext, translated
from companion.referee.inches import MeasuredInches, format_inches, is_undecided, margin_text, to_sixteenth


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


@pytest.mark.parametrize(
    ("inches", "error", "limit", "words"),
    [
        # a limit of four inches lets half a sixteenth more pass; within three errors of it a margin is told
        (4.0, 0.02, 4.0, "in range by 0.03 in, sure to 0.02"),
        (3.98, 0.02, 4.0, "in range by 0.05 in, sure to 0.02"),
        (3.97, 0.02, 4.0, ""),
        (4.06, 0.02, 4.0, "too far by 0.03 in, sure to 0.02"),
        (4.08, 0.02, 4.0, "too far by 0.05 in, sure to 0.02"),
        (4.1, 0.02, 4.0, ""),
        (4.02, 0.02, 4.0, "too close to call, sure to 0.02 in"),
        (4.04, 0.02, 4.0, "too close to call, sure to 0.02 in"),
        (4.0312, 0.0001, 4.0, "too close to call, sure to 0.01 in"),  # at least half a hundredth
        (2.5, 1.2, 4.0, "in range by 1.53 in, sure to 1.20"),
        (2.5, math.inf, 4.0, ""),
        (4.0, 0.02, None, ""),
    ],
)
def test_by_how_much_a_measured_distance_is_in_range(
    inches: float, error: float, limit: float | None, words: str
) -> None:
    assert margin_text(MeasuredInches(inches, error), limit) == words
    assert is_undecided(MeasuredInches(inches, error), limit) == ("too close" in words or error > 9)
    assert margin_text(inches, limit) == "" and not is_undecided(inches, limit), "without an error"

from typing import Any

import pytest

from companion.hardware.blink_pattern import is_light, level, shade
from companion.hardware.buzzer import Buzzer


@pytest.mark.parametrize(
    ("pattern", "now", "bright"),
    [
        ("9", 123456, 9),  # steady
        ("90", 0, 9),  # the first eighth of a second
        ("90", 124, 9),
        ("90", 125, 0),  # the second
        ("90", 250, 9),  # and round again
        ("123", 375_000 + 260, 3),
    ],
)
def test_levels(pattern: str, now: Any, bright: int) -> None:
    assert level(pattern, now) == bright


@pytest.mark.parametrize(
    ("colour", "bright", "shown"),
    [
        ("ff8000", 9, (255, 128, 0)),
        ("ff8000", 0, (0, 0, 0)),
        ("ffffff", 3, (28, 28, 28)),  # a third as bright to the eye is a ninth of the power
    ],
)
def test_shades(colour: str, bright: int, shown: Any) -> None:
    assert shade(colour, bright) == shown


@pytest.mark.parametrize(
    ("value", "light"),
    [
        (["ff8800", "90"], True),
        (("ff8800", "90"), True),
        (["ff8800"], False),
        (["ff8800", 90], False),
        (["ff88000", "90"], False),
        ("ff8800", False),
        (None, False),
        ([None, None], False),
    ],
)
def test_what_is_a_light(value: Any, light: bool) -> None:
    assert is_light(value) is light


@pytest.mark.parametrize(
    ("now", "hertz"), [(1000, 880), (1099, 880), (1100, 0), (1149, 0), (1150, 440), (1250, 0)]
)
def test_a_melody(now: int, hertz: int) -> None:
    buzzer = Buzzer()
    buzzer.play([[880, 100], [0, 50], [440, 100]], 1000)
    assert buzzer.hertz(now) == hertz

"""How a light behaves in time, written as digits: one digit is one eighth of a second, 0 dark to 9 full.

"9" is steady, "3" steadily dim, "90" a fast blink, "9090000000000000" two blinks and a rest,
"12345678987654321" a breath. All lights read the same clock, so equal rhythms stay in step.

Used by the screen, the Pi and the Pico (`companion flash` copies it), so it keeps to the Python that
MicroPython runs.
"""

SLOT_MS = 125
"""How long one digit lasts, in milliseconds."""
LONGEST_RHYTHM = 32
"""Digits in the longest rhythm (four seconds)."""

BRIGHTEST = 9


def is_light(light: object) -> bool:
    """Tell whether a value is a light: a list of a colour (`"ff8800"`) and a rhythm (`"90"`)."""
    if not isinstance(light, (list, tuple)) or len(light) != 2:
        return False
    return is_colour(light[0]) and is_rhythm(light[1])


def is_colour(text: object) -> bool:
    """Tell whether a value is a colour: six lowercase hex digits, red, green, blue."""
    return isinstance(text, str) and len(text) == 6 and all(c in "0123456789abcdef" for c in text)


def is_rhythm(text: object) -> bool:
    """Tell whether a value is a rhythm: 1 to 32 digits."""
    return isinstance(text, str) and 0 < len(text) <= LONGEST_RHYTHM and all(c in "0123456789" for c in text)


def level(rhythm: str, now: int) -> int:
    """Return how bright a rhythm is at a moment in milliseconds, 0 to 9."""
    return int(rhythm[now // SLOT_MS % len(rhythm)])


def shade(colour: str, bright: int) -> tuple:  # type: ignore[type-arg]  # MicroPython knows no tuple[...]
    """Return (red, green, blue), 0 to 255 each, of a colour at a level of 0 to 9.

    The level is squared, for the eye sees a light of half the power as nearly full.
    """
    full = BRIGHTEST * BRIGHTEST
    return tuple(int(colour[i : i + 2], 16) * bright * bright // full for i in (0, 2, 4))

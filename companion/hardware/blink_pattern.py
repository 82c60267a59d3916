"""Blink patterns: the brightness of a light over time, as digits from 0 (dark) to 9 (full), 1/8 s each.

"9" is steady, "3" steady and dim, "90" a fast blink, "9090000000000000" two blinks and a pause,
"12345678987654321" a slow pulse. All lights use the same clock, so equal patterns stay in step.

This file runs on the screen, the Pi and the Pico (`companion flash` copies it there): only Python that
MicroPython runs.
"""

SLOT_MS = 125
"""How long one digit lasts, in milliseconds."""
MAX_PATTERN = 32
"""Digits in the longest pattern (four seconds)."""

MAX_LEVEL = 9


def is_light(light: object) -> bool:
    """Return whether a value is a light: a list of a colour (`"ff8800"`) and a pattern (`"90"`)."""
    if not isinstance(light, (list, tuple)) or len(light) != 2:
        return False
    return is_colour(light[0]) and is_pattern(light[1])


def is_colour(text: object) -> bool:
    """Return whether a value is a colour: six lowercase hex digits, red, green, blue."""
    return isinstance(text, str) and len(text) == 6 and all(c in "0123456789abcdef" for c in text)


def is_pattern(text: object) -> bool:
    """Return whether a value is a pattern: 1 to 32 digits."""
    return isinstance(text, str) and 0 < len(text) <= MAX_PATTERN and all(c in "0123456789" for c in text)


def level(pattern: str, now: int) -> int:
    """Return how bright a pattern is at a moment in milliseconds, 0 to 9."""
    return int(pattern[now // SLOT_MS % len(pattern)])


def shade(colour: str, bright: int) -> tuple:  # type: ignore[type-arg]  # MicroPython knows no tuple[...]
    """Return (red, green, blue), 0 to 255 each, of a colour at a level of 0 to 9.

    The level is squared: people see a light of half the power as almost full.
    """
    full = MAX_LEVEL * MAX_LEVEL
    return tuple(int(colour[i : i + 2], 16) * bright * bright // full for i in (0, 2, 4))

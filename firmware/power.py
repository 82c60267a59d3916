"""Keeps the lights within what the cable can give."""

IDLE_MA = 1
"""What one WS2812 draws while dark, in milliamperes."""
CHANNEL_MA = 20
"""What one of its three colours draws at full, in milliamperes."""


def milliamperes(lights: list) -> int:
    """Return what lights draw, rounded up.

    Args:
        lights: A (red, green, blue) of 0 to 255 for every single light.
    """
    shine = sum(sum(light) for light in lights) * CHANNEL_MA
    return len(lights) * IDLE_MA + (shine + 254) // 255


def within(lights: list, budget: int) -> list:
    """Return the lights, all dimmed alike as far as they would draw more than a budget.

    Args:
        lights: A (red, green, blue) of 0 to 255 for every single light.
        budget: Milliamperes. Where even dark lights draw more, all are returned dark.
    """
    if milliamperes(lights) <= budget:
        return lights
    shine = sum(sum(light) for light in lights) * CHANNEL_MA
    allowed = max(0, budget - len(lights) * IDLE_MA) * 255
    return [tuple(part * allowed // max(1, shine) for part in light) for light in lights]

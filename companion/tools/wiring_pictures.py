"""Writes into the two pictures of the wiring what the profiles say is connected to each pin."""

import re
from collections.abc import Sequence
from pathlib import Path

from companion.hardware import wiring
from firmware import settings

Uses = dict[str, str]
"""What is connected to each pin that is used, by the pin's name."""

PIN = re.compile(
    r'(<circle cx="(\d+)" cy="(\d+)" r="7" fill=")#\w+(" stroke="#fbf7ef"/>\n<text [^>]*>\d+ (\w+)</text>\n)'
    r"(<line [^>]*/>\n<text [^>]*>[^<]*</text>\n)?"
)
"""A pin with its name and, if something is connected to it, a line and what that is."""
UNUSED = "#9aa5ab"
COLOURS = {"button": "#2b6cb0", "piezo": "#7c3aed"}
"""Colours of lines by the first word of what they lead to; all else are lights."""
LIGHTS = "#d97706"
REACH, GAP = 56, 8
"""Length of a line, and its distance from the words, in units of the picture."""


def numbered(title: str, pins: Sequence[int], prefix: str) -> Uses:
    """Return the uses of pins for parts that are numbered from 1."""
    return {f"{prefix}{pin}": f"{title} {number}" for number, pin in enumerate(pins, start=1)}


def pi_uses() -> Uses:
    """Return what the default profile connects to the pins of the Pi."""
    profile = wiring.read_wiring()
    uses = {f"GPIO{pin}": f"button {button}" for button, pin in profile.buttons.items()}
    uses |= numbered("step light", profile.steps, "GPIO") | numbered("seat light", profile.seats, "GPIO")
    return uses | {f"GPIO{profile.attention}": "attention light", f"GPIO{profile.buzzer}": "piezo"}


def pico_uses() -> Uses:
    """Return what the firmware's settings connect to the pins of the Pico."""
    uses = {f"GP{pin}": f"button {name}" for name, pin in settings.PANEL_BUTTONS.items()}
    uses |= numbered("button of seat", settings.SEAT_BUTTONS, "GP")
    uses |= numbered("ring of seat", settings.SEAT_RINGS, "GP")
    return uses | {f"GP{settings.STRIP}": "step strip", f"GP{settings.BUZZER}": "piezo"}


PICTURES = {
    Path(str(wiring.__file__)).with_name("wiring.svg"): pi_uses,
    Path(str(settings.__file__)).with_name("wiring.svg"): pico_uses,
}
"""The pictures, and what is connected to the pins of each."""


def wiring_picture(path: Path) -> str:
    """Return one of `PICTURES` with all its pins that can be used drawn anew; ground and supply stay."""
    uses = PICTURES[path]()

    def pin(found: re.Match[str]) -> str:
        start, x, y, end, name, _ = found.groups()
        if not re.match(r"GPIO|GP\d", name):
            return found[0]
        if name not in uses:
            return f"{start}{UNUSED}{end}"
        colour = COLOURS.get(uses[name].split()[0], LIGHTS)
        right = int(x) > 380
        to, anchor = (int(x) + REACH, "start") if right else (int(x) - REACH, "end")
        words = to + GAP if right else to - GAP
        return (
            f"{start}{colour}{end}"
            f'<line x1="{x}" y1="{y}" x2="{to}" y2="{y}" stroke="{colour}" stroke-width="3"/>\n'
            f'<text x="{words}" y="{int(y) + 5}" text-anchor="{anchor}">{uses[name]}</text>\n'
        )

    return PIN.sub(pin, path.read_text(encoding="utf-8"))

"""Draws wiring diagrams of the Pi's header and of the Pico, from the profiles that the programs read.

Run `python -m companion.hardware.diagram` after a change to `wiring.toml` or to `firmware/settings.py`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import firmware
from companion.hardware.wiring import Wiring, read_wiring
from firmware import settings


def _pins(names: str) -> tuple[str, ...]:
    return tuple(names.split())


PI_HEADER = _pins(
    "3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 3V3 GPIO24 "
    "GPIO10 GND GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 ID_SD ID_SC GPIO5 GND GPIO6 GPIO12 GPIO13 GND GPIO19 "
    "GPIO16 GPIO26 GPIO20 GND GPIO21"
)
"""Names of pins 1 to 40 of the Pi's header; odd ones are in the left row."""

PICO_LEFT = _pins("GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15")
"""Names of pins 1 to 20 of the Pico, downwards, with the USB plug on top."""
PICO_RIGHT = _pins(
    "VBUS VSYS GND 3V3_EN 3V3 VREF GP28 GND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17 GP16"
)
"""Names of pins 40 to 21, downwards."""

INK, PAPER, BOARD, FAINT = "#20303c", "#fbf7ef", "#2f6f57", "#9aa5ab"
BUTTON, LIGHT, SOUND, POWER, GROUND = "#2b6cb0", "#d97706", "#7c3aed", "#c53030", "#20303c"
ROW, TOP, WIDTH, MIDDLE = 26, 84, 760, 380


class Hole(NamedTuple):
    """One pin in the picture: its number on the board, its name, what is connected, and in which colour."""

    number: int
    name: str
    use: str
    colour: str


Uses = dict[str, tuple[str, str]]
"""The connection of each pin, by the pin's name: label and colour."""


def pi_uses(wiring: Wiring) -> Uses:
    """Return what a panel profile connects to the Pi's pins."""
    uses: Uses = {f"GPIO{pin}": (f"button {button}", BUTTON) for button, pin in wiring.buttons.items()}
    for text, pins in (("step light", wiring.steps), ("seat light", wiring.seats)):
        uses |= {f"GPIO{pin}": (f"{text} {number}", LIGHT) for number, pin in enumerate(pins, start=1)}
    if wiring.attention is not None:
        uses[f"GPIO{wiring.attention}"] = ("attention light", LIGHT)
    if wiring.buzzer is not None:
        uses[f"GPIO{wiring.buzzer}"] = ("piezo", SOUND)
    return uses | {"GND": ("ground of all", GROUND)}


def pico_uses() -> Uses:
    """Return what the default settings connect to the Pico's pins."""
    uses: Uses = {f"GP{pin}": (f"button {name}", BUTTON) for name, pin in settings.PANEL_BUTTONS.items()}
    for text, pins, colour in (
        ("button of seat", settings.SEAT_BUTTONS, BUTTON),
        ("ring of seat", settings.SEAT_RINGS, LIGHT),
    ):
        uses |= {f"GP{pin}": (f"{text} {number}", colour) for number, pin in enumerate(pins, start=1)}
    uses[f"GP{settings.STRIP}"] = ("step strip", LIGHT)
    uses[f"GP{settings.BUZZER}"] = ("piezo", SOUND)
    return uses | {"GND": ("ground of all", GROUND), "VBUS": ("5 V for rings and strip", POWER)}


def pi_picture(wiring: Wiring) -> str:
    """Draw the Pi's header with what a panel profile connects, as SVG."""
    holes = _holes(PI_HEADER, range(1, 41), pi_uses(wiring))
    return _picture("Raspberry Pi: the panel on the pins", holes[0::2], holes[1::2])


def pico_picture() -> str:
    """Draw the Pico with what the default settings connect, as SVG."""
    uses = pico_uses()
    left = _holes(PICO_LEFT, range(1, 21), uses)
    right = _holes(PICO_RIGHT, range(40, 20, -1), uses)
    return _picture("Raspberry Pi Pico: the hub, USB plug on top", left, right)


def _holes(names: Sequence[str], numbers: Sequence[int], uses: Uses) -> list[Hole]:
    return [
        Hole(number, name, *uses.get(name, ("", FAINT))) for number, name in zip(numbers, names, strict=True)
    ]


def _picture(title: str, left: Sequence[Hole], right: Sequence[Hole]) -> str:
    height = TOP + ROW * len(left) + 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="sans-serif" font-size="14" fill="{INK}">',
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        f'<text x="{MIDDLE}" y="40" font-size="20" text-anchor="middle">{escape(title)}</text>',
        f'<rect x="{MIDDLE - 96}" y="{TOP - 22}" width="192" height="{ROW * len(left) + 18}" rx="10" '
        f'fill="{BOARD}"/>',
        *(_row(hole, row, -1) for row, hole in enumerate(left)),
        *(_row(hole, row, 1) for row, hole in enumerate(right)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _row(hole: Hole, row: int, side: int) -> str:
    """Draw one pin: number and name on the board, a wire and its use beside it; side is -1 left, 1 right."""
    y = TOP + row * ROW
    inner, outer, text = MIDDLE + side * 84, MIDDLE + side * 140, MIDDLE + side * 148
    outside, inside = ("end", "start") if side < 0 else ("start", "end")
    name_x = MIDDLE + side * 72
    lines = [
        f'<circle cx="{inner}" cy="{y - 5}" r="7" fill="{hole.colour}" stroke="{PAPER}"/>',
        f'<text x="{name_x}" y="{y}" fill="{PAPER}" font-size="12" text-anchor="{inside}">'
        f"{hole.number} {escape(hole.name)}</text>",
    ]
    if hole.use:
        lines += [
            f'<line x1="{inner}" y1="{y - 5}" x2="{outer}" y2="{y - 5}" stroke="{hole.colour}" '
            'stroke-width="3"/>',
            f'<text x="{text}" y="{y}" text-anchor="{outside}">{escape(hole.use)}</text>',
        ]
    return "\n".join(lines)


def pictures() -> dict[Path, str]:
    """Return every picture by the file it belongs in."""
    return {
        Path(__file__).with_name("wiring.svg"): pi_picture(read_wiring()),
        Path(firmware.__file__).with_name("wiring.svg"): pico_picture(),
    }


if __name__ == "__main__":
    for file, svg in pictures().items():
        file.write_text(svg, encoding="utf-8")

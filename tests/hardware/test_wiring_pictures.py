"""The two pictures of the wiring say what the programs read: a change of pins is a change of labels there."""

import re
import xml.etree.ElementTree as Xml
from collections.abc import Sequence
from pathlib import Path

import pytest

import companion.hardware
import firmware
from companion.hardware.wiring import FREE_PINS, read_wiring
from firmware import settings

Uses = dict[str, str]
"""What is connected to each pin that is used, by the pin's name."""


def drawn(package: object) -> list[tuple[str, str]]:
    """The pins of a picture from the top left, and what is written beside each; empty for nothing."""
    file = Path(str(package.__file__)).with_name("wiring.svg")  # type: ignore[attr-defined]
    texts = [text.text or "" for text in Xml.parse(file).iter("{http://www.w3.org/2000/svg}text")][1:]
    pins: list[tuple[str, str]] = []
    for text in texts:
        if pin := re.fullmatch(r"\d+ (\w+)", text):
            pins.append((pin[1], ""))
        else:
            pins[-1] = pins[-1][0], text
    return pins


def numbered(title: str, pins: Sequence[int], prefix: str) -> Uses:
    return {f"{prefix}{pin}": f"{title} {number}" for number, pin in enumerate(pins, start=1)}


def pi_uses() -> Uses:
    wiring = read_wiring()
    uses = {f"GPIO{pin}": f"button {button}" for button, pin in wiring.buttons.items()}
    uses |= numbered("step light", wiring.steps, "GPIO") | numbered("seat light", wiring.seats, "GPIO")
    return uses | {f"GPIO{wiring.attention}": "attention light", f"GPIO{wiring.buzzer}": "piezo"}


def pico_uses() -> Uses:
    uses = {f"GP{pin}": f"button {name}" for name, pin in settings.PANEL_BUTTONS.items()}
    uses |= numbered("button of seat", settings.SEAT_BUTTONS, "GP")
    uses |= numbered("ring of seat", settings.SEAT_RINGS, "GP")
    return uses | {f"GP{settings.STRIP}": "step strip", f"GP{settings.BUZZER}": "piezo"}


@pytest.mark.parametrize(
    ("package", "uses", "always"),
    [
        (companion.hardware, pi_uses(), {"GND": "ground of all"}),
        (firmware, pico_uses(), {"GND": "ground of all", "VBUS": "5 V for rings and strip"}),
    ],
    ids=["Pi", "Pico"],
)
def test_the_picture_shows_the_wiring_as_it_is(package: object, uses: Uses, always: Uses) -> None:
    pins = drawn(package)
    assert len(pins) == 40
    assert {name: text for name, text in pins if text} == uses | always
    assert [text for name, text in pins if name == "GND" and text != always["GND"]] == []


def test_the_pi_has_every_free_pin() -> None:
    assert {f"GPIO{pin}" for pin in FREE_PINS} <= {name for name, _ in drawn(companion.hardware)}


def test_no_pin_of_the_pico_is_used_twice() -> None:
    pins = [*settings.SEAT_BUTTONS, *settings.SEAT_RINGS, *settings.PANEL_BUTTONS.values()]
    pins += [settings.STRIP, settings.BUZZER]
    assert len(set(pins)) == len(pins)

import xml.etree.ElementTree as Xml
from typing import Any

import pytest

from companion.hardware.diagram import PI_HEADER, PICO_LEFT, PICO_RIGHT, pi_uses, pico_uses, pictures
from companion.hardware.wiring import FREE_PINS, read_wiring
from firmware import settings


@pytest.mark.parametrize(
    "file, svg", list(pictures().items()), ids=lambda value: getattr(value, "parent", "")
)
def test_the_pictures_show_the_wiring_as_it_is(file: Any, svg: Any) -> None:
    """After a change of pins: python -m companion.hardware.diagram."""
    assert file.read_text(encoding="utf-8") == svg
    Xml.fromstring(svg)


def test_everything_connected_has_its_pin_in_the_picture() -> None:
    assert set(pi_uses(read_wiring())) <= set(PI_HEADER)
    assert set(pico_uses()) <= {*PICO_LEFT, *PICO_RIGHT}


def test_boards_have_all_their_pins() -> None:
    assert (len(PI_HEADER), len(PICO_LEFT), len(PICO_RIGHT)) == (40, 20, 20)
    assert {f"GPIO{pin}" for pin in FREE_PINS} <= set(PI_HEADER)


def test_no_pin_of_the_pico_is_used_twice() -> None:
    pins = [*settings.SEAT_BUTTONS, *settings.SEAT_RINGS, *settings.PANEL_BUTTONS.values()]
    pins += [settings.STRIP, settings.BUZZER]
    assert len(set(pins)) == len(pins)

"""The two pictures of the wiring say what the programs read."""

import re
from pathlib import Path

import pytest

from companion.hardware.wiring import FREE_PINS
from companion.tools.wiring_pictures import PICTURES, wiring_picture
from firmware import settings

PI, PICO = PICTURES


def pins(picture: str) -> list[tuple[str, str]]:
    """The pins of a picture from the top left, and what is written beside each; empty for nothing."""
    return re.findall(r">\d+ (\w+)</text>\n(?:<line [^>]*>\n<text [^>]*>([^<]*)<)?", picture)


def test_the_pi_has_every_free_pin() -> None:
    drawn = pins(PI.read_text())
    assert len(drawn) == 40
    assert {f"GPIO{pin}" for pin in FREE_PINS} <= {name for name, _ in drawn}


def test_a_button_that_moves_is_drawn_at_its_new_pin(monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(pins(wiring_picture(PICO)))
    monkeypatch.setitem(settings.PANEL_BUTTONS, "next", 22)
    moved = wiring_picture(PICO)
    assert dict(pins(moved)) == before | {"GP21": "", "GP22": "button next"}
    monkeypatch.undo()
    assert before["GP21"] == "button next" and before["GND"] == "ground of all"


def test_drawing_twice_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.PANEL_BUTTONS, "next", 22)
    copy = tmp_path / "wiring.svg"
    copy.write_text(wiring_picture(PICO))
    monkeypatch.setitem(PICTURES, copy, PICTURES[PICO])
    assert wiring_picture(copy) == copy.read_text()


def test_no_pin_of_the_pico_is_used_twice() -> None:
    used = [*settings.SEAT_BUTTONS, *settings.SEAT_RINGS, *settings.PANEL_BUTTONS.values()]
    used += [settings.STRIP, settings.BUZZER]
    assert len(set(used)) == len(used)

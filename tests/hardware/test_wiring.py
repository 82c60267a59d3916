from pathlib import Path
from typing import Any

import pytest

from companion.errors import FaultyWiring
from companion.hardware.panel import CONFIRM, PANEL_BUTTONS, seat_button
from companion.hardware.wiring import AUTO, Wiring, read_wiring


def wiring(tmp_path: Path, text: Any) -> Any:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return read_wiring(path)


def test_the_default_wires_every_button_and_light() -> None:
    default = read_wiring()
    assert set(default.buttons) == set(PANEL_BUTTONS)
    assert (len(default.steps), len(default.seats), default.port) == (8, 6, AUTO)
    assert default.attention and default.buzzer


def test_what_was_not_built_is_left_out(tmp_path: Path) -> None:
    assert wiring(tmp_path, "") == Wiring()


def test_seats_may_have_buttons_on_the_pi(tmp_path: Path) -> None:
    assert wiring(tmp_path, "[buttons]\nconfirm = 5\nseats = [6, 13]").buttons == {
        CONFIRM: 5,
        seat_button(0): 6,
        seat_button(1): 13,
    }


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[buttons]\nconfirm = 40", 2, "buttons.confirm is 40; a pin is a BCM number from 2 to 27"),
        ("[buttons]\nconfirm = 0", 2, "is 0"),  # the identity chip's pin
        ("[buttons]\nconfirm = true", 2, "is True"),
        ('[buttons]\nconfirm = "GPIO5"', 2, "is 'GPIO5'"),
        ("[buttons]\nconfirm = 5\nend = 5", 3, "is on pin 5, which buttons.confirm has already"),
        ("[buttons]\nconfirm = 5\n\n[lights]\nsteps = [4, 5]", 5, "which buttons.confirm has already"),
        (
            "[buttons]\nok = 5",
            2,
            "buttons.ok is not known here; there are confirm, next, end, undo, ask, seats",
        ),
        ("[lights]\nsteps = 4", 2, "'steps' must be a list in brackets"),
        ("[buttons]\nseats = 4", 2, "buttons.seats must be a list of pins"),
        ("[lights]\nsteps = [4, 4]", 2, "lights.steps is on pin 4, which lights.steps has already"),
        ("\n[knobs]\nvolume = 4", 2, "nothing here is called 'knobs'"),
        ("buttons = 4", 1, "'buttons' must be a table"),
        ("[hub]\nport = 3", 2, "'port' must be text in quotes"),
        ('[hub]\nport = ""', 2, "'port' must be text in quotes"),
    ],
)
def test_a_fault_names_its_line(tmp_path: Path, text: str, line: int, words: str) -> None:
    with pytest.raises(FaultyWiring) as caught:
        wiring(tmp_path, text)
    assert f"mine.toml is wrong: line {line}: " in str(caught.value)
    assert words in str(caught.value)


def test_no_toml_names_its_line_too(tmp_path: Path) -> None:
    with pytest.raises(FaultyWiring, match="line 2"):
        wiring(tmp_path, "[buttons]\nconfirm 5")


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(FaultyWiring, match=r"There is no file .*no\.toml: check the name"):
        read_wiring(tmp_path / "no.toml")

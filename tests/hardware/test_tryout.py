"""Going through a panel with a person: every row says what came."""

from queue import SimpleQueue

import pytest

from companion.hardware.panel import CONFIRM, END, Press
from companion.hardware.simulated import SimulatedPanel
from companion.hardware.together import Panels
from companion.hardware.tryout import try_out, try_panels


def tried(press, reply, seats=1):
    """All rows of a trial; `press(panel, words)` is the person's finger."""
    presses = SimpleQueue()
    panel = SimulatedPanel(presses.put, seats=seats)
    said = []

    def say(words):
        said.append(words)
        if words.startswith("Press "):
            press(panel, words)

    rows = list(try_out(Panels([panel]), presses, 1, seats, say=say, reply=lambda: reply, patience=0.05))
    return rows, said


def obedient(panel, words):
    wanted = words.removeprefix("Press ").rstrip(".").lower()
    panel.press(next(button for button in panel.buttons if str(button) == wanted))


def test_all_is_well():
    rows, said = tried(obedient, "yes")
    assert {row.state for row in rows} == {"ok"}
    assert len(rows) == 6 + 3, "six buttons, one step, one seat, attention"
    assert "Press Confirm." in said


def test_swapped_wires_are_named():
    rows, _ = tried(lambda panel, _: panel.press(END), "yes")
    first = rows[0]
    assert (first.state, first.detail) == ("failed", "end came instead")
    assert "Swap the wires with end" in first.fix


def test_a_dead_button_and_a_dark_light():
    rows, _ = tried(lambda *_: None, "no")
    assert {row.state for row in rows} == {"failed"}
    assert rows[0].detail == "no press came"
    assert rows[-1].detail == "not seen to blink"


def test_a_press_from_before_does_not_count():
    presses = SimpleQueue()
    panel = SimulatedPanel(presses.put, seats=0)
    presses.put(Press(CONFIRM, panel=panel.name))
    rows = list(try_out(Panels([panel]), presses, 0, 0, say=lambda _: None, reply=str, patience=0.01))
    assert rows[0].detail == "no press came"


@pytest.mark.filterwarnings("ignore")
def test_without_any_panel_it_says_so(capsys, monkeypatch):
    monkeypatch.setattr("companion.hardware.tryout.HELLO_S", 0.1)
    assert try_panels() == 1
    assert "gpio: no pins here" in capsys.readouterr().out

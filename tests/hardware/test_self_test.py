"""The self test of a panel with a person: every row says what came."""

from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

import pytest

from companion.hardware.panel import (
    ASK,
    BLANK,
    CONFIRM,
    DARK,
    END,
    PANEL_BUTTONS,
    Button,
    LightFrame,
    Press,
    seat_button,
)
from companion.hardware.panel_group import PanelGroup
from companion.hardware.self_test import rows_of, try_out, try_panels
from companion.hardware.simulated import SimulatedPanel
from companion.health import Check


def tried(press: Any, reply: Any, seats: Any = 1) -> Any:
    """All rows of a self test; `press(panel, words)` is the person's finger."""
    presses: SimpleQueue[Press] = SimpleQueue()
    panel = SimulatedPanel(presses.put, seats=seats)
    said = []

    def say(words: Any) -> None:
        said.append(words)
        if words.startswith("Press "):
            press(panel, words)

    rows = list(try_out(PanelGroup([panel]), presses, 1, seats, say=say, reply=lambda: reply, timeout=0.05))
    return rows, said


def obedient(panel: Any, words: Any) -> None:
    wanted = words.removeprefix("Press ").rstrip(".").lower()
    panel.press(next(button for button in panel.buttons if str(button) == wanted))


def test_all_is_well() -> None:
    rows, said = tried(obedient, "yes")
    assert {row.state for row in rows} == {"ok"}
    assert len(rows) == 6 + 3, "six buttons, one step, one seat, attention"
    assert "Press Confirm." in said


def test_swapped_wires_are_named() -> None:
    rows, _ = tried(lambda panel, _: panel.press(END), "yes")
    first = rows[0]
    assert (first.state, first.detail) == ("failed", "end came instead")
    assert "Swap the wires with end" in first.fix


def test_a_dead_button_and_a_dark_light() -> None:
    rows, _ = tried(lambda *_: None, "no")
    assert {row.state for row in rows} == {"failed"}
    assert rows[0].detail == "no button was pressed"
    assert rows[-1].detail == "not seen to blink"


def test_a_press_from_before_does_not_count() -> None:
    presses: SimpleQueue[Press] = SimpleQueue()
    panel = SimulatedPanel(presses.put, seats=0)
    presses.put(Press(CONFIRM, panel=panel.name))
    rows = list(try_out(PanelGroup([panel]), presses, 0, 0, say=lambda _: None, reply=str, timeout=0.01))
    assert rows[0].detail == "no button was pressed"


@pytest.mark.filterwarnings("ignore")
def test_without_any_panel_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hardware.self_test.HELLO_S", 0.1)
    assert try_panels() == 1
    assert "gpio: no pins here" in capsys.readouterr().out


class Person:
    """Somebody who goes through the self test: notes what was asked, and answers."""

    def __init__(self, press: Callable[[Button], Press | None] = Press, sees: bool = True) -> None:
        self.asked: list[Button | str] = []
        self.seen: list[LightFrame] = []
        self._press, self._sees = press, sees
        self.panel = SimulatedPanel(lambda _: None, seats=2)

    def press(self, button: Button) -> Press | None:
        self.asked.append(button)
        return self._press(button)

    def sees(self, name: str) -> bool:
        self.asked.append(name)
        self.seen.append(self.panel.frame)
        return self._sees

    def rows(self, steps: int = 0, seats: int = 0) -> list[Check]:
        return list(rows_of(self.panel, self, steps, seats))  # type: ignore[arg-type]


def test_requests_name_every_button_and_light() -> None:
    person = Person()
    assert [row.state for row in person.rows(steps=2, seats=1)] == ["ok"] * (len(PANEL_BUTTONS) + 2 + 4)
    assert person.asked == [
        *PANEL_BUTTONS, seat_button(0), seat_button(1),
        "step light 1", "step light 2", "seat light 1", "attention light",
    ]  # fmt: skip
    assert person.panel.frame == BLANK


def test_the_light_in_question_is_the_only_one_lit() -> None:
    person = Person()
    person.rows(steps=2)
    lit = [[n for n, light in enumerate(frame.steps) if light != DARK] for frame in person.seen]
    assert lit == [[0], [1], []]


@pytest.mark.parametrize(
    ("came", "detail", "fix"),
    [
        (None, "no button was pressed", "two wires"),
        (Press(ASK), "ask came instead", "Swap the wires with ask"),
    ],
)
def test_a_button_that_is_not_well(came: Press | None, detail: str, fix: str) -> None:
    rows = Person(lambda button: came if button == END else Press(button)).rows()
    (bad,) = [row for row in rows if row.state == "failed"]
    assert bad.name == "simulated, button end"
    assert bad.detail == detail
    assert fix in bad.fix


def test_a_light_that_is_not_seen() -> None:
    assert Person(sees=False).rows()[-1].detail == "not seen to blink"

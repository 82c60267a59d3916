"""The self test of a panel with a person: every row says what came."""

from queue import SimpleQueue
from typing import Any

import pytest

from companion.hardware.panel import ASK, BLANK, CONFIRM, DARK, END, PANEL_BUTTONS, Press, seat_button
from companion.hardware.panel_group import PanelGroup
from companion.hardware.self_test import Request, prompts, try_out, try_panels
from companion.hardware.simulated import SimulatedPanel


def tried(press: Any, reply: Any, seats: Any = 1) -> Any:
    """All rows of a self test; `press(panel, words)` is the person's finger."""
    presses = SimpleQueue()
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
    presses = SimpleQueue()
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


def person(panel: Any, answer: Any, steps: Any = 0, seats: Any = 0) -> Any:
    """Let a person go through the self test; returns the requests and the rows."""
    asked, conversation = [], prompts(panel, steps, seats)
    try:
        request = next(conversation)
        while True:
            asked.append(request)
            request = conversation.send(answer(request))
    except StopIteration as done:
        return asked, done.value


def willing(request: pytest.FixtureRequest) -> Any:
    return Press(request.button) if request.button else True


@pytest.fixture
def panel() -> Any:
    return SimulatedPanel(lambda _: None, seats=2)


def test_requests_name_every_button_and_light(panel: Any) -> None:
    asked, rows = person(panel, willing, steps=2, seats=1)
    assert [row.state for row in rows] == ["ok"] * (len(PANEL_BUTTONS) + 2 + 2 + 1 + 1)
    assert asked[0] == Request("Press Confirm.", CONFIRM)
    assert asked[6].text == "Press Seat 2."
    assert [request.text for request in asked[7:]] == [
        f"Does the {name} of simulated blink, and no other?"
        for name in ("step light 1", "step light 2", "seat light 1", "attention light")
    ]
    assert panel.frame == BLANK


def test_the_light_in_question_is_the_only_one_lit(panel: Any) -> None:
    frames = []

    def looking(request: pytest.FixtureRequest) -> Any:
        frames.append(panel.frame)
        return willing(request)

    person(panel, looking, steps=2)
    lit = [[n for n, light in enumerate(frame.steps) if light != DARK] for frame in frames[-3:]]
    assert lit == [[0], [1], []]


@pytest.mark.parametrize(
    ("answer", "detail", "fix"),
    [
        (
            lambda request: None if request.button == END else willing(request),
            "no button was pressed",
            "two wires",
        ),
        (
            lambda request: Press(ASK) if request.button == END else willing(request),
            "ask came instead",
            "Swap the wires with ask",
        ),
    ],
)
def test_a_button_that_is_not_well(panel: Any, answer: Any, detail: str, fix: str) -> None:
    _, rows = person(panel, answer)
    (bad,) = [row for row in rows if row.state == "failed"]
    assert bad.name == "simulated, button end"
    assert bad.detail == detail
    assert fix in bad.fix


def test_a_light_that_is_not_seen(panel: Any) -> None:
    _, rows = person(panel, lambda request: Press(request.button) if request.button else False)
    assert rows[-1].detail == "not seen to blink"


def test_seats_come_in_order_after_the_panel(panel: Any) -> None:
    asked, _ = person(panel, willing)
    assert [request.button for request in asked[:7]] == [*PANEL_BUTTONS, seat_button(0), seat_button(1)]

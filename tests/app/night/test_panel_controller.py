"""What presses do on each screen, what the lights show, and what panels cost where there are none."""

from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from companion.app.night import panel_controller
from companion.app.night.panel_controller import PanelController
from companion.hardware.hub import HubPanel
from companion.hardware.panel import ASK, BLANK, CONFIRM, NEXT, UNDO, Button, Press
from companion.hardware.panel_group import PanelGroup
from companion.hardware.signals import Meaning
from companion.hardware.simulated import SimulatedPanel

STEP = Meaning("next", "Next")


class Evening:
    """A screen whose calls are kept, one panel in memory, and a clock turned by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **screen: Any) -> None:
        self.now, self.display, self.presses = 100.0, Mock(), SimpleQueue[Press]()
        self.lights, self.panel = Mock(), SimulatedPanel(lambda _: None)
        monkeypatch.setattr(panel_controller, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(panel_controller, "frame", self.lights)
        monkeypatch.setattr(panel_controller, "chime", lambda event, *_: (event,))
        self.session = Mock(seq=3, question=None, seats=())
        self.session.clocks.paused = screen.pop("paused", False)
        self.session.table.latest = ()
        self.session.table.game_view.standings = [
            SimpleNamespace(seat="red", out=False), SimpleNamespace(seat="blue", out=True)
        ]  # fmt: skip
        known = {"overlaid": False, "thinking": False, "session": self.session} | screen
        self.host = Mock(**{key: value for key, value in known.items() if key not in ("dark", "popup")})
        self.host.wake_only.return_value = screen.get("dark", False)
        self.host.close_popup.return_value = screen.get("popup", False)
        answer = Meaning("answer", "Yes", "yes")
        self.host.word_meanings.side_effect = lambda found: (
            found | {(NEXT, False): STEP, (CONFIRM, False): answer, (ASK, False): Meaning("why", "Why?")}
        )
        self.controller = PanelController(self.host, self.display, PanelGroup((self.panel,)), self.presses)

    def press(self, *presses: tuple[Button, bool]) -> list[Any]:
        """Press buttons long after the question came; return what was done."""
        self.controller.follow()
        self.now += 10
        return self.press_now(*presses)

    def press_now(self, *presses: tuple[Button, bool]) -> list[Any]:
        """Press buttons; return what was done."""
        self.host.reset_mock()
        for button, long in presses:
            self.presses.put(Press(button, long))
        self.controller.drain()
        asked = ("wake_only", "word_meanings", "close_popup")
        return [(name, *arguments) for name, arguments, _ in self.host.mock_calls if name not in asked]


@pytest.mark.parametrize(
    ("button", "long", "screen", "done"),
    [
        (UNDO, False, {}, [("attempt", "undo")]),
        (UNDO, True, {}, [("attempt", "undo_turn")]),
        (ASK, False, {}, [("open_tool", "why")]),
        (ASK, True, {}, [("open_tool", "pause")]),
        (NEXT, False, {}, [("press", STEP)]),
        (NEXT, True, {}, []),
        (CONFIRM, False, {}, [("answer", "yes")]),
        # over the game lies another screen: only leaving it means anything
        (ASK, False, {"overlaid": True}, [("close_overlay",)]),
        (ASK, True, {"overlaid": True}, []),
        (UNDO, False, {"overlaid": True}, []),
        (CONFIRM, False, {"overlaid": True}, []),
        (ASK, True, {"overlaid": True, "paused": True}, [("session.unpause",), ("close_overlay",)]),
        (ASK, False, {"overlaid": True, "paused": True}, []),
        # a popup is closed, a dark screen wakes, and without a game nothing happens
        (UNDO, False, {"popup": True}, []),
        (UNDO, False, {"dark": True}, []),
        (UNDO, False, {"session": None}, []),
    ],
)
def test_what_a_press_does(
    monkeypatch: pytest.MonkeyPatch, button: Button, long: bool, screen: dict[str, Any], done: list[Any]
) -> None:
    evening = Evening(monkeypatch, **screen)
    names = {evening.session.undo: "undo", evening.session.undo_turn: "undo_turn"}
    found = [
        (name, *(names.get(one, one) for one in arguments))
        for name, *arguments in evening.press((button, long))
    ]
    assert found == done
    if button == CONFIRM and done:
        evening.host.answer.assert_called_once_with("yes", seq=3, by="panel")


def test_each_press_is_done_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(monkeypatch)
    done = evening.press((NEXT, False), (NEXT, True), (CONFIRM, False), (ASK, False))
    assert [name for name, *_ in done] == ["press", "answer", "open_tool"]


@pytest.mark.parametrize(
    ("after", "new", "done"),
    [
        (0.34, True, ["open_tool"]),
        (0.36, True, ["press", "answer", "open_tool"]),
        (0.34, False, ["press", "answer", "open_tool"]),
    ],
)
def test_a_new_question_is_read_before_it_is_answered(
    monkeypatch: pytest.MonkeyPatch, after: float, new: bool, done: list[str]
) -> None:
    """The press was meant for the question before; asking why answers nothing."""
    evening = Evening(monkeypatch)
    evening.controller.follow()
    evening.now += 10
    evening.session.seq += new
    evening.controller.follow()
    evening.now += after
    pressed = evening.press_now((NEXT, False), (CONFIRM, False), (ASK, False))
    assert [name for name, *_ in pressed] == done


def test_without_a_game_all_is_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(monkeypatch)
    assert evening.controller.at_work
    evening.controller.follow()
    assert evening.panel.frame is evening.lights.return_value
    evening.host.session = None
    evening.controller.follow(changed=True)
    assert evening.panel.frame == BLANK and not evening.controller.at_work
    assert evening.display.mock_calls[-1].args == (BLANK, {}, ())
    assert not evening.panel.chimes


@pytest.mark.parametrize(
    ("after", "thinking", "kinds", "event"),
    [
        (None, False, (), "note"),
        (None, False, ("battle", "conquest"), "conquest"),
        (None, True, ("battle",), "thinking"),
        (1.99, True, ("battle",), "refusal"),
        (2.01, True, ("battle",), "thinking"),
        (2.01, False, ("battle",), "battle"),
    ],
)
def test_lights_and_sounds_tell_what_happened_last(
    monkeypatch: pytest.MonkeyPatch, after: float | None, thinking: bool, kinds: tuple[str, ...], event: str
) -> None:
    """A refusal for two seconds, or until the next question."""
    evening = Evening(monkeypatch, thinking=thinking)
    evening.session.table.latest = tuple(SimpleNamespace(kind=kind) for kind in kinds)
    evening.controller.follow()
    if after is not None:
        evening.controller.refused()
        assert list(evening.panel.chimes) == [("refusal",)]
        evening.panel.chimes.clear()
        evening.now += after
    evening.controller.follow()
    assert not evening.panel.chimes, "nothing has happened since"
    evening.controller.follow(changed=True)
    evening.controller.sound = False
    evening.controller.follow(changed=True)
    assert list(evening.panel.chimes) == [(event,)]
    assert evening.lights.call_args.args[-1] == event
    assert evening.lights.call_args.kwargs["out"] == ["blue"]
    evening.controller.refused()
    evening.session.seq += 1
    evening.controller.follow()
    assert evening.lights.call_args.args[-1] != "refusal"


@pytest.mark.parametrize(
    ("screen", "told"),
    [
        ({"overlaid": True}, {(ASK, False): ("why", "Back")}),
        ({"overlaid": True, "paused": True}, {(ASK, True): ("pause", "Go on")}),
    ],
)
def test_over_the_game_a_button_says_how_to_leave(
    monkeypatch: pytest.MonkeyPatch, screen: dict[str, bool], told: dict[Any, Any]
) -> None:
    evening = Evening(monkeypatch, **screen)
    evening.controller.follow()
    assert evening.display.call_args.args[1] == {press: Meaning(*meaning) for press, meaning in told.items()}


def controller(panel: Any) -> PanelController:
    host: Any = SimpleNamespace(session=SimpleNamespace(seq=3), thinking=False)
    return PanelController(host, lambda *_: None, PanelGroup((panel,)), SimpleNamespace())  # type: ignore[arg-type]


def test_no_lights_are_computed_for_a_hub_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer from a phone passes here: it must not pay for a panel that nobody has."""
    monkeypatch.setattr(panel_controller, "frame", Mock(side_effect=AssertionError))
    controller(HubPanel(lambda _: None, find=lambda: None)).follow(changed=True)

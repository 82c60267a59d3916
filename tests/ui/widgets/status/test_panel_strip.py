"""The panel on the screen: what each button means stands beside its picture, and pictures can be pressed."""

from typing import Any

import pytest

from companion.hardware.panel import ASK, CONFIRM, END, UNDO, seat_button
from companion.hardware.signals import meanings
from companion.referee.questions import Confirm
from companion.referee.seats import seats_of
from tests.ui.widgets.gallery import battle_panel

RETREAT = Confirm(seat="blue", prompt="?", rules=("CL-ATK",), yes="Retreat", no="Stay")


@pytest.fixture
def strip(screen: Any) -> Any:
    panel = battle_panel()
    panel.touchable = True
    panel.size_hint, panel.size, panel.pos = (None, None), (800, 50), (0, 0)
    return screen.show(panel)


def cell(strip: Any, button: Any) -> Any:
    left, right, _ = next(span for span in strip._spans if span[2] == button)
    return (left + right) / 2, strip.center_y - 8


@pytest.mark.parametrize("button", [CONFIRM, UNDO, ASK, seat_button(0), seat_button(1)], ids=str)
def test_every_button_that_means_something_can_be_pressed(
    screen: Any, heard: Any, strip: Any, button: Any
) -> None:
    pressed: list[Any] = []
    strip.bind(on_press=heard(pressed))
    screen.tap(*cell(strip, button))
    assert pressed == [(button, False)]


def test_a_finger_that_stays_holds(screen: Any, heard: Any, strip: Any) -> None:
    pressed: list[Any] = []
    strip.bind(on_press=heard(pressed))
    finger = screen.finger(*cell(strip, seat_button(1)))
    finger.touch_down()
    screen.seconds(0.85)
    finger.touch_up()
    assert pressed == [(seat_button(1), True)]


def test_without_a_simulated_panel_it_only_shows(screen: Any, heard: Any, strip: Any) -> None:
    pressed: list[Any] = []
    strip.touchable = False
    strip.bind(on_press=heard(pressed))
    screen.tap(*cell(strip, CONFIRM))
    assert pressed == []


def test_it_follows_the_question(screen: Any, strip: Any) -> None:
    strip.meanings = meanings(RETREAT, seats_of(3))
    screen.frames(2)
    assert [span[2] for span in strip._spans] == [CONFIRM, END, seat_button(1), UNDO, ASK]


def test_a_strip_that_is_put_away_draws_nothing_until_it_is_shown(screen: Any, strip: Any) -> None:
    strip.parent.remove_widget(strip)
    strip.canvas.before.clear()
    strip.meanings = meanings(RETREAT, seats_of(2))
    screen.frames()
    assert not strip.canvas.before.children
    screen.show(strip)
    assert strip.canvas.before.children

"""A stepper names only numbers that are allowed, and says why not the others."""

from typing import Any

import pytest

from companion.referee.questions import Count
from companion.ui import theme
from companion.ui.theme import px

DICE = Count(prompt="How many dice?", rules=("CL-ATK",), least=1, most=3, suggested=3, unit="dice")
ARMIES = Count(prompt="How many move?", rules=("CL-OCC",), least=2, most=27)


@pytest.fixture
def stepper(screen: Any, heard: Any) -> Any:
    from companion.ui.widgets.controls.stepper import Stepper

    def make(question: Any, height: Any = 150) -> Any:
        denials: list[Any] = []
        widget = Stepper.asking(question, size_hint=(None, None), size=(300, height), pos=(50, 50))
        widget.bind(on_denied=heard(denials))
        widget.denials = denials
        return screen.show(widget)

    return make


@pytest.mark.parametrize(
    ("question", "start"),
    [
        (DICE, 3),  # where the question suggests
        (ARMIES, 2),  # else at the least
    ],
)
def test_it_starts_where_the_question_suggests(stepper: Any, question: Any, start: int) -> None:
    assert stepper(question).value == start


def test_minus_and_plus_step_by_one(screen: Any, stepper: Any) -> None:
    widget = stepper(DICE)
    screen.tap_on(widget.minus)
    screen.tap_on(widget.minus)
    assert widget.value == 1
    screen.tap_on(widget.plus)
    assert widget.value == 2


def test_past_an_end_the_ruling_is_told(screen: Any, stepper: Any) -> None:
    widget = stepper(DICE)
    screen.tap_on(widget.plus)
    assert widget.value == 3
    assert [ruling.rules for ruling in widget.denials] == [("CL-ATK",)]
    assert "at most 3" in widget.denials[0].text


def test_the_step_that_reaches_the_end_is_not_denied(screen: Any, stepper: Any) -> None:
    widget = stepper(DICE)
    screen.tap_on(widget.minus)
    screen.hold_on(widget.plus, 0.1)
    assert widget.value == 3
    assert not widget.denials


def test_held_plus_goes_on_stepping(screen: Any, stepper: Any) -> None:
    widget = stepper(ARMIES)
    screen.hold_on(widget.plus, 0.8)
    assert widget.value >= 4


def test_a_tap_in_a_slow_frame_steps_once(screen: Any, stepper: Any) -> None:
    widget = stepper(ARMIES)
    screen.tap_in_slow_frame(widget.plus, theme.REPEAT_DELAY + 0.1)
    assert widget.value == 3


def test_the_bar_reaches_the_far_end_at_once(screen: Any, stepper: Any) -> None:
    widget = stepper(ARMIES)
    screen.tap(widget.right - 3, widget.track.center_y)
    assert widget.value == 27
    screen.tap(widget.x + 3, widget.track.center_y)
    assert widget.value == 2


def test_keys_are_large_enough_for_fingers(stepper: Any) -> None:
    widget = stepper(DICE, height=60)
    assert min(widget.minus.size) >= 47


def test_keys_leave_a_long_unit_its_room(screen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.ui.widgets.controls.stepper import Stepper
    from tests.ui.overflow import Overflow

    overflow = Overflow(monkeypatch.setattr)
    shown = screen.show(Stepper(unit="dieciseisavos", size_hint=(None, None), size=(244, 72)))
    screen.frames(2)
    assert overflow.found(shown) == []
    assert min(shown.minus.width, shown.plus.width) >= px(theme.TAP_TARGET)

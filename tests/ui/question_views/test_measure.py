"""The tape on the touchscreen, and the keys beside it."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.referee.questions import Measure, Offer

MUSKET = Measure(
    prompt="How far?",
    rules=("BR-ATK-2",),
    start="Ann",
    finish="Bob",
    most=3.0,
    because="musket 1 in, high ground 2 in",
)


@pytest.fixture
def panel(screen: Any) -> Any:
    """The panel of a musket on high ground, and what it gave and refused."""
    from companion.ui.question_views.measure import MeasureView

    given: list[Any] = []
    shown = screen.show(MeasureView(MUSKET, given.append, given.append))
    shown.given = given
    return shown


def test_it_starts_at_nothing_and_not_at_what_is_allowed(panel: Any) -> None:
    assert panel.inches == 0
    assert panel.confirm.text == "Drag the tape"


def test_a_measurement_is_never_preset(screen: Any, panel: Any) -> None:
    screen.tap_on(panel.confirm)
    (refusal,) = panel.given
    assert not refusal.allowed and "Nothing is measured yet" in refusal.text
    screen.tap_on(panel.part.plus)
    screen.tap_on(panel.part.minus)
    screen.tap_on(panel.confirm)
    assert panel.given == [refusal, 0], "zero, where somebody has set it"


def test_what_the_table_says_takes_one_tap(screen: Any) -> None:
    from companion.ui.question_views.measure import MeasureView
    from companion.ui.widgets.controls.buttons import BigButton

    given: list[Any] = []
    offers = (Offer("in range", "red", "In range"), Offer("call off", "red", "Call off"))
    panel = screen.show(MeasureView(replace(MUSKET, offers=offers, said=("in range",)), given.append, id))
    screen.frames(2)
    keys = {widget.text: widget for widget in panel.walk() if isinstance(widget, BigButton)}
    assert "Call off" not in keys
    screen.tap_on(keys["In range"])
    assert given == [{"offer": "in range"}]


@pytest.mark.parametrize(
    ("keys", "inches", "words"),
    [
        (["whole.plus"], 1, "1 in"),
        (["whole.plus", "part.plus", "part.plus", "part.plus"], 1 + 3 / 16, "1 3/16 in"),
        (["whole.plus", "part.minus"], 15 / 16, "15/16 in"),  # borrows an inch
        (["whole.plus", "part.minus", "part.plus"], 1, "1 in"),  # and carries it back
        (["part.plus", "part.minus", "part.minus"], 0, "0 in"),  # nothing is shorter than nothing
        (["whole.plus", "whole.minus", "whole.minus"], 0, "0 in"),
    ],
)
def test_keys_step_inches_and_sixteenths(
    screen: Any, panel: Any, keys: list[str], inches: float, words: str
) -> None:
    for key in keys:
        stepper, sign = key.split(".")
        screen.tap_on(getattr(getattr(panel, stepper), sign))
    assert panel.inches == inches
    screen.tap_on(panel.confirm)
    assert panel.given == [inches]
    assert panel.confirm.text == f"It is {words}"


def test_the_tape_is_pulled_with_a_finger(screen: Any, panel: Any) -> None:
    from companion.ui.widgets.measuring.tape_measure import PIXELS

    finger = screen.finger(*panel.tape.center)
    finger.touch_down()
    finger.touch_move(panel.tape.center_x - 2.26 * PIXELS, panel.tape.center_y)
    finger.touch_up()
    screen.frames(2)
    assert panel.inches == 2.25
    assert (panel.whole.value, panel.part.value) == (2, 4)


def test_it_says_what_is_allowed_and_why(panel: Any) -> None:
    written = " ".join(str(getattr(widget, "text", "")) for widget in panel.walk())
    assert "Musket 1 in, high ground 2 in, at most 3 in" in written


def test_buttons_of_the_panel_go_by_sixteenths(panel: Any) -> None:
    for step in (1, 1, 1, -1):
        panel.propose(step)
    panel.accept()
    assert panel.given == [0.125]

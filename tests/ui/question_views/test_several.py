"""Naming everybody under the paper."""

from typing import Any

import pytest

from companion.referee.questions import PickSeveral, Template
from companion.referee.ruling import refuse

UNDER = PickSeveral(
    prompt="Who is under it?",
    rules=("BR-CAN-7",),
    allowed=("ann", "bob", "cid"),
    denied={"gun": refuse("BR-CAN-12", "The gun is not hurt.")},
    none="Nobody",
    template=Template("circle", 2.0, 2.0),
)


@pytest.fixture
def panel(screen: Any) -> Any:
    from companion.ui.question_views.several import SeveralView

    given: list[Any] = []
    shown = screen.show(SeveralView(UNDER, given.append, given.append))
    shown.given = given
    return shown


@pytest.mark.parametrize(
    ("touched", "button", "answer"),
    [
        ([], "Nobody", []),
        (["ann"], "This one", ["ann"]),
        (["ann", "cid"], "These 2", ["ann", "cid"]),
        (["ann", "cid", "ann"], "This one", ["cid"]),  # touched again, it is left out
    ],
)
def test_the_button_says_how_many(
    screen: Any, panel: Any, touched: list[str], button: str, answer: list[str]
) -> None:
    for place in touched:
        panel.touch_place(place)
    assert panel.confirm.text == button
    assert panel.marked == tuple(answer)
    screen.tap_on(panel.confirm)
    assert panel.given == [answer]


def test_what_the_camera_counted_is_compared_with_what_is_named(panel: Any) -> None:
    from companion.ui import theme

    panel.expect(2)
    assert panel.hint == ("2 on the picture, 0 named here.", theme.WARNING)
    panel.touch_place("ann")
    panel.touch_place("bob")
    assert panel.hint == ("2 on the picture, 2 named here.", theme.SUCCESS)

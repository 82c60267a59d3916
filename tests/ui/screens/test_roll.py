"""Rolls that decide no contest, read by the dice reader on their own screen."""

from typing import Any

import pytest
from msgspec import structs

from companion.referee.questions import Roll


class Tray:
    """A tray whose dice are said, not seen."""

    simulated = False
    problem = picture = tray_update = None
    has_read = False

    def __init__(self) -> None:
        self.bodies = {"attack": ("red",), "defence": ("white",)}
        self.next: Any = None
        self.doubted: Any = None
        self.opened: list[Roll] = []

    can_read = staticmethod(lambda question: all(pool.sides == 6 for pool in question.pools))

    def ask(self, question: Roll, _seats: Any) -> None:
        self.opened.append(question)

    def take_roll(self) -> Any:
        dice, self.next = self.next, None
        return dice

    def uncertain_dice(self) -> Any:
        return self.doubted

    def evidence(self, _dice: Any) -> None:
        return None

    def finish(self) -> None:
        return None

    def close(self) -> None:
        return None


@pytest.fixture
def shot(screen: Any, app: Any) -> Any:
    """The app at a cannon's hit roll, with a tray in sight."""
    from companion.tools.demonstrations.moments import to_the_shot

    session = to_the_shot(app.context.journal)
    session.answer(7.5)
    session.answer(["blue-infantry-2"])
    app.context.tray = Tray()
    app.show_session(session)
    screen.seconds(0.2)
    return app


def test_the_eye_is_asked_for_both_dice_and_the_chance_is_told(shot: Any) -> None:
    assert shot.home.name == "roll"
    assert [pool.name for pool in shot.context.tray.opened[-1].pools] == ["attack", "defence"]
    assert shot.pointer.shows(shot.playing.question.prompt)
    assert shot.pointer.shows(shot.playing.question.detail)


def test_what_is_read_is_confirmed_by_one_tap(screen: Any, shot: Any) -> None:
    shot.context.tray.next = {"attack": (5,), "defence": (2,)}
    screen.seconds(0.3)
    shot.pointer.tap("Confirm")
    assert shot.playing.table.entries[-1].value == {"attack": [5], "defence": [2]}


def test_dice_can_be_typed_instead(screen: Any, shot: Any) -> None:
    shot.driver.type_dice({"attack": [4], "defence": [6]})
    screen.seconds(0.1)
    assert shot.playing.table.entries[-1].value == {"attack": [4], "defence": [6]}


def test_by_hand_only_those_dice_are_left_to_tell_that_the_eye_doubts(screen: Any, shot: Any) -> None:
    shot.context.tray.doubted = {"attack": (5,), "defence": (None,)}
    screen.seconds(0.2)
    shot.pointer.tap("By hand")
    pad = shot.home._pad.dice
    assert pad.faces == {"attack": (5,), "defence": ()}
    shot.pointer.touch(pad.rows["defence"].keys[2])
    shot.pointer.tap("Confirm")
    entry = shot.playing.table.entries[-1]
    assert (entry.value, entry.by) == ({"attack": [5], "defence": [3]}, "touch")


def test_the_head_is_as_high_as_the_states_of_a_unit_need(screen: Any, shot: Any) -> None:
    from companion.ui.widgets.board.roster import UnitCard

    card = next(widget for widget in shot.home.walk() if isinstance(widget, UnitCard))
    card.unit = structs.replace(card.unit, marks=("angegriffen", "bedient", "geladen", "gerichtet"))
    screen.seconds(0.1)
    assert card.height <= card.parent.height

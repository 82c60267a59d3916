"""Correct the board: what is touched can be set right, and it is done once it is confirmed."""

from typing import Any

import pytest

from companion.games import find_game
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from tests.ui.conftest import play_unseen


@pytest.fixture
def correcting(app: Any) -> Any:
    """A game in its first turn, about to be set right."""
    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    play_unseen(app, RandomBot(2), lambda session: bool(session.table.state.turn))
    app.open_overlay("correct")
    app.pointer._pause(0.0)
    return app


def test_nothing_changed_leads_back(correcting: Any) -> None:
    before = correcting.playing.seq
    correcting.pointer.tap("Leave it as it is")
    assert correcting.overlay is None and correcting.playing.seq == before


def test_a_land_changes_hands_and_armies_once_it_is_confirmed(correcting: Any) -> None:
    from companion.ui.widgets.controls.stepper import Stepper

    state = correcting.playing.table.state
    place = next(place for place, holding in state.holdings.items() if holding.owner == "blue")
    armies = state.holdings[place].armies
    correcting.driver.touch_place(place)
    correcting.pointer.touch(correcting.pointer.find_kind(Stepper).plus)
    correcting.pointer.tap("Green")
    assert correcting.pointer.shows("Fix (2)")
    assert state.holdings[place].owner == "blue", "not before it is confirmed"
    correcting.pointer.tap("Fix (2)")
    now = correcting.playing.table.state.holdings[place]
    assert (now.owner, now.armies) == ("green", armies + 1)


def test_what_is_set_back_is_no_change(correcting: Any) -> None:
    from companion.ui.widgets.controls.stepper import Stepper

    correcting.driver.touch_place("peru")
    stepper = correcting.pointer.find_kind(Stepper)
    correcting.pointer.touch(stepper.plus)
    assert correcting.pointer.shows("Fix (1)")
    correcting.pointer.touch(stepper.minus)
    assert correcting.pointer.shows("Leave it as it is")


def test_what_was_changed_is_still_there_when_something_else_was_touched(correcting: Any) -> None:
    from companion.ui.widgets.controls.stepper import Stepper

    correcting.driver.touch_place("peru")
    correcting.pointer.touch(correcting.pointer.find_kind(Stepper).plus)
    wanted = correcting.pointer.find_kind(Stepper).value
    correcting.driver.touch_place("siam")
    correcting.driver.touch_place("peru")
    assert correcting.pointer.find_kind(Stepper).value == wanted


def test_it_says_so_where_nothing_can_be_set_right(correcting: Any) -> None:
    correcting.overlay._show("the moon")
    assert correcting.pointer.shows("Nothing to fix here now")

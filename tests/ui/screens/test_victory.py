"""The end of a game: who has won, how kind the dice were, and the way back."""

from typing import Any

import pytest

from companion.games import find_game
from companion.referee.seats import seats_of
from companion.tools.demonstrations.moments import MOMENTS, answers_to
from companion.ui.free_boxes import control_boxes, covered
from companion.ui.theme import px
from companion.ui.widgets.players.curve_chart import CurveChart
from companion.ui.widgets.players.event_row import EventRow
from tests.ui.every_game import RESULT


@pytest.fixture
def ended(app: Any) -> Any:
    """A game of StarCraft that is won."""
    moment = MOMENTS["starcraft-victory"]
    app.start_game(find_game(moment.game), seats_of(moment.players), moment.house)
    session = app.playing
    session.unsubscribe(app._on_change)
    for answer in answers_to(moment):
        session.answer(answer)
    app.show_session(session)
    app.pointer._pause(0.0)
    return app


def test_the_winner_is_named_first_and_undo_leads_back(ended: Any) -> None:
    winner = ended.playing.seat(ended.playing.table.state.winners[0])
    assert ended.home.name == "victory"
    assert ended.pointer.shows(f"{winner.name} wins")
    assert ended.pointer.shows(f"{len(ended.playing.table.entries)} answers")
    rows = [
        widget for widget in ended.home.walk() if isinstance(widget, EventRow) and "Thinking" in widget.text
    ]
    assert rows[0].seat == winner, "the winner stands on top"
    ended.pointer.tap("Undo")
    ended.pointer.tap("Undo the last one")
    assert ended.playing.question is not None and ended.home.name != "victory"


def test_the_result_of_the_last_roll_lies_on_no_button(ended: Any, screen: Any) -> None:
    """It lay over the heads of the buttons for some seconds."""
    screen.frames(2)
    box = ended.home.banner_box(lambda _: px(RESULT))
    assert control_boxes(ended.home) and not covered(box, control_boxes(ended.home))


@pytest.mark.long
def test_the_name_is_written_whole(ended: Any, screen: Any) -> None:
    """Also what reaches below the line."""
    from tests.ui.overflow import natural_size

    screen.frames(2)
    name = screen.find(f"{ended.playing.seat(ended.playing.table.state.winners[0]).name} wins")
    assert natural_size(name)[1] <= name.height


@pytest.mark.long
def test_the_lobby_is_one_tap_away(ended: Any) -> None:
    ended.pointer.tap("To the lobby")
    assert ended.session is None and ended.home.name == "lobby"


def test_a_rematch_has_the_same_seats_and_house_rules(ended: Any) -> None:
    before = ended.playing
    ended.pointer.tap("Rematch")
    assert ended.playing.number != before.number
    assert (ended.playing.seats, ended.playing.house) == (before.seats, before.house)
    assert not ended.playing.table.entries


def test_medals_and_curves_are_shown(ended: Any) -> None:
    assert ended.pointer.shows("Medals")
    chart = ended.pointer.find_kind(CurveChart)
    assert set(chart.series) == {seat.id for seat in ended.playing.seats}

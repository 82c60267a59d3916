"""Armies are placed by tapping, and by drawing a finger over several territories."""

from typing import Any

import pytest

from companion.referee.questions import Deploy
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from tests.ui.conftest import play_unseen


@pytest.fixture
def placing(app: Any, screen: Any) -> Any:
    """Three players, the first of whom puts all armies of the set-up at once."""
    from companion.games import find_game

    app.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
    play_unseen(app, RandomBot(1), lambda session: isinstance(session.question, Deploy))
    screen.frames(4)
    return app


def draw_over(screen: Any, board: Any, places: list[str]) -> None:
    """Draw a finger from disc to disc."""
    finger = screen.finger(*board.where(places[0]))
    finger.touch_down()
    for place in places:
        finger.touch_move(*board.where(place))
    finger.touch_up()
    screen.frames(2)


def armies(app: Any) -> dict[str, int]:
    return {id: place.count for id, place in app.playing.table.game_view.places.items()}


def test_a_finger_drawn_over_own_land_places_on_each_territory_once(placing: Any, screen: Any) -> None:
    own = list(placing.home.board.selectable)[:3]
    before, amount = armies(placing), placing.home.panel.amount
    draw_over(screen, placing.home.board, [*own, own[0]])
    after = armies(placing)
    assert {place for place in after if after[place] != before[place]} >= set(own)
    assert all(after[place] == before[place] + amount for place in own)


def test_land_of_others_under_the_finger_is_passed_over_without_a_word(placing: Any, screen: Any) -> None:
    board = placing.home.board
    own = next(iter(board.selectable))
    other = next(place for place in armies(placing) if place not in board.selectable)
    before = armies(placing)
    draw_over(screen, board, [own, other])
    assert armies(placing)[other] == before[other]
    assert placing._popup is None


def test_a_finger_that_was_down_before_the_question_places_nothing(placing: Any, screen: Any) -> None:
    board, before = placing.home.board, armies(placing)
    own = list(board.selectable)[:2]
    finger = screen.finger(*board.where(own[0]))
    finger.touch_down()
    finger.ud["touch_guard.late"] = True
    finger.touch_move(*board.where(own[1]))
    finger.touch_up()
    assert armies(placing) == before


def test_a_zoomed_board_is_moved_and_nothing_is_placed(placing: Any, screen: Any) -> None:
    board, before = placing.home.board, armies(placing)
    board._set_view(board._view.zoomed(2.0, board.center))
    draw_over(screen, board, list(board.selectable)[:2])
    assert armies(placing) == before


def test_the_finger_that_is_left_of_two_places_nothing(placing: Any, screen: Any) -> None:
    board, before = placing.home.board, armies(placing)
    own = list(board.selectable)[:2]
    first, second = (screen.finger(*board.where(place)) for place in own)
    first.touch_down()
    second.touch_down()
    first.touch_up()
    second.touch_move(*board.where(own[0]))
    second.touch_up()
    assert armies(placing) == before

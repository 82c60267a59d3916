"""The chronicle on the screen: turns, the board then, going back, and going on as another game."""

from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.chronicle.chronicle import TOGETHER
from companion.app.chronicle.replay import table_at
from companion.games import every_game, find_game
from companion.journal.records import Evidence
from companion.odds import Battle, odds
from companion.referee.questions import Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.ui.screens.chronicle import FASTEST, KINDS
from companion.ui.widgets.dice.face_thumbnail import FaceThumbnail
from companion.ui.widgets.players.event_row import EventRow
from tests.ui.conftest import play_unseen

ANSWERS = 140


def play(app: Any, game: str, answers: int, players: int = 0, house: dict[str, str] | None = None) -> Any:
    """Play this many answers by chance and open the chronicle."""
    rules = find_game(game)
    app.start_game(rules, seats_of(players or rules.seats[0]), house or {})
    play_unseen(
        app, RandomBot(3), lambda session: session.question is None or len(session.table.entries) >= answers
    )
    app.open_overlay("chronicle")
    app.pointer._pause(0.0)
    return app


@pytest.fixture
def classic(app: Any) -> Any:
    return play(app, "classic", ANSWERS, players=3, house={"placing": "all at once"})


@pytest.mark.every(3)
@pytest.mark.parametrize("game", [game.id for game in every_game()])
def test_every_game_has_its_chronicle(app: Any, game: str) -> None:
    screen = play(app, game, 120).overlay
    assert screen.ribbon.turns == screen.chronicle.turns
    assert screen.board.game_view == app.playing.table.game_view
    screen.show_turn(0)
    app.pointer._pause(0.0)
    first = screen.chronicle.turns[0].last_entry
    assert screen.board.game_view == table_at(app.playing.table, first).game_view


def test_before_the_first_answer_nothing_is_played(app: Any) -> None:
    play(app, "classic", 0, players=3)
    app.pointer.tap("Play")
    assert app.overlay.chronicle.turns == ()
    assert not app.pointer.shows("Stop")
    app.pointer.tap("Curves")
    assert app.overlay.name == "curves"


def test_a_touch_on_the_ribbon_chooses_the_turn_under_the_finger(classic: Any) -> None:
    screen = classic.overlay
    ribbon = screen.ribbon
    lefts = ribbon._lefts()
    middle = len(screen.chronicle.turns) // 2
    classic.pointer.tap_at((lefts[middle] + lefts[middle + 1]) / 2, ribbon.center_y)
    assert screen.turn == middle
    told = [event.text for event in screen.chronicle.turns[middle].events if event.kind != "answer"]
    assert told and all(classic.pointer.shows(text) for text in told)


def test_one_player_s_events_are_filtered_by_a_badge(classic: Any) -> None:
    screen = classic.overlay
    screen.show_turn(len(screen.chronicle.turns) - 2)
    seat = screen.chronicle.turns[screen.turn].seat
    other = next(badge for badge in screen._badges if badge.seat.id != seat)
    classic.pointer.touch(other)
    assert classic.pointer.shows("Nothing of that kind")
    classic.pointer.touch(other)
    assert not classic.pointer.shows("Nothing of that kind")


def test_where_nothing_is_listed_a_key_lists_all_answers(classic: Any) -> None:
    screen = classic.overlay
    screen.show_turn(len(screen.chronicle.turns) - 2)
    turn = screen.chronicle.turns[screen.turn]
    classic.pointer.touch(next(badge for badge in screen._badges if badge.seat.id != turn.seat))
    classic.pointer.tap("Answers")
    assert not any(badge.lit for badge in screen._badges)
    told = [event.text for event in turn.events if event.kind not in TOGETHER]
    assert told and {*told} <= {*classic.pointer.texts()}


def test_going_back_takes_everything_since_back(classic: Any) -> None:
    screen = classic.overlay
    screen.show_turn(2)
    entry = screen.chronicle.turns[2].last_entry
    board = screen.board.game_view
    button = classic.pointer.find("Go back to here")
    button.hold = 0.1
    classic.pointer.hold("Go back to here")
    assert len(classic.playing.table.entries) == entry
    assert classic.playing.table.game_view == board
    assert classic.overlay is None


@pytest.mark.long
def test_a_new_game_from_here_leaves_the_old_one_as_it_is(classic: Any) -> None:
    screen, old = classic.overlay, classic.playing.number
    screen.show_turn(2)
    entry, board = screen.chronicle.turns[2].last_entry, screen.board.game_view
    classic.pointer.tap("New game from here")
    assert classic.playing.number != old
    assert len(classic.playing.table.entries) == entry
    assert classic.playing.table.game_view == board
    assert classic.context.journal.load(old).record.entry_count == ANSWERS


@pytest.mark.long
def test_a_practice_from_a_turn_is_marked_and_comes_back_without_a_trace(classic: Any, screen: Any) -> None:
    old, entries, asked = classic.playing.number, classic.playing.table.entries, classic.playing.question
    classic.overlay.show_turn(2)
    entry = classic.overlay.chronicle.turns[2].last_entry
    screen.frames(4)
    classic.pointer.tap("What if?")
    screen.frames(4)
    assert classic.playing.practice and len(classic.playing.table.entries) == entry
    assert classic.pointer.shows("Practice. Nothing of it is saved.") and classic.overlay is None
    classic.open_overlay("chronicle")
    screen.frames(4)
    assert classic.pointer.shows("Back to the game"), "on every screen"
    assert not classic.pointer.shows("New game from here"), "it would be a saved one"
    classic.pointer.tap("Back to the game")
    screen.frames(4)
    assert classic.playing.number == old and not classic.playing.practice
    assert (classic.playing.table.entries, classic.playing.question) == (entries, asked)
    assert not classic.pointer.shows("Practice. Nothing of it is saved.")
    assert [game.id for game in classic.context.journal.games()] == [old]


@pytest.mark.long
def test_the_last_moment_can_be_practised_too(classic: Any, screen: Any) -> None:
    classic.pointer.tap("What if?")
    screen.frames(4)
    assert classic.playing.practice and len(classic.playing.table.entries) == ANSWERS
    classic.open_tool("pause")
    screen.frames(6)
    title, clock = classic.pointer.find("Paused"), classic.pointer.find("Red")
    assert clock.to_window(*clock.pos)[1] + clock.height <= title.to_window(*title.pos)[1], "nothing overlaps"
    classic.leave_game()
    assert classic.practice is None and classic.home.name == "lobby"


def test_the_game_plays_turn_by_turn_to_its_end_and_stops(classic: Any) -> None:
    screen = classic.overlay
    screen.show_turn(len(screen.chronicle.turns) - 3)
    classic.pointer.tap("Play")
    for _ in range(4):
        screen._next_turn(0.1)
    assert screen.turn == len(screen.chronicle.turns) - 1
    assert screen._clock is None


@pytest.mark.long
def test_the_game_plays_faster_when_asked(classic: Any) -> None:
    screen = classic.overlay
    screen.show_turn(0)
    screen._play_or_stop()
    before = screen._clock.timeout
    screen._next_speed()
    assert screen._clock.timeout == pytest.approx(max(FASTEST, before / 3))


@pytest.mark.long
def test_kinds_of_events_are_filtered_by_a_button(classic: Any) -> None:
    screen = classic.overlay
    turn = next(
        index
        for index, turn in enumerate(screen.chronicle.turns)
        if {"battle", "note"} <= {event.kind for event in turn.events}
    )
    screen.show_turn(turn)
    classic.pointer.tap("All events")
    shown = [row.text for row in screen._events.walk() if isinstance(row, EventRow)]
    kinds = KINDS["Battles"]
    assert shown == [event.text for event in screen.chronicle.turns[turn].events if event.kind in kinds]


def test_a_battle_is_told_with_its_odds_before_the_first_roll(classic: Any, screen: Any) -> None:
    shown = classic.overlay
    index, battle = next(
        (index, event)
        for index, turn in enumerate(shown.chronicle.turns)
        for event in turn.events
        if event.kind == "summary"
    )
    asked = table_at(
        classic.playing.table, _first_roll(shown.chronicle.turns[index].events, battle) - 1
    ).question
    assert isinstance(asked, Roll) and asked.contest is not None and asked.contest == battle.contest
    shown.show_turn(index)
    shown._show(battle.entry)
    screen.frames(4)
    chance = odds(Battle.of(asked.contest)).conquest
    assert any(f"falls with a chance of {chance:.0%}." in text for text in classic.pointer.texts())


def _first_roll(events: Any, battle: Any) -> int:
    """The number of the entry with which a battle begins that is told in one sentence."""
    same = (event for event in events if event.contest is not None and event.kind != "summary")
    sides = battle.contest.attacker.place, battle.contest.defender.place
    return int(next(e.entry for e in same if (e.contest.attacker.place, e.contest.defender.place) == sides))


def test_the_rules_of_an_event_are_one_tap_away(classic: Any) -> None:
    screen = classic.overlay
    event = next(event for event in screen.chronicle.events if event.rules and event.kind == "battle")
    screen.show_entry(event.entry)
    classic.pointer._pause(0.1)
    classic.pointer.tap("Rules")
    assert classic.overlay.name == "why"
    assert classic.pointer.shows(classic.playing.game.rulebook.find(event.rules[0]).title)


@pytest.mark.long
def test_the_dice_that_the_camera_read_are_shown_with_their_roll(classic: Any) -> None:
    _, encoded = cv2.imencode(".jpg", np.full((40, 60, 3), 200, np.uint8))
    evidence = Evidence(encoded.tobytes(), (), "usb:0", "1")
    session, bot = classic.playing, RandomBot(5)
    while not isinstance(session.question, Roll):
        session.answer(bot.answer(session.question))
    session.answer(bot.answer(session.question), by="camera", evidence=evidence)
    classic.open_overlay("chronicle", entry=len(session.table.entries))
    classic.pointer._pause(0.1)
    pictures = [each for each in classic.overlay.walk() if isinstance(each, FaceThumbnail)]
    assert [each._texture.size for each in pictures] == [(60, 40)]


def test_a_point_of_a_curve_leads_to_the_board_then(classic: Any) -> None:
    classic.open_overlay("curves")
    classic.pointer._pause(0.0)
    chart = classic.overlay.chart
    entry = sorted({point.entry for points in chart.series.values() for point in points})[3]
    classic.pointer.tap_at(chart._x(entry), chart.center_y)
    assert classic.overlay.name == "chronicle"
    assert classic.overlay.board.game_view == table_at(classic.playing.table, entry).game_view


def test_a_tap_on_the_round_opens_the_chronicle(classic: Any) -> None:
    classic.close_overlay()
    classic.pointer._pause(0.0)
    if classic.home.name != "table":
        pytest.skip("this game stands in a battle")
    left, right = classic.home.strip._round_span
    classic.pointer.tap_at((left + right) / 2, classic.home.strip.center_y)
    assert classic.overlay.name == "chronicle"


def test_the_events_use_the_height_beside_the_board(app: Any) -> None:
    """Nothing is kept free for buttons that are not there: four seats, and the newest entry."""
    shown = play(app, "classic", ANSWERS, players=4, house={"placing": "all at once"}).overlay
    events, board, foot = shown._events.parent, shown.board, shown._returns
    assert len(foot.children) == 1, "What if?"
    assert foot.y - board.y < 20 and events.y - foot.top < 20, "the list ends there, a gap above"
    shown.show_turn(0)
    app.pointer._pause(0.0)
    assert len(foot.children) == 2 and events.y > foot.y

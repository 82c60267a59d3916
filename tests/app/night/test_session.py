"""A session keeps the table and the disk in step."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.night.session import Session
from companion.errors import JournalError, NothingToUndo, StaleAnswer
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.questions import Deploy
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from tests.short_games import win

CLASSIC = find_game("classic")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Any]:
    with_games = Journal.open(tmp_path / "games.sqlite")
    yield with_games
    with_games.close()


@pytest.fixture
def session(journal: Any) -> Any:
    return Session.begin(journal, CLASSIC, seats_of(3), {"placing": "all at once"}, now=lambda: 0.0)


def play(session: Any, answers: Any) -> None:
    player = RandomBot(2)
    for _ in range(answers):
        session.answer(player.answer(session.question))


def again(session: Any, journal: Any) -> Any:
    return Session.resume(journal, session.number, find_game, now=lambda: 0.0)


def test_what_is_answered_is_there_after_the_plug(session: Any, journal: Any) -> None:
    play(session, 30)
    found = again(session, journal)
    assert (found.table.state, found.question) == (session.table.state, session.question)
    assert found.house == session.house


def test_what_is_undone_stays_undone_and_can_be_brought_back(session: Any, journal: Any) -> None:
    play(session, 12)
    session.undo(3)
    found = again(session, journal)
    assert len(found.table.entries) == 9
    found.redo(3)
    assert len(found.table.entries) == 12


@pytest.mark.parametrize("answers", [1, 2])
def test_undoing_a_turn_goes_to_its_start_and_then_to_the_one_before(session: Any, answers: int) -> None:
    while session.table.state.turn < 3 or not isinstance(session.question, Deploy):
        play(session, 1)
    starts = [position.entry_count for position in session.table.positions if position.turn_start]
    play(session, answers)
    session.undo_turn()
    assert len(session.table.entries) == starts[-1]
    session.undo_turn()
    assert len(session.table.entries) == starts[-2]


def test_the_clock_of_who_must_answer_runs(session: Any) -> None:
    """The defender thinks on its own clock, though it is the attacker's turn."""
    asked = 0
    for _ in range(400):
        timeline = session.table.timeline
        expected = timeline.wanted or timeline.active
        assert session.clocks.running == expected
        asked += timeline.wanted not in (None, timeline.active)
        play(session, 1)
    undone = session.clocks.running
    session.undo(1)
    timeline = session.table.timeline
    assert session.clocks.running == (timeline.wanted or timeline.active), undone
    assert asked, "no player was asked in another's turn"


def test_nothing_is_there_to_undo(session: Any) -> None:
    with pytest.raises(NothingToUndo):
        session.undo_turn()


@pytest.mark.parametrize("action", ["answer", "undo", "redo", "correct"])
def test_a_disk_that_refuses_changes_nothing(
    session: Any, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    play(session, 8)
    session.undo(1)
    before = (session.table.entries, session.table.undone, session.question)

    def refuse(*_: Any, **__: Any) -> None:
        raise JournalError("The disk is full.")

    for name in ("record", "set_head"):
        monkeypatch.setattr(session.journal, name, refuse)
    actions = {
        "answer": lambda: session.answer(RandomBot(1).answer(session.question)),
        "undo": session.undo,
        "redo": session.redo,
        "correct": lambda: session.correct({"brazil.armies": 7}),
    }
    with pytest.raises(JournalError):
        actions[action]()
    assert (session.table.entries, session.table.undone, session.question) == before


def test_an_end_that_was_not_kept_is_kept_when_the_game_is_resumed(
    session: Any, journal: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise JournalError("The disk is full.")

    notified: list[bool] = []
    session.subscribe(lambda: notified.append(session.question is None))
    with monkeypatch.context() as disk, pytest.raises(JournalError):
        disk.setattr(journal, "finish", refuse)
        win(session)
    assert notified[-1], "the last answer is on disk, so everybody sees it"
    assert [game.winners for game in journal.games()] == [()]
    again(session, journal)
    assert [game.winners for game in journal.games()] == [("red",)]


@pytest.mark.parametrize("change", ["undo", "redo"])
def test_undo_and_redo_keep_the_clocks(journal: Any, change: str) -> None:
    now = [0.0]
    session = Session.begin(journal, CLASSIC, seats_of(3), {"placing": "all at once"}, now=lambda: now[0])
    play(session, 12)
    if change == "redo":
        session.undo()
    waited = session.clocks.running
    now[0] = 90.4
    getattr(session, change)()
    assert again(session, journal).clocks.spent()[waited] == pytest.approx(90.4)


def test_two_answers_to_one_question(session: Any) -> None:
    seq, answer = session.seq, RandomBot(1).answer(session.question)
    session.answer(answer, seq=seq)
    with pytest.raises(StaleAnswer):
        session.answer(answer, seq=seq)

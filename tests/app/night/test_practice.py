"""Practice: what would have happened, without a trace in the game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.night.practice import Practice
from companion.app.night.session import Session
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of

ANSWERS, MOMENT = 60, 40


def play(session: Any, answers: int, seed: int = 2) -> None:
    player = RandomBot(seed)
    for _ in range(answers):
        session.answer(player.answer(session.question))


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Any]:
    with Journal.open(tmp_path / "games.sqlite") as journal:
        begun = Session.begin(journal, find_game("classic"), seats_of(3), {"placing": "all at once"})
        play(begun, ANSWERS)
        yield begun


def test_a_practice_leaves_no_trace_in_the_journal(session: Any) -> None:
    before = session.journal.archive(session.number), session.journal.games()
    with Practice(session, MOMENT) as practice:
        folder = practice.session.journal.path.parent
        assert practice.session.table.entries == session.table.entries[:MOMENT]
        play(practice.session, 30, seed=9)
        practice.session.undo(4)
        assert folder.exists() and len(practice.session.table.entries) == MOMENT + 26
    assert not folder.exists()
    assert (session.journal.archive(session.number), session.journal.games()) == before
    assert len(session.table.entries) == ANSWERS


def test_a_practice_of_a_practice_comes_back_to_the_same_game(session: Any) -> None:
    with Practice(session, MOMENT) as first:
        play(first.session, 5, seed=9)
        with Practice(first.session, MOMENT + 3, first.number) as second:
            assert second.number == session.number
            assert second.session.table.entries == first.session.table.entries[: MOMENT + 3]


def test_phones_and_club_tell_it_from_the_game(session: Any) -> None:
    with Practice(session, ANSWERS) as practice:
        assert practice.session.practice and not session.practice
        assert practice.session.key != session.key

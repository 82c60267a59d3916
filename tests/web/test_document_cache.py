"""What phones load beside the state: finished turns of the chronicle are not replayed."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.app.chronicle import chronicle as chronicle_module
from companion.app.chronicle.replay import replay_tables
from companion.app.night.session import Session
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.web.document_cache import TURNS_SHOWN, DocumentCache
from companion.web.table_view import Snapshot, take_snapshot


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "games.sqlite") as opened:
        yield opened


@pytest.fixture
def session(journal: Journal) -> Session:
    return Session.begin(journal, find_game("classic"), seats_of(3), {"placing": "all at once"})


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the entries that a chronicle replays."""
    numbers: list[int] = []

    def counted(*arguments: object) -> Iterator[object]:
        for step, after in replay_tables(*arguments):  # type: ignore[arg-type]
            numbers.append(step.number)
            yield step, after

    monkeypatch.setattr(chronicle_module, "replay_tables", counted)
    return numbers


def play(session: Session, bot: RandomBot, turns: int) -> None:
    until = session.table.state.turn + turns
    while session.table.state.turn < until and session.question is not None:
        session.answer(bot.answer(session.question))


def snapshot(session: Session, key: str = "friday") -> Snapshot:
    return take_snapshot(key, session, "classic")


def test_a_finished_turn_is_replayed_once(session: Session, replayed: list[int]) -> None:
    bot, cache = RandomBot(4), DocumentCache()
    play(session, bot, TURNS_SHOWN + 8)
    asyncio.run(cache.chronicle(snapshot(session)))
    assert replayed[0] > 1, "older turns are not even looked at"
    replayed.clear()
    starts = [at.entry_count for at in session.table.positions if at.turn_start]
    play(session, bot, 1)
    newest = snapshot(session)
    fresh = msgspec.json.decode(asyncio.run(DocumentCache().chronicle(newest)))
    replayed.clear()
    told = msgspec.json.decode(asyncio.run(cache.chronicle(newest)))
    assert min(replayed) > starts[-2], "only the turns since the last call"
    assert told["turns"][: len(fresh["turns"])] == fresh["turns"], "with the same numbers"
    assert len(told["turns"]) == TURNS_SHOWN
    assert told["earlier"] == len(starts) + 1 - TURNS_SHOWN, "the reader hears how many are left out"


def test_another_game_has_its_own_chronicle(session: Session) -> None:
    bot, cache = RandomBot(4), DocumentCache()
    play(session, bot, 5)
    first = asyncio.run(cache.chronicle(snapshot(session)))
    session.undo(3)
    undone = asyncio.run(cache.chronicle(snapshot(session)))
    assert undone == asyncio.run(DocumentCache().chronicle(snapshot(session)))
    assert asyncio.run(cache.chronicle(snapshot(session, "saturday"))) == undone != first


@pytest.mark.parametrize(("game", "listed"), [("classic", True), ("rogue", True), ("battle", False)])
def test_what_lies_where_is_listed_where_there_are_places(journal: Journal, game: str, listed: bool) -> None:
    """On an open table nobody knows where the pieces stand."""
    session = Session.begin(journal, find_game(game), seats_of(2))
    page = asyncio.run(DocumentCache().setup(snapshot(session)))
    assert bool(page) == listed and (b"Set the board up: " in page) == listed

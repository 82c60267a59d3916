"""Results wait on disk, each once, until the broker has taken them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.night.session import Session
from companion.club.messages import GameOutcome, decode
from companion.club.outbox import Outbox, result_id
from companion.journal.journal import Journal
from companion.journal.records import GameRecord
from companion.referee.seats import seats_of
from tests.club.conftest import ANNA_AND_BEN_AND_CARL, CLASSIC
from tests.short_games import win


@pytest.fixture
def outbox(data_folder: Path, journal: Journal) -> Iterator[Outbox]:
    del journal
    opened = Outbox(data_folder)
    yield opened
    opened.close()


def waiting(outbox: Outbox) -> list[GameOutcome]:
    return [decode(payload, GameOutcome) for _, _, payload in outbox.unsent(10)]


def test_a_game_that_ends_is_told_once(outbox: Outbox, session: Session) -> None:
    outbox.collect("Window")
    assert waiting(outbox) == []
    win(session)
    for _ in range(3):
        outbox.collect("Window")
    (told,) = waiting(outbox)
    assert (told.table, told.title, told.revision, told.withdrawn) == ("Window", "Classic Risk", 1, False)
    assert [(player.name, player.place, player.named) for player in told.players] == [
        ("Anna", 1, True),
        ("Ben", 2, True),
        ("Green", 2, False),
    ]
    outbox.mark_sent(told.id, told.revision)
    outbox.collect("Window")
    assert waiting(outbox) == []


def test_an_end_that_is_undone_is_withdrawn_and_may_come_again(outbox: Outbox, session: Session) -> None:
    win(session)
    outbox.collect("Window")
    session.undo()
    outbox.collect("Window")
    (undone,) = waiting(outbox)
    assert (undone.revision, undone.withdrawn) == (2, True)
    outbox.mark_sent(undone.id, 1)
    assert waiting(outbox) == [undone], "the confirmation of an older revision does not count"
    win(session, "blue")
    outbox.collect("Window")
    (again,) = waiting(outbox)
    assert (again.id, again.revision, again.players[1].place) == (undone.id, 3, 1)


def test_the_plug_loses_no_result(outbox: Outbox, session: Session, data_folder: Path) -> None:
    win(session)  # and nobody had the time to collect it
    outbox.close()
    later = Outbox(data_folder)
    later.collect("Window")
    (told,) = waiting(later)
    later.close()
    last = Outbox(data_folder)
    assert (last.table_id, waiting(last)) == (outbox.table_id, [told])
    last.close()


@pytest.mark.parametrize("before", ["the first time", "again"])
def test_games_that_ended_while_the_table_was_off_are_not_told(
    before: str, journal: Journal, data_folder: Path
) -> None:
    if before == "again":
        Outbox(data_folder).close()
    win(Session.begin(journal, CLASSIC, ANNA_AND_BEN_AND_CARL, {"placing": "all at once"}))
    outbox = Outbox(data_folder, joining=True)
    outbox.collect("Window")
    assert waiting(outbox) == []
    outbox.close()


SEATS = seats_of(4)


def test_a_result_has_one_id_for_ever_and_no_other_game_has_it() -> None:
    game = GameRecord(1, "classic", "Classic", SEATS, "2026-11-22T19:00:00Z", "2026-11-22T20:00:00Z", 9)
    later = GameRecord(1, "classic", "Classic", SEATS, "2026-11-22T19:00:00Z", "2026-11-22T23:00:00Z", 12)
    new_journal = GameRecord(1, "classic", "Classic", SEATS, "2026-11-23T19:00:00Z", "", 0)
    assert result_id("t", game) == result_id("t", later)
    assert len({result_id("t", game), result_id("t", new_journal), result_id("u", game)}) == 3

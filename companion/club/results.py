"""Results of finished games, computed from the journal: nothing about them is kept only in memory."""

from collections.abc import Mapping
from uuid import NAMESPACE_URL, uuid5

from companion.app.chronicle.places import places
from companion.app.chronicle.recorded_game import RecordedGame
from companion.club.messages import GameOutcome, PlacedPlayer, clean_text
from companion.journal.records import GameRecord
from companion.referee.seats import Seat


def result_id(table: str, record: GameRecord) -> str:
    """Return a constant and unique id for a game's result.

    Args:
        table: id of the table.
        record: the game. Its number alone is not enough: a new journal counts from 1 again.
    """
    return uuid5(NAMESPACE_URL, f"companion:{table}:{record.id}:{record.started}").hex


def withdrawal(record: GameRecord, table: str, result: str, revision: int) -> GameOutcome:
    """Return the message that withdraws a game's result."""
    return GameOutcome(
        id=result,
        revision=revision,
        table=clean_text(table),
        title=clean_text(record.title),
        ended=record.played,
        withdrawn=True,
    )


def game_outcome(kept: RecordedGame, table: str, result: str, revision: int) -> GameOutcome:
    """Return the result of a finished game.

    Args:
        kept: the game.
        table: name of the table.
        result: id of the result.
        revision: number of this revision, from 1.
    """
    record, chronicle = kept.saved.record, kept.chronicle
    placed = places(chronicle)
    return GameOutcome(
        id=result,
        revision=revision,
        table=clean_text(table),
        title=clean_text(chronicle.title),
        ended=record.played,
        rounds=chronicle.turns[-1].round if chronicle.turns else 0,
        players=tuple(
            PlacedPlayer(_name(seat), placed[seat.id], not _unnamed(seat)) for seat in chronicle.seats
        ),
    )


def _name(seat: Seat) -> str:
    return clean_text(seat.name) or seat.id


def _unnamed(seat: Seat) -> bool:
    return seat.name.casefold() == seat.colour


def changed_results(
    table: str, records: Mapping[int, GameRecord], known: Mapping[str, str]
) -> tuple[tuple[GameRecord, ...], tuple[GameRecord, ...]]:
    """Compare the journal with the results that were sent.

    Args:
        table: id of the table.
        records: all games of the journal, by number.
        known: fingerprint of each result that was sent, by its id; see `fingerprint`.

    Returns:
        The finished games whose result is new or has changed, and the games that are no longer finished.
    """
    fresh, undone = [], []
    for record in records.values():
        was = known.get(result_id(table, record), "")
        if record.finished and was != fingerprint(record):
            fresh.append(record)
        elif not record.finished and was:
            undone.append(record)
    return tuple(fresh), tuple(undone)


def fingerprint(record: GameRecord) -> str:
    """Return a text that changes whenever a game's result changes."""
    return f"{record.entry_count} {' '.join(record.winners)}"

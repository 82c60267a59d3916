"""People who played here before, with the colour and emblem they last had, latest first."""

from collections.abc import Iterable

from msgspec import structs

from companion.app.chronicle.people import People
from companion.journal.records import GameRecord
from companion.referee.seats import Seat

MAX_OFFERED = 6
"""Largest number of people offered."""


def regular_players(games: Iterable[GameRecord], people: People) -> tuple[Seat, ...]:
    """Return the seats of people in the latest games; seats without a name are skipped.

    Args:
        games: the games, the last one played first.
        people: which spellings are one person, and who is left out.
    """
    known: dict[str, Seat] = {}
    for game in games:
        for seat in game.seats:
            name = people.name_of(seat.kept_name)
            if name and seat.strength is None and name != seat.colour.capitalize():
                known.setdefault(name, structs.replace(seat, kept_name=name))
    return tuple(known.values())[:MAX_OFFERED]

"""Whether the board on the table agrees with the record: places whose owner or emptiness differs."""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from companion.locale.messages import Message, gettext
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.game_view import Place
from companion.referee.seats import Seat
from companion.vision.board.seen import BoardSeen, PlaceSeen

ACCUSED = 0.6
"""Least sureness with which a place is said to differ."""
HEAP = 12.0
"""Pieces, by area, above which what lies on an empty place is no army but a sleeve, a card, a box."""
MANY = 3.0
"""How many times the recorded pieces may lie there, by area, to be pieces."""
LEFT = 0.45
"""Where so much of the recorded pieces is seen by colour, a die or card beside them looks like another's."""


class Disagreement(Struct, frozen=True):
    """A place where the table differs from the record.

    Attributes:
        place: its id.
        seen: the colour of the pieces that lie there; None for none.
        recorded: what the record says.
    """

    place: str
    seen: str | None
    recorded: Place


def disagreements(
    places: Mapping[str, Place], seen: BoardSeen, colours: Mapping[str, str], taught: Collection[str]
) -> tuple[Disagreement, ...]:
    """List the places whose owner or emptiness differs from the record, in the order of the board.

    Places that are hidden or not sure are never accused; nor is one whose owner's pieces were not taught,
    since they may be taken for another's.
    """
    if seen.lost:
        return ()
    found = (
        Disagreement(one.place, one.owner if one.occupied else None, places[one.place])
        for one in seen.places
        if one.place in places and one.place not in seen.hidden and one.sure >= ACCUSED
        if _differs(places[one.place], one, colours, taught)
    )
    return tuple(found)


def _differs(recorded: Place, seen: PlaceSeen, colours: Mapping[str, str], taught: Collection[str]) -> bool:
    if seen.occupied is None:
        return False
    if not seen.occupied:
        return recorded.count > 0
    if seen.owner is None or seen.pieces > max(HEAP, MANY * recorded.count):
        return False
    if not recorded.count:
        return True
    owner = colours.get(recorded.owner or "", "")
    if owner not in taught or owner == seen.owner:
        return False
    return seen.whose.get(owner, 0.0) < LEFT * recorded.count


def agreed(places: Mapping[str, Place], seen: BoardSeen, colours: Mapping[str, str]) -> frozenset[str]:
    """Return the places with pieces that surely lie as the record says: the right owner's.

    How many they are is not seen.
    """
    return frozenset(
        one.place
        for one in seen.places
        if one.occupied and one.owner is not None and one.place not in seen.hidden and not seen.lost
        if (recorded := places.get(one.place)) is not None and recorded.count
        if colours.get(recorded.owner or "") == one.owner
    )


def colours_of(seats: Iterable[Seat]) -> dict[str, str]:
    """Return the colour of each owner's pieces, by the id of the seat."""
    return {seat.id: seat.colour for seat in seats}


def accusation(found: Disagreement, name: str, seats: Iterable[Seat]) -> Message:
    """Say what differs: ``"Brazil looks empty; the record says Red 3."``."""
    owners = tuple(seats)
    seen = next((seat.name for seat in owners if seat.colour == found.seen), "")
    owner = next((seat.name for seat in owners if seat.id == found.recorded.owner), "")
    count = found.recorded.count
    if found.seen is None and not owner:
        return gettext("{place} looks empty; the record says {count}.", place=name, count=count)
    if found.seen is None:
        return gettext(
            "{place} looks empty; the record says {player} {count}.", place=name, player=owner, count=count
        )
    if not count:
        return gettext("{place} looks like {other}'s; the record says empty.", place=name, other=seen)
    return gettext(
        "{place} looks like {other}'s; the record says {player} {count}.",
        place=name,
        other=seen,
        player=owner,
        count=count,
    )


def table_advice(found: Disagreement, seats: Iterable[Seat]) -> Message:
    """Say how the table is set right: ``"Red: put 3 there"``."""
    if not found.recorded.count:
        return gettext("Take the pieces away")
    owner = next((seat.name for seat in seats if seat.id == found.recorded.owner), "")
    if not owner:
        return gettext("Put {count} there", count=found.recorded.count)
    return gettext("{player}: put {count} there", player=owner, count=found.recorded.count)


def record_fix(found: Disagreement, known: Iterable[Correctable], seats: Iterable[Seat]) -> Changes:
    """Propose how the record is set right; only values that the game allows."""
    owner = next((seat.id for seat in seats if seat.colour == found.seen), "nobody")
    count = 0 if found.seen is None else max(1, found.recorded.count)
    wanted: dict[str, int | str] = {f"{found.place}.owner": owner, f"{found.place}.armies": count}
    return {
        one.key: wanted[one.key]
        for one in known
        if one.key in wanted and one.value != wanted[one.key] and one.objection(wanted[one.key]) is None
    }

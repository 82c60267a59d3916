"""How many armies a seat gets: territories, continents, and the sum the players can check."""

from collections.abc import Callable

from msgspec import Struct

from companion.games.boards.board import Continent
from companion.games.boards.elements import place_name
from companion.games.territory.state import TerritoryState
from companion.locale.messages import gettext, joined, listed, ngettext


class Term(Struct, frozen=True):
    """One part of a sum, in words."""

    text: str
    armies: int


def territory_term(
    territories: int,
    least: int = 3,
    share: int = 3,
    *,
    landmarks: int = 0,
    called: Callable[[int], str] = str,
) -> Term:
    """Count one army for this many territories, rounded down, at least `least`.

    Args:
        territories: how many are held.
        least: fewest armies.
        share: territories for one army.
        landmarks: cities or mineral fields that count as territories do.
        called: says a number of them.
    """
    armies = (territories + landmarks) // share
    counted = ngettext("{count} territory", "{count} territories", territories)
    if landmarks:
        counted = listed([counted, called(landmarks)])
    if armies < least:
        return Term(gettext("{counted} (at least {least})", counted=counted, least=least), least)
    return Term(counted, armies)


def continents_of(state: TerritoryState, owner: str) -> tuple[Continent, ...]:
    """Return the continents that this owner holds wholly."""
    held = set(state.held(owner))
    return tuple(continent for continent in state.map.continents if held.issuperset(continent.territories))


def continent_terms(state: TerritoryState, owner: str) -> tuple[Term, ...]:
    """Count the bonus of every continent that this owner holds wholly."""
    return tuple(Term(place_name(one.name), one.bonus) for one in continents_of(state, owner))


def total(terms: tuple[Term, ...]) -> int:
    """Add a sum up."""
    return sum(term.armies for term in terms)


def in_words(terms: tuple[Term, ...]) -> str:
    """Write a sum out: ``"4 for 14 territories + 7 for Asia = 11"``."""
    # Translators: how many armies there are for what, such as "4 for 14 territories".
    parts = [gettext("{armies} for {held}", armies=term.armies, held=term.text) for term in terms]
    return joined([joined(parts, " + "), "=", str(total(terms))] if len(parts) > 1 else parts)


def next_income(turn: int, terms: tuple[Term, ...], *, out: bool) -> int | None:
    """Return what a seat's next turn brings as things stand; None before the first turn."""
    return total(terms) if turn and not out else None

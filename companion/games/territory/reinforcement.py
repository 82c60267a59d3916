"""How many armies a seat gets: territories, continents, and the sum the players can check."""

from msgspec import Struct

from companion.games.boards.board import Continent
from companion.games.territory.state import TerritoryState


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
    called: tuple[str, str] = ("", ""),
) -> Term:
    """Count one army for this many territories, rounded down, at least `least`.

    Args:
        territories: how many are held.
        least: fewest armies.
        share: territories for one army.
        landmarks: cities or mineral fields that count as territories do.
        called: what one and several of them are called.
    """
    armies = (territories + landmarks) // share
    counted = f"{territories} {'territory' if territories == 1 else 'territories'}"
    counted += f" and {landmarks} {called[landmarks != 1]}" if landmarks else ""
    if armies < least:
        return Term(f"{counted} (at least {least})", least)
    return Term(counted, armies)


def continents_of(state: TerritoryState, owner: str) -> tuple[Continent, ...]:
    """Return the continents that this owner holds wholly."""
    held = set(state.held(owner))
    return tuple(continent for continent in state.map.continents if held.issuperset(continent.territories))


def continent_terms(state: TerritoryState, owner: str) -> tuple[Term, ...]:
    """Count the bonus of every continent that this owner holds wholly."""
    return tuple(Term(continent.name, continent.bonus) for continent in continents_of(state, owner))


def total(terms: tuple[Term, ...]) -> int:
    """Add a sum up."""
    return sum(term.armies for term in terms)


def in_words(terms: tuple[Term, ...]) -> str:
    """Write a sum out: ``"4 for 14 territories + 7 for Asia = 11"``."""
    parts = " + ".join(f"{term.armies} for {term.text}" for term in terms)
    return f"{parts} = {total(terms)}" if len(terms) > 1 else parts


def next_income(turn: int, terms: tuple[Term, ...], *, out: bool) -> int | None:
    """Return what a seat's next turn brings as things stand; None before the first turn."""
    return total(terms) if turn and not out else None

"""Everybody's place at the end of a game."""

from companion.app.chronicle.chronicle import Chronicle


def places(chronicle: Chronicle) -> dict[str, int]:
    """Return every player's place: winners first, then by time in the game, then by figures.

    Players who are still in the game at its end are placed by the figures that the game shows, the most
    important first. Equal players share a place, and the next places are skipped.
    """
    ranks = {seat.id: _rank(chronicle, seat.id) for seat in chronicle.seats}
    return {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}


def _rank(chronicle: Chronicle, seat: str) -> tuple[int, ...]:
    """Return the sort key of a player's place; larger is better."""
    if seat in chronicle.winners:
        return (1,)
    last = -1
    figures: tuple[int, ...] = ()
    for turn in chronicle.turns:
        standing = next((each for each in turn.standings if each.seat == seat and not each.out), None)
        if standing is not None:
            last, figures = turn.number, tuple(figure.value for figure in standing.figures)
    still_in = bool(chronicle.turns) and last == chronicle.turns[-1].number
    return (0, last, *(figures if still_in else ()))

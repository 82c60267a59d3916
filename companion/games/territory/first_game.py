"""A short first turn for learners on a map: they have enough for one conquest or two, against held places."""

from companion.games.territory.state import TerritoryState

OWN, OTHERS = 2, 3
"""Armies on each territory of the learner, and on each other one that somebody holds."""


def shorten_first_turn(state: TerritoryState) -> None:
    """Thin out the armies, so that a first turn takes about twenty answers at most.

    Args:
        state: at the start of the learner's turn; changed.
    """
    for holding in state.holdings.values():
        if holding.armies:
            holding.armies = OWN if holding.owner == state.active else OTHERS

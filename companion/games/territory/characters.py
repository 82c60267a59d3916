"""Characters of computer players: what each likes beside winning, in every strength.

A character tips the scales between moves that are nearly as good: a few hundredths of a chance to win.
"""

from collections import Counter
from dataclasses import dataclass, field

from companion.games.territory.state import TerritoryState


@dataclass(frozen=True)
class Character:
    """What a player likes, as a chance to win that it is worth to it.

    Attributes:
        name: what players call it.
        builds: for holding all continents.
        breaks: for others holding none.
        resents: for who took most from it holding nothing.
    """

    name: str
    builds: float = 0.0
    breaks: float = 0.0
    resents: float = 0.0


EVEN = Character("even")
"""Who likes nothing beside winning: people are advised by it."""
CHARACTERS = (
    Character("builder", builds=0.03),
    Character("raider", breaks=0.03),
    Character("grudge-bearer", resents=0.03),
)
ARMIES = 100.0
"""Armies that a whole chance to win is worth, where a player does not plan."""


def character_of(state: TerritoryState, seat: str, seed: int) -> Character:
    """Return the character of a computer player; neighbours differ, and games do."""
    players = [player.id for player in state.seats if player.strength is not None]
    return CHARACTERS[(seed + players.index(seat)) % len(CHARACTERS)] if seat in players else EVEN


@dataclass
class Memory:
    """What one seat has lost to whom, as far as its player has seen.

    Attributes:
        held: what it held when it was last asked, and in which turn.
        lost: territories that it lost to each.
    """

    held: tuple[int, tuple[str, ...]] = (0, ())
    lost: Counter[str] = field(default_factory=Counter)

    def look(self, state: TerritoryState, seat: str) -> None:
        """Notice who holds now what the seat held before; what was undone is not held against anybody."""
        turn, held = self.held
        if state.turn > turn:
            owners = (state.holdings[place].owner for place in held)
            self.lost.update(owner for owner in owners if owner is not None and owner != seat)
        self.held = (state.turn, state.held(seat))

    def resented(self, state: TerritoryState) -> str | None:
        """Return who took most of what the seat has lost, of those who still play; None at first."""
        playing = {player.id for player in state.playing()}
        taken = {owner: count for owner, count in self.lost.items() if owner in playing}
        return max(taken, key=lambda owner: taken[owner], default=None)

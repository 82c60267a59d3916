"""A conquest: those who attacked move in, and more may follow."""

from msgspec import Struct

from companion.games.territory.state import TerritoryState
from companion.referee.questions import Count
from companion.referee.script import Script


class Occupation(Struct, frozen=True):
    """A conquest that more armies may still move into.

    Attributes:
        origin: where the attack came from.
        target: the conquered territory.
        least: fewest armies that must move in; they stand there already.
    """

    origin: str
    target: str
    least: int


def move_in(state: TerritoryState, seat: str, conquest: Occupation, *rules: str) -> Script[None]:
    """Ask how many move into a conquered territory, and move them; one stays behind.

    Args:
        state: the state, changed by the answer.
        seat: who is asked.
        conquest: the conquest; the game forgets it afterwards.
        rules: ids of the rules that say so.
    """
    origin, target = state.holdings[conquest.origin], state.holdings[conquest.target]
    spare = origin.armies - 1
    if spare <= 0:
        return
    moved = yield from Count(
        seat=seat,
        prompt=f"How many {state.pieces[1]} move into {state.name(conquest.target)}?",
        detail=f"At least the {conquest.least} that attacked; one stays in {state.name(conquest.origin)}.",
        rules=rules,
        least=conquest.least,
        most=conquest.least + spare,
        suggested=conquest.least + spare,
        unit=state.pieces[1],
    )
    origin.armies -= moved - conquest.least
    target.armies += moved - conquest.least

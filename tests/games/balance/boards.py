"""Boards of the variant for tests, and a bot for it."""

from typing import Any

from companion.games.balance.game import BALANCE
from companion.games.balance.state import BalanceState
from companion.games.territory.state import NEUTRAL, Holding, TerritoryState
from companion.referee.houserules import set_house_rules
from companion.referee.questions import Question
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.games.players import MapGamePlayer

OFFERS_TAKEN = 0.05


class BalancePlayer(MapGamePlayer):
    """Plays like `MapGamePlayer`, but accepts offers and keeps the front when troops maneuver."""

    def command(self, question: Question, state: TerritoryState) -> Any:
        """Return an allowed answer that makes progress."""
        if question.offers and self.random.random() < OFFERS_TAKEN:
            return {"offer": self.random.choice(question.offers).id}
        return super().command(question, state)

    def _march(self, allowed: tuple[str, ...], state: TerritoryState) -> str:
        if state.step == "maneuver" and state.holdings[allowed[0]].owner == state.active:
            return self._fortify(allowed, state)
        return super()._march(allowed, state)


def a_turn(
    held: dict[str, tuple[str, int]],
    *,
    players: int = 2,
    step: str = "attack",
    rest: tuple[str, int] = ("blue", 2),
    casualties: dict[str, int] | None = None,
    hands: dict[str, int] | None = None,
    marks: dict[str, str] | None = None,
    setting: dict[str, Any] | None = None,
    **house: str,
) -> Table[BalanceState]:
    """A table in Red's turn: these territories as given, all others held by one owner.

    Args:
        held: owner and armies by territory.
        players: how many play.
        step: the current step.
        rest: owner and armies of all other territories.
        casualties: troops in Piles of Casualties.
        hands: cards in hand; other players have none.
        marks: landmarks by territory.
        setting: other fields of the state, by name.
        house: house rules that differ from their default.
    """
    state: BalanceState = BALANCE.begin(seats_of(players), set_house_rules(BALANCE.house_rules, house))
    for place in state.holdings:
        owner, armies = held.get(place, rest)
        state.holdings[place] = Holding(owner or None, armies)
    state.casualties |= casualties or {}
    for seat, cards in (hands or {}).items():
        state.cards.hands[seat] = cards
        state.cards.deck -= cards
    for place, kind in (marks or {}).items():
        state.landmarks[kind].append(place)
    for name, value in (setting or {}).items():
        setattr(state, name, value)
    state.active = state.starter = "red"
    state.round = state.turn = 1
    state.begin_turn()
    state.step = step
    return Table(BALANCE, state)


def armies(table: Table[Any], *places: str) -> list[tuple[str | None, int]]:
    """Return owner and armies of some territories."""
    return [(table.state.holdings[place].owner, table.state.holdings[place].armies) for place in places]


def roll(attack: list[int], defence: list[int]) -> dict[str, list[int]]:
    """Return the answer to a battle's roll."""
    return {"attack": attack, "defence": defence}


NEUTRALS = {"siam": (NEUTRAL, 15)}

"""A bot that plays Nuked: battles are sums there, so what may be attacked falls unless a card stops it."""

from typing import ClassVar

from companion.games.nuked import rules, rulings
from companion.games.nuked.state import NukedState
from companion.games.territory.attack import AttackRules
from companion.games.territory.bot import TerritoryBot
from companion.referee.bot import Advice
from companion.referee.questions import Choose, Confirm, Count, PickOrEnd, Question


class NukedBot(TerritoryBot[NukedState]):
    """Attacks what it can take and keep, rival Capitals first."""

    attacks: ClassVar[AttackRules[NukedState]] = rulings.ATTACKS

    def decide(self, question: Question, state: NukedState) -> Advice | None:
        """Return what is best for the seat that is asked."""
        match question:
            case Choose():
                return self._choose(question)
            case Confirm():
                return Advice(True, "That is how it stands.")
            case Count() if state.step == "attack":
                return self._send(question)
            case PickOrEnd() if question.prompt == "Who joins the attack?":
                place = max(question.allowed, key=lambda place: state.holdings[place].armies)
                return Advice(place, "Most soldiers stand there.")
        return super().decide(question, state)

    def chance(self, state: NukedState, origin: str, target: str, more: int = 0) -> float:
        """Return 1 where enough soldiers are there and some are left to hold what they take, or less."""
        seat = state.holdings[origin].owner or ""
        going = rulings.can_send(state, seat, origin, target) + more
        least = rules.fewest(state, target)
        if going < least:
            return 0.0
        left = going - state.holdings[target].armies
        return 1.0 if left >= 2 else 0.6

    def can_take(self, state: NukedState, seat: str, place: str) -> bool:
        """Empty territories can be taken too."""
        return state.holdings[place].owner != seat

    def worth(self, state: NukedState, seat: str, place: str) -> float:
        """Return what a territory is worth: a rival's Capital most, an empty one least."""
        worth = super().worth(state, seat, place)
        owner = state.holdings[place].owner
        if owner is None:
            return worth / 3
        return worth + (20 if state.capital_of(place) == owner else 0)

    def _choose(self, question: Choose) -> Advice | None:
        allowed = [option.id for option in question.options if option.ruling.allowed]
        for wanted, reason in (("defence", "The card saves the territory."), ("anywhere", "More places.")):
            if wanted in allowed:
                return Advice(wanted, reason)
        return None

    def _send(self, question: Count) -> Advice:
        """Send enough, and half of the rest: the origin must hold as well."""
        return Advice((question.least + question.most + 1) // 2, "Enough, and some stay to hold.")

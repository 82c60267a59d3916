"""A bot that plays the Balance of Power variant."""

from typing import ClassVar

from companion.games.balance import combat
from companion.games.balance.state import BalanceState
from companion.games.territory.attack import Attack, AttackRules
from companion.games.territory.bot import TerritoryBot
from companion.games.territory.state import NEUTRAL
from companion.referee.bot import Advice
from companion.referee.dice import Contest
from companion.referee.questions import END, Cards, Choose, PickOrEnd, Question

WANTED = ("draft", "attack")
"""Special combat actions that it buys, the best first."""
NEUTRAL_ATTACKS = {"BP-NEU-5", "BP-SCA-NEUTRAL"}
"""Rules by which the neutral army attacks."""


class BalanceBot(TerritoryBot[BalanceState]):
    """Attacks by the odds of the terrain, buys troops, and takes every objective."""

    attacks: ClassVar[AttackRules[BalanceState]] = combat.ATTACKS

    def decide(self, question: Question, state: BalanceState) -> Advice | None:
        """Return what is best for the seat that is asked."""
        allowed = []
        if isinstance(question, Choose):
            allowed = [option.id for option in question.options if option.ruling.allowed]
        match question:
            case Choose() if state.step == "actions" and END in allowed:
                return _shop(state, allowed)
            case Cards() if state.step == "actions":
                return Advice([], "Cards are worth more for the draft.")
            case PickOrEnd() if question.allowed and NEUTRAL_ATTACKS & set(question.rules):
                return self._attack(question, state, NEUTRAL)
        return super().decide(question, state)

    def asks_the_table(self, question: Question, state: BalanceState) -> bool:
        """A price that the Pile of Casualties pays needs no look into the hand."""
        paid = isinstance(question, Cards) and state.step == "actions" and question.none
        return not paid and super().asks_the_table(question, state)

    def contest(self, state: BalanceState, attack: Attack) -> Contest:
        """Return the battle with rough terrain, airfields, tanks and actions."""
        return combat.contest(state, attack)


def _shop(state: BalanceState, allowed: list[str]) -> Advice:
    pile = state.casualties[state.mover.id]
    bought = [action for action in WANTED if action in allowed and state.prices[action] <= pile]
    if bought:
        return Advice(bought[0], "The Pile of Casualties pays for it.")
    return Advice(END, "Nothing worth its price.")

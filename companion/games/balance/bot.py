"""A bot that plays the Balance of Power variant."""

from typing import ClassVar

from companion.games.balance import combat
from companion.games.balance.state import BalanceState
from companion.games.territory.attack import Attack, AttackRules
from companion.games.territory.bot import TerritoryBot
from companion.referee.bot import Advice
from companion.referee.dice import Contest
from companion.referee.questions import END, Choose, Question

WANTED = ("draft", "attack")
"""Special combat actions that it buys, the best first."""


class BalanceBot(TerritoryBot[BalanceState]):
    """Attacks by the odds of the terrain, buys troops, and takes every objective."""

    attacks: ClassVar[AttackRules[BalanceState]] = combat.ATTACKS

    def decide(self, question: Question, state: BalanceState) -> Advice | None:
        """Return what is best for the seat that is asked."""
        if isinstance(question, Choose):
            allowed = [option.id for option in question.options if option.ruling.allowed]
            if state.step == "actions" and END in allowed:
                return _shop(allowed)
            if state.step == "objective":
                return _collect(allowed)
        return super().decide(question, state)

    def contest(self, state: BalanceState, attack: Attack) -> Contest:
        """Return the battle with rough terrain, airfields, tanks and actions."""
        return combat.contest(state, attack)


def _shop(allowed: list[str]) -> Advice:
    bought = [action for action in WANTED if action in allowed]
    if bought:
        return Advice(bought[0], "The Pile of Casualties pays for it.")
    return Advice(END, "Nothing worth its price.")


def _collect(allowed: list[str]) -> Advice | None:
    taken = [option for option in allowed if option != "none"]
    return Advice(taken[0], "Three objectives and the capital win.") if taken and "none" in allowed else None

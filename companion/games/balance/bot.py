"""A bot that plays the Balance of Power variant."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from companion.games.balance import combat
from companion.games.balance.plans import ground_and_cards
from companion.games.balance.state import BalanceState
from companion.games.territory.attack import Attack, AttackRules
from companion.games.territory.evaluator import Ground, Weights, read_weights
from companion.games.territory.planning_bot import PlanningBot
from companion.games.territory.state import NEUTRAL
from companion.locale.messages import gettext
from companion.referee.bot import BLUNDERS, Advice, Strength
from companion.referee.dice import Contest
from companion.referee.questions import END, Choose, PickOrEnd, PlayCards, Question

WANTED = ("draft", "attack")
"""Special combat actions that the bot buys, best first."""
NEUTRAL_ATTACKS = {"BP-NEU-5", "BP-SCA-NEUTRAL"}
"""Rules of the neutral army's attacks."""


class BalanceBot(PlanningBot[BalanceState]):
    """Bot that attacks by the odds of battle, buys troops, and takes every objective."""

    attacks: ClassVar[AttackRules[BalanceState]] = combat.ATTACKS
    weights: ClassVar[Weights] = read_weights(Path(__file__).with_name("plans.toml"))
    blunders: ClassVar[Mapping[Strength, float]] = {**BLUNDERS, "easy": 0.6}

    def lay_out(self, state: BalanceState) -> tuple[Ground, Sequence[int]]:
        """Return the ground with cities, capitals, sites and objectives, and the cards in each hand."""
        return ground_and_cards(state)

    def decide(self, question: Question, state: BalanceState) -> Advice | None:
        """Return the best answer for the seat of the question."""
        allowed = []
        if isinstance(question, Choose):
            allowed = [option.id for option in question.options if option.ruling.allowed]
        match question:
            case Choose() if state.step == "actions" and END in allowed:
                return _shop(state, allowed)
            case PlayCards() if state.step == "actions":
                return Advice([], gettext("Cards are worth more for the draft."))
            case PickOrEnd() if question.allowed and NEUTRAL_ATTACKS & set(question.rules):
                return self._attack(question, state, NEUTRAL)
        return super().decide(question, state)

    def err(self, question: Question, state: BalanceState) -> Advice | None:
        """Return a lesser answer that people give too: at the shop they save, and buy nothing at random."""
        if isinstance(question, Choose) and state.step == "actions":
            saves = END in [option.id for option in question.options if option.ruling.allowed]
            return Advice(END, gettext("They save.")) if saves else self.decide(question, state)
        return super().err(question, state)

    def asks_the_table(self, question: Question, state: BalanceState) -> bool:
        """Return False if the Pile of Casualties can pay, because the bot then needs no cards."""
        paid = isinstance(question, PlayCards) and state.step == "actions" and question.none
        return not paid and super().asks_the_table(question, state)

    def contest(self, state: BalanceState, attack: Attack) -> Contest:
        """Return the battle with the effects of terrain, airfields, tanks and actions."""
        return combat.contest(state, attack)


def _shop(state: BalanceState, allowed: list[str]) -> Advice:
    pile = state.casualties[state.mover.id]
    bought = [action for action in WANTED if action in allowed and state.prices[action] <= pile]
    if bought:
        return Advice(bought[0], gettext("The Pile of Casualties pays for it."))
    return Advice(END, gettext("Nothing worth its price."))

"""A bot that plays the Balance of Power variant."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import structs

from companion.games.balance import combat, objectives
from companion.games.balance.state import BalanceState
from companion.games.territory.attack import Attack, AttackRules
from companion.games.territory.bot import TerritoryBot
from companion.games.territory.objectives import have, need
from companion.games.territory.state import NEUTRAL
from companion.referee.bot import BLUNDERS, Advice, Strength
from companion.referee.dice import Contest
from companion.referee.questions import END, Choose, Count, PickOrEnd, PlayCards, Question

WANTED = ("draft", "attack")
"""Special combat actions that the bot buys, best first."""
NEUTRAL_ATTACKS = {"BP-NEU-5", "BP-SCA-NEUTRAL"}
"""Rules of the neutral army's attacks."""

GOAL = 6.0
"""Value of the last step to an objective for the hard bot; earlier steps count proportionally."""
CAPITAL = 4.0
"""Value of taking any capital for the hard bot; a player needs their own capital to win."""


class BalanceBot(TerritoryBot[BalanceState]):
    """Bot that attacks by the odds of battle, buys troops, and takes every objective."""

    attacks: ClassVar[AttackRules[BalanceState]] = combat.ATTACKS
    blunders: ClassVar[Mapping[Strength, float]] = {**BLUNDERS, "easy": 0.3}  # a rate of 0.1 changed no game

    def decide(self, question: Question, state: BalanceState) -> Advice | None:
        """Return the best answer for the seat of the question."""
        allowed = []
        if isinstance(question, Choose):
            allowed = [option.id for option in question.options if option.ruling.allowed]
        match question:
            case Choose() if state.step == "actions" and END in allowed:
                return _shop(state, allowed)
            case PlayCards() if state.step == "actions":
                return Advice([], "Cards are worth more for the draft.")
            case PickOrEnd() if question.allowed and NEUTRAL_ATTACKS & set(question.rules):
                return self._attack(question, state, NEUTRAL)
        return super().decide(question, state)

    def asks_the_table(self, question: Question, state: BalanceState) -> bool:
        """Return False if the Pile of Casualties can pay, because the bot then needs no cards."""
        paid = isinstance(question, PlayCards) and state.step == "actions" and question.none
        return not paid and super().asks_the_table(question, state)

    def contest(self, state: BalanceState, attack: Attack) -> Contest:
        """Return the battle with the effects of terrain, airfields, tanks and actions."""
        return combat.contest(state, attack)

    def worth(self, state: BalanceState, seat: str, place: str) -> float:
        """Return the value of a territory; the hard bot includes objectives and capitals."""
        worth = super().worth(state, seat, place)
        if self.strength != "hard" or seat == NEUTRAL:
            return worth
        return worth + _step_to_objectives(state, seat, place) + CAPITAL * (place in state.capitals.values())

    def _count(self, question: Count, state: BalanceState, seat: str) -> Advice | None:
        """Keep troops in the hard bot's capital while an enemy is next to it."""
        move, home = state.facts.occupation, state.capitals.get(seat)
        leaves = move is not None and move.origin == home and self._enemies(state, seat, move.origin)
        if self.strength == "hard" and leaves:
            return Advice(question.least, "The capital must hold.")
        return super()._count(question, state, seat)


def _step_to_objectives(state: BalanceState, seat: str, place: str) -> float:
    """Return the value of a territory for a seat's progress in objectives without an owner."""
    now = objectives.ground(state, seat)
    then = structs.replace(now, held=now.held | {place})
    gain = 0.0
    for card in state.objectives.cards:
        had = have(card.objective, now)
        left = need(card.objective, state.map) - had
        if card.owner is None and left > 0:
            gain += GOAL * (have(card.objective, then) - had) / left
    return gain


def _shop(state: BalanceState, allowed: list[str]) -> Advice:
    pile = state.casualties[state.mover.id]
    bought = [action for action in WANTED if action in allowed and state.prices[action] <= pile]
    if bought:
        return Advice(bought[0], "The Pile of Casualties pays for it.")
    return Advice(END, "Nothing worth its price.")

"""A bot that plays the Balance of Power variant."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import ClassVar

import numpy as np
from msgspec import structs

from companion.games.balance import combat, purchases, rules
from companion.games.balance.plans import ground_and_cards
from companion.games.balance.purchases import Purchase
from companion.games.balance.shop import ACTIONS
from companion.games.balance.state import ActionId, BalanceState
from companion.games.territory.attack import Attack, AttackRules
from companion.games.territory.evaluator import Ground, Positions, Weights, read_weights
from companion.games.territory.planned import TurnModel, best_plans
from companion.games.territory.planning_bot import EFFORT, PlanningBot
from companion.games.territory.state import NEUTRAL
from companion.locale.messages import gettext
from companion.referee.bot import BLUNDERS, Advice, Strength
from companion.referee.dice import Contest
from companion.referee.questions import END, Choose, Pick, PickOrEnd, PlayCards, Question

WANTED = ("draft", "attack")
"""Special combat actions that easy and normal players buy, best first."""
LOOK = replace(EFFORT, width=3, depth=6, fortified=0)
"""How far a hard player looks to compare special combat actions."""
GLANCE = replace(EFFORT, width=2, depth=2, fortified=0)
"""How far a hard player looks for what to choose for a special combat action."""
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
        match question:
            case Choose() if state.step == "actions" and END in (allowed := _allowed(question)):
                return (self._buy if self.may_plan(state) else _shop)(state, allowed)
            case Choose() | Pick() if state.facts.pending is not None and self.may_plan(state):
                best = self._best_outcome(state, state.facts.pending.action, *self._with_draft(state))
                if best is not None and best.choice in _allowed(question):
                    return Advice(best.choice, gettext("It brings victory nearer."))
            case PickOrEnd() if "BP-SCA-MANEUVER" in question.rules:
                return self._send_quiet_troops(state, question.allowed)
            case PlayCards() if state.step == "actions":
                return Advice([], gettext("Cards are worth more for the draft."))
            case PickOrEnd() if question.allowed and NEUTRAL_ATTACKS & set(question.rules):
                return self._attack(question, state, NEUTRAL)
        return super().decide(question, state)

    def err(self, question: Question, state: BalanceState) -> Advice | None:
        """Return a lesser answer that people give too: at the shop they save, and buy nothing at random."""
        if isinstance(question, Choose) and state.step == "actions":
            saves = END in _allowed(question)
            return Advice(END, gettext("They save.")) if saves else self.decide(question, state)
        return super().err(question, state)

    def _buy(self, state: BalanceState, allowed: Sequence[str]) -> Advice:
        """Buy what raises the chance to win most for its price, with the draft of the turn to come."""
        pile = state.casualties[state.mover.id]
        affordable = [one.id for one in ACTIONS if one.id in allowed and state.prices[one.id] <= pile]
        model, position = self._with_draft(state)
        now = _value(model, position)
        gains = {
            action: (_value(best.model, best.position) - now) / state.prices[action]
            for action in affordable
            if (best := self._best_outcome(state, action, model, position))
        }
        if max(gains.values(), default=0) <= 0:
            return Advice(END, gettext("Nothing worth its price."))
        best_buy = max(gains, key=gains.__getitem__)
        return Advice(best_buy, gettext("The Pile of Casualties pays for it."))

    def _send_quiet_troops(self, state: BalanceState, allowed: Sequence[str]) -> Advice:
        """Return where most troops stand that no enemy stands beside."""
        quiet = [place for place in allowed if not self._enemies(state, state.mover.id, place)]
        if not quiet:
            return Advice(END, gettext("The others are wanted here."))
        place = max(quiet, key=lambda place: state.holdings[place].armies)
        return Advice(place, gettext("No enemy stands beside it."))

    def _with_draft(self, state: BalanceState) -> tuple[TurnModel, Positions]:
        """Return the turn, and the position with the draft to come where a plan does most with it."""
        model, position = self._own_model(state, state.mover.id)
        drafted = purchases.put(state, model, position, rules.draft(state, state.mover.id).troops)
        best = _most_promising(drafted)
        return model, best.position if best else position

    def _best_outcome(
        self, state: BalanceState, action: ActionId, model: TurnModel, position: Positions
    ) -> Purchase | None:
        """Return the best that an action can lead to; None for one that it does not know."""
        return _most_promising(
            purchases.outcomes(
                state, model, position, action, lambda after: self._own_model(after, state.mover.id)[0]
            )
        )

    def asks_the_table(self, question: Question, state: BalanceState) -> bool:
        """Return False if the Pile of Casualties can pay, because the bot then needs no cards."""
        paid = isinstance(question, PlayCards) and state.step == "actions" and question.none
        return not paid and super().asks_the_table(question, state)

    def contest(self, state: BalanceState, attack: Attack) -> Contest:
        """Return the battle with the effects of terrain, airfields, tanks and actions."""
        return combat.contest(structs.replace(state, step="attack"), attack)


def _allowed(question: Choose | Pick) -> Sequence[str]:
    if isinstance(question, Pick):
        return question.allowed
    return [option.id for option in question.options if option.ruling.allowed]


def _value(model: TurnModel, position: Positions) -> float:
    """Return the chance to win with the best plan."""
    return best_plans(model, position, LOOK)[0].value


def _most_promising(outcomes: Sequence[Purchase]) -> Purchase | None:
    """Return the best outcome at a glance; those of the same battles are searched together."""
    values: list[float] = []
    for _, same in groupby(outcomes, key=lambda outcome: id(outcome.model)):
        alike = list(same)
        roots = Positions.join([outcome.position for outcome in alike])
        values += [plan.value for plan in best_plans(alike[0].model, roots, GLANCE)]
    return outcomes[int(np.argmax(values))] if values else None


def _shop(state: BalanceState, allowed: Sequence[str]) -> Advice:
    pile = state.casualties[state.mover.id]
    bought = [action for action in WANTED if action in allowed and state.prices[action] <= pile]
    if bought:
        return Advice(bought[0], gettext("The Pile of Casualties pays for it."))
    return Advice(END, gettext("Nothing worth its price."))

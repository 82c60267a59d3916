"""A bot that plays Risk StarCraft."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from msgspec import structs

from companion.games.starcraft import plans, rules
from companion.games.starcraft.achievements import ground
from companion.games.starcraft.setup_basic import ON_THE_MAP
from companion.games.starcraft.state import StarcraftState
from companion.games.territory.attack import Attack, AttackRules
from companion.games.territory.bot import MIN_CHANCE
from companion.games.territory.evaluator import Ground, Weights, read_weights
from companion.games.territory.objectives import have, need
from companion.games.territory.planning_bot import PlanningBot
from companion.locale.messages import gettext
from companion.odds.battle import DiceRule
from companion.referee.bot import BLUNDERS, Advice, Strength
from companion.referee.dice import Contest
from companion.referee.questions import END, Choose, Confirm, Deploy, Pick, PickOrEnd, Question

ACHIEVEMENT = 6.0
"""What the last territory but one of an achievement is worth, roughly in armies; the last one twice that."""
BASE = 6.0
"""What the own base is worth in the same way: nobody wins without it."""


class StarcraftBot(PlanningBot[StarcraftState]):
    """Commits all units, calls off at bad odds, and takes every achievement."""

    attacks: ClassVar[AttackRules[StarcraftState]] = rules.ATTACKS
    weights: ClassVar[Weights] = read_weights(Path(__file__).with_name("plans.toml"))
    blunders: ClassVar[Mapping[Strength, float]] = {**BLUNDERS, "normal": 0.35, "easy": 0.0}
    timid: ClassVar[tuple[Strength, ...]] = ("easy",)

    def lay_out(self, state: StarcraftState) -> tuple[Ground, Sequence[int]]:
        """Return the ground with mineral fields, bases and achievements, and the cards in each hand."""
        return plans.ground_and_cards(state)

    def worth(self, state: StarcraftState, seat: str, place: str) -> float:
        """Return the value of a conquest for who does not plan, with what it does for victory."""
        base = place == state.bases.get(seat)
        return super().worth(state, seat, place) + BASE * base + self._achieves(state, seat, place)

    def _achieves(self, state: StarcraftState, seat: str, place: str) -> float:
        """Return what a conquest does for the nearest open achievement that it counts for."""
        now = ground(state, seat)
        after = structs.replace(now, held=now.held | {place})
        open_ones = [card.objective for card in state.objectives.cards if card.owner is None]
        counting = [one for one in open_ones if have(one, after) > have(one, now)]
        parts = [min(1.0, have(one, after) / need(one, state.map)) for one in counting]
        return max((ACHIEVEMENT * part**2 * (1 + (part == 1)) for part in parts), default=0.0)

    def contest(self, state: StarcraftState, attack: Attack) -> Contest:
        """Return the battle with the effects of heroes, towers and rewards."""
        return plans.contest(state, attack)

    def dice(self, state: StarcraftState, attacks: Sequence[Attack]) -> list[DiceRule]:
        """Return the dice of each attack."""
        return plans.dice(state, attacks)

    def asks_the_table(self, question: Question, state: StarcraftState) -> bool:
        """Also return True for the printed chart that is entered: only people see what stands in it."""
        chart = state.chart == ON_THE_MAP and "SC-SET-B" in question.rules
        return (chart and isinstance(question, Deploy | Pick)) or super().asks_the_table(question, state)

    def decide(self, question: Question, state: StarcraftState) -> Advice | None:
        """Return the best answer for the seat of the question."""
        if isinstance(question, Choose):
            allowed = [option.id for option in question.options if option.ruling.allowed]
            if (invasion := state.facts.invasion) is not None and state.step == "attack":
                chance = self.chance(state, invasion.origin, invasion.target)
                return Advice(allowed[0], gettext("The chance is {chance:.0%}.", chance=chance))
        match question:
            case PickOrEnd() if "SC-HER-4" in question.rules and question.allowed:
                return self._return_hero(state, question.allowed)
            case PickOrEnd() if "SC-TEAM" in question.rules:
                return Advice(END, gettext("Allies keep what they hold."))
            case Confirm() if "SC-TEAM" in question.rules:
                return Advice(True, gettext("Allies win together."))
            case Confirm() if state.facts.follows is not None:
                fights = self._enemies(state, state.mover.id, state.facts.follows[1])
                return Advice(
                    fights, gettext("There is the front.") if fights else gettext("No enemy stands there.")
                )
        return super().decide(question, state)

    def _return_hero(self, state: StarcraftState, allowed: Sequence[str]) -> Advice:
        """SC-HER-4: a fallen hero returns where the next attack begins, or else to what is in most danger."""
        seat = state.mover.id
        if self.may_plan(state):
            model, plan = self._plan(state, seat)
            begins = model.ground.places[plan.steps[0].origin] if plan.steps else ""
        else:
            _, begins, _, _ = self.best_attack(state, seat, allowed, least=MIN_CHANCE[self.strength])
        if begins:
            return Advice(begins, gettext("There is the front."))
        place = max(allowed, key=lambda place: self._danger(state, seat, place))
        return Advice(place, gettext("It is in most danger."))

    def err(self, question: Question, state: StarcraftState) -> Advice | None:
        """Return a lesser answer that people give too: a battle that is fought is fought with all units."""
        fights = isinstance(question, Choose) and state.step == "attack"
        return (self.decide if fights else super().err)(question, state)

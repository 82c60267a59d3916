"""A bot for Nuked, which has no dice: an attack with enough soldiers succeeds unless a card stops it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from companion.games.nuked import plans, rules, rulings
from companion.games.nuked.state import NukedState
from companion.games.territory.attack import AttackRules
from companion.games.territory.evaluator import Ground, Positions, Weights, read_weights
from companion.games.territory.planned import Effort
from companion.games.territory.planning_bot import EFFORT, PlanningBot
from companion.games.territory.reinforcement import total
from companion.locale.messages import gettext
from companion.referee.bot import BLUNDERS, Advice, Strength
from companion.referee.questions import END, Choose, Confirm, Count, Deploy, Pick, PickOrEnd, Question

JOINED = 1.5
"""Value of connecting a territory to the Farm."""

FARM = 30.0
"""Value of a rival's Farm; without it, all territories of the rival are disconnected."""

MANY = 3
"""A Capital that needs more than this many soldiers gets all fresh ones."""

WEAK = 1
"""A territory with no more soldiers than this is taken although the search would rather wait.

Who spared each soldier sat: at five seats hard players conquered nothing in 616 of 932 turns, now in 40 of
310. Against normal ones they won 73 and 75 of 100 games at three and five seats (100 and 60 games), 70 and 66
with 2 (100 and 77), 72 and 77 with empty land alone (and sat in 278 of 584 turns).
"""

FEW = 3
"""Players left from which an easy one no longer stops after a conquest: it lost to chance."""

PLANNED: Mapping[Strength, float] = {"easy": 0.0, "normal": 0.05, "hard": 1.0}
"""The share of its turns that a player of each strength plans."""

CIRCLES, HALF = 3, 0.5
"""Times that a position is met from which on turns are not always planned, and how often they are then."""


class NukedBot(PlanningBot[NukedState]):
    """Attacks territories that it can take and hold, rival Capitals first.

    While four or more play, the easy bot takes one territory from a rival in a turn, and more only if it is
    a Capital.
    """

    attacks: ClassVar[AttackRules[NukedState]] = rulings.ATTACKS
    weights: ClassVar[Weights] = read_weights(Path(__file__).with_name("plans.toml"))
    effort: ClassVar[Effort] = replace(EFFORT, fortified=0)
    blunders: ClassVar[Mapping[Strength, float]] = {**BLUNDERS, "normal": 0.0, "easy": 0.42}

    def __init__(self, strength: Strength = "normal", seed: int = 0) -> None:
        super().__init__(strength, seed)
        self._turn, self._plans = 0, True
        self._met: Counter[str] = Counter()

    def may_plan(self, state: NukedState) -> bool:
        """Whether this turn is planned; half as often where the same position has come back twice.

        There are no dice: two players who plan took the same two territories from each other for ever.
        """
        if state.turn != self._turn:
            board = str(state.holdings)
            self._turn = state.turn
            self._met[board] += 1
            share = PLANNED[self.strength] * (1 if self._met[board] < CIRCLES else HALF)
            self._plans = self._random.random.random() < share
        return self._plans and state.turn > 0

    def lay_out(self, state: NukedState) -> tuple[Ground, Sequence[int]]:
        """Return the ground with Capitals and Farms, and the number of cards in each hand."""
        return plans.ground_and_cards(state)

    def turn_model(self, state: NukedState, seat: str) -> tuple[plans.NukedTurnModel, Positions]:
        """Return the turn of a seat as arrays, and its position."""
        return plans.turn_model_of(state, seat, plans.possible(state, seat), self.weights)

    def decide(self, question: Question, state: NukedState) -> Advice | None:
        """Return the best answer for the seat of the question."""
        match question:
            case Choose():
                return self._choose(question, state)
            case Pick() if "NK-SET-3" in question.rules:
                place = max(question.allowed, key=lambda place: _shelter(state, place))
                return Advice(place, gettext("Few enemies stand around it."))
            case Deploy() if question.seat and self.strength == "hard" and not state.turn:
                place = max(question.allowed, key=lambda place: _stack(state, place))
                return Advice({"place": place, "count": question.most}, gettext("A large army can go far."))
            case Deploy() if question.seat:
                missing, home = self._weakest_home(state, question.seat)
                if missing > 0:
                    return Advice(
                        {"place": home, "count": min(missing, question.most)}, gettext("It must hold.")
                    )
            case Confirm():
                return Advice(True, gettext("It follows from the rules."))
            case Count() if state.step == "attack":
                return self._send(question, state)
            case PickOrEnd() if state.step == "attack" and self._is_done(question, state):
                return Advice(END, gettext("One conquest a turn is enough."))
            case PickOrEnd() if question.rules == ("NK-A6",):
                place = max(question.allowed, key=lambda place: state.holdings[place].armies)
                return Advice(place, gettext("Most soldiers stand there."))
            case PickOrEnd() if state.step == "attack" and self.may_plan(state):
                planned = super().decide(question, state)
                waits = planned is not None and planned.answer == END
                return (self._take_weak(question, state) if waits else None) or planned
        return super().decide(question, state)

    def asks_the_table(self, question: Question, state: NukedState) -> bool:
        """Also return True for Defence cards in a hand, because only people can see them."""
        return "NK-CRD-2" in question.rules or super().asks_the_table(question, state)

    def chance(self, state: NukedState, origin: str, target: str, more: int = 0) -> float:
        """Return 1 if enough soldiers can attack and at least two survive, 0.6 if fewer survive, else 0."""
        seat = state.holdings[origin].owner or ""
        going = rulings.can_send(state, seat, origin, target) + more
        least = rules.fewest(state, target)
        if going < least:
            return 0.0
        left = going - state.holdings[target].armies
        return 1.0 if left >= 2 else 0.6

    def can_take(self, state: NukedState, seat: str, place: str) -> bool:
        """Return whether a territory is not the seat's own; unoccupied ones can be taken too."""
        return state.holdings[place].owner != seat

    def worth(self, state: NukedState, seat: str, place: str) -> float:
        """Return the value of a territory: a rival's Capital is worth most, an unoccupied one least."""
        worth = super().worth(state, seat, place)
        owner = state.holdings[place].owner
        farm = state.own_farm(seat)
        if farm is not None:
            chain, near = state.connected(farm), state.neighbours(place)
            cut = sum(state.holdings[p].owner == seat and p not in chain for p in near)
            worth += JOINED * cut if any(p in chain for p in near) else -worth / 2
        if owner is not None and state.farm_of(place) == owner:
            worth += FARM
        if owner is None:
            return worth / 3
        return worth + (20 if state.capital_of(place) == owner else 0)

    def _choose(self, question: Choose, state: NukedState) -> Advice | None:
        allowed = [option.id for option in question.options if option.ruling.allowed]
        if "capital" in allowed and question.seat:
            missing, home = self._weakest_home(state, question.seat)
            if missing > MANY and home == state.own_capital(question.seat):
                return Advice("capital", gettext("The Capital must hold."))
            if _capital_brings_more(state, question.seat):
                return Advice("capital", gettext("More soldiers, and they can attack from there."))
        return Advice("anywhere", gettext("More places.")) if "anywhere" in allowed else None

    def _is_done(self, question: PickOrEnd, state: NukedState) -> bool:
        """Whether the easy bot has attacked enough; soldiers may still join the current attack."""
        joins = "NK-A6" in question.rules
        if self.strength != "easy" or joins or state.facts.conquest != "rival" or len(state.playing()) <= FEW:
            return False
        _, _, target, _ = self.best_attack(state, question.seat or "", question.focus or question.allowed)
        return not target or state.capital_of(target) is None

    def _take_weak(self, question: PickOrEnd, state: NukedState) -> Advice | None:
        """Return the attack of who does not search, if it is the first conquest and few stand there."""
        if state.facts.conquest != "none" or not question.allowed:
            return None
        simple = self._attack(question, state, question.seat or state.mover.id)
        target = simple.arrow[1] if simple and simple.arrow else None
        return simple if target and state.holdings[target].armies <= WEAK else None

    def _send(self, question: Count, state: NukedState) -> Advice:
        """Send what the search has found; else enough and half of the rest, for the origin must hold too."""
        half = Advice((question.least + question.most + 1) // 2, gettext("Enough, and some stay to hold."))
        if not self.may_plan(state) or len(question.focus) < 2:
            return half
        origin, target = question.focus[:2]
        model, plan = self._plan(state, state.mover.id)
        if plan.steps and model.ground.places[plan.steps[0].target] == target:
            if not plan.steps[0].all_in:
                sure = state.holdings[target].armies + plans.shield(state, target) + 1
                least = min(question.most, max(question.least, sure))
                return Advice(least, gettext("The others are wanted here."))
        elif origin in (state.own_capital(state.mover.id), state.own_farm(state.mover.id)):
            return half
        return Advice(question.most, gettext("They are wanted there."))

    def _weakest_home(self, state: NukedState, seat: str) -> tuple[int, str]:
        """Return how many soldiers the seat's Capital or Farm lacks for the next turn, and its place."""
        homes = {home for home in (state.own_capital(seat), state.own_farm(seat)) if home}
        return max(((_lacking(state, home, seat), home) for home in homes), default=(0, ""))


def _capital_brings_more(state: NukedState, seat: str) -> bool:
    """Whether the Capital would get more fresh soldiers and has a neighbour that is not the seat's own."""
    capital = state.own_capital(seat)
    if capital is None or all(state.holdings[near].owner == seat for near in state.neighbours(capital)):
        return False
    return total(rules.income(state, seat, "capital")) > total(rules.income(state, seat, "anywhere"))


def _stack(state: NukedState, place: str) -> tuple[bool, bool, int, int]:
    """Rate a place for the first troops: joined to the Farm, next to enemies, not on a taxed Capital."""
    seat = state.holdings[place].owner or ""
    farm = state.own_farm(seat)
    joined = farm is not None and place in state.connected(farm)
    enemies = sum(state.hostile(seat, state.holdings[near].owner) for near in state.neighbours(place))
    return joined, place != state.capitals[seat], state.holdings[place].armies, enemies


def _shelter(state: NukedState, place: str) -> tuple[int, bool, float]:
    """Rate a place for Capital and Farm: many own connected territories, few enemies next to it."""
    seat, near = state.holdings[place].owner, state.neighbours(place)
    enemies = sum(state.hostile(seat or "", state.holdings[other].owner) for other in near)
    own = len(near) - enemies
    return len(state.connected(place)), place in state.capitals.values(), own - 2 * enemies


def _lacking(state: NukedState, place: str, seat: str) -> int:
    """Return how many soldiers a territory lacks for the next turn."""
    return _threat(state, place, seat) // rules.need(state, place).times + 1 - state.holdings[place].armies


def _threat(state: NukedState, place: str, seat: str) -> int:
    """Return the most soldiers with which one enemy can attack a territory in the next turn."""
    near = state.neighbours(place)
    forces = [
        sum(rulings.spare(state, rival.id, other) for other in near)
        + total(rules.income(state, rival.id, "anywhere"))
        for rival in state.playing()
        if rival.id != seat and any(state.holdings[other].owner == rival.id for other in near)
    ]
    return max(forces, default=0)

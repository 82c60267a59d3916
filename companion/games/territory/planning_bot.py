"""A computer player of a map game that searches plans for its whole turn (`planned`)."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from operator import mul
from typing import ClassVar, TypeVar

import numpy as np

from companion.games.territory.attack import Attack
from companion.games.territory.bot import TerritoryBot, conquest_chance
from companion.games.territory.evaluator import Ground, Positions, Weights, position_of
from companion.games.territory.planned import Effort, Plan, TurnModel, battle_tables, best_move, best_plans
from companion.games.territory.state import TerritoryState
from companion.locale.messages import gettext, ngettext
from companion.odds.battle import Battle, DiceRule
from companion.referee.bot import Advice, Strength
from companion.referee.interruptions import CALL_OFF
from companion.referee.questions import END, Count, Deploy, PickOrEnd, Question, Roll

T = TypeVar("T", bound=TerritoryState)

MOVING = ("fortify", "maneuver")
"""Steps at the end of a turn in which armies move."""
Key = tuple[str, int, bytes, bytes]
"""Whose plan it is, in which turn, and for which owners and armies."""
Way = tuple[tuple[int, int], ...]
"""Where new armies go: numbers of territories, and how many."""
EFFORT = Effort(width=6, depth=10, least=0.5, fortified=2)
"""How far hard players look, and the odds from which they attack; the others do not search. Normal players
that looked two conquests ahead never saw the end of a rival: three went on for 49 rounds, with hundreds of
armies each."""
LIKELY = 0.8
"""From this chance on the next attack of a plan is made without a new search."""
SURE_ENOUGH = 0.65
"""From this chance of conquest on a battle goes on without a new search."""
TOLD = 0.5
"""Smallest chance of the conquests of a plan that a reason names."""
CHUNKS = 4
"""Parts in which armies are spread over the front."""
ROOTS = 8
"""Places at the front that are tried for all new armies."""
SHARES = (0.25, 0.5, 0.75)
"""Parts of new armies that are tried where the best attack begins; the others are spread."""
FEW = 5
"""Territories of a rival beside all of which new armies are tried together: it may fall in one turn."""
MOVED = (0.0, 0.5, 1.0)
"""Parts of the armies that can go along which are tried."""


class PlanningBot(TerritoryBot[T]):
    """Plans its turn as a whole, and again at each question, from what the dice have brought.

    Subclasses lay out the ground and name the weights.
    """

    weights: ClassVar[Weights]
    effort: ClassVar[Effort] = EFFORT

    def __init__(self, strength: Strength = "normal", seed: int = 0) -> None:
        super().__init__(strength, seed)
        self._known: tuple[Key | None, Plan | None] = (None, None)

    @abstractmethod
    def lay_out(self, state: T) -> tuple[Ground, Sequence[int]]:
        """Return the ground, and the number of cards in each hand."""

    def may_plan(self, state: T) -> bool:
        """Whether a search knows enough of this game; before the first turn it does not."""
        return self.strength == "hard" and state.turn > 0

    def reach(self, state: T, origin: str) -> Iterable[str]:
        """Return where armies can move from a territory at the end of the turn."""
        return state.connected(origin)

    def decide(self, question: Question, state: T) -> Advice | None:
        """Return what is best for the seat that is asked."""
        if self.may_plan(state):
            seat = question.seat or state.mover.id
            match question:
                case Roll():
                    return self._roll_on(question, state, seat)
                case Deploy() if question.allowed and state.holdings[question.allowed[0]].owner == seat:
                    return self._plan_deployment(question, state, seat)
                case PickOrEnd() if question.allowed and state.step == "attack":
                    return self._plan_attack(question, state, seat)
                case PickOrEnd() if question.allowed and state.step in MOVING:
                    return self._plan_move(question, state, seat)
                case Count() if self._goes_along(state, seat):
                    return self._plan_count(question, state, seat)
        return super().decide(question, state)

    def _goes_along(self, state: T, seat: str) -> bool:
        """Whether armies of the seat go along: into a conquest, or at the end of the turn."""
        move = state.facts.occupation
        return state.step in MOVING if move is None else state.holdings[move.target].owner == seat

    def turn_model(self, state: T, seat: str) -> tuple[TurnModel, Positions]:
        """Return the turn of a seat as arrays, and its position."""
        ground, cards = self.lay_out(state)
        attacks = self._possible(state, seat)
        origins, targets = (
            np.array([ground.index[place] for place in end], np.intp)
            for end in ([one.origin for one in attacks], [one.target for one in attacks])
        )
        dice, tables = battle_tables(self.dice(state, attacks))
        conquered = bool(getattr(state.facts, "conquered", False))
        position, me = position_of(state, ground, cards), ground.seats.index(seat)
        position.cards[0, me] += conquered
        return TurnModel(ground, self.weights, me, origins, targets, dice, tables, conquered), position

    def _own_model(self, state: T, seat: str) -> tuple[TurnModel, Positions]:
        """Return the turn of a seat as its character sees it, and its position."""
        model, position = self.turn_model(state, seat)
        resented = self._memory.resented(state) if self._likes.resents else None
        number = model.ground.seats.index(resented) if resented in model.ground.seats else -1
        return replace(model, likes=self._likes, resented=number), position

    def _possible(self, state: T, seat: str) -> list[Attack]:
        """Return the attacks that this turn can bring: on enemies, and nothing forbids them."""
        enemies = [place for place in state.holdings if self.can_take(state, seat, place)]
        return [
            Attack(origin, target)
            for target in enemies
            for origin in state.neighbours(target)
            if not any(self.attacks.target_reasons(state, seat, origin, target))
        ]

    def dice(self, state: T, attacks: Sequence[Attack]) -> list[DiceRule]:
        """Return the dice rule of each of these attacks."""
        return [Battle.of(self.contest(state, attack)).rule for attack in attacks]

    # --- the questions ---

    def _plan(self, state: T, seat: str) -> tuple[TurnModel, Plan]:
        """Return the best plan from here; the last one is kept, for two questions make an attack."""
        model, position = self._own_model(state, seat)
        key = _key(state, seat, position)
        known, plan = self._known
        if known != key or (plan and plan.steps and not _begins(model, position, plan)):
            plan = self._rest(model, position, plan) if known and known[:2] == key[:2] else None
            plan = plan or best_plans(model, position, self.effort)[0]
            self._known = (key, plan)
        assert plan is not None
        return model, plan

    def _rest(self, model: TurnModel, position: Positions, plan: Plan | None) -> Plan | None:
        """Return what is left of a plan whose first attack has succeeded, if the next one is likely to."""
        if plan is None or len(plan.steps) < 2 or position.owner[0, plan.steps[0].target] != model.me:
            return None
        step = plan.steps[1]
        chance = model.chance(position, step.origin, step.target)
        rest = (replace(step, chance=chance), *plan.steps[2:])
        return replace(plan, steps=rest) if chance >= min(LIKELY, step.chance) else None

    def _plan_attack(self, question: PickOrEnd, state: T, seat: str) -> Advice:
        model, plan = self._plan(state, seat)
        known = next(iter(question.focus), None)
        if not plan.steps:
            return Advice(END, gettext("No attack makes us stronger."))
        origin, target = model.ground.places[plan.steps[0].origin], model.ground.places[plan.steps[0].target]
        reason, arrow = self._because(state, model, plan), (origin, target)
        if origin == known and target in question.allowed:
            return Advice(target, reason, arrow)
        if origin not in question.allowed:
            return Advice(END, gettext("An attack from elsewhere is better."))
        return Advice(origin, reason, arrow)

    def _because(self, state: T, model: TurnModel, plan: Plan) -> str:
        place = state.name(model.ground.places[plan.steps[0].target])
        chances = list(accumulate((step.chance for step in plan.steps), mul))
        more = max(1, sum(chance >= TOLD for chance in chances)) - 1
        if not more:
            return gettext("{place} falls with a chance of {chance:.0%}.", place=place, chance=chances[0])
        return ngettext(
            "{place}, then {count} more: all fall with a chance of {chance:.0%}.",
            "{place}, then {count} more: all fall with a chance of {chance:.0%}.",
            more,
            place=place,
            chance=chances[more],
        )

    def _roll_on(self, question: Roll, state: T, seat: str) -> Advice | None:
        fight = question.contest
        if fight is None or CALL_OFF not in [offer.id for offer in question.offers]:
            return None
        chance = conquest_chance(Battle.of(fight))
        if self.goes_on(state, seat, fight.attacker.place, fight.defender.place, chance):
            return None
        return Advice({"offer": CALL_OFF}, gettext("The chance is only {chance:.0%}.", chance=chance))

    def goes_on(self, state: T, seat: str, origin: str, target: str, chance: float) -> bool:
        """Whether a battle goes on: it will be won, or a plan from here would begin with it."""
        if chance >= SURE_ENOUGH:
            return True
        model, plan = self._plan(state, seat)
        places = model.ground.places
        return [(places[step.origin], places[step.target]) for step in plan.steps[:1]] == [(origin, target)]

    def _plan_deployment(self, question: Deploy, state: T, seat: str) -> Advice:
        """Compare all armies in each place at the front, parts of them with the others spread, and sieges."""
        model, position = self._own_model(state, seat)
        index, most = model.ground.index, question.most
        own = [index[place] for place in question.allowed]
        facing = model.ground.hostile[model.me][position.owner[0]] @ model.ground.links > 0
        front = [place for place in own if facing[place]] or own
        ways: list[Way] = [((place, most),) for place in front]
        if len(ways) > ROOTS:
            first = self._after(model, position, ways, replace(self.effort, depth=1, fortified=0))
            ways = [ways[way] for way in np.argsort([-plan.value for plan in first])[:ROOTS]]
        ways += [self._spread(model, position, front, most), *_besieging(model, position, front, most)]
        plans = self._after(model, position, ways)
        best = max(range(len(ways)), key=lambda way: plans[way].value)
        place = ways[best][0][0]
        parts = sorted({int(most * share) for share in SHARES} - {0, most})
        split: list[Way] = [
            ((place, part), *self._spread(model, _with(position, ((place, part),)), front, most - part))
            for part in parts
        ]
        if split:
            ways, plans = ways + split, plans + self._after(model, position, split)
            best = max(range(len(ways)), key=lambda way: plans[way].value)
        place, count = ways[best][0]
        self._known = (_key(state, seat, _with(position, ways[best][:1])), plans[best])
        steps, places = plans[best].steps, model.ground.places
        answer = {"place": places[place], "count": count}
        if not steps:
            return Advice(answer, gettext("It must hold."))
        origin, target = places[steps[0].origin], places[steps[0].target]
        reason = gettext(
            "Then {place} falls with a chance of {chance:.0%}.",
            place=state.name(target),
            chance=steps[0].chance,
        )
        return Advice(answer, reason, (origin, target))

    def _after(
        self, model: TurnModel, position: Positions, ways: Sequence[Way], effort: Effort | None = None
    ) -> list[Plan]:
        roots = Positions.join([_with(position, way) for way in ways])
        return best_plans(model, roots, effort or self.effort)

    def _spread(self, model: TurnModel, position: Positions, front: Sequence[int], armies: int) -> Way:
        """Put armies where they help most, a part at a time."""
        put: dict[int, int] = {}
        left, part = armies, -(-armies // CHUNKS)
        while left > 0:
            count = min(part, left)
            now = _with(position, tuple(put.items()))
            after = Positions.join([_with(now, ((place, count),)) for place in front])
            place = front[int(model.value(after).argmax())]
            put[place] = put.get(place, 0) + count
            left -= count
        return tuple(put.items())

    def _plan_move(self, question: PickOrEnd, state: T, seat: str) -> Advice | None:
        """Choose from where, or to where, armies move at the end; to the front, if nothing gains."""
        model, position = self._own_model(state, seat)
        index, places = model.ground.index, model.ground.places
        allowed = [index[place] for place in question.allowed]
        known = next(iter(question.focus), None)

        def reach(origin: int) -> list[int]:
            return allowed if known else sorted(index[place] for place in self.reach(state, places[origin]))

        move = best_move(model, position, [index[known]] if known else allowed, reach, MOVED[1:])
        if not move.armies:
            return self._maneuver(question, state, seat)
        arrow = places[move.origin], places[move.target]
        reason = gettext("They are wanted in {place}.", place=state.name(arrow[1]))
        return Advice(arrow[1 if known else 0], reason, arrow)

    def _plan_count(self, question: Count, state: T, seat: str) -> Advice:
        """Try several numbers of armies that go along, each with what comes after."""
        move, least = state.facts.occupation, question.least
        known, plan = self._known
        if move is not None and known and plan and plan.steps and known[:2] == (seat, state.turn):
            step, places = plan.steps[0], list(state.holdings)
            if (places[step.origin], places[step.target]) == (move.origin, move.target):
                return Advice(
                    question.most if step.all_in else question.least, gettext("So the plan goes on best.")
                )
        model, position = self._own_model(state, seat)
        names = (move.origin, move.target) if move is not None else question.focus[:2]
        origin, target = (model.ground.index[name] for name in names)
        there = least if move is not None else 0
        if move is not None and not self._enemies(state, seat, move.origin):
            return Advice(question.most, gettext("No enemy stands beside the territory they come from."))
        counts = sorted({least + round((question.most - least) * share) for share in MOVED})
        roots = position.take(np.zeros(len(counts), np.intp))
        for row, count in enumerate(counts):
            roots.armies[row, origin] -= count - there
            roots.armies[row, target] += count - there
        plans = best_plans(model, roots, self.effort) if move is not None else None
        values = [plan.value for plan in plans] if plans else model.value(roots).tolist()
        best = max(range(len(counts)), key=lambda way: (values[way], way))
        return Advice(counts[best], gettext("They do most there."))


def _begins(model: TurnModel, position: Positions, plan: Plan) -> bool:
    """Whether the first attack of a plan is possible: meanwhile somebody may have forbidden it."""
    return model.chance(position, plan.steps[0].origin, plan.steps[0].target) > 0


def _besieging(model: TurnModel, position: Positions, front: Sequence[int], armies: int) -> list[Way]:
    """Put armies beside all land of each rival who holds little, as many for each of theirs."""
    owner, there, links = position.owner[0], position.armies[0].astype(int).tolist(), model.ground.links
    ways = []
    for rival in np.nonzero(model.ground.hostile[model.me, :-1])[0]:
        lands = np.nonzero(owner == rival)[0].tolist()
        facing: Counter[int] = Counter()
        for land in lands if len(lands) <= FEW else ():
            near = [place for place in front if links[place, land]]
            if near:
                facing[max(near, key=lambda place: (place in facing, there[place]))] += there[land]
        each = (armies + sum(there[place] for place in facing)) / max(1, facing.total())
        lacking = Counter({place: round(each * count) - there[place] for place, count in facing.items()})
        shares = [(place, count) for place, count in (+lacking).most_common()]
        left = armies - sum(count for _, count in shares[1:])
        if len(facing) > 1 and shares and left > 0:
            ways.append(((shares[0][0], left), *shares[1:]))
    return ways


def _key(state: TerritoryState, seat: str, position: Positions) -> Key:
    """Return what a plan is remembered by."""
    return seat, state.turn, position.owner.tobytes(), position.armies.tobytes()


def _with(position: Positions, way: Way) -> Positions:
    """Return a position with more armies."""
    after = position.take(np.zeros(1, np.intp))
    for place, count in way:
        after.armies[0, place] += count
    return after

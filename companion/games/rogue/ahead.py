"""What a turn of Rogue may lead to: one squad moves, one attacks by exact odds, and then the rivals reply."""

from collections import deque
from collections.abc import Collection, Iterator
from copy import copy

from msgspec import Struct

from companion.games.rogue import movement, rules
from companion.games.rogue.fight_odds import attack_gain, attack_outcomes
from companion.games.rogue.scenario import Condition
from companion.games.rogue.state import TANK, RogueState, Squad, TurnFacts
from companion.games.rogue.victory import count_turns, won

WON = 30.0
"""What a victory is worth, in units."""
WIDTH = 6
"""Plans of which the replies are looked at: those that bring most at once."""
FAR, BLOCKED = 20, 4
"""Distance to an unreachable zone, and what is added where enemies block every way."""
FIGHT, COVER = 0.6, 0.1
"""What the next attack on a neighbour counts, and a cover token."""
HELD, ZONE = 4.0, 1.0
"""What it is worth to have held all zones for all turns wanted, and to stand in all of them."""
REACH, STEP, CHASE = 0.4, 0.15, 0.3
"""What a zone nearer is worth: to a goal to reach, to one to hold, to enemies to eliminate."""
BAR = 4.0
"""How much more a zone nearer counts for a rival with a goal that it need only reach: there it has won."""
CHASED = ("eliminate", "kill")
EAGER = 0.3
"""What an attack is worth by itself: whoever waits loses to the scenario."""
ACTIVE = 0.2
"""What a turn in which something is done is worth by itself: between nearly equal plans nobody waits."""
HASTENED = 2.0
"""Rounds after which nearness counts once more: else two squads in cover wait for each other for ever."""
CAREFUL = 5
"""Rounds in which replies are looked at; from then on nobody waits for the other's first step."""
FEARFUL = 10
"""Rounds in which weaker players keep away from attacks: then they fight, or their games would not end."""


class TurnPlan(Struct, frozen=True):
    """A turn: one squad moves, one attacks.

    Attributes:
        origin: from where the squad moves; empty if none does.
        zone: where to.
        stay: how many of its units stay behind.
        attacker: from where an attack comes; empty without one.
        target: the attacked zone.
    """

    origin: str = ""
    zone: str = ""
    stay: int = 0
    attacker: str = ""
    target: str = ""

    @property
    def worth(self) -> float:
        """What it is worth that it is done, whatever it brings."""
        return EAGER * bool(self.attacker) + ACTIVE * bool(self.origin or self.attacker)


class Outlook:
    """Judges the plans of one seat in one position.

    Args:
        state: the game.
        seat: whose turn it is.
        replies: whether the rivals' replies are looked at; else only what a plan brings at once.
        fear: what each enemy squad's best attack on an own one counts against a position.
        goals: what holding zones of a victory counts; 1 for a player who plays for it.
    """

    def __init__(
        self, state: RogueState, seat: str, *, replies: bool, fear: float = 0.0, goals: float = 1.0
    ) -> None:
        self._state, self._seat = _begun(state, seat), seat
        self._fear, self._goals = fear if state.round <= FEARFUL else 0.0, goals
        self._replies = replies and state.round <= CAREFUL
        self._sides = {player: state.side(player) for player in state.order}
        every = set(self._sides.values())
        self._enemies = {player: every - {side} for player, side in self._sides.items()}
        self._rivals = len(state.plan.sides) - 1
        self._steps: dict[tuple[str, frozenset[str]], dict[str, int]] = {}
        self._gains: dict[tuple[object, ...], float] = {}
        self._judged: tuple[RogueState | None, str, float] = (None, "", 0.0)

    def plans(self, *, moves: bool) -> list[tuple[float, TurnPlan]]:
        """Return the plans with what they are worth, best first; with replies only those looked at.

        Args:
            moves: whether a squad may still move.
        """
        side = self._sides[self._seat]
        found = [
            (self._at_once(after, side, plan), plan, after)
            for plan, after in self._plans(self._state, self._seat, moves=moves, parts=self._must_part())
        ]
        found.sort(key=lambda entry: -entry[0])
        if self._replies:
            found = [(self._with_replies(after, plan), plan, after) for _, plan, after in found[:WIDTH]]
            found.sort(key=lambda entry: -entry[0])
        return [(worth, plan) for worth, plan, _ in found]

    def overruns(self, origin: str, target: str) -> bool:
        """Whether the squad that emptied a zone is better there than where it stands."""
        stays, goes = (self._later(_ended(end)) for end in _overruns(self._state, origin, target))
        return goes > stays

    def _later(self, state: RogueState) -> float:
        side = self._sides[self._seat]
        return self._after_replies(state) if self._replies else self._standing(state, side)

    # --- plans ---

    def _plans(
        self, state: RogueState, seat: str, *, moves: bool, parts: bool
    ) -> Iterator[tuple[TurnPlan, RogueState]]:
        """Yield each plan, with the state after its move."""
        yield from _attacks(state, seat, TurnPlan())
        for origin in state.zones_of(seat) if moves else ():
            squad = state.squads[origin]
            for stay in range(squad.size if parts else 1):
                going = _less(squad, stay)
                planned = movement.Move(seat, origin, going.size, going.count(TANK))
                for zone in movement.reach(state, planned):
                    after = _copied(state)
                    del after.squads[origin]
                    if stay:
                        after.squads[origin] = _less(squad, going.size)
                    there = after.squads.get(zone)
                    after.squads[zone] = going if there is None else _joined(there, going)
                    yield from _attacks(after, seat, TurnPlan(origin, zone, stay))

    def _must_part(self) -> bool:
        """Whether the seat must part its squads: its side can win by holding several zones at once."""
        return any(
            condition.kind == "hold" and len(condition.zones) > 1
            for victory in self._state.plan.victories
            if victory.side == self._sides[self._seat]
            for condition in victory.conditions
        )

    # --- what a plan brings ---

    def _at_once(self, state: RogueState, side: str, plan: TurnPlan) -> float:
        """Return what a plan brings before anybody replies, by the mean of its attack."""
        if self._judged[0] is not state or self._judged[1] != side:  # else it differs in the attack alone
            self._judged = state, side, self._standing(_ended(state), side)
        gain = 0.0
        if plan.attacker:
            gain = self._gain(state, state.squads[plan.attacker], plan.attacker, plan.target)
        return self._judged[2] + gain + plan.worth

    def _with_replies(self, state: RogueState, plan: TurnPlan) -> float:
        """Return what a plan is worth after the rivals' replies to each outcome of its attack."""
        if not plan.attacker:
            return self._after_replies(_ended(state)) + plan.worth
        worth = plan.worth
        for losses, chance in attack_outcomes(state, plan.attacker, plan.target):
            ends = _overruns(_fought(state, plan, *losses), plan.attacker, plan.target)
            worth += chance * max(self._after_replies(_ended(end)) for end in ends)
        return worth

    def _after_replies(self, state: RogueState) -> float:
        """Return what a position is worth after the turns of the rivals that come before the next own one."""
        at = state.order.index(self._seat)
        alone = list(self._sides.values()).count(self._sides[self._seat]) == len(state.order) - 1
        return self._replied(state, (*state.order[at + 1 :], *state.order[:at]), exact=alone)

    def _replied(self, state: RogueState, seats: tuple[str, ...], *, exact: bool) -> float:
        """Return what a position is worth after the turns of these seats, each the best at once.

        The attack of a single rival counts with each outcome, those of several with their mean.
        """
        side = self._sides[self._seat]
        rivals = [at for at, seat in enumerate(seats) if self._sides[seat] != side and state.zones_of(seat)]
        if not rivals or won(state) is not None:
            return self._standing(state, side)
        rival, later = seats[rivals[0]], seats[rivals[0] + 1 :]
        plan, after = max(
            self._plans(_begun(state, rival), rival, moves=True, parts=False),
            key=lambda found: self._at_once(found[1], self._sides[rival], found[0]),
        )
        if not plan.attacker:
            return self._replied(_ended(after), later, exact=exact)
        outcomes = attack_outcomes(after, plan.attacker, plan.target)
        if not exact:
            mean = (round(sum(chance * losses[part] for losses, chance in outcomes)) for part in (0, 1))
            return self._replied(_ended(_fought(after, plan, *mean)), later, exact=False)
        return sum(
            chance * self._replied(_ended(_fought(after, plan, *losses)), later, exact=False)
            for losses, chance in outcomes
        )

    # --- what a position is worth ---

    def _standing(self, state: RogueState, side: str) -> float:
        """Return what a position is worth for a side, roughly in units: pieces, fights, near goals."""
        if (victory := won(state)) is not None:
            return WON if victory.side == side else -WON
        worth = 0.0
        for zone, squad in state.squads.items():
            sign = 1.0 if self._sides[squad.owner] == side else -1.0 / self._rivals
            worth += sign * self._squad(state, zone, squad)
            if self._fear and sign < 0:
                worth -= self._fear * max(self._fights(state, zone, squad, {side}), default=0.0)
        for number, victory in enumerate(state.plan.victories):
            sign = 1.0 if victory.side == side else -1.0 / self._rivals
            own = [zone for zone, squad in state.squads.items() if self._sides[squad.owner] == victory.side]
            for index, condition in enumerate(victory.conditions if own else ()):
                # Where both want to eliminate each other, their steps towards us would undo ours to them.
                if condition.kind in CHASED and victory.side != side:
                    continue
                others = BAR if condition.kind == "reach" else 1.0
                haste = 1 + state.round / HASTENED if victory.side == side else others
                worth += sign * self._nearness(state, own, f"{number}.{index}", condition, haste)
        return worth

    def _gain(self, state: RogueState, squad: Squad, zone: str, target: str) -> float:
        """Return the gain of an attack; the same units meet in the same zones after many plans."""
        enemy = state.squads[target]
        ours, theirs = (squad.size, squad.count(TANK)), (enemy.size, enemy.count(TANK))
        fight = (zone, target, *ours, *theirs, enemy.count("engineer"))
        if fight not in self._gains:
            self._gains[fight] = attack_gain(state, squad, zone, target)
        return self._gains[fight]

    def _squad(self, state: RogueState, zone: str, squad: Squad) -> float:
        """Return what a squad is worth: its units, its best attack on a neighbour, and its cover."""
        fights = self._fights(state, zone, squad, self._enemies[squad.owner])
        return squad.size + FIGHT * max(fights, default=0.0) + COVER * min(2, state.cover.get(zone, 0))

    def _fights(self, state: RogueState, zone: str, squad: Squad, sides: Collection[str]) -> list[float]:
        """Return the gains of a squad's attacks on its neighbours of these sides."""
        return [
            self._gain(state, squad, zone, near)
            for near in state.ground.neighbours(zone)
            if near in state.squads and self._sides[state.squads[near].owner] in sides
        ]

    def _nearness(
        self, state: RogueState, own: list[str], key: str, condition: Condition, haste: float
    ) -> float:
        """Return how near a side with squads in these zones is to a condition of its victory."""
        if condition.kind == "reach":
            return -REACH * haste * min(self._way(state, goal, own) for goal in condition.zones)
        if condition.kind == "hold":
            left = [goal for goal in condition.zones if goal not in own]
            there = 1 - len(left) / len(condition.zones)
            steps = sum(self._nearest(goal, own) for goal in left)
            held = HELD * state.held.get(key, 0) / condition.number
            return self._goals * (ZONE * there + held - STEP * haste * steps)
        if condition.kind in CHASED:
            enemies = {state.order[player - 1] for player in condition.players}
            theirs = [zone for zone, squad in state.squads.items() if squad.owner in enemies]
            steps = sum(self._nearest(zone, theirs) for zone in own) if theirs else 0
            return -CHASE * haste * steps / len(own)
        return 0.0

    def _way(self, state: RogueState, goal: str, own: list[str]) -> int:
        """Return the zones from the nearest squad to a goal, round enemies."""
        round_enemies = self._distances(goal, frozenset(state.squads) - set(own))
        blocked = BLOCKED + self._nearest(goal, own)
        return min((round_enemies.get(zone, blocked) for zone in own), default=blocked)

    def _nearest(self, goal: str, zones: list[str]) -> int:
        steps = self._distances(goal, frozenset())
        return min(steps.get(zone, FAR) for zone in zones)

    def _distances(self, goal: str, closed: frozenset[str]) -> dict[str, int]:
        if (goal, closed) not in self._steps:
            self._steps[goal, closed] = _distances(self._state, goal, closed)
        return self._steps[goal, closed]


def best_turn(outlook: Outlook, *, moves: bool) -> TurnPlan:
    """Return the best plan of a seat; an empty one if it can do nothing."""
    return next((plan for _, plan in outlook.plans(moves=moves)), TurnPlan())


# --- positions ---------------------------------------------------------------------------------------------


def _copied(state: RogueState) -> RogueState:
    """Return a copy in which squads and what they have held may be replaced."""
    after = copy(state)
    after.squads, after.held, after.fallen = dict(state.squads), dict(state.held), dict(state.fallen)
    return after


def _begun(state: RogueState, seat: str) -> RogueState:
    """Return the position at the start of a seat's turn."""
    after = _copied(state)
    after.facts = state.facts if state.active == seat else TurnFacts()
    after.active = seat
    return after


def _ended(state: RogueState) -> RogueState:
    """Return the position at the end of the turn, with what has been held counted."""
    after = copy(state)
    after.held = dict(state.held)
    count_turns(after)
    return after


def _attacks(state: RogueState, seat: str, plan: TurnPlan) -> Iterator[tuple[TurnPlan, RogueState]]:
    yield plan, state
    for zone in state.zones_of(seat) if state.facts.attacks else ():
        for target in rules.targets(state, zone):
            yield TurnPlan(plan.origin, plan.zone, plan.stay, zone, target), state


def _fought(state: RogueState, plan: TurnPlan, suffered: int, dealt: int) -> RogueState:
    after = _copied(state)
    for zone, count in ((plan.attacker, suffered), (plan.target, dealt)):
        squad = after.squads.pop(zone)
        after.fallen[squad.owner] += min(count, squad.size)
        if count < squad.size:
            after.squads[zone] = _less(squad, count)
    return after


def _overruns(state: RogueState, origin: str, target: str) -> list[RogueState]:
    """Return what can follow a fight: stay, or overrun a zone next door that it emptied."""
    emptied = origin in state.squads and target not in state.squads
    if not emptied or target not in state.ground.neighbours(origin):
        return [state]
    after = _copied(state)
    after.squads[target] = after.squads.pop(origin)
    return [state, after]


def _less(squad: Squad, fewer: int) -> Squad:
    """Return a squad without this many units: plain soldiers go first, then tanks, then leaders."""
    units, leaders = dict(squad.units), list(squad.leaders)
    for _ in range(fewer):
        plain = [kind for kind in units if kind != TANK and units[kind] > leaders.count(kind)]
        kind = plain[0] if plain else TANK if TANK in units else next(iter(units))
        units[kind] -= 1
        if units[kind] < leaders.count(kind):
            leaders.remove(kind)
        if not units[kind]:
            del units[kind]
    return Squad(squad.owner, units, leaders)


def _joined(one: Squad, other: Squad) -> Squad:
    units = {kind: one.count(kind) + other.count(kind) for kind in (*one.units, *other.units)}
    return Squad(one.owner, units, [*one.leaders, *other.leaders])


def _distances(state: RogueState, zone: str, closed: frozenset[str]) -> dict[str, int]:
    """Return the distance in zones to every zone, without crossing water or these zones."""
    found, waiting = {zone: 0}, deque([zone])
    while waiting:
        here = waiting.popleft()
        if here in closed:
            continue
        for near in state.ground.neighbours(here):
            if near not in found and "water" not in state.ground.zones[near].terrain:
                found[near] = found[here] + 1
                waiting.append(near)
    return found

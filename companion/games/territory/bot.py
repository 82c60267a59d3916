"""The base of the map games' bots: choose attacks by exact odds, and where armies are needed."""

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, TypeVar

from companion.games.boards.board import Continent
from companion.games.boards.elements import place_name
from companion.games.territory import battle
from companion.games.territory.attack import Attack, AttackRules
from companion.games.territory.characters import ARMIES, EVEN, Memory, character_of
from companion.games.territory.deployment import SPREAD
from companion.games.territory.rewards import GIVES
from companion.games.territory.stars import STARS
from companion.games.territory.state import TerritoryState
from companion.locale.messages import gettext
from companion.odds.battle import Battle, DiceRule
from companion.odds.battle_odds import conquest_chances
from companion.referee.bot import Advice, Bot, Strength
from companion.referee.dice import Contest
from companion.referee.interruptions import CALL_OFF
from companion.referee.questions import END, Choose, Count, Deploy, Pick, PickOrEnd, PlayCards, Question, Roll

T = TypeVar("T", bound=TerritoryState)

MIN_CHANCE: dict[Strength, float] = {"easy": 0.45, "normal": 0.55, "hard": 0.6}
"""The chance of conquest with which each strength declares an attack."""
GIVE_UP: dict[Strength, float] = {"easy": 0.1, "normal": 0.25, "hard": 0.35}
"""Below this chance an attack is called off."""
COLLECTING = ("objective", "achieve")
"""Steps in which objectives or achievements are collected."""
FRONT = 1.0
"""What each neighbour that is ours rather than hostile adds to a territory, roughly in armies, for hard
players: where they claim land, and where they do not plan."""
TWO = 2
"""Players left from which the front no longer counts: there is no third who gains while two fight."""
TEMPTING = 0.4
"""The chance of conquest from which on a player who errs may attack."""
SAFE = 0.75
"""The chance of conquest with which a timid player attacks."""
PARTS = 3
"""A timid player puts one part of this many of its new armies in a place, then looks again."""
TIMID_ROUNDS = 40
"""Rounds after which nobody is timid any more, so that games end."""
STACKS = 3
"""The share of its armies, one of this many, that a player puts in one place at the set-up; and no fewer."""
SAVED = 4
"""Cards with stars from which on a hand is traded: ten stars bring thirty armies, two bring two."""
AT_RISK = 3
"""Territories up to which a player trades what it has: who falls loses the hand."""
LARGE = 8
"""An enemy with this many armies next door is watched by half as many."""
OBVIOUS = 0.75
"""From this chance on nobody leaves a continent or a rival's last territory lying."""
MAX_ARMIES = 40
"""Largest number of armies on a side in the computation; larger battles are scaled down."""


def conquest_chance(battle: Battle) -> float:
    """Return the chance of conquest, exact up to MAX_ARMIES on a side."""
    attackers, defenders = battle.attackers, battle.defenders
    if attackers <= 0:
        return 0.0
    if (most := max(attackers, defenders)) > MAX_ARMIES:
        attackers, defenders = (max(1, round(side * MAX_ARMIES / most)) for side in (attackers, defenders))
    return _chances(battle.rule)[attackers][defenders]


@lru_cache(maxsize=256)
def _chances(rule: DiceRule) -> tuple[tuple[float, ...], ...]:
    """The chances of all battles by one dice rule: bots look up many for one question."""
    return conquest_chances(rule, MAX_ARMIES)


class TerritoryBot(Bot[T]):
    """Attacks where the odds are good and the gain is large; gathers armies at the front.

    Subclasses set the allowed attacks, and may override chances and values. A timid player loses to
    better ones, who grow faster, and still beats chance; who errs by chance loses to both.
    """

    attacks: ClassVar[AttackRules]  # type: ignore[type-arg]  # each game has its own state
    one_conquest: ClassVar[bool] = False
    """Whether easy players who err never attack again after a conquest; others do every second time."""

    timid: ClassVar[tuple[Strength, ...]] = ()
    """Strengths that are timid: armies for every front, one sure conquest a turn, and no plan."""

    def __init__(self, strength: Strength = "normal", seed: int = 0) -> None:
        super().__init__(strength, seed)
        self._seed, self._memory, self._likes = seed, Memory(), EVEN

    def advise(self, question: Question, state: T) -> Advice | None:
        """Return an allowed answer to the open question, as the seat's character likes it."""
        if question.seat is not None and state.turn:
            self._likes = character_of(state, question.seat, self._seed)
            self._memory.look(state, question.seat)
        held_back = self._is_timid(state) and not self.asks_the_table(question, state)
        return (self.hold_back(question, state) if held_back else None) or super().advise(question, state)

    def _is_timid(self, state: T) -> bool:
        return self.strength in self.timid and 0 < state.round <= TIMID_ROUNDS

    def hold_back(self, question: Question, state: T) -> Advice | None:
        """Return what a timid player answers where it holds back, else nothing."""
        seat = _asked(question, state)
        match question:
            case Deploy() if question.most > 1 and any(
                place in state.held(seat) for place in question.allowed
            ):
                front = self._front(state, seat, question.allowed)
                place = max(front or question.allowed, key=lambda place: self._danger(state, seat, place))
                part = -(-question.most // PARTS)
                return Advice({"place": place, "count": part}, gettext("It is in most danger."))
            case PickOrEnd() if question.allowed and state.step == "attack":
                if not question.focus and self.has_conquered(state) and not self._must_go_on(state, seat):
                    return Advice(END, gettext("One conquest is enough."))
                return self._attack(question, state, seat, timid=True)
        return None

    def has_conquered(self, state: T) -> bool:
        """Whether a conquest of this turn counts, for a card for instance."""
        return bool(getattr(state.facts, "conquered", False))

    def decide(self, question: Question, state: T) -> Advice | None:
        """Return what is best for the seat that is asked."""
        seat = _asked(question, state)
        match question:
            case PlayCards() if self._saves(question, state):
                return Advice([], gettext("More stars together bring more."))
            case Roll():
                return self._roll(question)
            case Deploy():
                return self._deploy(question, state, seat)
            case PickOrEnd() if question.allowed and state.step == "attack":
                return self._attack(question, state, seat)
            case PickOrEnd() if question.allowed:
                return self._maneuver(question, state, seat)
            case Pick() if question.allowed:
                return self._claim(question, state, seat)
            case Count():
                return self._count(question, state, seat)
            case Choose() if state.step in COLLECTING:
                return _collect(question)
        return None

    def err(self, question: Question, state: T) -> Advice | None:
        """Return a lesser answer that people give too: any fair attack, any place at the front, any number.

        A wholly random one looks absurd: new armies behind the lines, two armies against twenty, a front left
        for the hinterland, an objective that is not collected.
        """
        seat, choice = _asked(question, state), self._random.random.choice
        match question:
            case Deploy() if question.allowed and question.most > 1:
                place = choice(self._front(state, seat, question.allowed) or list(question.allowed))
                return Advice({"place": place, "count": question.most}, gettext("The enemy is near."))
            case PickOrEnd() if question.allowed and state.step == "attack":
                content = choice((True, False)) or (self.one_conquest and self.strength == "easy")
                tired = not question.focus and self.has_conquered(state)
                if tired and content and not self._must_go_on(state, seat):
                    return Advice(END, gettext("One conquest is enough."))
                return Advice(choice(self._tempting(question, state, seat)), gettext("It looks good."))
            case Count() if state.facts.occupation is not None:
                move = state.facts.occupation
                torn = all(self._enemies(state, seat, place) for place in (move.origin, move.target))
                some = (question.least, (question.least + question.most) // 2, question.most)
                return (
                    Advice(choice(some), gettext("It looks good.")) if torn else self.decide(question, state)
                )
            case Count() if question.unit == state.pieces:
                half = max(question.least, -(-question.most // 2))
                return Advice(choice((half, question.most)), gettext("It looks good."))
            case Choose() if state.step in COLLECTING:
                return self.decide(question, state)
            case Count() | Pick() | Choose():
                return super().err(question, state)
        return self.decide(question, state)

    def _must_go_on(self, state: T, seat: str) -> bool:
        """Whether nobody would stop now: most armies are its own, or something obvious falls."""
        own, all_armies = (
            sum(state.holdings[place].armies for place in places)
            for places in (state.held(seat), state.holdings)
        )
        if 2 * own > all_armies:
            return True
        for target in state.holdings:
            if not (self.is_prize(state, seat, target) and self.can_take(state, seat, target)):
                continue
            for origin in state.neighbours(target):
                own = state.holdings[origin].owner == seat
                if own and self.chance(state, origin, target) >= OBVIOUS:
                    return True
        return False

    def is_prize(self, state: T, seat: str, place: str) -> bool:
        """Whether nobody leaves a territory lying that will fall: the last of a continent or of a rival."""
        owner = state.holdings[place].owner
        last = owner is not None and state.hostile(seat, owner) and len(state.held(owner)) == 1
        return last or self._completes(state, seat, place)

    def _completes(self, state: T, seat: str, place: str) -> bool:
        """Whether a seat holds all of a territory's continent but for the territory."""
        lands = self._continent(state, place).territories
        return all(state.holdings[near].owner == seat for near in lands if near != place)

    def _tempting(self, question: PickOrEnd, state: T, seat: str) -> list[str]:
        """Return what an attack may come from or, where that is known, go to; nothing else: the end."""
        known = next(iter(question.focus), None)
        own = [place for place in question.allowed if not self.can_take(state, seat, place)]
        fair = [
            target if origin == known else origin
            for origin in own or [place for place in (known,) if place is not None]
            for target in self.attacks.targets(state, seat, origin)
            if self.can_take(state, seat, target) and self.chance(state, origin, target) >= TEMPTING
        ]
        return [place for place in fair if place in question.allowed] or [END]

    def asks_the_table(self, question: Question, state: T) -> bool:
        """Whether only people can answer: a revealed reward, like the cards in a hand."""
        turned = isinstance(question, Choose) and all(option.id in GIVES for option in question.options)
        return turned or (super().asks_the_table(question, state) and not self._saves(question, state))

    def _saves(self, question: Question, state: T) -> bool:
        """Whether a trade of stars waits, whatever is on the cards: few of them bring little."""
        if not (isinstance(question, PlayCards) and question.none and set(question.kinds) == set(STARS)):
            return False
        few = max(map(len, question.allowed), default=0) < SAVED
        return few and len(state.held(question.seat or "")) > AT_RISK

    # --- what things are worth ---

    def contest(self, state: T, attack: Attack) -> Contest:
        """Return the battle that an attack would open."""
        return battle.contest(state, attack)

    def chance(self, state: T, origin: str, target: str, more: int = 0) -> float:
        """Return the chance of conquest, with this many armies more at the origin."""
        opened = Battle.of(self.contest(state, Attack(origin, target)))
        return conquest_chance(Battle(max(0, opened.attackers + more), opened.defenders, opened.rule))

    def can_take(self, state: T, seat: str, place: str) -> bool:
        """Whether a seat can attack a territory at all, from any territory."""
        return state.hostile(seat, state.holdings[place].owner)

    def worth(self, state: T, seat: str, place: str) -> float:
        """Return the value of conquering a territory, roughly in armies."""
        owner, continent = state.holdings[place].owner, self._continent(state, place)
        held = sum(state.holdings[near].owner == seat for near in continent.territories)
        size = len(continent.territories)
        worth = 1.0 + continent.bonus * (held + 1) / size
        if held + 1 == size:
            worth += 2 * continent.bonus
        if owner is not None and any(player.id == owner for player in state.seats):
            worth += 1.0 + 12.0 / len(state.held(owner))
            if all(state.holdings[near].owner == owner for near in continent.territories):
                worth += continent.bonus
        if self.strength == "hard" and len(state.playing()) > TWO:
            worth += FRONT * self._shortening(state, seat, place)
        return worth + ARMIES * self._liking(state, place, held + 1 == size)

    def _simple_worth(self, state: T, seat: str, place: str) -> float:
        """Return what a timid player sees in a territory: it is one, or the last of something."""
        prize, completes = self.is_prize(state, seat, place), self._completes(state, seat, place)
        return 1.0 + 2.0 * prize + ARMIES * self._liking(state, place, completes)

    def _liking(self, state: T, place: str, completes: bool) -> float:
        """Return what the seat's character adds to a conquest, as a chance to win."""
        likes, owner, continent = self._likes, state.holdings[place].owner, self._continent(state, place)
        part = continent.bonus / max(1, sum(land.bonus for land in state.map.continents))
        whole = all(state.holdings[near].owner == owner for near in continent.territories)
        resented = likes.resents > 0 and owner is not None and owner == self._memory.resented(state)
        return (
            likes.builds * part * completes
            + likes.breaks * part * whole
            + likes.resents * resented / max(1, len(state.held(owner or "")))
        )

    def _shortening(self, state: T, seat: str, place: str) -> int:
        """Return own minus hostile neighbours of a territory: taking it then shortens the front."""
        owners = [state.holdings[near].owner for near in state.neighbours(place)]
        return owners.count(seat) - sum(state.hostile(seat, owner) for owner in owners)

    def best_attack(
        self,
        state: T,
        seat: str,
        origins: Iterable[str],
        *,
        more: int = 0,
        least: float = 0.0,
        timid: bool = False,
    ) -> tuple[float, str, str, float]:
        """Return the best attack: its score, origin, target and chance; a score of 0 if there is none.

        Args:
            state: the state.
            seat: who attacks.
            origins: where attacks may come from.
            more: armies that will be added to the origin; then the game's restrictions are ignored.
            least: smallest chance of an attack.
            timid: whether worth is what a timid player sees.
        """
        worth = self._simple_worth if timid else self.worth
        found = [(0.0, "", "", 0.0)]
        for origin in origins:
            near = self.attacks.near(state, origin) if more else self.attacks.targets(state, seat, origin)
            for target in near:
                chance = self.chance(state, origin, target, more) if self.can_take(state, seat, target) else 0
                if not chance or chance < least:
                    continue
                found.append((chance * worth(state, seat, target), origin, target, chance))
        return max(found)

    # --- the questions ---

    def _roll(self, question: Roll) -> Advice | None:
        if question.contest is None or CALL_OFF not in [offer.id for offer in question.offers]:
            return None
        chance = conquest_chance(Battle.of(question.contest))
        if chance >= GIVE_UP[self.strength]:
            return None
        return Advice({"offer": CALL_OFF}, gettext("The chance is only {chance:.0%}.", chance=chance))

    def _attack(self, question: PickOrEnd, state: T, seat: str, *, timid: bool = False) -> Advice | None:
        """Choose an origin, or a target of the origin that is known already."""
        least, known = SAFE if timid else MIN_CHANCE[self.strength], next(iter(question.focus), None)
        own = [place for place in question.allowed if not self.can_take(state, seat, place)]
        origins = own or [place for place in (known,) if place is not None]
        _, origin, target, chance = self.best_attack(state, seat, origins, least=least, timid=timid)
        if not origin:
            return Advice(END, gettext("No attack has a chance of {chance:.0%} or more.", chance=least))
        arrow = (origin, target)
        if origin == known:
            return Advice(target, gettext("The chance is {chance:.0%}.", chance=chance), arrow)
        text = gettext(
            "{place} falls with a chance of {chance:.0%}.", place=state.name(target), chance=chance
        )
        return Advice(origin, text, arrow)

    def _deploy(self, question: Deploy, state: T, seat: str) -> Advice | None:
        if not question.allowed:
            return None
        if question.most == 1 and SPREAD in [offer.id for offer in question.offers]:
            return Advice({"offer": SPREAD}, gettext("That is faster than one army at a time."))
        if state.holdings[question.allowed[0]].owner != seat:
            place = max(question.allowed, key=lambda place: self._nuisance(state, seat, place))
            return Advice(
                {"place": place, "count": question.most}, gettext("It hinders the opponents most there.")
            )
        allowed, most = question.allowed, question.most
        if not state.turn:
            most = min(most, max(STACKS, -(-most // STACKS)))
            allowed = tuple(place for place in allowed if state.holdings[place].armies < most) or allowed
        best = self.best_attack(state, seat, allowed, more=most)
        if not best[1]:
            front = self._front(state, seat, allowed)
            place = max(front or allowed, key=lambda place: self._danger(state, seat, place))
            return Advice({"place": place, "count": most}, gettext("It is in most danger."))
        text = gettext("From there to {place}.", place=state.name(best[2]))
        return Advice({"place": best[1], "count": most}, text, (best[1], best[2]))

    def _maneuver(self, question: PickOrEnd, state: T, seat: str) -> Advice | None:
        """Move armies from the hinterland to the front."""
        if state.holdings[question.allowed[0]].owner != seat:
            return None
        front = self._front(state, seat, question.allowed)
        quiet = [
            place for place in question.allowed if place not in front and state.holdings[place].armies > 1
        ]
        if not question.focus:
            if not quiet:
                return Advice(END, gettext("All armies stand where they are wanted."))
            place = max(quiet, key=lambda place: state.holdings[place].armies)
            return Advice(place, gettext("No enemy stands beside it."))
        best = self.best_attack(state, seat, front)
        if best[1]:
            return Advice(best[1], gettext("There is the front."))
        if front:
            return Advice(
                max(front, key=lambda place: self._danger(state, seat, place)),
                gettext("It is in most danger."),
            )
        place = min(question.allowed, key=lambda place: self._steps_to_front(state, seat, place))
        return Advice(place, gettext("It is nearer to the front."))

    def _claim(self, question: Pick, state: T, seat: str) -> Advice | None:
        place = max(
            question.allowed,
            key=lambda place: (self.worth(state, seat, place), self._shortening(state, seat, place)),
        )
        continent = place_name(self._continent(state, place).name)
        return Advice(place, gettext("It is worth most in {continent}.", continent=continent))

    def _count(self, question: Count, state: T, seat: str) -> Advice | None:
        move = state.facts.occupation
        if move is None:
            return Advice(question.most, gettext("All that can go."))
        origin, target = (self._strongest(state, seat, place) for place in (move.origin, move.target))
        if origin and not target:
            return Advice(question.least, gettext("The enemy stands beside the territory they come from."))
        if origin >= LARGE and origin > target:
            count = max(question.least, question.most - origin // 2)
            text = gettext("Some watch the large army beside {place}.", place=state.name(move.origin))
            return Advice(count, text)
        nearer = [self._steps_to_front(state, seat, place) for place in (move.origin, move.target)]
        if nearer[0] < nearer[1]:
            return Advice(question.least, gettext("They stand nearer to the front."))
        return Advice(question.most, gettext("That is the front now."))

    def _strongest(self, state: T, seat: str, place: str) -> int:
        """Return the most enemy armies in a territory next door; 0 if no enemy stands there."""
        near = (state.holdings[near] for near in state.neighbours(place))
        return max((one.armies for one in near if state.hostile(seat, one.owner)), default=0)

    def _enemies(self, state: T, seat: str, place: str) -> bool:
        return any(state.hostile(seat, state.holdings[near].owner) for near in state.neighbours(place))

    def _front(self, state: T, seat: str, places: Iterable[str]) -> list[str]:
        """Return those of some territories that an enemy stands beside."""
        return [place for place in places if self._enemies(state, seat, place)]

    def _danger(self, state: T, seat: str, place: str) -> int:
        """Return the number of enemy armies around a territory minus the own armies in it."""
        near = (state.holdings[near] for near in state.neighbours(place))
        enemies = sum(holding.armies for holding in near if state.hostile(seat, holding.owner))
        return enemies - state.holdings[place].armies

    def _steps_to_front(self, state: T, seat: str, place: str) -> int:
        """Return the number of moves over own territories to one next to an enemy."""
        steps, waiting = {place: 0}, deque([place])
        while waiting:
            here = waiting.popleft()
            if self._enemies(state, seat, here):
                return steps[here]
            for near in state.neighbours(here):
                if near not in steps and state.holdings[near].owner == seat:
                    steps[near] = steps[here] + 1
                    waiting.append(near)
        return len(state.holdings)

    def _nuisance(self, state: T, seat: str, place: str) -> int:
        owners = [state.holdings[near].owner for near in state.neighbours(place)]
        return sum(owner not in (seat, state.holdings[place].owner) for owner in owners) - owners.count(seat)

    def _continent(self, state: T, place: str) -> Continent:
        return state.map.continent(state.map.territory(place).continent)


def _asked(question: Question, state: TerritoryState) -> str:
    """Return who answers: whom the question names, else who is on turn, else the first seat."""
    return question.seat or state.active or state.seats[0].id


def _collect(question: Choose) -> Advice | None:
    allowed = [option.id for option in question.options if option.ruling.allowed]
    taken = [option for option in allowed if option != "none"]
    return Advice(taken[0], gettext("It brings victory nearer.")) if taken and "none" in allowed else None

"""A bot for Battlefield Rogue: it moves squads to the scenario's goals and to good attacks."""

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import ClassVar

from msgspec.structs import replace

from companion.games.rogue import movement, rules
from companion.games.rogue.cards import NEW, which_power
from companion.games.rogue.deck import Card, EffectKind
from companion.games.rogue.moves import GO
from companion.games.rogue.scenario import Condition
from companion.games.rogue.state import TANK, RogueState, Squad
from companion.games.rogue.symbol_dice import (
    REGULAR_ATTACK,
    REGULAR_DEFENCE,
    UPGRADED_ATTACK,
    UPGRADED_DEFENCE,
    house_faces,
)
from companion.locale.messages import gettext, ngettext
from companion.odds.symbol_dice import wounds
from companion.referee.bot import BLUNDERS, Advice, Bot, Strength
from companion.referee.dice import Symbols
from companion.referee.questions import END, Choose, Confirm, Count, FillIn, PickOrEnd, Question

FAR = 99
"""Distance to an unreachable zone."""
CAUTION = 1.2
"""Weight of the threat of an enemy that must move before it can attack."""
THREAT = 0.25
"""Weight of a threat against a gain. With more, both sides wait for the other: in one scenario 80 of 100
turns were empty, and no more games were won."""
WORST_ATTACK = -2.25
"""Smallest gain with which a squad attacks, roughly in units: whoever waits loses to the scenario."""
MIN_GAIN = 0.05
"""Smallest gain that a move needs, roughly in units."""

FULL_HANDS = (3, 6)
"""Cards in hand from which a second and a third card is laid into a fight."""
POWERS: Mapping[EffectKind, float] = {"hits": 2.0, "blocks": 1.5, "cancel": 1.5, "attack": 1.5}
"""What one of these effects is worth, roughly in units; others count one."""


class RogueBot(Bot[RogueState]):
    """Makes the move with the largest gain and the attack with most enemy losses.

    Its cards lie open beside its seat. It says how many it lays into a fight, and people say which they are.
    """

    blunders: ClassVar[Mapping[Strength, float]] = {**BLUNDERS, "normal": 0.4, "easy": 0.55}

    def __init__(self, strength: Strength = "normal", seed: int = 0) -> None:
        super().__init__(strength, seed)
        self._wanted_card = 0

    def decide(self, question: Question, state: RogueState) -> Advice | None:
        """Return the best answer for the seat of the question."""
        match question:
            case PickOrEnd() if "RG-MOV-1" in question.rules:
                return self._pick_squad(question, state)
            case PickOrEnd() if "RG-MOV-3" in question.rules:
                return self._pick_zone(question, state)
            case PickOrEnd() if "RG-CMB-1" in question.rules:
                return self._pick_attacker(question, state)
            case PickOrEnd() if "RG-CMB-2" in question.rules:
                return self._pick_target(question, state)
            case Count() if "RG-CMB-3" in question.rules or "RG-AIR-5" in question.rules:
                return self._lay(question, state)
            case PickOrEnd() if "RG-AIR-1" in question.rules:
                return _fly(question, state)
            case PickOrEnd() if "RG-DRW-6" in question.rules:
                return Advice(question.allowed[0], gettext("It shoots enemy aircraft down."))
            case Confirm() if "RG-CMD-2" in question.rules:
                return Advice(False, gettext("It must be used at once."))
            case Choose():
                return self._choose(question, state)
        return None

    def asks_the_table(self, question: Question, state: RogueState) -> bool:
        """Return whether players must read the dice because their faces are unknown."""
        dice_spent = isinstance(question, FillIn) and state.turn > 0
        return dice_spent or _asks_for_a_card(question) or super().asks_the_table(question, state)

    def for_table(self, question: Question, state: RogueState) -> Question:
        """Ask people for a card of its open hand: the first that this moment allows."""
        if not isinstance(question, Choose) or not _asks_for_a_card(question):
            return question
        return replace(
            question,
            prompt=gettext(
                "Which open card does {player} play?", player=state.seat(question.seat or "").name
            ),
        )

    # --- moving ---

    def _pick_squad(self, question: PickOrEnd, state: RogueState) -> Advice:
        if question.offers and not question.allowed and self._wanted_card != state.turn:
            self._wanted_card = state.turn  # once a turn: people may answer that no card helps
            return Advice({"offer": question.offers[0].id}, gettext("Only a card can bring units on."))
        moves = [
            (_worth(state, squad, zone) - _worth(state, squad, origin), origin, zone)
            for origin in question.allowed
            for squad in (state.squads[origin],)
            for zone in _destinations(state, origin)
        ]
        gain, origin, zone = max(moves, default=(-inf, "", ""))
        if gain < MIN_GAIN:
            return Advice(END, gettext("All squads are well placed."))
        return Advice(origin, gettext("{zone} is better.", zone=state.name(zone)))

    def _pick_zone(self, question: PickOrEnd, state: RogueState) -> Advice | None:
        """Choose the target zone; the moving squad is the one with exactly these target zones."""
        allowed = set(question.allowed)
        origins = [
            zone for zone in state.zones_of(state.mover.id) if set(_destinations(state, zone)) == allowed
        ]
        if not origins or not allowed:
            return None
        squad = state.squads[origins[0]]
        best = max(question.allowed, key=lambda zone: _worth(state, squad, zone))
        if _worth(state, squad, best) - _worth(state, squad, origins[0]) < MIN_GAIN:
            return Advice(END, gettext("It is well placed."))
        return Advice(best, _why(state, squad, best))

    # --- fighting ---

    def _pick_attacker(self, question: PickOrEnd, state: RogueState) -> Advice:
        fights = [
            (_gain(state, state.squads[zone], zone, target), zone, target)
            for zone in question.allowed
            for target in rules.targets(state, zone)
        ]
        gain, zone, target = max(fights, default=(0.0, "", ""))
        if not target or gain <= WORST_ATTACK:
            return Advice(END, gettext("No attack costs the enemy more than us."))
        return Advice(zone, gettext("{zone} is within reach.", zone=state.name(target)))

    def _pick_target(self, question: PickOrEnd, state: RogueState) -> Advice | None:
        allowed = set(question.allowed)
        origins = [
            zone for zone in state.zones_of(state.mover.id) if set(rules.targets(state, zone)) == allowed
        ]
        if not origins:
            return None
        squad = state.squads[origins[0]]
        best = max(question.allowed, key=lambda target: _gain(state, squad, origins[0], target))
        dealt, _, _ = _outlook(state, squad, origins[0], best)
        return Advice(best, gettext("{units:.1f} units fall on average.", units=dealt))

    # --- cards ---

    def _lay(self, question: Count, state: RogueState) -> Advice:
        """Lay more cards the fuller the hand: at eleven cards all but ten are lost."""
        hand = sum(state.hands[question.seat or state.mover.id].values())
        count = min(question.most, 1 + sum(hand > full for full in FULL_HANDS))
        return Advice(count, ngettext("It has {count} card.", "It has {count} cards.", hand))

    # --- choices ---

    def _choose(self, question: Choose, state: RogueState) -> Advice | None:
        allowed = [option.id for option in question.options if option.ruling.allowed]
        for card in state.cards.values():
            if question.prompt == which_power(card):
                return _power(card)
        if "RG-MOV-2" in question.rules and GO in allowed:
            return Advice(GO, gettext("All of them go."))
        if "RG-CMB-6" in question.rules:
            plain = [kind for kind in allowed if not kind.startswith("leader") and kind != TANK]
            return Advice((plain or allowed)[0], gettext("It is the least useful one."))
        if "RG-DRW-1" in question.rules or "RG-DRW-4" in question.rules:
            hand = state.hands[state.mover.id]
            fewest = "RG-DRW-1" in question.rules
            kind = (min if fewest else max)(allowed, key=lambda kind: hand[kind])
            return Advice(kind, gettext("It has few of them.") if fewest else gettext("It has most of them."))
        if "RG-OVR" in question.rules and "overrun" in allowed and state.fight is not None:
            squad, here, there = state.squads[state.fight.origin], state.fight.origin, state.fight.target
            better = _worth(state, squad, there) > _worth(state, squad, here)
            return Advice("overrun" if better else "stay", gettext("That zone is worth more."))
        return None


def _asks_for_a_card(question: Question) -> bool:
    """Whether a question is which card is played, which only people see."""
    return isinstance(question, Choose) and NEW in [option.id for option in question.options]


def _power(card: Card) -> Advice:
    """Choose the power of a card that does most in a fight."""
    worths = [
        sum(POWERS.get(effect.do, 1.0) * effect.number for effect in power.effects) for power in card.powers
    ]
    best = worths.index(max(worths))
    return Advice(str(best + 1), gettext("{power} does more.", power=card.powers[best].title))


def _destinations(state: RogueState, origin: str) -> tuple[str, ...]:
    squad = state.squads[origin]
    planned = movement.Move(squad.owner, origin, squad.size, squad.count(TANK))
    return movement.reach(state, planned)


# --- what a zone is worth ----------------------------------------------------------------------------------


def _worth(state: RogueState, squad: Squad, zone: str) -> float:
    """Return the value of a squad in a zone, roughly in units."""
    enemies = [
        near
        for near in state.ground.neighbours(zone)
        if near in state.squads and state.hostile(squad.owner, state.squads[near].owner)
    ]
    gain = max((0.0, *(_gain(state, squad, zone, enemy) for enemy in enemies)))
    threat = max((0.0, *(_gain(state, state.squads[enemy], enemy, zone, squad) for enemy in enemies)))
    if not gain:
        threat = CAUTION * max((0.0, *_strikes(state, squad, zone)))
    worth = 2 * gain + THREAT * (0.5 * min(2, state.cover.get(zone, 0)) - threat)
    side = state.side(squad.owner)
    for victory in state.plan.victories:
        for condition in victory.conditions:
            weight = 1.0 if victory.side == side else -1.0
            worth += _towards(state, squad.owner, zone, condition, own=weight > 0)
    return worth


def _strikes(state: RogueState, squad: Squad, zone: str) -> list[float]:
    """Return the gain of each enemy squad that can move next to a zone and attack it."""
    near = set(state.ground.neighbours(zone))
    return [
        _gain(state, enemy, place, zone, squad)
        for place, enemy in state.squads.items()
        if state.hostile(squad.owner, enemy.owner) and near & {place, *_destinations(state, place)}
    ]


def _towards(state: RogueState, seat: str, zone: str, condition: Condition, *, own: bool) -> float:
    """Return how much a squad in a zone helps with a victory condition, or blocks an enemy's."""
    if condition.kind in ("reach", "hold"):
        ours = _held_by_side(state, seat, condition) if own else ()
        wanted = [goal for goal in condition.zones if goal not in ours] or condition.zones
        steps = min(_distances(state, goal).get(zone, FAR) for goal in wanted)
        if own:
            last = condition.kind == "reach" or len(ours) + 1 >= len(condition.zones)
            return (20.0 if steps == 0 and last else 1.0 if steps == 0 else 0.0) - 0.4 * steps
        blocks = 2.0 if condition.kind == "reach" else 0.5
        return (blocks if steps == 0 else 0.0) - 0.1 * steps
    if own and condition.kind in ("eliminate", "kill"):
        enemies = [state.order[player - 1] for player in condition.players]
        steps = min(
            (
                _distances(state, place).get(zone, FAR)
                for place, other in state.squads.items()
                if other.owner in enemies
            ),
            default=0,
        )
        return -0.4 * steps
    return 0.0


def _held_by_side(state: RogueState, seat: str, condition: Condition) -> tuple[str, ...]:
    """Return the goals that the seat's side holds; its other squads go for the others."""
    team = state.team(state.side(seat))
    return tuple(goal for goal in condition.zones if rules.controller(state, goal) in team)


def _why(state: RogueState, squad: Squad, zone: str) -> str:
    side = state.side(squad.owner)
    goals = {
        goal
        for victory in state.plan.victories
        if victory.side == side
        for condition in victory.conditions
        for goal in condition.zones
    }
    if zone in goals:
        return gettext("The scenario wants it.")
    return gettext("It is nearer to the goal, or to a good attack.")


def _distances(state: RogueState, zone: str) -> dict[str, int]:
    """Return the distance in zones to every zone, without crossing water."""
    found, waiting = {zone: 0}, deque([zone])
    while waiting:
        here = waiting.popleft()
        for near in state.ground.neighbours(here):
            if near not in found and "water" not in state.ground.zones[near].terrain:
                found[near] = found[here] + 1
                waiting.append(near)
    return found


# --- aircraft ----------------------------------------------------------------------------------------------


def _fly(question: PickOrEnd, state: RogueState) -> Advice:
    """Fly to the dogfight with the best expected gain, or stay if there is none."""
    origins = question.focus or question.allowed
    flights = [
        (_dogfight(state, target, coming=1) - _dogfight(state, origin), origin, target)
        for origin in origins
        for target in (question.allowed if question.focus else rules.flights(state, origin))
    ]
    gain, origin, target = max(flights, default=(0.0, "", ""))
    if gain < MIN_GAIN:
        return Advice(END, gettext("The aircraft are where they should be."))
    return Advice(
        target if question.focus else origin,
        gettext("A dogfight over tile {tile} should gain.", tile=target),
    )


def _dogfight(state: RogueState, tile: str, coming: int = 0) -> float:
    """Return the gain of a dogfight over a tile, in aircraft, with `coming` more of your own."""
    here, seat = state.aircraft.get(tile, {}), state.mover.id
    enemies = sum(number for owner, number in here.items() if state.hostile(seat, owner))
    own = sum(number for owner, number in here.items() if not state.hostile(seat, owner)) + coming
    if not enemies or not own:
        return 0.0
    faces = state.faces or house_faces()
    better, safer = rules.upgraded(3, 0, own - 1, 0), rules.upgraded(2, 0, enemies - 1, 0)
    dealt, suffered, _ = _expected(
        (faces[UPGRADED_ATTACK],) * better + (faces[REGULAR_ATTACK],) * (3 - better),
        (faces[UPGRADED_DEFENCE],) * safer + (faces[REGULAR_DEFENCE],) * (2 - safer),
        own,
        enemies,
    )
    return dealt - suffered


# --- what a fight is worth ---------------------------------------------------------------------------------

RolledSymbols = tuple[tuple[Symbols, ...], ...]


def _gain(state: RogueState, squad: Squad, zone: str, target: str, enemy: Squad | None = None) -> float:
    """Return the gain of an attack: enemy minus own losses, plus a bonus for emptying the zone."""
    dealt, suffered, emptied = _outlook(state, squad, zone, target, enemy)
    return dealt - suffered + emptied


def _outlook(
    state: RogueState, squad: Squad, zone: str, target: str, enemy: Squad | None = None
) -> tuple[float, float, float]:
    """Return the exact expectation of an attack: enemy losses, own losses, and the chance to empty the zone.

    Args:
        state: the game.
        squad: the attacker.
        zone: the attacker's zone.
        target: the attacked zone.
        enemy: the defender; by default the squad in the target zone.
    """
    enemy, faces = enemy or state.squads[target], state.faces or house_faces()
    attack, defence = rules.attack_dice(squad.size), rules.defence_dice(enemy.size)
    better = rules.upgraded(attack, state.cover.get(zone, 0), squad.count(TANK), 0)
    safer = rules.upgraded(defence, state.cover.get(target, 0), enemy.count(TANK), 0)
    sure = rules.engineers_blocks(enemy)
    return _expected(
        (faces[UPGRADED_ATTACK],) * better + (faces[REGULAR_ATTACK],) * (attack - better),
        (faces[UPGRADED_DEFENCE],) * safer
        + (faces[REGULAR_DEFENCE],) * (defence - safer)
        + ((Symbols(0, sure),),) * bool(sure),
        squad.size,
        enemy.size,
    )


@lru_cache(maxsize=4096)
def _expected(
    attack: RolledSymbols, defence: RolledSymbols, own: int, enemies: int
) -> tuple[float, float, float]:
    chances = wounds(attack, defence)
    dealt = sum(float(chance) * min(enemies, wound.defender) for wound, chance in chances.items())
    suffered = sum(float(chance) * min(own, wound.attacker) for wound, chance in chances.items())
    emptied = sum(float(chance) for wound, chance in chances.items() if wound.defender >= enemies)
    return dealt, suffered, emptied

"""The rules of Battle Risk as pure functions: calculations and rulings, each with its rule id."""

from collections.abc import Iterable, Iterator
from math import ceil

from companion.games.battle.army_list import UnitType
from companion.games.battle.state import BattleState, Cannon, Piece, Soldier
from companion.locale.messages import Message, gettext, ngettext
from companion.referee.inches import format_inches, to_sixteenth
from companion.referee.ruling import Reason, Ruling, Why, objection

LOWEST, HIGHEST = 1, 6
"""Numbers on a die."""

FIRING_ROLL = 4
"""BR-CAN-1: lowest movement roll with which cannons may fire."""

SAVING_ROLL = 4
"""BR-CAN-13, BR-CMD-2: lowest roll that saves a cannon, or from fear."""

BURSTING_ROLL = 2
"""BR-CAN-9: highest roll that destroys a cannon after a misfire."""

MISFIRE = 1
"""BR-CAN-9, BR-A3: the hit roll of a misfire; a cannon has no bonus."""

COMMANDER_BONUS = 1
"""BR-CMD-1, BR-A15: bonus of a commander on its own rolls."""

CHARGE = 1
"""BR-CHG-1: bonus of a charge on the hit roll."""

FEAR_WITHIN = 6.0
"""BR-CMD-2: radius of fear around a dead commander, in inches."""

RALLIES_WITHIN = 4.0
"""BR-CMD-3: distance from another commander at which fear ends, in inches."""

ENTERS_BEYOND = 12.0
"""BR-TRE-3: smallest distance of new soldiers from enemies, in inches."""

ARC = 45.0
"""BR-CAN-2: degrees to either side of its barrel in which a cannon can aim."""

REDEPLOYING = 3
"""BR-CAN-3: points to break a cannon down, move it, and set it up."""


def is_hit(hit: int, defence: int) -> bool:
    """BR-ATK-4, BR-A13: whether a hit roll hits; equal rolls of soldiers and cannons hit."""
    return hit >= defence


def is_saved(roll: int) -> bool:
    """BR-CAN-13, BR-CMD-2: whether a roll of 4, 5 or 6 saves a cannon, or from fear."""
    return roll >= SAVING_ROLL


def bursts(roll: int) -> bool:
    """BR-CAN-9: whether a roll of 1 or 2 destroys a cannon after a misfire."""
    return roll <= BURSTING_ROLL


def may_fire_with(roll: int) -> bool:
    """BR-CAN-1: whether cannons may fire, with a movement roll of 4, 5 or 6."""
    return roll >= FIRING_ROLL


def points_needed(inches: float, rate: float) -> int:
    """BR-MOV-5: return the points that a measured distance costs, rounded up."""
    return ceil(to_sixteenth(inches) / rate)


def move_range(state: BattleState, piece: Piece) -> float:
    """BR-MOV-2, BR-MOV-3, BR-MOV-4: return the inches that a piece can still move."""
    return state.points_left(piece) * state.unit_type(piece).inches


def points_text(points: int, rate: float) -> Message:
    """Describe movement points: ``"4 points of 1/4 in make 1 in"``."""
    return ngettext(
        "{count} point of {rate} makes {distance}",
        "{count} points of {rate} make {distance}",
        points,
        rate=format_inches(rate),
        distance=format_inches(points * rate),
    )


def in_points(count: int) -> Message:
    """Return a number of movement points: ``"1 point"``, ``"3 points"``."""
    return ngettext("{count} point", "{count} points", count)


def has_commanders(state: BattleState) -> bool:
    """BR-CMD-1: whether commanders are used."""
    return state.house.commanders != "none"


def attack_bonus(state: BattleState, soldier: Soldier) -> int:
    """BR-CMD-1, BR-CHG-1: return a soldier's bonus on its hit roll."""
    charge = CHARGE if soldier.charged and not state.on_foot(soldier) else 0
    return state.unit_type(soldier).attack + _commander_bonus(state, soldier) + charge


def defence_bonus(state: BattleState, target: Soldier | Cannon) -> int:
    """BR-CMD-1: return the bonus on a defence roll; a cannon of Battle Risk has none."""
    led = _commander_bonus(state, target) if isinstance(target, Soldier) else 0
    return state.unit_type(target).armour + led


def _commander_bonus(state: BattleState, soldier: Soldier) -> int:
    return COMMANDER_BONUS if state.unit_type(soldier).commander and has_commanders(state) else 0


def bonus_for(state: BattleState, piece: Piece) -> int:
    """BR-TRE-2, BR-A6: return the bonus for killing this piece."""
    unit = state.unit_type(piece)
    doubled = unit.mercenary and state.house.mercenary_bonus == "double"
    return unit.bonus * (2 if doubled else 1)


def after_save(state: BattleState, soldier: Soldier) -> UnitType:
    """BR-DMG-2, BR-A5: return what a soldier is after a saved hit, such as a rider without horse."""
    units = state.army_list.units
    before = state.unit_type(soldier)
    if before.becomes is None:
        return before
    left = units[before.becomes]
    return left if state.house.dismounted_commander == "leads on foot" else state.army_list.plain(left)


def charge_price(state: BattleState) -> int:
    """BR-CHG-1, BR-A1: return how many points a charge costs."""
    return 1 if state.house.charge == "up to the rest" else 2


def may_take_part(state: BattleState, kind: UnitType) -> bool:
    """BR-CMD-1, BR-MRC-1: return whether a kind is used; commanders and mercenaries are optional."""
    if kind.commander:
        return has_commanders(state)
    return not kind.mercenary or state.house.mercenaries == "yes"


def prices(state: BattleState) -> dict[str, int]:
    """BR-TRE-1, BR-MRC-1, BR-MRC-2, BR-MRC-3: return the available kinds and their prices."""
    return {
        name: state.numbers.automatic_cannon if kind.price is None else kind.price
        for name, kind in state.army_list.units.items()
        if may_take_part(state, kind)
    }


def winners(state: BattleState) -> tuple[str, ...]:
    """BR-WIN: return the last seat in the battle; BR-A16: if none is left, those that fell together."""
    standing = state.standing()
    if standing:
        return standing if len(standing) == 1 else ()
    return (
        (state.mover.id,)
        if state.house.last_shot == "shooter wins"
        else tuple(seat for seat in state.order if seat in state.fallen)
    )


# --- may I? ------------------------------------------------------------------------------------------------


def against_turn(state: BattleState, piece: Soldier | Cannon) -> tuple[Why | None, ...]:
    """BR-MOV-1, BR-ATK-1: return why a piece cannot act now."""
    return (_not_there(state, piece), _not_own(state, piece), _attacked(state, piece), _runs(state, piece))


def against_move(state: BattleState, piece: Soldier | Cannon) -> tuple[Why | None, ...]:
    """BR-MOV-1, BR-ATK-1: return why a piece cannot move."""
    return (*against_turn(state, piece), _no_points(state, piece))


def judge_turn(state: BattleState, piece: Soldier | Cannon) -> Ruling:
    """BR-MOV-1, BR-ATK-1: judge whether a piece can act now."""
    return Ruling.from_reasons(against_turn(state, piece))


def judge_move(state: BattleState, soldier: Soldier) -> Ruling:
    """BR-MOV-1, BR-ATK-1: judge whether a soldier can move."""
    return Ruling.from_reasons(against_move(state, soldier))


def judge_attack(state: BattleState, soldier: Soldier) -> Ruling:
    """BR-ATK-1: judge whether a soldier can attack."""
    return judge_turn(state, soldier)


def judge_target(state: BattleState, soldier: Soldier, target: Soldier | Cannon) -> Ruling:
    """BR-ATK-3, BR-CAN-11, BR-A17: judge whether a soldier can attack another piece."""
    return Ruling.from_reasons(against_target(state, soldier, target))


def against_target(state: BattleState, soldier: Soldier, target: Soldier | Cannon) -> Iterator[Why | None]:
    """BR-ATK-3, BR-CAN-11, BR-A17: yield why a soldier cannot attack another piece."""
    yield _not_there(state, target)
    if target.seat == soldier.seat:
        yield lambda: objection("BR-ATK-3", "{target} is on the same side.", target=state.name(target))
    if isinstance(target, Cannon) and not state.fights_alone(target):
        yield lambda: objection(
            "BR-CAN-11", "{target} cannot be hit; kill its crew to capture it.", target=state.name(target)
        )


def judge_charge(state: BattleState, soldier: Soldier) -> Ruling:
    """BR-CHG-1, BR-A1: judge whether a soldier can give up a point for a charge."""
    price, left = charge_price(state), state.points_left(soldier)
    return Ruling.from_reasons(
        (
            *against_turn(state, soldier),
            objection("BR-CHG-1", "{soldier} is on foot; only cavalry charges.", soldier=state.name(soldier))
            if state.on_foot(soldier)
            else None,
            objection("BR-CHG-1", "Only one point may be given up for a charge.")
            if soldier.charged
            else None,
            objection(
                "BR-A1" if price > 1 else "BR-CHG-1",
                "A charge takes {points}, {left} left.",
                points=in_points(price),
                left=left,
            )
            if left < price
            else None,
        )
    )


def judge_break_down(state: BattleState, cannon: Cannon) -> Ruling:
    """BR-MOV-6: judge whether a cannon can be broken down."""
    already = (
        None
        if cannon.set_up
        else objection("BR-MOV-6", "{cannon} is broken down already.", cannon=state.name(cannon))
    )
    return Ruling.from_reasons((*against_move(state, cannon), already))


def judge_set_up(state: BattleState, cannon: Cannon) -> Ruling:
    """BR-MOV-6: judge whether a cannon can be set up."""
    already = (
        objection("BR-MOV-6", "{cannon} is set up already.", cannon=state.name(cannon))
        if cannon.set_up
        else None
    )
    return Ruling.from_reasons((*against_move(state, cannon), already))


def judge_move_cannon(state: BattleState, cannon: Cannon) -> Ruling:
    """BR-MOV-4, BR-MOV-6: judge whether a cannon can be moved."""
    standing = (
        objection("BR-MOV-6", "{cannon} is set up: break it down first.", cannon=state.name(cannon))
        if cannon.set_up
        else None
    )
    helped = not all(any(against_move(state, man)) for man in state.army(cannon.seat))
    nobody = None if helped else objection("BR-MOV-4", "No soldier is left who can move it.")
    return Ruling.from_reasons((*against_move(state, cannon), standing, nobody))


def judge_man(state: BattleState, cannon: Cannon) -> Ruling:
    """BR-CAN-2, BR-MRC-3: judge whether a cannon can use a crew."""
    automatic = state.unit_type(cannon).automatic
    itself = (
        objection("BR-MRC-3", "{cannon} works without a crew.", cannon=state.name(cannon))
        if automatic
        else None
    )
    nobody = None if crews(state, cannon) else objection("BR-CAN-2", "No infantry is free to man it.")
    return Ruling.from_reasons((*against_turn(state, cannon), itself, nobody))


def judge_fire(state: BattleState, cannon: Cannon) -> Ruling:
    """BR-CAN-1, BR-CAN-2, BR-A11, BR-A12: judge whether a cannon can fire."""
    return Ruling.from_reasons((*against_turn(state, cannon), *_fire_reasons(state, cannon)))


def _fire_reasons(state: BattleState, cannon: Cannon) -> Iterable[Reason]:
    if not may_fire_with(state.roll):
        yield objection(
            "BR-CAN-1", "Cannons fire with a roll of 4, 5 or 6; the roll is {roll}.", roll=state.roll
        )
    if not cannon.set_up:
        yield objection("BR-CAN-2", "{cannon} is broken down: set it up first.", cannon=state.name(cannon))
    elif state.house.fresh_cannon == "next turn" and cannon.set_up_in == state.turn:
        yield objection("BR-A11", "{cannon} was set up this turn.", cannon=state.name(cannon), house=True)
    if state.house.captured_cannon == "next turn" and cannon.captured_in == state.turn:
        yield objection("BR-A12", "{cannon} was captured this turn.", cannon=state.name(cannon))
    if not state.unit_type(cannon).automatic:
        yield from _crew_reasons(state, cannon)


def _crew_reasons(state: BattleState, cannon: Cannon) -> Iterable[Reason]:
    crew = state.soldiers[cannon.crew] if cannon.crew else None
    if crew is None and not crews(state, cannon):
        yield objection(
            "BR-CAN-2", "{cannon} has no crew, and no infantry is free to man it.", cannon=state.name(cannon)
        )
    if crew is not None and crew.attacked:
        yield objection("BR-ATK-1", "{soldier}, its crew, has attacked this turn.", soldier=state.name(crew))


def crews(state: BattleState, cannon: Cannon) -> tuple[str, ...]:
    """BR-CAN-2: return the infantry that can man a cannon: its owner's, not in fear, at no other cannon."""
    return tuple(man.id for man in state.army(cannon.seat) if not any(_against_crew(state, cannon, man)))


def judge_crew(state: BattleState, cannon: Cannon, soldier: Soldier) -> Ruling:
    """BR-CAN-2: judge whether a soldier can man a cannon."""
    return Ruling.from_reasons(_against_crew(state, cannon, soldier))


def _against_crew(state: BattleState, cannon: Cannon, soldier: Soldier) -> Iterator[Why | None]:
    yield _not_there(state, soldier)
    if soldier.seat != cannon.seat:
        yield lambda: objection("BR-CAN-2", "{soldier} is on the other side.", soldier=state.name(soldier))
    if not state.on_foot(soldier):
        yield lambda: objection(
            "BR-CAN-2", "{soldier} rides; infantry mans cannons.", soldier=state.name(soldier)
        )
    other = state.manned_by(soldier.id)
    if other is not None and other.id != cannon.id:
        yield lambda: objection("BR-CAN-2", "{soldier} mans another cannon.", soldier=state.name(soldier))
    yield _attacked(state, soldier)
    yield _runs(state, soldier)


def _not_there(state: BattleState, piece: Soldier | Cannon) -> Reason | None:
    if isinstance(piece, Cannon):
        return (
            objection("BR-CAN-13", "{piece} is destroyed.", piece=state.name(piece))
            if piece.destroyed
            else None
        )
    if piece.fate == "killed":
        return objection("BR-DMG-1", "{soldier} was killed.", soldier=state.name(piece))
    if piece.fate == "fled":
        return objection("BR-DMG-1", "{soldier} has fled the field.", soldier=state.name(piece))
    return None


def _not_own(state: BattleState, piece: Piece) -> Why | None:
    if piece.seat == state.active:
        return None
    return lambda: objection(
        "BR-MOV-1",
        "{piece} belongs to {player}.",
        piece=state.name(piece),
        player=state.seat(piece.seat).name,
    )


def _attacked(state: BattleState, piece: Piece) -> Why | None:
    if not piece.attacked:
        return None
    return lambda: objection(
        "BR-ATK-1",
        "{piece} has attacked this turn; after that it neither attacks nor moves.",
        piece=state.name(piece),
    )


def _runs(state: BattleState, piece: Soldier | Cannon) -> Reason | None:
    if isinstance(piece, Cannon) or piece.fate not in ("flees", "rallied"):
        return None
    text = (
        gettext("{soldier} runs in fear and obeys no order.", soldier=state.name(piece))
        if piece.fate == "flees"
        else gettext("{soldier} has run this turn and obeys no order.", soldier=state.name(piece))
    )
    return Reason("BR-A4", text)


def _no_points(state: BattleState, piece: Piece) -> Why | None:
    if state.points_left(piece):
        return None
    return lambda: objection(
        "BR-MOV-1",
        "{piece} has no point left: {roll} rolled, {spent} spent.",
        piece=state.name(piece),
        roll=state.roll,
        spent=piece.spent,
    )

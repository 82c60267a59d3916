"""A turn of Battle Risk: buy, roll, run in fear, move and attack."""

from collections.abc import Iterable

from companion.games.battle import rules
from companion.games.battle.artillery import BACK, leave_cannon, order_cannon
from companion.games.battle.fear import run
from companion.games.battle.prompts import (
    END_TURN,
    FULL_MOVE,
    IN_RANGE,
    ask_distance,
    ask_height,
    ask_move,
    end_turn,
    one_die,
    said_in_range,
)
from companion.games.battle.ranges import attack_range, height_matters
from companion.games.battle.recruitment import purchase
from companion.games.battle.resolution import describe_rolls, odds_text, resolve_pending
from companion.games.battle.state import BattleState, Cannon, Soldier, Unmanned, Wound
from companion.games.battle.unit_orders import MISSED, NO_DAMAGE, miss, order_unit, unit_offers
from companion.locale.messages import capitalised, gettext, pgettext
from companion.referee.dice import Dice
from companion.referee.inches import format_inches
from companion.referee.interruptions import Interruption
from companion.referee.questions import Choose, Confirm, Offer, Option, PickOrEnd, Roll
from companion.referee.ruling import Refusals, Ruling, Why
from companion.referee.script import Report, Script

ATTACK = "attack"
HIT, KILLED, SAVED = "hit", "killed", "saved"
"""What the table may say of the dice of an attack; a hit leaves the save to be rolled."""


def buy(state: BattleState) -> Script[None]:
    """BR-TRE-3, BR-A9: buy soldiers at the beginning of the turn."""
    if state.house.buying == "before the roll":
        yield from purchase(state)


def roll(state: BattleState) -> Script[None]:
    """BR-MOV-1, BR-CAN-1: roll one die for the movement of all pieces and the firing of cannons."""
    if not state.roll:
        yield from _roll_movement(state)
    if state.house.buying == "after the roll":
        yield from purchase(state)


def _roll_movement(state: BattleState) -> Script[None]:
    seat = state.mover
    rolled = yield from Roll(
        seat=seat.id,
        prompt=gettext("Roll for movement"),
        detail=gettext("Points for every soldier; with 4, 5 or 6 cannons may fire."),
        rules=("BR-MOV-1", "BR-CAN-1"),
        pools=one_die(seat.id, "movement"),
    )
    state.roll = rolled["movement"][0]
    points = rules.in_points(state.roll)
    text = (
        gettext("{player}: {points} each; cannons may fire.", player=seat.name, points=points)
        if rules.may_fire_with(state.roll)
        else gettext("{player}: {points} each; cannons may not fire.", player=seat.name, points=points)
    )
    yield from Report(text, seat=seat.id, rules=("BR-MOV-1", "BR-CAN-1"))


def flight(state: BattleState) -> Script[None]:
    """BR-CMD-3, BR-A4: first, soldiers in fear each run a full move."""
    while not state.winners:
        runner = next((man for man in state.army(state.mover.id) if _runs_on(state, man)), None)
        if runner is None:
            return
        yield from run(state, runner)


def _runs_on(state: BattleState, soldier: Soldier) -> bool:
    return soldier.fate == "flees" and state.points_left(soldier) > 0


def battle(state: BattleState) -> Script[None]:
    """BR-MOV-5, BR-ATK-1: move any number of soldiers; each attacks at most once."""
    yield from resolve_pending(state)
    following: Soldier | Cannon | Interruption | None = None
    while state.mover.id in state.standing() and not state.winners:
        if isinstance(following, Interruption):
            return
        chosen = following or (yield from _pick_piece(state))
        following = None
        if chosen is None:
            return
        if isinstance(chosen, Interruption):
            following = yield from order_unit(state, chosen.offer)
        elif isinstance(chosen, Cannon):
            yield from order_cannon(state, chosen)
        else:
            following = yield from _order_soldier(state, chosen)
        yield from resolve_pending(state)


def _pick_piece(state: BattleState) -> Script[Soldier | Cannon | Interruption | None]:
    pieces = {piece.id: piece for piece in state.pieces()}
    allowed = tuple(name for name, piece in pieces.items() if not any(rules.against_turn(state, piece)))
    chosen = yield from PickOrEnd(
        seat=state.mover.id,
        prompt=gettext("Who moves or attacks?"),
        rules=("BR-MOV-5", "BR-ATK-1"),
        allowed=allowed,
        denied=Refusals(pieces, allowed, lambda name: rules.judge_turn(state, pieces[name])),
        end=gettext("End turn"),
        offers=unit_offers(state),
    ).or_offer()
    if isinstance(chosen, Interruption):
        return chosen
    return state.piece(chosen) if chosen else None


# --- orders to one soldier ---------------------------------------------------------------------------------


def _order_soldier(state: BattleState, soldier: Soldier) -> Script[Soldier | Cannon | Interruption | None]:
    """BR-ATK-1: a soldier moves, then may attack; after that it is done.

    Returns:
        Who is next, if named; an interruption if the turn is over.
    """
    while not any(rules.against_turn(state, soldier)):
        order = yield from _ask_order(state, soldier)
        if isinstance(order, Interruption):
            if order.offer == END_TURN:
                return order
            yield from miss(state, soldier)
        elif order in ("move", FULL_MOVE):
            yield from _move(state, soldier, full=order == FULL_MOVE)
        elif order == "charge":
            yield from _charge(state, soldier)
        elif order == BACK:
            return None
        else:
            named = (yield from _pick_target(state, soldier)) if order == ATTACK else state.piece(order)
            if named is not None and named.seat == soldier.seat:
                return named
            if named is not None:
                yield from _attack(state, soldier, named)
    return None


def _ask_order(state: BattleState, soldier: Soldier) -> Script[str | Interruption]:
    """BR-ATK-1: ask for an order; the enemy attacked, or who is next, says it as well."""
    charge = Option("charge", gettext("Charge: +1"), ruling=rules.judge_charge(state, soldier))
    rate, left = state.unit_type(soldier).inches, state.points_left(soldier)
    move = rules.judge_move(state, soldier)
    enemies_first = sorted(state.pieces(), key=lambda piece: piece.seat == soldier.seat)
    others = {piece.id: piece for piece in enemies_first if piece != soldier}
    also = tuple(name for name, piece in others.items() if not any(_against_named(state, soldier, piece)))
    order = yield from Choose(
        seat=soldier.seat,
        prompt=gettext("{piece}: what next?", piece=capitalised(state.own_name(soldier))),
        detail=gettext(
            "{points}: {distance}.", points=rules.in_points(left), distance=format_inches(left * rate)
        ),
        focus=(soldier.id,),
        rules=("BR-ATK-1", "BR-MOV-5"),
        options=(
            Option("move", pgettext("button", "Move"), ruling=move),
            Option(FULL_MOVE, gettext("Full move"), ruling=move),
            *(() if state.on_foot(soldier) else (charge,)),
            Option(ATTACK, pgettext("button", "Attack"), ruling=rules.judge_attack(state, soldier)),
            Option(BACK, gettext("Another")),
        ),
        also=also,
        denied=Refusals(
            others, also, lambda name: Ruling.from_reasons(_against_named(state, soldier, others[name]))
        ),
        offers=(Offer(MISSED, soldier.seat, NO_DAMAGE), end_turn(soldier.seat)),
    ).or_offer()
    return order


def _against_named(state: BattleState, soldier: Soldier, piece: Soldier | Cannon) -> Iterable[Why | None]:
    """BR-ATK-1, BR-ATK-3: judge an enemy as a target, and a piece of one's own as the next to act."""
    if piece.seat == soldier.seat:
        return rules.against_turn(state, piece)
    return rules.against_target(state, soldier, piece)


def _move(state: BattleState, soldier: Soldier, *, full: bool = False) -> Script[None]:
    """BR-MOV-2, BR-MOV-3, BR-MOV-5: move any distance within the remaining points, or all of it."""
    rate, left = state.unit_type(soldier).inches, state.points_left(soldier)
    rule = "BR-MOV-2" if state.on_foot(soldier) else "BR-MOV-3"
    way: float | None = left * rate
    if not full:
        detail = gettext("{points}.", points=rules.points_text(left, rate))
        way = yield from ask_move(state, soldier, left, rate, (rule, "BR-MOV-5"), detail)
    if way is None:
        return
    points = rules.points_needed(way, rate)
    soldier.spent += points
    leave_cannon(state, soldier)
    text = gettext(
        "{soldier} moves {distance}: {points}.",
        soldier=state.name(soldier),
        distance=format_inches(way),
        points=rules.in_points(points),
    )
    yield from Report(text, seat=soldier.seat, rules=(rule, "BR-MOV-5"))


def _charge(state: BattleState, soldier: Soldier) -> Script[None]:
    """BR-CHG-1, BR-A1: give up one point for one on the hit roll."""
    soldier.spent += rules.charge_price(state)
    soldier.charged = True
    text = gettext(
        "{soldier} charges: +{bonus} on its hit roll; {points}.",
        soldier=state.name(soldier),
        bonus=rules.CHARGE,
        points=rules.points_text(state.points_left(soldier), state.unit_type(soldier).inches),
    )
    yield from Report(text, seat=soldier.seat, rules=("BR-CHG-1", "BR-A1"))


def _attack(state: BattleState, soldier: Soldier, target: Soldier | Cannon) -> Script[None]:
    """BR-ATK-2, BR-ATK-3: ask for sight and distance of the enemy, then roll, unless the table tells all."""
    reaches = yield from _reaches(state, soldier, target)
    if isinstance(reaches, Interruption) and reaches.offer in (HIT, KILLED, SAVED, MISSED):
        yield from _end_attack(state, soldier, target, reaches)
    elif reaches:
        yield from _end_attack(state, soldier, target, (yield from _roll_attack(state, soldier, target)))


def _outcomes(state: BattleState, soldier: Soldier, target: Soldier | Cannon) -> tuple[Offer, ...]:
    """BR-ATK-4, BR-DMG-2: offer to say what the dice on the table did, the save included."""
    seat = soldier.seat
    missed = Offer(MISSED, seat, NO_DAMAGE)
    if isinstance(target, Cannon) or state.unit_type(target).save is None:
        return Offer(HIT, seat, pgettext("dice", "Hit")), missed
    on_foot = not state.on_foot(target) and state.unit_type(target).becomes
    saved = gettext("On foot") if on_foot else gettext("Fights on")
    return Offer(KILLED, seat, gettext("Killed")), Offer(SAVED, seat, saved), missed


def _reaches(state: BattleState, soldier: Soldier, target: Soldier | Cannon) -> Script[bool | Interruption]:
    """BR-ATK-2, BR-HGT-1: ask for sight, height and distance; one answer may say all of it, and the hit."""
    seen = yield from _sees(state, soldier, target)
    if isinstance(seen, Interruption):
        yield from said_in_range(soldier, attack_range(state, soldier))
    if isinstance(seen, Interruption) or not seen:
        return seen
    height = yield from ask_height(state, soldier)
    can = attack_range(state, soldier, height)
    return (
        yield from ask_distance(state, soldier, state.name(target), can, _outcomes(state, soldier, target))
    )


def _pick_target(state: BattleState, soldier: Soldier) -> Script[Soldier | Cannon | None]:
    others = {other.id: other for other in state.pieces()}
    allowed = tuple(
        name for name, other in others.items() if not any(rules.against_target(state, soldier, other))
    )
    chosen = yield from PickOrEnd(
        seat=soldier.seat,
        prompt=gettext("Attack whom?"),
        detail=gettext("{soldier} attacks.", soldier=state.name(soldier)),
        rules=("BR-ATK-3",),
        allowed=allowed,
        denied=Refusals(others, allowed, lambda name: rules.judge_target(state, soldier, others[name])),
        end=gettext("Nobody"),
        focus=(soldier.id,),
    )
    return state.piece(chosen) if chosen else None


def _sees(state: BattleState, soldier: Soldier, target: Soldier | Cannon) -> Script[bool | Interruption]:
    """BR-ATK-2: ask the table for the line of sight, or whether the target is level and in range too."""
    if state.house.field == "flat and open":
        return True
    usual = gettext("Level, in range") if height_matters(state, soldier) else gettext("In range")
    seen = yield from Confirm(
        seat=soldier.seat,
        prompt=gettext("In sight?"),
        detail=gettext("From {place} to {other}.", place=state.name(soldier), other=state.name(target)),
        rules=("BR-ATK-2",),
        focus=(soldier.id, target.id),
        yes=gettext("Yes"),
        no=gettext("No"),
        offers=(*_outcomes(state, soldier, target), Offer(IN_RANGE, soldier.seat, usual)),
    ).or_offer()
    if not seen:
        text = gettext("{soldier} cannot attack what it does not see.", soldier=state.name(soldier))
        yield from Report(text, seat=soldier.seat, rules=("BR-ATK-2",))
    return seen


def _roll_attack(
    state: BattleState, soldier: Soldier, target: Soldier | Cannon
) -> Script[Dice | Interruption]:
    """BR-ATK-3, BR-CMD-1, BR-A17: roll hit against defence."""
    plus, minus = rules.attack_bonus(state, soldier), rules.defence_bonus(state, target)
    return Roll(
        prompt=gettext("Attack on {target}", target=state.name(target)),
        detail=odds_text(state.name(soldier), plus, minus),
        rules=("BR-ATK-3", "BR-ATK-4", *_bonus_rules(state, soldier, target)),
        pools=(*one_die(soldier.seat, "attack"), *one_die(target.seat, "defence")),
        offers=_outcomes(state, soldier, target),
    ).or_offer()


def _end_attack(
    state: BattleState, soldier: Soldier, target: Soldier | Cannon, rolled: Dice | Interruption
) -> Script[None]:
    """BR-ATK-1, BR-ATK-4: the dice hit or miss, or the table says so; equal rolls hit."""
    soldier.attacked, saved = True, None
    if isinstance(rolled, Interruption):
        hits = rolled.offer != MISSED
        saved = {KILLED: False, SAVED: True}.get(rolled.offer)
        text: str = (
            gettext("{target}: hit, as the table says.", target=state.name(target))
            if hits
            else gettext("{target}: no damage, as the table says.", target=state.name(target))
        )
    else:
        plus, minus = rules.attack_bonus(state, soldier), rules.defence_bonus(state, target)
        hit, defence = rolled["attack"][0], rolled["defence"][0]
        hits = rules.is_hit(hit + plus, defence + minus)
        text = describe_rolls(state.name(target), hit, plus, defence, minus)
    if hits:
        wounds = isinstance(target, Soldier)
        event = Wound(target.id, soldier.id, saved) if wounds else Unmanned(target.id, soldier.seat)
        state.pending.append(event)
    yield from Report(text, kind="battle", seat=soldier.seat, rules=("BR-ATK-4",))


def _bonus_rules(state: BattleState, soldier: Soldier, target: Soldier | Cannon) -> tuple[str, ...]:
    heroes = any(rules.defence_bonus(state, man) for man in (soldier, target))
    return (*(("BR-CMD-1", "BR-A15") if heroes else ()), *(("BR-CHG-1",) if soldier.charged else ()))


def pass_turn(state: BattleState) -> None:
    """BR-SET: pass the turn to the next seat in the order of play that is still in the battle."""
    last, standing = state.order.index(state.mover.id), state.standing()
    following = state.order[last + 1 :] + state.order[: last + 1]
    state.active = next(seat for seat in following if seat in standing)
    state.turn += 1
    state.round += state.order.index(state.active) <= last
    state.begin_turn()

"""Corrections of a battle: soldiers, cannons, treasuries and the turn."""

from collections.abc import Iterable, Iterator
from functools import partial

from companion.games.battle import rules
from companion.games.battle.recruitment import add_units
from companion.games.battle.setup import DEAREST
from companion.games.battle.state import BattleState, Cannon, Piece, Purse, Soldier
from companion.locale.messages import gettext, pgettext
from companion.referee.correction import Editable, apply, choice, declared, editable, flag, into, number
from companion.referee.entries import Changes
from companion.referee.ruling import Reason, Ruling, objection

MAX_MONEY = 9999
NOBODY = "nobody"
NOTHING = "nothing"
STEP_WORDS = {
    "buy": pgettext("step", "Buy"),
    "roll": pgettext("step", "Roll"),
    "flight": gettext("Fear"),
    "battle": gettext("Battle"),
}
TURN_STEPS = tuple(STEP_WORDS)
AFTER_THE_ROLL = ("flight", "battle")


def editables(state: BattleState) -> Iterator[Editable]:
    """List what can be corrected."""
    yield from _pieces(state)
    yield from _seats(state)
    yield from _numbers(state)
    if state.turn:
        yield from _order(state)
        yield from _progress(state)


def _pieces(state: BattleState) -> Iterator[Editable]:
    for man in state.soldiers.values():
        yield from _soldier(state, man)
    for gun in state.cannons.values():
        yield from _cannon(state, gun)


def _soldier(state: BattleState, man: Soldier) -> Iterator[Editable]:
    kinds = tuple(kind for kind, type in state.army_list.units.items() if type.arm != "cannon")
    id, name = man.id, state.name(man)
    yield from declared(state, man, id, name)
    yield choice(man, "kind", f"{id}.kind", gettext("{soldier}: is now", soldier=name), "BR-DMG-2", kinds)
    yield from _turn_actions(state, man, name)
    if man.seat == state.active and not state.on_foot(man):
        label = gettext("{soldier}: charges", soldier=name)
        yield flag(man, "charged", f"{id}.charged", label, "BR-CHG-1")


def _cannon(state: BattleState, gun: Cannon) -> Iterator[Editable]:
    seats = tuple(seat.id for seat in state.seats)
    crews = (*(man.id for man in state.field() if state.on_foot(man)), NOBODY)
    id, name = gun.id, state.name(gun)
    yield choice(gun, "seat", f"{id}.seat", gettext("{cannon}: whose", cannon=name), "BR-CAN-11", seats)
    label = gettext("{cannon}: crew", cannon=name)
    yield choice(gun, "crew", f"{id}.crew", label, "BR-CAN-2", crews, none=NOBODY)
    yield from _turn_actions(state, gun, name)
    yield flag(gun, "set_up", f"{id}.ready", gettext("{cannon}: set up", cannon=name), "BR-MOV-6")
    yield flag(gun, "destroyed", f"{id}.gone", gettext("{cannon}: destroyed", cannon=name), "BR-CAN-13")


def _turn_actions(state: BattleState, piece: Piece, name: str) -> Iterator[Editable]:
    """Yield the actions of a piece in this turn, if its owner is active."""
    if piece.seat != state.active:
        return
    label, spent = gettext("{piece}: points spent", piece=name), min(piece.spent, state.roll)
    yield editable(f"{piece.id}.spent", label, spent, "BR-MOV-1", into(piece, "spent"), most=state.roll)
    label = gettext("{piece}: attacked", piece=name)
    yield flag(piece, "attacked", f"{piece.id}.attacked", label, "BR-ATK-1")


def _seats(state: BattleState) -> Iterator[Editable]:
    kinds = (NOTHING, *rules.prices(state))
    for seat in state.seats:
        add, label = partial(_add, state, seat.id), gettext("{player}: add to the army", player=seat.name)
        yield editable(f"{seat.id}.add", label, NOTHING, "BR-SET", add, choices=kinds, momentary=True)
        if state.house.treasury == "yes":
            label, purse = gettext("{player}: treasury", player=seat.name), state.purses[seat.id]
            fill = partial(_fill, purse)
            yield editable(f"{seat.id}.treasury", label, purse.left, "BR-TRE-1", fill, most=MAX_MONEY)
    yield from declared(state)


def _add(state: BattleState, seat: str, kind: str) -> None:
    if kind != NOTHING:
        add_units(state, seat, {kind: 1})


def _fill(purse: Purse, money: int) -> None:
    purse.corrected += money - purse.left


def _numbers(state: BattleState) -> Iterator[Editable]:
    numbers = state.numbers
    yield from declared(state, numbers)
    if "automatic-cannon" in rules.prices(state):
        key, label = "game.automatic", gettext("Automatic cannon costs")
        yield number(numbers, "automatic_cannon", key, label, "BR-MRC-3", least=1, most=DEAREST)


def _order(state: BattleState) -> Iterator[Editable]:
    """BR-SET: list the places in the order of play and who is active, which are set together."""
    seats = tuple(seat.id for seat in state.seats)
    for seat in state.seats:
        place = state.order.index(seat.id) + 1
        label = gettext("{player}: place in the order of play", player=seat.name)
        yield editable(f"{seat.id}.place", label, place, "BR-SET", None, least=1, most=len(seats))
    yield editable("game.active", gettext("Whose turn"), state.mover.id, "BR-SET", None, choices=seats)


def _progress(state: BattleState) -> Iterator[Editable]:
    go = partial(_go_to, state)
    yield editable(
        "game.step", gettext("Step"), state.step, "BR-SET", go, choices=TURN_STEPS, words=STEP_WORDS
    )
    yield number(state, "roll", "game.roll", gettext("Movement roll"), "BR-MOV-1", most=6)


def correct(state: BattleState, changes: Changes) -> Ruling:
    """Apply a correction; update crews, pending events and the winner."""
    apply((*_pieces(state), *_seats(state), *_numbers(state)), changes)
    reasons = list(_set_turn(state, changes)) if state.turn else []
    _make_whole(state)
    return Ruling.from_reasons((*reasons, *_contradictions(state, changes), *_missing_armies(state)))


def _set_turn(state: BattleState, changes: Changes) -> Iterator[Reason]:
    """BR-SET, BR-WIN: the active seat must have soldiers; the last seat with soldiers has won."""
    yield from _set_order(state, changes)
    standing = state.standing()
    if not standing:
        yield objection("BR-WIN", "Somebody must have a soldier left.")
        return
    _make_whole(state)
    mover = str(changes.get("game.active", state.active))
    if mover != state.active and mover not in standing:
        yield objection("BR-SET", "{player} has no soldier left and no turn.", player=state.seat(mover).name)
    stays = mover in standing or (state.under_fire and mover == state.active)
    _give_turn(state, mover if stays else _following(state, standing))
    apply(_progress(state), changes)
    if state.step in AFTER_THE_ROLL and not state.roll:
        yield objection("BR-MOV-1", "Nothing has been rolled yet: say the movement roll as well.")
    state.fallen = [seat for seat in state.fallen if seat not in standing]
    state.winners = () if state.under_fire else rules.winners(state)


def _set_order(state: BattleState, changes: Changes) -> Iterator[Reason]:
    """BR-SET: put a seat at its new place in the order of play; the others keep their order."""
    named = {seat: int(changes[f"{seat}.place"]) for seat in state.order if f"{seat}.place" in changes}
    if len(set(named.values())) < len(named):
        yield objection("BR-SET", "Two cannot have the same place in the order of play.")
    order = [seat for seat in state.order if seat not in named]
    for seat in sorted(named, key=lambda seat: named[seat]):
        order.insert(named[seat] - 1, seat)
    state.order = tuple(order)


def _following(state: BattleState, standing: tuple[str, ...]) -> str:
    last = state.order.index(state.mover.id)
    return next(seat for seat in (*state.order[last:], *state.order[:last]) if seat in standing)


def _give_turn(state: BattleState, seat: str) -> None:
    if seat != state.active:
        state.active = seat
        state.pending.clear()
        state.begin_turn()


def _go_to(state: BattleState, step: str) -> None:
    """Go to another step; a step before the roll begins the turn again."""
    if step == state.step:
        return
    state.pending.clear()
    if step not in AFTER_THE_ROLL:
        state.begin_turn()
        state.bought = step == "roll" and state.house.buying == "before the roll"
    state.step = step


def _make_whole(state: BattleState) -> None:
    """Remove what is no longer possible: surplus points, missing crews, events about dead pieces."""
    for piece in (*state.soldiers.values(), *state.cannons.values()):
        piece.spent = min(piece.spent, state.roll)
    for gun in state.cannons.values():
        crew = state.soldiers.get(gun.crew or "")
        if gun.destroyed or state.unit_type(gun).automatic or crew is None or not _can_man(state, crew, gun):
            gun.crew = None
    state.drop_void_events()


def _can_man(state: BattleState, soldier: Soldier, gun: Cannon) -> bool:
    return soldier.fate == "fights" and state.on_foot(soldier) and soldier.seat == gun.seat


def _missing_armies(state: BattleState) -> Iterable[Reason]:
    """BR-SET: between set-up and the first turn, every seat has an army."""
    for seat in state.seats:
        if state.step in ("crews", "order") and not state.army(seat.id):
            yield objection("BR-SET", "{player} needs at least one soldier.", player=seat.name)


def _contradictions(state: BattleState, changes: Changes) -> Iterable[Reason]:
    """BR-CAN-2: a crew must be able to man its cannon, and one soldier mans one cannon."""
    crews = [gun.crew for gun in state.cannons.values() if gun.crew]
    for gun in state.cannons.values():
        named = changes.get(f"{gun.id}.crew", NOBODY)
        if named != NOBODY and gun.crew is None:
            yield objection(
                "BR-CAN-2",
                "{soldier} cannot man {cannon}.",
                soldier=state.name(state.piece(str(named))),
                cannon=state.name(gun),
            )
        if gun.crew and crews.count(gun.crew) > 1 and f"{gun.id}.crew" in changes:
            yield objection(
                "BR-CAN-2", "{soldier} cannot man two cannons.", soldier=state.name(state.piece(gun.crew))
            )

"""Corrections of a battle: soldiers, cannons, treasuries and the turn."""

from collections.abc import Iterable, Iterator
from typing import cast

from companion.games.battle import rules
from companion.games.battle.recruitment import add_units
from companion.games.battle.setup import DEAREST
from companion.games.battle.state import (
    BattleState,
    Cannon,
    Fallen,
    Fate,
    Fear,
    Flight,
    Misfire,
    PendingEvent,
    Shot,
    Soldier,
    Unmanned,
    Wound,
)
from companion.games.battle.unit_types import UNIT_TYPES
from companion.referee.correction import Correctable
from companion.referee.entries import Changes
from companion.referee.inches import STEPS
from companion.referee.ruling import Reason, Ruling
from companion.referee.seats import Seat

MAX_MONEY = 9999
MAX_KILLS = 999
NOBODY = "nobody"
NOTHING = "nothing"
FATES = ("fights", "flees", "rallied", "killed", "fled")
TURN_STEPS = ("buy", "roll", "flight", "battle")
AFTER_THE_ROLL = ("flight", "battle")
YES_NO = ("yes", "no")


def correctables(state: BattleState) -> tuple[Correctable, ...]:
    """List all correctable values."""
    return (
        *(correctable for man in state.soldiers.values() for correctable in _soldier(state, man)),
        *(correctable for gun in state.cannons.values() for correctable in _cannon(state, gun)),
        *_seats(state),
        *_numbers(state),
        *(_turn(state) if state.turn else ()),
    )


def _soldier(state: BattleState, man: Soldier) -> Iterator[Correctable]:
    kinds = tuple(kind for kind, type in UNIT_TYPES.items() if type.arm != "cannon")
    yield Correctable(f"{man.id}.fate", man.id, f"{man.name}: fate", man.fate, "BR-DMG-1", FATES)
    yield Correctable(f"{man.id}.kind", man.id, f"{man.name}: is now", man.kind, "BR-DMG-2", kinds)
    yield from _turn_actions(state, man)
    if man.seat == state.active and not man.on_foot:
        yield _yes_no(f"{man.id}.charged", man.id, f"{man.name}: charges", "BR-CHG-1", value=man.charged)


def _cannon(state: BattleState, gun: Cannon) -> Iterator[Correctable]:
    seats = tuple(seat.id for seat in state.seats)
    crews = (*(man.id for man in state.field() if man.on_foot), NOBODY)
    crew = gun.crew or NOBODY
    yield Correctable(f"{gun.id}.seat", gun.id, f"{gun.name}: whose", gun.seat, "BR-CAN-11", seats)
    yield Correctable(f"{gun.id}.crew", gun.id, f"{gun.name}: crew", crew, "BR-CAN-2", crews)
    yield from _turn_actions(state, gun)
    yield _yes_no(f"{gun.id}.ready", gun.id, f"{gun.name}: set up", "BR-MOV-6", value=gun.set_up)
    yield _yes_no(f"{gun.id}.gone", gun.id, f"{gun.name}: destroyed", "BR-CAN-13", value=gun.destroyed)


def _turn_actions(state: BattleState, piece: Soldier | Cannon) -> Iterator[Correctable]:
    """Yield the correctable actions of a piece in this turn, if its owner is active."""
    if piece.seat != state.active:
        return
    label = f"{piece.name}: points spent"
    spent = min(piece.spent, state.roll)
    yield Correctable(f"{piece.id}.spent", piece.id, label, spent, "BR-MOV-1", most=state.roll)
    yield _yes_no(
        f"{piece.id}.attacked", piece.id, f"{piece.name}: attacked", "BR-ATK-1", value=piece.attacked
    )


def _yes_no(key: str, subject: str, label: str, rule: str, *, value: bool) -> Correctable:
    return Correctable(key, subject, label, "yes" if value else "no", rule, YES_NO)


def _seats(state: BattleState) -> Iterator[Correctable]:
    kinds = (NOTHING, *rules.prices(state))
    for seat in state.seats:
        label = f"{seat.name}: add to the army"
        yield Correctable(f"{seat.id}.add", seat.id, label, NOTHING, "BR-SET", kinds)
        if state.house.treasury == "yes":
            money = state.purses[seat.id].left
            label = f"{seat.name}: treasury"
            yield Correctable(f"{seat.id}.treasury", seat.id, label, money, "BR-TRE-1", most=MAX_MONEY)
        kills = state.kills[seat.id]
        yield Correctable(
            f"{seat.id}.kills", seat.id, f"{seat.name}: kills", kills, "BR-DMG-1", most=MAX_KILLS
        )


def _numbers(state: BattleState) -> Iterator[Correctable]:
    contact, price = state.numbers.contact, state.numbers.automatic_cannon
    yield Correctable("game.contact", "game", "Contact, in 1/16 in", contact, "BR-ATK-2", most=STEPS)
    if "automatic-cannon" in rules.prices(state):
        label = "Automatic cannon costs"
        yield Correctable("game.automatic", "game", label, price, "BR-MRC-3", least=1, most=DEAREST)


def _turn(state: BattleState) -> tuple[Correctable, ...]:
    seats = tuple(seat.id for seat in state.seats)
    return (
        *(_place(state, seat) for seat in state.seats),
        Correctable("game.active", "game", "Whose turn", state.mover.id, "BR-SET", seats),
        Correctable("game.step", "game", "Step", state.step, "BR-SET", TURN_STEPS),
        Correctable("game.roll", "game", "Movement roll", state.roll, "BR-MOV-1", most=6),
    )


def _place(state: BattleState, seat: Seat) -> Correctable:
    """BR-SET: list the place of each seat in the order of play."""
    place, label = state.order.index(seat.id) + 1, f"{seat.name}: place in the order of play"
    return Correctable(f"{seat.id}.place", seat.id, label, place, "BR-SET", least=1, most=len(state.seats))


def correct(state: BattleState, changes: Changes) -> Ruling:
    """Apply a correction; update crews, pending events and the winner."""
    for man in state.soldiers.values():
        _set_soldier(man, changes)
    for gun in state.cannons.values():
        _set_cannon(gun, changes)
    _set_seats(state, changes)
    numbers = state.numbers
    numbers.contact = int(changes.get("game.contact", numbers.contact))
    numbers.automatic_cannon = int(changes.get("game.automatic", numbers.automatic_cannon))
    reasons = list(_set_turn(state, changes)) if state.turn else []
    _make_whole(state)
    return Ruling.from_reasons((*reasons, *_contradictions(state, changes), *_missing_armies(state)))


def _set_soldier(man: Soldier, changes: Changes) -> None:
    man.fate = cast(Fate, changes.get(f"{man.id}.fate", man.fate))
    man.kind = str(changes.get(f"{man.id}.kind", man.kind))
    man.charged = _says_yes(changes, f"{man.id}.charged", before=man.charged)
    _set_turn_facts(man, changes)


def _set_cannon(gun: Cannon, changes: Changes) -> None:
    gun.seat = str(changes.get(f"{gun.id}.seat", gun.seat))
    crew = changes.get(f"{gun.id}.crew", gun.crew or NOBODY)
    gun.crew = None if crew == NOBODY else str(crew)
    gun.set_up = _says_yes(changes, f"{gun.id}.ready", before=gun.set_up)
    gun.destroyed = _says_yes(changes, f"{gun.id}.gone", before=gun.destroyed)
    _set_turn_facts(gun, changes)


def _set_turn_facts(piece: Soldier | Cannon, changes: Changes) -> None:
    piece.spent = int(changes.get(f"{piece.id}.spent", piece.spent))
    piece.attacked = _says_yes(changes, f"{piece.id}.attacked", before=piece.attacked)


def _says_yes(changes: Changes, key: str, *, before: bool) -> bool:
    return changes.get(key, "yes" if before else "no") == "yes"


def _set_seats(state: BattleState, changes: Changes) -> None:
    for seat in state.seats:
        added = str(changes.get(f"{seat.id}.add", NOTHING))
        if added != NOTHING:
            add_units(state, seat.id, {added: 1})
        purse = state.purses[seat.id]
        purse.corrected += int(changes.get(f"{seat.id}.treasury", purse.left)) - purse.left
        state.kills[seat.id] = int(changes.get(f"{seat.id}.kills", state.kills[seat.id]))


def _set_turn(state: BattleState, changes: Changes) -> Iterator[Reason]:
    """BR-SET, BR-WIN: the active seat must have soldiers; the last seat with soldiers has won."""
    yield from _set_order(state, changes)
    standing = state.standing()
    if not standing:
        yield Reason("BR-WIN", "Somebody must have a soldier left.")
        return
    _make_whole(state)
    mover = str(changes.get("game.active", state.active))
    if "game.active" in changes and mover not in standing:
        yield Reason("BR-SET", f"{state.seat(mover).name} has no soldier left and no turn.")
    stays = mover in standing or (state.under_fire and mover == state.active)
    _give_turn(state, mover if stays else _following(state, standing))
    _go_to(state, str(changes.get("game.step", state.step)))
    state.roll = int(changes.get("game.roll", state.roll))
    if state.step in AFTER_THE_ROLL and not state.roll:
        yield Reason("BR-MOV-1", "Nothing has been rolled yet: say the movement roll as well.")
    state.fallen = [seat for seat in state.fallen if seat not in standing]
    state.winners = () if state.under_fire else rules.winners(state)


def _set_order(state: BattleState, changes: Changes) -> Iterator[Reason]:
    """BR-SET: put a seat at its new place in the order of play; the others keep their order."""
    named = {seat: int(changes[f"{seat}.place"]) for seat in state.order if f"{seat}.place" in changes}
    if len(set(named.values())) < len(named):
        yield Reason("BR-SET", "Two cannot have the same place in the order of play.")
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
        if gun.destroyed or gun.automatic or crew is None or not _can_man(crew, gun):
            gun.crew = None
    for shot in state.pending:
        if isinstance(shot, Shot):
            _drop_dead_targets(state, shot)
    state.pending = [event for event in state.pending if _still_valid(state, event)]


def _can_man(soldier: Soldier, gun: Cannon) -> bool:
    return soldier.fate == "fights" and soldier.on_foot and soldier.seat == gun.seat


def _drop_dead_targets(state: BattleState, shot: Shot) -> None:
    """Remove dead soldiers from the pending shot, with their dice."""
    rolled = len(shot.hits)
    there = [number for number, man in enumerate(shot.targets) if state.soldiers[man].on_field]
    shot.hits = [shot.hits[number] for number in there if number < rolled]
    shot.targets = [shot.targets[number] for number in there]


def _still_valid(state: BattleState, event: PendingEvent) -> bool:
    match event:
        case Shot() | Misfire() | Unmanned():
            return not state.cannons[event.cannon].destroyed
        case Wound():
            return state.soldiers[event.soldier].on_field
        case Fear():
            return state.soldiers[event.soldier].fate in ("fights", "rallied")
        case Flight():
            return state.soldiers[event.soldier].fate == "flees"
        case Fallen():
            return not state.soldiers[event.commander].on_field


def _missing_armies(state: BattleState) -> Iterable[Reason]:
    """BR-SET: between set-up and the first turn, every seat has an army."""
    for seat in state.seats:
        if state.step in ("crews", "order") and not state.army(seat.id):
            yield Reason("BR-SET", f"{seat.name} needs at least one soldier.")


def _contradictions(state: BattleState, changes: Changes) -> Iterable[Reason]:
    """BR-CAN-2: a crew must be able to man its cannon, and one soldier mans one cannon."""
    crews = [gun.crew for gun in state.cannons.values() if gun.crew]
    for gun in state.cannons.values():
        named = changes.get(f"{gun.id}.crew", NOBODY)
        if named != NOBODY and gun.crew is None:
            yield Reason("BR-CAN-2", f"{state.piece(str(named)).name} cannot man {gun.name}.")
        if gun.crew and crews.count(gun.crew) > 1 and f"{gun.id}.crew" in changes:
            yield Reason("BR-CAN-2", f"{state.piece(gun.crew).name} cannot man two cannons.")

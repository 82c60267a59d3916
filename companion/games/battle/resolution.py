"""What follows from an attack: hits, horses shot, cannons lost or taken, fear, and the end of an army.

Events still to be resolved stand in `state.pending`, the next first, so that a battle can be saved and
resumed between any two rolls.
"""

from collections.abc import Callable
from typing import Any

from companion.games.battle import rules
from companion.games.battle.state import (
    BattleState,
    Cannon,
    Fallen,
    Fear,
    Flight,
    Misfire,
    Piece,
    Shot,
    Soldier,
    Unmanned,
    Wound,
)
from companion.odds import hit_chance
from companion.referee.dice import DicePool
from companion.referee.inches import format_inches, to_sixteenth
from companion.referee.interruptions import Interruptible, Interruption
from companion.referee.questions import Measure, Offer, PickSeveral, Roll, Template
from companion.referee.script import Report, Script

LEAVES, STAYS = "leaves", "stays"
NEAR, FARTHER = "near", "farther"


def resolve_pending(state: BattleState) -> Script[None]:
    """Resolve all pending events in order, until a seat has won."""
    while state.pending and not state.winners:
        event = state.pending[0]
        yield from HANDLERS[type(event)](state, event)
        yield from judge_victory(state)
    if state.winners:
        state.pending.clear()


def one_die(seat: str, name: str) -> tuple[DicePool, ...]:
    """Return a pool of one die."""
    return (DicePool(name, seat, 1, 1),)


def hit_chance_text(hit_bonus: int, defence_bonus: int, *, misfires: bool = False) -> str:
    """Describe the probability of a hit: ``"hits 21 times in 36; ties hit."``."""
    times = hit_chance(hit_bonus, defence_bonus, misfires=misfires) * 36
    return f"hits {times} times in 36; ties hit."


def describe_rolls(hit: int, hit_bonus: int, defence: int, defence_bonus: int) -> str:
    """Describe two opposed rolls with bonuses: ``"4 + 1 against 5: hit"``."""
    good = rules.is_hit(hit + hit_bonus, defence + defence_bonus)
    return f"{_sum(hit, hit_bonus)} against {_sum(defence, defence_bonus)}: {'hit' if good else 'no damage'}."


def _sum(roll: int, bonus: int) -> str:
    return f"{roll} + {bonus}" if bonus else str(roll)


# --- cannon shots ------------------------------------------------------------------------------------------


def _shot(state: BattleState, shot: Shot) -> Script[None]:
    """BR-CAN-7, BR-CAN-8: roll for each soldier under the template, also friendly ones."""
    if not shot.targets:
        state.pending.remove(shot)
    elif state.house.misfire == "each soldier":
        yield from _hit_and_defend(state, shot)
    elif len(shot.hits) < len(shot.targets):
        yield from _roll_ahead(state, shot)
    else:
        yield from _defend(state, shot)


def _hit_and_defend(state: BattleState, shot: Shot) -> Script[None]:
    """BR-CAN-8, BR-CAN-9: roll hit against defence for one soldier; a 1 may destroy the cannon."""
    gun, target = state.cannons[shot.cannon], state.soldiers[shot.targets[0]]
    bonus = rules.defence_bonus(state, target)
    rolled = yield from Roll(
        prompt=f"Attack on {target.name}",
        detail=f"{gun.name}: {hit_chance_text(0, bonus, misfires=True)}",
        rules=("BR-CAN-8", "BR-CAN-7", "BR-CAN-9"),
        pools=(*one_die(gun.seat, "attack"), *one_die(target.seat, "defence")),
    )
    shot.targets.pop(0)
    if rolled["attack"][0] == rules.MISFIRE:
        yield from _misfires(state, shot, f"{target.name} is spared.")
    else:
        yield from _apply_hit(state, gun, target, rolled["attack"][0], rolled["defence"][0])


def _roll_ahead(state: BattleState, shot: Shot) -> Script[None]:
    """BR-A2: by house rule, roll the hit dice first; a 1 cancels the whole shot."""
    gun, single = state.cannons[shot.cannon], state.house.misfire == "one roll"
    target = state.soldiers[shot.targets[len(shot.hits)]]
    rolled = yield from Roll(
        seat=gun.seat,
        prompt=f"Hit roll of {gun.name}",
        detail="One roll for all of them." if single else f"On {target.name}.",
        rules=("BR-CAN-8", "BR-A2"),
        pools=one_die(gun.seat, "attack"),
    )
    hit = rolled["attack"][0]
    shot.hits += [hit] * (len(shot.targets) if single else 1)
    if hit == rules.MISFIRE:
        shot.targets.clear()
        yield from _misfires(state, shot, "The whole shot is lost.")


def _defend(state: BattleState, shot: Shot) -> Script[None]:
    gun, target, hit = state.cannons[shot.cannon], state.soldiers[shot.targets[0]], shot.hits[0]
    rolled = yield from Roll(
        seat=target.seat,
        prompt=f"Defence roll of {target.name}",
        detail=f"The hit roll is {hit}; a tie hits.",
        rules=("BR-CAN-8", "BR-CAN-7"),
        pools=one_die(target.seat, "defence"),
    )
    del shot.targets[0], shot.hits[0]
    yield from _apply_hit(state, gun, target, hit, rolled["defence"][0])


def _misfires(state: BattleState, shot: Shot, text: str) -> Script[None]:
    gun = state.cannons[shot.cannon]
    state.pending.insert(0, Misfire(gun.id))
    yield from Report(
        f"{gun.name} misfires. {text}", kind="battle", seat=gun.seat, rules=("BR-CAN-9", "BR-A2", "BR-A3")
    )


def _misfire(state: BattleState, misfire: Misfire) -> Script[None]:
    """BR-CAN-9: 1 and 2 destroy the cannon and cancel its remaining hits."""
    gun = state.cannons[misfire.cannon]
    rolled = yield from Roll(
        seat=gun.seat,
        prompt=f"Does {gun.name} burst?",
        detail="1 or 2: it is destroyed. 3 to 6: it is whole.",
        rules=("BR-CAN-9",),
        pools=one_die(gun.seat, "misfire"),
    )
    state.pending.remove(misfire)
    if rules.bursts(rolled["misfire"][0]):
        state.pending = [event for event in state.pending if not isinstance(event, Shot)]
        yield from _destroy(state, gun, None, "BR-CAN-9")
    else:
        yield from Report(f"{gun.name} is whole.", seat=gun.seat, rules=("BR-CAN-9",))


def _apply_hit(state: BattleState, gun: Cannon, target: Soldier, hit: int, defence: int) -> Script[None]:
    bonus = rules.defence_bonus(state, target)
    if rules.is_hit(hit, defence + bonus):
        state.pending.insert(0, Wound(target.id, gun.id))
    text = describe_rolls(hit, 0, defence, bonus)
    yield from Report(f"{target.name}: {text}", kind="battle", seat=gun.seat, rules=("BR-CAN-8", "BR-A13"))


# --- wounds ------------------------------------------------------------------------------------------------


def _wound(state: BattleState, wound: Wound) -> Script[None]:
    """BR-DMG-1, BR-DMG-2, BR-CAN-10: infantry dies; a rider may lose only the horse."""
    target, by = state.soldiers[wound.soldier], state.piece(wound.by)
    because = ("BR-CAN-10",) if isinstance(by, Cannon) else ()
    save = state.unit_type(target).save
    if save is not None:
        saved = yield from _ask_save(state, target, save, because)
        if saved:
            state.pending.remove(wound)
            yield from _survive(state, target)
            return
    state.pending.remove(wound)
    yield from _kill(state, target, by, ("BR-DMG-1" if save is None else "BR-DMG-2", *because))


def _ask_save(state: BattleState, target: Soldier, save: int, because: tuple[str, ...]) -> Script[bool]:
    rides = not state.on_foot(target)
    killed = "1" if save == rules.LOWEST + 1 else f"{rules.LOWEST} to {save - 1}"
    saved = str(save) if save == rules.HIGHEST else f"{save} to {rules.HIGHEST}"
    then = "on foot" if rides and state.unit_type(target).becomes else "fights on"
    rolled = yield from Roll(
        seat=target.seat,
        prompt="Man or horse?" if rides else f"Is {target.name} killed?",
        detail=f"{target.name} is hit. {killed}: killed. {saved}: {then}.",
        rules=("BR-DMG-2", *because),
        pools=one_die(target.seat, "horse" if rides else "save"),
    )
    (die,) = next(iter(rolled.values()))
    return die >= save


def _survive(state: BattleState, soldier: Soldier) -> Script[None]:
    """BR-DMG-2, BR-A5: a rider continues as infantry; there is no bonus for the horse."""
    rode, was, now = not state.on_foot(soldier), soldier.kind, rules.after_save(state, soldier)
    soldier.kind = now.id
    text, cited = f"{soldier.name} is saved and fights on.", ["BR-DMG-2"]
    if rode and now.arm == "infantry":
        soldier.dismounted, soldier.charged = True, False
        text = f"{soldier.name} loses the horse and fights on as {now.title.lower()}."
        cited.append("BR-A5")
    elif now.id != was:
        text = f"{soldier.name} is saved and fights on as {now.title.lower()}."
    yield from Report(text, kind="battle", seat=soldier.seat, rules=tuple(cited))


def _kill(state: BattleState, dead: Soldier, by: Piece, because: tuple[str, ...]) -> Script[None]:
    """Remove a dead soldier; then handle bonus, cannon, fear and victory, in this order."""
    led, gun = state.unit_type(dead).commander, state.manned_by(dead.id)
    dead.fate = "killed"
    unpaid = ("BR-A14",) if by.seat == dead.seat else ()
    yield from Report(f"{dead.name} is killed.", kind="battle", seat=dead.seat, rules=(*because, *unpaid))
    if led and state.house.commanders == "hero and fear":
        state.pending.insert(0, Fallen(dead.id))
    if by.seat != dead.seat:
        state.kills[by.seat] += 1
        yield from _reward(state, by.seat, dead)
    if gun is not None:
        yield from _lose_crew(state, gun, by)
    yield from check_elimination(state, dead.seat)


def _reward(state: BattleState, seat: str, gone: Piece, *rule: str) -> Script[None]:
    """BR-TRE-2, BR-A6, BR-A14: pay the bonus for an enemy; there is none for your own soldiers."""
    if state.house.treasury == "no":
        return
    bonus = rules.bonus_for(state, gone)
    state.purses[seat].earned += bonus
    mercenary = ("BR-A6",) if state.unit_type(gone).mercenary else ()
    yield from Report(
        f"{bonus} for the treasury of {state.seat(seat).name}: {state.purses[seat].left}.",
        kind="trade",
        seat=seat,
        rules=("BR-TRE-2", *mercenary, *rule),
    )


# --- cannons without crew ----------------------------------------------------------------------------------


def _lose_crew(state: BattleState, gun: Cannon, by: Piece) -> Script[None]:
    """BR-CAN-11, BR-CAN-12: soldiers capture a cannon; a cannon may only destroy it with its crew."""
    gun.crew = None
    if isinstance(by, Cannon):
        if by.id != gun.id:
            state.pending.insert(0, Unmanned(gun.id, by.seat))
    elif by.seat != gun.seat:
        yield from _capture(state, gun, by.seat)


def _capture(state: BattleState, gun: Cannon, seat: str) -> Script[None]:
    """BR-CAN-11, BR-A12, BR-A8: give the cannon to the attacker."""
    gun.seat, gun.captured_in = seat, state.turn
    yield from Report(
        f"{state.seat(seat).name} captures {gun.name}.",
        kind="conquest",
        seat=seat,
        rules=("BR-CAN-11", "BR-A12"),
    )
    if state.house.cannon_bonus == "captured too":
        yield from _reward(state, seat, gun, "BR-A8")


def _unmanned(state: BattleState, event: Unmanned) -> Script[None]:
    """BR-CAN-12, BR-CAN-13, BR-A17: 1 to 3 destroy a cannon whose crew was killed, or that was hit alone."""
    gun = state.cannons[event.cannon]
    alone = state.fights_alone(gun)
    rolled = yield from Roll(
        seat=gun.seat,
        prompt=f"Is {gun.name} destroyed?" if alone else f"Is {gun.name} lost with its crew?",
        detail="1 to 3: destroyed. 4 to 6: " + ("it fights on." if alone else "others may man it."),
        rules=("BR-CAN-13", "BR-A17" if alone else "BR-CAN-12"),
        pools=one_die(gun.seat, "cannon"),
    )
    state.pending.remove(event)
    if rules.is_saved(rolled["cannon"][0]):
        yield from Report(f"{gun.name} is whole.", seat=gun.seat, rules=("BR-CAN-13",))
    else:
        yield from _destroy(state, gun, event.by, "BR-CAN-13")


def _destroy(state: BattleState, gun: Cannon, by: str | None, rule: str) -> Script[None]:
    """BR-CAN-9, BR-CAN-13, BR-A8: remove a cannon; pay the bonus for an enemy's."""
    gun.destroyed, gun.crew = True, None
    yield from Report(f"{gun.name} is destroyed.", kind="battle", seat=gun.seat, rules=(rule,))
    if by is not None and by != gun.seat:
        yield from _reward(state, by, gun, "BR-A8")
    if state.unit_type(gun).automatic and state.house.lone_cannon == "fights on":
        yield from check_elimination(state, gun.seat)


# --- fear --------------------------------------------------------------------------------------------------


def _fallen(state: BattleState, event: Fallen) -> Script[None]:
    """BR-CMD-2, BR-A10: the commander's own soldiers nearby must roll for fear."""
    dead = state.soldiers[event.commander]
    friends = tuple(man.id for man in state.army(dead.seat) if man.fate != "flees")
    near: tuple[str, ...] = ()
    if friends:
        near = yield from PickSeveral(
            prompt=f"Who saw {dead.name} fall?",
            detail=f"All of {state.seat(dead.seat).name} within {format_inches(rules.FEAR_WITHIN)} of him.",
            rules=("BR-CMD-2", "BR-A10"),
            allowed=friends,
            none="Nobody",
            template=Template("circle", 2 * rules.FEAR_WITHIN, 2 * rules.FEAR_WITHIN),
        )
    state.pending[:1] = [Fear(soldier) for soldier in near]


def _fear(state: BattleState, fear: Fear) -> Script[None]:
    """BR-CMD-2, BR-CMD-3: with 4 to 6 a soldier stands, with 1 to 3 it runs."""
    soldier = state.soldiers[fear.soldier]
    rolled = yield from Roll(
        seat=soldier.seat,
        prompt=f"Fear roll of {soldier.name}",
        detail="1 to 3: runs for the edge. 4 to 6: stands.",
        rules=("BR-CMD-2", "BR-CMD-3"),
        pools=one_die(soldier.seat, "fear"),
    )
    state.pending.remove(fear)
    if rules.is_saved(rolled["fear"][0]):
        yield from Report(f"{soldier.name} stands.", seat=soldier.seat, rules=("BR-CMD-2",))
        return
    soldier.fate, gun = "flees", state.manned_by(soldier.id)
    if gun is not None:
        gun.crew = None
    if state.house.flight == "at once":
        state.pending.insert(0, Flight(soldier.id))
    yield from Report(f"{soldier.name} runs in fear.", seat=soldier.seat, rules=("BR-CMD-3", "BR-A4"))


def _flight(state: BattleState, flight: Flight) -> Script[None]:
    """BR-A4: by house rule, a soldier in fear leaves the field immediately."""
    soldier = state.soldiers[flight.soldier]
    rallied = yield from _rallies(state, soldier)
    state.pending.remove(flight)
    if rallied:
        yield from _rally(soldier)
    else:
        yield from _disappear(state, soldier)


def run(state: BattleState, soldier: Soldier) -> Script[None]:
    """BR-CMD-3, BR-A4: move fully towards the nearest edge, unless the path passes another commander."""
    rallied = yield from _rallies(state, soldier)
    if rallied:
        soldier.spent = state.roll
        yield from _rally(soldier)
        return
    way = rules.move_range(state, soldier)
    edge = yield from Interruptible(
        Measure(
            seat=soldier.seat,
            prompt="How far is the edge?",
            detail=f"{soldier.name} runs {format_inches(way)}.",
            rules=("BR-CMD-3", "BR-A4"),
            start=soldier.name,
            finish="the nearest edge",
            divides=way,
            offers=(
                Offer(LEAVES, soldier.seat, "Leaves the field"),
                Offer(STAYS, soldier.seat, "Stays on it"),
            ),
            said=(LEAVES, STAYS),
        )
    )
    soldier.spent = state.roll
    if _within(edge, way, LEAVES):
        yield from _disappear(state, soldier)
        yield from judge_victory(state)
    else:
        of = "" if isinstance(edge, Interruption) else f" of {format_inches(edge)}"
        text = f"{soldier.name} runs {format_inches(way)}{of} to the edge."
        yield from Report(text, seat=soldier.seat, rules=("BR-CMD-3", "BR-A4"))


def _rallies(state: BattleState, soldier: Soldier) -> Script[bool]:
    """BR-CMD-3: fear ends within 4 inches of another commander."""
    if not state.commanders(soldier.seat):
        return False
    within = format_inches(rules.RALLIES_WITHIN)
    near = yield from Interruptible(
        Measure(
            seat=soldier.seat,
            prompt="How near is another commander?",
            detail=f"{soldier.name} runs; within {within} it stops.",
            rules=("BR-CMD-3",),
            start=f"the way of {soldier.name}",
            finish="the nearest commander of its side",
            divides=rules.RALLIES_WITHIN,
            offers=(Offer(NEAR, soldier.seat, f"Within {within}"), Offer(FARTHER, soldier.seat, "Farther")),
            said=(NEAR, FARTHER),
        )
    )
    return _within(near, rules.RALLIES_WITHIN, NEAR)


def _within(answer: float | Interruption, inches: float, said: str) -> bool:
    """Whether a distance is within some inches, as measured or as the table says."""
    return answer.offer == said if isinstance(answer, Interruption) else to_sixteenth(answer) <= inches


def _rally(soldier: Soldier) -> Script[None]:
    soldier.fate = "rallied"
    yield from Report(f"{soldier.name} rallies.", seat=soldier.seat, rules=("BR-CMD-3",))


def _disappear(state: BattleState, soldier: Soldier) -> Script[None]:
    """Take a soldier from the field; what was still to be rolled for it is dropped."""
    soldier.fate = "fled"
    state.drop_void_events()
    yield from Report(f"{soldier.name} has fled the field.", seat=soldier.seat, rules=("BR-CMD-3",))
    yield from check_elimination(state, soldier.seat)


def check_elimination(state: BattleState, seat: str) -> Script[None]:
    """BR-WIN, BR-A17: eliminate a seat without soldiers."""
    if seat in state.standing():
        return
    alone = ("BR-A17",) if any(state.unit_type(gun).automatic for gun in state.battery(seat)) else ()
    yield from Report(
        f"{state.seat(seat).name} has no soldier left.",
        kind="elimination",
        seat=seat,
        rules=("BR-WIN", *alone),
    )
    state.fallen.append(seat)


def judge_victory(state: BattleState) -> Script[None]:
    """BR-WIN, BR-A16: after a shot, the last seat wins, or together those that lost their last soldiers."""
    if state.under_fire or not state.fallen:
        return
    state.winners = rules.winners(state)
    state.fallen = []
    names = " and ".join(state.seat(winner).name for winner in state.winners)
    if names:
        together = len(state.winners) > 1
        text = "fell together and share the win" if together else "is the last one standing"
        rule = () if state.standing() else ("BR-A16",)
        yield from Report(f"{names} {text}.", kind="victory", seat=state.winners[0], rules=("BR-WIN", *rule))


HANDLERS: dict[type[Any], Callable[[BattleState, Any], Script[None]]] = {
    Shot: _shot,
    Misfire: _misfire,
    Wound: _wound,
    Unmanned: _unmanned,
    Fallen: _fallen,
    Fear: _fear,
    Flight: _flight,
}
"""The function that resolves each kind of event."""

"""What follows from an attack: hits, horses shot, cannons lost or taken.

Events still to be resolved stand in `state.pending`, the next first, so that a battle can be saved and
resumed between any two rolls.
"""

from collections.abc import Callable
from typing import Any

from companion.games.battle import fear, rules
from companion.games.battle.elimination import check_elimination, judge_victory
from companion.games.battle.prompts import one_die
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
from companion.locale.messages import gettext
from companion.odds import hit_chance
from companion.referee.questions import Roll
from companion.referee.script import Report, Script


def resolve_pending(state: BattleState) -> Script[None]:
    """Resolve all pending events in order, until a seat has won."""
    while state.pending and not state.winners:
        event = state.pending[0]
        yield from HANDLERS[type(event)](state, event)
        yield from judge_victory(state)
    if state.winners:
        state.pending.clear()


def odds_text(attacker: str, attack: int, defence: int, *, misfires: bool = False) -> str:
    """Describe bonuses and the probability of a hit: ``"Red cannon 1: hits 21 times in 36; ties hit."``."""
    odds: dict[str, Any] = {
        "attacker": attacker,
        "attack": attack,
        "defence": defence,
        "times": hit_chance(attack, defence, misfires=misfires) * 36,
    }
    if attack and defence:
        return gettext(
            "{attacker}: +{attack} attack, +{defence} defence; hits {times} times in 36; ties hit.", **odds
        )
    if attack:
        return gettext("{attacker}: +{attack} attack; hits {times} times in 36; ties hit.", **odds)
    if defence:
        return gettext("{attacker}: +{defence} defence; hits {times} times in 36; ties hit.", **odds)
    return gettext("{attacker}: hits {times} times in 36; ties hit.", **odds)


def describe_rolls(target: str, hit: int, hit_bonus: int, defence: int, defence_bonus: int) -> str:
    """Describe two opposed rolls with bonuses: ``"Red infantry 1: 4 + 1 against 5: hit."``."""
    rolls = {"target": target, "attack": _sum(hit, hit_bonus), "defence": _sum(defence, defence_bonus)}
    if rules.is_hit(hit + hit_bonus, defence + defence_bonus):
        return gettext("{target}: {attack} against {defence}: hit.", **rolls)
    return gettext("{target}: {attack} against {defence}: no damage.", **rolls)


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
        prompt=gettext("Attack on {target}", target=state.name(target)),
        detail=odds_text(state.name(gun), 0, bonus, misfires=True),
        rules=("BR-CAN-8", "BR-CAN-7", "BR-CAN-9"),
        pools=(*one_die(gun.seat, "attack"), *one_die(target.seat, "defence")),
    )
    shot.targets.pop(0)
    if rolled["attack"][0] == rules.MISFIRE:
        text = gettext(
            "{cannon} misfires. {soldier} is spared.", cannon=state.name(gun), soldier=state.name(target)
        )
        yield from _misfires(state, shot, text)
    else:
        yield from _apply_hit(state, gun, target, rolled["attack"][0], rolled["defence"][0])


def _roll_ahead(state: BattleState, shot: Shot) -> Script[None]:
    """BR-A2: by house rule, roll the hit dice first; a 1 cancels the whole shot."""
    gun, single = state.cannons[shot.cannon], state.house.misfire == "one roll"
    target = state.soldiers[shot.targets[len(shot.hits)]]
    rolled = yield from Roll(
        seat=gun.seat,
        prompt=gettext("Hit roll of {cannon}", cannon=state.name(gun)),
        detail=gettext("One roll for all of them.")
        if single
        else gettext("On {target}.", target=state.name(target)),
        rules=("BR-CAN-8", "BR-A2"),
        pools=one_die(gun.seat, "attack"),
    )
    hit = rolled["attack"][0]
    shot.hits += [hit] * (len(shot.targets) if single else 1)
    if hit == rules.MISFIRE:
        shot.targets.clear()
        text = gettext("{cannon} misfires. The whole shot is lost.", cannon=state.name(gun))
        yield from _misfires(state, shot, text)


def _defend(state: BattleState, shot: Shot) -> Script[None]:
    gun, target, hit = state.cannons[shot.cannon], state.soldiers[shot.targets[0]], shot.hits[0]
    rolled = yield from Roll(
        seat=target.seat,
        prompt=gettext("Defence roll of {target}", target=state.name(target)),
        detail=gettext("The hit roll is {hit}; a tie hits.", hit=hit),
        rules=("BR-CAN-8", "BR-CAN-7"),
        pools=one_die(target.seat, "defence"),
    )
    del shot.targets[0], shot.hits[0]
    yield from _apply_hit(state, gun, target, hit, rolled["defence"][0])


def _misfires(state: BattleState, shot: Shot, text: str) -> Script[None]:
    gun = state.cannons[shot.cannon]
    state.pending.insert(0, Misfire(gun.id))
    yield from Report(text, kind="battle", seat=gun.seat, rules=("BR-CAN-9", "BR-A2", "BR-A3"))


def _misfire(state: BattleState, misfire: Misfire) -> Script[None]:
    """BR-CAN-9: 1 and 2 destroy the cannon and cancel its remaining hits."""
    gun = state.cannons[misfire.cannon]
    rolled = yield from Roll(
        seat=gun.seat,
        prompt=gettext("Does {cannon} burst?", cannon=state.name(gun)),
        detail=gettext("1 or 2: it is destroyed. 3 to 6: it is whole."),
        rules=("BR-CAN-9",),
        pools=one_die(gun.seat, "misfire"),
    )
    state.pending.remove(misfire)
    if rules.bursts(rolled["misfire"][0]):
        state.pending = [event for event in state.pending if not isinstance(event, Shot)]
        yield from _destroy(state, gun, None, "BR-CAN-9")
    else:
        yield from Report(
            gettext("{cannon} is whole.", cannon=state.name(gun)), seat=gun.seat, rules=("BR-CAN-9",)
        )


def _apply_hit(state: BattleState, gun: Cannon, target: Soldier, hit: int, defence: int) -> Script[None]:
    bonus = rules.defence_bonus(state, target)
    if rules.is_hit(hit, defence + bonus):
        state.pending.insert(0, Wound(target.id, gun.id))
    text = describe_rolls(state.name(target), hit, 0, defence, bonus)
    yield from Report(text, kind="battle", seat=gun.seat, rules=("BR-CAN-8", "BR-A13"))


# --- wounds ------------------------------------------------------------------------------------------------


def _wound(state: BattleState, wound: Wound) -> Script[None]:
    """BR-DMG-1, BR-DMG-2, BR-CAN-10: infantry dies; a rider may lose only the horse."""
    target, by = state.soldiers[wound.soldier], state.piece(wound.by)
    because = ("BR-CAN-10",) if isinstance(by, Cannon) else ()
    save = state.unit_type(target).save
    if save is not None:
        saved = wound.saved
        if saved is None:
            saved = yield from _ask_save(state, target, save, because)
        if saved:
            state.pending.remove(wound)
            yield from _survive(state, target)
            return
    state.pending.remove(wound)
    yield from _kill(state, target, by, ("BR-DMG-1" if save is None else "BR-DMG-2", *because))


def _ask_save(state: BattleState, target: Soldier, save: int, because: tuple[str, ...]) -> Script[bool]:
    rides = not state.on_foot(target)
    rolls = {
        "soldier": state.name(target),
        "low": _span(rules.LOWEST, save - 1),
        "high": _span(save, rules.HIGHEST),
    }
    rolled = yield from Roll(
        seat=target.seat,
        prompt=gettext("Man or horse?")
        if rides
        else gettext("Is {target} killed?", target=state.name(target)),
        detail=gettext("{soldier} is hit. {low}: killed. {high}: on foot.", **rolls)
        if rides and state.unit_type(target).becomes
        else gettext("{soldier} is hit. {low}: killed. {high}: fights on.", **rolls),
        rules=("BR-DMG-2", *because),
        pools=one_die(target.seat, "horse" if rides else "save"),
    )
    (die,) = next(iter(rolled.values()))
    return die >= save


def _span(least: int, most: int) -> str:
    return str(least) if least == most else gettext("{least} to {most}", least=least, most=most)


def _survive(state: BattleState, soldier: Soldier) -> Script[None]:
    """BR-DMG-2, BR-A5: a rider continues as infantry; there is no bonus for the horse."""
    rode, was, now = not state.on_foot(soldier), soldier.kind, rules.after_save(state, soldier)
    soldier.kind = now.id
    name, cited = state.name(soldier), ["BR-DMG-2"]
    text = gettext("{soldier} is saved and fights on.", soldier=name)
    if rode and now.arm == "infantry":
        soldier.dismounted, soldier.charged = True, False
        text = gettext(
            "{soldier} loses the horse and fights on as {unit}.", soldier=name, unit=now.in_a_sentence
        )
        cited.append("BR-A5")
    elif now.id != was:
        text = gettext("{soldier} is saved and fights on as {unit}.", soldier=name, unit=now.in_a_sentence)
    yield from Report(text, kind="battle", seat=soldier.seat, rules=tuple(cited))


def _kill(state: BattleState, dead: Soldier, by: Piece, because: tuple[str, ...]) -> Script[None]:
    """Remove a dead soldier; then handle bonus, cannon, fear and victory, in this order."""
    led, gun = state.unit_type(dead).commander, state.manned_by(dead.id)
    dead.fate = "killed"
    unpaid = ("BR-A14",) if by.seat == dead.seat else ()
    text = gettext("{soldier} is killed.", soldier=state.name(dead))
    yield from Report(text, kind="battle", seat=dead.seat, rules=(*because, *unpaid))
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
    text = gettext(
        "{bonus} for the treasury of {player}: {amount}.",
        bonus=bonus,
        player=state.seat(seat).name,
        amount=state.purses[seat].left,
    )
    yield from Report(text, kind="trade", seat=seat, rules=("BR-TRE-2", *mercenary, *rule))


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
    text = gettext("{player} captures {cannon}.", player=state.seat(seat).name, cannon=state.name(gun))
    yield from Report(text, kind="conquest", seat=seat, rules=("BR-CAN-11", "BR-A12"))
    if state.house.cannon_bonus == "captured too":
        yield from _reward(state, seat, gun, "BR-A8")


def _unmanned(state: BattleState, event: Unmanned) -> Script[None]:
    """BR-CAN-12, BR-CAN-13, BR-A17: 1 to 3 destroy a cannon whose crew was killed, or that was hit alone."""
    gun = state.cannons[event.cannon]
    alone = state.fights_alone(gun)
    rolled = yield from Roll(
        seat=gun.seat,
        prompt=gettext("Is {cannon} destroyed?", cannon=state.name(gun))
        if alone
        else gettext("Is {cannon} lost with its crew?", cannon=state.name(gun)),
        detail=gettext("1 to 3: destroyed. 4 to 6: it fights on.")
        if alone
        else gettext("1 to 3: destroyed. 4 to 6: others may man it."),
        rules=("BR-CAN-13", "BR-A17" if alone else "BR-CAN-12"),
        pools=one_die(gun.seat, "cannon"),
    )
    state.pending.remove(event)
    if rules.is_saved(rolled["cannon"][0]):
        yield from Report(
            gettext("{cannon} is whole.", cannon=state.name(gun)), seat=gun.seat, rules=("BR-CAN-13",)
        )
    else:
        yield from _destroy(state, gun, event.by, "BR-CAN-13")


def _destroy(state: BattleState, gun: Cannon, by: str | None, rule: str) -> Script[None]:
    """BR-CAN-9, BR-CAN-13, BR-A8: remove a cannon; pay the bonus for an enemy's."""
    gun.destroyed, gun.crew = True, None
    yield from Report(
        gettext("{cannon} is destroyed.", cannon=state.name(gun)), kind="battle", seat=gun.seat, rules=(rule,)
    )
    if by is not None and by != gun.seat:
        yield from _reward(state, by, gun, "BR-A8")
    if state.unit_type(gun).automatic and state.house.lone_cannon == "fights on":
        yield from check_elimination(state, gun.seat)


HANDLERS: dict[type[Any], Callable[[BattleState, Any], Script[None]]] = {
    Shot: _shot,
    Misfire: _misfire,
    Wound: _wound,
    Unmanned: _unmanned,
    Fallen: fear.fall,
    Fear: fear.roll_for_fear,
    Flight: fear.flee,
}
"""The function that resolves each kind of event."""

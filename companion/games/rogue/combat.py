"""Ground combat: one squad's attack and the move after it (RG-OVR, RG-CLS-3)."""

from companion.games.rogue import cards, combat_round, movement, rules, units
from companion.games.rogue.effects import resolve_pending
from companion.games.rogue.moves import choose_movers
from companion.games.rogue.state import (
    ROLES,
    TANK,
    CardBattle,
    Fight,
    Fighter,
    PendingWounds,
    RogueState,
    Role,
)
from companion.games.rogue.victory import check_victory
from companion.games.rogue.words import in_blocks, in_hits, in_wounds
from companion.locale.messages import gettext, ngettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Choose, Option, Pick, PickOrEnd
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Report, Script

OVERRUN = "overrun"
RUN = "run and gun"
STAY = "stay"


def attacks(state: RogueState) -> Script[None]:
    """RG-CMB-1: ask for an attack with one squad, moved or not, or for the end of the turn."""
    yield from resolve_pending(state)
    yield from _finish(state)
    while state.facts.attacks > 0 and not state.winners:
        able = tuple(zone for zone in state.zones_of(state.mover.id) if rules.targets(state, zone))
        if not able and not cards.offers(state, state.mover.id):
            return
        origin = yield from _pick_attacker(state, able)
        if isinstance(origin, Interruption):
            yield from cards.play(state, state.mover.id, ("after squad",), origin.offer)
            yield from resolve_pending(state)
        elif origin is None:
            return
        else:
            yield from _attack_from(state, origin)


def _pick_attacker(state: RogueState, able: tuple[str, ...]) -> Script[str | Interruption | None]:
    seat = state.mover.id
    denied = {zone: _no_target(state, zone) for zone in state.zones_of(seat) if zone not in able}
    return PickOrEnd(
        seat=seat,
        prompt=gettext("Attack with which squad?"),
        rules=("RG-CMB-1", "RG-CMB-2"),
        allowed=able,
        denied=denied,
        end=gettext("End turn"),
        offers=cards.offers(state, seat),
    ).or_offer()


def _no_target(state: RogueState, zone: str) -> Ruling:
    reach = rules.attack_range(state, state.squads[zone])
    rule = "RG-CLS-1" if reach > 1 else "RG-CMB-2"
    return refuse(
        rule,
        "No enemy stands within {range} of {zone} with the way free.",
        range=reach,
        zone=state.name(zone),
    )


def _attack_from(state: RogueState, origin: str) -> Script[None]:
    """Ask for the target and fight."""
    seat = state.mover.id
    reached = rules.targets(state, origin)
    sniping = rules.attack_range(state, state.squads[origin]) > 1
    target = yield from PickOrEnd(
        seat=seat,
        prompt=gettext("Attack which squad from {zone}?", zone=state.name(origin)),
        rules=("RG-CMB-2", "RG-CLS-1") if sniping else ("RG-CMB-2",),
        allowed=tuple(reached),
        denied=Refusals(
            state.squads, (*reached, origin), lambda zone: rules.judge_target(state, origin, zone)
        ),
        end=gettext("With another"),
        focus=(origin,),
    )
    if target is not None:
        declare(state, origin, target, reached[target])
        yield from _finish(state)


def declare(state: RogueState, origin: str, target: str, distance: int) -> None:
    """RG-A6, RG-CLS-2: declare an attack and store the unit counts that apply to it."""
    ours, theirs = state.squads[origin], state.squads[target]
    attacker = combat_round.attacker(state, ours.owner, rules.most_cards(state, theirs))
    defender = Fighter(theirs.owner, rules.most_cards(state, ours))
    assaults = {"attack": ours.count("assault"), "defence": theirs.count("assault")}
    state.fight = Fight(origin, target, distance, CardBattle(attacker, defender), assaults)


def _finish(state: RogueState) -> Script[None]:
    """Finish the declared attack."""
    if state.fight is None:
        return
    fight = state.fight
    if not fight.rolled:
        yield from combat_round.play_cards(state, "combat")
        if not combat_round.is_over(state):
            yield from _roll_and_report(state, fight)
        state.facts.attacks -= 1
        fight.rolled = True
    yield from resolve_pending(state)
    for role in ROLES:
        if not state.winners and role not in fight.advanced:
            yield from _advance(state, fight, role)
            fight.advanced.append(role)
    state.fight = None
    yield from check_victory(state)


def _roll_and_report(state: RogueState, fight: Fight) -> Script[None]:
    """RG-CMB-4 to RG-CMB-7: roll, subtract blocks from hits on both sides, and apply the wounds."""
    prompt = gettext(
        "{origin} attacks {target}", origin=state.name(fight.origin), target=state.name(fight.target)
    )
    attack, defence = yield from combat_round.roll_dice(state, prompt, combat_round.cited_on_ground(state))
    dealt = rules.wounds(attack.hits, defence.blocks)
    suffered = rules.wounds(defence.hits, attack.blocks)
    ours, theirs = fight.card_battle.attack.seat, fight.card_battle.defence.seat
    chooser = ours if state.house.attacker_casualties == "attacker" else theirs
    state.wounds += [
        PendingWounds(fight.target, dealt, ours, theirs),
        PendingWounds(fight.origin, suffered, theirs, chooser),
    ]
    tally = {
        "hits": in_hits(attack.hits),
        "blocks": in_blocks(defence.blocks),
        "wounds": in_wounds(dealt),
        "suffered": suffered,
    }
    yield from Report(
        gettext("{hits}, {blocks}: {wounds}. {suffered} on the attacker.", **tally)
        if defence.hits
        else gettext("{hits}, {blocks}: {wounds}.", **tally),
        kind="battle",
        seat=ours,
        rules=("RG-CMB-6", "RG-CMB-7") if defence.hits else ("RG-CMB-6",),
    )


def _advance(state: RogueState, fight: Fight, role: Role) -> Script[None]:
    """RG-OVR, RG-CLS-3: ask for an overrun of the emptied zone, a run and gun, or neither."""
    zone = fight.zone(role)
    squad = state.squads.get(zone)
    if squad is None or squad.owner != fight.card_battle.side(role).seat:
        return
    running = _run_targets(state, fight, role)
    over = role == "attack" and _may_overrun(state, fight)
    if not running and not over:
        return
    options = (
        *((Option(OVERRUN, gettext("Overrun {zone}", zone=state.name(fight.target))),) if over else ()),
        *((Option(RUN, gettext("Run and gun")),) if running else ()),
        Option(STAY, gettext("Stay")),
    )
    chosen = yield from Choose(
        seat=squad.owner,
        prompt=gettext("{zone}: what now?", zone=state.name(zone)),
        rules=(("RG-OVR",) if over else ()) + (("RG-CLS-3", "RG-A6") if running else ()),
        options=options,
    )
    if chosen == OVERRUN:
        yield from _overrun(state, fight)
    elif chosen == RUN:
        yield from _run(state, fight, role, running)


def _may_overrun(state: RogueState, fight: Fight) -> bool:
    """RG-OVR: return whether the linked zone is empty; RG-A11: and whether a unit may enter it."""
    return fight.distance == 1 and fight.target not in state.squads and bool(_overrunners(state, fight))


def _overrunners(state: RogueState, fight: Fight) -> tuple[str, ...]:
    """RG-A11, RG-TNK-5: list the kinds of unit that may enter the target; terrain can exclude tanks."""
    kinds = units.kinds_in(state.squads[fight.origin])
    closed = movement.tank_bans(state, state.ground.zone(fight.target))
    return tuple(kind for kind in kinds if kind != TANK or not closed)


def _overrun(state: RogueState, fight: Fight) -> Script[None]:
    """RG-OVR: move some or all units of the squad in immediately."""
    may = _overrunners(state, fight)
    moving = yield from choose_movers(state, fight.origin, ("RG-OVR", "RG-A11"), may)
    units.move(state, fight.origin, fight.target, moving)
    text = gettext("{player} overruns {zone}.", player=state.mover.name, zone=state.name(fight.target))
    yield from Report(text, kind="conquest", seat=state.active, rules=("RG-OVR", "RG-A11"))


def _run_targets(state: RogueState, fight: Fight, role: Role) -> tuple[str, ...]:
    """RG-CLS-3, RG-A6: return the zones on its tile that the whole squad can run to."""
    if not state.plays("advanced") or (role == "defence" and state.house.run_and_gun == "attacker"):
        return ()
    return movement.reach(state, _planned_run(state, fight, role))


def _planned_run(state: RogueState, fight: Fight, role: Role) -> movement.Move:
    """RG-CLS-3: return the limits of a run; RG-A11: adjacent enemy tanks slow it only by house rule."""
    squad = state.squads[fight.zone(role)]
    after = state.house.assault_count == "after casualties"
    assaults = squad.count("assault") if after else fight.assaults[role]
    return movement.Move(
        seat=squad.owner,
        origin=fight.zone(role),
        units=squad.size,
        tanks=squad.count(TANK),
        steps=rules.run_zones(assaults),
        stay=True,
        slowed=state.house.overrun == "tanks stop",
    )


def _run(state: RogueState, fight: Fight, role: Role, running: tuple[str, ...]) -> Script[None]:
    zone, planned = fight.zone(role), _planned_run(state, fight, role)
    squad = state.squads[zone]
    target = yield from Pick(
        seat=squad.owner,
        prompt=gettext("Run to which zone?"),
        detail=ngettext(
            "The whole squad, at most {count} zone, on this tile",
            "The whole squad, at most {count} zones, on this tile",
            planned.steps,
        ),
        rules=("RG-CLS-3", "RG-A11"),
        allowed=running,
        denied=movement.refusals(state, planned, running),
        focus=(zone,),
    )
    units.move(state, zone, target, units.unit_counts(squad))
    text = gettext("{player} runs to {zone}.", player=state.seat(squad.owner).name, zone=state.name(target))
    yield from Report(text, seat=squad.owner, rules=("RG-CLS-3",))

"""Effects of cards, applied one by one, and the wounds from cards and dice."""

from collections.abc import Callable

from companion.games.rogue import rules, units
from companion.games.rogue.battlefield_check import COVER_TOKENS
from companion.games.rogue.card_draw import draw_one, drawable, place_aircraft
from companion.games.rogue.deck import DECKS, EffectKind
from companion.games.rogue.state import (
    SOLDIERS,
    TANK,
    PendingEffect,
    PendingWounds,
    RogueState,
    card_battle_of,
)
from companion.games.rogue.victory import check_victory
from companion.games.rogue.words import in_wounds, tokens_left
from companion.locale.messages import gettext, ngettext
from companion.referee.questions import Choose, Option, PickOrEnd
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Report, Script

STOP = "+stop"


def resolve_pending(state: RogueState) -> Script[None]:
    """Apply pending wounds, effects of cards and aircraft; check for a winner."""
    while state.wounds or state.pending or any(state.facts.air_to_place.values()):
        if state.wounds:
            yield from take_wounds(state, state.wounds[0])
        elif state.pending:
            yield from _carry_out(state, state.pending[0])
        else:
            yield from place_aircraft(state)
    yield from check_victory(state)


def take_wounds(state: RogueState, wound: PendingWounds) -> Script[None]:
    """RG-CMB-6: remove one unit for each wound; RG-AIR-3: air support removes cover first."""
    squad = state.squads.get(wound.zone)
    if wound.count and wound.air and state.cover.get(wound.zone):
        state.cover[wound.zone] -= 1
        wound.count -= 1
        yield from Report(
            gettext("Cover is blown off {zone}.", zone=state.name(wound.zone)), rules=("RG-AIR-3", "RG-DST")
        )
    elif squad is None or not wound.count:
        state.wounds.remove(wound)
    else:
        kind = yield from _ask_casualty(state, wound)
        units.lose_unit(state, wound.zone, kind)
        wound.count -= 1
        text = gettext(
            "{player} loses: {unit}.", player=state.seat(squad.owner).name, unit=units.unit_label(kind)
        )
        yield from Report(text, kind="elimination", seat=squad.owner, rules=("RG-CMB-6",))


def _ask_casualty(state: RogueState, wound: PendingWounds) -> Script[str]:
    """RG-CMB-6, RG-A5: ask the owner for the lost unit, unless there is only one choice."""
    squad = state.squads[wound.zone]
    kinds = units.kinds_in(squad)
    if squad.size <= wound.count or len(kinds) == 1:
        return kinds[0]
    attacking = state.fight is not None and wound.zone == state.fight.origin
    return (
        yield from Choose(
            seat=wound.chooser,
            prompt=gettext("{zone}: which unit is lost?", zone=state.name(wound.zone)),
            detail=gettext("{count} to lose", count=wound.count),
            rules=("RG-CMB-6", "RG-A5") if attacking else ("RG-CMB-6",),
            options=tuple(Option(kind, units.unit_label(kind)) for kind in kinds),
        )
    )


def _carry_out(state: RogueState, pending: PendingEffect) -> Script[None]:
    """Apply one effect; its handler decreases the number, and the effect ends at 0."""
    if pending.number > 0:
        yield from EFFECT_HANDLERS[pending.do](state, pending)
    if pending.number <= 0 and pending in state.pending:
        state.pending.remove(pending)


def _more_in_fight(state: RogueState, pending: PendingEffect) -> Script[None]:
    """Add upgrades, hits and blocks to the current battle, or to the next fight of this turn."""
    number, pending.number = pending.number, 0
    kept = card_battle_of(state).side(pending.role) if pending.role else state.facts
    if pending.do == "upgrade":
        kept.upgrades += number
        text = ngettext("{count} die upgraded", "{count} dice upgraded", number)
    elif pending.do == "hits":
        kept.hits += number
        text = ngettext("{count} hit more", "{count} hits more", number)
    else:
        kept.blocks += number
        text = ngettext("{count} block more", "{count} blocks more", number)
    yield from _report_effect(state, pending, text)


def _report_effect(state: RogueState, pending: PendingEffect, text: str) -> Script[None]:
    yield from Report(
        gettext("{player}: {effect}.", player=state.seat(pending.seat).name, effect=text),
        seat=pending.seat,
        rules=("RG-CRD",),
    )


def _cancel(state: RogueState, pending: PendingEffect) -> Script[None]:
    pending.number = 0
    if pending.role:
        card_battle_of(state).side("defence" if pending.role == "attack" else "attack").cancelled += 1
    yield from _report_effect(state, pending, gettext("the other side's next card has no effect"))


def _more_this_turn(state: RogueState, pending: PendingEffect) -> Script[None]:
    """Add range, a move or an attack for the rest of this turn."""
    number, pending.number = pending.number, 0
    if pending.do == "range":
        state.facts.range += number
    elif pending.do == "move":
        state.facts.moves += number
    else:
        state.facts.attacks += number
    yield from _report_effect(
        state, pending, gettext("{effect} +{number}", effect=gettext(pending.do), number=number)
    )


def _wound(state: RogueState, pending: PendingEffect) -> Script[None]:
    air = pending.kind == "air support"
    enemies = tuple(zone for zone, squad in state.squads.items() if state.hostile(pending.seat, squad.owner))
    number = pending.number
    zone = yield from PickOrEnd(
        seat=pending.seat,
        prompt=gettext("Wound units in which zone?"),
        detail=ngettext(
            "{count} wound; cover is removed first", "{count} wounds; cover is removed first", number
        )
        if air
        else in_wounds(number),
        rules=("RG-AIR-3", "RG-CRD") if air else ("RG-CRD",),
        allowed=enemies,
        end=gettext("No target"),
    )
    pending.number = 0
    if zone is not None:
        owner = state.squads[zone].owner
        state.wounds.append(PendingWounds(zone, number, pending.seat, owner, air))


def spawn(state: RogueState, pending: PendingEffect) -> Script[None]:
    """RG-A2: place a soldier in a start zone with room; RG-TNK-1: the free unit can be a tank."""
    seat, tank = pending.seat, pending.any_unit and state.plays("intermediate")
    kinds = (*SOLDIERS, TANK) if tank else SOLDIERS
    if not any(_judge_reserve(state, seat, unit).allowed for unit in kinds):
        pending.number = 0
        text = gettext("{player} has no room or no unit to bring on.", player=state.seat(seat).name)
        yield from Report(text, rules=("RG-A2",))
        return
    unit = yield from Choose(
        seat=seat,
        prompt=gettext("Which unit comes on?") if tank else gettext("Which soldier comes on?"),
        detail=gettext("{count} may come", count=pending.number),
        rules=("RG-A2", "RG-SQD-1", *(("RG-TNK-1",) if tank else ())),
        options=(*(_reserve_option(state, seat, unit) for unit in kinds), Option(STOP, gettext("No more"))),
    )
    if unit == STOP:
        pending.number = 0
        return
    denied, zones = rules.spawn_zones(state, seat, unit)
    zone = yield from _ask_zone(state, seat, zones, denied, "RG-TNK-4" if unit == TANK else "RG-A2")
    pending.number -= 1
    yield from units.bring_on_unit(state, seat, zone, unit)


def _reserve_option(state: RogueState, seat: str, unit: str) -> Option:
    left = state.reserve(seat, unit)
    return Option(
        unit, units.unit_label(unit), gettext("{count} left", count=left), _judge_reserve(state, seat, unit)
    )


def _judge_reserve(state: RogueState, seat: str, unit: str) -> Ruling:
    """RG-A2, RG-TNK-4: judge a class that comes on: one is left, and a start zone is open to it."""
    if not state.reserve(seat, unit):
        return refuse("RG-A2", "No {unit} is left to come on.", unit=gettext(unit))
    denied, zones = rules.spawn_zones(state, seat, unit)
    reasons = (reason for ruling in denied.values() for reason in ruling.reasons)
    return ALLOWED if zones else Ruling.from_reasons(reasons)


def _ask_zone(
    state: RogueState, seat: str, zones: tuple[str, ...], denied: dict[str, Ruling], rule: str
) -> Script[str]:
    """Ask for a start zone with room, unless there is only one."""
    if len(zones) == 1:
        return zones[0]
    chosen = yield from Choose(
        seat=seat,
        prompt=gettext("In which start zone?"),
        rules=(rule, "RG-SQD-1"),
        options=(
            *(Option(zone, state.name(zone)) for zone in zones),
            *(Option(zone, state.name(zone), ruling=ruling) for zone, ruling in denied.items()),
        ),
    )
    return chosen


def _spawn_tank(state: RogueState, pending: PendingEffect) -> Script[None]:
    """RG-TNK-1, RG-TNK-2, RG-TNK-4: place tanks in start zones; they count as units."""
    seat = pending.seat
    denied, zones = rules.spawn_zones(state, seat, TANK)
    if not zones or not state.reserve(seat, TANK):
        pending.number = 0
        text = gettext("{player} has no room or no token for a tank.", player=state.seat(seat).name)
        yield from Report(text, rules=("RG-TNK-1", "RG-TNK-2", "RG-TNK-4"))
        return
    zone = yield from PickOrEnd(
        seat=seat,
        prompt=gettext("Bring a tank on in which start zone?"),
        detail=tokens_left(state.reserve(seat, TANK)),
        rules=("RG-TNK-4", "RG-TNK-1", "RG-TNK-2"),
        allowed=zones,
        denied=denied,
        end=gettext("No tank"),
    )
    pending.number -= 1 if zone is not None else pending.number
    if zone is not None:
        yield from units.bring_on_unit(state, seat, zone, TANK)


def _leader(state: RogueState, pending: PendingEffect) -> Script[None]:
    """RG-TNK-3, RG-A14: make a unit squad leader; never a tank, and never above the limit."""
    pending.number = 0
    seat, most = pending.seat, rules.most_leaders(state)
    if state.leaders(seat) >= most or not any(state.on_board(seat, unit) for unit in SOLDIERS):
        text = gettext(
            "{player}: no unit can become leader; {most} at most.", player=state.seat(seat).name, most=most
        )
        yield from Report(text, rules=("RG-A14",))
        return
    yield from promote(state, seat, state.zones_of(seat), ("RG-TNK-3", "RG-A14"))


def promote(state: RogueState, seat: str, zones: tuple[str, ...], cited: tuple[str, ...]) -> Script[None]:
    """Ask which unit in these zones becomes squad leader; the player may decline."""
    options = []
    for zone in zones:
        for kind in units.kinds_in(state.squads[zone]):
            tank = refuse("RG-TNK-3", "A tank cannot be squad leader.") if kind == TANK else ALLOWED
            if not kind.startswith(units.LEADER):
                label = gettext("{unit}: {zone}", unit=units.unit_label(kind), zone=state.name(zone))
                options.append(Option(f"{zone} {kind}", label, ruling=tank))
    chosen = yield from Choose(
        seat=seat,
        prompt=gettext("Who becomes squad leader?"),
        rules=cited,
        options=(*options, Option(STOP, gettext("Nobody"))),
    )
    if chosen == STOP:
        return
    zone, unit = chosen.split(" ")
    state.squads[zone].leaders.append(unit)
    state.leader_due = tuple(due for due in state.leader_due if due != seat)
    text = gettext("{unit} in {zone} leads.", unit=units.unit_label(unit), zone=state.name(zone))
    yield from Report(text, seat=seat, rules=cited)


def _destroy_cover(state: RogueState, pending: PendingEffect) -> Script[None]:
    """RG-DST: remove a cover token from a zone."""
    zone = yield from PickOrEnd(
        seat=pending.seat,
        prompt=gettext("Remove cover from which zone?"),
        detail=ngettext("{count} token may go", "{count} tokens may go", pending.number),
        rules=("RG-DST",),
        allowed=tuple(zone for zone, tokens in state.cover.items() if tokens),
        end=gettext("No more"),
    )
    pending.number -= 1 if zone is not None else pending.number
    if zone is not None:
        state.cover[zone] -= 1
        text = gettext("Cover is removed from {zone}.", zone=state.name(zone))
        yield from Report(text, seat=pending.seat, rules=("RG-DST",))


def _place_cover(state: RogueState, pending: PendingEffect) -> Script[None]:
    """Place a cover token on a zone while the supply lasts."""
    spare = sum(state.cover.values()) < COVER_TOKENS
    dry = tuple(zone.id for zone in state.ground.zones.values() if "water" not in zone.terrain)
    zone = yield from PickOrEnd(
        seat=pending.seat,
        prompt=gettext("Place cover in which zone?"),
        detail=gettext(
            "{count} of {most} tokens left", count=COVER_TOKENS - sum(state.cover.values()), most=COVER_TOKENS
        ),
        rules=("RG-CRD",),
        allowed=dry if spare else (),
        end=gettext("No more"),
    )
    pending.number -= 1 if zone is not None else pending.number
    if zone is not None:
        state.cover[zone] = state.cover.get(zone, 0) + 1


def _draw(state: RogueState, pending: PendingEffect) -> Script[None]:
    """Draw a card from a deck that the player chooses."""
    options = drawable(state)
    if not any(option.ruling.allowed for option in options):
        pending.number = 0
        yield from Report(gettext("No card is left to draw."), seat=pending.seat, rules=("RG-DRW-5",))
        return
    kind = yield from Choose(
        seat=pending.seat, prompt=gettext("Draw which card?"), rules=("RG-CRD", "RG-DRW-5"), options=options
    )
    pending.number -= 1
    yield from draw_one(state, pending.seat, kind, "RG-CRD")


def _discard(state: RogueState, pending: PendingEffect) -> Script[None]:
    """The player chooses an enemy, who chooses cards to discard."""
    enemies = [seat for seat in state.order if state.hostile(pending.seat, seat) and state.hand(seat)]
    if not enemies:
        pending.number = 0
        yield from Report(gettext("No enemy has a card to discard."), seat=pending.seat, rules=("RG-CRD",))
        return
    kinds = [(seat, kind) for seat in enemies for kind in DECKS if state.hands[seat][kind]]
    chosen = yield from Choose(
        seat=pending.seat,
        prompt=gettext("Which card is discarded?"),
        detail=gettext("The enemy picks the card. {count} to go.", count=pending.number),
        rules=("RG-CRD",),
        options=tuple(
            Option(
                f"{seat} {kind}",
                gettext("{player}: {card}", player=state.seat(seat).name, card=gettext(kind)),
            )
            for seat, kind in kinds
        ),
    )
    seat, kind = chosen.split(" ", 1)
    pending.number -= 1
    state.hands[seat][kind] -= 1
    state.discards[kind] += 1


def _by_hand(state: RogueState, pending: PendingEffect) -> Script[None]:
    pending.number = 0
    yield from _report_effect(state, pending, gettext("do what the card says, then fix the board"))


EffectHandler = Callable[[RogueState, PendingEffect], Script[None]]

EFFECT_HANDLERS: dict[EffectKind, EffectHandler] = {
    "upgrade": _more_in_fight,
    "hits": _more_in_fight,
    "blocks": _more_in_fight,
    "cancel": _cancel,
    "range": _more_this_turn,
    "wound": _wound,
    "spawn": spawn,
    "tank": _spawn_tank,
    "leader": _leader,
    "move": _more_this_turn,
    "attack": _more_this_turn,
    "destroy cover": _destroy_cover,
    "place cover": _place_cover,
    "draw": _draw,
    "discard": _discard,
    "by hand": _by_hand,
}
"""The handler of each effect."""

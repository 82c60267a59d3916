"""Attacks: origin, target and number of soldiers; the defender may play a card; the larger army wins."""

from typing import assert_never

from companion.games.nuked import cards, rules
from companion.games.nuked.rulesets import TroopCard
from companion.games.nuked.rulings import (
    ATTACKS,
    by_sea,
    helpers,
    linked,
    refused_count,
    refused_surplus,
    spare,
)
from companion.games.nuked.state import NukedState
from companion.games.territory.attack import Attack, declare
from companion.games.territory.state import naming
from companion.locale.messages import gettext, ngettext
from companion.referee.interruptions import Interruption
from companion.referee.questions import Count, PickOrEnd
from companion.referee.ruling import ALLOWED, Refusals, Ruling, refuse
from companion.referee.script import Report, Script

Army = dict[str, int]
"""Attackers by the territory they come from."""


def attack(state: NukedState) -> Script[None]:
    """NK-ATK-5: attack any number of times; NK-CRD-1: the turn's card may be played between attacks."""
    seat = state.mover.id
    state.facts.reconsider = False
    last: Attack | None = None
    while not state.winners:
        last = yield from declare(state, seat, ATTACKS, last=last, interruptions=cards.INTERRUPTIONS)
        if last is None:
            return
        army = yield from _gather(state, seat, last.origin, last.target)
        if army:
            yield from _set_out(state, army, last.origin, last.target)


def _gather(state: NukedState, seat: str, origin: str, target: str) -> Script[Army]:
    """NK-ATK-1, NK-ATK-2, NK-ATK-3, NK-A6: ask for enough soldiers, from one territory or from several.

    A card that is played meanwhile may change the number needed; then ask again, or cancel if the target can
    no longer be attacked, or the origin has no soldiers left to send.
    """
    army: Army = {}
    place: str | None = origin
    while place is not None:
        together = state.house.origins == "several" and linked(state, origin, target)
        sent = yield from _send(state, seat, place, target, army, together=together)
        joins: str | Interruption | None = None
        if isinstance(sent, Interruption):
            joins = sent
        else:
            army[place] = sent
            joins = (yield from _who_joins(state, seat, target, army)) if together else None
        if isinstance(joins, Interruption):
            yield from cards.play(state, joins.offer)
            possible = spare(state, seat, origin) > 0 and target in ATTACKS.targets(state, seat, origin)
            if state.winners or not possible:
                return {}
            army, joins = {}, origin
        place = joins
    return army


def _who_joins(state: NukedState, seat: str, target: str, army: Army) -> Script[str | Interruption | None]:
    more = _more_helpers(state, seat, target, army)
    missing = rules.fewest(state, target) - sum(army.values())
    if not more:
        return None
    return (
        yield from PickOrEnd(
            seat=seat,
            prompt=gettext("Who joins the attack?"),
            detail=ngettext(
                "{count} so far against {place}.",
                "{count} so far against {place}.",
                sum(army.values()),
                place=state.name(target),
            ),
            focus=(next(iter(army)), target),
            rules=("NK-A6",),
            allowed=more,
            denied=Refusals(state.holdings, more, lambda place: _cannot_join(state, place, more)),
            end=gettext("That is all"),
            end_ruling=_end_joining(missing),
            offers=cards.offers(state),
        ).or_offer()
    )


def _end_joining(missing: int) -> Ruling:
    text = ngettext("{count} more must join.", "{count} more must join.", missing)
    return refuse("NK-A6", text) if missing > 0 else ALLOWED


def _cannot_join(state: NukedState, place: str, more: tuple[str, ...]) -> Ruling:
    instead = naming(lambda places: gettext("Join from {places}.", places=places), map(state.name, more))
    text = gettext("{place} has nobody to send there.", place=state.name(place))
    return refuse("NK-A6", text, instead=instead)


def _more_helpers(state: NukedState, seat: str, target: str, army: Army) -> tuple[str, ...]:
    return tuple(place for place in helpers(state, seat, target) if place not in army)


def _send(
    state: NukedState, seat: str, origin: str, target: str, army: Army, *, together: bool
) -> Script[int | Interruption]:
    """Ask how many soldiers attack; at least as many as the other territories cannot provide."""
    wanted, most = rules.need(state, target), spare(state, seat, origin)
    others = _more_helpers(state, seat, target, army | {origin: 0}) if together else ()
    rest = sum(army.values()) + sum(spare(state, seat, place) for place in others)
    least = max(1, rules.fewest(state, target) - rest)
    return Count(
        seat=seat,
        prompt=gettext("How many attack {place}?", place=state.name(target)),
        detail=_sum_in_words(state, target),
        rules=(wanted.rule, "NK-ATK-4"),
        least=least,
        most=most,
        below=refused_count(state, target),
        above=refused_surplus(state, origin, most),
        suggested=most,
        unit=state.pieces,
        focus=(origin, target),
        offers=cards.offers(state),
    ).or_offer()


def _sum_in_words(state: NukedState, target: str) -> str:
    wanted, least = rules.need(state, target), rules.fewest(state, target)
    if not wanted.times:
        return ngettext(
            "{count} dies, the rest occupy it.", "{count} die, the rest occupy it.", rules.LOST_OCCUPYING
        )
    numbers = {"times": wanted.times, "needed": wanted.troops}
    defenders = wanted.troops // wanted.times
    if least != wanted.troops:
        return ngettext(
            "{times} x {count} defender = {needed} ({least} with the card).",
            "{times} x {count} defenders = {needed} ({least} with the card).",
            defenders,
            **numbers,
            least=least,
        )
    return ngettext(
        "{times} x {count} defender = {needed}.",
        "{times} x {count} defenders = {needed}.",
        defenders,
        **numbers,
    )


def _set_out(state: NukedState, army: Army, origin: str, target: str) -> Script[None]:
    sailing = by_sea(state, origin, target) and not linked(state, origin, target)
    if state.holdings[target].owner is None:
        yield from _occupy_empty(state, army, target)
    else:
        yield from _fight(state, army, target)
    if sailing and state.table.boat.lasts == "one attack":
        state.facts.ready = False


def _leave(state: NukedState, army: Army) -> None:
    for place, count in army.items():
        state.holdings[place].armies -= count


def _occupy_empty(state: NukedState, army: Army, target: str) -> Script[None]:
    """NK-ATK-3: two of the soldiers that enter an unoccupied territory die; the others hold it."""
    seat = state.mover
    _leave(state, army)
    left = sum(army.values()) - rules.LOST_OCCUPYING
    _take(state, target, seat.id, left)
    state.facts.conquest = "rival" if state.facts.conquest == "rival" else "unoccupied"
    text = ngettext(
        "{player} occupies {place}: {dead} die, {count} holds it.",
        "{player} occupies {place}: {dead} die, {count} hold it.",
        left,
        player=seat.name,
        place=state.name(target),
        dead=rules.LOST_OCCUPYING,
    )
    yield from Report(text, kind="conquest", seat=seat.id, rules=("NK-ATK-3", "NK-MAP"))
    yield from _after_a_capital(state, target)


def _take(state: NukedState, place: str, owner: str, count: int) -> None:
    state.holdings[place].owner, state.holdings[place].armies = owner, count


def _fight(state: NukedState, army: Army, target: str) -> Script[None]:
    """NK-BTL-1, NK-BTL-2, NK-A23: the defender, then the attacker plays cards; then the larger army wins."""
    sent, boost = sum(army.values()), rules.attack_card(state, target)
    force = rules.strength(sent, boost)
    shield = yield from cards.ask_defender(state, target, force)
    if shield is not None and boost is None:
        boost = yield from cards.ask_attacker(state, target, sent, shield)
        force = rules.strength(sent, boost)
    if boost is not None:
        state.facts.ready = False
    there = rules.strength(state.holdings[target].armies, shield)
    if state.house.enough == "after the card" and force < rules.need(state, target).times * there:
        yield from _call_off(state, target, shield, (force, there))
        return
    _leave(state, army)
    outcome = rules.battle(force, there, state.house.equal)
    match outcome.winner:
        case "attacker":
            yield from _conquer(state, target, rules.survivors(outcome, sent, boost), (force, there))
        case "defender":
            yield from _repel(state, target, outcome, shield, (force, there))
        case "nobody":
            yield from _wipe_out(state, target, force)
        case _:
            assert_never(outcome.winner)


def _call_off(
    state: NukedState, target: str, shield: TroopCard | None, forces: tuple[int, int]
) -> Script[None]:
    """NK-A5: if the house rule needs enough attackers after the card, too few return without losses."""
    times, (force, there) = rules.need(state, target).times, forces
    if shield is not None and rules.stays(shield):
        state.holdings[target].armies = there
    text = gettext(
        "{force} against {times} x {there} is too few: the attack on {place} turns back.",
        force=force,
        times=times,
        there=there,
        place=state.name(target),
    )
    yield from Report(text, kind="battle", seat=state.mover.id, rules=("NK-A5",))


def _conquer(state: NukedState, target: str, left: int, forces: tuple[int, int]) -> Script[None]:
    """NK-BTL-1, NK-A14: all surviving attackers move in."""
    seat, loser = state.mover, state.holdings[target].owner
    _take(state, target, seat.id, left)
    state.facts.conquest = "rival"
    text = gettext(
        "{force} against {other}: {player} takes {place} with {left}.",
        force=forces[0],
        other=forces[1],
        player=seat.name,
        place=state.name(target),
        left=left,
    )
    yield from Report(text, kind="conquest", seat=seat.id, rules=("NK-BTL-1", "NK-A14"))
    if loser is not None and not state.holds_land(loser):
        yield from cards.eliminate(state, loser, seat.id)
    yield from _after_a_capital(state, target)


def _repel(
    state: NukedState, target: str, outcome: rules.Outcome, shield: TroopCard | None, forces: tuple[int, int]
) -> Script[None]:
    """NK-BTL-2, NK-A4: all attackers die; the surviving defenders stay."""
    holding = state.holdings[target]
    holding.armies = rules.survivors(outcome, holding.armies, shield)
    yield from Report(
        gettext(
            "{force} against {other}: {place} holds with {armies}.",
            force=forces[0],
            other=forces[1],
            place=state.name(target),
            armies=holding.armies,
        ),
        kind="battle",
        seat=holding.owner,
        rules=("NK-BTL-1", "NK-BTL-2", *(("NK-A4",) if forces[0] == forces[1] else ())),
    )


def _wipe_out(state: NukedState, target: str, force: int) -> Script[None]:
    """NK-A4: two equal armies both die."""
    loser = state.holdings[target].owner
    state.empty(target)
    text = gettext(
        "{force} against {force}: nobody is left in {place}.", force=force, place=state.name(target)
    )
    yield from Report(text, kind="battle", seat=state.mover.id, rules=("NK-A4", "NK-MAP"))
    if loser is not None and not state.holds_land(loser):
        yield from cards.eliminate(state, loser, state.mover.id)


def _after_a_capital(state: NukedState, place: str) -> Script[None]:
    """NK-A17: the conquest of a Capital may eliminate its player, or win the game."""
    seat = state.mover.id
    owner = next(
        (s for s, c in state.capitals.items() if c == place and s != seat and state.holds_land(s)), None
    )
    if owner is not None and state.house.victory == "capital falls":
        for own in state.held(owner):
            state.empty(own)
        yield from cards.eliminate(state, owner, seat)
    elif not state.winners and state.house.victory == "capitals":
        yield from cards.declare_victory(state)

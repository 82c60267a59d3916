"""Conquests: units that move in, destroyed towers, eliminations (SC-ATK-9, SC-ELM)."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter

from companion.games.starcraft import cards, hero, victory
from companion.games.starcraft.state import NEUTRAL_COLOUR, Invasion, StarcraftState
from companion.games.territory import attack
from companion.games.territory.attack import Attack
from companion.games.territory.deployment import put
from companion.games.territory.objectives import hand_over
from companion.games.territory.rewards import lose_tower
from companion.games.territory.state import Occupation
from companion.locale.messages import gettext, joined, listed, ngettext
from companion.referee.script import Report, Script


def conquer(state: StarcraftState, invasion: Invasion, survivors: int) -> Script[None]:
    """SC-ATK-9: move in the attacking units and their hero."""
    seat, target = state.mover.id, invasion.target
    loser = state.holdings[target].owner
    yield from hero.fall(state, loser, target)
    yield from _destroy_tower(state, target)
    neutral = loser is None or loser.startswith(NEUTRAL_COLOUR)
    state.facts.conquered += not neutral or state.house.neutrals == "bring cards"
    state.facts.invasion = None
    rules = ("SC-ATK-9", "SC-A7") if neutral else ("SC-ATK-9",)
    yield from attack.conquer(state, Attack(invasion.origin, target), survivors, *rules)
    if invasion.hero:
        yield from _hero_moves_in(state, seat, target)
    if not neutral and not state.holds_land(str(loser)):
        yield from eliminate(state, str(loser), seat)


def _destroy_tower(state: StarcraftState, place: str) -> Script[None]:
    if lose_tower(state.towers, place):
        yield from Report(
            gettext("The tower in {place} is destroyed.", place=state.name(place)), rules=("SC-RWD-4",)
        )


def _hero_moves_in(state: StarcraftState, seat: str, target: str) -> Script[None]:
    state.heroes[seat] = target
    text = gettext("{hero} moves into {place}.", hero=state.faction(seat).hero, place=state.name(target))
    yield from Report(text, seat=seat, rules=("SC-HER-3", "SC-A21"))


def _hero_may_follow(state: StarcraftState, seat: str, conquest: Occupation) -> Script[None]:
    """SC-A21: if the house rule says so, a hero that did not attack may follow the units."""
    if hero.stands_at(state, seat, conquest.origin):
        state.facts.follows = (conquest.origin, conquest.target)
        yield from hero.follow(state)


def _taken(taken: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Say who takes what, each player once."""
    for who, shares in groupby(taken, key=itemgetter(0)):
        if loot := listed(share for _, share in shares if share):
            yield gettext("{player} takes {loot}.", player=who, loot=loot)


def eliminate(state: StarcraftState, loser: str, by: str) -> Script[None]:
    """SC-ELM, SC-TEAM, SC-A13: transfer cards and achievements, destroy rewards, keep the base."""
    seat = state.seat(by)
    allies = state.allies(loser)
    receiver = allies[0] if allies and state.house.ally_cards == "to an ally" else seat.id
    captured = cards.capture(state, loser, receiver)
    state.facts.captured += captured if receiver == state.active else 0
    won = hand_over(state.objectives, loser, allies[0] if allies else seat.id)
    state.heroes[loser] = None
    state.waiting_towers.pop(loser, None)
    taken = (
        (state.player(receiver), ngettext("{count} card", "{count} cards", captured) if captured else ""),
        (
            state.player(allies[0] if allies else seat.id),
            ngettext("{count} achievement", "{count} achievements", len(won)) if won else "",
        ),
    )
    yield from Report(
        joined((gettext("{player} is out.", player=state.player(loser)), *_taken(taken))),
        kind="elimination",
        seat=loser,
        rules=("SC-ELM", "SC-TEAM", "SC-A13") if state.mode == "team play" else ("SC-ELM",),
    )
    if allies:  # the base of an ally who is out is needed no more, so that the team may have won
        yield from victory.check(state, "at once", allies[0])


def finish_conquest(state: StarcraftState) -> Script[None]:
    """SC-ATK-9, SC-ATK-10: more units may follow, one stays; SC-A2: trade captured cards, deploy units."""
    seat = state.mover.id
    follows = state.facts.occupation
    yield from attack.occupy(state, seat, "SC-ATK-9", "SC-ATK-10")
    if follows is not None and state.house.hero_follows == "may follow":
        yield from _hero_may_follow(state, seat, follows)
    captured = state.facts.captured > 0 and state.house.captured_cards == "at once"
    if captured:
        yield from cards.trade_captured(state)
    state.facts.captured = 0
    rule, detail = (
        ("SC-A2", gettext("For captured cards.")) if captured else ("SC-RNF-6", gettext("Left to deploy."))
    )
    while left := state.supply[seat]:
        down = yield from put(state, seat, left, rule, detail=detail)
        state.supply[seat] -= down.count

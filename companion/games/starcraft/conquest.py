"""A conquest: who moves in, what is destroyed, who is out (SC-ATK-9, SC-ELM)."""

from companion.games.starcraft import cards, hero
from companion.games.starcraft.state import NEUTRAL_COLOUR, Invasion, StarcraftState
from companion.games.territory.deployment import put
from companion.games.territory.goals import hand_over
from companion.games.territory.occupation import Occupation, move_in
from companion.games.territory.rewards import lose_tower
from companion.games.territory.state import amount
from companion.referee.script import Report, Script


def conquer(state: StarcraftState, invasion: Invasion, survivors: int) -> Script[None]:
    """SC-ATK-9: the attacking units move in, and with them the hero that was in."""
    seat, target = state.mover, invasion.target
    loser = state.holdings[target].owner
    yield from hero.fall(state, loser, target)
    yield from _destroy_tower(state, target)
    state.holdings[target].owner = seat.id
    state.holdings[target].armies = survivors
    state.holdings[invasion.origin].armies -= survivors
    neutral = loser is None or loser.startswith(NEUTRAL_COLOUR)
    state.facts.conquered += not neutral or state.house.neutrals == "bring cards"
    state.occupation, state.invasion = Occupation(invasion.origin, target, survivors), None
    yield from Report(
        f"{seat.name} takes {state.name(target)}.",
        kind="conquest",
        seat=seat.id,
        rules=("SC-ATK-9", "SC-A7") if neutral else ("SC-ATK-9",),
    )
    if invasion.hero:
        yield from _hero_moves_in(state, seat.id, target)
    if not neutral and not state.held(str(loser)):
        yield from eliminate(state, str(loser))


def _destroy_tower(state: StarcraftState, place: str) -> Script[None]:
    if lose_tower(state.towers, place):
        yield from Report(f"The tower in {state.name(place)} is destroyed.", rules=("SC-RWD-4",))


def _hero_moves_in(state: StarcraftState, seat: str, target: str) -> Script[None]:
    state.heroes[seat] = target
    hero_name = state.faction(seat).hero
    yield from Report(f"{hero_name} moves into {state.name(target)}.", seat=seat, rules=("SC-HER-3",))


def eliminate(state: StarcraftState, loser: str) -> Script[None]:
    """SC-ELM, SC-TEAM, SC-A13: cards and achievements change hands, rewards are destroyed, the base stays."""
    seat = state.mover
    allies = state.allies(loser)
    heir = allies[0] if allies and state.house.ally_cards == "to an ally" else seat.id
    captured = cards.capture(state, loser, heir)
    state.captured += captured if heir == seat.id else 0
    won = hand_over(state.shelf, loser, allies[0] if allies else seat.id)
    state.heroes[loser] = None
    state.waiting_towers.pop(loser, None)
    taker = state.player(allies[0] if allies else seat.id)
    yield from Report(
        f"{state.player(loser)} is out. {state.player(heir)} takes {amount(captured, 'card', 'cards')},"
        f" {taker} {amount(len(won), 'achievement', 'achievements')}.",
        kind="elimination",
        seat=loser,
        rules=("SC-ELM", "SC-TEAM", "SC-A13") if state.mode == "team play" else ("SC-ELM",),
    )


def settle(state: StarcraftState) -> Script[None]:
    """Finish what a conquest began: units that follow, captured cards, units that these bring."""
    if state.occupation is not None:
        yield from _occupy(state, state.occupation)
    if state.captured:
        if state.house.captured_cards == "at once":
            yield from cards.trade_captured(state)
        state.captured = 0
    seat = state.mover.id
    while left := state.supply[seat]:
        down = yield from put(state, seat, left, "SC-A2", detail="For captured cards.")
        state.supply[seat] -= down.count


def _occupy(state: StarcraftState, conquest: Occupation) -> Script[None]:
    """SC-ATK-9, SC-ATK-10: more units may follow; one stays behind."""
    yield from move_in(state, state.mover.id, conquest, "SC-ATK-9", "SC-ATK-10")
    state.occupation = None

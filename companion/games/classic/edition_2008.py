"""Set-up and turn of the 2008 edition: cities, capitals, objectives, rewards and victory."""

from companion.games.classic import objectives, rules
from companion.games.classic.objectives import (
    CITIES,
    EACH,
    MAJOR,
    PRESET_CITIES,
    REWARDS,
    WORDS,
    minor_objectives,
)
from companion.games.classic.state import ClassicState
from companion.games.territory import collecting, rewards
from companion.games.territory.deployment import not_own
from companion.games.territory.landmarks import find_landmarks
from companion.games.territory.maneuver import maneuver
from companion.games.territory.objectives import Objective, ObjectiveCard, Tier, title
from companion.locale.messages import Message, gettext, listed, ngettext
from companion.referee.questions import Pick
from companion.referee.script import Report, Script
from companion.referee.seats import Seat

CAPITAL_BRINGS = gettext("It brings an army each turn, and without it you cannot win.")
FIRST_CARDS = {3: 1, 4: 1, 5: 2}
"""Cards that late seats receive at the start if the house rule says so, by position in the order (from 0)."""


def build_cities(state: ClassicState) -> Script[None]:
    """CL-2008: place fifteen cities: drawn, tapped on the map, or preset."""
    how = state.house.cities
    if how == "preset":
        state.edition_2008.cities = list(PRESET_CITIES)
    else:
        yield from find_landmarks(
            state, state.edition_2008.cities, CITIES, how, "CL-2008", plural=gettext("cities")
        )
    yield from Report(
        ngettext("The {count} city is built.", "The {count} cities are built.", CITIES), rules=("CL-2008",)
    )


def lay_out_objectives(state: ClassicState) -> Script[None]:
    """CL-2008-O: select four minor and four major objectives; CL-2008-R: put a reward on each."""
    in_play, house = state.edition_2008.objectives, state.house
    tiers: dict[Tier, tuple[Objective, ...]] = {"minor": minor_objectives(state.map), "major": MAJOR}
    for tier, among in tiers.items():
        names, words = {each.id: title(each, WORDS, state.map) for each in among}, collecting.TIERS[tier]
        yield from collecting.lay_out(
            in_play, among, EACH, "CL-2008-O", names=names, words=words, finding=house.objectives
        )
    if house.rewards != "none":
        yield from rewards.place_rewards(in_play, house.rewards, "CL-2008-R", REWARDS)


def found_capitals(state: ClassicState) -> Script[None]:
    """CL-2008, CL-CAP: each player puts a capital on one of their territories.

    Where that is secret, it makes no difference that one is asked after the other.
    """
    capitals = state.edition_2008.capitals
    for seat in rules.order_of_play(state):
        if seat in capitals or not state.holds_land(seat):
            continue
        taken, rule = capitals.values(), "CL-2008" if state.is_2008 else "CL-CAP"
        capitals[seat] = yield from Pick(
            seat=seat,
            prompt=gettext("Put your capital where?"),
            detail=CAPITAL_BRINGS if state.is_2008 else gettext("All capitals together win the game."),
            rules=(rule,),
            allowed=tuple(place for place in state.held(seat) if place not in taken),
            denied=not_own(state, seat, rule),
            secret=state.hides_capitals,
        )
    if state.hides_capitals:
        yield from Report(_all_shown(state), rules=("CL-CAP",))


def _all_shown(state: ClassicState) -> Message:
    capitals = state.edition_2008.capitals.items()
    where = (
        gettext("{player} in {place}", player=state.player(seat), place=state.name(place))
        for seat, place in capitals
    )
    return gettext("All show their capitals: {capitals}.", capitals=listed(where))


def deal_first_cards(state: ClassicState) -> None:
    """CL-2008: give late seats their first cards if the house rule says so."""
    if not state.is_2008 or state.house.first_cards == "none":
        return
    for number, seat in enumerate(rules.order_of_play(state)):
        dealt = min(FIRST_CARDS.get(number, 0), state.cards.deck)
        state.cards.hands[seat] += dealt
        state.cards.deck -= dealt


def starting_maneuver(state: ClassicState) -> Script[None]:
    """CL-2008-R: let a player with this reward move armies once before attacking."""
    yield from maneuver(
        state,
        state.mover.id,
        ("CL-FORT", "CL-2008-R"),
        prompt=gettext("Starting maneuver: out of where?"),
        end=gettext("No maneuver"),
        adjacent_only=state.house.fortify == "adjacent",
    )


def collect_objective(state: ClassicState) -> Script[None]:
    """CL-2008-O: collect at most one fulfilled objective a turn; its reward applies immediately."""
    in_play, seat = state.edition_2008.objectives, state.mover
    yield from collecting.collect(
        in_play, objectives.ground(state, seat.id), WORDS, "CL-2008-O", seat=seat.id, player=seat.name
    )
    card = in_play.find(in_play.collected) if in_play.collected else None
    if card is not None and card.owner == seat.id:
        yield from _reward(state, card)
    yield from check_victory(state)


def _reward(state: ClassicState, card: ObjectiveCard) -> Script[None]:
    """CL-2008-R: turn the reward over; place an airfield immediately."""
    seat, hidden = state.mover, card.reward_is in ("face down", "open")
    yield from rewards.turn_over(
        state.edition_2008.objectives, card, "CL-2008-R", REWARDS, seat=seat.id, player=seat.name
    )
    if hidden and card.reward == "tower":
        state.facts.airfield_due = True
    if state.facts.airfield_due:
        yield from rewards.place_tower(
            state, state.edition_2008.airfields, seat.id, "CL-2008-R", words=rewards.AIRFIELD
        )
        state.facts.airfield_due = False


def lose_airfield(state: ClassicState, place: str) -> Script[None]:
    """CL-2008-R: destroy the airfield of a territory that was lost."""
    if rewards.lose_tower(state.edition_2008.airfields, place):
        yield from Report(
            gettext("The airfield in {place} is destroyed.", place=state.name(place)), rules=("CL-2008-R",)
        )


def check_victory(state: ClassicState, *, turn_ends: bool = False) -> Script[None]:
    """CL-WIN, CL-2008: end the game if a player has won."""
    state.winners = rules.winners(state) or (objectives.winners(state) if turn_ends else ())
    if not state.winners:
        return
    winner = state.seat(state.winners[0])
    state.facts.occupation, state.facts.trade_down = None, False
    last = len(state.playing()) == 1
    if last:
        text, rule = gettext("{player} has conquered the world.", player=winner.name), "CL-WIN"
    elif state.is_2008:
        text, rule = _with_objectives(winner), "CL-2008"
    else:
        text, rule = gettext("{player} holds every capital and has won.", player=winner.name), "CL-CAP"
    yield from Report(text, kind="victory", seat=winner.id, rules=(rule,))


def _with_objectives(winner: Seat) -> Message:
    return ngettext(
        "{player} has {count} objective and the capital, and has won.",
        "{player} has {count} objectives and the capital, and has won.",
        objectives.TO_WIN,
        player=winner.name,
    )

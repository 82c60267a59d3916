"""Set-up of classic Risk: the starting player, the territories and the first armies."""

from companion.games.boards.board import load_board
from companion.games.classic import rules
from companion.games.classic.houserules import ClassicHouseRules
from companion.games.classic.state import ClassicState
from companion.games.territory.cards import Cards
from companion.games.territory.claiming import claim_all, deal, free_places, take
from companion.games.territory.deployment import next_to_put, put, put_first
from companion.games.territory.state import NEUTRAL, Holding
from companion.games.territory.turns import ask_who_begins
from companion.locale.messages import gettext
from companion.referee.script import Report, Script
from companion.referee.seats import Seat

OWN_PER_TURN_OF_TWO = 2


def begin(seats: tuple[Seat, ...], house: ClassicHouseRules) -> ClassicState:
    """CL-SETUP: return the state with an empty board, full supplies and all cards in the deck."""
    state = ClassicState(
        seats=seats,
        step="first",
        board=house.board,
        holdings={territory.id: Holding() for territory in load_board(house.board).territories},
        house=house,
        cards=Cards(0, 0, {seat.id: 0 for seat in seats}),
        supply={},
    )
    state.cards.deck = rules.deck_size(state)
    state.supply = rules.starting_armies(state)
    return state


def choose_first(state: ClassicState) -> Script[None]:
    """CL-TURN: everyone rolls a die, and the highest begins."""
    state.active = state.starter = yield from ask_who_begins(
        state, gettext("They place first and take the first turn."), "CL-TURN"
    )


def give_out(state: ClassicState) -> Script[None]:
    """CL-SETUP: deal territories or let players claim them; with two players, deal with the neutral army."""
    if state.house.setup == "claim" and not rules.has_neutral(state):
        yield from claim_all(state, _next_owner, "CL-SETUP")
    elif free_places(state):
        if state.house.setup == "claim":
            text = gettext("With two players the territories are dealt, a third of them to the neutral army.")
            yield from Report(text, rules=("CL-2P", "CL-SETUP"))
        yield from _deal(state)


def _next_owner(state: ClassicState) -> str:
    """Return the first owner in order with the fewest territories; the neutral army is last."""
    order = rules.order_of_play(state) + ((NEUTRAL,) if rules.has_neutral(state) else ())
    return min(order, key=lambda owner: len(state.held(owner)))


def _deal(state: ClassicState) -> Script[None]:
    dealt = yield from deal(state, "CL-2P" if rules.has_neutral(state) else "CL-SETUP")
    for place in dealt:
        take(state, place, _next_owner(state))
    yield from Report(gettext("The territories are dealt: one army on each."), rules=("CL-SETUP",))


def place_armies(state: ClassicState) -> Script[None]:
    """CL-SETUP, CL-2P: place the remaining armies in turn, or each player's all at once."""
    at_once = state.house.placing == "all at once"
    while any(state.supply.values()):
        seat = next_to_put(state, rules.order_of_play(state), at_once=at_once)
        yield from _place_own(state, seat, at_once=at_once)
        if rules.has_neutral(state):
            yield from _place_neutral(state, seat, at_once=at_once)


def _place_own(state: ClassicState, seat: str, *, at_once: bool) -> Script[None]:
    in_turn = 3 if state.house.placing == "in threes" else 1
    per_turn = OWN_PER_TURN_OF_TWO if rules.has_neutral(state) else in_turn
    left = state.supply[seat] if at_once else min(per_turn, state.supply[seat])
    rule = "CL-2P" if rules.has_neutral(state) else "CL-SETUP"
    end = state.supply[seat] - left
    while (left := state.supply[seat] - end) > 0:
        yield from put_first(state, seat, left, rule)


def _place_neutral(state: ClassicState, seat: str, *, at_once: bool) -> Script[None]:
    share = state.supply[NEUTRAL] // (2 if any(state.supply[s.id] for s in state.seats) else 1)
    left = share if at_once else min(1, state.supply[NEUTRAL])
    while left:
        down = yield from put(
            state, NEUTRAL, left, "CL-2P", asked=seat, detail=gettext("The neutral army only defends.")
        )
        state.supply[NEUTRAL] -= down.count
        left -= down.count

"""The set-up: table decisions, landmarks, neutral army, first troops, capitals, objectives."""

from functools import partial

from companion.games.balance import objectives, rules
from companion.games.balance.houserules import BalanceHouseRules
from companion.games.balance.shop import ACTIONS, PRICES
from companion.games.balance.state import BalanceState
from companion.games.boards.board import load_board
from companion.games.boards.elements import place_name
from companion.games.territory import turns
from companion.games.territory.cards import Cards
from companion.games.territory.claiming import claim as claim_one
from companion.games.territory.claiming import deal, free_places, take
from companion.games.territory.deployment import put_first
from companion.games.territory.landmarks import find_landmarks
from companion.games.territory.state import NEUTRAL, Holding
from companion.games.territory.turns import ask_who_begins
from companion.locale.messages import gettext, joined
from companion.referee.questions import Field, FillIn, Pick, Shuffle
from companion.referee.ruling import Refusals, Ruling, refuse
from companion.referee.script import Report, Script
from companion.referee.seats import Seat

LANDMARKS = {"city": 15, "rough": 15, "site": 6}
MAX_TROOPS = 9999
MAX_SITE_TROOPS = 9
DEAREST = 99
PRICES_AT_ONCE = 5


def begin(seats: tuple[Seat, ...], house: BalanceHouseRules) -> BalanceState:
    """Return the state with an empty board and all cards in the deck."""
    state = BalanceState(
        seats=seats,
        step="table",
        board=house.board,
        holdings={territory.id: Holding() for territory in load_board(house.board).territories},
        house=house,
        cards=Cards(0, 0, {seat.id: 0 for seat in seats}),
        troops={},
        troop_pile={},
        supply={},
        casualties={},
        landmarks={kind: [] for kind in LANDMARKS},
        prices=dict(PRICES),
    )
    state.cards.deck = rules.deck_size(state)
    fill_troop_piles(state, rules.troops_of(*rules.CLASSIC_BOX))
    return state


def fill_troop_piles(state: BalanceState, troops: int) -> None:
    """BP-UNIT: fill each army's troop pile with this number of troops."""
    owners = rules.owners(state)
    state.troops, state.troop_pile = dict.fromkeys(owners, troops), dict.fromkeys(owners, troops)
    state.supply, state.casualties = dict.fromkeys(owners, 0), dict.fromkeys(owners, 0)


# --- decisions of the table ---------------------------------------------------------------------------------


def ask_the_table(state: BalanceState) -> Script[None]:
    """BP-UNIT, BP-SIT: ask the table for the number of troops and the draft for sites."""
    box = rules.troops_of(*rules.CLASSIC_BOX)
    filled_in = yield from FillIn(
        prompt=gettext("What the rules leave to the table"),
        detail=gettext("House choice: {count}, as in a classic box.", count=box),
        rules=("BP-UNIT", "BP-SIT", "BP-A25"),
        fields=(
            Field(
                "troops",
                gettext("Troops that each army has in all"),
                box,
                least=rules.fewest_troops(state),
                most=MAX_TROOPS,
            ),
            Field("site_troops", gettext("Draft for each site held"), 0, most=MAX_SITE_TROOPS),
        ),
    )
    fill_troop_piles(state, int(filled_in["troops"]))
    state.site_troops = int(filled_in["site_troops"])
    if state.house.prices == "by the table":
        yield from _set_prices(state)


def _set_prices(state: BalanceState) -> Script[None]:
    """BP-A21: ask the table for the prices."""
    for first in range(0, len(ACTIONS), PRICES_AT_ONCE):
        filled_in = yield from FillIn(
            prompt=gettext("Prices of special combat actions"),
            detail=gettext("In troops of the Pile of Casualties."),
            rules=("BP-SCA", "BP-A21"),
            fields=tuple(
                Field(action.id, action.title, action.price, most=DEAREST)
                for action in ACTIONS[first : first + PRICES_AT_ONCE]
            ),
        )
        state.prices |= {name: int(price) for name, price in filled_in.items()}


def choose_first(state: BalanceState) -> Script[None]:
    """BP-SET-4, BP-SET-6: let the players roll for the first turn; the highest is Player 1."""
    rule = "BP-SET-4" if len(state.seats) == 2 else "BP-SET-6"
    state.active = state.starter = yield from ask_who_begins(
        state, gettext("They place first and take the first turn."), rule
    )
    for owner, troops in rules.starting_troops(state).items():
        _hand_out(state, owner, troops)
    for seat, cards in rules.starting_cards(state).items():
        state.cards.hands[seat] = cards
        state.cards.deck -= cards
    yield from Report(_summary(state), rules=(rule, "BP-A1", "BP-A3"))


def _summary(state: BalanceState) -> str:
    shares = joined((_first_share(state, seat) for seat in rules.order_of_play(state)), ", ")
    return gettext("First troops: {shares}.", shares=shares)


def _first_share(state: BalanceState, seat: str) -> str:
    player, troops = state.player(seat), state.supply[seat]
    if state.cards.hands[seat]:
        # Translators: how many troops a player begins with, in a list: "Ann 33, Ben 35 and a card".
        return gettext("{player} {count} and a card", player=player, count=troops)
    return joined((player, str(troops)))


def _hand_out(state: BalanceState, owner: str, troops: int) -> None:
    state.troop_pile[owner] -= troops
    state.supply[owner] += troops


# --- cities, rough terrain, sites ---------------------------------------------------------------------------


def place_cities(state: BalanceState) -> Script[None]:
    """BP-SET-1: draw fifteen cards for cities; BP-A18: without the wild cards."""
    yield from _find(state, "city", "BP-SET-1", gettext("cities"))


def place_rough(state: BalanceState) -> Script[None]:
    """BP-SET-2: shuffle the deck again, and draw fifteen cards for rough terrain."""
    yield from _find(state, "rough", "BP-SET-2", gettext("rough terrain"))


def place_sites(state: BalanceState) -> Script[None]:
    """BP-SET-3: shuffle the deck again, and draw six cards for sites; BP-A25: all landmarks count."""
    yield from _find(state, "site", "BP-SET-3", gettext("sites"))


def _find(state: BalanceState, kind: str, rule: str, plural: str) -> Script[None]:
    found = state.landmarks[kind]
    yield from find_landmarks(state, found, LANDMARKS[kind], state.house.finding, rule, plural=plural)
    places = joined(map(state.name, found), ", ")
    text = {
        "city": gettext("Cities: {places}.", places=places),
        "rough": gettext("Rough terrain: {places}.", places=places),
        "site": gettext("Sites: {places}.", places=places),
    }[kind]
    yield from Report(text, rules=(rule, "BP-A18", "BP-A25"))


def place_neutral(state: BalanceState) -> Script[None]:
    """BP-SET-4: shuffle the six sites; place 15 neutral troops on each of the first three, 10 on the rest."""
    if not rules.has_neutral(state) or state.neutral_placed:
        return
    order = yield from Shuffle(
        prompt=gettext("Shuffle the site cards"),
        detail=gettext("15 neutral troops on each of the first three, 10 on each of the others."),
        rules=("BP-SET-4", "BP-SIT"),
        items=tuple(state.landmarks["site"]),
    )
    for place, troops in zip(order, rules.NEUTRAL_GARRISONS, strict=False):
        state.holdings[place] = Holding(NEUTRAL, troops)
    state.neutral_placed = True
    state.recount()
    text = gettext("{count} neutral troops stand on the sites.", count=state.armies(NEUTRAL))
    yield from Report(text, rules=("BP-SET-4", "BP-A1"))


# --- first troops -------------------------------------------------------------------------------------------


def claim(state: BalanceState) -> Script[None]:
    """BP-SET-5: the players in turn put one troop on a free territory until none is free."""
    if state.house.claiming == "dealt" and free_places(state):
        dealt = yield from deal(state, "BP-SET-5")
        for place in dealt:
            _take(state, place, _next_to_place(state))
    while free_places(state):
        seat = _next_to_place(state)
        place = yield from claim_one(state, seat, "BP-SET-5")
        _take(state, place, seat)


def _take(state: BalanceState, place: str, seat: str) -> None:
    take(state, place, seat)
    state.recount()


def _next_to_place(state: BalanceState) -> str:
    """Return the seat with troops left and the fewest on the board; ties go to the first in order.

    If each player places all troops at once, return the first seat in order with troops left.
    """
    order = rules.order_of_play(state)
    left = [seat for seat in order if state.supply[seat] and (state.held(seat) or state.step == "claim")]
    if state.step == "place" and state.house.placing == "all at once":
        return left[0]
    return min(left or order, key=state.armies)


def place_troops(state: BalanceState) -> Script[None]:
    """BP-SET-5, BP-SET-6: place one troop each in turn; the last player with troops places all of them."""
    while any(state.supply[seat.id] and state.held(seat.id) for seat in state.seats):
        seat = _next_to_place(state)
        alone = sum(state.supply.values()) == state.supply[seat]
        freely = alone or state.house.placing == "all at once"
        rule = "BP-SET-6" if len(state.seats) > 2 else "BP-SET-5"
        yield from put_first(state, seat, state.supply[seat] if freely else 1, rule)


# --- capitals and objectives --------------------------------------------------------------------------------


def place_capitals(state: BalanceState) -> Script[None]:
    """BP-SET-5, BP-SET-6: the players in turn place capitals, in different continents if possible."""
    for seat in rules.order_of_play(state):
        if seat in state.capitals or not state.holds_land(seat):
            continue
        allowed = capital_places(state, seat)
        rule = "BP-SET-6" if len(state.seats) > 2 else "BP-SET-5"
        state.capitals[seat] = yield from Pick(
            seat=seat,
            prompt=gettext("Put your capital where?"),
            detail=gettext("In a continent without a capital, if you hold any there."),
            rules=(rule,),
            allowed=allowed,
            denied=Refusals(state.holdings, allowed, partial(_no_capital, state, seat, rule)),
        )


def capital_places(state: BalanceState, seat: str) -> tuple[str, ...]:
    """Return the seat's territories in continents without a capital, or all its territories if none is."""
    taken = {state.map.territory(place).continent for place in state.capitals.values()}
    own = state.held(seat)
    return tuple(place for place in own if state.map.territory(place).continent not in taken) or own


def _no_capital(state: BalanceState, seat: str, rule: str, place: str) -> Ruling:
    owner, name = state.holdings[place].owner, state.name(place)
    if owner != seat:
        return refuse(
            rule,
            "{place} belongs to {player}.",
            place=name,
            player=state.player(owner),
            instead=gettext("Choose a territory of yours."),
        )
    continent = place_name(state.map.continent(state.map.territory(place).continent).name)
    return refuse(
        rule,
        "{continent} has a capital already.",
        continent=continent,
        instead=gettext("Choose another continent."),
    )


def lay_out_objectives(state: BalanceState) -> Script[None]:
    """BP-OBJ: lay out eight objectives face up."""
    yield from objectives.lay_out(state)


def start_turns(state: BalanceState) -> None:
    """Begin the first turn."""
    state.active = state.starter
    state.new_round = True
    turns.start_turns(state)

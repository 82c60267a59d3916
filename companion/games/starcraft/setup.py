"""Set-up of Risk StarCraft: the mode, the factions and the turn order."""

from msgspec import structs

from companion.errors import BrokenFile
from companion.games.boards.board import load_board
from companion.games.starcraft import rules, setup_basic, setup_command, setup_match
from companion.games.starcraft.charts import CHARTS
from companion.games.starcraft.factions import COMMON, DECKS, FACTIONS, RACES
from companion.games.starcraft.hero import place_heroes
from companion.games.starcraft.houserules import StarcraftHouseRules
from companion.games.starcraft.library import Library, read_library, unreadable
from companion.games.starcraft.state import Deck, Hand, Mode, StarcraftState
from companion.games.territory import turns
from companion.games.territory.deployment import put_rest
from companion.games.territory.state import Holding
from companion.games.territory.turns import ask_who_begins, order_from
from companion.locale.messages import capitalised, gettext, joined, ngettext
from companion.referee.questions import Choose, Option, Shuffle
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.referee.script import Report, Script
from companion.referee.seats import COLOUR_NAMES, Seat

ORDINALS = (
    # Translators: a place in the order of turns.
    gettext("1st"),
    gettext("2nd"),
    gettext("3rd"),
    gettext("4th"),
    gettext("5th"),
    gettext("6th"),
)
MODES: dict[Mode, str] = {
    "basic training": gettext("Basic Training"),
    "command room": gettext("Command Room"),
    "total domination": gettext("Total Domination"),
    "match": gettext("Match"),
    "team play": gettext("Team Play"),
}


def begin(seats: tuple[Seat, ...], house: StarcraftHouseRules) -> StarcraftState:
    """SC-MAP: return the state with an empty board; SC-MODE: two players play the match."""
    library, error = _library()
    return StarcraftState(
        seats=seats,
        step="sides",
        board="starcraft",
        holdings={territory.id: Holding() for territory in load_board("starcraft").territories},
        house=house,
        mode="match" if len(seats) == 2 else house.mode,
        heroes={seat.id: None for seat in seats},
        hands={seat.id: Hand() for seat in seats},
        supply={seat.id: 0 for seat in seats},
        charts=library.charts,
        abilities=library.abilities,
        library_error=error,
    )


def _library() -> tuple[Library, str]:
    """Return the library and why it could not be read; an unreadable library does not stop the game."""
    try:
        return read_library(), ""
    except BrokenFile as error:
        return Library(), str(error.__cause__)


def choose_sides(state: StarcraftState) -> Script[None]:
    """SC-MODE, SC-SET-B, SC-SET-C: choose the mode, the turn order and the factions."""
    if state.library_error:
        yield from Report(unreadable(state.library_error), rules=("SC-SET-B",))
    yield from _choose_mode(state)
    if state.mode == "basic training":
        yield from _dice_for_colours(state)
    else:
        yield from _dice_for_first(state)
    _cut_decks(state)


# --- the mode ---------------------------------------------------------------------------------------------


def _choose_mode(state: StarcraftState) -> Script[None]:
    if _fits(state, state.mode).allowed:
        return
    modes: tuple[Mode, ...] = ("basic training", "command room", "total domination", "team play")
    chosen = yield from Choose(
        prompt=gettext("{mode} with {count}? Play what?", mode=MODES[state.mode], count=len(state.seats)),
        rules=("SC-MODE",),
        options=tuple(Option(mode, MODES[mode], ruling=_fits(state, mode)) for mode in modes),
    )
    state.mode = next(mode for mode in modes if mode == chosen)


def _fits(state: StarcraftState, mode: Mode) -> Ruling:
    """SC-TEAM: judge whether a mode fits the players; teams have two or three players."""
    if mode != "team play" or len(state.seats) in (4, 6):
        return ALLOWED
    return refuse("SC-TEAM", "Team Play is for 4 or 6 players, not {count}.", count=len(state.seats))


# --- dice and turn order ----------------------------------------------------------------------------------


def _dice_for_first(state: StarcraftState) -> Script[None]:
    """SC-SET-C, SC-TURN: the highest die begins; play continues in seat order."""
    if not state.order:
        first = yield from ask_who_begins(
            state,
            gettext("They place first. Roll off ties."),
            "SC-TURN",
            "SC-TEAM" if state.mode == "team play" else "SC-SET-C",
        )
        go_first(state, first)
    for seat in state.order:
        if seat not in state.factions:
            yield from _choose_colour(state, seat, RACES, "SC-SET-C")
    _paint(state)


def go_first(state: StarcraftState, first: str) -> None:
    """SC-TURN: let this seat begin, and the others follow in seat order."""
    state.order, state.active = order_from(state, first), first


def _dice_for_colours(state: StarcraftState) -> Script[None]:
    """SC-SET-B: in the order of their dice, players choose a place in the turn order and its colour."""
    if not state.diced:
        state.diced = yield from Shuffle(
            prompt=gettext("In which order?"),
            detail=joined([gettext("Roll a die each."), gettext("Highest first. Roll off ties.")]),
            rules=("SC-SET-B",),
            items=tuple(seat.id for seat in state.seats),
            words={seat.id: seat.name for seat in state.seats},
        )
    races = CHARTS[len(state.seats)].races
    for seat in state.diced:
        if seat not in state.places:
            yield from _choose_place(state, seat)
        if seat not in state.factions:
            yield from _choose_colour(state, seat, (races[state.places[seat] - 1],), "SC-SET-B")
    state.order = tuple(sorted(state.places, key=state.places.__getitem__))
    state.active = state.order[0]
    _paint(state)


def _choose_place(state: StarcraftState, seat: str) -> Script[None]:
    races = CHARTS[len(state.seats)].races
    free = [place for place in range(1, len(races) + 1) if place not in state.places.values()]
    if len(free) == 1:
        state.places[seat] = free[0]
        return
    chosen = yield from Choose(
        seat=seat,
        prompt=gettext("Which place on the chart?"),
        detail=gettext("It says when you take your turns, and your race."),
        rules=("SC-SET-B",),
        options=tuple(
            Option(
                str(place),
                gettext(
                    "{ordinal}: {race}",
                    ordinal=ORDINALS[place - 1],
                    race=capitalised(DECKS[races[place - 1]]),
                ),
            )
            for place in free
        ),
    )
    state.places[seat] = int(chosen)


def _choose_colour(state: StarcraftState, seat: str, races: tuple[str, ...], rule: str) -> Script[None]:
    """SC-SET-B: let a player exchange the colour of the chart for an unused one."""
    free = [faction for faction in FACTIONS.values() if faction.colour not in state.factions.values()]
    free.sort(key=lambda faction: faction.race not in races)
    state.factions[seat] = yield from Choose(
        seat=seat,
        prompt=gettext("Which faction?"),
        rules=(rule,),
        options=tuple(
            Option(
                faction.colour,
                gettext("{colour}: {hero}", colour=COLOUR_NAMES[faction.colour], hero=faction.hero),
                capitalised(DECKS[faction.race])
                if faction.race in races
                else gettext("{race}, another race than the chart's", race=capitalised(DECKS[faction.race])),
            )
            for faction in free
        ),
    )


def _paint(state: StarcraftState) -> None:
    """Give every seat the colour of its pieces; rename a seat with a colour as name to its hero."""
    state.seats = tuple(
        structs.replace(
            seat,
            colour=state.faction(seat.id).colour,
            kept_name=state.faction(seat.id).hero.english
            if seat.kept_name == seat.colour.title()
            else seat.kept_name,
        )
        for seat in state.seats
    )


def _cut_decks(state: StarcraftState) -> None:
    """SC-CRD-1, SC-TD: make a deck for each race, or one for all."""
    if state.uses_heroes:
        state.decks = {race: Deck(rules.CARDS_A_RACE) for race in RACES}
    else:
        state.decks = {COMMON: Deck(rules.CARDS)}


# --- the later steps --------------------------------------------------------------------------------------


def lay_out_land(state: StarcraftState) -> Script[None]:
    """SC-SET-B, SC-SET-C, SC-1V1: distribute territories and bases."""
    match state.mode:
        case "basic training":
            yield from setup_basic.set_up_chart(state)
        case "match":
            yield from setup_match.deal(state)
        case _:
            yield from setup_command.place_bases(state)
            yield from setup_command.claim(state)


def place_units(state: StarcraftState) -> Script[None]:
    """SC-SET-C, SC-1V1: place the remaining units."""
    match state.mode:
        case "basic training":
            yield from put_rest(state, state.order, "SC-SET-B", at_once=True)
        case "match":
            yield from setup_match.deploy(state)
        case _:
            at_once = state.house.placing == "all at once"
            yield from put_rest(state, state.order, "SC-SET-C", at_once=at_once)


def get_ready(state: StarcraftState) -> Script[None]:
    """SC-HER-1, SC-SET-B, SC-SET-C: place heroes, give first cards, and in the match choose who begins."""
    if state.uses_heroes:
        yield from place_heroes(state)
    if state.mode == "match":
        yield from setup_match.roll_for_first(state)
    rule = "SC-SET-B" if state.mode == "basic training" else "SC-SET-C"
    for seat, wanted in rules.first_cards(state).items():
        deck = state.decks[rules.deck_of(state, seat)]
        # A correction may have given most of the deck to other seats.
        count = min(wanted, deck.pile)
        if count and not state.hands[seat].own:
            state.hands[seat].own = count
            deck.pile -= count
            text = gettext(
                "{player} takes {cards} to begin with.",
                player=state.player(seat),
                cards=ngettext("{count} card", "{count} cards", count),
            )
            yield from Report(text, seat=seat, rules=(rule,))


def start_turns(state: StarcraftState) -> None:
    """SC-TURN: begin the first turn."""
    state.active = next(seat for seat in state.order if state.holds_land(seat))
    turns.start_turns(state)

"""Set-up: scenario, dice, squads and cards."""

from pathlib import Path

from companion.errors import BrokenFile
from companion.games.rogue import rules, symbol_dice
from companion.games.rogue.deck import DECKS, Card, deck_path, read_deck
from companion.games.rogue.houserules import RogueHouseRules, level_label
from companion.games.rogue.moves import GO
from companion.games.rogue.scenario import read_scenario, scenario_files, start_zones
from companion.games.rogue.state import SOLDIERS, SQUAD, RogueState, Squad, TurnFacts, no_cards, nothing_lost
from companion.games.rogue.symbol_dice import (
    DICE,
    FACE_WORDS,
    FACES,
    Faces,
    dice_path,
    house_faces,
    read_dice,
)
from companion.games.rogue.units import in_words, unit_label
from companion.locale.messages import capitalised, gettext, ngettext
from companion.referee.dice import Symbols
from companion.referee.questions import Choose, Field, FillIn, Option
from companion.referee.ruling import ALLOWED, refuse
from companion.referee.script import Report, Script
from companion.referee.seats import Seat

ALL_CARDS = 99
"""Number of cards in the box; the rules give no number for each deck, so a third each is suggested."""
DEALT = {"leadership": 2, "weapons": 3, "air support": 0}
TYPED, ENTERED, HOUSE = "type", "faces", "house"


def begin(seats: tuple[Seat, ...], house: RogueHouseRules) -> RogueState:
    """Return a new game with the cards and dice that the players described before."""
    state = RogueState(seats=seats, step="scenario", house=house, facts=TurnFacts())
    ids = [seat.id for seat in seats]
    state.lost = {seat: nothing_lost() for seat in ids}
    state.fallen = dict.fromkeys(ids, 0)
    state.hands = {seat: no_cards() for seat in ids}
    state.decks, state.discards = no_cards(), no_cards()
    state.tokens_drawn = dict.fromkeys(ids, 0)
    try:
        state.cards, state.faces = _described()
    except BrokenFile as error:
        state.deck_flaw = str.__str__(str(error))
    return state


def _described() -> tuple[dict[str, Card], dict[str, Faces]]:
    return {card.name: card for card in read_deck(deck_path())}, read_dice(dice_path())


def _flaw(state: RogueState) -> str:
    """Say the flaw as a message, if the files still have it: the state keeps it in English."""
    try:
        _described()
    except BrokenFile as error:
        if str(error) == state.deck_flaw:
            return str(error)
    return state.deck_flaw


def choose_scenario(state: RogueState) -> Script[None]:
    """RG-SCN: ask for a scenario for this number of players; it defines all positions."""
    if state.deck_flaw:
        yield from _go_on_without(state)
    if state.scenario is None:
        yield from _choose(state)
    first = yield from Choose(
        prompt=gettext("Who is Player 1?"),
        detail=gettext("The others follow clockwise; Player 1 begins."),
        rules=("RG-SCN",),
        options=tuple(Option(seat.id, seat.name) for seat in state.seats),
    )
    ids = [seat.id for seat in state.seats]
    at = ids.index(first)
    state.order = (*ids[at:], *ids[:at])
    state.starts = {
        zone: state.order[player - 1] for zone, player in start_zones(state.plan, state.ground).items()
    }
    drawn = {zone.id: zone.cover for zone in state.ground.zones.values() if zone.cover}
    state.cover = drawn | state.plan.cover


def _go_on_without(state: RogueState) -> Script[None]:
    yield from Choose(
        prompt=gettext("Your deck or dice cannot be read."),
        detail=_flaw(state),
        rules=("RG-CRD",),
        options=(Option(GO, gettext("Play without them")),),
    )
    state.deck_flaw = ""


def _choose(state: RogueState) -> Script[None]:
    files = {path.stem: path for path in scenario_files()}
    options = sorted(
        (option for name, path in files.items() if (option := _option(state, name, path))),
        key=lambda option: option.detail,
    )
    ranked = sorted(options, key=lambda option: not option.detail.startswith(level_label(state.house.level)))
    chosen = yield from Choose(
        prompt=gettext("Which scenario?"),
        detail=ngettext(
            "For {count} player; any can be played at any level.",
            "For {count} players; any can be played at any level.",
            len(state.seats),
        ),
        rules=("RG-SCN", "RG-WIN"),
        options=tuple(ranked),
    )
    state.scenario, state.field = read_scenario(files[chosen])


def _option(state: RogueState, name: str, path: Path) -> Option | None:
    """Return the option for a scenario; None if it is for another number of players."""
    try:
        scenario, field = read_scenario(path)
    except BrokenFile as error:
        return Option(name, name, "", refuse("RG-SCN", str(error)))
    if scenario.players != len(state.seats):
        return None
    tiles = " ".join(tile.id for tile in field.tiles)
    detail = gettext(
        "{level}. {field}: {tiles}",
        level=level_label(scenario.level),
        field=gettext(field.title),
        tiles=tiles,
    )
    return Option(name, gettext(scenario.title), detail, ALLOWED)


def choose_dice(state: RogueState) -> Script[None]:
    """RG-CMB-5: ask for the die faces once, or for each roll; the rules do not give them."""
    if state.faces:
        return
    chosen = yield from Choose(
        prompt=gettext("What do your dice show?"),
        detail=gettext("The faces are not in the rules."),
        rules=("RG-CMB-5",),
        options=(
            Option(TYPED, gettext("Type hits and blocks"), gettext("for every roll")),
            Option(ENTERED, gettext("Enter the faces once"), gettext("the companion counts from then on")),
            Option(HOUSE, gettext("Our own faces"), gettext("a choice of this house, not of the game")),
        ),
    )
    if chosen == HOUSE:
        state.faces = house_faces()
    elif chosen == ENTERED:
        yield from _enter_faces(state)


def _enter_faces(state: RogueState) -> Script[None]:
    faces: dict[str, tuple[Symbols, ...]] = {}
    for die in DICE:
        suggested = [symbol_dice.in_words(face) for face in house_faces()[die]]
        filled_in = yield from FillIn(
            prompt=gettext("The {die} die: six faces", die=gettext(die)),
            detail=gettext("What each face shows."),
            rules=("RG-CMB-5", "RG-CMB-7"),
            fields=tuple(
                Field(
                    f"face {number + 1}",
                    gettext("Face {number}", number=number + 1),
                    suggested[number],
                    choices=tuple(FACE_WORDS),
                    words={face: gettext(face) for face in FACE_WORDS},
                )
                for number in range(FACES)
            ),
        )
        faces[die] = tuple(FACE_WORDS[str(text)] for text in filled_in.values())
    state.faces = faces
    # Suggested faces differ from those of real dice, so they are not saved for the next game.
    problem = "" if faces == house_faces() else symbol_dice.save_dice(faces)
    if problem:
        yield from Report(
            gettext("The faces are known in this game only: {problem}", problem=problem), rules=("RG-CMB-5",)
        )


def place_squads(state: RogueState) -> Script[None]:
    """RG-SET-1: place a squad with one unit of each class in each start zone; one unit is a leader."""
    for seat in state.order:
        if seat not in state.set_up:
            for zone in state.start_zones(seat):
                state.squads[zone] = Squad(seat, dict.fromkeys(SOLDIERS, 1), [])
                state.holders[zone] = seat
            if state.plays("advanced"):
                yield from _customize(state, seat)
            yield from _choose_leader(state, seat)
            state.set_up = (*state.set_up, seat)


def _customize(state: RogueState, seat: str) -> Script[None]:
    """RG-SET-3: each player, from Player 1 on, may choose any four units."""
    for zone in state.start_zones(seat):
        chosen = yield from Choose(
            seat=seat,
            prompt=gettext(
                "{player}: which four start in {zone}?", player=state.seat(seat).name, zone=state.name(zone)
            ),
            rules=("RG-SET-3",),
            options=(
                Option("usual", gettext("One of each class")),
                Option("own", gettext("Choose any four")),
            ),
        )
        if chosen == "own":
            del state.squads[zone]
            state.squads[zone] = yield from _choose_four(state, seat)


def _choose_four(state: RogueState, seat: str) -> Script[Squad]:
    squad = Squad(seat, {}, [])
    while squad.size < SQUAD:
        options = []
        for unit in SOLDIERS:
            left = state.supply(seat, unit) - squad.count(unit)
            ruling = (
                ALLOWED if left > 0 else refuse("RG-SET-3", "All {unit} units are out.", unit=gettext(unit))
            )
            options.append(Option(unit, unit_label(unit), gettext("{count} left", count=left), ruling))
        unit = yield from Choose(
            seat=seat,
            prompt=gettext("Unit {number} of four?", number=squad.size + 1),
            detail=in_words(squad.units),
            rules=("RG-SET-3", "RG-SQD-1"),
            options=tuple(options),
        )
        squad.units[unit] = squad.count(unit) + 1
    return squad


def _choose_leader(state: RogueState, seat: str) -> Script[None]:
    """RG-LDR-1: ask which unit becomes leader; it may have any class."""
    several = len(state.start_zones(seat)) > 1
    chosen = yield from Choose(
        seat=seat,
        prompt=gettext("{player}: who is squad leader?", player=state.seat(seat).name),
        rules=("RG-LDR-1", "RG-SET-1"),
        options=tuple(
            Option(
                f"{zone} {unit}",
                gettext("{unit}: {zone}", unit=unit_label(unit), zone=state.name(zone))
                if several
                else unit_label(unit),
            )
            for zone in state.start_zones(seat)
            for unit in state.squads[zone].units
        ),
    )
    zone, unit = chosen.split(" ")
    state.squads[zone].leaders = [unit]


def deal_cards(state: RogueState) -> Script[None]:
    """RG-SET-1, RG-SET-2, RG-SET-3: deal five cards each; from Intermediate on, also set up the decks."""
    drawing = state.plays("intermediate")
    yield from Choose(
        prompt=gettext("Deal Boot Camp cards"),
        detail=gettext("Two Leadership and three Weapons each.")
        if drawing
        else gettext("Two Leadership and three Weapons each. These are all the cards there are."),
        rules=("RG-SET-1", "RG-SET-2") if drawing else ("RG-SET-1", "RG-DRW-3"),
        options=(Option(GO, gettext("They are dealt")),),
    )
    if drawing:
        state.decks = yield from _ask_decks(state)
    state.hands = {seat.id: dict(DEALT) for seat in state.seats}
    if state.plays("commander"):
        state.tokens_left = rules.COMMANDER_TOKENS
        yield from Report(gettext("Eight Commander tokens lie beside the battlefield."), rules=("RG-SET-4",))


def _ask_decks(state: RogueState) -> Script[dict[str, int]]:
    """RG-SET-2, RG-A8: ask for the number of cards in each deck, which the rules do not give."""
    kinds = rules.symbols_in_play(state)
    left_out = state.plays("advanced") and state.house.leftovers == "out"
    filled_in = yield from FillIn(
        prompt=gettext("Shuffle the decks. How many cards in each?"),
        detail=gettext("Boot Camp leftovers are out. Suggested: a third of the box.")
        if left_out
        else gettext("Boot Camp leftovers are in. Suggested: a third of the box."),
        rules=("RG-SET-2", *(("RG-SET-3", "RG-A8") if state.plays("advanced") else ())),
        fields=tuple(
            Field(kind, capitalised(gettext(kind)), _suggested(state, kind), 0, ALL_CARDS) for kind in kinds
        ),
    )
    return {kind: int(filled_in.get(kind, 0)) for kind in DECKS}


def _suggested(state: RogueState, kind: str) -> int:
    return ALL_CARDS // len(DECKS) - DEALT[kind] * len(state.seats)


def next_step(state: RogueState) -> str:
    """RG-SET-3: return the next step; from Advanced on, cards are dealt before squads are chosen."""
    order = ("deal", "squads") if state.plays("advanced") else ("squads", "deal")
    return next((step for step in order if not _is_done(state, step)), "draw")


def _is_done(state: RogueState, step: str) -> bool:
    return len(state.set_up) == len(state.order) if step == "squads" else any(map(state.hand, state.order))


def start_turns(state: RogueState) -> None:
    """RG-SCN: start Player 1's turn after the squads are placed and the cards dealt."""
    if next_step(state) != "draw":
        return
    state.active = state.order[0]
    state.team_to_go = (
        state.team(state.side(state.order[0])) if state.plays("advanced") else (state.order[0],)
    )
    state.round = state.turn = 1
    state.facts = TurnFacts()

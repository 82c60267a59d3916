"""Set-up of Nuked: rule set, starting player, territories, Capitals and Farms, first troops."""

from msgspec import structs

from companion.games.boards.board import load_board
from companion.games.nuked import rules, rulesets, rulesets_in_words
from companion.games.nuked.houserules import NukedHouseRules
from companion.games.nuked.rulesets import QUESTIONS, SECTIONS, RuleSet
from companion.games.nuked.state import CardPiles, NukedState
from companion.games.territory.claiming import claim_all, deal, free_places, take
from companion.games.territory.deployment import not_own, put_rest
from companion.games.territory.state import Holding
from companion.games.territory.turns import ask_who_begins
from companion.locale.messages import gettext, joined, ngettext
from companion.referee.questions import Choose, Confirm, Field, FillIn, Option, Pick, Shuffle
from companion.referee.ruling import Ruling, refuse
from companion.referee.script import Report, Script
from companion.referee.seats import Seat

NEW = "new"
PLAYERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
BROKEN = "broken "
NAME_LENGTH = 40
TOGETHER = gettext("In turn, each takes the first card that touches their own land, else the first card.")


def begin(seats: tuple[Seat, ...], house: NukedHouseRules) -> NukedState:
    """NK-SET-1, NK-MAP: return the state with an empty board and a copy of all rule sets."""
    own, wrong = rulesets.own_rule_sets()
    board = load_board(house.board)
    library = tuple(rulesets.fitted(rule_set, board) for rule_set in (*rulesets.presets(), *own))
    return NukedState(
        seats=seats,
        step="rules",
        board=house.board,
        holdings={territory.id: Holding() for territory in board.territories},
        house=house,
        library=library,
        unreadable=wrong,
        table=library[0],
        cards=CardPiles(0, {seat.id: 0 for seat in seats}, {}),
        capitals={seat.id: None for seat in seats},
        farms={seat.id: None for seat in seats},
        fallout={},
        supply={seat.id: 0 for seat in seats},
        turns_ended={seat.id: 0 for seat in seats},
    )


def choose_rules(state: NukedState) -> Script[None]:
    """NK-SET-1: let the table choose a rule set, or make one and save it by name.

    A rule set chosen in the lobby is applied without a question.
    """
    if (preset := _titles(state).get(state.house.rule_set)) is not None:
        yield from Report(
            gettext("You play by the set {name}.", name=gettext(preset.name)), rules=("NK-SET-1",)
        )
        _adopt(state, preset)
    while not state.rules_chosen:
        chosen = yield from Choose(
            prompt=gettext("Which rule set?"),
            detail=gettext("For what the rules leave out."),
            rules=("NK-SET-1",),
            options=_choices(state),
        )
        rule_set = (yield from _make(state)) if chosen == NEW else _titles(state)[chosen]
        if (yield from _agree(state, rule_set)):
            _adopt(state, rule_set)


def _adopt(state: NukedState, rule_set: RuleSet) -> None:
    """Apply a rule set to the game."""
    state.table = rule_set
    adopt_rules(state)
    deal_cards(state)


def _titles(state: NukedState) -> dict[str, RuleSet]:
    """Return every rule set by a unique title."""
    titles: dict[str, RuleSet] = {}
    for rule_set in state.library:
        title = rule_set.name
        while title in titles or title == NEW or title.startswith(BROKEN):
            title = f"again {title}"
        titles[title] = rule_set
    return titles


def _choices(state: NukedState) -> tuple[Option, ...]:
    """List every rule set; an unreadable file shows the reason."""
    known = (
        Option(title, gettext(title), _about(state, rule_set)) for title, rule_set in _titles(state).items()
    )
    broken = (
        Option(f"{BROKEN}{number}", file, gettext("Cannot be read"), _unreadable(file))
        for number, file in enumerate(state.unreadable, 1)
    )
    return (*known, *broken, Option(NEW, gettext("A new one"), gettext("Saved by name")))


def _about(state: NukedState, rule_set: RuleSet) -> str:
    """Describe a rule set: its source, and a warning or its differences from the first."""
    first = state.library[0]
    wins = state.house.victory == "capitals"
    note = rulesets_in_words.warning(rule_set)
    if not note and rule_set is not first:
        note = rulesets_in_words.differences(rule_set, first, PLAYERS[len(state.seats)], capitals_win=wins)
    return joined([_source(rule_set), note])


def _source(rule_set: RuleSet) -> str:
    """Say whose a rule set is, and whether nobody is cut off in its first rounds."""
    grace = rule_set.start.grace
    if rule_set.house:
        spared = ngettext("No cut-off in {count} round.", "No cut-off in {count} rounds.", grace)
        return spared if grace else ""
    if not grace:
        return gettext("Yours.")
    return ngettext("Yours, no cut-off in {count} round.", "Yours, no cut-off in {count} rounds.", grace)


def _unreadable(file: str) -> Ruling:
    return refuse("NK-SET-1", rulesets.error_in(file), instead=gettext("Choose another."))


def _make(state: NukedState) -> Script[RuleSet]:
    """NK-SET-1: ask for the values of a new rule set, starting from the first suggestion, and its name."""
    made = structs.replace(state.library[0], name="", house=False)
    for section in SECTIONS:
        if fields := _fields(state, made, section):
            filled = yield from FillIn(
                prompt=QUESTIONS[section],
                detail=gettext("Presets are suggestions of this companion."),
                rules=("NK-SET-1",),
                fields=fields,
            )
            made = rulesets.with_section(made, section, filled)
    return (yield from _name(state, made))


def _fields(state: NukedState, made: RuleSet, section: str) -> tuple[Field, ...]:
    """Return the fields to ask: first troops only for this number of players, Capitals only if they win."""
    fields = rulesets.entries(made, section)
    if section == "troops":
        return tuple(field for field in fields if field.name == PLAYERS[len(state.seats)])
    return () if section == "victory" and state.house.victory != "capitals" else fields


def _name(state: NukedState, made: RuleSet) -> Script[RuleSet]:
    """NK-SET-1: ask for an unused name; without a name the rule set is not saved."""
    taken = {rule_set.name.casefold() for rule_set in state.library}
    while True:
        filled = yield from FillIn(
            prompt=gettext("Name it to save it"),
            detail=gettext("Left empty, it is for this game only."),
            rules=("NK-SET-1",),
            fields=(Field("name", gettext("Name"), ""),),
        )
        name = str(filled["name"]).strip()[:NAME_LENGTH]
        if not name:
            return made
        if name.casefold() not in taken:
            named = structs.replace(made, name=name)
            yield from _save(named)
            return named
        text = gettext("There is a rule set {name!r} already: choose another name.", name=name)
        yield from Report(text, rules=("NK-SET-1",))


def _save(rule_set: RuleSet) -> Script[None]:
    """Save a rule set; if that fails, the game continues with it."""
    try:
        path = rulesets.save(rule_set)
    except OSError as error:
        text = gettext(
            "{name} could not be saved ({error}); this game uses it anyway.",
            name=rule_set.name,
            error=error.strerror,
        )
    else:
        text = (
            gettext("{name} is saved.", name=rule_set.name)
            if path
            else gettext("A file for {name} is there and stays.", name=rule_set.name)
        )
    yield from Report(text, rules=("NK-SET-1",))


def _agree(state: NukedState, rule_set: RuleSet) -> Confirm:
    """NK-SET-1: show the rule set and ask whether to play by it."""
    wins = state.house.victory == "capitals"
    lines = rulesets_in_words.in_words(
        rule_set, PLAYERS[len(state.seats)], capitals_win=wins, board=state.map
    )
    name = gettext(rule_set.name) if rule_set.name else ""
    return Confirm(
        prompt=gettext("Play by the set {name}?", name=name) if name else gettext("Play by these rules?"),
        detail=joined((rulesets_in_words.warning(rule_set), *lines), "\n"),
        rules=("NK-SET-1", "NK-CRD-4"),
        yes=gettext("Yes"),
        no=gettext("Another one"),
    )


def adopt_rules(state: NukedState) -> None:
    """NK-SET-1: fix the rule set; remove the others, so that the game does not store them."""
    state.rules_chosen, state.library, state.unreadable = True, (), ()


def deal_cards(state: NukedState) -> None:
    """NK-CRD-3: shuffle the deck and give each player the cards that the rule set deals at the start."""
    size, players = rules.deck_size(state), len(state.seats)
    each = min(state.table.hands.at_start, size // players)
    state.cards = CardPiles(size - each * players, {seat.id: each for seat in state.seats}, {})
    first = rules.first_troops(state)
    state.supply = {seat: max(0, troops - state.armies(seat)) for seat, troops in first.items()}


def choose_first(state: NukedState) -> Script[None]:
    """NK-TURN: everyone rolls a die, and the highest begins."""
    state.active = state.starter = yield from ask_who_begins(
        state, gettext("They choose first and take the first turn."), "NK-TURN"
    )


def give_out(state: NukedState) -> Script[None]:
    """NK-SET-2: deal territories, deal them together, or let players claim them; one soldier on each."""
    together = state.table.start.territories == "dealt together"
    if state.table.start.territories == "claimed":
        yield from claim_all(state, _next_owner, "NK-SET-2")
    elif free_places(state):
        left = list((yield from deal(state, "NK-SET-2", detail=TOGETHER if together else "")))
        while left:
            owner = _next_owner(state)
            place = next((p for p in left if together and _touches(state, owner, p)), left[0])
            left.remove(place)
            take(state, place, owner)


def _touches(state: NukedState, owner: str, place: str) -> bool:
    return any(state.holdings[near].owner == owner for near in state.neighbours(place))


def _next_owner(state: NukedState) -> str:
    return min(rules.order_of_play(state), key=lambda seat: len(state.held(seat)))


def choose_homes(state: NukedState) -> Script[None]:
    """NK-SET-3: in turn, each player chooses or draws a Capital and a Farm Block among their territories."""
    for seat in rules.order_of_play(state):
        if not state.holds_land(seat):
            continue
        if state.table.start.homes == "drawn":
            yield from _draw_homes(state, seat)
        else:
            yield from _choose_homes(state, seat)


def _draw_homes(state: NukedState, seat: str) -> Script[None]:
    if state.capitals[seat] is None or state.farms[seat] is None:
        drawn = yield from Shuffle(
            seat=seat,
            prompt=gettext("Shuffle your territory cards"),
            detail=gettext("The first is your Capital, the second your Farm."),
            rules=("NK-SET-3",),
            items=state.held(seat),
        )
        state.capitals[seat], state.farms[seat] = drawn[0], drawn[min(1, len(drawn) - 1)]


def _choose_homes(state: NukedState, seat: str) -> Script[None]:
    if state.capitals[seat] is None:
        state.capitals[seat] = yield from Pick(
            seat=seat,
            prompt=gettext("Where is your Capital?"),
            detail=gettext("Attackers need three times its soldiers."),
            rules=("NK-SET-3",),
            allowed=state.held(seat),
            denied=not_own(state, seat, "NK-SET-3"),
        )
    if state.farms[seat] is None:
        apart = _no_farm_at(state, seat)
        state.farms[seat] = yield from Pick(
            seat=seat,
            prompt=gettext("Where is your Farm Block?"),
            detail=gettext("Territories without a chain to it lose soldiers."),
            rules=("NK-SET-3", "NK-A15"),
            allowed=tuple(place for place in state.held(seat) if place not in apart),
            denied={**not_own(state, seat, "NK-SET-3"), **apart},
        )


def _no_farm_at(state: NukedState, seat: str) -> dict[str, Ruling]:
    """NK-A15: if the house rule separates them, refuse the Capital as the place of the Farm."""
    capital = state.capitals[seat]
    if capital is None or state.house.homes == "may be one" or state.held(seat) == (capital,):
        return {}
    text = gettext("{place} is your Capital, and the Farm stands elsewhere.", place=state.name(capital))
    return {capital: refuse("NK-A15", text, house=True)}


def place_first_troops(state: NukedState) -> Script[None]:
    """NK-SET-2: place the remaining troops in turn, one by one or each player's all at once."""
    at_once = state.table.start.placing == "all at once"
    yield from put_rest(state, rules.order_of_play(state), "NK-SET-2", at_once=at_once)

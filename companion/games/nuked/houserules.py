"""House rules of Nuked: one switch for each ambiguous rule; the default is the plainest reading."""

from typing import Annotated, Literal

from companion.games.boards.board_choice import BOARDS, CLASSIC
from companion.referee.houserules import HouseRule, HouseRules


class NukedHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; numbers are in the table's rule set instead."""

    board: Annotated[str, HouseRule("NK-MAP", "Which board?", listing=BOARDS)] = CLASSIC
    rule_set: Annotated[
        Literal["asked", "Steady", "Fierce", "No cards", "By the letter"],
        HouseRule(
            "NK-SET-1",
            "Which rule set?",
            "Asked at the start",
            "Steady: no cut-off for 3 rounds",
            "Fierce: no cut-off for 3 rounds",
            "No cards: no cut-off for 3 rounds",
            "By the letter: cut off at once",
        ),
    ] = "asked"
    continents: Annotated[
        Literal["with the rest", "anywhere"],
        HouseRule(
            "NK-A1", "Continent bonus if all goes to the Capital?", "To the Capital too", "Placed anywhere"
        ),
    ] = "with the rest"
    early: Annotated[
        Literal["rounds", "own turns", "game turns"],
        HouseRule(
            "NK-A2",
            "How long are the first three turns?",
            "Three rounds",
            "Three turns of your own",
            "Capitals: three turns of anybody",
        ),
    ] = "rounds"
    nuke_on_capital: Annotated[
        Literal["later", "always", "never"],
        HouseRule(
            "NK-A3", "May a Nuke strike a Capital?", "Once it can be attacked", "Yes, at any time", "Never"
        ),
    ] = "later"
    equal: Annotated[
        Literal["both die", "defender holds"],
        HouseRule("NK-A4", "Both armies equally large?", "Both die", "The defender keeps one"),
    ] = "both die"
    enough: Annotated[
        Literal["when declared", "after the card"],
        HouseRule(
            "NK-A5", "When must an attack be large enough?", "When it is declared", "After a Defence card too"
        ),
    ] = "when declared"
    origins: Annotated[
        Literal["one", "several"],
        HouseRule("NK-A6", "Attack from several territories at once?", "No, from one", "Yes"),
    ] = "one"
    end_order: Annotated[
        Literal["tax first", "cut-off first"],
        HouseRule("NK-A7", "A Capital that is cut off?", "Tax first", "One dies first, then tax"),
    ] = "tax first"
    fallout: Annotated[
        Literal["one in all", "one for each"],
        HouseRule("NK-A8", "Beside several radiated territories?", "One soldier in all", "One for each"),
    ] = "one in all"
    farm_lost: Annotated[
        Literal["all cut off", "spared", "named anew", "safe"],
        HouseRule(
            "NK-A11",
            "A player without a Farm?",
            "Everything is cut off",
            "Nothing is cut off",
            "Names a new Farm",
            "Farms cannot be attacked",
        ),
    ] = "all cut off"
    defence: Annotated[
        Literal["one a turn", "one an attack"],
        HouseRule("NK-A13", "Defence cards on one territory?", "One a turn", "One an attack"),
    ] = "one a turn"
    homes: Annotated[
        Literal["may be one", "apart"],
        HouseRule("NK-A15", "Capital and Farm on one territory?", "Allowed", "Not allowed"),
    ] = "may be one"
    fortify: Annotated[
        Literal["none", "connected", "adjacent"],
        HouseRule(
            "NK-A16", "A move at the end of a turn?", "No", "One, through your own", "One, to a neighbour"
        ),
    ] = "none"
    nuke_defence: Annotated[
        Literal["no", "stops it"],
        HouseRule("NK-A20", "A Defence card against a Nuke?", "Does nothing", "Stops it"),
    ] = "no"
    nuke_targets: Annotated[
        Literal["rivals", "anywhere"],
        HouseRule("NK-A21", "Where may a Nuke strike?", "Only rivals", "Also empty and own land"),
    ] = "rivals"
    answers: Annotated[
        Literal["defence only", "any troop card"],
        HouseRule(
            "NK-A22", "Which cards may a defender play?", "Defence cards", "Attack and Extra Troop too"
        ),
    ] = "defence only"
    attack_answer: Annotated[
        Literal["no", "yes"],
        HouseRule("NK-A23", "An Attack card after a Defence card?", "No, only before it", "Yes, at any time"),
    ] = "no"
    victory: Annotated[
        Literal["last one standing", "capital falls", "capitals"],
        HouseRule(
            "NK-A17",
            "Who wins?",
            "The last with territories",
            "No Capital, no player",
            "A player with enough Capitals",
        ),
    ] = "last one standing"

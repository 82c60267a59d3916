"""House rules of Nuked: one switch for each ambiguous rule; the default is the plainest reading."""

from typing import Annotated, Literal

from companion.games.boards.board_choice import BOARDS, CLASSIC
from companion.locale.messages import gettext
from companion.referee.houserules import HouseRule, HouseRules


class NukedHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; numbers are in the table's rule set instead."""

    board: Annotated[str, HouseRule("NK-MAP", gettext("Which board?"), listing=BOARDS)] = CLASSIC
    rule_set: Annotated[
        Literal["asked", "Steady", "Fierce", "No cards", "By the letter"],
        HouseRule(
            "NK-SET-1",
            gettext("Which rule set?"),
            gettext("Asked at the start"),
            gettext("Steady: no cut-off for 3 rounds"),
            gettext("Fierce: no cut-off for 3 rounds"),
            gettext("No cards: no cut-off for 3 rounds"),
            gettext("By the letter: cut off at once"),
        ),
    ] = "asked"
    continents: Annotated[
        Literal["with the rest", "anywhere"],
        HouseRule(
            "NK-A1",
            gettext("Continent bonus if all goes to the Capital?"),
            gettext("To the Capital too"),
            gettext("Placed anywhere"),
        ),
    ] = "with the rest"
    early: Annotated[
        Literal["rounds", "own turns", "game turns"],
        HouseRule(
            "NK-A2",
            gettext("How long are the first three turns?"),
            gettext("Three rounds"),
            gettext("Three turns of your own"),
            gettext("Capitals: three turns of anybody"),
        ),
    ] = "rounds"
    nuke_on_capital: Annotated[
        Literal["later", "always", "never"],
        HouseRule(
            "NK-A3",
            gettext("May a Nuke strike a Capital?"),
            gettext("Once it can be attacked"),
            gettext("Yes, at any time"),
            gettext("Never"),
        ),
    ] = "later"
    equal: Annotated[
        Literal["both die", "defender holds"],
        HouseRule(
            "NK-A4",
            gettext("Both armies equally large?"),
            gettext("Both die"),
            gettext("The defender keeps one"),
        ),
    ] = "both die"
    enough: Annotated[
        Literal["when declared", "after the card"],
        HouseRule(
            "NK-A5",
            gettext("When must an attack be large enough?"),
            gettext("When it is declared"),
            gettext("After a Defence card too"),
        ),
    ] = "when declared"
    origins: Annotated[
        Literal["one", "several"],
        HouseRule(
            "NK-A6",
            gettext("Attack from several territories at once?"),
            gettext("No, from one"),
            gettext("Yes"),
        ),
    ] = "one"
    end_order: Annotated[
        Literal["tax first", "cut-off first"],
        HouseRule(
            "NK-A7",
            gettext("A Capital that is cut off?"),
            gettext("Tax first"),
            gettext("One dies first, then tax"),
        ),
    ] = "tax first"
    fallout: Annotated[
        Literal["one in all", "one for each"],
        HouseRule(
            "NK-A8",
            gettext("Beside several radiated territories?"),
            gettext("One soldier in all"),
            gettext("One for each"),
        ),
    ] = "one in all"
    farm_lost: Annotated[
        Literal["all cut off", "spared", "named anew", "safe"],
        HouseRule(
            "NK-A11",
            gettext("A player without a Farm?"),
            gettext("Everything is cut off"),
            gettext("Nothing is cut off"),
            gettext("Names a new Farm"),
            gettext("Farms cannot be attacked"),
        ),
    ] = "all cut off"
    defence: Annotated[
        Literal["one a turn", "one an attack"],
        HouseRule(
            "NK-A13",
            gettext("Defence cards on one territory?"),
            gettext("One a turn"),
            gettext("One an attack"),
        ),
    ] = "one a turn"
    homes: Annotated[
        Literal["may be one", "apart"],
        HouseRule(
            "NK-A15",
            gettext("Capital and Farm on one territory?"),
            gettext("Allowed"),
            gettext("Not allowed"),
        ),
    ] = "may be one"
    fortify: Annotated[
        Literal["none", "connected", "adjacent"],
        HouseRule(
            "NK-A16",
            gettext("A move at the end of a turn?"),
            gettext("No"),
            gettext("One, through your own"),
            gettext("One, to a neighbour"),
        ),
    ] = "none"
    nuke_defence: Annotated[
        Literal["no", "stops it"],
        HouseRule(
            "NK-A20", gettext("A Defence card against a Nuke?"), gettext("Does nothing"), gettext("Stops it")
        ),
    ] = "no"
    nuke_targets: Annotated[
        Literal["rivals", "anywhere"],
        HouseRule(
            "NK-A21",
            gettext("Where may a Nuke strike?"),
            gettext("Only rivals"),
            gettext("Also empty and own land"),
        ),
    ] = "rivals"
    answers: Annotated[
        Literal["defence only", "any troop card"],
        HouseRule(
            "NK-A22",
            gettext("Which cards may a defender play?"),
            gettext("Defence cards"),
            gettext("Attack and Extra Troop too"),
        ),
    ] = "defence only"
    attack_answer: Annotated[
        Literal["no", "yes"],
        HouseRule(
            "NK-A23",
            gettext("An Attack card after a Defence card?"),
            gettext("No, only before it"),
            gettext("Yes, at any time"),
        ),
    ] = "no"
    victory: Annotated[
        Literal["last one standing", "capital falls", "capitals"],
        HouseRule(
            "NK-A17",
            gettext("Who wins?"),
            gettext("The last with territories"),
            gettext("No Capital, no player"),
            gettext("A player with enough Capitals"),
        ),
    ] = "last one standing"

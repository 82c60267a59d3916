"""House rules of Nuked: one switch for each ambiguous rule; the default is the plainest reading."""

from typing import Literal

from companion.referee.houserules import Choice, HouseRules, Switch


class NukedHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; numbers are in the table's rule set instead."""

    rule_set: Literal["asked", "Steady", "Fierce", "No cards"] = "asked"
    continents: Literal["with the rest", "anywhere"] = "with the rest"
    early: Literal["rounds", "own turns", "game turns"] = "rounds"
    nuke_on_capital: Literal["later", "always", "never"] = "later"
    equal: Literal["both die", "defender holds"] = "both die"
    enough: Literal["when declared", "after the card"] = "when declared"
    origins: Literal["one", "several"] = "one"
    end_order: Literal["tax first", "cut-off first"] = "tax first"
    fallout: Literal["one in all", "one for each"] = "one in all"
    farm_lost: Literal["all cut off", "spared", "named anew", "safe"] = "all cut off"
    defence: Literal["one a turn", "one an attack"] = "one a turn"
    homes: Literal["may be one", "apart"] = "may be one"
    fortify: Literal["none", "connected", "adjacent"] = "none"
    nuke_defence: Literal["no", "stops it"] = "no"
    nuke_targets: Literal["rivals", "anywhere"] = "rivals"
    answers: Literal["defence only", "any troop card"] = "defence only"
    attack_answer: Literal["no", "yes"] = "no"
    victory: Literal["last one standing", "capital falls", "capitals"] = "last one standing"


SWITCHES = (
    Switch(
        "rule_set",
        "NK-SET-1",
        "Which rule set?",
        (
            Choice("asked", "Asked at the start"),
            Choice("Steady", "Steady, of the house"),
            Choice("Fierce", "Fierce, of the house"),
            Choice("No cards", "No cards, of the house"),
        ),
    ),
    Switch(
        "continents",
        "NK-A1",
        "Continent bonus if all goes to the Capital?",
        (Choice("with the rest", "To the Capital too"), Choice("anywhere", "Placed anywhere")),
    ),
    Switch(
        "early",
        "NK-A2",
        "How long are the first three turns?",
        (
            Choice("rounds", "Three rounds"),
            Choice("own turns", "Three turns of your own"),
            Choice("game turns", "Capitals: three turns of anybody"),
        ),
    ),
    Switch(
        "nuke_on_capital",
        "NK-A3",
        "May a Nuke strike a Capital?",
        (
            Choice("later", "Once it can be attacked"),
            Choice("always", "Yes, at any time"),
            Choice("never", "Never"),
        ),
    ),
    Switch(
        "equal",
        "NK-A4",
        "Both armies equally large?",
        (Choice("both die", "Both die"), Choice("defender holds", "The defender keeps one")),
    ),
    Switch(
        "enough",
        "NK-A5",
        "When must an attack be large enough?",
        (
            Choice("when declared", "When it is declared"),
            Choice("after the card", "After a Defence card too"),
        ),
    ),
    Switch(
        "origins",
        "NK-A6",
        "Attack from several territories at once?",
        (Choice("one", "No, from one"), Choice("several", "Yes")),
    ),
    Switch(
        "end_order",
        "NK-A7",
        "A Capital that is cut off?",
        (Choice("tax first", "Tax first"), Choice("cut-off first", "One dies first, then tax")),
    ),
    Switch(
        "fallout",
        "NK-A8",
        "Beside several radiated territories?",
        (Choice("one in all", "One soldier in all"), Choice("one for each", "One for each")),
    ),
    Switch(
        "farm_lost",
        "NK-A11",
        "A player without a Farm?",
        (
            Choice("all cut off", "Everything is cut off"),
            Choice("spared", "Nothing is cut off"),
            Choice("named anew", "Names a new Farm"),
            Choice("safe", "Farms cannot be attacked"),
        ),
    ),
    Switch(
        "defence",
        "NK-A13",
        "Defence cards on one territory?",
        (Choice("one a turn", "One a turn"), Choice("one an attack", "One an attack")),
    ),
    Switch(
        "homes",
        "NK-A15",
        "Capital and Farm on one territory?",
        (Choice("may be one", "Allowed"), Choice("apart", "Not allowed")),
    ),
    Switch(
        "fortify",
        "NK-A16",
        "A move at the end of a turn?",
        (
            Choice("none", "No"),
            Choice("connected", "One, through your own"),
            Choice("adjacent", "One, to a neighbour"),
        ),
    ),
    Switch(
        "nuke_defence",
        "NK-A20",
        "A Defence card against a Nuke?",
        (Choice("no", "Does nothing"), Choice("stops it", "Stops it")),
    ),
    Switch(
        "nuke_targets",
        "NK-A21",
        "Where may a Nuke strike?",
        (Choice("rivals", "Only rivals"), Choice("anywhere", "Also empty and own land")),
    ),
    Switch(
        "answers",
        "NK-A22",
        "Which cards may a defender play?",
        (Choice("defence only", "Defence cards"), Choice("any troop card", "Attack and Extra Troop too")),
    ),
    Switch(
        "attack_answer",
        "NK-A23",
        "An Attack card after a Defence card?",
        (Choice("no", "No, only before it"), Choice("yes", "Yes, at any time")),
    ),
    Switch(
        "victory",
        "NK-A17",
        "Who wins?",
        (
            Choice("last one standing", "The last with territories"),
            Choice("capital falls", "No Capital, no player"),
            Choice("capitals", "A player with enough Capitals"),
        ),
    ),
)

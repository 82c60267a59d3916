"""House rules of classic Risk: choices of the table, and differences between editions."""

from typing import Literal

from companion.referee.houserules import Choice, HouseRules, Switch


class ClassicHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; the defaults are those of the common English edition."""

    edition: Literal["classic", "2008"] = "classic"
    setup: Literal["deal", "claim"] = "deal"
    placing: Literal["one by one", "all at once"] = "one by one"
    armies: Literal["standard", "french"] = "standard"
    cards: Literal["sets", "stars"] = "sets"
    goal: Literal["the world", "capitals", "missions"] = "the world"
    set_values: Literal["rising", "fixed", "artillery least"] = "rising"
    territory_bonus: Literal["two armies", "none"] = "two armies"
    fortify: Literal["connected", "adjacent"] = "connected"
    red_sea: Literal["open", "closed"] = "open"
    first_cards: Literal["none", "last seats"] = "none"
    cities: Literal["drawn", "entered", "preset"] = "drawn"
    objectives: Literal["drawn", "entered"] = "drawn"
    rewards: Literal["face down", "dealt", "open", "none"] = "face down"
    airfield: Literal["target", "either end"] = "target"
    objective_and_card: Literal["one of them", "both"] = "one of them"
    victory: Literal["at once", "end of turn"] = "at once"


SWITCHES = (
    Switch(
        "edition",
        "CL-2008",
        "Which edition?",
        (
            Choice("classic", "Conquer the world"),
            Choice("2008", "2008: cities, capitals, objectives, rewards"),
        ),
    ),
    Switch(
        "setup",
        "CL-SETUP",
        "How are territories given out?",
        (Choice("deal", "Shuffled and dealt"), Choice("claim", "Claimed in turn")),
    ),
    Switch(
        "placing",
        "CL-SETUP",
        "How are the first armies placed?",
        (Choice("one by one", "In turn, one at a time"), Choice("all at once", "Each player all at once")),
    ),
    Switch(
        "armies",
        "CL-SETUP",
        "How many armies to start with?",
        (Choice("standard", "35, 30, 25, 20 for 3 to 6"), Choice("french", "40, 35, 30, 25 for 3 to 6")),
    ),
    Switch(
        "cards",
        "CL-SET",
        "Which cards?",
        (Choice("sets", "Sets of three symbols"), Choice("stars", "Cards with one or two stars")),
    ),
    Switch(
        "goal",
        "CL-WIN",
        "What is the goal? (2008: objectives.)",
        (
            Choice("the world", "Conquer the world"),
            Choice("capitals", "Capital Risk: all capitals"),
            Choice("missions", "Secret Mission: your card"),
        ),
    ),
    Switch(
        "set_values",
        "CL-SET-4",
        "What is a set worth?",
        (
            Choice("rising", "4, 6, 8, 10, 12, 15, then 5 more"),
            Choice("fixed", "Infantry 4, cavalry 6, artillery 8, mixed 10"),
            Choice("artillery least", "Artillery 4, infantry 6, cavalry 8, mixed 10"),
        ),
    ),
    Switch(
        "territory_bonus",
        "CL-SET-2",
        "A traded card shows your territory?",
        (Choice("two armies", "Two armies there"), Choice("none", "Nothing more")),
    ),
    Switch(
        "fortify",
        "CL-FORT",
        "How far may you fortify?",
        (Choice("connected", "Through your own territories"), Choice("adjacent", "Only to a neighbour")),
    ),
    Switch(
        "red_sea",
        "CL-MAP",
        "East Africa and Middle East?",
        (Choice("open", "Linked"), Choice("closed", "Not linked (one edition)")),
    ),
    Switch(
        "first_cards",
        "CL-2008",
        "2008: cards to start with?",
        (Choice("none", "None"), Choice("last seats", "4th and 5th seat one, 6th two")),
    ),
    Switch(
        "cities",
        "CL-2008",
        "2008: where are the 15 cities?",
        (
            Choice("drawn", "15 cards drawn"),
            Choice("entered", "Tapped on the map"),
            Choice("preset", "Spread evenly (our own choice)"),
        ),
    ),
    Switch(
        "objectives",
        "CL-2008-O",
        "2008: which 8 objectives?",
        (Choice("drawn", "Shuffled"), Choice("entered", "Named by the table")),
    ),
    Switch(
        "rewards",
        "CL-2008-R",
        "2008: how do rewards lie?",
        (
            Choice("face down", "Your tokens, face down"),
            Choice("dealt", "Dealt here and kept hidden"),
            Choice("open", "Face up"),
            Choice("none", "No rewards"),
        ),
    ),
    Switch(
        "airfield",
        "CL-2008-R",
        "2008: an airfield helps in battles...",
        (
            Choice("target", "for its territory or next to it"),
            Choice("either end", "also from its territory's neighbours"),
        ),
    ),
    Switch(
        "objective_and_card",
        "CL-2008-O",
        "2008: an objective and a card in one turn?",
        (Choice("one of them", "One of the two"), Choice("both", "Both")),
    ),
    Switch(
        "victory",
        "CL-2008",
        "2008: when is victory checked?",
        (Choice("at once", "At any moment of your turn"), Choice("end of turn", "At the end of your turn")),
    ),
)

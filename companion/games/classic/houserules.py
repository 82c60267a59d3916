"""What classic Risk leaves to the table, or prints differently from edition to edition."""

from typing import Literal

from companion.referee.houserules import Choice, HouseRules, Switch


class ClassicHouseRules(HouseRules, frozen=True, kw_only=True):
    """The switches of classic Risk, each at the default of the common English edition."""

    setup: Literal["deal", "claim"] = "deal"
    placing: Literal["one by one", "all at once"] = "one by one"
    armies: Literal["standard", "french"] = "standard"
    cards: Literal["sets", "stars"] = "sets"
    territory_bonus: Literal["two armies", "none"] = "two armies"
    fortify: Literal["connected", "adjacent"] = "connected"
    red_sea: Literal["open", "closed"] = "open"


SWITCHES = (
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
)

"""House rules of Battle Risk: optional rules and open questions."""

from typing import Literal

from companion.referee.houserules import Choice, HouseRules, Switch


class BattleHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; optional rules are off by default."""

    treasury: Literal["no", "yes"] = "no"
    first_army: Literal["bought", "free"] = "bought"
    buying: Literal["before the roll", "after the roll"] = "before the roll"
    commanders: Literal["none", "hero and fear", "hero only"] = "none"
    mercenaries: Literal["no", "yes"] = "no"
    field: Literal["hills and cover", "flat and open"] = "hills and cover"
    charge: Literal["up to the rest", "less than the rest"] = "up to the rest"
    misfire: Literal["each soldier", "whole shot", "one roll"] = "each soldier"
    flight: Literal["turn by turn", "at once"] = "turn by turn"
    dismounted_commander: Literal["leads on foot", "plain infantry"] = "leads on foot"
    mercenary_bonus: Literal["as their arm", "double"] = "as their arm"
    rifle_height: Literal["as infantry", "none"] = "as infantry"
    cannon_bonus: Literal["destroyed", "captured too"] = "destroyed"
    fresh_cannon: Literal["may fire", "next turn"] = "may fire"
    captured_cannon: Literal["next turn", "may fire"] = "next turn"
    last_shot: Literal["shared win", "shooter wins"] = "shared win"
    lone_cannon: Literal["out", "fights on"] = "out"


SWITCHES = (
    Switch("treasury", "BR-TRE-1", "Are there treasuries?", (Choice("no", "No"), Choice("yes", "Yes"))),
    Switch(
        "first_army",
        "BR-TRE-1",
        "With treasuries, first armies are",
        (Choice("bought", "Bought from the treasury"), Choice("free", "Set up freely")),
    ),
    Switch(
        "buying",
        "BR-A9",
        "When are soldiers bought?",
        (
            Choice("before the roll", "Before the movement roll"),
            Choice("after the roll", "After the movement roll"),
        ),
    ),
    Switch(
        "commanders",
        "BR-A10",
        "Are there commanders?",
        (
            Choice("none", "No"),
            Choice("hero and fear", "Yes: +1, and fear when they fall"),
            Choice("hero only", "Yes: +1, but no fear"),
        ),
    ),
    Switch("mercenaries", "BR-MRC-1", "Are there mercenaries?", (Choice("no", "No"), Choice("yes", "Yes"))),
    Switch(
        "field",
        "BR-HGT-1",
        "What is the battlefield like?",
        (
            Choice("hills and cover", "Hills and cover: ask each time"),
            Choice("flat and open", "Flat, everything is seen"),
        ),
    ),
    Switch(
        "charge",
        "BR-A1",
        "How far does a charge still move?",
        (
            Choice("up to the rest", "All points but the one given up"),
            Choice("less than the rest", "One point less than that"),
        ),
    ),
    Switch(
        "misfire",
        "BR-A2",
        "A shot at several, one hit roll is 1",
        (
            Choice("each soldier", "Only that soldier is spared"),
            Choice("whole shot", "The whole shot is lost"),
            Choice("one roll", "One hit roll for all of them"),
        ),
    ),
    Switch(
        "flight",
        "BR-A4",
        "How fast do soldiers run in fear?",
        (
            Choice("turn by turn", "A full move each own turn"),
            Choice("at once", "Off the field at once"),
        ),
    ),
    Switch(
        "dismounted_commander",
        "BR-A5",
        "A commander whose horse was shot",
        (Choice("leads on foot", "Leads on, on foot"), Choice("plain infantry", "Is plain infantry")),
    ),
    Switch(
        "mercenary_bonus",
        "BR-A6",
        "What does killing a mercenary bring?",
        (Choice("as their arm", "What its arm brings"), Choice("double", "Twice that")),
    ),
    Switch(
        "rifle_height",
        "BR-A7",
        "Does height change a rifle's range?",
        (Choice("as infantry", "Yes, as a musket's"), Choice("none", "No")),
    ),
    Switch(
        "cannon_bonus",
        "BR-A8",
        "When does a cannon bring its bonus?",
        (Choice("destroyed", "When destroyed"), Choice("captured too", "When captured, too")),
    ),
    Switch(
        "fresh_cannon",
        "BR-A11",
        "A cannon set up this turn",
        (Choice("may fire", "May fire at once"), Choice("next turn", "Fires from the next turn on")),
    ),
    Switch(
        "captured_cannon",
        "BR-A12",
        "A cannon captured this turn",
        (Choice("next turn", "Fires from the next turn on"), Choice("may fire", "May fire at once")),
    ),
    Switch(
        "last_shot",
        "BR-A16",
        "One shot kills the last of all sides",
        (Choice("shared win", "They share the win"), Choice("shooter wins", "The side that fired wins")),
    ),
    Switch(
        "lone_cannon",
        "BR-A17",
        "A side with only an automatic cannon",
        (Choice("out", "Is out"), Choice("fights on", "Fights on")),
    ),
)

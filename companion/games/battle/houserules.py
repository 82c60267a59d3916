"""House rules of Battle Risk: optional rules and open questions."""

from typing import Annotated, Literal

from companion.referee.houserules import HouseRule, HouseRules


class BattleHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; optional rules are off by default."""

    treasury: Annotated[Literal["no", "yes"], HouseRule("BR-TRE-1", "Are there treasuries?", "No", "Yes")] = (
        "no"
    )
    first_army: Annotated[
        Literal["bought", "free"],
        HouseRule(
            "BR-TRE-1", "With treasuries, first armies are", "Bought from the treasury", "Set up freely"
        ),
    ] = "bought"
    buying: Annotated[
        Literal["before the roll", "after the roll"],
        HouseRule(
            "BR-A9", "When are soldiers bought?", "Before the movement roll", "After the movement roll"
        ),
    ] = "before the roll"
    commanders: Annotated[
        Literal["none", "hero and fear", "hero only"],
        HouseRule(
            "BR-A10",
            "Are there commanders?",
            "No",
            "Yes: +1, and fear when they fall",
            "Yes: +1, but no fear",
        ),
    ] = "none"
    mercenaries: Annotated[
        Literal["no", "yes"], HouseRule("BR-MRC-1", "Are there mercenaries?", "No", "Yes")
    ] = "no"
    field: Annotated[
        Literal["hills and cover", "flat and open"],
        HouseRule(
            "BR-HGT-1",
            "What is the battlefield like?",
            "Hills and cover: ask each time",
            "Flat, everything is seen",
        ),
    ] = "hills and cover"
    charge: Annotated[
        Literal["up to the rest", "less than the rest"],
        HouseRule(
            "BR-A1",
            "How far does a charge still move?",
            "All points but the one given up",
            "One point less than that",
        ),
    ] = "up to the rest"
    misfire: Annotated[
        Literal["each soldier", "whole shot", "one roll"],
        HouseRule(
            "BR-A2",
            "A shot at several, one hit roll is 1",
            "Only that soldier is spared",
            "The whole shot is lost",
            "One hit roll for all of them",
        ),
    ] = "each soldier"
    flight: Annotated[
        Literal["turn by turn", "at once"],
        HouseRule(
            "BR-A4", "How fast do soldiers run in fear?", "A full move each own turn", "Off the field at once"
        ),
    ] = "turn by turn"
    dismounted_commander: Annotated[
        Literal["leads on foot", "plain infantry"],
        HouseRule("BR-A5", "A commander whose horse was shot", "Leads on, on foot", "Is plain infantry"),
    ] = "leads on foot"
    mercenary_bonus: Annotated[
        Literal["as their arm", "double"],
        HouseRule("BR-A6", "What does killing a mercenary bring?", "What its arm brings", "Twice that"),
    ] = "as their arm"
    rifle_height: Annotated[
        Literal["as infantry", "none"],
        HouseRule("BR-A7", "Does height change a rifle's range?", "Yes, as a musket's", "No"),
    ] = "as infantry"
    cannon_bonus: Annotated[
        Literal["destroyed", "captured too"],
        HouseRule("BR-A8", "When does a cannon bring its bonus?", "When destroyed", "When captured, too"),
    ] = "destroyed"
    fresh_cannon: Annotated[
        Literal["may fire", "next turn"],
        HouseRule("BR-A11", "A cannon set up this turn", "May fire at once", "Fires from the next turn on"),
    ] = "may fire"
    captured_cannon: Annotated[
        Literal["next turn", "may fire"],
        HouseRule("BR-A12", "A cannon captured this turn", "Fires from the next turn on", "May fire at once"),
    ] = "next turn"
    last_shot: Annotated[
        Literal["shared win", "shooter wins"],
        HouseRule(
            "BR-A16", "One shot kills the last of all sides", "They share the win", "The side that fired wins"
        ),
    ] = "shared win"
    lone_cannon: Annotated[
        Literal["out", "fights on"],
        HouseRule("BR-A17", "A side with only an automatic cannon", "Is out", "Fights on"),
    ] = "out"

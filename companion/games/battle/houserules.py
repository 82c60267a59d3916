"""House rules of Battle Risk: optional rules and open questions."""

from typing import Annotated, Literal

from companion.locale.messages import gettext
from companion.referee.houserules import HouseRule, HouseRules


class BattleHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; optional rules are off by default."""

    treasury: Annotated[
        Literal["no", "yes"],
        HouseRule("BR-TRE-1", gettext("Are there treasuries?"), gettext("No"), gettext("Yes")),
    ] = "no"
    first_army: Annotated[
        Literal["bought", "free"],
        HouseRule(
            "BR-TRE-1",
            gettext("With treasuries, first armies are"),
            gettext("Bought from the treasury"),
            gettext("Set up freely"),
        ),
    ] = "bought"
    buying: Annotated[
        Literal["before the roll", "after the roll"],
        HouseRule(
            "BR-A9",
            gettext("When are soldiers bought?"),
            gettext("Before the movement roll"),
            gettext("After the movement roll"),
        ),
    ] = "before the roll"
    commanders: Annotated[
        Literal["none", "hero and fear", "hero only"],
        HouseRule(
            "BR-A10",
            gettext("Are there commanders?"),
            gettext("No"),
            gettext("Yes: +1, and fear when they fall"),
            gettext("Yes: +1, but no fear"),
        ),
    ] = "none"
    mercenaries: Annotated[
        Literal["no", "yes"],
        HouseRule("BR-MRC-1", gettext("Are there mercenaries?"), gettext("No"), gettext("Yes")),
    ] = "no"
    field: Annotated[
        Literal["hills and cover", "flat and open"],
        HouseRule(
            "BR-HGT-1",
            gettext("What is the battlefield like?"),
            gettext("Hills and cover: ask each time"),
            gettext("Flat, everything is seen"),
        ),
    ] = "hills and cover"
    charge: Annotated[
        Literal["up to the rest", "less than the rest"],
        HouseRule(
            "BR-A1",
            gettext("How far does a charge still move?"),
            gettext("All points but the one given up"),
            gettext("One point less than that"),
        ),
    ] = "up to the rest"
    misfire: Annotated[
        Literal["each soldier", "whole shot", "one roll"],
        HouseRule(
            "BR-A2",
            gettext("A shot at several, one hit roll is 1"),
            gettext("Only that soldier is spared"),
            gettext("The whole shot is lost"),
            gettext("One hit roll for all of them"),
        ),
    ] = "each soldier"
    flight: Annotated[
        Literal["turn by turn", "at once"],
        HouseRule(
            "BR-A4",
            gettext("How fast do soldiers run in fear?"),
            gettext("A full move each own turn"),
            gettext("Off the field at once"),
        ),
    ] = "turn by turn"
    dismounted_commander: Annotated[
        Literal["leads on foot", "plain infantry"],
        HouseRule(
            "BR-A5",
            gettext("A commander whose horse was shot"),
            gettext("Leads on, on foot"),
            gettext("Is plain infantry"),
        ),
    ] = "leads on foot"
    mercenary_bonus: Annotated[
        Literal["as their arm", "double"],
        HouseRule(
            "BR-A6",
            gettext("What does killing a mercenary bring?"),
            gettext("What its arm brings"),
            gettext("Twice that"),
        ),
    ] = "as their arm"
    rifle_height: Annotated[
        Literal["as infantry", "none"],
        HouseRule(
            "BR-A7",
            gettext("Does height change a rifle's range?"),
            gettext("Yes, as a musket's"),
            gettext("No"),
        ),
    ] = "as infantry"
    cannon_bonus: Annotated[
        Literal["destroyed", "captured too"],
        HouseRule(
            "BR-A8",
            gettext("When does a cannon bring its bonus?"),
            gettext("When destroyed"),
            gettext("When captured, too"),
        ),
    ] = "destroyed"
    fresh_cannon: Annotated[
        Literal["may fire", "next turn"],
        HouseRule(
            "BR-A11",
            gettext("A cannon set up this turn"),
            gettext("May fire at once"),
            gettext("Fires from the next turn on"),
        ),
    ] = "may fire"
    captured_cannon: Annotated[
        Literal["next turn", "may fire"],
        HouseRule(
            "BR-A12",
            gettext("A cannon captured this turn"),
            gettext("Fires from the next turn on"),
            gettext("May fire at once"),
        ),
    ] = "next turn"
    last_shot: Annotated[
        Literal["shared win", "shooter wins"],
        HouseRule(
            "BR-A16",
            gettext("One shot kills the last of all sides"),
            gettext("They share the win"),
            gettext("The side that fired wins"),
        ),
    ] = "shared win"
    lone_cannon: Annotated[
        Literal["out", "fights on"],
        HouseRule(
            "BR-A17", gettext("A side with only an automatic cannon"), gettext("Is out"), gettext("Fights on")
        ),
    ] = "out"

"""House rules of Risk StarCraft: the four modes, and the switches SC-A1 to SC-A23."""

from typing import Annotated, Literal

from companion.locale.messages import gettext
from companion.referee.houserules import HouseRule, HouseRules


class StarcraftHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; where the text is silent, the default is its plainest reading."""

    mode: Annotated[
        Literal["basic training", "command room", "total domination", "team play"],
        HouseRule(
            "SC-MODE",
            gettext("How do you play? (Two play the match.)"),
            gettext("Basic Training, 3 to 6"),
            gettext("Command Room, 3 to 6"),
            gettext("Total Domination, 2 to 6"),
            gettext("Team Play, 4 or 6"),
        ),
    ] = "basic training"
    drawing: Annotated[
        Literal["drawn", "entered"],
        HouseRule(
            "SC-SET-C",
            gettext("How are fields and achievements drawn?"),
            gettext("Shuffled, also by the companion"),
            gettext("By the table, named one by one"),
        ),
    ] = "drawn"
    rewards: Annotated[
        Literal["face down", "dealt"],
        HouseRule(
            "SC-RWD-9",
            gettext("Who hides the rewards?"),
            gettext("The table, as tokens"),
            gettext("The companion, by a shuffle"),
        ),
    ] = "face down"
    placing: Annotated[
        Literal["one by one", "all at once"],
        HouseRule(
            "SC-SET-C",
            gettext("How are the first units placed?"),
            gettext("In turn, as printed"),
            gettext("Each player all at once"),
        ),
    ] = "one by one"
    domination: Annotated[
        Literal["stars only", "heroes and abilities"],
        HouseRule(
            "SC-TD",
            gettext("Total Domination with heroes?"),
            gettext("No heroes, stars only"),
            gettext("Heroes and card abilities"),
        ),
    ] = "stars only"
    match_victory: Annotated[
        Literal["every territory", "opponent out"],
        HouseRule(
            "SC-A18",
            gettext("When is a 1 v 1 match won?"),
            gettext("With every territory"),
            gettext("When the opponent is out"),
        ),
    ] = "every territory"
    team_victory: Annotated[
        Literal["four achievements", "every territory"],
        HouseRule(
            "SC-A19",
            gettext("How does a team win?"),
            gettext("Four achievements and the bases"),
            gettext("Every territory, as Domination"),
        ),
    ] = "four achievements"
    star_trades: Annotated[
        Literal["one a turn", "several"],
        HouseRule(
            "SC-A1",
            gettext("How often may stars be traded?"),
            gettext("Once a turn, up to 10 stars"),
            gettext("Several times a turn"),
        ),
    ] = "one a turn"
    captured_cards: Annotated[
        Literal["next turn", "at once"],
        HouseRule(
            "SC-A2",
            gettext("Captured cards: when may they be traded?"),
            gettext("With the next reinforcements"),
            gettext("At once"),
        ),
    ] = "next turn"
    towers: Annotated[
        Literal["where it is waged", "its origin too"],
        HouseRule(
            "SC-A3",
            gettext("Which territory must a tower be near?"),
            gettext("The one attacked"),
            gettext("That, or where the attack starts"),
        ),
    ] = "where it is waged"
    stacking: Annotated[
        Literal["add up", "two at most"],
        HouseRule(
            "SC-A4", gettext("A hero and two towers?"), gettext("Add 3"), gettext("Add no more than 2")
        ),
    ] = "add up"
    ending: Annotated[
        Literal["draw, then maneuver", "maneuver, then draw"],
        HouseRule(
            "SC-A5",
            gettext("What comes first at the end?"),
            gettext("Draw, then maneuver"),
            gettext("Maneuver, then draw"),
        ),
    ] = "draw, then maneuver"
    victory: Annotated[
        Literal["at once", "when collecting", "end of turn"],
        HouseRule(
            "SC-A6",
            gettext("When is the game won?"),
            gettext("At once, in your own turn"),
            gettext("When achievements are collected"),
            gettext("At the end of your turn"),
        ),
    ] = "at once"
    neutrals: Annotated[
        Literal["bring cards", "bring none"],
        HouseRule(
            "SC-A7", gettext("Neutrals conquered: a card?"), gettext("Yes, they are enemies"), gettext("No")
        ),
    ] = "bring cards"
    second_tower: Annotated[
        Literal["forfeited", "waits"],
        HouseRule(
            "SC-A8", gettext("A tower without room?"), gettext("Is forfeited"), gettext("Waits for room")
        ),
    ] = "forfeited"
    command: Annotated[
        Literal["from the supply", "from reinforcements"],
        HouseRule(
            "SC-A9",
            gettext("Transfer of command: whose unit?"),
            gettext("One from the supply"),
            gettext("One just deployed"),
        ),
    ] = "from the supply"
    ally_cards: Annotated[
        Literal["to the conqueror", "to an ally"],
        HouseRule(
            "SC-A13",
            gettext("Cards of somebody eliminated with an ally?"),
            gettext("To the conqueror"),
            gettext("To the ally"),
        ),
    ] = "to the conqueror"
    reshuffle: Annotated[
        Literal["at the last card", "when drawing"],
        HouseRule(
            "SC-A14",
            gettext("When are discards shuffled?"),
            gettext("When the last card is drawn"),
            gettext("At the next draw"),
        ),
    ] = "at the last card"
    domination_achievements: Annotated[
        Literal["collected", "left out"],
        HouseRule(
            "SC-A15",
            gettext("Achievements in Total Domination?"),
            gettext("Collected for their rewards"),
            gettext("Left in the box"),
        ),
    ] = "collected"
    lone_bonus_die: Annotated[
        Literal["counts", "stays out"],
        HouseRule(
            "SC-A17",
            gettext("A bonus die with a single unit?"),
            gettext("The better of two counts"),
            gettext("It stays out"),
        ),
    ] = "counts"
    achievements_lie: Annotated[
        Literal["face up", "face down"],
        HouseRule(
            "SC-A20",
            gettext("Achievements before play begins?"),
            gettext("Lie face up"),
            gettext("Lie face down"),
        ),
    ] = "face up"
    team_planet: Annotated[
        Literal["one player", "with allies"],
        HouseRule(
            "SC-A22",
            gettext("A planet taken in one turn, in a team?"),
            gettext("All of it by one player"),
            gettext("Allies may hold the rest"),
        ),
    ] = "one player"
    first_to_prepare: Annotated[
        Literal["maneuver", "command"],
        HouseRule(
            "SC-A23",
            gettext("What comes first before attacks?"),
            gettext("Starting maneuver, then command"),
            gettext("Command, then starting maneuver"),
        ),
    ] = "maneuver"
    hero_follows: Annotated[
        Literal["stays", "may follow"],
        HouseRule(
            "SC-A21",
            gettext("A hero that was not declared in?"),
            gettext("Stays behind"),
            gettext("May follow moved-in units"),
        ),
    ] = "stays"

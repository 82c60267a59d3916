"""House rules of Risk StarCraft: the four modes, and the switches SC-A1 to SC-A23."""

from typing import Annotated, Literal

from companion.referee.houserules import HouseRule, HouseRules


class StarcraftHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; where the text is silent, the default is its plainest reading."""

    mode: Annotated[
        Literal["basic training", "command room", "total domination", "team play"],
        HouseRule(
            "SC-MODE",
            "How do you play? (Two play the match.)",
            "Basic Training, 3 to 6",
            "Command Room, 3 to 6",
            "Total Domination, 2 to 6",
            "Team Play, 4 or 6",
        ),
    ] = "basic training"
    drawing: Annotated[
        Literal["drawn", "entered"],
        HouseRule(
            "SC-SET-C",
            "How are fields and achievements drawn?",
            "Shuffled, also by the companion",
            "By the table, named one by one",
        ),
    ] = "drawn"
    rewards: Annotated[
        Literal["face down", "dealt"],
        HouseRule(
            "SC-RWD-9", "Who hides the rewards?", "The table, as tokens", "The companion, by a shuffle"
        ),
    ] = "face down"
    placing: Annotated[
        Literal["one by one", "all at once"],
        HouseRule(
            "SC-SET-C", "How are the first units placed?", "In turn, as printed", "Each player all at once"
        ),
    ] = "one by one"
    domination: Annotated[
        Literal["stars only", "heroes and abilities"],
        HouseRule(
            "SC-TD", "Total Domination with heroes?", "No heroes, stars only", "Heroes and card abilities"
        ),
    ] = "stars only"
    match_victory: Annotated[
        Literal["every territory", "opponent out"],
        HouseRule("SC-A18", "When is a 1 v 1 match won?", "With every territory", "When the opponent is out"),
    ] = "every territory"
    team_victory: Annotated[
        Literal["four achievements", "every territory"],
        HouseRule(
            "SC-A19",
            "How does a team win?",
            "Four achievements and the bases",
            "Every territory, as Domination",
        ),
    ] = "four achievements"
    star_trades: Annotated[
        Literal["one a turn", "several"],
        HouseRule(
            "SC-A1", "How often may stars be traded?", "Once a turn, up to 10 stars", "Several times a turn"
        ),
    ] = "one a turn"
    captured_cards: Annotated[
        Literal["next turn", "at once"],
        HouseRule(
            "SC-A2", "Captured cards: when may they be traded?", "With the next reinforcements", "At once"
        ),
    ] = "next turn"
    towers: Annotated[
        Literal["where it is waged", "its origin too"],
        HouseRule(
            "SC-A3",
            "Which territory must a tower be near?",
            "The one attacked",
            "That, or where the attack starts",
        ),
    ] = "where it is waged"
    stacking: Annotated[
        Literal["add up", "two at most"],
        HouseRule("SC-A4", "A hero and two towers?", "Add 3", "Add no more than 2"),
    ] = "add up"
    ending: Annotated[
        Literal["draw, then maneuver", "maneuver, then draw"],
        HouseRule("SC-A5", "What comes first at the end?", "Draw, then maneuver", "Maneuver, then draw"),
    ] = "draw, then maneuver"
    victory: Annotated[
        Literal["at once", "when collecting", "end of turn"],
        HouseRule(
            "SC-A6",
            "When is the game won?",
            "At once, in your own turn",
            "When achievements are collected",
            "At the end of your turn",
        ),
    ] = "at once"
    neutrals: Annotated[
        Literal["bring cards", "bring none"],
        HouseRule("SC-A7", "Neutrals conquered: a card?", "Yes, they are enemies", "No"),
    ] = "bring cards"
    second_tower: Annotated[
        Literal["forfeited", "waits"],
        HouseRule("SC-A8", "A tower without room?", "Is forfeited", "Waits for room"),
    ] = "forfeited"
    command: Annotated[
        Literal["from the supply", "from reinforcements"],
        HouseRule("SC-A9", "Transfer of command: whose unit?", "One from the supply", "One just deployed"),
    ] = "from the supply"
    ally_cards: Annotated[
        Literal["to the conqueror", "to an ally"],
        HouseRule("SC-A13", "Cards of somebody eliminated with an ally?", "To the conqueror", "To the ally"),
    ] = "to the conqueror"
    reshuffle: Annotated[
        Literal["at the last card", "when drawing"],
        HouseRule("SC-A14", "When are discards shuffled?", "When the last card is drawn", "At the next draw"),
    ] = "at the last card"
    domination_achievements: Annotated[
        Literal["collected", "left out"],
        HouseRule(
            "SC-A15", "Achievements in Total Domination?", "Collected for their rewards", "Left in the box"
        ),
    ] = "collected"
    lone_bonus_die: Annotated[
        Literal["counts", "stays out"],
        HouseRule("SC-A17", "A bonus die with a single unit?", "The better of two counts", "It stays out"),
    ] = "counts"
    achievements_lie: Annotated[
        Literal["face up", "face down"],
        HouseRule("SC-A20", "Achievements before play begins?", "Lie face up", "Lie face down"),
    ] = "face up"
    team_planet: Annotated[
        Literal["one player", "with allies"],
        HouseRule(
            "SC-A22",
            "A planet taken in one turn, in a team?",
            "All of it by one player",
            "Allies may hold the rest",
        ),
    ] = "one player"
    first_to_prepare: Annotated[
        Literal["maneuver", "command"],
        HouseRule(
            "SC-A23",
            "What comes first before attacks?",
            "Starting maneuver, then command",
            "Command, then starting maneuver",
        ),
    ] = "maneuver"
    hero_follows: Annotated[
        Literal["stays", "may follow"],
        HouseRule("SC-A21", "A hero that was not declared in?", "Stays behind", "May follow moved-in units"),
    ] = "stays"

"""House rules of Risk StarCraft: the four modes, and the switches SC-A1 to SC-A21."""

from typing import Literal

from companion.referee.houserules import Choice, HouseRules, Switch


class StarcraftHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; where the text is silent, the default is its plainest reading."""

    mode: Literal["basic training", "command room", "total domination", "team play"] = "basic training"
    drawing: Literal["drawn", "entered"] = "drawn"
    rewards: Literal["face down", "dealt"] = "face down"
    placing: Literal["one by one", "all at once"] = "one by one"
    domination: Literal["stars only", "heroes and abilities"] = "stars only"
    match_victory: Literal["every territory", "opponent out"] = "every territory"
    team_victory: Literal["four achievements", "every territory"] = "four achievements"
    star_trades: Literal["one a turn", "several"] = "one a turn"
    captured_cards: Literal["next turn", "at once"] = "next turn"
    towers: Literal["where it is waged", "its origin too"] = "where it is waged"
    stacking: Literal["add up", "two at most"] = "add up"
    ending: Literal["draw, then maneuver", "maneuver, then draw"] = "draw, then maneuver"
    victory: Literal["at once", "when collecting", "end of turn"] = "at once"
    neutrals: Literal["bring cards", "bring none"] = "bring cards"
    second_tower: Literal["forfeited", "waits"] = "forfeited"
    command: Literal["from the supply", "from reinforcements"] = "from the supply"
    ally_cards: Literal["to the conqueror", "to an ally"] = "to the conqueror"
    reshuffle: Literal["at the last card", "when drawing"] = "at the last card"
    domination_achievements: Literal["collected", "left out"] = "collected"
    lone_bonus_die: Literal["counts", "stays out"] = "counts"
    achievements_lie: Literal["face up", "face down"] = "face up"
    hero_follows: Literal["stays", "may follow"] = "stays"


SWITCHES = (
    Switch(
        "mode",
        "SC-MODE",
        "How do you play? (Two play the match.)",
        (
            Choice("basic training", "Basic Training, 3 to 6"),
            Choice("command room", "Command Room, 3 to 6"),
            Choice("total domination", "Total Domination, 2 to 6"),
            Choice("team play", "Team Play, 4 or 6"),
        ),
    ),
    Switch(
        "drawing",
        "SC-SET-C",
        "How are fields and achievements drawn?",
        (
            Choice("drawn", "Shuffled, also by the companion"),
            Choice("entered", "By the table, named one by one"),
        ),
    ),
    Switch(
        "rewards",
        "SC-RWD-9",
        "Who hides the rewards?",
        (Choice("face down", "The table, as tokens"), Choice("dealt", "The companion, by a shuffle")),
    ),
    Switch(
        "placing",
        "SC-SET-C",
        "How are the first units placed?",
        (Choice("one by one", "In turn, as printed"), Choice("all at once", "Each player all at once")),
    ),
    Switch(
        "domination",
        "SC-TD",
        "Total Domination with heroes?",
        (
            Choice("stars only", "No heroes, stars only"),
            Choice("heroes and abilities", "Heroes and card abilities"),
        ),
    ),
    Switch(
        "match_victory",
        "SC-A18",
        "When is a 1 v 1 match won?",
        (
            Choice("every territory", "With every territory"),
            Choice("opponent out", "When the opponent is out"),
        ),
    ),
    Switch(
        "team_victory",
        "SC-A19",
        "How does a team win?",
        (
            Choice("four achievements", "Four achievements and the bases"),
            Choice("every territory", "Every territory, as Domination"),
        ),
    ),
    Switch(
        "star_trades",
        "SC-A1",
        "How often may stars be traded?",
        (Choice("one a turn", "Once a turn, up to 10 stars"), Choice("several", "Several times a turn")),
    ),
    Switch(
        "captured_cards",
        "SC-A2",
        "Captured cards: when may they be traded?",
        (Choice("next turn", "With the next reinforcements"), Choice("at once", "At once")),
    ),
    Switch(
        "towers",
        "SC-A3",
        "Which territory must a tower be near?",
        (
            Choice("where it is waged", "The one attacked"),
            Choice("its origin too", "That, or where the attack starts"),
        ),
    ),
    Switch(
        "stacking",
        "SC-A4",
        "A hero and two towers?",
        (Choice("add up", "Add 3"), Choice("two at most", "Add no more than 2")),
    ),
    Switch(
        "ending",
        "SC-A5",
        "What comes first at the end?",
        (
            Choice("draw, then maneuver", "Draw, then maneuver"),
            Choice("maneuver, then draw", "Maneuver, then draw"),
        ),
    ),
    Switch(
        "victory",
        "SC-A6",
        "When is the game won?",
        (
            Choice("at once", "At once, in your own turn"),
            Choice("when collecting", "When achievements are collected"),
            Choice("end of turn", "At the end of your turn"),
        ),
    ),
    Switch(
        "neutrals",
        "SC-A7",
        "Neutrals conquered: a card?",
        (Choice("bring cards", "Yes, they are enemies"), Choice("bring none", "No")),
    ),
    Switch(
        "second_tower",
        "SC-A8",
        "A tower without room?",
        (Choice("forfeited", "Is forfeited"), Choice("waits", "Waits for room")),
    ),
    Switch(
        "command",
        "SC-A9",
        "Transfer of command: whose unit?",
        (
            Choice("from the supply", "One from the supply"),
            Choice("from reinforcements", "One just deployed"),
        ),
    ),
    Switch(
        "ally_cards",
        "SC-A13",
        "Cards of somebody eliminated with an ally?",
        (Choice("to the conqueror", "To the conqueror"), Choice("to an ally", "To the ally")),
    ),
    Switch(
        "reshuffle",
        "SC-A14",
        "When are discards shuffled?",
        (
            Choice("at the last card", "When the last card is drawn"),
            Choice("when drawing", "At the next draw"),
        ),
    ),
    Switch(
        "domination_achievements",
        "SC-A15",
        "Achievements in Total Domination?",
        (Choice("collected", "Collected for their rewards"), Choice("left out", "Left in the box")),
    ),
    Switch(
        "lone_bonus_die",
        "SC-A17",
        "A bonus die with a single unit?",
        (Choice("counts", "The better of two counts"), Choice("stays out", "It stays out")),
    ),
    Switch(
        "achievements_lie",
        "SC-A20",
        "Achievements before play begins?",
        (Choice("face up", "Lie face up"), Choice("face down", "Lie face down")),
    ),
    Switch(
        "hero_follows",
        "SC-A21",
        "A hero that was not declared in?",
        (Choice("stays", "Stays behind"), Choice("may follow", "May follow moved-in units")),
    ),
)

"""House rules for the open questions of the "Balance of Power" variant, with recommended defaults."""

from typing import Literal

from companion.referee.houserules import Choice, HouseRules, Switch


class BalanceHouseRules(HouseRules, frozen=True, kw_only=True):
    """The switches of the variant; most settle one of its open questions BP-A1 to BP-A25."""

    finding: Literal["drawn", "entered"] = "drawn"
    claiming: Literal["in turn", "dealt"] = "in turn"
    placing: Literal["one by one", "all at once"] = "one by one"
    neutral_army: Literal["for all", "for two"] = "for all"
    fifth_player: Literal["39", "41"] = "39"
    deck: Literal["stars", "symbols"] = "stars"
    wild_cards: Literal["removed", "two stars", "no stars"] = "removed"
    surplus_cards: Literal["discarded", "next lowest", "no limit"] = "discarded"
    surplus_choice: Literal["the new card", "holder's choice"] = "the new card"
    surplus_status: Literal["now", "turn start"] = "now"
    rough_defence: Literal["two dice", "by troops"] = "two dice"
    neutral_defence: Literal["two dice", "by troops"] = "two dice"
    neutral_attack: Literal["until decided", "one roll"] = "until decided"
    neutral_phase: Literal["own turn", "each round"] = "own turn"
    recon: Literal["reroll", "counts as two"] = "reroll"
    extra_dice: Literal["one", "stack"] = "one"
    bombing: Literal["one stays", "may empty"] = "one stays"
    fallout: Literal["everybody", "enemies"] = "everybody"
    sabotage: Literal["rounded down", "rounded up", "territories only"] = "rounded down"
    bonuses: Literal["add up", "one at most"] = "add up"
    airfields: Literal["add up", "one counts"] = "add up"
    lost_airfield: Literal["destroyed", "captured"] = "destroyed"
    tanks: Literal["no", "yes"] = "no"
    tanks_at_home: Literal["count", "adjacent only"] = "count"
    tank_worth: Literal["three", "five"] = "three"
    espionage: Literal["random", "victim chooses"] = "random"
    card_after_objective: Literal["yes", "no"] = "yes"
    objectives: Literal["2008 edition", "by the table"] = "2008 edition"
    fulfilled: Literal["left out", "stay"] = "left out"
    prices: Literal["as printed", "by the table"] = "as printed"


SWITCHES = (
    Switch(
        "finding",
        "BP-SET-1",
        "Cities, rough terrain and sites?",
        (Choice("drawn", "Drawn by the companion"), Choice("entered", "Tapped from drawn cards")),
    ),
    Switch(
        "claiming",
        "BP-SET-5",
        "How are territories taken?",
        (Choice("in turn", "Claimed in turn"), Choice("dealt", "Shuffled and dealt (house)")),
    ),
    Switch(
        "placing",
        "BP-SET-5",
        "How are the first troops placed?",
        (Choice("one by one", "In turn, one at a time"), Choice("all at once", "All at once (house)")),
    ),
    Switch(
        "neutral_army",
        "BP-A1",
        "A neutral army with three or more?",
        (Choice("for all", "Always, on the sites"), Choice("for two", "Only between two")),
    ),
    Switch(
        "fifth_player",
        "BP-A3",
        "Troops of the fifth player?",
        (Choice("39", "39 and a card"), Choice("41", "41 and a card")),
    ),
    Switch(
        "deck",
        "BP-UNIT",
        "Which cards?",
        (Choice("stars", "With one or two stars"), Choice("symbols", "Old deck: cavalry counts two")),
    ),
    Switch(
        "wild_cards",
        "BP-A18",
        "Wild cards of an old deck?",
        (
            Choice("removed", "Left out"),
            Choice("two stars", "Two stars"),
            Choice("no stars", "In the deck, no stars"),
        ),
    ),
    Switch(
        "surplus_cards",
        "BP-A4",
        "No room for a card over the limit?",
        (
            Choice("discarded", "It is discarded"),
            Choice("next lowest", "To the next lowest player"),
            Choice("no limit", "Losing Player has no limit"),
        ),
    ),
    Switch(
        "surplus_choice",
        "BP-A5",
        "Which card goes over the limit?",
        (Choice("the new card", "The new one"), Choice("holder's choice", "The holder chooses")),
    ),
    Switch(
        "surplus_status",
        "BP-A10",
        "Who is losing when cards go over?",
        (Choice("now", "The one at that moment"), Choice("turn start", "The one as the turn began")),
    ),
    Switch(
        "rough_defence",
        "BP-A6",
        "Rough terrain defends with?",
        (Choice("two dice", "Always two dice"), Choice("by troops", "No more dice than troops")),
    ),
    Switch(
        "neutral_defence",
        "BP-A7",
        "The neutral army defends with?",
        (Choice("two dice", "Always two dice"), Choice("by troops", "No more dice than troops")),
    ),
    Switch(
        "neutral_attack",
        "BP-A8",
        "The neutral army's one attack?",
        (Choice("until decided", "Rolls until decided"), Choice("one roll", "A single roll")),
    ),
    Switch(
        "neutral_phase",
        "BP-A9",
        "When does the neutral army move?",
        (Choice("own turn", "In the Losing Player's turn"), Choice("each round", "First in each round")),
    ),
    Switch(
        "recon",
        "BP-A11",
        "A one under a Recon Mission?",
        (Choice("reroll", "Is rolled again"), Choice("counts as two", "Counts as two")),
    ),
    Switch(
        "extra_dice",
        "BP-A12",
        "Improved Attack or Defence twice?",
        (Choice("one", "One extra die at most"), Choice("stack", "One die for each")),
    ),
    Switch(
        "bombing",
        "BP-A14",
        "Can bombs empty a territory?",
        (Choice("one stays", "One troop stays"), Choice("may empty", "Yes, nobody holds it then")),
    ),
    Switch(
        "fallout",
        "BP-A14",
        "Atomic Bomb: whom does it reach?",
        (Choice("everybody", "All next to the target"), Choice("enemies", "Only enemies next to it")),
    ),
    Switch(
        "sabotage",
        "BP-A15",
        "Sabotage: 40% of what?",
        (
            Choice("rounded down", "Of all, rounded down"),
            Choice("rounded up", "Of all, rounded up"),
            Choice("territories only", "Of the territories' share"),
        ),
    ),
    Switch(
        "bonuses",
        "BP-A16",
        "Airfield and tank together?",
        (Choice("add up", "+2"), Choice("one at most", "+1 at most")),
    ),
    Switch(
        "airfields",
        "BP-A16",
        "Two airfields near a battle?",
        (Choice("add up", "+2"), Choice("one counts", "+1")),
    ),
    Switch(
        "lost_airfield",
        "BP-SCA-AIRFIELD",
        "An airfield that is conquered?",
        (Choice("destroyed", "Is destroyed"), Choice("captured", "Helps its new owner")),
    ),
    Switch(
        "tanks",
        "BP-TNK",
        "Tanks?",
        (Choice("no", "No"), Choice("yes", "Yes (optional rule)")),
    ),
    Switch(
        "tanks_at_home",
        "BP-TNK",
        "Tanks in the battle's own territory?",
        (Choice("count", "Count too"), Choice("adjacent only", "Only adjacent ones count")),
    ),
    Switch(
        "tank_worth",
        "BP-A17",
        "A tank traded back brings?",
        (Choice("three", "3 troops"), Choice("five", "5 troops")),
    ),
    Switch(
        "espionage",
        "BP-A23",
        "Which card does Espionage steal?",
        (Choice("random", "Drawn blindly"), Choice("victim chooses", "The victim chooses")),
    ),
    Switch(
        "card_after_objective",
        "BP-A19",
        "Draw a card after an objective?",
        (Choice("yes", "Yes"), Choice("no", "No")),
    ),
    Switch(
        "objectives",
        "BP-A20",
        "Which objectives?",
        (Choice("2008 edition", "Of the 2008 edition"), Choice("by the table", "The table writes them")),
    ),
    Switch(
        "fulfilled",
        "BP-OBJ",
        "Objectives that are fulfilled at the start?",
        (Choice("left out", "Left out"), Choice("stay", "Stay in play")),
    ),
    Switch(
        "prices",
        "BP-A21",
        "Prices of special actions?",
        (Choice("as printed", "As printed"), Choice("by the table", "Set by the table")),
    ),
)

"""House rules for the open questions of the "Balance of Power" variant, with recommended defaults."""

from collections.abc import Mapping
from typing import Annotated, Literal

from companion.games.boards.board import load_board
from companion.games.boards.board_choice import BOARDS, CLASSIC, objection_to_landmarks
from companion.locale.messages import gettext, pgettext
from companion.referee.houserules import HouseRule, HouseRules
from companion.referee.ruling import Ruling, refuse


class BalanceHouseRules(HouseRules, frozen=True, kw_only=True):
    """The switches of the variant; most settle one of its open questions BP-A1 to BP-A25."""

    board: Annotated[str, HouseRule("BP-UNIT", "Which board?", listing=BOARDS)] = CLASSIC
    finding: Annotated[
        Literal["drawn", "entered"],
        HouseRule(
            "BP-SET-1",
            "Cities, rough terrain and sites?",
            "Drawn by the companion",
            "Tapped from drawn cards",
        ),
    ] = "drawn"
    claiming: Annotated[
        Literal["in turn", "dealt"],
        HouseRule("BP-SET-5", "How are territories taken?", "Claimed in turn", "Shuffled and dealt (house)"),
    ] = "in turn"
    placing: Annotated[
        Literal["one by one", "all at once"],
        HouseRule(
            "BP-SET-5", "How are the first troops placed?", "In turn, one at a time", "All at once (house)"
        ),
    ] = "one by one"
    neutral_army: Annotated[
        Literal["for all", "for two"],
        HouseRule("BP-A1", "A neutral army with three or more?", "Always, on the sites", "Only between two"),
    ] = "for all"
    fifth_player: Annotated[
        Literal["39", "41"],
        HouseRule("BP-A3", "Troops of the fifth player?", "39 and a card", "41 and a card"),
    ] = "39"
    deck: Annotated[
        Literal["stars", "symbols"],
        HouseRule("BP-UNIT", "Which cards?", "With one or two stars", "Old deck: cavalry counts two"),
    ] = "stars"
    wild_cards: Annotated[
        Literal["removed", "two stars", "no stars"],
        HouseRule("BP-A18", "Wild cards of an old deck?", "Left out", "Two stars", "In the deck, no stars"),
    ] = "removed"
    surplus_cards: Annotated[
        Literal["discarded", "next lowest", "no limit"],
        HouseRule(
            "BP-A4",
            "No room for a card over the limit?",
            "It is discarded",
            "To the next lowest player",
            "Losing Player has no limit",
        ),
    ] = "discarded"
    surplus_choice: Annotated[
        Literal["the new card", "holder's choice"],
        HouseRule("BP-A5", "Which card goes over the limit?", "The new one", "The holder chooses"),
    ] = "the new card"
    surplus_status: Annotated[
        Literal["now", "turn start"],
        HouseRule(
            "BP-A10",
            "Who is losing when cards go over?",
            "The one at that moment",
            "The one as the turn began",
        ),
    ] = "now"
    rough_defence: Annotated[
        Literal["two dice", "by troops"],
        HouseRule("BP-A6", "Rough terrain defends with?", "Always two dice", "No more dice than troops"),
    ] = "two dice"
    neutral_defence: Annotated[
        Literal["two dice", "by troops"],
        HouseRule("BP-A7", "The neutral army defends with?", "Always two dice", "No more dice than troops"),
    ] = "two dice"
    neutral_attack: Annotated[
        Literal["until decided", "one roll"],
        HouseRule("BP-A8", "The neutral army's one attack?", "Rolls until decided", "A single roll"),
    ] = "until decided"
    neutral_phase: Annotated[
        Literal["own turn", "each round"],
        HouseRule(
            "BP-A9", "When does the neutral army move?", "In the Losing Player's turn", "First in each round"
        ),
    ] = "own turn"
    recon: Annotated[
        Literal["reroll", "counts as two"],
        HouseRule("BP-A11", "A one under a Recon Mission?", "Is rolled again", "Counts as two"),
    ] = "reroll"
    extra_dice: Annotated[
        Literal["stack", "one"],
        HouseRule("BP-A12", "Improved Attack or Defence twice?", "One die for each", "One extra die at most"),
    ] = "stack"
    bombing: Annotated[
        Literal["one stays", "may empty"],
        HouseRule("BP-A14", "Can bombs empty a territory?", "One troop stays", "Yes, nobody holds it then"),
    ] = "one stays"
    fallout: Annotated[
        Literal["everybody", "enemies"],
        HouseRule(
            "BP-A14", "Atomic Bomb: whom does it reach?", "All next to the target", "Only enemies next to it"
        ),
    ] = "everybody"
    sabotage: Annotated[
        Literal["rounded down", "rounded up", "territories only"],
        HouseRule(
            "BP-A15",
            "Sabotage: 40% of what?",
            "Of all, rounded down",
            "Of all, rounded up",
            "Of the territories' share",
        ),
    ] = "rounded down"
    bonuses: Annotated[
        Literal["add up", "one at most"],
        HouseRule("BP-A16", "Airfield and tank together?", "+2", "+1 at most"),
    ] = "add up"
    airfields: Annotated[
        Literal["add up", "one counts"], HouseRule("BP-A16", "Two airfields near a battle?", "+2", "+1")
    ] = "add up"
    lost_airfield: Annotated[
        Literal["destroyed", "captured"],
        HouseRule("BP-SCA-AIRFIELD", "An airfield that is conquered?", "Is destroyed", "Helps its new owner"),
    ] = "destroyed"
    tanks: Annotated[Literal["no", "yes"], HouseRule("BP-TNK", "Tanks?", "No", "Yes (optional rule)")] = "no"
    tanks_at_home: Annotated[
        Literal["count", "adjacent only"],
        HouseRule("BP-TNK", "Tanks in the battle's own territory?", "Count too", "Only adjacent ones count"),
    ] = "count"
    tank_worth: Annotated[
        Literal["three", "five"], HouseRule("BP-A17", "A tank traded back brings?", "3 troops", "5 troops")
    ] = "three"
    espionage: Annotated[
        Literal["random", "victim chooses"],
        HouseRule("BP-A23", "Which card does Espionage steal?", "Drawn blindly", "The victim chooses"),
    ] = "random"
    card_after_objective: Annotated[
        Literal["yes", "no"], HouseRule("BP-A19", "Draw a card after an objective?", "Yes", "No")
    ] = "yes"
    objectives: Annotated[
        Literal["2008 edition", "by the table"],
        HouseRule("BP-A20", "Which objectives?", "Of the 2008 edition", "The table writes them"),
    ] = "2008 edition"
    fulfilled: Annotated[
        Literal["left out", "stay"],
        HouseRule("BP-OBJ", "Objectives that are fulfilled at the start?", "Left out", "Stay in play"),
    ] = "left out"
    orphaned_objectives: Annotated[
        Literal["open", "leave"],
        HouseRule(
            "BP-NEU-7",
            "Objectives of somebody the neutrals eliminate?",
            "Open to all again",
            pgettext("objectives", "Leave the game"),
        ),
    ] = "open"
    prices: Annotated[
        Literal["as printed", "by the table"],
        HouseRule("BP-A21", "Prices of special actions?", "As printed", "Set by the table"),
    ] = "as printed"

    def unfit(self) -> Mapping[str, Ruling]:
        """BP-UNIT: refuse a board that the cities, sites and objectives do not fit."""
        why = objection_to_landmarks(load_board(self.board))
        return {"board": refuse("BP-UNIT", why, instead=gettext("Choose another board."))} if why else {}

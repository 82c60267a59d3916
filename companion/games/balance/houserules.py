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

    board: Annotated[str, HouseRule("BP-UNIT", gettext("Which board?"), listing=BOARDS)] = CLASSIC
    finding: Annotated[
        Literal["drawn", "entered"],
        HouseRule(
            "BP-SET-1",
            gettext("Cities, rough terrain and sites?"),
            gettext("Drawn by the companion"),
            gettext("Tapped from drawn cards"),
        ),
    ] = "drawn"
    claiming: Annotated[
        Literal["in turn", "dealt"],
        HouseRule(
            "BP-SET-5",
            gettext("How are territories taken?"),
            gettext("Claimed in turn"),
            gettext("Shuffled and dealt (house)"),
        ),
    ] = "in turn"
    placing: Annotated[
        Literal["one by one", "all at once"],
        HouseRule(
            "BP-SET-5",
            gettext("How are the first troops placed?"),
            gettext("In turn, one at a time"),
            gettext("All at once (house)"),
        ),
    ] = "one by one"
    neutral_army: Annotated[
        Literal["for all", "for two"],
        HouseRule(
            "BP-A1",
            gettext("A neutral army with three or more?"),
            gettext("Always, on the sites"),
            gettext("Only between two"),
        ),
    ] = "for all"
    fifth_player: Annotated[
        Literal["39", "41"],
        HouseRule(
            "BP-A3",
            gettext("Troops of the fifth player?"),
            gettext("39 and a card"),
            gettext("41 and a card"),
        ),
    ] = "39"
    deck: Annotated[
        Literal["stars", "symbols"],
        HouseRule(
            "BP-UNIT",
            gettext("Which cards?"),
            gettext("With one or two stars"),
            gettext("Old deck: cavalry counts two"),
        ),
    ] = "stars"
    wild_cards: Annotated[
        Literal["removed", "two stars", "no stars"],
        HouseRule(
            "BP-A18",
            gettext("Wild cards of an old deck?"),
            gettext("Left out"),
            gettext("Two stars"),
            gettext("In the deck, no stars"),
        ),
    ] = "removed"
    surplus_cards: Annotated[
        Literal["discarded", "next lowest", "no limit"],
        HouseRule(
            "BP-A4",
            gettext("No room for a card over the limit?"),
            gettext("It is discarded"),
            gettext("To the next lowest player"),
            gettext("Losing Player has no limit"),
        ),
    ] = "discarded"
    surplus_choice: Annotated[
        Literal["the new card", "holder's choice"],
        HouseRule(
            "BP-A5",
            gettext("Which card goes over the limit?"),
            gettext("The new one"),
            gettext("The holder chooses"),
        ),
    ] = "the new card"
    surplus_status: Annotated[
        Literal["now", "turn start"],
        HouseRule(
            "BP-A10",
            gettext("Who is losing when cards go over?"),
            gettext("The one at that moment"),
            gettext("The one as the turn began"),
        ),
    ] = "now"
    rough_defence: Annotated[
        Literal["two dice", "by troops"],
        HouseRule(
            "BP-A6",
            gettext("Rough terrain defends with?"),
            gettext("Always two dice"),
            gettext("No more dice than troops"),
        ),
    ] = "two dice"
    neutral_defence: Annotated[
        Literal["two dice", "by troops"],
        HouseRule(
            "BP-A7",
            gettext("The neutral army defends with?"),
            gettext("Always two dice"),
            gettext("No more dice than troops"),
        ),
    ] = "two dice"
    neutral_attack: Annotated[
        Literal["until decided", "one roll"],
        HouseRule(
            "BP-A8",
            gettext("The neutral army's one attack?"),
            gettext("Rolls until decided"),
            gettext("A single roll"),
        ),
    ] = "until decided"
    neutral_phase: Annotated[
        Literal["own turn", "each round"],
        HouseRule(
            "BP-A9",
            gettext("When does the neutral army move?"),
            gettext("In the Losing Player's turn"),
            gettext("First in each round"),
        ),
    ] = "own turn"
    recon: Annotated[
        Literal["reroll", "counts as two"],
        HouseRule(
            "BP-A11",
            gettext("A one under a Recon Mission?"),
            gettext("Is rolled again"),
            gettext("Counts as two"),
        ),
    ] = "reroll"
    extra_dice: Annotated[
        Literal["stack", "one"],
        HouseRule(
            "BP-A12",
            gettext("Improved Attack or Defence twice?"),
            gettext("One die for each"),
            gettext("One extra die at most"),
        ),
    ] = "stack"
    bombing: Annotated[
        Literal["one stays", "may empty"],
        HouseRule(
            "BP-A14",
            gettext("Can bombs empty a territory?"),
            gettext("One troop stays"),
            gettext("Yes, nobody holds it then"),
        ),
    ] = "one stays"
    fallout: Annotated[
        Literal["everybody", "enemies"],
        HouseRule(
            "BP-A14",
            gettext("Atomic Bomb: whom does it reach?"),
            gettext("All next to the target"),
            gettext("Only enemies next to it"),
        ),
    ] = "everybody"
    sabotage: Annotated[
        Literal["rounded down", "rounded up", "territories only"],
        HouseRule(
            "BP-A15",
            gettext("Sabotage: 40% of what?"),
            gettext("Of all, rounded down"),
            gettext("Of all, rounded up"),
            gettext("Of the territories' share"),
        ),
    ] = "rounded down"
    bonuses: Annotated[
        Literal["add up", "one at most"],
        HouseRule("BP-A16", gettext("Airfield and tank together?"), "+2", gettext("+1 at most")),
    ] = "add up"
    airfields: Annotated[
        Literal["add up", "one counts"],
        HouseRule("BP-A16", gettext("Two airfields near a battle?"), "+2", "+1"),
    ] = "add up"
    lost_airfield: Annotated[
        Literal["destroyed", "captured"],
        HouseRule(
            "BP-SCA-AIRFIELD",
            gettext("An airfield that is conquered?"),
            gettext("Is destroyed"),
            gettext("Helps its new owner"),
        ),
    ] = "destroyed"
    tanks: Annotated[
        Literal["no", "yes"],
        HouseRule("BP-TNK", gettext("Tanks?"), gettext("No"), gettext("Yes (optional rule)")),
    ] = "no"
    tanks_at_home: Annotated[
        Literal["count", "adjacent only"],
        HouseRule(
            "BP-TNK",
            gettext("Tanks in the battle's own territory?"),
            gettext("Count too"),
            gettext("Only adjacent ones count"),
        ),
    ] = "count"
    tank_worth: Annotated[
        Literal["three", "five"],
        HouseRule("BP-A17", gettext("A tank traded back brings?"), gettext("3 troops"), gettext("5 troops")),
    ] = "three"
    espionage: Annotated[
        Literal["random", "victim chooses"],
        HouseRule(
            "BP-A23",
            gettext("Which card does Espionage steal?"),
            gettext("Drawn blindly"),
            gettext("The victim chooses"),
        ),
    ] = "random"
    card_after_objective: Annotated[
        Literal["yes", "no"],
        HouseRule("BP-A19", gettext("Draw a card after an objective?"), gettext("Yes"), gettext("No")),
    ] = "yes"
    objectives: Annotated[
        Literal["2008 edition", "by the table"],
        HouseRule(
            "BP-A20",
            gettext("Which objectives?"),
            gettext("Of the 2008 edition"),
            gettext("The table writes them"),
        ),
    ] = "2008 edition"
    fulfilled: Annotated[
        Literal["left out", "stay"],
        HouseRule(
            "BP-OBJ",
            gettext("Objectives that are fulfilled at the start?"),
            gettext("Left out"),
            gettext("Stay in play"),
        ),
    ] = "left out"
    orphaned_objectives: Annotated[
        Literal["open", "leave"],
        HouseRule(
            "BP-NEU-7",
            gettext("Objectives of somebody the neutrals eliminate?"),
            gettext("Open to all again"),
            pgettext("objectives", "Leave the game"),
        ),
    ] = "open"
    prices: Annotated[
        Literal["as printed", "by the table"],
        HouseRule(
            "BP-A21",
            gettext("Prices of special actions?"),
            gettext("As printed"),
            gettext("Set by the table"),
        ),
    ] = "as printed"

    def unfit(self) -> Mapping[str, Ruling]:
        """BP-UNIT: refuse a board that the cities, sites and objectives do not fit."""
        why = objection_to_landmarks(load_board(self.board))
        return {"board": refuse("BP-UNIT", why, instead=gettext("Choose another board."))} if why else {}

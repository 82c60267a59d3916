"""House rules of classic Risk: choices of the table, and differences between editions."""

from collections.abc import Mapping
from typing import Annotated, Literal

from companion.games.boards.board import load_board
from companion.games.boards.board_choice import BOARDS, CLASSIC, objection_to_landmarks
from companion.games.boards.elements import place_name
from companion.locale.messages import gettext
from companion.referee.houserules import HouseRule, HouseRules
from companion.referee.ruling import Ruling, refuse

RED_SEA = frozenset({"east-africa", "middle-east"})


class ClassicHouseRules(HouseRules, frozen=True, kw_only=True):
    """The house rules; the defaults are those of the common English edition."""

    board: Annotated[str, HouseRule("CL-MAP", "Which board?", listing=BOARDS)] = CLASSIC
    edition: Annotated[
        Literal["classic", "2008"],
        HouseRule(
            "CL-2008", "Which edition?", "Conquer the world", "2008: cities, capitals, objectives, rewards"
        ),
    ] = "classic"
    setup: Annotated[
        Literal["deal", "claim"],
        HouseRule("CL-SETUP", "How are territories given out?", "Shuffled and dealt", "Claimed in turn"),
    ] = "deal"
    placing: Annotated[
        Literal["one by one", "all at once", "in threes"],
        HouseRule(
            "CL-SETUP",
            "How are the first armies placed?",
            "In turn, one at a time",
            "Each player all at once",
            "In turn, three at a time",
        ),
    ] = "one by one"
    armies: Annotated[
        Literal["standard", "french"],
        HouseRule(
            "CL-SETUP",
            "How many armies to start with?",
            "35, 30, 25, 20 for 3 to 6",
            "40, 35, 30, 25 for 3 to 6",
        ),
    ] = "standard"
    cards: Annotated[
        Literal["sets", "stars"],
        HouseRule("CL-SET", "Which cards?", "Sets of three symbols", "Cards with one or two stars"),
    ] = "sets"
    goal: Annotated[
        Literal["the world", "capitals", "missions"],
        HouseRule(
            "CL-WIN",
            "What is the goal? (2008: objectives.)",
            "Conquer the world",
            "Capital Risk: all capitals",
            "Secret Mission: your card",
        ),
    ] = "the world"
    capitals: Annotated[
        Literal["in secret", "in turn"],
        HouseRule(
            "CL-CAP",
            "Capital Risk: how are capitals chosen?",
            "In secret, and shown together",
            "Openly, in turn",
        ),
    ] = "in secret"
    set_values: Annotated[
        Literal["rising", "fixed", "artillery least", "pair with wild"],
        HouseRule(
            "CL-SET-4",
            "What is a set worth?",
            "4, 6, 8, 10, 12, 15, then 5 more",
            "Infantry 4, cavalry 6, artillery 8, mixed 10",
            "Artillery 4, infantry 6, cavalry 8, mixed 10",
            "The same, and 12 for two alike with a wild card",
        ),
    ] = "rising"
    territory_bonus: Annotated[
        Literal["two armies", "none", "each card"],
        HouseRule(
            "CL-SET-2",
            "A traded card shows your territory?",
            "Two armies there",
            "Nothing more",
            "Two armies for each such card",
        ),
    ] = "two armies"
    defence: Annotated[
        Literal["two dice", "three dice"],
        HouseRule("CL-ATK", "How many dice may defend?", "One or two", "One, two or three"),
    ] = "two dice"
    fortify: Annotated[
        Literal["connected", "adjacent"],
        HouseRule(
            "CL-FORT", "How far may you fortify?", "Through your own territories", "Only to a neighbour"
        ),
    ] = "connected"
    red_sea: Annotated[
        Literal["open", "closed"],
        HouseRule("CL-MAP", "East Africa and Middle East?", "Linked", "Not linked (one edition)"),
    ] = "open"
    first_cards: Annotated[
        Literal["none", "last seats"],
        HouseRule("CL-2008", "2008: cards to start with?", "None", "4th and 5th seat one, 6th two"),
    ] = "none"
    cities: Annotated[
        Literal["drawn", "entered", "preset"],
        HouseRule(
            "CL-2008",
            "2008: where are the 15 cities?",
            "15 cards drawn",
            "Tapped on the map",
            "Spread evenly (our own choice)",
        ),
    ] = "drawn"
    objectives: Annotated[
        Literal["drawn", "entered"],
        HouseRule("CL-2008-O", "2008: which 8 objectives?", "Shuffled", "Named by the table"),
    ] = "drawn"
    rewards: Annotated[
        Literal["face down", "dealt", "open", "none"],
        HouseRule(
            "CL-2008-R",
            "2008: how do rewards lie?",
            "Your tokens, face down",
            "Dealt here and kept hidden",
            "Face up",
            "No rewards",
        ),
    ] = "face down"
    airfield: Annotated[
        Literal["target", "either end"],
        HouseRule(
            "CL-2008-R",
            "2008: an airfield helps in battles...",
            "for its territory or next to it",
            "also from its territory's neighbours",
        ),
    ] = "target"
    objective_and_card: Annotated[
        Literal["one of them", "both"],
        HouseRule("CL-2008-O", "2008: an objective and a card in one turn?", "One of the two", "Both"),
    ] = "one of them"
    victory: Annotated[
        Literal["at once", "end of turn"],
        HouseRule(
            "CL-2008",
            "2008: when is victory checked?",
            "At any moment of your turn",
            "At the end of your turn",
        ),
    ] = "at once"

    def unfit(self) -> Mapping[str, Ruling]:
        """CL-MAP: refuse what does not fit another board."""
        if self.board == CLASSIC:
            return {}
        board, found = load_board(self.board), {}
        if self.edition == "2008" and (why := objection_to_landmarks(board)):
            found["edition"] = refuse("CL-2008", why, instead=gettext("Play the classic edition."))
        if self.goal == "missions":
            text = gettext(
                "The mission cards name the classic continents, and {board} has others.",
                board=place_name(board.name),
            )
            found["goal"] = refuse("CL-MISSION", text, instead=gettext("Conquer the world, or all capitals."))
        if self.cities == "preset":
            text = gettext(
                "Our choice of cities is for the classic board, not for {board}.",
                board=place_name(board.name),
            )
            found["cities"] = refuse("CL-2008", text, instead=gettext("Draw cards for them."))
        if self.red_sea == "closed" and not board.ids >= RED_SEA:
            found["red_sea"] = refuse("CL-MAP", "{board} has no Red Sea.", board=place_name(board.name))
        return found

"""Setting classic Risk right by hand: it follows the game, it is undoable, and it never leads nowhere."""

import pytest

from companion.games.classic.game import CLASSIC
from companion.referee.questions import Choose, Count, Deploy, Pick, PickOrEnd, Shuffle
from companion.referee.table import Table
from tests.games.classic.boards import a_turn, armies
from tests.referee.tables import lay, play

FRONT = {"alaska": ("red", 5), "kamchatka": ("blue", 2), "alberta": ("red", 1)}
PLACES = tuple(lay(CLASSIC, 2).state.holdings)
CONQUEST = ("alaska", "kamchatka", {"attack": [6, 6, 6], "defence": [1, 1]})


@pytest.mark.rule("CL-MAP", "CL-CARD", "CL-TURN")
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"alaska.armies": 0}, "not possible (1 to 999)"),
        ({"alaska.owner": "purple"}, "'purple' is not possible"),
        ({"red.cards": 40, "green.cards": 40}, "cards more than there are"),
        ({"game.step": "draw"}, "'draw' is not possible"),
    ],
)
def test_corrections_that_cannot_be(changes: dict[str, int | str], words: str) -> None:
    ruling = a_turn(FRONT).correct(changes)
    assert not ruling.allowed
    assert words in ruling.text


def test_a_correction_can_give_the_turn_to_somebody_else() -> None:
    table = a_turn(FRONT)
    assert table.correct({"game.active": "green"}).allowed
    assert (table.state.active, table.state.step) == ("green", "reinforce")  # no cards to trade


@pytest.mark.rule("CL-TURN")
def test_correcting_the_active_seat_out_of_the_game_passes_the_turn() -> None:
    table = a_turn({"alaska": ("red", 3)})
    assert table.correct({"alaska.owner": "blue"}).allowed
    assert table.state.active == "blue"


@pytest.mark.rule("CL-WIN")
def test_a_correction_can_end_and_reopen_the_game() -> None:
    table = a_turn({"alaska": ("red", 3)})
    assert table.correct({"alaska.owner": "green"}).allowed
    assert table.state.winners == ("green",)
    assert table.correct({"alaska.owner": "red"}).allowed
    assert table.state.winners == ()
    assert table.question is not None


def test_a_correction_elsewhere_asks_again_how_many_occupy() -> None:
    table = play(a_turn(FRONT), *CONQUEST)
    assert table.correct({"japan.armies": 7}).allowed
    assert isinstance(table.question, Count)
    play(table, 4)
    assert armies(table, "alaska", "kamchatka") == [("red", 1), ("red", 4)]


def test_a_correction_of_the_conquest_itself_settles_it() -> None:
    table = play(a_turn(FRONT), *CONQUEST)
    assert table.correct({"kamchatka.armies": 4, "alaska.armies": 1}).allowed
    assert isinstance(table.question, PickOrEnd)
    assert armies(table, "alaska", "kamchatka") == [("red", 1), ("red", 4)]


# --- during the set-up -------------------------------------------------------------------------------------


def test_before_anybody_begins_the_board_can_be_filled_by_hand() -> None:
    table = lay(CLASSIC, 3)
    assert table.correct({"alaska.owner": "blue", "brazil.owner": "blue", "brazil.armies": 3}).allowed
    assert isinstance(table.question, Choose)
    assert armies(table, "alaska", "brazil") == [("blue", 1), ("blue", 3)]
    assert table.state.supply == {"red": 35, "blue": 31, "green": 35}


def test_dealing_the_rest_evens_out_what_was_given_by_hand() -> None:
    table = lay(CLASSIC, 3, "red")
    assert table.correct({"alaska.owner": "blue"}).allowed
    question = table.question
    assert isinstance(question, Shuffle)
    play(table, list(question.items))
    assert [len(table.state.held(seat.id)) for seat in table.state.seats] == [14, 14, 14]
    assert [table.state.armies(seat) + left for seat, left in table.state.supply.items()] == [35, 35, 35]


@pytest.mark.parametrize(
    ("changes", "seat"),
    [
        ({"brazil.owner": "nobody"}, "red"),  # red has to claim again
        ({"brazil.owner": "blue"}, "red"),  # red has none, the others have
        ({"alaska.owner": "blue", "peru.owner": "green"}, "red"),  # everybody has one
        ({"peru.owner": "red"}, "blue"),
    ],
)
def test_whoever_holds_least_claims_next(changes: dict[str, int | str], seat: str) -> None:
    table = lay(CLASSIC, 3, "red", "brazil", setup="claim")
    assert table.correct(changes).allowed
    question = table.question
    assert isinstance(question, Pick)
    assert question.seat == seat
    assert "brazil" not in question.allowed or table.state.holdings["brazil"].owner is None


def test_who_begins_can_be_corrected_until_the_turns_begin() -> None:
    table = lay(CLASSIC, 3, "red", list(PLACES), placing="all at once")
    assert table.correct({"game.active": "green"}).allowed
    question = table.question
    assert isinstance(question, Deploy)
    assert (question.seat, table.state.starter) == ("green", "green")


@pytest.mark.rule("CL-SETUP")
def test_first_armies_follow_the_board() -> None:
    table = lay(CLASSIC, 3, "red", list(PLACES))
    mine = table.state.held("red")[0]
    assert table.correct({f"{mine}.armies": 6}).allowed
    assert table.state.supply == {"red": 16, "blue": 21, "green": 21}
    assert table.question is not None
    assert table.question.seat == "blue"  # the player with most armies left goes on


def test_a_seat_without_territories_places_nothing() -> None:
    table = lay(CLASSIC, 3, "red", list(PLACES))
    assert table.correct({f"{place}.owner": "blue" for place in table.state.held("red")}).allowed
    assert table.state.supply == {"red": 0, "blue": 7, "green": 21}
    assert (table.state.active, table.state.starter) == ("blue", "blue")


@pytest.mark.rule("CL-2P")
def test_all_neutral_armies_are_placed_even_when_the_players_have_none_left() -> None:
    table = lay(CLASSIC, 2, "red", list(PLACES))
    red, blue = table.state.held("red")[0], table.state.held("blue")[0]
    assert table.correct({f"{red}.armies": 27, f"{blue}.armies": 27}).allowed
    for left in range(26, 0, -1):
        question = table.question
        assert isinstance(question, Deploy)
        assert table.state.supply["neutral"] == left
        play(table, {"place": question.allowed[0], "count": 1})
    assert table.state.turn == 1


# --- during a turn -----------------------------------------------------------------------------------------


def test_back_to_the_cards_and_forth_counts_once() -> None:
    table = play(a_turn(FRONT, step="trade"), {"place": "alaska", "count": 2})
    assert table.correct({"red.cards": 3, "game.step": "trade"}).allowed
    play(table, ["wild", "infantry", "infantry"], "end")
    question = table.question
    assert isinstance(question, Deploy)
    assert question.most == 1 + 4
    assert "4 for cards" in question.detail


@pytest.mark.rule("CL-STAR")
def test_stars_that_were_kept_can_be_traded_after_going_back() -> None:
    table = play(a_turn(FRONT, step="trade", hands={"red": 2}, cards="stars"), [])
    assert table.correct({"game.step": "trade"}).allowed
    play(table, ["two-star", "one-star"])
    assert table.state.supply["red"] == 3 + 4


def test_skipping_to_the_reinforcements_counts_them() -> None:
    table = a_turn(FRONT, step="trade", hands={"red": 3})
    assert table.correct({"game.step": "reinforce"}).allowed
    assert table.state.supply["red"] == 3


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game.step": "reinforce"}, "say as well how many are left to put"),
        ({"game.step": "fortify", "game.supply": 3}, "No armies are put in the fortify step"),
        ({"game.active": "red", "alaska.owner": "blue", "alberta.owner": "blue"}, "Red holds no territory"),
        ({"game.conquered": "maybe"}, "'maybe' is not possible"),
    ],
)
def test_turns_that_cannot_be(changes: dict[str, int | str], words: str) -> None:
    table = a_turn(FRONT)
    table.state.facts.reinforcements_counted = True
    ruling = table.correct(changes)
    assert not ruling.allowed
    assert words in ruling.text


def test_armies_can_be_put_again() -> None:
    table = a_turn(FRONT)
    table.state.facts.reinforcements_counted = True
    assert table.correct({"game.step": "reinforce", "game.supply": 2}).allowed
    question = table.question
    assert isinstance(question, Deploy)
    assert question.most == 2


def test_armies_left_are_put_before_the_next_attack() -> None:
    table = a_turn(FRONT)
    assert table.correct({"game.supply": 2}).allowed
    assert isinstance(table.question, Deploy)
    play(table, {"place": "alaska", "count": 2})
    assert isinstance(table.question, PickOrEnd)


@pytest.mark.rule("CL-CARD")
@pytest.mark.parametrize(("conquered", "cards"), [("yes", 1), ("no", 0)])
def test_a_conquest_the_companion_missed_or_dreamt(conquered: str, cards: int) -> None:
    table = a_turn(FRONT)
    assert table.correct({"game.conquered": conquered}).allowed
    play(table, "end", "end")
    assert table.state.cards.hands["red"] == cards


@pytest.mark.rule("CL-WIN")
def test_somebody_who_plays_holds_a_territory() -> None:
    table = a_turn({"alaska": ("red", 3), "peru": ("blue", 1)}, players=2, rest="neutral")
    ruling = table.correct({"alaska.owner": "neutral", "peru.owner": "neutral"})
    assert ruling.rules == ("CL-WIN",)


def test_a_new_turn_by_hand_begins_clean() -> None:
    table = play(a_turn(FRONT), *CONQUEST)
    assert table.correct({"game.active": "blue", "japan.owner": "blue"}).allowed
    state = table.state
    assert (state.active, state.step, state.facts.conquered, state.facts.occupation) == (
        "blue",
        "reinforce",
        False,
        None,
    )
    table.undo()
    assert isinstance(table.question, Count)


def test_all_that_is_wrong_is_named_at_once() -> None:
    ruling = a_turn(FRONT).correct({"alaska.armies": 5000, "red.cards": -1, "moon.owner": "red"})
    assert len(ruling.reasons) == 3


@pytest.mark.rule("CL-FORT")
def test_a_corrected_step_allows_its_moves_again() -> None:
    state = a_turn(FRONT).state
    state.facts.maneuvers = 1
    table = Table(CLASSIC, state)
    assert table.correct({"game.step": "fortify"}).allowed
    assert (table.state.active, table.state.step, table.state.facts.maneuvers) == ("red", "fortify", 0)

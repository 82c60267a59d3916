"""Ten places of the rules that are easy to get wrong, computed by hand."""

from typing import Any

import pytest

from companion.games.boards.board import load_board
from companion.games.classic import rules
from companion.games.classic.missions import missions
from companion.games.territory.cards import Cards, take_card
from companion.referee.questions import Count, Deploy, PickOrEnd
from companion.referee.questions import PlayCards as CardsQuestion
from tests.games.classic.boards import a_turn
from tests.referee.tables import play

PLACES = [territory.id for territory in load_board("classic").territories]
FRONT = {"alaska": ("red", 9), "kamchatka": ("blue", 1)}
SIXES = {"attack": [6, 6, 6], "defence": [1]}


@pytest.mark.rule("CL-OCC", "CL-ATK")
@pytest.mark.parametrize(("dice", "least"), [([6], 1), ([6, 6], 2), ([6, 6, 6], 3)])
def test_cl_occ_at_least_as_many_move_in_as_dice_were_rolled(dice: list[int], least: int) -> None:
    table = play(a_turn(FRONT), "alaska", "kamchatka", {"attack": dice, "defence": [1]})
    assert isinstance(table.question, Count)
    assert (table.question.least, table.question.most) == (least, 8)
    few, many = table.may(least - 1), table.may(9)
    assert few.rules == many.rules == ("CL-OCC",)
    assert few.text == f"{least} attacked in that roll. Choose {least} to 8."
    left = f"{9 - least} armies"
    assert many.text == f"Alaska has {left} more, and one stays behind. Choose {least} to 8."


@pytest.mark.rule("CL-OCC", "CL-ATK")
def test_cl_occ_with_two_armies_one_goes_and_nobody_is_asked() -> None:
    table = a_turn({"alaska": ("red", 2), "kamchatka": ("blue", 1)})
    play(table, "alaska", "kamchatka", {"attack": [2], "defence": [1]})
    assert [table.state.holdings[place].armies for place in ("alaska", "kamchatka")] == [1, 1]
    assert isinstance(table.question, PickOrEnd)


@pytest.mark.rule("CL-SET-3", "CL-ELM")
@pytest.mark.parametrize(("own", "captured", "forced"), [(2, 3, False), (3, 3, True), (4, 5, True)])
def test_cl_set_3_six_cards_after_an_elimination_are_traded_at_once(
    own: int, captured: int, *, forced: bool
) -> None:
    """Down to four or fewer: nine cards are two sets, six are one; five wait for the next turn."""
    table = a_turn(FRONT, hands={"red": own, "blue": captured})
    play(table, "alaska", "kamchatka", SIXES, 3)
    assert isinstance(table.question, CardsQuestion) == forced
    while isinstance(table.question, CardsQuestion):
        play(table, ["infantry", "infantry", "infantry"])
        if isinstance(table.question, PickOrEnd):
            play(table, "end")
    left = {5: 5, 6: 3, 9: 3}[own + captured]
    assert table.state.cards.hands["red"] == left
    assert isinstance(table.question, Deploy) == forced  # its armies come before the next attack


@pytest.mark.rule("CL-SET-4")
@pytest.mark.parametrize(
    ("laid", "worth"),
    [(("infantry", "wild", "wild"), 10), (("artillery", "artillery", "wild"), 8), (("cavalry",) * 3, 6)],
)
def test_cl_set_4_wild_cards_stand_for_what_is_worth_most(laid: tuple[str, ...], worth: int) -> None:
    table = a_turn(FRONT, set_values="fixed")
    assert rules.set_worth(table.state, laid) == worth


@pytest.mark.rule("CL-MISSION", "CL-ELM")
@pytest.mark.parametrize(("by", "done"), [("red", 1), ("green", 0)])
def test_cl_mission_the_end_of_a_player_by_somebody_else_is_not_yours(by: str, done: int) -> None:
    table = a_turn(FRONT, goal="missions")
    table.state.eliminated = {"blue": by}
    found = {mission.id: mission.have for mission in missions(table.state, "red")}
    assert found["end-blue"] == done


@pytest.mark.rule("CL-MISSION")
@pytest.mark.parametrize(("weak", "have"), [(0, 18), (1, 17)])
def test_cl_mission_eighteen_territories_need_two_armies_on_each(weak: int, have: int) -> None:
    held = {place: ("red", 1 if at < weak else 2) for at, place in enumerate(PLACES[:18])}
    table = a_turn(held, goal="missions")
    strong = next(mission for mission in missions(table.state, "red") if mission.id == "strong")
    assert (strong.have, strong.need) == (have, 18)


@pytest.mark.rule("CL-CAP")
@pytest.mark.parametrize(("own", "won"), [("alaska", ("red",)), ("peru", ())])
def test_cl_cap_your_own_capital_is_one_of_them(own: str, won: tuple[str, ...]) -> None:
    table = a_turn(FRONT, goal="capitals")
    table.state.edition_2008.capitals = {"red": own, "blue": "kamchatka", "green": "alaska"}
    play(table, "alaska", "kamchatka", SIXES)
    assert table.state.winners == won


@pytest.mark.rule("CL-CARD")
@pytest.mark.parametrize(("deck", "discards", "drawn"), [(1, 0, True), (0, 3, True), (0, 0, False)])
def test_cl_card_when_every_card_is_in_a_hand_none_is_drawn(deck: int, discards: int, *, drawn: bool) -> None:
    cards = Cards(deck, discards, {"red": 0})
    script: Any = take_card(cards, "red", "CL-CARD")
    with pytest.raises(StopIteration) as end:
        while True:
            next(script)
    assert bool(end.value.value) == drawn


@pytest.mark.rule("CL-CARD", "CL-ATK")
def test_cl_card_two_conquests_are_one_card() -> None:
    held = FRONT | {"alberta": ("blue", 1), "ontario": ("red", 1)}
    table = play(a_turn(held), "alaska", "kamchatka", SIXES, 3, "alaska", "alberta", SIXES, 3)
    before = table.state.cards.hands["red"]
    play(table, "end", "end")
    assert table.state.cards.hands["red"] == before + 1


@pytest.mark.rule("CL-TURN", "CL-ELM")
def test_cl_turn_a_round_ends_though_who_began_it_is_out() -> None:
    """Red began and falls in Blue's turn: after Green comes Blue, in the next round."""
    held = {"alaska": ("red", 1), "kamchatka": ("blue", 9)}
    table = a_turn(held)
    table.state.starter, table.state.active = "red", "blue"
    table.state.begin_turn()
    table.state.step = "attack"
    table = type(table)(table.game, table.state)
    play(table, "kamchatka", "alaska", SIXES, 8, "end", "end")
    assert (table.state.active, table.state.round) == ("green", 1)
    assert isinstance(table.question, Deploy)
    play(table, {"place": "peru", "count": table.question.most}, "end", "end")
    assert (table.state.active, table.state.round) == ("blue", 2)

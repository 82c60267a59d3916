"""Ten places of the document that are easy to get wrong, computed by hand."""

import pytest

from companion.games.nuked import end_of_turn, rules
from companion.games.nuked.state import Fallout
from companion.games.territory.state import Holding
from companion.referee.questions import Confirm
from tests.games.nuked.boards import Held, a_turn
from tests.referee.tables import play

CARD = {"offer": "card"}


@pytest.mark.rule("NK-CAP-1", "NK-A19", "NK-CON-1", "NK-RAD-1", "NK-CON-3", "NK-A8")
@pytest.mark.parametrize(
    ("soldiers", "left"),
    [(1, 0), (2, 0), (4, 2), (5, 2), (11, 7)],  # 11: two of tax, one cut off, one of fallout
)
def test_nk_con_3_tax_cut_off_and_fallout_meet_on_one_capital(soldiers: int, left: int) -> None:
    held: Held = {"brazil": ("red", soldiers), "siam": ("red", 3)}
    table = a_turn(held, capitals={"red": "brazil"}, farms={"red": "siam"}, radiated=("peru",))
    table = play(table, "end", True)
    assert table.state.holdings["brazil"].armies == left


@pytest.mark.rule("NK-CAP-1", "NK-A17")
def test_nk_cap_1_a_taken_capital_pays_no_tax_to_anybody() -> None:
    held: Held = {"egypt": ("red", 9), "congo": ("red", 3)}
    table = a_turn(held, capitals={"blue": "egypt"}, farms={"red": "congo"}, rest=("blue", 2))
    assert [loss for loss in end_of_turn.losses(table.state, "red") if loss.why == "tax"] == []
    assert [loss for loss in end_of_turn.losses(table.state, "blue") if loss.why == "tax"] == []


@pytest.mark.rule("NK-ATK-1", "NK-ATK-2", "NK-ATK-3")
@pytest.mark.parametrize(
    ("owner", "soldiers", "capital_of", "needed"),
    [
        ("blue", 3, "blue", 9),
        ("green", 3, "blue", 6),  # Green holds what was Blue's Capital
        ("blue", 3, "red", 6),  # Red takes its own Capital back
        (None, 0, "blue", 3),  # it has died out
    ],
)
def test_nk_atk_2_three_times_only_on_a_capital_that_its_player_holds(
    owner: str | None, soldiers: int, capital_of: str, needed: int
) -> None:
    held: Held = {"egypt": (owner, soldiers), "congo": ("red", 20)}
    table = a_turn(held, capitals={capital_of: "egypt"})
    assert rules.need(table.state, "egypt").troops == needed


@pytest.mark.rule("NK-CON-1", "NK-A10")
@pytest.mark.parametrize(
    ("between", "radiated", "cut"),
    [
        (("red", 1), (), ()),
        (("red", 1), ("ukraine",), ()),  # your own radiated land links as well
        (("green", 1), (), ("siam",)),
        ((None, 0), (), ("siam",)),
    ],
)
def test_nk_con_1_what_links_and_what_breaks_a_chain(
    between: tuple[str | None, int], radiated: tuple[str, ...], cut: tuple[str, ...]
) -> None:
    held: Held = {"india": between, "middle-east": ("red", 2), "siam": ("red", 2)}
    table = a_turn(held, farms={"red": "middle-east"}, radiated=tuple("india" for _ in radiated))
    assert end_of_turn.disconnected(table.state, "red") == cut


@pytest.mark.rule("NK-RAD-1", "NK-CON-1")
def test_nk_rad_1_only_the_player_whose_turn_ends_loses_soldiers() -> None:
    held: Held = {"egypt": ("red", 9), "congo": ("blue", 2), "north-africa": ("blue", 2)}
    table = a_turn(held, farms={"red": "egypt"}, radiated=("east-africa",))
    play(table, "end")
    assert isinstance(table.question, Confirm)
    assert table.question.detail == "Egypt: 9 to 8, beside East Africa"


@pytest.mark.rule("NK-RAD-1", "NK-CRD-4")
@pytest.mark.parametrize(("place", "dead"), [("egypt", []), ("east-africa", ["east-africa"]), ("congo", [])])
def test_nk_rad_1_land_beside_the_blast_suffers_and_the_land_itself_does_not(
    place: str, dead: list[str]
) -> None:
    """The document takes soldiers next to a radiated territory; of those who enter it, it says nothing."""
    table = a_turn({place: ("red", 4)}, farms={"red": place}, radiated=("egypt",))
    assert [loss.place for loss in end_of_turn.losses(table.state, "red")] == dead


@pytest.mark.rule("NK-CRD-2", "NK-A13", "NK-A14")
def test_nk_crd_2_two_territories_have_two_cards_and_one_has_no_second() -> None:
    held: Held = {
        "egypt": ("red", 40),
        "east-africa": ("blue", 2),
        "middle-east": ("blue", 2),
        "siam": ("blue", 1),
    }
    table = a_turn(held, hands={"blue": 3})
    play(table, "egypt", "east-africa", 4, "defence")  # four against five: they hold with one
    assert table.state.holdings["east-africa"] == Holding("blue", 1)
    play(table, "east-africa", 4)  # no card again in this turn: three are left
    assert table.state.holdings["east-africa"] == Holding("red", 3)
    play(table, "egypt", "middle-east", 6, "defence")
    assert table.state.holdings["middle-east"] == Holding("red", 1)
    assert table.state.cards.hands["blue"] == 1


@pytest.mark.rule("NK-ELM", "NK-CRD-1", "NK-CRD-3")
def test_nk_elm_who_takes_the_last_territory_goes_on_with_the_cards_but_plays_no_second() -> None:
    held: Held = {"egypt": ("red", 40), "east-africa": ("blue", 2)}
    table = a_turn(held, hands={"red": 1, "blue": 3})
    play(table, CARD, "attack", "egypt", "east-africa", 4, "stand")
    assert not table.state.held("blue") and table.state.cards.hands["red"] == 3
    play(table, CARD)
    assert table.may("nuke").rules == ("NK-CRD-1",)


@pytest.mark.rule("NK-A4", "NK-ELM", "NK-A17")
def test_nk_a4_equal_armies_can_end_a_player_and_the_game() -> None:
    held: Held = {"egypt": ("red", 7), "east-africa": ("blue", 3)}
    table = a_turn(held, rest=(None, 0), hands={"blue": 1}, players=2)
    play(table, "egypt", "east-africa", 6, "defence")
    assert table.state.holdings["east-africa"] == Holding(None, 0)
    assert table.state.winners == ("red",) and table.state.holdings["egypt"] == Holding("red", 1)


@pytest.mark.rule("NK-A18")
def test_nk_a18_nobody_puts_troops_on_land_that_died_out() -> None:
    table = a_turn({"peru": ("red", 2), "brazil": (None, 0)}, step="place", supply=3)
    ruling = table.may({"place": "brazil", "count": 1})
    assert ruling.rules == ("NK-RNF-1",) and "Brazil" in ruling.text


LISTED = ("congo", "north-africa", "east-africa", "egypt", "great-britain", "iceland")
"""The territories that the document names in its line, besides the Farm in Northern Europe."""


@pytest.mark.rule("NK-A12", "NK-CON-1")
@pytest.mark.parametrize(("more", "cut"), [((), LISTED[:4]), (("southern-europe",), ())])
def test_nk_a12_the_line_in_the_document_needs_one_territory_more(
    more: tuple[str, ...], cut: tuple[str, ...]
) -> None:
    held: Held = dict.fromkeys((*LISTED, "northern-europe", *more), ("red", 2))
    table = a_turn(held, farms={"red": "northern-europe"})
    assert set(end_of_turn.disconnected(table.state, "red")) == set(cut)


@pytest.mark.rule("NK-A9", "NK-CON-2")
def test_nk_a9_land_that_dies_out_cuts_nobody_off_in_the_same_turn() -> None:
    """Fallout kills the last soldier of India, which still links Siam to the Farm in this turn."""
    held: Held = {"middle-east": ("red", 4), "india": ("red", 1), "siam": ("red", 1)}
    table = a_turn(held, farms={"red": "middle-east"}, radiated=("china",))
    lost = {loss.place: loss.why for loss in end_of_turn.losses(table.state, "red")}
    assert lost == {"india": "radiation", "siam": "radiation"}


@pytest.mark.rule("NK-CRD-4", "NK-TURN")
@pytest.mark.parametrize(
    ("counted", "round", "turn_of", "still"),
    [
        ("own turns", 4, "blue", True),
        ("own turns", 6, "red", False),
        ("rounds", 5, "green", True),
        ("rounds", 6, "red", False),
    ],
)
def test_nk_crd_4_when_fallout_of_two_ends(counted: str, round: int, turn_of: str, *, still: bool) -> None:
    """Red's Nuke of round four, which lasts two."""
    table = a_turn({"egypt": ("red", 2)}, rule_set={"nuke": {"counted": counted}})
    table.state.fallout = {"peru": Fallout("red", 4 + 2)}
    table.state.round, table.state.active = round, turn_of
    assert rules.still_radiated(table.state, "peru") == still

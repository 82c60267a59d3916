"""Fresh troops, the end of a turn in its order, the move that some tables allow, and the next turn."""

from typing import Any

import pytest

from companion.games.nuked import end_of_turn
from companion.games.nuked.game import NUKED
from companion.referee.game_view import Line
from companion.referee.questions import Choose, Confirm
from tests.games.nuked.boards import Held, a_state, a_turn
from tests.referee.tables import play

SOUTH_AMERICA: Held = dict.fromkeys(("argentina", "brazil", "peru", "venezuela"), ("red", 2))


@pytest.mark.rule("NK-RNF-1", "NK-RNF-2", "NK-RNF-3")
@pytest.mark.parametrize(
    ("round", "labels", "sums"),
    [
        (3, ("Anywhere: 3", "All on the Capital: 3"), ("3 for 4 territories (at least 3)",) * 2),
        (
            4,
            ("Anywhere: 5", "All on the Capital: 5"),
            ("3 for 4 territories (at least 3) + 2 for South America = 5",) * 2,
        ),
    ],
)
def test_both_sums_are_shown_before_choosing(
    round: int, labels: tuple[str, ...], sums: tuple[str, ...]
) -> None:
    table = a_turn(SOUTH_AMERICA, step="muster", round=round, capitals={"red": "brazil"})
    assert isinstance(table.question, Choose)
    assert tuple(option.label for option in table.question.options) == labels
    assert tuple(option.detail for option in table.question.options) == sums


@pytest.mark.rule("NK-RNF-2")
def test_the_example_of_rule_4() -> None:
    fifteen: dict[str, tuple[str | None, int]] = dict.fromkeys(list(a_state({}).holdings)[:15], ("red", 1))
    table = a_turn(fifteen, step="muster", capitals={"red": "china"})
    assert isinstance(table.question, Choose)
    assert [option.label for option in table.question.options] == ["Anywhere: 5", "All on the Capital: 7"]
    play(table, "capital")
    assert (table.state.holdings["china"].armies, table.state.step) == (8, "attack")


@pytest.mark.rule("NK-A1")
@pytest.mark.parametrize(
    ("continents", "capital", "to_put"), [("with the rest", 2 + 3 + 2, 0), ("anywhere", 2 + 3, 2)]
)
def test_continents_and_the_capital(continents: str, capital: int, to_put: int) -> None:
    table = a_turn(SOUTH_AMERICA, step="muster", capitals={"red": "brazil"}, continents=continents)
    play(table, "capital")
    assert (table.state.holdings["brazil"].armies, table.state.supply["red"]) == (capital, to_put)


@pytest.mark.rule("NK-RNF-2")
@pytest.mark.parametrize("capital", ["japan", None])
def test_no_capital_no_choice(capital: str | None) -> None:
    homes = {"red": capital} if capital else {}
    table = a_turn(SOUTH_AMERICA, step="muster", capitals=homes)
    assert table.may("capital").rules == ("NK-RNF-2",)
    assert table.may("anywhere").allowed


@pytest.mark.rule("NK-RNF-1")
def test_troops_go_on_ones_own_territories() -> None:
    table = a_turn(SOUTH_AMERICA, step="place", supply=3)
    assert table.may({"place": "japan", "count": 1}).rules == ("NK-RNF-1",)
    assert table.may({"place": "peru", "count": 4}).rules == ("NK-RNF-1",)
    play(table, {"place": "peru", "count": 2}, {"place": "brazil", "count": 1})
    assert table.state.step == "attack"


AFRICA: Held = {
    "congo": ("red", 2),
    "east-africa": ("red", 1),
    "egypt": ("red", 3),
    "japan": ("red", 11),
    "peru": ("blue", 1),
}
"""A chain of Red's from Egypt to Congo, and Japan by itself."""


@pytest.mark.parametrize(
    ("farm", "capital", "radiated", "house", "expected"),
    [
        # Everything hangs together but Japan, the Capital: the tax first, then the one who is cut off.
        pytest.param(
            "congo",
            "japan",
            (),
            {},
            ["Japan: 11 to 9, Capital tax", "Japan: 9 to 8, cut off"],
            marks=pytest.mark.rule("NK-CON-1", "NK-CAP-1", "NK-A7"),
        ),
        pytest.param(
            "congo",
            "japan",
            (),
            {"end_order": "cut-off first"},
            ["Japan: 11 to 10, cut off", "Japan: 10 to 8, Capital tax"],
            marks=pytest.mark.rule("NK-A7"),
        ),
        # East Africa's last soldier dies of fallout, and holds the chain until then.
        pytest.param(
            "egypt",
            None,
            ("madagascar",),
            {},
            ["Japan: 11 to 10, cut off", "East Africa: 1 to 0, beside Madagascar"],
            marks=pytest.mark.rule("NK-CON-3", "NK-RAD-1"),
        ),
        # Two radiated neighbours kill one, or one each.
        pytest.param(
            "congo",
            None,
            ("middle-east", "southern-europe"),
            {},
            [
                "Japan: 11 to 10, cut off",
                "East Africa: 1 to 0, beside Middle East",
                "Egypt: 3 to 2, beside Middle East, Southern Europe",
            ],
            marks=pytest.mark.rule("NK-A8"),
        ),
        pytest.param(
            "congo",
            None,
            ("middle-east", "southern-europe"),
            {"fallout": "one for each"},
            [
                "Japan: 11 to 10, cut off",
                "East Africa: 1 to 0, beside Middle East",
                "Egypt: 3 to 1, beside Middle East, Southern Europe",
            ],
            marks=pytest.mark.rule("NK-A8"),
        ),
        # Cut off and radiated: two in all, one for each cause, however many stand there.
        pytest.param(
            "congo",
            None,
            ("mongolia",),
            {},
            ["Japan: 11 to 10, cut off", "Japan: 10 to 9, beside Mongolia"],
            marks=pytest.mark.rule("NK-CON-2", "NK-RAD-1"),
        ),
        # A Farm that somebody else holds is no Farm: all are cut off, once each.
        pytest.param(
            "peru",
            None,
            (),
            {},
            [
                "Congo: 2 to 1, cut off",
                "East Africa: 1 to 0, cut off",
                "Egypt: 3 to 2, cut off",
                "Japan: 11 to 10, cut off",
            ],
            marks=pytest.mark.rule("NK-A11", "NK-CON-2"),
        ),
        pytest.param("peru", None, (), {"farm_lost": "spared"}, [], marks=pytest.mark.rule("NK-A11")),
        # Who is dead already does not die of fallout as well.
        pytest.param(
            "japan",
            None,
            ("madagascar",),
            {},
            [
                "Congo: 2 to 1, cut off",
                "East Africa: 1 to 0, cut off",
                "Egypt: 3 to 2, cut off",
            ],
            marks=pytest.mark.rule("NK-CON-3"),
        ),
    ],
)
def test_the_end_of_a_turn(
    farm: str, capital: str | None, radiated: tuple[str, ...], house: dict[str, str], expected: list[str]
) -> None:
    capitals = {"red": capital} if capital else {}
    table = a_turn(AFRICA, capitals=capitals, farms={"red": farm}, radiated=radiated, **house)
    before = table.state.armies("red")
    play(table, "end")
    if not expected:
        assert table.state.active == "blue"
        return
    assert isinstance(table.question, Confirm)
    assert table.question.detail.split("\n") == expected
    causes = {"NK-A9": "cut off", "NK-A8": "beside", "NK-A19": "tax"}
    assert {rule for rule in causes if rule in table.question.rules} == {
        rule for rule, cause in causes.items() if any(cause in line for line in expected)
    }
    lost = end_of_turn.losses(table.state, "red")
    play(table, True)
    assert table.state.armies("red") == before - sum(loss.troops for loss in lost)
    assert all(table.state.holdings[place].owner is None for place in end_of_turn.emptied(lost))
    dead = table.state.many(before - table.state.armies("red"))
    empty = ", ".join(line.partition(":")[0] for line in expected if " to 0, " in line)
    told = table.latest[0]
    assert told.text == f"Red loses {dead}." + f" Unoccupied now: {empty}." * bool(empty)
    assert told.rules == ("NK-CON-3", *["NK-MAP"] * bool(empty))
    assert table.state.active == "blue"


@pytest.mark.rule("NK-CON-1")
def test_the_chain_is_drawn_and_so_is_what_threatens() -> None:
    facts: dict[str, Any] = {"capitals": {"red": "congo"}, "farms": {"red": "egypt"}}
    table = a_turn(AFRICA, radiated=("mongolia",), **facts)
    assert table.game_view.lines == (
        Line("chain", ("congo", "east-africa", "egypt")),
        Line("threat", ("mongolia", "japan")),
    )
    assert table.game_view.places["japan"].marks == ("cut-off",)
    assert table.game_view.places["congo"].marks == ("capital:red",)
    assert table.game_view.places["egypt"].marks == ("farm:red",)
    table.correct({"east-africa.owner": "blue", "mongolia.radiated": 0})
    # North Africa is Green's: with East Africa gone there is no way left.
    assert table.game_view.lines == ()


@pytest.mark.parametrize(("turn", "income"), [(0, None), (7, 3)])
def test_who_has_no_land_is_out_once_the_turns_have_begun(turn: int, income: int | None) -> None:
    """Before that nobody has any."""
    table = a_turn({"japan": ("red", 4), "siam": ("red", 3)}, hands={"red": 1})
    table.state.turn = turn
    standings = {standing.seat: standing for standing in NUKED.game_view(table.state).standings}
    assert {seat: one.out for seat, one in standings.items()} == {
        "red": False, "blue": turn > 0, "green": False
    }  # fmt: skip
    assert [figure.value for figure in standings["red"].figures] == [2, 7, 1]
    assert standings["red"].income == income and standings["blue"].income is None


@pytest.mark.rule("NK-CON-3")
def test_one_can_go_back_to_attacking_before_the_losses_are_taken() -> None:
    table = play(a_turn(AFRICA, farms={"red": "congo"}), "end", False)
    assert table.state.step == "attack"
    play(table, "end", True)
    assert table.state.holdings["japan"].armies == 10


@pytest.mark.rule("NK-ELM", "NK-A17")
def test_a_player_can_die_out_at_the_end_of_the_own_turn() -> None:
    table = a_turn({"japan": ("red", 1)}, rest=("blue", 1), players=2)
    play(table, "end", True)
    assert table.state.winners == ("blue",)


@pytest.mark.rule("NK-A11")
def test_a_new_farm_is_named_at_the_start_of_the_turn() -> None:
    table = a_turn(AFRICA, step="muster", farms={"red": "peru"}, farm_lost="named anew")
    assert table.may("peru").rules == ("NK-A11",)
    play(table, "japan", "anywhere")
    assert table.state.farms["red"] == "japan"


@pytest.mark.rule("NK-A16")
@pytest.mark.parametrize(
    ("fortify", "refused"),
    [("connected", {"japan"}), ("adjacent", {"japan", "congo"})],
)
def test_a_move_at_the_end(fortify: str, refused: set[str]) -> None:
    table = play(a_turn(AFRICA, farms={"red": "congo"}, fortify=fortify), "end")
    assert table.may("east-africa").rules == ("NK-A16",)
    play(table, "egypt")
    assert {p for p in ("japan", "congo", "east-africa") if not table.may(p).allowed} == refused
    play(table, "east-africa")
    assert table.may(3).rules == ("NK-A16",)
    play(table, 2)
    assert (table.state.holdings["egypt"].armies, table.state.holdings["east-africa"].armies) == (1, 3)
    play(table, False)  # "not yet": there is no way back to the attacks after the move
    assert table.state.step == "end"
    play(table, True)
    assert table.state.active == "blue"


@pytest.mark.rule("NK-TURN")
def test_turns_go_round_and_leave_out_the_dead() -> None:
    held: Held = {"congo": ("red", 1), "japan": ("yellow", 1)}
    table = a_turn(held, rest=("green", 1), players=4, farms={"red": "congo", "green": "peru"})
    play(table, "end")
    assert (table.state.active, table.state.round) == ("green", 4)
    table.correct({"game.step": "attack"})
    play(table, "end")
    assert (table.state.active, table.state.round) == ("yellow", 4)
    table.correct({"game.step": "attack", "yellow.farm": "japan"})
    play(table, "end")
    assert (table.state.active, table.state.round, table.state.turns_ended["green"]) == ("red", 5, 4)


@pytest.mark.rule("NK-A5")
def test_a_correction_withdraws_a_half_declared_attack_and_no_card_is_lost() -> None:
    held: Held = {"north-africa": ("red", 7), "brazil": ("blue", 3), "congo": ("red", 2)}
    table = a_turn(held, hands={"red": 1, "blue": 1})
    play(table, {"offer": "card"}, "attack", "north-africa", "brazil", 6)
    assert table.question is not None and table.question.seat == "blue"
    table.correct({"brazil.armies": 2})
    assert table.question is not None and table.question.prompt == "Attack from where?"
    assert table.state.helped_by("attack") and table.state.holdings["north-africa"].armies == 7

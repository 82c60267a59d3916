"""Setting the board right by hand."""

from typing import Any

import pytest

from companion.games.nuked.state import NukedState
from companion.referee.entries import Changes
from companion.referee.table import Table
from tests.games.nuked.boards import Held, a_turn
from tests.referee.tables import play

BOARD: Held = {"congo": ("red", 3), "egypt": ("red", 5), "peru": ("blue", 2), "brazil": ("blue", 1)}


def table_at(step: str = "attack", **facts: Any) -> Table[NukedState]:
    return a_turn(BOARD, step=step, hands={"red": 2}, **facts)


@pytest.mark.parametrize(
    ("changes", "seen"),
    [
        pytest.param(
            {"congo.armies": 0}, lambda s: s.holdings["congo"].owner, marks=pytest.mark.rule("NK-MAP")
        ),
        pytest.param(
            {"egypt.owner": "nobody"}, lambda s: s.holdings["egypt"].owner, marks=pytest.mark.rule("NK-MAP")
        ),
        pytest.param(
            {"red.capital": "nobody"}, lambda s: s.capitals["red"], marks=pytest.mark.rule("NK-SET-3")
        ),
    ],
)
def test_nobodys(changes: Changes, seen: Any) -> None:
    table = table_at(capitals={"red": "congo"})
    assert table.correct(changes).allowed
    assert seen(table.state) is None


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        pytest.param({"red.cards": 30, "blue.cards": 30}, ("NK-CRD-3",), marks=pytest.mark.rule("NK-CRD-3")),
        pytest.param({"game.active": "green", "peru.armies": 1}, (), marks=pytest.mark.rule("NK-TURN")),
        pytest.param(
            {"congo.owner": "nobody", "congo.armies": 3}, ("NK-MAP",), marks=pytest.mark.rule("NK-MAP")
        ),
        pytest.param({"game.step": "place"}, (), marks=pytest.mark.rule("NK-RNF-1")),
        pytest.param({"game.supply": 3}, ("NK-RNF-1",), marks=pytest.mark.rule("NK-RNF-1")),
        pytest.param({"congo.radiated": 10}, ("NK-CRD-4",), marks=pytest.mark.rule("NK-CRD-4")),
        pytest.param({"game.attack": 7}, ("NK-CRD-3",), marks=pytest.mark.rule("NK-CRD-3")),
        pytest.param({"game.active": "blue"}, (), marks=pytest.mark.rule("NK-TURN")),
    ],
)
def test_what_can_be_set_right(changes: Changes, rules: tuple[str, ...]) -> None:
    table = table_at()
    before = table.seq
    ruling = table.correct(changes)
    expected = ("NK-RNF-1",) if changes == {"game.step": "place"} else rules
    assert ruling.rules == expected
    assert (table.seq > before) == ruling.allowed


@pytest.mark.rule("NK-RNF-3")
@pytest.mark.parametrize(("round", "fresh"), [(3, 3), (4, 5)])
@pytest.mark.parametrize("before", [3, 4])
def test_a_round_that_is_set_right_counts_for_the_soldiers_of_the_turn(
    before: int, round: int, fresh: int
) -> None:
    south_america: Held = dict.fromkeys(("argentina", "brazil", "peru", "venezuela"), ("red", 2))
    table = a_turn(south_america, step="muster", round=before)
    assert table.correct({"game.round": round, "game.step": "place"}).allowed
    assert (table.state.round, table.state.supply["red"]) == (round, fresh)


@pytest.mark.rule("NK-CRD-1")
def test_the_card_of_the_turn() -> None:
    table = table_at()
    table.correct({"game.played": "boat"})
    assert table.state.helped_by("boat")
    table.correct({"game.played": "none"})
    assert table.inquire("card", card="nuke").allowed


@pytest.mark.rule("NK-CRD-2")
def test_a_defence_card_that_was_used() -> None:
    table = table_at()
    table.correct({"peru.defence": "used", "blue.cards": 1})
    assert table.inquire("defence", place="peru").rules == ("NK-CRD-2",)
    table.correct({"peru.defence": "not used"})
    assert table.inquire("defence", place="peru").allowed


@pytest.mark.rule("NK-RAD-1", "NK-CRD-4")
def test_fallout_set_by_hand_kills_and_ends() -> None:
    table = table_at(farms={"red": "congo"})
    table.correct({"north-africa.radiated": 1, "congo.armies": 9, "east-africa.owner": "red"})
    play(table, "end")
    assert table.question is not None and "Congo: 9 to 8, beside North Africa" in table.question.detail
    table.correct({"north-africa.radiated": 0})
    assert table.state.active == "blue"


@pytest.mark.rule("NK-TURN")
@pytest.mark.parametrize("step", ["muster", "place", "attack"])
def test_going_to_another_step(step: str) -> None:
    table = table_at()
    supply = {"game.supply": 4} if step == "place" else {}
    assert table.correct({"game.step": step, **supply}).allowed
    assert table.state.step == step


@pytest.mark.rule("NK-A17", "NK-TURN")
def test_the_board_shows_who_has_won_and_whose_turn_it_is() -> None:
    table = table_at(players=2, rest=("blue", 1))
    assert table.correct({"congo.owner": "blue", "egypt.owner": "nobody"}).allowed
    assert table.state.winners == ("blue",)
    table.undo()
    assert table.state.winners == ()
    ruling = table_at().correct(dict.fromkeys((f"{p}.owner" for p in table.state.holdings), "nobody"))
    assert ruling.rules == ("NK-A17",)


@pytest.mark.rule("NK-SET-2")
def test_first_troops_follow_the_board() -> None:
    from companion.games.nuked.game import NUKED
    from tests.referee.tables import lay

    table = play(lay(NUKED, 2), "No cards", True, "red", sorted(table_at().state.holdings))
    play(table, "afghanistan", "afghanistan", "alaska", "alaska")
    assert table.state.supply == {"red": 19, "blue": 19}
    table.correct({"afghanistan.armies": 10})
    assert table.state.supply == {"red": 10, "blue": 19}


@pytest.mark.rule("NK-RNF-1", "NK-TURN")
@pytest.mark.parametrize(
    ("step", "changes", "supply", "mode"),
    [
        # the fresh soldiers are counted, given, kept, or gone
        ("muster", {"game.step": "place"}, 3, "anywhere"),
        ("muster", {"game.step": "place", "game.supply": 5}, 5, "anywhere"),
        ("place", {"game.step": "muster"}, 0, None),
        ("place", {"game.step": "attack"}, 0, "anywhere"),
        ("muster", {"game.step": "attack"}, 0, "anywhere"),
        ("place", {"game.supply": 2}, 2, "anywhere"),
    ],
)
def test_soldiers_to_put_after_another_step(
    step: str, changes: dict[str, int | str], supply: int, mode: str | None
) -> None:
    table = a_turn({"brazil": ("red", 5), "peru": ("red", 2)}, step=step, supply=4 if step == "place" else 0)
    assert table.correct(changes).allowed
    assert (table.state.supply["red"], table.state.facts.mode) == (supply, mode)


@pytest.mark.rule("NK-RNF-1")
@pytest.mark.parametrize(
    "changes", [{"game.step": "attack", "game.supply": 2}, {"game.step": "place", "game.supply": 0}]
)
def test_soldiers_are_put_in_their_step_alone(changes: dict[str, int | str]) -> None:
    table = a_turn({"brazil": ("red", 5), "peru": ("red", 2)}, step="muster")
    assert table.correct(changes).rules == ("NK-RNF-1",)


@pytest.mark.rule("NK-CRD-1", "NK-CRD-4")
@pytest.mark.parametrize(
    ("card", "played", "ready"),
    [("boat", "boat", True), ("attack", "attack", True), ("nuke", "nuke", False), ("none", None, False)],
)
def test_the_card_of_this_turn_is_set_right(card: str, played: str | None, ready: bool) -> None:
    table = a_turn({"brazil": ("red", 5)}, hands={"red": 2})
    assert table.correct({"game.played": card}).allowed
    assert (table.state.facts.played, table.state.facts.ready) == (played, ready)


@pytest.mark.rule("NK-CRD-4")
def test_a_card_that_was_used_is_not_ready_again_by_naming_it() -> None:
    table = a_turn({"brazil": ("red", 5)}, hands={"red": 2})
    table.state.facts.played = "boat"
    assert table.correct({"game.played": "boat"}).allowed
    assert not table.state.facts.ready

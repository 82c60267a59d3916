"""Moving armies between your own territories: who can move, where to, how many."""

import pytest

from companion.games.territory.claiming import free_places
from companion.games.territory.movement import judge_move, movers_of, reach_of
from tests.games.classic.boards import a_turn

# Alaska, Alberta and Ontario are a chain; Brazil stands alone, Peru and Venezuela have one army each.
BOARD = {
    "alaska": ("red", 5),
    "alberta": ("red", 1),
    "ontario": ("red", 2),
    "brazil": ("red", 4),
    "japan": ("red", 1),
    "mongolia": ("red", 2),
    "kamchatka": ("blue", 9),
}


@pytest.mark.parametrize(
    ("origin", "adjacent_only", "reach"),
    [
        ("alaska", False, ("alberta", "ontario")),
        ("alaska", True, ("alberta",)),
        ("alberta", True, ("alaska", "ontario")),
        ("brazil", False, ()),
        ("kamchatka", False, ()),
    ],
)
def test_where_armies_can_move(origin: str, adjacent_only: bool, reach: tuple[str, ...]) -> None:
    assert reach_of(a_turn(BOARD).state, origin, adjacent_only=adjacent_only) == reach


@pytest.mark.parametrize("adjacent_only", [False, True])
def test_who_has_an_army_to_spare_and_somewhere_to_go(adjacent_only: bool) -> None:
    state = a_turn(BOARD).state
    assert movers_of(state, "red", adjacent_only=adjacent_only) == ("alaska", "mongolia", "ontario")
    assert movers_of(state, "blue", adjacent_only=adjacent_only) == ()


REFUSALS: list[tuple[str, str, int, bool, list[str]]] = [
    ("alaska", "ontario", 1, False, []),
    ("alaska", "ontario", 4, False, []),
    ("alaska", "alberta", 4, True, []),
    ("alaska", "ontario", 5, False, ["Alaska has 5 armies and one stays: 1 to 4 can move."]),
    ("alaska", "ontario", 0, False, ["Alaska has 5 armies and one stays: 1 to 4 can move."]),
    ("alaska", "ontario", 1, True, ["Ontario is not next to Alaska."]),
    ("alaska", "brazil", 1, False, ["Brazil is not connected through your own territories to Alaska."]),
    ("alaska", "alaska", 1, False, ["Armies are there already."]),
    ("alaska", "kamchatka", 1, False, ["Kamchatka belongs to Blue."]),
    ("alberta", "alaska", 1, False, ["Alberta has 1 army, and one must stay."]),
    ("kamchatka", "alaska", 1, False, ["Kamchatka belongs to Blue."]),
    ("brazil", "alaska", 1, False,
     ["No other territory of yours can be reached from Brazil.",
      "Alaska is not connected through your own territories to Brazil."]),
]  # fmt: skip


@pytest.mark.parametrize(("origin", "target", "armies", "adjacent_only", "reasons"), REFUSALS)
def test_every_reason_against_a_move_is_told(
    origin: str, target: str, armies: int, adjacent_only: bool, reasons: list[str]
) -> None:
    ruling = judge_move(a_turn(BOARD).state, origin, target, armies, "X", adjacent_only=adjacent_only)
    assert [reason.text for reason in ruling.reasons][: len(reasons)] == reasons
    assert ruling.allowed is (not reasons)


def test_what_is_possible_instead_is_told() -> None:
    state = a_turn(BOARD).state
    instead = {
        target: judge_move(state, "alaska", target, 1, "X", adjacent_only=False).instead
        for target in ("brazil", "ontario")
    }
    assert instead["brazil"] == "Possible: Alberta, Ontario."


def test_what_nobody_holds_is_free() -> None:
    state = a_turn(BOARD).state
    assert free_places(state) == ()
    state.holdings["peru"].owner = None
    assert free_places(state) == ("peru",)

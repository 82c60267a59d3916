"""Every row of the vectors and every worked figure of the document."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.balance import rules
from companion.games.balance.houserules import BalanceHouseRules
from companion.games.balance.setup import begin
from companion.games.balance.state import BalanceState, LastingEffect
from companion.referee.houserules import set_house_rules
from companion.referee.seats import seats_of
from tests.games.balance.boards import a_turn

DERIVED = {
    "BP-D1": ({"territories": 10, "cities": 4, "continent_bonus": 2, "capitals": 1, "stars": 0}, 7),
    "BP-D2": ({"territories": 5, "cities": 1, "continent_bonus": 0, "capitals": 1, "stars": 4}, 11),
}
REINFORCEMENTS = {
    "BP-NR-c12r6": (12, 6, 6),
    "BP-NR-c1r11": (1, 11, 1),
    "BP-NR-c2r12": (2, 12, 2),
    "BP-NR-c3r8": (3, 8, 0),
    "BP-NR-c5r9": (5, 9, 2),
    "BP-NR-c7r5": (7, 5, 0),
    "BP-NR-c7r6": (7, 6, 3),
}
SABOTAGES = {"BP-D5": (10, 4), "BP-D6": (7, 2)}
OTHERS = ("BP-D4", "BP-D8", "BP-V1", "BP-V3")
TEN_WITH_A_CONTINENT = (
    *("brazil", "peru", "argentina", "venezuela"),
    *("alaska", "alberta", "ontario", "quebec", "greenland", "iceland"),
)


def a_start(players: int, **house: str) -> BalanceState:
    """A game before its set-up."""
    return begin(seats_of(players), set_house_rules(BalanceHouseRules, house))


@pytest.mark.rule("BP-DRF-1", "CL-STAR")
@pytest.mark.parametrize(("given", "troops"), DERIVED.values(), ids=DERIVED)
def test_the_draft(given: dict[str, int], troops: int) -> None:
    places = TEN_WITH_A_CONTINENT if given["continent_bonus"] else TEN_WITH_A_CONTINENT[4:9]
    assert len(places) == given["territories"]
    table = a_turn(dict.fromkeys(places, ("red", 1)), step="draft")
    state = table.state
    state.landmarks["city"] = list(places[: given["cities"]])
    state.capitals = {"red": places[0]} if given["capitals"] else {}
    state.facts.traded_troops = 7 if given["stars"] == 4 else 0
    assert rules.draft(state, "red").troops == troops


@pytest.mark.rule("BP-NEU-3")
@pytest.mark.parametrize(("casualties", "roll", "extra"), REINFORCEMENTS.values(), ids=REINFORCEMENTS)
def test_the_neutral_reinforcements_table(casualties: int, roll: int, extra: int) -> None:
    assert rules.neutral_reinforcements(casualties, roll) == extra


@pytest.mark.rule("BP-NEU-3")
@pytest.mark.parametrize(
    ("casualties", "first_roll", "extra"),
    [
        *((count, 11, count) for count in (1, 2)),  # all of them
        *((count, 9, count // 2) for count in range(3, 7)),  # half, rounded down
        *((count, 6, count // 2) for count in range(7, 13)),
    ],
)
def test_the_whole_table(casualties: int, first_roll: int, extra: int) -> None:
    for roll in range(2, 13):
        expected = extra if roll >= first_roll else 0
        assert rules.neutral_reinforcements(casualties, roll) == expected
    assert rules.neutral_reinforcements(0, 12) == 0


@pytest.mark.rule("BP-SCA-SABOTAGE", "BP-A15", "BP-SCA")
@pytest.mark.parametrize(("draft", "left"), SABOTAGES.values(), ids=SABOTAGES)
def test_sabotage(draft: int, left: int) -> None:
    table = a_turn(
        {"alaska": ("red", 1)}, step="draft", setting={"effects": [LastingEffect("sabotage", "blue", "red")]}
    )
    table.state.facts.traded_troops = draft - 3
    assert rules.draft(table.state, "red").troops == left


@pytest.mark.rule("BP-CAS-1")
def test_a_pile_holds_twelve() -> None:
    table = a_turn({"alaska": ("red", 9)}, casualties={"red": 11})
    assert rules.add_casualties(table.state, "red", 4) == 3
    assert table.state.casualties["red"] == 12


@pytest.mark.rule("BP-UNIT")
def test_what_pieces_are_worth() -> None:
    assert rules.troops_of(soldiers=3, tanks=2, artillery=1) == 23


@pytest.mark.rule("BP-SET-4")
def test_neutral_garrisons() -> None:
    assert rules.NEUTRAL_GARRISONS == (15, 15, 15, 10, 10, 10)
    assert sum(rules.NEUTRAL_GARRISONS) == 75


@pytest.mark.rule("BP-SET-6", "BP-A3", "BP-SET-4")
@pytest.mark.parametrize(
    ("players", "house", "troops", "cards"),
    [
        (2, {}, [30, 33], [0, 0]),
        (3, {}, [33, 35, 37], [0, 0, 1]),
        (4, {}, [33, 35, 37, 39], [0, 0, 1, 0]),
        (5, {}, [33, 35, 37, 39, 39], [0, 0, 1, 0, 1]),  # BP-V3
        (5, {"fifth_player": "41"}, [33, 35, 37, 39, 41], [0, 0, 1, 0, 1]),
    ],
)
def test_first_troops(players: int, house: Any, troops: list[int], cards: list[int]) -> None:
    state = a_start(players, **house)
    assert list(rules.starting_troops(state).values()) == troops
    assert list(rules.starting_cards(state).values()) == cards


def test_no_row_of_the_vectors_is_missing(shared: Path) -> None:
    rows: list[dict[str, Any]] = json.loads((shared / "rules" / "vectors.json").read_text())
    wanted = {row["id"]: row for row in rows if row["game"] == "bop-variant"}
    assert set(wanted) == {*DERIVED, *REINFORCEMENTS, *SABOTAGES, *OTHERS}
    for name, (given, troops) in DERIVED.items():
        assert (wanted[name]["input"], wanted[name]["expected"]) == (given, {"troops": troops})
    for name, (casualties, roll, extra) in REINFORCEMENTS.items():
        assert wanted[name]["input"] == {"casualties": casualties, "roll_2d6": roll}
        assert wanted[name]["expected"]["extra"] == extra
    for name, (draft, left) in SABOTAGES.items():
        assert (wanted[name]["input"]["sabotage_on"], wanted[name]["expected"]["draft"]) == (draft, left)

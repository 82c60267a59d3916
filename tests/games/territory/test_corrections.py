"""Setting a board right by hand: owners and armies follow each other, and what cannot be is refused."""

from collections.abc import Iterator

import pytest

from companion.games.territory.corrections import (
    MAX_ARMIES,
    owners_of,
    set_territories,
    territory_editables,
    touches,
    withdraw_conquest,
)
from companion.games.territory.state import Occupation, TerritoryState
from companion.referee.correction import Editable
from tests.games.classic.boards import a_turn

BOARD = {"alaska": ("red", 4), "alberta": ("blue", 1)}


@pytest.mark.parametrize(("empty", "least", "nobody"), [(False, 1, False), (True, 0, True)])
def test_what_can_be_set_right(empty: bool, least: int, nobody: bool) -> None:
    state = a_turn(BOARD).state
    listed = [one.correctable for one in territory_editables(state, "X", ("red", "blue"), empty=empty)]
    assert len(listed) == 2 * len(state.holdings)
    owner, armies = (one for one in listed if one.key.startswith("alaska."))
    assert (owner.key, owner.value, "nobody" in owner.choices) == ("alaska.owner", "red", nobody)
    assert (armies.key, armies.value, armies.least, armies.most) == ("alaska.armies", 4, least, MAX_ARMIES)


@pytest.mark.parametrize(("neutral", "owners"), [(False, 3), (True, 4)])
def test_who_can_own_a_territory(neutral: bool, owners: int) -> None:
    assert len(owners_of(a_turn(BOARD).state, neutral=neutral)) == owners


CHANGED = [
    ({}, ("red", 4), None),
    ({"alaska.armies": 9}, ("red", 9), None),
    ({"alaska.owner": "blue"}, ("blue", 4), None),
    ({"alaska.owner": "blue", "alaska.armies": 2}, ("blue", 2), None),
    ({"alaska.owner": "nobody"}, (None, 0), None),
    ({"alaska.armies": 0}, (None, 0), None),
    ({"alaska.owner": "red", "alaska.armies": 0}, ("red", 0), "Alaska belongs to Red and needs at least 1"),
    (
        {"alaska.owner": "nobody", "alaska.armies": 2},
        (None, 2),
        "Alaska has 2 armies but belongs to nobody: name its owner.",
    ),
]  # fmt: skip


def territories(state: TerritoryState) -> Iterator[Editable]:
    return territory_editables(state, "X", ("red", "blue"), empty=True)


@pytest.mark.parametrize(("changes", "holding", "refused"), CHANGED)
def test_owner_and_armies_follow_each_other(
    changes: dict[str, int | str], holding: tuple[str | None, int], refused: str | None
) -> None:
    state = a_turn(BOARD).state
    reasons = set_territories(state, territories(state), changes, "X")
    assert (state.holdings["alaska"].owner, state.holdings["alaska"].armies) == holding
    assert [reason.text.startswith(refused or "") for reason in reasons] == ([True] if refused else [])
    assert (state.holdings["alberta"].owner, state.holdings["alberta"].armies) == ("blue", 1)


def test_who_gets_an_empty_territory_has_an_army_there() -> None:
    state = a_turn(BOARD).state
    state.holdings["alaska"].owner, state.holdings["alaska"].armies = None, 0
    assert not set_territories(state, territories(state), {"alaska.owner": "red"}, "X")
    assert state.holdings["alaska"].armies == 1


@pytest.mark.parametrize(
    ("key", "withdrawn"),
    [("alaska.owner", True), ("alaska.armies", True), ("alberta.armies", True), ("brazil.armies", False)],
)
def test_a_conquest_is_withdrawn_where_its_territories_change(key: str, withdrawn: bool) -> None:
    state = a_turn(BOARD).state
    state.facts.occupation = Occupation("alaska", "alberta", 1)
    withdraw_conquest(state, {key: 3})
    assert (state.facts.occupation is None) is withdrawn
    assert touches({key: 3}, "alaska", "alberta") is withdrawn

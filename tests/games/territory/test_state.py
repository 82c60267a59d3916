"""What a map game's state tells: names of owners, what is connected, who still plays."""

import random

import pytest

from companion.games.territory.state import NEUTRAL, Holding, gather_facts, names_of_places, naming
from tests.games.classic.boards import a_turn


@pytest.mark.parametrize(
    ("owner", "player", "called", "belongs"),
    [
        ("red", "Red", "Red", "Peru belongs to Red."),
        (NEUTRAL, "the neutral army", "The neutral army", "Peru belongs to the neutral army."),
        (None, "nobody", "Nobody", "Peru belongs to nobody."),
    ],
)
def test_what_an_owner_is_called(owner: str | None, player: str, called: str, belongs: str) -> None:
    state = a_turn({}).state
    state.holdings["peru"] = Holding(owner, 1)
    assert (str(state.player(owner)), str(state.called(owner))) == (player, called)
    assert str(state.belongs("peru")) == belongs
    assert state.title("place", "peru") == "Peru" and state.title("owner", owner or NEUTRAL) != "Peru"


def test_the_names_of_players_stay_as_they_are() -> None:
    state = a_turn({}).state
    state.seats = (type(state.seats[0])("red", "anna", "red", "star"), *state.seats[1:])
    assert state.called("red") == "anna"


@pytest.mark.parametrize("seed", range(3))
def test_who_holds_what(seed: int) -> None:
    """On boards dealt by chance: lands, armies, who still plays, and what is connected."""
    chance, state = random.Random(seed), a_turn({}).state
    owners = ("red", "green", "neutral", None)
    for place in state.holdings:
        state.holdings[place] = Holding(chance.choice(owners), chance.randint(1, 5))
    assert [seat.id for seat in state.playing()] == ["red", "green"]
    for owner in ("red", "green", "neutral", "blue"):
        own = [place for place in state.holdings if state.holdings[place].owner == owner]
        assert list(state.held(owner)) == own
        assert state.armies(owner) == sum(state.holdings[place].armies for place in own)
        assert state.hostile("red", owner) == (owner != "red")
    assert not state.hostile("red", None)
    for start in state.holdings:
        own = [
            place for place in state.holdings if state.holdings[place].owner == state.holdings[start].owner
        ]
        reached = {start}
        for _ in own:
            reached |= {near for place in reached for near in state.neighbours(place)} & set(own)
        assert state.connected(start) == reached
        assert state.connected_within(start, state.holdings) == set(state.holdings)


@pytest.mark.parametrize(
    ("names", "limit", "told"),
    [
        ([], 5, ""),
        (["A"], 5, "Possible: A."),
        (["A", "B", "C"], 3, "Possible: A, B, C."),
        (["A", "B", "C", "D"], 3, "Possible: A, B, C or others."),
    ],
)
def test_a_list_of_names_is_cut(names: list[str], limit: int, told: str) -> None:
    assert naming(lambda some: f"Possible: {some}.", iter(names), limit) == told


def test_each_spelling_leads_to_a_place() -> None:
    state = a_turn({}).state
    spelt = names_of_places(state)
    assert {state.name(place): place for place in state.holdings}.items() <= spelt.items()
    assert {
        alias: place.id for place in state.map.territories for alias in place.aliases
    }.items() <= spelt.items()


@pytest.mark.parametrize(
    ("fields", "inside", "moved"),
    [
        ({"a": 1, "b": 2, "c": 3}, "", {"c": 3, "facts": {"a": 1, "b": 2}}),
        ({"a": 1, "facts": {"a": 9}}, "", {"facts": {"a": 9}}),
        ({"old": {"a": 1, "c": 3}}, "old", {"old": {"c": 3}, "facts": {"a": 1}}),
        ({}, "old", {"facts": {}}),
    ],
)
def test_facts_of_older_versions_move(
    fields: dict[str, object], inside: str, moved: dict[str, object]
) -> None:
    gather_facts(fields, "a", "b", inside=inside)
    assert fields == moved

"""The classic board: its facts, who is next to whom, and which territory a finger means."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import UnknownName
from companion.games.boards.board import Board, board_names, load_board

CLASSIC = load_board("classic")
IDS = [territory.id for territory in CLASSIC.territories]


def test_the_classic_board_has_its_42_territories_6_continents_and_83_links() -> None:
    assert (len(CLASSIC.territories), len(CLASSIC.continents), len(CLASSIC.links)) == (42, 6, 83)
    assert sorted(IDS) == IDS


@pytest.mark.parametrize(
    ("continent", "bonus", "size", "colour"),
    [
        ("north-america", 5, 9, "yellow"),
        ("south-america", 2, 4, "red"),
        ("europe", 5, 7, "blue"),
        ("africa", 3, 6, "brown"),
        ("asia", 7, 12, "green"),
        ("australia", 2, 4, "purple"),
    ],
)
def test_continents(continent: str, bonus: int, size: int, colour: str) -> None:
    found = CLASSIC.continent(continent)
    assert (found.bonus, len(found.territories), found.colour) == (bonus, size, colour)


def test_the_facts_are_those_of_the_rules(shared: Path) -> None:
    rules = json.loads((shared / "rules" / "classic_map.json").read_text(encoding="utf-8"))
    for wanted in rules["territories"]:
        territory = CLASSIC.territory(wanted["id"])
        assert territory.name == wanted["name"]
        assert list(territory.aliases) == wanted["aliases"]
        assert territory.continent == wanted["continent"]
        assert territory.symbols == wanted["card_symbol"]
        assert CLASSIC.neighbours(territory.id) == set(wanted["neighbours"])
    for wanted in rules["continents"]:
        continent = CLASSIC.continent(wanted["id"])
        assert (continent.name, continent.bonus) == (wanted["name"], wanted["bonus"])
        assert set(continent.territories) == set(wanted["territories"])


@pytest.mark.parametrize("deck", ["setA", "setB"])
def test_each_deck_has_14_cards_of_each_symbol(deck: str) -> None:
    symbols = [territory.symbols[deck] for territory in CLASSIC.territories]
    assert {symbol: symbols.count(symbol) for symbol in symbols} == {
        "infantry": 14,
        "cavalry": 14,
        "artillery": 14,
    }


@pytest.mark.parametrize(
    ("territory", "neighbours"),
    [
        ("iceland", {"greenland", "great-britain", "scandinavia"}),
        ("japan", {"kamchatka", "mongolia"}),
        ("madagascar", {"east-africa", "south-africa"}),
        # Round the back of the world.
        ("alaska", {"alberta", "kamchatka", "northwest-territory"}),
    ],
)
def test_neighbours(territory: str, neighbours: set[str]) -> None:
    assert CLASSIC.neighbours(territory) == neighbours


def test_neighbours_are_mutual() -> None:
    assert all(id in CLASSIC.neighbours(near) for id in IDS for near in CLASSIC.neighbours(id))


@pytest.mark.parametrize(
    ("start", "allowed", "reached"),
    [
        # Alone: no neighbour is allowed, and the start need not be.
        ("japan", set(), {"japan"}),
        # One step, and no further than the allowed ones reach.
        ("japan", {"mongolia", "siam"}, {"japan", "mongolia"}),
        # Across the sea and along a chain.
        (
            "brazil",
            {"north-africa", "egypt", "middle-east"},
            {"brazil", "north-africa", "egypt", "middle-east"},
        ),
        # A continent with one gate stays closed.
        ("siam", {"indonesia", "new-guinea"}, {"siam", "indonesia", "new-guinea"}),
    ],
)
def test_connected(start: str, allowed: set[str], reached: set[str]) -> None:
    assert CLASSIC.connected(start, allowed) == reached
    assert CLASSIC.connected(start, lambda id: id in allowed) == reached


def test_the_whole_world_is_connected() -> None:
    assert CLASSIC.connected("madagascar", IDS) == set(IDS)


@given(allowed=st.sets(st.sampled_from(IDS)), one=st.sampled_from(IDS), other=st.sampled_from(IDS))
def test_being_connected_is_mutual(allowed: set[str], one: str, other: str) -> None:
    allowed |= {one, other}
    assert (other in CLASSIC.connected(one, allowed)) == (one in CLASSIC.connected(other, allowed))


@pytest.mark.parametrize(
    ("x", "y", "strict", "finger"),
    [
        # The middle of a broad land, far from its disc.
        (300, 1010, "northwest-territory", "northwest-territory"),
        (340, 850, "ontario", "ontario"),
        # A narrow land.
        (420, 545, "central-america", "central-america"),
        # A little off a coast: a finger still means it, a needle does not.
        (650, 930, None, "great-britain"),
        (1500, 740, None, "japan"),
        (860, 1010, None, "scandinavia"),
        # The open sea, and the corner of the canvas.
        (200, 300, None, None),
        (1560, 900, None, None),
        (0, 0, None, None),
        # Off the canvas altogether.
        (-500, 5000, None, None),
    ],
)
def test_which_territory_a_finger_means(x: float, y: float, strict: str | None, finger: str | None) -> None:
    assert CLASSIC.land_at(x, y, tolerance=0) == strict
    assert CLASSIC.land_at(x, y) == finger


@given(x=st.floats(0, CLASSIC.width), y=st.floats(0, CLASSIC.height))
def test_a_finger_never_means_a_land_farther_off_than_the_tolerance(x: float, y: float) -> None:
    id = CLASSIC.land_at(x, y, tolerance=20)
    if id is not None:
        territory = CLASSIC.territory(id)
        assert territory.contains(x, y) or territory.distance(x, y) <= 20


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("alaska", ["alaska"]),
        ("  ALASKA ", ["alaska"]),
        # By what another printing calls it.
        ("central africa", ["congo"]),
        ("southeast asia", ["siam"]),
        # What begins with the text comes before what contains it.
        ("ka", ["kamchatka", "alaska"]),
        ("western-", ["western-australia", "western-europe", "western-united-states"]),
        ("", []),
        ("atlantis", []),
    ],
)
def test_find(text: str, found: list[str]) -> None:
    assert [territory.id for territory in CLASSIC.find(text)] == found


def test_unknown_names_are_refused_with_a_way_on() -> None:
    with pytest.raises(UnknownName, match="no territory 'atlantis'"):
        CLASSIC.territory("atlantis")
    with pytest.raises(UnknownName, match="no territory 'atlantis'"):
        CLASSIC.neighbours("atlantis")
    with pytest.raises(UnknownName, match="no territory 'atlantis'"):
        CLASSIC.connected("atlantis", IDS)
    with pytest.raises(UnknownName, match="no continent 'mu'"):
        CLASSIC.continent("mu")
    with pytest.raises(UnknownName, match=r"there are: .*classic"):
        load_board("../classic")


def test_boards_are_listed_and_read_once() -> None:
    assert "classic" in board_names()
    assert load_board("classic") is load_board("classic")
    assert isinstance(load_board("classic"), Board)

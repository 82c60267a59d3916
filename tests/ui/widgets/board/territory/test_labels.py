"""Continents are named beside their own territories, clear of discs, or not at all."""

from math import hypot
from typing import Any

import pytest

from companion.games.boards.board import board_names, load_board
from companion.ui.theme import px
from companion.ui.widgets.board.territory import labels
from companion.ui.widgets.board.territory.labels import (
    GRAZING,
    clear_place,
    continent_names,
    size_of,
    territory_names,
)
from companion.ui.widgets.board.territory.viewport import Viewport

ROOMS = {(514.0, 384.0): 0, (514.0, 328.0): 2, (936.0, 704.0): 0, (720.0, 560.0): 0}
"""Continents without a place for their name at most, by width and height of a map: beside a question,
above the strip of the panel, and in larger windows."""
RADIUS = 20.0
Point = tuple[float, float]


def gap(point: Point, at: Point, size: Point) -> float:
    """How far a point is from the edge of a box around another."""
    return hypot(*(max(0.0, abs(point[axis] - at[axis]) - size[axis] / 2) for axis in (0, 1)))


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("name", board_names())
def test_a_name_stands_by_its_continent(name: str, room: tuple[float, float]) -> None:
    board = load_board(name)
    view = Viewport((board.width, board.height), (0.0, 0.0), room)
    places = {territory.id: view.to_screen(territory.label) for territory in board.territories}
    named = list(continent_names(board, view, tuple((*at, RADIUS) for at in places.values())))
    for continent, words, at in named:
        gaps = {id: gap(place, at, size_of(words)) for id, place in places.items()}
        nearest = min(gaps, key=gaps.__getitem__)
        assert nearest in continent.territories, f"{words!r} stands at {at}, beside {nearest}"
    assert len(named) >= len(board.continents) - ROOMS[room]


@pytest.mark.usefixtures("screen")
@pytest.mark.parametrize(("discs", "searches"), [((), 1), (((100.0, 100.0, 8.0),), 2)])
def test_another_place_is_looked_for_only_where_the_first_is_taken(
    discs: tuple[tuple[float, float, float], ...], searches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried, covered = [], labels._covered
    monkeypatch.setattr(
        labels, "_covered", lambda middles, *rest: tried.append(len(middles)) or covered(middles, *rest)
    )
    clear_place.cache_clear()
    room, moves = (0.0, 0.0, 400.0, 400.0), (60.0, 6.0)
    for _ in range(2):  # the second time it is known
        at, deep = clear_place((100.0, 100.0), (40.0, 20.0), discs, (), room, ((), ()), moves)
    assert len(tried) == searches
    assert tried[0] == 1
    assert (at == (100.0, 100.0), deep) == (not discs, 0.0)


WIDE = {"archipelago": 33, "classic": 34, "duel": 20, "europe": 31, "starcraft": 28}
"""Territories named at least on the map of a window of 1280x800 pixels."""


@pytest.mark.parametrize("name", board_names())
def test_at_1280x800_territories_are_named_beside_their_discs(screen: Any, name: str) -> None:
    screen.resize(1280, 800)
    board = load_board(name)
    view = Viewport((board.width, board.height), (0.0, 61.0), (875.0, 683.0))
    radius = px(18)
    places = {territory.id: view.to_screen(territory.label) for territory in board.territories}
    discs = tuple((*at, radius) for at in places.values())
    ids = {territory.name: territory.id for territory in board.territories}
    named = list(territory_names(board, view, discs, []))
    for words, at in named:
        size = size_of(words, bold=False)
        gaps = {id: gap(place, at, size) for id, place in places.items()}
        assert min(gaps, key=gaps.__getitem__) == ids[words.replace("\n", " ")]
        assert min(gaps.values()) >= radius - px(GRAZING), f"{words!r} is covered by a disc"
    assert len(named) >= WIDE[name]

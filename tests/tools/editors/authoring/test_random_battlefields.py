"""Whatever is drawn: a battlefield without mistakes is one that can lie on a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.rogue.battlefield import Battlefield
from companion.tools.editors.authoring.battlefield_builder import BattlefieldBuilder
from tests.tools.editors.random_fields import impossible, judged

SIDES = [f"{number}{side}" for number in range(1, 7) for side in "AB"]
QUARTERS = [[(x, y), (x + 50, y), (x + 50, y + 50), (x, y + 50)] for x in (0, 50) for y in (0, 50)]
HALVES = [[(x, 0), (x + 50, 0), (x + 50, 100), (x, 100)] for x in (0, 50)]
ODD = [
    [(0, 0), (50, 50), (50, 0), (0, 50)],  # a bow tie
    [(0, 0), (50, 0), (100, 0)],  # a line
    [(20, 20), (80, 20), (80, 80), (20, 80)],
    [(0, 0), (100, 0), (100, 20), (20, 20), (20, 100), (0, 100)],
    [(0, 40), (100, 40), (100, 60), (0, 60)],
]

Laid = list[tuple[str, int, list[list[tuple[int, int]]], int]]
"""Tiles as they are laid: side, column, outlines, and how far the finger is off."""

outlines = st.one_of(
    st.just(QUARTERS),
    st.just(HALVES),
    st.lists(st.sampled_from([*QUARTERS, *HALVES, *ODD]), min_size=1, max_size=4),
)
off = st.sampled_from([0, 0, 0, -3, 2])  # a finger is not exact
tiles = st.lists(st.tuples(st.sampled_from(SIDES), st.integers(0, 2), outlines, off), min_size=1, max_size=3)
starts = st.lists(st.tuples(st.integers(0, 7), st.integers(1, 3)), min_size=1, max_size=5)
"""Number of a zone, and the player who starts there."""
waters = st.sampled_from([(), (), (0,), (1,), (0, 3)])
"""Numbers of zones of water."""


def built(laid: Laid, players: list[tuple[int, int]], water: tuple[int, ...]) -> Battlefield | None:
    """Lay a battlefield out as the editor does; None if the editor finds a mistake."""
    builder = BattlefieldBuilder()
    for side, column, polygons, off in laid:
        if not builder.add_tile(side, (column, 0)).allowed:
            continue
        for polygon in polygons:
            assert builder.add_zone(side, [(x + off, y + off) for x, y in polygon])[1].allowed
    zones = list(builder.field.zones)
    for number, player in [(1, 1), (2, 2), *players]:
        builder.set_start(zones[number % len(zones)], player)
    for number in water:
        builder.set_terrain(zones[number % len(zones)], "water", on=True)
    builder.link_adjacent()
    return None if builder.check() else builder.field


@pytest.mark.slow
@pytest.mark.rule("RG-SCN")
@given(laid=tiles, players=starts, water=waters)
def test_no_impossible_battlefield_is_ready(
    laid: Laid, players: list[tuple[int, int]], water: tuple[int, ...]
) -> None:
    field = built(laid, players, water)
    assert field is None or not impossible(field)


def test_the_tests_own_idea_of_impossible_notices_what_it_should() -> None:
    builder = BattlefieldBuilder()
    builder.add_tile("1A", (0, 0))
    for player, polygon in enumerate(HALVES, 1):
        zone, _ = builder.add_zone("1A", polygon)
        builder.set_start(zone, player)
    assert impossible(builder.field) == {"starts that never meet"}
    builder.link_adjacent()
    assert not impossible(builder.field)
    builder.add_zone("1A", HALVES[0])
    assert impossible(builder.field) == {"overlap"}


@pytest.mark.every(4)
@pytest.mark.parametrize("seed", range(40))
def test_a_field_drawn_by_chance_is_judged_and_undone(seed: int) -> None:
    """Ten thousand of them: tests/trials/test_random_fields.py."""
    assert judged(seed) == ""

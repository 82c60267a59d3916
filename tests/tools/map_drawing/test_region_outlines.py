"""Outlines of labelled pictures: every pixel in its region, every border the same from both sides."""

from itertools import pairwise

import numpy as np
import pytest

from companion.tools.map_drawing.region_outlines import Labels, outlines, signed_area, touching

BLOCKS = {
    "one square": (["....", ".11.", ".11.", "...."], {1: ([4.0], 0)}),
    "two side by side": (["1122", "1122", "1122"], {1: ([6.0], 0), 2: ([6.0], 0)}),
    "a lake": (["11111"] * 3 + ["1...1"] * 3 + ["11111"] * 3, {1: ([36.0], 1)}),
    "an island in a lake": (
        ["1" * 9] * 3 + ["1" * 3 + "222" + "1" * 3] * 3 + ["1" * 9] * 3,
        {1: ([72.0], 1), 2: ([9.0], 0)},
    ),
    "two islands": (["111...11", "111...11", "111...11", "111...11"], {1: ([12.0, 8.0], 0)}),
    "corners that touch": (
        ["111...", "111...", "111...", "...111", "...111", "...111"],
        {1: ([9.0, 9.0], 0)},
    ),
}


def picture(rows: list[str]) -> Labels:
    """A picture from rows of digits, enlarged three times; a dot is sea."""
    small = np.array([[0 if each == "." else int(each) for each in row] for row in rows], np.int32)
    return np.kron(small, np.ones((3, 3), np.int32)).astype(np.int32)


@pytest.mark.parametrize("name", BLOCKS)
def test_polygons_and_holes(name: str) -> None:
    rows, wanted = BLOCKS[name]
    found = outlines(picture(rows))
    assert set(found) == set(wanted)
    for label, (areas, holes) in wanted.items():
        polygons = found[label]
        assert [sum(map(signed_area, rings)) / 9 for rings in polygons] == areas
        assert sum(len(rings) - 1 for rings in polygons) == holes


def sides(label: int, drawn: dict[int, list[list[list[tuple[float, float]]]]]) -> set[tuple[object, object]]:
    return {side for rings in drawn[label] for ring in rings for side in pairwise((*ring, ring[0]))}


def random_picture(seed: int) -> Labels:
    chance = np.random.default_rng(seed)
    sites = chance.uniform(0, 120, (14, 2))
    rows, columns = np.mgrid[:120, :120]
    labels = ((rows[..., None] - sites[:, 0]) ** 2 + (columns[..., None] - sites[:, 1]) ** 2).argmin(axis=2)
    return np.where(labels < 11, labels + 1, 0).astype(np.int32)


@pytest.mark.parametrize("seed", range(8))
def test_neighbours_share_their_border_point_for_point(seed: int) -> None:
    labels = random_picture(seed)
    drawn = outlines(labels)
    for one, other in touching(labels, 8):
        assert {side[::-1] for side in sides(one, drawn)} & sides(other, drawn), (one, other)


@pytest.mark.parametrize("seed", range(8))
def test_areas_are_kept_but_for_the_stairs_of_pixels(seed: int) -> None:
    labels = random_picture(seed)
    for label, polygons in outlines(labels).items():
        area = sum(signed_area(ring) for rings in polygons for ring in rings)
        assert area == pytest.approx((labels == label).sum(), rel=0.1, abs=20)


def test_what_touches_at_a_corner_is_no_neighbour() -> None:
    assert touching(picture(["12", "34"]), 2) == {(1, 2), (1, 3), (2, 4), (3, 4)}
    assert touching(picture(["1.", ".2"]), 1) == set()

"""Random fields drawn in the battlefield editor, and whether anybody could play on them.

What is impossible is judged by other means than in companion/games/rogue/battlefield_check.py: outlines on a
raster, crossings by orientation, ways by joining.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.rogue.battlefield import Battlefield, Zone
from companion.tools.editors.battlefield_draft import BattlefieldDraft

Corners = list[tuple[float, float]]

GRAIN = 4
"""Pixels of the raster for one tile unit."""
LEAST_AREA = 24.0
"""Square tile units: a smaller zone holds no figure."""
DEEP = 6.0
"""Tile units: two zones that share a spot this far inside both are on top of each other."""
SHARED = 0.5
"""Share of the smaller zone that lies in the other one: more, and they are on top of each other."""
STARTS, PLAYERS = 3, 4
"""Most start zones of one player, and most players: the box has twelve tokens."""


def drawn_field(seed: int) -> BattlefieldDraft:
    """Draw a field as fingers do: mostly well, and often with one fault or two; each change can be undone."""
    random = Random(seed)
    draft = BattlefieldDraft()
    for _ in range(random.randint(1, 4)):
        tile = f"{random.randint(1, 6)}{random.choice('AB')}"
        squares = draft.free_squares()
        if draft.builder.add_tile(tile, random.choice(squares), random.randrange(4)).allowed:
            draft.remember()
            for corners in _cut(random):
                draft.draw_zone(tile, _spoilt(random, corners))
                draft.remember()
    for _ in _dressed(random, draft):
        draft.remember()
    return draft


def _cut(random: Random) -> list[Corners]:
    """Cut a tile into two to nine zones; their corners are a finger's breadth off."""
    columns, rows = random.randint(1, 3), random.randint(1, 3)
    xs = [0.0, *sorted(random.uniform(15, 85) for _ in range(columns - 1)), 100.0]
    ys = [0.0, *sorted(random.uniform(15, 85) for _ in range(rows - 1)), 100.0]
    zones = [
        [(left, low), (right, low), (right, high), (left, high)]
        for left, right in pairwise(xs)
        for low, high in pairwise(ys)
    ]
    return zones + ([random.choice(zones)] if random.random() < 0.06 else [])


def _spoilt(random: Random, corners: Corners) -> Corners:
    """Move the corners a little, and spoil one outline in fifty."""
    moved = [(_on_tile(x + random.gauss(0, 0.6)), _on_tile(y + random.gauss(0, 0.6))) for x, y in corners]
    fault = random.random()
    if fault < 0.005:  # a bow tie
        moved[1], moved[2] = moved[2], moved[1]
    elif fault < 0.01:  # no area
        moved = [moved[0], moved[1], ((moved[0][0] + moved[1][0]) / 2, moved[0][1])]
    elif fault < 0.015:  # over its neighbours
        moved = [(_on_tile(1.6 * x - 30), _on_tile(1.6 * y - 30)) for x, y in moved]
    elif fault < 0.02:  # one corner dragged anywhere
        moved[random.randrange(len(moved))] = (random.uniform(0, 100), random.uniform(0, 100))
    return moved


def _on_tile(value: float) -> float:
    return round(min(max(value, 0.0), 100.0), 1)


def _dressed(random: Random, draft: BattlefieldDraft) -> Iterator[Any]:
    """Put ground, cover, start zones and links on the zones, one change after the other."""
    zones = list(draft.field.zones)
    for zone in zones:
        if random.random() < 0.06:
            yield draft.builder.set_terrain(zone, "water", on=True)
        if random.random() < 0.2:
            yield draft.builder.set_cover(zone, random.choice((1, 1, 1, 8)))
    players = random.choice((1, 2, 2, 2, 2, 2, 3, 3, 3, 4))
    wanted = [
        player for player in range(1, players + 1) for _ in range(random.choice((1, 1, 1, 1, 1, 1, 2, 2, 4)))
    ]
    if random.random() < 0.1:
        wanted = [player + 1 for player in wanted if player < PLAYERS]
    for zone, player in zip(random.sample(zones, len(zones)), wanted, strict=False):
        yield draft.builder.set_start(zone, player)
    for _ in range(random.choice((0, 0, 1, 3)) if len(zones) > 1 else 0):
        yield draft.toggle_link(*random.sample(zones, 2))


def judged(seed: int) -> str:
    """Draw a field and return what the editor does wrong: calls it ready, or takes no change back."""
    draft = drawn_field(seed)
    why = impossible(draft.field)
    if why and not draft.problems().reasons:
        return f"seed {seed}: ready, but {', '.join(sorted(why))}"
    states = [field for field, _ in draft.before]
    undone = [draft.field for _ in states if draft.undo()]
    return "" if undone == states[::-1] and not undone[-1].tiles else f"seed {seed}: undo leads elsewhere"


def impossible(field: Battlefield) -> set[str]:
    """Return why nobody can play on a field, in words for the table; empty if everything is right."""
    return {*_wrong_tiles(field), *_wrong_outlines(field), *_wrong_starts(field), *_wrong_ways(field)}


def _wrong_tiles(field: Battlefield) -> Iterator[str]:
    if len({tile.id[:-1] for tile in field.tiles}) < len(field.tiles):
        yield "both sides of a tile"
    if len({tile.at for tile in field.tiles}) < len(field.tiles):
        yield "two tiles on one square"
    if not field.tiles or not all(tile.zones for tile in field.tiles):
        yield "a tile without zones"
    if sum(zone.cover for zone in field.zones.values()) > 17:
        yield "too much cover"


def _wrong_outlines(field: Battlefield) -> Iterator[str]:
    for tile in field.tiles:
        rasters = [_raster(zone) for zone in tile.zones]
        for zone, raster in zip(tile.zones, rasters, strict=True):
            if raster.sum() < LEAST_AREA * GRAIN**2:
                yield "no area"
            if _is_bow_tie(zone):
                yield "a bow tie"
        for one, other in combinations(rasters, 2):
            both = one & other
            depth = cv2.distanceTransform(both, cv2.DIST_L2, 5).max()
            if both.sum() > SHARED * max(min(one.sum(), other.sum()), 1) or depth > DEEP * GRAIN:
                yield "overlap"


def _raster(zone: Zone) -> NDArray[np.uint8]:
    """Return the zone as ones on a raster of its tile, with a rim of nothing."""
    side = int(100 * GRAIN) + 3
    raster = np.zeros((side, side), np.uint8)
    if zone.polygon:
        cv2.fillPoly(raster, [np.round(np.array(zone.polygon) * GRAIN).astype(np.int32) + 1], (1,))
    # The rim of a filled polygon is drawn too: half a pixel outwards.
    return np.asarray(cv2.erode(raster, np.ones((2, 2), np.uint8)), np.uint8)


def _is_bow_tie(zone: Zone) -> bool:
    corners = zone.polygon
    edges = list(zip(corners, (*corners[1:], *corners[:1]), strict=True))
    return any(
        _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0
        for (a, b), (c, d) in combinations(edges, 2)
    )


def _side(a: tuple[float, float], b: tuple[float, float], point: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _wrong_starts(field: Battlefield) -> Iterator[str]:
    starts = Counter(zone.start for zone in field.zones.values() if zone.start)
    if len(starts) < 2 or max(starts) != len(starts):
        yield "players without a start"
    if max(starts.values(), default=0) > STARTS:
        yield "too many start zones"
    if any(zone.start and "water" in zone.terrain for zone in field.zones.values()):
        yield "a start in water"


def _wrong_ways(field: Battlefield) -> Iterator[str]:
    """Join the linked dry zones to parts, as in union-find; all starts must be in one."""
    part = {zone: zone for zone, facts in field.zones.items() if "water" not in facts.terrain}
    for zone, facts in field.zones.items():
        for near in facts.neighbours:
            if zone in part and near in part and part[zone] != part[near]:
                old, new = part[zone], part[near]
                part = {name: new if where == old else where for name, where in part.items()}
            here, there = field.home[zone].at, field.home[near].at
            if abs(here[0] - there[0]) + abs(here[1] - there[1]) > 1:
                yield "a link over a corner"
    if len({part[zone] for zone, facts in field.zones.items() if facts.start and zone in part}) > 1:
        yield "starts that never meet"

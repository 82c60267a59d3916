"""Random boards for tests and trials: Voronoi regions of random points, with some sea."""

import random
from math import dist

import numpy as np
from numpy.typing import NDArray

from companion.games.boards.board_files import BoardFile
from companion.games.boards.elements import ContinentFacts, TerritoryFacts, Tint
from companion.tools.map_drawing.region_board import HEIGHT, WIDTH, make_board
from companion.tools.map_drawing.region_outlines import Labels

TINTS: tuple[Tint, ...] = ("yellow", "red", "blue", "brown", "green", "purple", "teal")
PIXEL = 10
"""Canvas units a pixel."""
EVENING_OUT = 3
"""Rounds of Lloyd's algorithm (1982), which makes the regions nearly equal in size."""


def random_board(chance: random.Random, territories: int) -> BoardFile:
    """Return a connected board of so many territories, in continents of about six."""
    sites = _sites(chance, territories + max(1, territories // 6))
    labels = _regions(sites)
    sea = chance.sample(range(len(sites)), len(sites) - territories)
    lands = [number for number in range(len(sites)) if number not in sea]
    numbers = np.zeros(len(sites), np.int32)
    numbers[lands] = np.arange(1, len(lands) + 1)
    facts = [TerritoryFacts(id=f"p{n + 1}", name=f"Place {n + 1}", continent="") for n in range(territories)]
    groups = _continents(chance, sites[lands])
    facts = [
        TerritoryFacts(id=each.id, name=each.name, continent=f"c{group + 1}")
        for each, group in zip(facts, groups, strict=True)
    ]
    continents = [
        ContinentFacts(id=f"c{n + 1}", name=f"Continent {n + 1}", bonus=0, colour=TINTS[n % len(TINTS)])
        for n in sorted(set(groups))
    ]
    made = make_board(f"Random {territories}", numbers[labels], facts, continents)
    ways = _missing_ways(made, {each.id: tuple(site) for each, site in zip(facts, sites[lands], strict=True)})
    return make_board(made.name, numbers[labels], facts, continents, sea=ways) if ways else made


def _sites(chance: random.Random, number: int) -> NDArray[np.float64]:
    sites = np.array([(chance.uniform(0, WIDTH), chance.uniform(0, HEIGHT)) for _ in range(number)])
    for _ in range(EVENING_OUT):
        labels = _regions(sites)
        rows, columns = np.mgrid[: labels.shape[0], : labels.shape[1]]
        count = np.maximum(1, np.bincount(labels.ravel(), minlength=number))
        x = np.bincount(labels.ravel(), columns.ravel(), number) / count * PIXEL
        y = np.bincount(labels.ravel(), rows.ravel(), number) / count * PIXEL
        sites = np.stack([x, y], axis=1)
    return sites


def _regions(sites: NDArray[np.float64]) -> Labels:
    rows, columns = np.mgrid[: HEIGHT // PIXEL, : WIDTH // PIXEL]
    distance = np.stack([(columns * PIXEL - x) ** 2 + (rows * PIXEL - y) ** 2 for x, y in sites])
    labels: Labels = distance.argmin(axis=0).astype(np.int32)
    return labels


def _continents(chance: random.Random, sites: NDArray[np.float64]) -> list[int]:
    """Give each site to the nearest of some of them."""
    heads = sites[chance.sample(range(len(sites)), max(1, len(sites) // 6))]
    nearest = np.hypot(*(sites[:, None] - heads).transpose(2, 0, 1)).argmin(axis=1)
    return [int(each) for each in nearest]


def _missing_ways(board: BoardFile, sites: dict[str, tuple[float, float]]) -> list[tuple[str, str]]:
    """Return the shortest lines that join all parts of a board (Kruskal 1956)."""
    part = {each: each for each in sites}

    def root(each: str) -> str:
        while part[each] != each:
            each = part[each]
        return each

    for link in board.links:
        part[root(link.a)] = root(link.b)
    apart = ((a, b) for a in sites for b in sites if a < b and root(a) != root(b))
    pairs = sorted(apart, key=lambda pair: dist(sites[pair[0]], sites[pair[1]]))
    ways = []
    for a, b in pairs:
        if root(a) != root(b):
            part[root(a)] = root(b)
            ways.append((a, b))
    return ways

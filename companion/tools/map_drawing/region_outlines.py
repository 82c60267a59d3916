"""Outlines of the regions of a labelled picture, so that neighbours share their borders point for point.

The sides between pixels of different labels form a planar graph. It is cut into arcs where three or more
labels meet; each arc is simplified once (Douglas and Peucker 1973) and used by the regions on both its sides.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int32]
"""H x W: the label of each pixel, row 0 at the top; 0 is open sea."""
Vertex = tuple[int, int]
"""A corner of pixels: x to the right and y upwards, from the bottom left of the picture."""
Ring = list[tuple[float, float]]
Rings = dict[int, list[list[Ring]]]
"""For each label its polygons, largest first: lists of rings, first the exterior, counter-clockwise."""

TOLERANCE = 1.1
"""Largest distance between an arc and its simplified form, in pixels: it takes away the stairs of pixels."""

MIN_AREA = 6.0
"""Polygons and holes of a smaller area are left out, in square pixels."""


def outlines(labels: Labels, tolerance: float = TOLERANCE) -> Rings:
    """Return the polygons of every label but 0, in pixels from the bottom left, y upwards."""
    ways = _ways(labels)
    directed: dict[int, list[list[Vertex]]] = defaultdict(list)
    drawn: dict[int, list[Ring]] = defaultdict(list)
    for arc in _arcs(ways):
        left, right = ways[arc[0]][arc[1]]
        if arc[0] == arc[-1]:
            ring = _simplified_ring(arc, tolerance)
            _keep_ring(drawn, left, ring)
            _keep_ring(drawn, right, ring[::-1])
        else:
            directed[left].append(arc)
            directed[right].append(arc[::-1])
    for label, arcs in directed.items():
        for ring in _joined(arcs, tolerance):
            _keep_ring(drawn, label, ring)
    return {label: _polygons(rings) for label, rings in drawn.items() if label and rings}


def touching(labels: Labels, least: int) -> set[tuple[int, int]]:
    """Return pairs of labels, the smaller first, whose common border has at least so many sides of pixels."""
    pairs = [
        np.sort(np.stack([one[one != other], other[one != other]], axis=1), axis=1)
        for one, other in ((labels[:, 1:], labels[:, :-1]), (labels[1:], labels[:-1]))
    ]
    found, counts = np.unique(np.concatenate(pairs), axis=0, return_counts=True)
    return {(int(a), int(b)) for (a, b), count in zip(found, counts, strict=True) if a > 0 and count >= least}


def _ways(labels: Labels) -> dict[Vertex, dict[Vertex, tuple[int, int]]]:
    """Return the sides between labels: from each vertex to each next one, the labels left and right of it."""
    framed = np.pad(labels, 1)
    ways: dict[Vertex, dict[Vertex, tuple[int, int]]] = defaultdict(dict)
    height = labels.shape[0]

    def add(start: Vertex, end: Vertex, left: int, right: int) -> None:
        ways[start][end] = (left, right)
        ways[end][start] = (right, left)

    rows, columns = np.nonzero(framed[:, 1:] != framed[:, :-1])
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        top = height - row + 1  # rows of the frame begin one above the picture
        add((column, top - 1), (column, top), int(framed[row, column]), int(framed[row, column + 1]))
    rows, columns = np.nonzero(framed[1:] != framed[:-1])
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        level = height - row
        above, below = int(framed[row, column]), int(framed[row + 1, column])
        add((column - 1, level), (column, level), above, below)
    return ways


def _arcs(ways: dict[Vertex, dict[Vertex, tuple[int, int]]]) -> Iterator[list[Vertex]]:
    """Cut the graph into arcs between junctions, and rings without a junction (first point repeated)."""
    unused = {(start, end) for start, ends in ways.items() for end in ends}
    junctions = [vertex for vertex, ends in ways.items() if len(ends) != 2]

    def walk(start: Vertex, step: Vertex) -> list[Vertex]:
        arc = [start, step]
        while len(ways[arc[-1]]) == 2 and arc[-1] != start:
            arc.append(next(end for end in ways[arc[-1]] if end != arc[-2]))
        for side in pairwise(arc):
            unused.discard(side)
            unused.discard(side[::-1])
        return arc

    for vertex in junctions:
        for end in ways[vertex]:
            if (vertex, end) in unused:
                yield walk(vertex, end)
    while unused:
        yield walk(*min(unused))


def _simplified(arc: list[Vertex], tolerance: float) -> Ring:
    points = np.array(arc, np.int32).reshape(-1, 1, 2)
    kept = cv2.approxPolyDP(points, tolerance, closed=False).reshape(-1, 2)
    return [(float(x), float(y)) for x, y in kept]


def _simplified_ring(arc: list[Vertex], tolerance: float) -> Ring:
    """Simplify a ring by its halves, so that the result does not depend on where it begins or runs."""
    far = max(range(len(arc)), key=lambda n: abs(arc[n][0] - arc[0][0]) + abs(arc[n][1] - arc[0][1]))
    return _simplified(arc[: far + 1], tolerance)[:-1] + _simplified(arc[far:], tolerance)[:-1]


def _joined(arcs: list[list[Vertex]], tolerance: float) -> Iterator[Ring]:
    """Join arcs of one label, which lies at their left, into rings; where two go on, the left turn does."""
    after: dict[Vertex, list[int]] = defaultdict(list)
    for number, arc in enumerate(arcs):
        after[arc[0]].append(number)
    unused = set(range(len(arcs)))
    while unused:
        number = min(unused)
        ring: Ring = []
        while number in unused:
            unused.discard(number)
            arc = arcs[number]
            forward = arc if arc[0] < arc[-1] else arc[::-1]
            line = _simplified(forward, tolerance)
            ring += (line if forward is arc else line[::-1])[:-1]
            onward = [each for each in after[arc[-1]] if each in unused] or [number]
            number = max(onward, key=lambda each: _left_turn(arc, arcs[each]))
        yield ring


def _left_turn(before: list[Vertex], after: list[Vertex]) -> int:
    """Return how far a way turns at a vertex: 1 to the left, 0 straight on, -1 to the right."""
    (x0, y0), (x1, y1), (x2, y2) = before[-2], before[-1], after[1]
    return (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1)


def _keep_ring(drawn: dict[int, list[Ring]], label: int, ring: Ring) -> None:
    if len(ring) >= 3 and abs(signed_area(ring)) >= MIN_AREA:
        drawn[label].append(ring)


def signed_area(ring: Ring) -> float:
    """Return the area of a ring, positive if it runs counter-clockwise (y upwards)."""
    following = [*ring[1:], *ring[:1]]
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, following, strict=True)) / 2


def _polygons(rings: list[Ring]) -> list[list[Ring]]:
    """Sort rings into polygons, largest first: a clockwise ring is a hole of the smallest one around it."""
    exteriors = sorted((ring for ring in rings if signed_area(ring) > 0), key=signed_area)
    polygons = [[ring] for ring in exteriors]
    for hole in (ring for ring in rings if signed_area(ring) < 0):
        for polygon in polygons:
            if signed_area(polygon[0]) > -signed_area(hole) and _around(polygon[0], hole):
                polygon.append(hole)
                break
    return polygons[::-1]


def _around(exterior: Ring, hole: Ring) -> bool:
    contour = np.array(exterior, np.float32)
    return all(cv2.pointPolygonTest(contour, point, measureDist=False) >= 0 for point in hole)

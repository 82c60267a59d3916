"""Lands as a polygonal coverage: neighbours share every point of their border, without gaps or overlaps.

A coverage is a dict from name to shape. Smoothing changes each border once; then the shapes are rebuilt from
the borders.
"""

from collections.abc import Callable, Iterable
from math import inf

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.strtree import STRtree

Points = NDArray[np.float64]
Coverage = dict[str, BaseGeometry]


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygons of a shape, largest first, without isolated points and lines."""
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]
    return sorted(parts, key=lambda part: -part.area)


def cleaned(coverage: Coverage, gap: float = 0.0) -> Coverage:
    """Return a coverage without overlaps and gaps below `gap`: neighbours share their borders."""
    lands = np.array([MultiPolygon(polygons(shape)) for shape in coverage.values()], dtype=object)
    return dict(zip(coverage, shapely.coverage_clean(lands, gap_width=gap), strict=True))


def mapped(coverage: Coverage, change: Callable[[Points], Points], step: float = inf) -> Coverage:
    """Apply a smooth map of the plane to a coverage; long straight lines first get a point every `step`."""
    dense = {
        name: shape if step == inf else shapely.segmentize(shape, step) for name, shape in coverage.items()
    }
    return cleaned({name: shapely.transform(shape, change) for name, shape in dense.items()})


def bounds(coverage: Coverage) -> Points:
    """Return left, bottom, right and top of all lands."""
    return np.asarray(shapely.total_bounds(list(coverage.values())))


def without_specks(coverage: Coverage, smallest: float) -> Coverage:
    """Remove islands below an area, except the largest polygon of a land, and fill lakes below it."""
    dry = STRtree([part.representative_point() for shape in coverage.values() for part in polygons(shape)])
    kept = {}
    for name, shape in coverage.items():
        largest, *others = polygons(shape)
        parts = [largest, *(part for part in others if part.area >= smallest)]
        kept[name] = MultiPolygon([_without_ponds(part, smallest, dry) for part in parts])
    return kept


def _without_ponds(part: Polygon, smallest: float, dry: STRtree) -> Polygon:
    """Fill the small holes that are water, not those that contain other land."""
    holes = [Polygon(hole) for hole in part.interiors]
    kept = [hole for hole in holes if hole.area >= smallest or len(dry.query(hole, predicate="contains"))]
    return Polygon(part.exterior, [hole.exterior for hole in kept])


def simplified(coverage: Coverage, tolerance: float) -> Coverage:
    """Remove corners with triangles below `tolerance` squared (Visvalingam and Whyatt, 1993)."""
    shapes = shapely.coverage_simplify(np.array(list(coverage.values()), dtype=object), tolerance)
    return dict(zip(coverage, shapes, strict=True))


def smoothed(coverage: Coverage) -> Coverage:
    """Round every corner once by Chaikin's corner cutting (1974), except where borders meet."""
    return _rebuilt([_rounded(line) for line in _borders(coverage)], coverage)


def snapped(coverage: Coverage, grid: float) -> Coverage:
    """Round every point to a grid, so that the coverage stays valid when written with few decimals."""
    lines = shapely.unary_union(_borders(coverage), grid_size=grid)
    return _rebuilt(shapely.get_parts(lines), coverage)


def _borders(coverage: Coverage) -> list[LineString]:
    """Return every coast and border once, split where three lands, or two lands and the sea, meet."""
    lines = shapely.unary_union([shape.boundary for shape in coverage.values()])
    return list(shapely.get_parts(shapely.line_merge(lines)))


def _rebuilt(lines: Iterable[LineString], like: Coverage) -> Coverage:
    """Return the coverage that the lines enclose; a face goes to the land of `like` that covers most."""
    names, shapes = list(like), list(like.values())
    tree = STRtree(shapes)
    faces: dict[str, list[Polygon]] = {name: [] for name in names}
    for face in shapely.get_parts(shapely.polygonize(list(lines))):
        for index in tree.query(face):
            if shapes[index].intersection(face).area > face.area / 2:
                faces[names[index]].append(face)
    return {name: shapely.union_all(parts) for name, parts in faces.items()}


def _rounded(line: LineString) -> LineString:
    points = shapely.get_coordinates(line)
    if line.is_ring:
        cut = _cut_corners(points)
        return LineString(np.vstack([cut, cut[:1]]))
    if len(points) < 3:
        return line
    return LineString(np.vstack([points[:1], _cut_corners(points)[1:-1], points[-1:]]))


def _cut_corners(points: Points) -> Points:
    before, after = points[:-1], points[1:]
    return np.stack([before * 0.75 + after * 0.25, before * 0.25 + after * 0.75], axis=1).reshape(-1, 2)

"""Editing zone outlines: move, add and remove corners, also those of adjacent zones."""

from msgspec.structs import replace

from companion.games.boards.outlines import Point, contains, sides
from companion.games.rogue.battlefield import Tile, Zone
from companion.games.rogue.geometry import crosses_itself, near, on_edge
from companion.referee.ruling import ALLOWED, Ruling, refuse
from companion.tools.editors.authoring.battlefield_builder import BattlefieldBuilder

_RULE = "RG-SCN"


def move_corner(builder: BattlefieldBuilder, tile: str, corner: Point, to: Point) -> Ruling:
    """Move a corner on a tile, in all zones that have the same corner.

    Args:
        builder: the battlefield that is being edited.
        tile: id of the tile.
        corner: the old position of the corner, in tile units.
        to: the new position.
    """
    return _redraw(
        builder,
        tile,
        {
            zone.id: tuple(to if near(point, corner) else point for point in zone.polygon)
            for zone in builder.field.tile(tile).zones
        },
    )


def add_corner(builder: BattlefieldBuilder, tile: str, at: Point) -> Ruling:
    """Make a point on an edge a corner in both zones of the edge."""
    polygons = {}
    for zone in builder.field.tile(tile).zones:
        number = on_edge(at, zone.polygon) if zone.polygon else None
        if number is not None and not any(near(point, at) for point in zone.polygon):
            polygons[zone.id] = (*zone.polygon[: number + 1], at, *zone.polygon[number + 1 :])
    return _redraw(builder, tile, polygons)


def remove_corner(builder: BattlefieldBuilder, zone: str, corner: Point) -> Ruling:
    """Remove a corner from a zone, and from an adjacent zone whose outline bends at it in the same way."""
    before, after = _beside(builder.field.zone(zone), corner)
    tile = builder.field.home[zone]
    polygons = {
        one.id: tuple(point for point in one.polygon if not near(point, corner))
        for one in tile.zones
        if one.id == zone or _bends_along(one, corner, before, after)
    }
    if any(len(polygon) < 3 for polygon in polygons.values()):
        return refuse(_RULE, "A zone needs three corners or more.")
    return _redraw(builder, tile.id, polygons)


def _beside(zone: Zone, corner: Point) -> tuple[Point, Point]:
    """Return the corners before and after a corner."""
    at = next(number for number, point in enumerate(zone.polygon) if near(point, corner))
    return zone.polygon[at - 1], zone.polygon[(at + 1) % len(zone.polygon)]


def _bends_along(zone: Zone, corner: Point, before: Point, after: Point) -> bool:
    """Return whether a zone has the same corner between the same two others."""
    if not any(near(point, corner) for point in zone.polygon):
        return False
    ends = _beside(zone, corner)
    return any(
        near(ends[0], one) and near(ends[1], other) for one, other in ((before, after), (after, before))
    )


def _redraw(builder: BattlefieldBuilder, tile: str, polygons: dict[str, tuple[Point, ...]]) -> Ruling:
    """Set new outlines of zones on a tile, unless one of them would cross itself."""
    known = builder.field.zones
    crossed = [
        zone
        for zone, polygon in polygons.items()
        if polygon != known[zone].polygon and crosses_itself(polygon)
    ]
    if crossed:
        return refuse(_RULE, "The edge of {zone} would cross itself.", zone=builder.field.name(crossed[0]))
    old: Tile = builder.field.tile(tile)
    zones = tuple(_redrawn(zone, polygons.get(zone.id, zone.polygon)) for zone in old.zones)
    tiles = tuple(replace(one, zones=zones) if one is old else one for one in builder.field.tiles)
    builder.field = replace(builder.field, tiles=tiles)
    return ALLOWED


def _redrawn(zone: Zone, polygon: tuple[Point, ...]) -> Zone:
    """Set the outline of a zone; move its figures to the middle if they would be outside."""
    inside = zone.centre is not None and (not polygon or contains(sides(polygon), zone.centre))
    return replace(zone, polygon=polygon, centre=zone.centre if inside else None)

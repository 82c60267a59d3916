"""Checks that a battlefield passes before a game can use it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from companion.external_files.typed_toml import Problem
from companion.games.boards.outlines import area
from companion.games.rogue.battlefield import MAX_STARTS, PLAYERS, Battlefield, Tile, Zone
from companion.games.rogue.geometry import MIN_AREA, MIN_WIDTH, TILE, crosses_itself, meeting, overlap, width
from companion.locale.messages import gettext
from companion.referee.questions import END

ZONE_ID = re.compile(r"[a-z0-9][a-z0-9-]*")
TILE_ID = re.compile(r"[1-9][0-9]?[AB]")
COVER_TOKENS = 17
MIN_CORNERS = 3


def problems(field: Battlefield) -> tuple[Problem, ...]:
    """List all errors in a battlefield, each with its place in the file."""
    checks = (_tiles, _zones, _outlines, _links, _starts, _ways, _cover)
    return tuple(problem for check in checks for problem in check(field))


def _tiles(field: Battlefield) -> Iterator[Problem]:
    if not field.tiles:
        yield Problem("$", "there is no tile")
    for number, tile in enumerate(field.tiles):
        here = f"$.tile[{number}]"
        if not TILE_ID.fullmatch(tile.id):
            yield Problem(f"{here}.id", "{tile} is no tile: number and side, such as 2A", tile=repr(tile.id))
        if tile.id in [other.id for other in field.tiles[:number]]:
            yield Problem(f"{here}.id", "two tiles are called {tile}", tile=repr(tile.id))
        elif back := other_side(tile.id, field.tiles[:number]):
            yield Problem(
                f"{here}.id", "{back} and {tile} are two sides of one tile", back=back, tile=tile.id
            )
        if tile.at in [other.at for other in field.tiles[:number]] or min(tile.at) < 0:
            yield Problem(
                f"{here}.at",
                "tile {tile} cannot lie at {place}: taken, or below 0",
                tile=tile.id,
                place=list(tile.at),
            )
        if not tile.zones:
            yield Problem(here, "tile {tile} has no zone", tile=tile.id)


def other_side(id: str, tiles: Iterable[Tile]) -> str:
    """Return the tile of which this would be the other side, or an empty string: 2B is the back of 2A."""
    return next((tile.id for tile in tiles if tile.id[:-1] == id[:-1] and tile.id != id), "")


def places(field: Battlefield) -> Iterator[tuple[str, Tile, Zone]]:
    """Yield all zones, each with its place in the file."""
    for number, tile in enumerate(field.tiles):
        for index, zone in enumerate(tile.zones):
            yield f"$.tile[{number}].zone[{index}]", tile, zone


def _zones(field: Battlefield) -> Iterator[Problem]:
    seen: set[str] = set()
    for here, tile, zone in places(field):
        if not ZONE_ID.fullmatch(zone.id) or zone.id == END:
            yield Problem(
                f"{here}.id",
                "{zone} is no id for a zone: small letters, figures and dashes",
                zone=repr(zone.id),
            )
        if zone.id in seen:
            yield Problem(f"{here}.id", "two zones are called {zone}", zone=repr(zone.id))
        seen.add(zone.id)
        if not 0 <= zone.start <= PLAYERS:
            yield Problem(
                f"{here}.start", "{zone}: there is no player {player}", zone=zone.id, player=zone.start
            )
        if zone.polygon and len(zone.polygon) < MIN_CORNERS:
            yield Problem(f"{here}.polygon", "{zone}: a polygon has three corners or more", zone=zone.id)
        if any(not 0 <= value <= TILE for point in zone.polygon for value in point):
            yield Problem(
                f"{here}.polygon",
                "{zone}: a corner lies off tile {tile} (0 to {most:g})",
                zone=zone.id,
                tile=tile.id,
                most=TILE,
            )


def _outlines(field: Battlefield) -> Iterator[Problem]:
    """Every zone is a place of its own: with room for figures, and nowhere on top of another."""
    for number, tile in enumerate(field.tiles):
        drawn = [(index, zone) for index, zone in enumerate(tile.zones) if len(zone.polygon) >= MIN_CORNERS]
        for index, zone in drawn:
            here = f"$.tile[{number}].zone[{index}].polygon"
            if crosses_itself(zone.polygon):
                yield Problem(here, "the outline of {zone} crosses itself", zone=zone.id)
            elif area(zone.polygon) < MIN_AREA or width(zone.polygon) < MIN_WIDTH:
                yield Problem(here, "{zone} has no room for figures", zone=zone.id)
        for (_, one), (index, zone) in combinations(drawn, 2):
            if overlap(one.polygon, zone.polygon):
                yield Problem(
                    f"$.tile[{number}].zone[{index}].polygon",
                    "{zone} and {other} overlap",
                    zone=one.id,
                    other=zone.id,
                )


def _links(field: Battlefield) -> Iterator[Problem]:
    for here, tile, zone in places(field):
        for other in zone.neighbours:
            text = _link(field, tile, zone, other)
            if text:
                yield Problem(f"{here}.neighbours", text)


def _link(field: Battlefield, tile: Tile, zone: Zone, other: str) -> str:
    """Return what is wrong with one link, or an empty string."""
    if other not in field.zones:
        return gettext("{zone} is linked to {other}, which is no zone", zone=zone.id, other=repr(other))
    if other == zone.id:
        return gettext("{zone} is linked to itself", zone=zone.id)
    if zone.id not in field.zones[other].neighbours:
        return gettext("{zone} is linked to {other}, but {other} not to {zone}", zone=zone.id, other=other)
    return diagonal(field, zone.id, other) if zone.id < other or tile is not field.home[other] else ""


def diagonal(field: Battlefield, one: str, other: str) -> str:
    """RG-MOV-4: return why two zones cannot be linked diagonally, or an empty string."""
    here, there = field.home[one], field.home[other]
    if here is not there and there.id not in field.next_tiles(here.id):
        return gettext(
            "{zone} on tile {tile} and {other} on tile {tile_there} are not on tiles side by side",
            zone=one,
            tile=here.id,
            other=other,
            tile_there=there.id,
        )
    drawn = field.zones[one].polygon and field.zones[other].polygon
    if drawn and meeting(field.outline(one), field.outline(other)) == "corner":
        return gettext("{zone} and {other} meet only at a corner", zone=one, other=other)
    return ""


def _starts(field: Battlefield) -> Iterator[Problem]:
    numbers = {zone.start for zone in field.zones.values() if zone.start}
    if not numbers:
        yield Problem("$", "there is no start zone")
    elif len(numbers) < 2 or numbers != set(range(1, len(numbers) + 1)):
        listed = ", ".join(map(str, sorted(numbers)))
        yield Problem(
            "$", "there are start zones for players {players}, not for 1, 2 and so on", players=listed
        )
    for player in sorted(numbers):
        count = sum(zone.start == player for zone in field.zones.values())
        if count > MAX_STARTS:
            yield Problem(
                "$",
                "player {player} has {count} start zones, not 1 to {most}",
                player=player,
                count=count,
                most=MAX_STARTS,
            )
    for here, _, zone in places(field):
        if zone.start and "water" in zone.terrain:
            yield Problem(f"{here}.start", "{zone} is water: no squad can start there", zone=zone.id)


def _ways(field: Battlefield) -> Iterator[Problem]:
    """RG-MOV-5: squads do not enter water; those of all players can reach each other on land."""
    starts = [zone.id for zone in field.zones.values() if zone.start and "water" not in zone.terrain]
    apart = unreachable(field, starts)
    if apart:
        yield Problem("$", "no way on land leads from {zone} to {other}", zone=starts[0], other=apart[0])


def unreachable(field: Battlefield, zones: Sequence[str]) -> list[str]:
    """Return those of some zones that no way on land joins to the first of them."""
    found, edge = set(zones[:1]), list(zones[:1])
    while edge:
        near = field.zones[edge.pop()].neighbours
        fresh = {
            zone for zone in near if zone in field.zones and "water" not in field.zones[zone].terrain
        } - found
        found |= fresh
        edge += fresh
    return [zone for zone in zones if zone not in found]


def _cover(field: Battlefield) -> Iterator[Problem]:
    total = sum(zone.cover for zone in field.zones.values())
    if total > COVER_TOKENS:
        yield Problem("$", "there are {most} cover tokens, not {count}", most=COVER_TOKENS, count=total)
    for here, _, zone in places(field):
        if not 0 <= zone.cover <= COVER_TOKENS:
            yield Problem(
                f"{here}.cover",
                "{zone}: there are {most} cover tokens, not {count}",
                zone=zone.id,
                most=COVER_TOKENS,
                count=zone.cover,
            )

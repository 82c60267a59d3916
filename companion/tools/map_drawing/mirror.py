"""The drawing of the StarCraft board: the classic one mirrored left to right, with its own names."""

from companion.games.boards.board_files import BoardFile, Coordinates, Drawing, Shape
from companion.games.boards.elements import Point
from companion.tools.map_drawing.world import WORLD

NAMES = WORLD.starcraft


def mirrored(drawing: Drawing, facts: BoardFile) -> Drawing:
    """Return the classic drawing mirrored left to right, with the names of the StarCraft board."""
    width = drawing.width
    lines = dict(
        _crossing(pair, [_across(line, width) for line in lines]) for pair, lines in drawing.sea_links.items()
    )
    pairs = [f"{link.a} {link.b}" for link in facts.links]
    classic = {new: old for old, new in NAMES.territories.items()}
    return Drawing(
        width=width,
        height=drawing.height,
        disc_radius=drawing.disc_radius,
        continents={NAMES.continents[old]: _beyond(at, width) for old, at in drawing.continents.items()},
        sea_links={pair: lines[pair] for pair in pairs if pair in lines},
        territories={
            item.id: _turned(drawing.territories[classic[item.id]], width) for item in facts.territories
        },
    )


def _crossing(pair: str, lines: list[Coordinates]) -> tuple[str, list[Coordinates]]:
    """Return names and lines of a link in the order of its new names; the link round the world has two."""
    a, b = (NAMES.territories[old] for old in pair.split())
    if a < b:
        return f"{a} {b}", lines
    turned = lines[::-1] if len(lines) > 1 else [_backwards(line) for line in lines]
    return f"{b} {a}", turned


def _turned(shape: Shape, width: float) -> Shape:
    """Mirror a shape and reverse every ring, so that outlines still run counter-clockwise."""
    rings = [[_backwards(_across(ring, width)) for ring in polygon] for polygon in shape.polygons]
    return Shape(label=_beyond(shape.label, width), polygons=rings)


def _across(numbers: Coordinates, width: float) -> Coordinates:
    return [round(width - number, 1) if index % 2 == 0 else number for index, number in enumerate(numbers)]


def _backwards(numbers: Coordinates) -> Coordinates:
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    return [number for point in reversed(points) for number in point]


def _beyond(point: Point, width: float) -> Point:
    return (round(width - point[0], 1), point[1])

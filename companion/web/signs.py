"""Icons for the pages: emblems of seats and map icons, as SVG paths from the screen's shapes."""

from collections.abc import Iterable
from functools import cache

import msgspec

from companion.icons.emblems import EMBLEM_SHAPES, Point, filled_groups
from companion.icons.map_icon_shapes import MAP_ICON_NAMES, MAP_ICON_SHAPES


@cache
def signs() -> bytes:
    """Return ``{"emblems": {name: icon}, "marks": {name: icon}}`` as JSON.

    An icon has paths, each filled separately, in a circle of radius 100, y down; a map icon also has
    colours and a name.
    """
    emblems = {name: {"paths": [_path(group) for group in filled_groups(name)]} for name in EMBLEM_SHAPES}
    marks = {
        name: {
            "paths": [_path([outline]) for outline in shape.outlines],
            "fill": f"#{shape.fill}",
            "line": f"#{shape.line}",
            "name": MAP_ICON_NAMES.get(name, name.capitalize().replace("-", " ")),
        }
        for name, shape in MAP_ICON_SHAPES.items()
    }
    return msgspec.json.encode({"emblems": emblems, "marks": marks})


def _path(outlines: Iterable[list[Point]]) -> str:
    return "".join(
        f"M{'L'.join(f'{x * 100:.0f} {-y * 100:.0f}' for x, y in outline)}Z" for outline in outlines
    )

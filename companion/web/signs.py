"""Icons for the pages: emblems of seats and map icons, as SVG paths from the screen's sheets."""

from functools import cache
from typing import Any

from companion.icons.sheets import Icon, icon_sheet, path_of
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH

UNITS = 100


@cache
def signs() -> bytes:
    """Return ``{"emblems": {name: icon}, "marks": {name: icon}}`` as JSON.

    An icon has paths, each filled separately, in a circle of radius 100, y down; a map icon also has
    colours and a name.
    """
    emblems = {icon.id: _paths(icon) for icon in icon_sheet("emblems").values()}
    marks = {
        icon.id: {
            **_paths(icon),
            "fill": f"#{icon.fill}",
            "line": f"#{icon.line}",
            "name": icon.name or icon.id.capitalize().replace("-", " "),
        }
        for icon in icon_sheet("marks").values()
    }
    return encode_in({"emblems": emblems, "marks": marks}, ENGLISH)


def _paths(icon: Icon) -> dict[str, Any]:
    return {"paths": [path_of(shape, UNITS) for shape in icon.shapes]}

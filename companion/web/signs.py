"""Icons for the pages: emblems of seats and map icons, as SVG paths from the screen's sheets."""

from typing import Any

from companion.icons.sheets import Icon, icon_sheet, path_of
from companion.locale import catalogue as catalogues
from companion.locale.catalogue import encode_in
from companion.locale.messages import gettext

UNITS = 100
EMBLEMS = {
    "star": gettext("star"),
    "anchor": gettext("anchor"),
    "tower": gettext("tower"),
    "leaf": gettext("leaf"),
    "crown": gettext("crown"),
    "bolt": gettext("bolt"),
    "wave": gettext("wave"),
    "sun": gettext("sun"),
    "moon": gettext("moon"),
    "shield": gettext("shield"),
}
"""The names of the emblems."""


def signs(language: str) -> bytes:
    """Return ``{"emblems": {name: icon}, "marks": {name: icon}}`` as JSON.

    An icon has paths, each filled separately, in a circle of radius 100, y down; a map icon also has
    colours, and an emblem a name in this language.
    """
    emblems = {icon.id: {**_paths(icon), "name": EMBLEMS[icon.id]} for icon in icon_sheet("emblems").values()}
    marks = {
        icon.id: {
            **_paths(icon),
            "fill": f"#{icon.fill}",
            "line": f"#{icon.line}",
        }
        for icon in icon_sheet("marks").values()
    }
    return encode_in({"emblems": emblems, "marks": marks}, catalogues.catalogue(language))


def _paths(icon: Icon) -> dict[str, Any]:
    return {"paths": [path_of(shape, UNITS) for shape in icon.shapes]}

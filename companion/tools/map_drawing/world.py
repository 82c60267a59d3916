"""The tables of the drawn world, `world.toml`: lands, cuts, lakes, lenses, names of the mirrored board."""

from pathlib import Path

import msgspec
from msgspec import Struct

Place = tuple[float, float]
"""Longitude and latitude in degrees, or a point in canvas units."""

NOWHERE = "nowhere"
"""The name for land that is not on the board."""

WIDTH, HEIGHT = 1600, 1180
MARGIN = 16
"""Size and margin of the canvas: the aspect ratio of the board on the 800 x 480 screen (520 x 384)."""


class Cut(Struct, frozen=True):
    """The part of a land inside a ring, and the territory it goes to."""

    to: str
    ring: tuple[Place, ...]


class Divided(Struct, frozen=True):
    """A country, or a territory of provinces, that is cut; `rest` gets what the cuts leave."""

    land: str
    rest: str
    cuts: tuple[Cut, ...]


class Projection(Struct, frozen=True):
    """The compromise projection; `stretch` is the height of a degree by latitude."""

    central_meridian: float
    convergence: float
    stretch: tuple[Place, ...]


class FisheyeLens(Struct, frozen=True):
    """A fisheye lens on the map: a magnification that decreases with the distance from its centre.

    Attributes:
        name: the enlarged region.
        centre: longitude and latitude, in degrees.
        reach: distances at which its effect falls to 1/e, in canvas units before framing (degrees at the
            equator).
        strength: enlargement at the centre.
    """

    name: str
    centre: Place
    reach: Place
    strength: float


class Island(Struct, frozen=True):
    """An island that is drawn without distortion.

    Attributes:
        scale: canvas units for a degree of latitude.
        shift: right and up from its projected position, in canvas units.
    """

    scale: float
    shift: Place


class MirrorNames(Struct, frozen=True):
    """The names of the mirrored board, by the names of the classic one."""

    territories: dict[str, str]
    continents: dict[str, str]


class World(Struct, frozen=True):
    """All tables; `world.toml` says what each means."""

    lakes: tuple[Place, ...]
    round_the_world: tuple[str, str]
    countries: dict[str, tuple[str, ...]]
    provinces: dict[str, tuple[str, ...]]
    divided: tuple[Divided, ...]
    parts: dict[str, str]
    continents: dict[str, Place]
    ferries: dict[str, Place]
    projection: Projection
    lenses: tuple[FisheyeLens, ...]
    islands: dict[str, Island]
    starcraft: MirrorNames


WORLD = msgspec.toml.decode(Path(__file__).with_name("world.toml").read_bytes(), type=World)
"""The tables as they stand in the file."""

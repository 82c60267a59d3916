"""The description of a scene, and the ground truth of its rendering.

Lengths on the table are millimetres, seen from above: x to the right, y away from the viewer, z up.
Angles are degrees. Pixel coordinates start at the centre of the upper left pixel.
"""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.dice.colours import Bgr as Colour

Array: TypeAlias = NDArray[np.floating[Any]]
"""Numbers; docstrings state the shape. Large arrays have 32 bits, for speed."""

Picture: TypeAlias = NDArray[np.uint8]
"""Height x width x 3 (blue, green, red), 0 to 255."""

Finish = Literal["plain", "marbled", "speckled", "pearl", "translucent", "wooden"]
Defect = Literal["none", "leaning", "cocked", "stacked", "covered", "cut_off"]
Ground = Literal[
    "plain", "felt", "wood", "cloth", "patterned", "carpet", "stone", "leather", "board", "print", "map"
]
ClutterKind = Literal[
    "card",
    "coin",
    "token",
    "ring",
    "meeple",
    "text",
    "pips",
    "cable",
    "paper",
    "tile",
    "hand",
    "shadow",
    "stick",
    "keys",
    "holes",
    "playing_card",
    "chip",
    "button",
]


@dataclass(frozen=True)
class PipStyle:
    """The look of pips. Lengths are shares of the die's edge.

    Attributes:
        radius: Radius of an ordinary pip.
        spread: Distance of the outer pips from the middle of the face, along an edge.
        dimple: Depth of the hollow, 0 (painted flat) to 1.
        ring: Width of a dark or light ring around each pip, 0 for none.
        lone: Factor on the radius of the single pip of the one.
        lone_colour: Colour of the pip of the one if it differs (the red one of Asian dice).
        four_colour: Colour of the pips of the four if it differs (the red four of Asian dice).
        level_two: True if the pips of the two lie side by side, along an edge, as on many Asian dice.
        narrow: Factor on the spread of the six across its rows; on many dice its rows are close together.
        slip: Offset of a face's pips from its centre, as on poorly made dice.
    """

    radius: float = 0.09
    spread: float = 0.25
    dimple: float = 0.5
    ring: float = 0.0
    lone: float = 1.0
    lone_colour: Colour | None = None
    four_colour: Colour | None = None
    level_two: bool = False
    narrow: float = 1.0
    slip: float = 0.0


@dataclass(frozen=True)
class Die:
    """One die on the table.

    Attributes:
        face: The upper face (or, for a cocked die, the most upward one), 1 to 6.
        colour: Name of the body colour, a key of BODY_SHADES.
        pip_colour: Name of the pip colour, a key of PIP_COLOURS.
        body: The exact colour of the body; by default the first of its name.
        second: Second colour of marbled, speckled and pearl bodies; by default a lighter body.
        finish: Material of the body.
        gloss: 0 (matt) to 1 (polished).
        position: Centre of the die, x and y in mm.
        angle: Rotation about the vertical, degrees.
        lean: Tilt of the upper face from level, degrees; 45 stands on an edge.
        lean_towards: Direction of the tilt, degrees.
        lift: Height of its underside above the table, mm (more than 0 for stacked dice).
        edge: Length of the edge, mm.
        rounding: Radius of edges and corners, share of the edge.
        ball: Radius of the sphere that cuts the cube, share of the edge; 0.87 or more cuts nothing.
        rim: Width over which a face bends into that sphere, share of the edge; a wide one reflects arcs.
        highlight: Brightness of a reflected lamp, relative to its light on a white table.
        bulge: Convexity of the faces, 0 (flat) to about 0.8; more bulge makes the glare on them smaller.
        worn: Share of the pips' paint that is worn off, 0 to 1.
        lettering: True if the one has a line of letters beside its pip, like an ace.
        mirrored: True for dice with mirrored diagonals of pips (Eastern dice).
        pips: The style of the pips.
        emblems: Faces with an emblem instead of pips.
        numerals: True for a die with numerals instead of pips.
        blank: True for a plain wooden or plastic cube, which is not a die.
        seed: Seed of veins, specks and emblems.
        signs: Symbols of faces 1 to 6 instead of pips: bursts for hits and shields for blocks, as text such
            as "2 hits" or "hit + block"; "" keeps a face's pips, "blank" leaves it empty.
    """

    face: int
    colour: str = "white"
    pip_colour: str = "black"
    body: Colour | None = None
    second: Colour | None = None
    finish: Finish = "plain"
    gloss: float = 0.5
    position: tuple[float, float] = (0.0, 0.0)
    angle: float = 0.0
    lean: float = 0.0
    lean_towards: float = 0.0
    lift: float = 0.0
    edge: float = 16.0
    rounding: float = 0.12
    ball: float = 0.9
    rim: float = 0.012
    highlight: float = 1.6
    bulge: float = 0.0
    worn: float = 0.0
    lettering: bool = False
    mirrored: bool = False
    pips: PipStyle = PipStyle()
    emblems: frozenset[int] = frozenset()
    numerals: bool = False
    blank: bool = False
    seed: int = 0
    signs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.face not in range(1, 7):
            raise ValueError(f"a die has faces 1 to 6, not {self.face}")

    def sign(self, face: int) -> str:
        """Return the symbols of a face as text; empty for pips."""
        return self.signs[face - 1] if self.signs else ""


@dataclass(frozen=True)
class Lamp:
    """A light far enough away that its rays are nearly parallel.

    Attributes:
        height: Degrees above the table.
        azimuth: Direction about the vertical, degrees.
        strength: Light on a surface facing it; all lamps and the ambient light add up to about 1.
        colour: Share of blue, green and red.
        softness: Width of the penumbra per height of the die, 0 (sun) to 1 (cloudy window).
    """

    height: float = 60.0
    azimuth: float = 120.0
    strength: float = 0.6
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    softness: float = 0.15


@dataclass(frozen=True)
class Window:
    """A bright rectangle above the table that glossy surfaces reflect as glare.

    Attributes:
        centre: Direction of the reflected ray on a level surface: slopes in x and y.
        width: Extent of the slope to x.
        height: Extent of the slope to y.
        strength: Brightness relative to the white of the table.
    """

    centre: tuple[float, float] = (0.3, 0.3)
    width: float = 0.3
    height: float = 0.3
    strength: float = 4.0


@dataclass(frozen=True)
class Camera:
    """A pinhole camera that looks at a point of the table.

    Attributes:
        distance: From that point, mm.
        tilt: Angle from the vertical, degrees.
        turn: Direction of the camera about the vertical, degrees.
        roll: Rotation of the picture about its centre, degrees.
        focal: Focal length in pixels.
        look_at: The point of the table at the centre of the picture, mm.
    """

    distance: float = 400.0
    tilt: float = 0.0
    turn: float = 0.0
    roll: float = 0.0
    focal: float = 1000.0
    look_at: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Sensor:
    """The imaging errors of lens and sensor.

    Attributes:
        balance: Gain of blue, green and red.
        exposure: Factor on all light.
        contrast: Exponent on the finished values; 1 leaves them.
        saturation: Factor on saturation.
        blur: Standard deviation of defocus, pixels.
        motion: Length of motion blur, pixels.
        motion_angle: Its direction, degrees.
        bloom: Share of bright light that is scattered.
        vignette: Loss of light in the corners, 0 to 1.
        noise: Standard deviation of noise in the shadows, grey levels.
        colour_noise: Standard deviation of blotchy colour noise, grey levels.
        sharpen: Strength of the camera's own sharpening.
        moire: Strength of stripes, grey levels.
        quality: JPEG quality 1 to 100; 0 for no compression.
    """

    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    exposure: float = 1.0
    contrast: float = 1.0
    saturation: float = 1.0
    blur: float = 0.0
    motion: float = 0.0
    motion_angle: float = 0.0
    bloom: float = 0.0
    vignette: float = 0.0
    noise: float = 0.0
    colour_noise: float = 0.0
    sharpen: float = 0.0
    moire: float = 0.0
    quality: int = 0


@dataclass(frozen=True)
class TrayModel:
    """A dice tray: a floor inside a wall.

    Attributes:
        corners: Number of corners; 48 approximates a circle.
        radius: From the centre to a corner of the floor, mm.
        stretch: Factor on the floor's width.
        angle: Rotation, degrees.
        wall: Height of the wall, mm; its thickness is similar.
        floor: Material of the floor.
        floor_colour: Colour of the floor.
        wall_colour: Colour of the wall.
    """

    corners: int = 4
    radius: float = 150.0
    stretch: float = 1.0
    angle: float = 45.0
    wall: float = 18.0
    floor: Ground = "felt"
    floor_colour: Colour = (60, 95, 40)
    wall_colour: Colour = (40, 70, 110)


@dataclass(frozen=True)
class Clutter:
    """An object on the table that is not a die.

    Attributes:
        kind: Kind of object.
        position: Position, mm.
        angle: Rotation, degrees.
        size: Largest extent, mm.
        colour: Main colour.
        seed: Seed of its details.
    """

    kind: ClutterKind
    position: tuple[float, float]
    angle: float = 0.0
    size: float = 40.0
    colour: Colour = (200, 200, 200)
    seed: int = 0


@dataclass(frozen=True)
class Scene:
    """Everything in front of the camera, and the camera.

    Attributes:
        size: Width and height of the picture, pixels.
        ground: Material of the table.
        ground_colour: Its main colour.
        ground_seed: Seed of its pattern.
        tray: The dice tray, if any.
        dice: The dice.
        clutter: Other objects.
        lamps: The lights.
        ambient: Ambient light.
        window: The window that glossy dice reflect, if any.
        camera: The camera.
        sensor: The imaging errors.
    """

    size: tuple[int, int] = (640, 480)
    ground: Ground = "wood"
    ground_colour: Colour = (110, 150, 190)
    ground_seed: int = 0
    tray: TrayModel | None = None
    dice: tuple[Die, ...] = ()
    clutter: tuple[Clutter, ...] = ()
    lamps: tuple[Lamp, ...] = (Lamp(),)
    ambient: float = 0.45
    window: Window | None = None
    camera: Camera = Camera()
    sensor: Sensor = Sensor()


@dataclass(frozen=True)
class DieGroundTruth:
    """The ground truth of a rendered die.

    Attributes:
        face: The upper face (or the most upward one), 1 to 6.
        centre: Centre of that face in the picture, pixels.
        edge: Length of an edge perpendicular to the line of sight, pixels.
        angle: Rotation of that face in the picture, degrees, 0 to 90.
        top: The four corners of that face, pixels, shape (4, 2).
        outline: Corners of the whole body's outline, pixels, shape (n, 2).
        colour: Name of the body colour.
        pip_colour: Name of the pip colour.
        defect: Why players would not count it, or "none".
        symbol: True if the face has an emblem or a numeral instead of pips.
        visible: Visible share of that face, 0 to 1.
    """

    face: int
    centre: tuple[float, float]
    edge: float
    angle: float
    top: NDArray[np.float32]
    outline: NDArray[np.float32]
    colour: str
    pip_colour: str
    defect: Defect
    symbol: bool
    visible: float


@dataclass(frozen=True)
class Rendered:
    """A rendered picture and its ground truth.

    Attributes:
        picture: Height x width x 3, BGR.
        dice: The ground truth of every die that is not a blank cube, in the scene's order.
        owner: Height x width; 0 for table and clutter, k for the k-th of `dice`.
    """

    picture: Picture
    dice: tuple[DieGroundTruth, ...]
    owner: NDArray[np.uint8] = field(repr=False)

    @property
    def faces(self) -> tuple[int, ...]:
        """The upper faces, sorted."""
        return tuple(sorted(die.face for die in self.dice))

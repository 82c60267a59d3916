"""Random scenes for training, and the plain tray of the simulated camera.

Domain randomization: J. Tobin et al., "Domain randomization for transferring deep neural networks from
    simulation to the real world", 2017. Colours, textures, lights, camera, sensor and distractors vary
    far more than in reality.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import numpy as np

from companion.rendering.palette import jittered
from companion.rendering.projection import PinholeProjection
from companion.rendering.random_dice import EDGE, USUAL_PIPS, random_colour, random_die
from companion.rendering.scene import (
    Array,
    Camera,
    Clutter,
    ClutterKind,
    Die,
    Ground,
    Lamp,
    Scene,
    Sensor,
    TrayModel,
    Window,
)

LEANING_SHARE = 0.4
"""Share of the dice laid upon others that touch the table with one side."""


def random_lamps(rng: np.random.Generator) -> tuple[tuple[Lamp, ...], float]:
    """Return one to three lamps and the ambient light, together about 1 on the table."""
    count = int(rng.integers(1, 4))
    ambient = float(rng.uniform(0.2, 0.8))
    shares = rng.dirichlet(np.ones(count)) * (1.05 - ambient)
    warmth = np.array([-1.0, 0.0, 1.0])
    lamps = []
    for share in shares:
        height = float(rng.uniform(20, 85))
        tint = 1 + warmth * rng.normal(0, 0.1)
        lamps.append(
            Lamp(
                height=height,
                azimuth=float(rng.uniform(0, 360)),
                strength=float(share / max(np.sin(np.deg2rad(height)), 0.45)),
                colour=(float(tint[0]), 1.0, float(tint[2])),
                softness=float(rng.choice([rng.uniform(0.02, 0.15), rng.uniform(0.1, 0.8)])),
            )
        )
    return tuple(lamps), ambient


def random_sensor(rng: np.random.Generator, edge_px: float) -> Sensor:
    """Return a random camera sensor; its blur is small compared with a die of `edge_px` pixels."""
    warm = rng.normal(0, 0.12)
    tint = rng.normal(0, 0.04)
    dim = rng.random() < 0.08
    sometimes = rng.random(8) < (0.35, 0.12, 0.3, 0.5, 0.7, 0.3, 0.4, 0.06)
    return Sensor(
        balance=(float(np.exp(-warm)), float(np.exp(tint)), float(np.exp(warm))),
        exposure=float(np.exp(rng.normal(0.03, 0.32) - (rng.uniform(0.3, 1.0) if dim else 0.0))),
        contrast=float(np.exp(rng.normal(0, 0.18))),
        saturation=float(
            rng.choice([0.0, rng.uniform(0.4, 1.0), rng.uniform(0.8, 1.4)], p=[0.06, 0.3, 0.64])
        ),
        blur=float(rng.uniform(0.3, 0.035 * edge_px + 0.3)) if sometimes[0] else 0.0,
        motion=float(rng.uniform(1.5, 0.11 * edge_px + 1.5)) if sometimes[1] else 0.0,
        motion_angle=float(rng.uniform(0, 180)),
        bloom=float(rng.uniform(0.1, 0.9)) if sometimes[2] else 0.0,
        vignette=float(rng.uniform(0, 0.6)) if sometimes[3] else 0.0,
        noise=float(rng.gamma(2, 2.5)) if sometimes[4] or dim else 0.0,
        colour_noise=float(rng.uniform(0, 7)) if sometimes[5] else 0.0,
        sharpen=float(rng.uniform(0.2, 1.2)) if sometimes[6] else 0.0,
        moire=float(rng.uniform(2, 8)) if sometimes[7] else 0.0,
    )


def random_clutter(rng: np.random.Generator, view: PinholeProjection, count: int) -> tuple[Clutter, ...]:
    """Return objects other than dice, anywhere in view."""
    kinds = [kind for kind in get_args(ClutterKind) if kind not in ("hand", "shadow")]
    sizes = {
        "card": 75.0,
        "coin": 23.0,
        "token": 20.0,
        "ring": 24.0,
        "meeple": 18.0,
        "paper": 110.0,
        "cable": 160.0,
        "keys": 120.0,
        "holes": 24.0,
        "playing_card": 88.0,
        "chip": 39.0,
        "button": 17.0,
    }
    items = []
    for _ in range(count):
        kind = str(rng.choice(kinds))
        pixel = rng.uniform((0, 0), view.size)
        where = view.to_table(pixel[None])[0]
        size = sizes.get(kind, 35.0) * float(rng.uniform(0.6, 1.6))
        items.append(
            Clutter(
                kind,  # type: ignore[arg-type]
                (float(where[0]), float(where[1])),
                float(rng.uniform(0, 360)),
                size,
                random_colour(rng)
                if kind not in ("card", "paper", "playing_card") or rng.random() < 0.3
                else (235, 238, 240),
                int(rng.integers(1 << 30)),
            )
        )
    return tuple(items)


def random_hand(rng: np.random.Generator, view: PinholeProjection) -> Clutter:
    """Return a hand of random skin colour that reaches in from the picture's edge."""
    side = rng.uniform(0, 6.28)
    edge = np.array(view.size) * (0.5 + 0.45 * np.array([np.cos(side), np.sin(side)]))
    where = view.to_table(edge[None])[0]
    skin = rng.choice([(150, 175, 225), (120, 150, 205), (70, 105, 160), (45, 65, 105)])
    inwards = np.rad2deg(np.arctan2(*(-where + view.to_table([view.middle])[0])[::-1]))
    colour = jittered((int(skin[0]), int(skin[1]), int(skin[2])), rng)
    return Clutter(
        "hand", (float(where[0]), float(where[1])), float(inwards), 150.0, colour, int(rng.integers(1 << 30))
    )


def _free_place(
    rng: np.random.Generator, view: PinholeProjection, taken: list[Die], edge: float, spread: float
) -> tuple[float, float] | None:
    middle = view.to_table([view.middle])[0]
    for _ in range(30):
        if taken and rng.random() < 0.35:
            other = taken[int(rng.integers(len(taken)))]
            gap = (edge + other.edge) / 2 * rng.uniform(1.02, 1.35)
            turn = rng.uniform(0, 6.28)
            where = np.array(other.position) + gap * np.array([np.cos(turn), np.sin(turn)])
        else:
            pixel = np.array(view.middle) + (rng.uniform(-0.5, 0.5, 2) * view.size) * spread
            where = view.to_table(pixel[None])[0]
        clear = all(_apart(where, edge, die) for die in taken)
        if clear and float(np.linalg.norm(where - middle)) < 2000:
            return float(where[0]), float(where[1])
    return None


def _apart(where: Array, edge: float, die: Die) -> bool:
    return float(np.hypot(*(where - die.position))) > (edge + die.edge) / 2 * 1.0


def _touching(rng: np.random.Generator, die: Die, other: Die) -> Die:
    """Return the die moved flat against a random side of another one."""
    side = other.angle + 90 * int(rng.integers(4))
    along = rng.uniform(-0.6, 0.6) * other.edge
    out = (die.edge + other.edge) / 2 + rng.uniform(0.0, 0.06) * other.edge
    cos, sin = np.cos(np.deg2rad(side)), np.sin(np.deg2rad(side))
    x = other.position[0] + out * cos - along * sin
    y = other.position[1] + out * sin + along * cos
    return replace(die, angle=other.angle, position=(float(x), float(y)))


def _arrangement(
    rng: np.random.Generator, view: PinholeProjection, count: int, spread: float
) -> tuple[Die, ...]:
    family = random_die(rng)
    mixed = rng.random() < 0.6
    dice: list[Die] = _army_cubes(rng, view, spread) if rng.random() < 0.1 else []
    for _ in range(count):
        look = (
            random_die(rng)
            if mixed
            else replace(family, face=int(rng.integers(1, 7)), seed=int(rng.integers(1 << 30)))
        )
        edge = EDGE * float(rng.uniform(0.65, 1.3) if mixed else 1.0)
        where = _free_place(rng, view, dice, edge, spread)
        if where is None:
            continue
        die = replace(look, edge=edge, position=where, angle=float(rng.uniform(0, 360)))
        if dice and rng.random() < 0.18:
            moved = _touching(rng, die, dice[int(rng.integers(len(dice)))])
            if all(_apart(np.array(moved.position), moved.edge, other) for other in dice):
                die = moved
        dice.append(_with_defect(rng, die))
    if dice and rng.random() < 0.1:
        dice.append(stacked_upon(rng, dice[int(rng.integers(len(dice)))]))
    return tuple(dice)


def _army_cubes(rng: np.random.Generator, view: PinholeProjection, spread: float) -> list[Die]:
    """Return small plain cubes, which many games use for armies."""
    cubes: list[Die] = []
    looks = [replace(random_die(rng), blank=True, edge=float(rng.uniform(7, 12))) for _ in range(3)]
    for _ in range(int(rng.integers(1, 14))):
        look = looks[int(rng.integers(3))]
        where = _free_place(rng, view, cubes, look.edge, spread)
        if where is not None:
            cubes.append(replace(look, position=where, angle=float(rng.uniform(0, 360))))
    return cubes


def stacked_upon(rng: np.random.Generator, lower: Die) -> Die:
    """Return a die that lies on top of another, or that leans on its edge with one side on the table."""
    look = replace(lower, face=int(rng.integers(1, 7)), emblems=frozenset(), blank=False, lean=0.0)
    look = replace(look, angle=float(rng.uniform(0, 360)), seed=int(rng.integers(1 << 30)))
    turn, leans = float(rng.uniform(0, 360)), rng.random() < LEANING_SHARE
    far = float(rng.uniform(0.55, 1.05)) if leans else float(rng.uniform(0.0, 0.5))
    x, y = lower.position
    x += far * lower.edge * float(np.cos(np.deg2rad(turn)))
    y += far * lower.edge * float(np.sin(np.deg2rad(turn)))
    lift = lower.lift + lower.edge * (float(rng.uniform(0.22, 0.65)) if leans else 1.0)
    lean = float(rng.uniform(10, 40)) if leans else 0.0
    return replace(look, position=(x, y), lift=lift, lean=lean, lean_towards=turn)


def _with_defect(rng: np.random.Generator, die: Die) -> Die:
    chance = rng.random()
    if chance < 0.07:
        return replace(die, lean=float(rng.uniform(18, 45)), lean_towards=float(rng.uniform(0, 360)))
    if chance < 0.085:
        return replace(die, lean=float(rng.uniform(2, 10)), lean_towards=float(rng.uniform(0, 360)))
    if chance < 0.135:
        faces = [1, 6] if rng.random() < 0.6 else [int(rng.integers(1, 7))]
        return replace(die, emblems=frozenset([*faces, die.face] if rng.random() < 0.5 else faces))
    if chance < 0.147:
        return replace(die, numerals=True)
    if chance < 0.167:
        return replace(die, blank=True)
    return die


def random_camera(rng: np.random.Generator, edge_px: float, slanted: bool = False) -> Camera:
    """Return a camera whose pictures show a normal die with edges of `edge_px` pixels."""
    distance = float(rng.uniform(220, 900))
    tilt = (
        float(rng.uniform(25, 56))
        if slanted
        else float(
            rng.choice([rng.uniform(0, 12), rng.uniform(5, 30), rng.uniform(25, 56)], p=[0.42, 0.33, 0.25])
        )
    )
    return Camera(
        distance=distance,
        tilt=tilt,
        turn=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(-180, 180)) if rng.random() < 0.5 else float(rng.normal(0, 6)),
        focal=edge_px * distance / EDGE,
    )


def _random_tray(rng: np.random.Generator, view: PinholeProjection) -> TrayModel | None:
    if rng.random() > 0.25:
        return None
    reach = min(view.size) / view.scale_at((0.0, 0.0, 0.0))
    return TrayModel(
        corners=int(rng.choice([4, 4, 6, 8, 48])),
        radius=float(reach * rng.uniform(0.4, 0.8)),
        stretch=float(rng.uniform(0.9, 1.5)),
        angle=float(rng.uniform(0, 360)),
        wall=float(rng.uniform(6, 30)),
        floor=rng.choice(["felt", "felt", "leather", "plain", "wood", "cloth"]),
        floor_colour=random_colour(rng),
        wall_colour=random_colour(rng),
    )


def _cast_shadow(rng: np.random.Generator, view: PinholeProjection, size: tuple[int, int]) -> Clutter:
    """Return the shadow of something outside the picture."""
    where = view.to_table((rng.uniform(0, 1, 2) * size)[None])[0]
    length = float(size[0] / view.scale_at((0.0, 0.0, 0.0)) * rng.uniform(0.4, 1.2))
    seed = int(rng.integers(1 << 30))
    return Clutter("shadow", (float(where[0]), float(where[1])), 0, length, seed=seed)


def random_scene(
    rng: np.random.Generator,
    size: tuple[int, int] = (320, 320),
    edge_px: tuple[float, float] = (24.0, 66.0),
    most_dice: int = 10,
    slanted: bool = False,
) -> Scene:
    """Return a random difficult scene, for training and tests.

    Args:
        rng: The random generator.
        size: Width and height of the picture, pixels.
        edge_px: Minimum and maximum length of a normal die's edge, pixels.
        most_dice: Maximum number of dice.
        slanted: True for a camera that looks across the table.
    """
    huge = rng.random() < 0.04
    edge = float(rng.uniform(110, 260) if huge else np.exp(rng.uniform(*np.log(edge_px))))
    camera = random_camera(rng, edge, slanted)
    view = PinholeProjection(camera, size)
    room = int(np.clip(0.22 * size[0] * size[1] / edge**2, 1, most_dice))
    count = 0 if most_dice == 0 or rng.random() < 0.16 else int(rng.integers(1, room + 1))
    lamps, ambient = random_lamps(rng)
    items = random_clutter(
        rng, view, int(rng.integers(0, 7)) if rng.random() < (0.45 if count else 0.9) else 0
    )
    if rng.random() < 0.12:
        items += (random_hand(rng, view),)
    if rng.random() < 0.15:
        items += (_cast_shadow(rng, view, size),)
    kind = rng.choice(
        [*get_args(Ground)], p=[0.16, 0.1, 0.15, 0.08, 0.09, 0.09, 0.06, 0.06, 0.08, 0.06, 0.07]
    )
    return Scene(
        size=size,
        ground=kind,
        ground_colour=random_colour(rng),
        ground_seed=int(rng.integers(1 << 30)),
        tray=_random_tray(rng, view),
        dice=_arrangement(rng, view, count, float(rng.uniform(0.4, 1.05))),
        clutter=items,
        lamps=lamps,
        ambient=ambient,
        window=_window(rng) if rng.random() < 0.45 else None,
        camera=camera,
        sensor=random_sensor(rng, edge),
    )


def _window(rng: np.random.Generator) -> Window:
    centre = rng.normal(0, 0.45, 2)
    return Window(
        (float(centre[0]), float(centre[1])),
        float(rng.uniform(0.05, 0.8)),
        float(rng.uniform(0.05, 0.8)),
        float(rng.uniform(1, 14)),
    )


def tray_scene(
    dice: Sequence[tuple[int, str]],
    rng: np.random.Generator,
    size: tuple[int, int] = (640, 480),
    edge_px: float = 44.0,
    table_seed: int = 7,
) -> Scene:
    """Return the view of a camera over a dice tray after a roll: clean and realistic.

    Args:
        dice: For each die the upper face and the name of its body colour.
        rng: The random generator for positions and angles.
        size: Width and height of the picture, pixels.
        edge_px: Length of a die's edge, pixels.
        table_seed: The same seed gives the same tray, table and lamp.

    Raises:
        ValueError: There is not enough space for this many dice.
    """
    distance = 420.0
    camera = Camera(distance=distance, tilt=4.0, focal=edge_px * distance / EDGE)
    view = PinholeProjection(camera, size)
    half = 0.5 * min(size) / view.scale_at((0.0, 0.0, 0.0))
    tray = TrayModel(radius=half * 0.9 * 2**0.5, stretch=1.22, wall=12.0, floor_colour=(58, 92, 44))
    placed: list[Die] = []
    for face, colour in dice:
        where = _resting_place(rng, placed, half * 0.9 - EDGE, tray.stretch)
        seed = int(rng.integers(1 << 30))
        angle = float(rng.uniform(0, 360))
        pips = USUAL_PIPS.get(colour, "white")
        placed.append(Die(face, colour, pips, position=where, angle=angle, gloss=0.35, seed=seed))
    return Scene(
        size=size,
        ground="wood",
        ground_colour=(70, 105, 150),
        ground_seed=table_seed,
        tray=tray,
        dice=tuple(placed),
        lamps=(Lamp(62, 130, 0.5, softness=0.25), Lamp(70, 20, 0.15, softness=0.5)),
        ambient=0.42,
        camera=camera,
        sensor=Sensor(noise=1.5, blur=0.5, vignette=0.15),
    )


def _resting_place(
    rng: np.random.Generator, placed: list[Die], reach: float, stretch: float
) -> tuple[float, float]:
    for _ in range(400):
        x, y = rng.uniform(-reach * stretch, reach * stretch), rng.uniform(-reach, reach)
        if all(np.hypot(x - die.position[0], y - die.position[1]) > 1.5 * die.edge for die in placed):
            return float(x), float(y)
    raise ValueError(f"no room in the tray for die {len(placed) + 1}: show fewer dice, or a smaller edge")

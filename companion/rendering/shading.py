"""Shades the body of a die: veins, pips, diffuse and specular light, and translucency."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.dice.colours import Bgr as Colour
from companion.dice.colours import shades_of
from companion.rendering.faces import (
    emblem,
    face_of,
    ink_density,
    lettering,
    nearest_pip,
    numeral,
    on_face,
    pip_places,
    signs,
)
from companion.rendering.palette import PIP_COLOURS, to_light
from companion.rendering.rounded_cube import length, surface_normals, through
from companion.rendering.scene import Array, Die, Lamp, Window


def body_of(die: Die) -> Colour:
    """Return the exact colour of the body, BGR."""
    return die.body or shades_of(die.colour)[0]


def direction_to_lamp(lamp: Lamp) -> Array:
    """Return the unit direction to a lamp, shape (3,)."""
    height, azimuth = np.deg2rad(lamp.height), np.deg2rad(lamp.azimuth)
    flat = np.cos(height)
    return np.array([flat * np.cos(azimuth), flat * np.sin(azimuth), np.sin(height)], dtype=np.float32)


@dataclass
class Decals:
    """Pips and prints at points of the body: arrays of length n, `normal` and `colour` of shape (3, n).

    Attributes:
        cover: Opacity of the pip's colour, 0 to 1.
        colour: That colour, as reflected light.
        normal: The outward normal in the die's own frame, bent in drilled pips.
    """

    cover: Array
    colour: Array
    normal: Array


def decals(places: Array, die: Die, fineness: float) -> Decals:
    """Return the pips, symbols or numerals at points of the body.

    Args:
        places: Points on the body in its own frame, shape (3, n).
        die: The die.
        fineness: Size of a sample as a share of the edge; the width of the antialiasing at pips.
    """
    count = places.shape[1]
    normal = surface_normals(places, die)
    cover = np.zeros(count, dtype=np.float32)
    colour = np.repeat(to_light(PIP_COLOURS[die.pip_colour])[:, None], count, axis=1)
    ink = Decals(cover, colour, normal)
    if die.blank:
        return ink
    faces = face_of(places)
    for face in np.unique(faces):
        here = np.flatnonzero(faces == face)
        across, along = on_face(places[:, here], int(face))
        if die.sign(int(face)):
            cover[here] = ink_density(across, along, signs(die.sign(int(face))))
        elif die.numerals or int(face) in die.emblems:
            drawing = numeral(int(face)) if die.numerals else emblem(die.seed + int(face))
            cover[here] = ink_density(across, along, drawing)
        else:
            _drill(ink, here, int(face), (across, along), die, fineness)
    return ink


def _drill(
    ink: Decals, here: NDArray[np.intp], face: int, at: tuple[Array, Array], die: Die, fineness: float
) -> None:
    style = die.pips
    radius = style.radius * (style.lone if face == 1 else 1.0)
    distance, dx, dy = nearest_pip(*at, pip_places(face, style, die.mirrored))
    inside = np.clip((radius - distance) / fineness + 0.5, 0, 1)
    ink.cover[here] = inside * np.float32(1 - die.worn)
    if face == 1 and die.lettering:
        ink.cover[here] = np.maximum(
            ink.cover[here], ink_density(at[0] * 0.8, (at[1] - 0.32) * 2.2, lettering(die.seed))
        )
    special = {1: style.lone_colour, 4: style.four_colour}.get(face)
    if special is not None:
        ink.colour[:, here] = to_light(special)[:, None]
    if style.ring:
        rim = (distance > radius * (1 - style.ring)) & (inside > 0)
        ink.colour[:, here[rim]] *= np.float32(0.25)
    if style.dimple:
        _hollow(ink.normal, here, face, (dx / radius, dy / radius), inside * np.float32(style.dimple))


def _hollow(
    normal: Array, here: NDArray[np.intp], face: int, offset: tuple[Array, Array], depth: Array
) -> None:
    axis = {1: 2, 6: 2, 2: 0, 5: 0, 3: 1, 4: 1}[face]
    first, second = [other for other in range(3) if other != axis]
    bent = normal[:, here]
    bent[first] -= depth * offset[0]
    bent[second] -= depth * offset[1]
    normal[:, here] = bent / length(bent)


def body_colour(places: Array, die: Die) -> Array:
    """Return the colour of the body as reflected light, shape (3, n)."""
    body = to_light(body_of(die))[:, None]
    if die.finish in ("plain", "translucent"):
        return np.repeat(body, places.shape[1], axis=1)
    lighter = np.minimum(np.asarray(body_of(die)) * 1.35 + 25, 255).astype(int)
    second = to_light(die.second or (int(lighter[0]), int(lighter[1]), int(lighter[2])))[:, None]
    share = _veins(places, die)
    mixed: Array = body + share * (second - body)
    return mixed


def _veins(places: Array, die: Die) -> Array:
    rng = np.random.default_rng(die.seed)
    waves = rng.normal(0, 1, (4, 3)).astype(np.float32)
    phases = rng.uniform(0, 6.28, 4).astype(np.float32)
    if die.finish == "speckled":
        specks = rng.random((40, 40)).astype(np.float32) > rng.uniform(0.75, 0.92)
        spot = ((places[0] + places[2] * 0.7 + 1.2) * 16).astype(np.intp) % 40
        row = ((places[1] - places[2] * 0.4 + 1.2) * 16).astype(np.intp) % 40
        return np.asarray(specks[spot, row], dtype=np.float32)
    if die.finish == "wooden":
        spread = places + phases[:3, None] * 0.2
        rings = np.sqrt(spread[0] ** 2 + spread[1] ** 2) * (20 + 3 * phases[3])
        waves_of_wood: Array = np.sin(rings + np.sin(places[2] * 7 + phases[0]))
        return np.float32(0.35) + np.float32(0.35) * waves_of_wood
    pitch = 3.5 if die.finish == "pearl" else 5.0
    warp = np.sin(waves[0] @ places * pitch + phases[0]) + np.sin(waves[1] @ places * pitch + phases[1])
    wave: Array = np.sin(waves[2] @ places * pitch + 1.6 * warp + phases[2])
    if die.finish == "pearl":
        return np.float32(0.4) + np.float32(0.35) * wave
    veins: Array = np.clip(np.float32(0.5) + np.float32(1.1) * wave, 0, 1)
    return veins


@dataclass(frozen=True)
class Light:
    """The lights of a scene."""

    lamps: tuple[Lamp, ...]
    ambient: float
    window: Window | None


def diffuse(normal: Array, light: Light) -> Array:
    """Return the diffuse light on surfaces with these normals (table frame), shape (3, n)."""
    total = np.repeat((light.ambient * (0.62 + 0.38 * normal[2]))[None], 3, axis=0)
    for lamp in light.lamps:
        facing = np.maximum(direction_to_lamp(lamp) @ normal, 0) * np.float32(lamp.strength)
        total += np.asarray(lamp.colour, dtype=np.float32)[:, None] * facing
    return total


def shine(normal: Array, directions: Array, light: Light, die: Die) -> Array:
    """Return the specular light, shape (n,), for rays along `directions` (table frame)."""
    gloss = die.gloss
    facing = -np.einsum("ij,ij->j", normal, directions)
    mirrored = directions + 2 * facing * normal
    fresnel = np.float32(0.04) + np.float32(0.5) * np.power(np.clip(1 - facing, 0, 1), 4)
    total: Array = np.float32(0.25 * light.ambient) * np.clip(mirrored[2], 0, 1) * fresnel * np.float32(gloss)
    sharpness = 8.0 + 240.0 * gloss**2
    for lamp in light.lamps:
        along = np.maximum(direction_to_lamp(lamp) @ mirrored, 0)
        total += np.float32(lamp.strength * gloss * die.highlight) * np.power(along, np.float32(sharpness))
    if light.window is not None and gloss > 0:
        total += _mirrored_window(mirrored, light.window, gloss) * fresnel
    return total


def _mirrored_window(mirrored: Array, window: Window, gloss: float) -> Array:
    up = np.maximum(mirrored[2], np.float32(0.05))
    soft = np.float32(0.02 + 0.3 * (1 - gloss) ** 2)
    off_x = np.abs(mirrored[0] / up - window.centre[0]) - window.width / 2
    off_y = np.abs(mirrored[1] / up - window.centre[1]) - window.height / 2
    seen = np.clip(0.5 - np.maximum(off_x, off_y) / soft, 0, 1)
    shown: Array = (seen * np.float32(window.strength * gloss)).astype(np.float32)
    return shown


def shade(
    places: Array, directions: Array, rotation: Array, die: Die, light: Light, behind: Array, fineness: float
) -> Array:
    """Return the light from a die.

    Args:
        places: Points on its body in its own frame, shape (3, n).
        directions: Unit directions of the rays to these points in its own frame, shape (3, n).
        rotation: From its own frame to the table's.
        die: The die.
        light: The lights of the scene.
        behind: Light from behind the die, shape (3, n): visible through translucent bodies.
        fineness: Size of a sample as a share of the edge.

    Returns:
        BGR, shape (3, n); 1 is a white table in full light.
    """
    ink = decals(places, die, fineness)
    normal = rotation @ ink.normal
    body = body_colour(places, die)
    falling = diffuse(normal, light)
    lit: Array = body * falling
    if die.finish == "translucent":
        bent = directions - np.float32(0.35) * ink.normal
        exits = through(places, bent)
        far = decals(np.clip(exits, -0.5, 0.5), die, 3 * fineness)
        lit = _glow(body, falling, behind, exits, length(exits - places), far)
    lit += ink.cover * (ink.colour * falling - lit)
    gloss = die.gloss * (1 - np.float32(0.5) * ink.cover)
    return lit + shine(normal, rotation @ directions, light, die) * gloss / max(die.gloss, 0.01)


def _glow(body: Array, falling: Array, behind: Array, exits: Array, path: Array, far: Decals) -> Array:
    """Return the light through a translucent die, by exit point and length of the path inside."""
    tint = np.power(np.maximum(body, np.float32(0.015)), np.float32(0.25) + np.float32(0.45) * path)
    seen = behind * tint
    seen += np.float32(0.5) * far.cover * (far.colour * tint - seen)
    edge = np.float32(0.85) + np.float32(0.9) * np.abs(exits).max(axis=0) * np.clip(path - 0.75, 0, 1)
    clear: Array = np.float32(0.45) * seen + np.float32(0.55) * body * (
        np.float32(0.4) * falling + np.float32(0.7) * edge
    )
    return clear

"""Textures of the table: felt, wood, cloth, carpet, stone, boards."""

from collections.abc import Callable

import cv2
import numpy as np

from companion.dice.colours import Bgr as Colour
from companion.rendering.projection import PinholeProjection
from companion.rendering.scene import Array, Ground, Picture


def value_noise(shape: tuple[int, int], coarse: int, rng: np.random.Generator) -> Array:
    """Return smooth noise around zero: `coarse` hills along the longer side, shape (height, width)."""
    height, width = shape
    longest = max(height, width)
    rows, columns = max(2, coarse * height // longest), max(2, coarse * width // longest)
    seed = rng.standard_normal((rows, columns), dtype=np.float32)
    return np.asarray(cv2.resize(seed, (width, height), interpolation=cv2.INTER_CUBIC), dtype=np.float32)


def grain(shape: tuple[int, int], rng: np.random.Generator, soft: float = 0.0) -> Array:
    """Return fine noise around zero, made of one repeated tile, which is not noticeable."""
    tile = rng.standard_normal((128, 128), dtype=np.float32)
    if soft:
        tile = np.asarray(cv2.GaussianBlur(tile, (0, 0), soft), dtype=np.float32)
        tile /= tile.std() + 1e-6
    rows, columns = -(-shape[0] // 128), -(-shape[1] // 128)
    return np.tile(tile, (rows, columns))[: shape[0], : shape[1]]


def _tinted(base: Colour, shift: Array, rng: np.random.Generator) -> Array:
    tint = 1 + rng.normal(0, 0.12, 3)
    channels = [
        np.float32(value) + shift * np.float32(share) for value, share in zip(base, tint, strict=True)
    ]
    return np.asarray(cv2.merge(channels), dtype=np.float32)


def plain(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """Plastic or lacquer: almost no structure."""
    return _tinted(base, value_noise(shape, 4, rng) * rng.uniform(0, 8) + grain(shape, rng), rng)


def felt(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """Felt: short fibres."""
    fibres = grain(shape, rng, 0.7) * rng.uniform(3, 9)
    return _tinted(base, value_noise(shape, 6, rng) * rng.uniform(1, 6) + fibres, rng)


def carpet(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """Carpet or towelling: loops as large as pips."""
    loops = grain(shape, rng, rng.uniform(1.5, 4.0))
    deep = np.minimum(loops, 0.7) * rng.uniform(8, 26)
    return _tinted(base, deep + grain(shape, rng, 0.8) * 6 + value_noise(shape, 5, rng) * 8, rng)


def leather(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """Leather and imitation leather: bright bumps with dark furrows."""
    bumps = grain(shape, rng, rng.uniform(1.0, 2.5))
    return _tinted(base, np.abs(bumps) * rng.uniform(4, 14) + value_noise(shape, 7, rng) * 6, rng)


def stone(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """Stone and terrazzo: chips of several greys."""
    chips = np.round(grain(shape, rng, rng.uniform(1.2, 3.5)) * 1.2) * rng.uniform(5, 22)
    return _tinted(base, chips + value_noise(shape, 5, rng) * 7, rng)


def wood(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """Wood: bent grain lines, sometimes planks and knots."""
    height, width = shape
    rows = np.arange(height, dtype=np.float32)[:, None] / max(shape)
    bend = value_noise(shape, 3, rng) * rng.uniform(0.02, 0.1)
    rings = np.sin((rows + bend) * rng.uniform(40, 220)) * rng.uniform(3, 13)
    streak = rng.standard_normal((height, max(2, width // 90)), dtype=np.float32)
    streaks = cv2.resize(streak, (width, height), interpolation=cv2.INTER_LINEAR) * rng.uniform(2, 7)
    picture = _tinted(base, rings + streaks + value_noise(shape, 4, rng) * 7, rng)
    if rng.random() < 0.3:
        for edge in range(int(rng.integers(10, 120)), height, int(rng.integers(80, 200))):
            picture[edge : edge + int(rng.integers(1, 4))] *= 0.55
    for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.4 else 0):
        _knot(picture, rng)
    return picture


def _knot(picture: Array, rng: np.random.Generator) -> None:
    height, width = picture.shape[:2]
    centre = (int(rng.integers(width)), int(rng.integers(height)))
    size = float(rng.uniform(2, 9))
    shade = (picture[centre[1], centre[0]] * rng.uniform(0.3, 0.6)).tolist()
    cv2.ellipse(picture, centre, (int(size * 1.7), int(size)), 0, 0, 360, shade, -1)


def cloth(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """Woven cloth with folds."""
    rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    pitch = rng.uniform(2.0, 6.0)
    weave = np.sin(rows * 6.28 / pitch) * np.sin(columns * 6.28 / pitch) * rng.uniform(3, 16)
    folds = value_noise(shape, 4, rng) * rng.uniform(2, 14)
    return _tinted(base, weave + folds + grain(shape, rng) * 4, rng)


def patterned(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """Printed cloth: polka dots, checks, stripes, zigzags, flowers."""
    picture = cloth(shape, base, rng)
    other = rng.integers(5, 250, 3).astype(np.float32)
    pattern = _PATTERNS[int(rng.integers(len(_PATTERNS)))](shape, rng)
    share = (pattern * rng.uniform(0.5, 1.0))[..., None]
    return np.asarray(picture * (1 - share) + other * share, dtype=np.float32)


def _grid(shape: tuple[int, int], rng: np.random.Generator) -> tuple[Array, Array, float]:
    rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    return rows, columns, float(rng.uniform(9, 70))


def _dots(shape: tuple[int, int], rng: np.random.Generator) -> Array:
    rows, columns, pitch = _grid(shape, rng)
    shifted = columns + (np.floor(rows / pitch) % 2) * pitch * rng.choice([0, 0.5])
    off = np.hypot(rows % pitch - pitch / 2, shifted % pitch - pitch / 2)
    dots: Array = np.clip(pitch * rng.uniform(0.12, 0.38) - off + 0.5, 0, 1)
    return dots


def _checks(shape: tuple[int, int], rng: np.random.Generator) -> Array:
    rows, columns, pitch = _grid(shape, rng)
    across, along = (rows % pitch < pitch / 2), (columns % pitch < pitch / 2)
    mixed = across ^ along if rng.random() < 0.5 else (across.astype(np.float32) + along) / 2
    return mixed.astype(np.float32)


def _stripes(shape: tuple[int, int], rng: np.random.Generator) -> Array:
    rows, columns, pitch = _grid(shape, rng)
    zigzag = np.abs(columns % pitch - pitch / 2) * rng.choice([0.0, 1.0])
    return np.asarray((rows + zigzag) % pitch < pitch * rng.uniform(0.2, 0.6), dtype=np.float32)


def _flowers(shape: tuple[int, int], rng: np.random.Generator) -> Array:
    canvas = np.zeros(shape, dtype=np.float32)
    size = int(rng.integers(4, 16))
    for _ in range(int(rng.integers(15, 90))):
        x, y = int(rng.integers(shape[1])), int(rng.integers(shape[0]))
        for petal in range(5):
            angle = petal * 1.2566
            at = (int(x + size * np.cos(angle)), int(y + size * np.sin(angle)))
            cv2.circle(canvas, at, max(1, size * 2 // 3), 1.0, -1)
        cv2.circle(canvas, (x, y), max(1, size // 2), 0.0, -1)
    return canvas


_PATTERNS: tuple[Callable[[tuple[int, int], np.random.Generator], Array], ...] = (
    _dots,
    _checks,
    _stripes,
    _flowers,
)


def printed(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """A colourful print: overlapping blots, lines and shapes of random colours."""
    picture = plain(shape, base, rng)
    for _ in range(int(rng.integers(6, 60))):
        colour = rng.integers(0, 255, 3).tolist()
        centre = (int(rng.integers(shape[1])), int(rng.integers(shape[0])))
        axes = (int(rng.integers(2, 60)), int(rng.integers(2, 60)))
        thick = int(rng.choice([-1, -1, 1, 2, 4]))
        if rng.random() < 0.5:
            cv2.ellipse(picture, centre, axes, float(rng.uniform(0, 180)), 0, 360, colour, thick)
        else:
            box = cv2.boxPoints((centre, axes, float(rng.uniform(0, 180))))
            cv2.polylines(picture, [box.astype(np.int32)], True, colour, max(1, thick))
            if thick < 0:
                cv2.fillPoly(picture, [box.astype(np.int32)], colour)
    return picture + grain(shape, rng)[..., None] * 2


def board(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """A game board: fields of many colours with numbers on discs, paths and borders."""
    picture = np.clip(plain(shape, base, rng), 0, 255).astype(np.uint8)
    size = float(rng.uniform(35, 110))
    for row in range(-1, int(shape[0] / (size * 0.87)) + 2):
        for column in range(-1, int(shape[1] / size) + 2):
            middle = ((column + 0.5 * (row % 2)) * size, row * size * 0.87)
            _hexagon(picture, middle, size, rng)
    worn = grain(shape, rng) * 3 + value_noise(shape, 30, rng) * rng.uniform(0, 12)
    return np.asarray(picture + worn[..., None], dtype=np.float32)


def _hexagon(picture: Picture, middle: tuple[float, float], size: float, rng: np.random.Generator) -> None:
    angles = np.arange(6) * np.pi / 3 + np.pi / 6
    corners = np.column_stack(
        [middle[0] + size * 0.55 * np.cos(angles), middle[1] + size * 0.55 * np.sin(angles)]
    )
    colour = rng.integers(20, 220, 3).tolist()
    cv2.fillPoly(picture, [corners.astype(np.int32)], colour, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 14))):
        off = rng.normal(0, size * 0.2, 2)
        shade = np.clip(np.asarray(colour) * rng.uniform(0.5, 1.5), 0, 255).tolist()
        spot = (int(middle[0] + off[0]), int(middle[1] + off[1]))
        axes = (int(rng.uniform(1, size / 7)), int(rng.uniform(1, size / 12)))
        cv2.ellipse(picture, spot, axes, float(rng.uniform(0, 180)), 0, 360, shade, -1, cv2.LINE_AA)
    cv2.polylines(picture, [corners.astype(np.int32)], True, (140, 190, 210), max(1, int(size / 18)))
    at = (int(middle[0]), int(middle[1]))
    if rng.random() < 0.75:
        cv2.circle(picture, at, int(size * rng.uniform(0.12, 0.22)), (180, 215, 235), -1)
        number = str(rng.integers(2, 13))
        ink = (20, 20, 40) if rng.random() < 0.7 else (30, 30, 180)
        cv2.putText(picture, number, (at[0] - int(size / 9), at[1] + int(size / 14)), 2, size / 140, ink, 1)
        for dot in range(int(rng.integers(0, 6))):
            below = (int(at[0] + (dot - 2) * size / 25), int(at[1] + size / 8))
            cv2.circle(picture, below, max(1, int(size / 70)), ink, -1, cv2.LINE_AA)


def country_map(shape: tuple[int, int], base: Colour, rng: np.random.Generator) -> Array:
    """A board with a map: territories with curved borders, names, round fields for armies."""
    count = int(rng.integers(12, 60))
    seeds = np.full(shape, 255, dtype=np.uint8)
    seeds[rng.integers(0, shape[0], count), rng.integers(0, shape[1], count)] = 0
    _, lands = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    bend = rng.uniform(4, 18)
    shifted = columns + value_noise(shape, 12, rng) * bend, rows + value_noise(shape, 12, rng) * bend
    lands = cv2.remap(lands.astype(np.float32), *shifted, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REFLECT)
    shades = np.clip(np.asarray(base) + rng.normal(0, 50, (count + 2, 3)), 5, 250).astype(np.float32)
    picture = shades[np.clip(lands.astype(np.intp), 0, count + 1)]
    border = cv2.dilate(lands, np.ones((3, 3), np.uint8)) != lands
    picture[border] *= np.float32(rng.uniform(0.2, 0.8))
    drawn = np.clip(picture, 0, 255).astype(np.uint8)
    _names(drawn, rng)
    return np.asarray(drawn + (grain(shape, rng) * 3)[..., None], dtype=np.float32)


def _names(picture: Picture, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(4, 30))):
        at = (int(rng.integers(picture.shape[1])), int(rng.integers(picture.shape[0])))
        ink = rng.integers(0, 255, 3).tolist()
        if rng.random() < 0.5:
            cv2.circle(picture, at, int(rng.integers(2, 16)), ink, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
        else:
            text = "".join(rng.choice(list("ABCDEGILMNORSTU 0123456789"), int(rng.integers(1, 9))))
            size = float(rng.uniform(0.3, 1.2))
            cv2.putText(picture, text, at, int(rng.integers(5)), size, ink, 1 + int(size), cv2.LINE_AA)


_GROUNDS: dict[Ground, Callable[[tuple[int, int], Colour, np.random.Generator], Array]] = {
    "plain": plain,
    "felt": felt,
    "wood": wood,
    "cloth": cloth,
    "patterned": patterned,
    "carpet": carpet,
    "stone": stone,
    "leather": leather,
    "board": board,
    "print": printed,
    "map": country_map,
}


def ground(kind: Ground, colour: Colour, view: PinholeProjection, seed: int, turned: float = 0.0) -> Picture:
    """Return the table in even white light, in the camera's perspective.

    Args:
        kind: Material of the table.
        colour: Its main colour.
        view: The camera.
        seed: Seed of the pattern; the same seed gives the same table.
        turned: Rotation of the pattern, degrees.
    """
    rng = np.random.default_rng(seed)
    width, height = view.size
    side = int(1.15 * np.hypot(width, height)) if turned else max(width, height)
    coarse = float(rng.choice([1.0, 1.0, 1.0, 1.7, 3.0]))
    small = round(side / coarse)
    flat = cv2.convertScaleAbs(np.maximum(_GROUNDS[kind]((small, small), colour, rng), 0))
    if coarse > 1:
        flat = cv2.resize(flat, (side, side), interpolation=cv2.INTER_CUBIC)
    half = side / 2
    angle = np.deg2rad(turned)
    pattern_corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    per_pixel = 1 / max(view.scale_at((*view.to_table([view.middle])[0], 0.0)), 1e-6)
    corners = (pattern_corners @ turn.T) * per_pixel + view.to_table([view.middle])[0]
    onto = view.project(np.column_stack([corners, np.zeros(4)]))
    source = (pattern_corners + half).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, onto)
    warped = cv2.warpPerspective(flat, matrix, (width, height), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(warped, dtype=np.uint8)

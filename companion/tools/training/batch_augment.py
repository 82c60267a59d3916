"""Data augmentation of whole batches by torch, on any device: crops, and degraded light, colour, sharpness.

Chances are for a strength of 1; each picture has its own. All random numbers come from the generators given.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Generator, Tensor
from torch.nn import functional

from companion.tools.training.jpeg_loss import jpeg_loss
from companion.tools.training.samples import BODY_STEP
from companion.tools.training.tiles import CUT_SHARE, TILE
from companion.vision.detection.scale_search import BEST_EDGE, PYRAMID

SIDE = 224
"""Side of a crop, in pixels."""

COARSE_SHARE = 0.10
"""Share of the crops that show a tile as the coarse levels of the search do: dice are specks there, and
a tray with two of them must not be taken for a two.
"""

MAX_SCALE = 3.4
"""Small dice are made this many times as large at most, as the dice reader makes them too."""


class Motions(NamedTuple):
    """From pixels of tiles to those of crops: turns, n x 2 x 2, shifts, n x 2, and scales, n."""

    turn: NDArray[np.float32]
    shift: NDArray[np.float32]
    scale: NDArray[np.float32]


class Batch(NamedTuple):
    """Pictures, n x 3 x side x side; bodies, n x side/4 x side/4; dice, n x m x 6; which of them are dice."""

    pictures: Tensor
    bodies: Tensor
    dice: Tensor
    valid: Tensor


def random_motions(dice: NDArray[np.float32], rng: np.random.Generator) -> Motions:
    """A random place, angle and scale for each tile, mirrored in half of the cases; dice are n x m x 6."""
    count, some = len(dice), (dice[:, :, 2] > 0).sum(1)
    chosen = dice[np.arange(count), (rng.random(count) * some).astype(int)]
    scale = _scales(chosen[:, 2], some, rng)
    centre = rng.uniform(0, TILE, (count, 2))
    about = chosen[:, :2] + rng.normal(0, 1, (count, 2)) * (SIDE / scale / 5)[:, None]
    centre = np.where(((some > 0) & (rng.random(count) < 0.8))[:, None], about, centre)
    margin = np.minimum(0.35 * SIDE / scale, TILE / 2)[:, None]
    centre = np.clip(centre, margin, TILE - margin)
    angle, mirror = rng.uniform(0, 2 * np.pi, count), np.where(rng.random(count) < 0.5, -1.0, 1.0)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.stack([np.stack([cos * mirror, -sin], 1), np.stack([sin * mirror, cos], 1)], 1)
    shift = (SIDE - 1) / 2 - np.einsum("bij,bj->bi", turn, centre)
    return Motions(turn.astype(np.float32), shift.astype(np.float32), scale.astype(np.float32))


def _scales(
    edge: NDArray[np.float32], some: NDArray[np.int_], rng: np.random.Generator
) -> NDArray[np.float64]:
    """Most crops show the chosen die about as large as the detector likes them."""
    count = len(edge)
    wanted = BEST_EDGE * np.exp(rng.normal(-0.015, 0.29, count))
    fitting = np.clip(wanted / np.maximum(edge, 1), 0.25, MAX_SCALE)
    scale = np.where(some > 0, fitting, np.exp(rng.normal(0, 0.3, count)))
    huge = (edge > 100) & (rng.random(count) < 0.6)
    scale = np.where(huge, np.exp(rng.normal(-0.2, 0.3, count)), scale)
    coarse = np.exp(rng.uniform(math.log(PYRAMID[0]), math.log(PYRAMID[2]), count)) / TILE
    return np.asarray(np.where(rng.random(count) < COARSE_SHARE, coarse, scale))


def crops(tiles: Batch, motions: Motions) -> Batch:
    """The crops of tiles, pictures as bytes; pictures of crops have values 0 to 1."""
    turn, shift, scale = (torch.from_numpy(part).to(tiles.dice.device) for part in motions)
    back = torch.linalg.inv(turn)
    origin = -(back @ shift[..., None])[..., 0]
    given, grid = tiles.pictures.float() / 255, _grid(back, origin, 1)
    pictures = _sampled(given, grid)
    for below, step in ((0.7, 2), (0.36, 4)):
        small = torch.nonzero(scale < below)[:, 0]
        if len(small):
            pictures[small] = _sampled(functional.avg_pool2d(given[small], step), grid[small])
    coarse = _grid(back, origin, BODY_STEP)
    bodies = functional.grid_sample(
        tiles.bodies.float()[:, None], coarse, mode="nearest", padding_mode="zeros", align_corners=False
    )[:, 0]
    bodies = torch.where((coarse.abs() > 1).any(-1), 2.0, bodies.round())
    dice, near = _moved_dice(tiles.dice, turn, shift, scale)
    return Batch(pictures, bodies, dice, tiles.valid & near)


def _grid(back: Tensor, origin: Tensor, step: int) -> Tensor:
    """Where in a tile, -1 to 1, the pixels of a crop lie that is kept at 1/step of its size."""
    along = torch.arange(SIDE // step, device=back.device) * float(step) + (step - 1) / 2
    rows, columns = torch.meshgrid(along, along, indexing="ij")
    there = torch.stack([columns, rows], -1).reshape(1, -1, 2) @ back.transpose(1, 2) + origin[:, None]
    return (2 * (there + 0.5) / TILE - 1).reshape(len(back), SIDE // step, SIDE // step, 2)


def _sampled(pictures: Tensor, grid: Tensor) -> Tensor:
    return functional.grid_sample(pictures, grid, mode="bilinear", padding_mode="border", align_corners=False)


def _moved_dice(dice: Tensor, turn: Tensor, shift: Tensor, scale: Tensor) -> tuple[Tensor, Tensor]:
    """The dice in pixels of the crops, and which are near; those cut by the border need not be found."""
    moved = dice.clone()
    moved[..., :2] = dice[..., :2] @ turn.transpose(1, 2) + shift[:, None]
    moved[..., 2] = dice[..., 2] * scale[:, None]
    radians = torch.deg2rad(dice[..., 3])
    along = torch.stack([radians.cos(), radians.sin()], -1) @ turn.transpose(1, 2)
    moved[..., 3] = torch.rad2deg(torch.atan2(along[..., 1], along[..., 0])) % 90
    places, margin = moved[..., :2], CUT_SHARE * moved[..., 2:3]
    inside = ((places > margin) & (places < SIDE - margin)).all(-1)
    moved[..., 5] = moved[..., 5] * inside
    return moved, ((places > -margin) & (places < SIDE + margin)).all(-1)


def _uniform(gen: Generator, low: float, high: float, *shape: int) -> Tensor:
    return low + (high - low) * torch.rand(*shape, device=gen.device, generator=gen)


def _normal(gen: Generator, *shape: int) -> Tensor:
    return torch.randn(*shape, device=gen.device, generator=gen)


def _each(values: Tensor) -> Tensor:
    """One value for each picture, so that it multiplies pictures."""
    return values[:, None, None, None]


def degrade(pictures: Tensor, strength: Tensor, gen: Generator) -> Tensor:
    """Change light, colour, sharpness and noise.

    Args:
        pictures: Shape (n, 3, height, width), values 0 to 1; height and width are multiples of 16.
        strength: Shape (n,), 0 to 1: how often each change is made.
        gen: The random generator, on the pictures' device.
    """
    values = pictures.clone()
    for chance, change in CHANGES:
        chosen = torch.nonzero(_uniform(gen, 0, 1, len(values)) < chance * strength)[:, 0]
        if len(chosen):
            values[chosen] = change(values[chosen], gen)
    return (values.clamp(0, 1) * 255).round() / 255


def _illumination(values: Tensor, gen: Generator) -> Tensor:
    light = torch.exp(_normal(gen, len(values), 1, 3, 3) * 0.22 + _normal(gen, len(values), 1, 1, 1) * 0.2)
    return values * functional.interpolate(light, values.shape[2:], mode="bicubic", align_corners=False)


def _channel_swap(values: Tensor, gen: Generator) -> Tensor:
    order = torch.argsort(_uniform(gen, 0, 1, len(values), 3), 1)
    return torch.gather(values, 1, order[:, :, None, None].expand_as(values))


def _colour_cast(values: Tensor, gen: Generator) -> Tensor:
    return values * torch.exp(_normal(gen, len(values), 3) * 0.14)[:, :, None, None]


def _hue(values: Tensor, gen: Generator) -> Tensor:
    """Colours turned about the axis of grey (Rodrigues' formula)."""
    angle = _uniform(gen, -math.pi, math.pi, len(values))
    one, sin = (1 - angle.cos()) / 3, angle.sin() / math.sqrt(3)
    same, next_, last = angle.cos() + one, one - sin, one + sin
    turn = torch.stack([same, next_, last, last, same, next_, next_, last, same], 1).reshape(-1, 3, 3)
    return torch.einsum("bij,bjhw->bihw", turn, values).clamp(0, 1.5)


def _saturation(values: Tensor, gen: Generator) -> Tensor:
    grey = values.mean(1, keepdim=True)
    return grey + (values - grey) * _each(_uniform(gen, 0, 1.5, len(values)))


def _inverted(values: Tensor, gen: Generator) -> Tensor:
    return _each(_uniform(gen, 0.85, 1, len(values))) - values.clamp(max=1)


def _gamma(values: Tensor, gen: Generator) -> Tensor:
    return values.clamp(1e-4, 1.2) ** _each(torch.exp(_normal(gen, len(values)) * 0.25))


def _contrast(values: Tensor, gen: Generator) -> Tensor:
    return (values - 0.5) * _each(torch.exp(_normal(gen, len(values)) * 0.25)) + 0.5


def _bloom(values: Tensor, gen: Generator) -> Tensor:
    spread = gaussian_blur((values - 0.75).clamp(min=0), _uniform(gen, 2, 7, len(values)), 29)
    return values + _each(_uniform(gen, 0.2, 1.5, len(values))) * spread


def _defocus(values: Tensor, gen: Generator) -> Tensor:
    return gaussian_blur(values, _uniform(gen, 0.4, 1.9, len(values)), 11)


def _few_pixels(values: Tensor, gen: Generator) -> Tensor:
    """As a poor sensor sees it: fewer pixels, enlarged."""
    side = int(torch.randint(100, 190, (1,), device=gen.device, generator=gen))
    small = functional.interpolate(values, size=side, mode="area")
    return functional.interpolate(small, size=values.shape[2:], mode="bicubic", align_corners=False)


def _motion_blur(values: Tensor, gen: Generator) -> Tensor:
    """The mean of nine pictures along a way of 2 to 7 pixels."""
    length, angle = _uniform(gen, 2, 7, len(values)), _uniform(gen, 0, math.pi, len(values))
    way = torch.stack([length * angle.cos() / values.shape[3], length * angle.sin() / values.shape[2]], 1)
    still = torch.eye(2, 3, device=values.device).expand(len(values), 2, 3)
    mean = torch.zeros_like(values)
    for part in np.linspace(-0.5, 0.5, 9):
        moved = still.clone()
        moved[:, :, 2] = 2 * float(part) * way
        mean += _sampled(values, functional.affine_grid(moved, values.shape, align_corners=False)) / 9
    return mean


def _sharpened(values: Tensor, gen: Generator) -> Tensor:
    blurred = gaussian_blur(values, _uniform(gen, 0.8, 1.8, len(values)), 11)
    return values + _each(_uniform(gen, 0.3, 1.3, len(values))) * (values - blurred)


def _greyscale(values: Tensor, _gen: Generator) -> Tensor:
    shares = torch.tensor([0.114, 0.587, 0.299], device=values.device)
    return torch.einsum("bchw,c->bhw", values, shares)[:, None].expand_as(values)


def _noise(values: Tensor, gen: Generator) -> Tensor:
    rest = _uniform(gen, 1e-9, 1, len(values))
    amount = -torch.log(rest) * 0.012 + _uniform(gen, 0, 0.006, len(values))
    return values + _each(amount) * _normal(gen, *values.shape)


def _compression(values: Tensor, gen: Generator) -> Tensor:
    return jpeg_loss(values.clamp(0, 1), _uniform(gen, 35, 95, len(values)))


CHANGES: tuple[tuple[float, Callable[[Tensor, Generator], Tensor]], ...] = (
    (0.7, _illumination),
    (0.25, _channel_swap),
    (0.5, _colour_cast),
    (0.2, _hue),
    (0.25, _saturation),
    (0.07, _inverted),
    (0.5, _gamma),
    (0.2, _contrast),
    (0.2, _bloom),
    (0.3, _defocus),
    (0.2, _few_pixels),
    (0.15, _motion_blur),
    (0.2, _sharpened),
    (0.12, _greyscale),
    (0.45, _noise),
    (0.4, _compression),
)
"""The chance of each change at full strength, in their order."""


def gaussian_blur(values: Tensor, sigma: Tensor, width: int) -> Tensor:
    """Each picture blurred by its own deviation, in pixels; the kernel is `width` (odd) pixels wide."""
    count, channels, height, across = values.shape
    offsets = torch.arange(width, device=sigma.device) - width // 2
    kernel = torch.exp(-(offsets[None] ** 2) / (2 * sigma[:, None] ** 2))
    kernel = (kernel / kernel.sum(1, keepdim=True)).repeat_interleave(channels, 0)[:, None]
    flat, groups, pad = values.reshape(1, -1, height, across), count * channels, width // 2
    flat = functional.pad(flat, (pad, pad, pad, pad), mode="replicate")
    flat = functional.conv2d(flat, kernel[:, :, None], groups=groups)
    return functional.conv2d(flat, kernel[:, :, :, None], groups=groups).reshape(values.shape)

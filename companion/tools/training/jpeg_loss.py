"""What JPEG takes from pictures, by torch, a batch at a time.

G. Wallace, "The JPEG still picture compression standard", 1992: colour halved each way, and blocks of 8 x 8
pixels whose frequencies are rounded.
"""

import math

import torch
from torch import Tensor
from torch.nn import functional

LUMA = (
    *(16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55),
    *(14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62),
    *(18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92),
    *(49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99),
)
"""The standard's steps of rounding for brightness, row by row."""

CHROMA = (17, 18, 24, 47, 18, 21, 26, 66, 24, 26, 56, 99, 47, 66, 99, 99)
"""The same for colour, the first 4 x 4 of them; all others are 99."""


def jpeg_loss(pictures: Tensor, quality: Tensor) -> Tensor:
    """The pictures as JPEG with 4:2:0 gives them back.

    Args:
        pictures: Shape (n, 3, height, width): blue, green, red, 0 to 1; multiples of 16 pixels.
        quality: Shape (n,), 1 to 100.
    """
    scale = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality)[:, None, None] / 100
    luma = torch.tensor(LUMA, device=pictures.device, dtype=torch.float32).reshape(8, 8)
    chroma = torch.full((8, 8), 99.0, device=pictures.device)
    chroma[:4, :4] = torch.tensor(CHROMA, device=pictures.device).reshape(4, 4)
    luma, chroma = ((steps * scale).clamp(1, 255).round() for steps in (luma, chroma))
    blue, green, red = (pictures * 255).unbind(1)
    light = 0.299 * red + 0.587 * green + 0.114 * blue
    colours = (128 + 0.564 * (blue - light), 128 + 0.713 * (red - light))
    halves = (_rounded(functional.avg_pool2d(one[:, None], 2)[:, 0], chroma) for one in colours)
    towards_blue, towards_red = (
        functional.interpolate(one[:, None], scale_factor=2, mode="bilinear", align_corners=False)[:, 0] - 128
        for one in halves
    )
    light = _rounded(light, luma)
    green = light - 0.344 * towards_blue - 0.714 * towards_red
    back = torch.stack([light + 1.773 * towards_blue, green, light + 1.403 * towards_red], 1)
    return back.clamp(0, 255) / 255


def _rounded(plane: Tensor, steps: Tensor) -> Tensor:
    """A plane, n x height x width, 0 to 255, whose frequencies are multiples of the steps, n x 8 x 8."""
    count, height, width = plane.shape
    number = torch.arange(8, device=plane.device, dtype=torch.float32)
    cosines = torch.cos((2 * number[None] + 1) * number[:, None] * math.pi / 16) * 0.5
    cosines[0] *= 2**-0.5
    blocks = plane.reshape(count, height // 8, 8, width // 8, 8).permute(0, 1, 3, 2, 4) - 128
    each = steps[:, None, None]
    frequencies = (cosines @ blocks @ cosines.T / each).round() * each
    blocks = cosines.T @ frequencies @ cosines + 128
    return blocks.permute(0, 1, 3, 2, 4).reshape(count, height, width)

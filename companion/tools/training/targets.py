"""Targets and loss of the network, as in CenterNet (X. Zhou et al., "Objects as points", 2019)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from companion.tools.training.samples import COCKED_CLASS
from companion.vision.detection.heatmaps import ANGLE, CENTRE, EDGE, SEGMENTATION, STRIDE, UNIT_EDGE

PEAK_SIGMA = 0.11
"""Width of the centre's peak, share of the edge."""

LABEL_RADIUS = 0.2
"""Radius about the centre where face, edge and turn are asked for, share of the edge."""

MIN_EDGE, MAX_EDGE = 14.0, 92.0
"""Edges in pixels. Smaller dice are neither asked for nor punished; larger ones must not be reported."""


@dataclass
class Loss:
    """The parts of the loss, each a scalar tensor."""

    centre: Tensor
    face: Tensor
    edge: Tensor
    turn: Tensor
    body: Tensor

    @property
    def total(self) -> Tensor:
        """The sum that is trained on."""
        return self.centre + 0.6 * self.face + 1.0 * self.edge + 0.15 * self.turn + 0.3 * self.body


def targets(bodies: Tensor, dice: Tensor, valid: Tensor) -> Tensor:
    """Eight maps: centre peak, its weight, class (0 none), near a die, log edge, cos, sin, body (2 unknown).

    Shape (n, 8, rows, columns). A die that need not be found is neither asked for nor punished; if it is
    cocked, that is taught all the same.

    Args:
        bodies: Shape (n, rows, columns), 1 where a die is, 2 where it is not known.
        dice: Rows as in `Sample`, shape (n, m, 6).
        valid: Which rows are dice, shape (n, m).
    """
    x, y, edge, angle, kind, wanted = (dice[..., part][..., None, None] for part in range(6))
    at = _Places.of(x, y, edge, bodies.shape[1:])
    tiny = edge < MIN_EDGE
    allowed = valid[..., None, None] & (edge <= MAX_EDGE)
    asked = allowed & (wanted > 0) & ~tiny
    ignored = allowed & ~asked
    weight = 1 - (ignored & (at.squared < (0.55 * edge) ** 2)).any(1).float()
    centre = (torch.where(at.summit, 1.0, at.peak) * asked).amax(1)
    labelled = asked | (ignored & (kind == COCKED_CLASS) & ~tiny)
    near = ((at.squared < (LABEL_RADIUS * edge) ** 2) | at.cell) & labelled
    count = dice.shape[1]
    # where two overlap the last one wins: it lies on top
    order = torch.arange(1, count + 1, device=dice.device)[None, :, None, None] * near
    last, some = order.argmax(1, keepdim=True), near.any(1).float()

    def there(values: Tensor) -> Tensor:
        return torch.gather(values.expand_as(near), 1, last)[:, 0] * some

    turn, known = torch.deg2rad(4 * angle), ~torch.isnan(angle)
    turned = (there(torch.where(known, part, 0.0)) for part in (turn.cos(), turn.sin()))
    weight = torch.maximum(weight, (centre == 1).float())
    log_edge = there(torch.log(edge.clamp(min=1) / UNIT_EDGE))
    return torch.stack([centre, weight, there(kind), some, log_edge, *turned, bodies], 1)


@dataclass
class _Places:
    """Where cells lie about dice, each of shape (n, m, rows, columns).

    Attributes:
        squared: Squared distances to the die's middle, pixels.
        peak: The Gaussian peak of CenterNet.
        cell: The cell that holds the die's middle.
        summit: The same, if the middle lies within the picture or near it.
    """

    squared: Tensor
    peak: Tensor
    cell: Tensor
    summit: Tensor

    @classmethod
    def of(cls, x: Tensor, y: Tensor, edge: Tensor, size: Sequence[int]) -> _Places:
        """For dice of shape (n, m, 1, 1) in maps of that many rows and columns."""
        half = (STRIDE - 1) / 2
        rows = torch.arange(size[0], device=x.device)[:, None]
        columns = torch.arange(size[1], device=x.device)[None]
        squared = (columns * STRIDE + half - x) ** 2 + (rows * STRIDE + half - y) ** 2
        row = ((y - half) / STRIDE).round().clamp(0, size[0] - 1)
        column = ((x - half) / STRIDE).round().clamp(0, size[1] - 1)
        cell = (rows == row) & (columns == column)
        close = ((row * STRIDE - y).abs() < 2 * STRIDE) & ((column * STRIDE - x).abs() < 2 * STRIDE)
        peak = torch.exp(-squared / (2 * (PEAK_SIGMA * edge.clamp(min=1)) ** 2))
        return cls(squared, peak, cell, cell & close)


def loss(maps: Tensor, wanted: Tensor) -> Loss:
    """The loss of maps, shape (batch, 13, rows, columns); targets have shape (batch, 8, rows, columns)."""
    near = wanted[:, 3]
    count = near.sum().clamp(min=1)
    classes = wanted[:, 2].long()
    known = (classes > 0).float() * near
    logits = maps[:, 1:9]
    face = functional.cross_entropy(
        logits, (classes - 1).clamp(min=0), reduction="none", label_smoothing=0.01
    )
    edge = functional.smooth_l1_loss(maps[:, EDGE], wanted[:, 4], reduction="none", beta=0.1)
    turned = (wanted[:, 5:7].abs().sum(1) > 0).float() * near
    turn = ((maps[:, ANGLE] - wanted[:, 5:7]) ** 2).sum(1)
    certain = (wanted[:, 7] < 2).float()
    body = functional.binary_cross_entropy_with_logits(
        maps[:, SEGMENTATION], wanted[:, 7].clamp(max=1), reduction="none"
    )
    return Loss(
        _centre_loss(maps[:, CENTRE], wanted[:, 0], wanted[:, 1]),
        (face * known).sum() / known.sum().clamp(min=1),
        (edge * near).sum() / count,
        (turn * turned).sum() / turned.sum().clamp(min=1),
        (body * certain).sum() / certain.sum().clamp(min=1),
    )


def _centre_loss(logits: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """The penalty-reduced focal loss of CenterNet (after T. Lin et al., 2017), per die."""
    likely = torch.sigmoid(logits)
    summit = (wanted == 1).float()
    hit = -functional.logsigmoid(logits) * (1 - likely) ** 2 * summit
    miss = -functional.logsigmoid(-logits) * likely**2 * (1 - wanted) ** 4 * (1 - summit)
    return ((hit + miss) * weight).sum() / summit.sum().clamp(min=1)

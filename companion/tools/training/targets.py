"""Targets and loss of the network, as in CenterNet (X. Zhou et al., "Objects as points", 2019)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from companion.tools.training.samples import Sample
from companion.vision.detection.heatmaps import ANGLE, CENTRE, EDGE, SEGMENTATION, STRIDE, UNIT_EDGE

PEAK_SIGMA = 0.11
"""Width of the centre's peak, share of the edge."""

LABEL_RADIUS = 0.2
"""Radius about the centre where face, edge and turn are asked for, share of the edge."""

MIN_EDGE, MAX_EDGE = 14.0, 92.0
"""Edges in pixels. Smaller dice are neither asked for nor punished; larger ones must not be reported."""

MAPS_OF_TARGET = 8


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


def targets(sample: Sample) -> NDArray[np.float32]:
    """Eight maps: centre peak, its weight, class (0 none), near a die, log edge, cos, sin, body (2 unknown).

    Shape (8, height/4, width/4).
    """
    height, width = sample.body.shape
    maps = np.zeros((MAPS_OF_TARGET, height, width), dtype=np.float32)
    maps[1] = 1
    maps[7] = sample.body
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    rows, columns = rows * STRIDE + (STRIDE - 1) / 2, columns * STRIDE + (STRIDE - 1) / 2
    for x, y, edge, angle, kind, wanted in sample.dice:
        if edge > MAX_EDGE:
            continue
        squared = (columns - x) ** 2 + (rows - y) ** 2
        if not wanted or edge < MIN_EDGE:
            maps[1][squared < (0.55 * edge) ** 2] = 0
            continue
        _draw_target(maps, squared, (float(x), float(y)), float(edge), float(angle), float(kind))
    maps[1] = np.maximum(maps[1], maps[0] == 1)
    return maps


def _draw_target(
    maps: NDArray[np.float32],
    squared: NDArray[np.float32],
    at: tuple[float, float],
    edge: float,
    angle: float,
    kind: float,
) -> None:
    peak = np.exp(-squared / (2 * (PEAK_SIGMA * edge) ** 2))
    row = int(np.clip(round((at[1] - (STRIDE - 1) / 2) / STRIDE), 0, squared.shape[0] - 1))
    column = int(np.clip(round((at[0] - (STRIDE - 1) / 2) / STRIDE), 0, squared.shape[1] - 1))
    if abs(row * STRIDE - at[1]) < 2 * STRIDE and abs(column * STRIDE - at[0]) < 2 * STRIDE:
        peak[row, column] = 1.0
    near = squared < (LABEL_RADIUS * edge) ** 2
    near[row, column] = True
    maps[0] = np.maximum(maps[0], peak)
    maps[2][near], maps[3][near] = kind, 1
    maps[4][near] = np.log(edge / UNIT_EDGE)
    if not np.isnan(angle):
        turn = np.deg2rad(4 * angle)
        maps[5][near], maps[6][near] = np.cos(turn), np.sin(turn)


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

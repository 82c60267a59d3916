"""The empty board, and what every look compares a picture with; prepared once."""

from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.board import registration
from companion.vision.board.difference import Background, background
from companion.vision.board.seen import Box
from companion.vision.board.shape import BoardShape, Labels
from companion.vision.frames import Picture

BESIDE = 10
"""Pieces stand on a place if they stand at most so far beside it, in board pixels: islands are small."""


class EmptyBoard:
    """A board without pieces, as the camera saw it when it was taught.

    Attributes:
        shape: its places.
        reference: the rectified picture, in board pixels: height x width x 3, BGR.
    """

    def __init__(self, shape: BoardShape, reference: Picture) -> None:
        self.shape = shape
        self.reference = reference

    @cached_property
    def background(self) -> Background:
        """Return the picture, prepared for comparison."""
        return background(self.reference)

    @cached_property
    def level(self) -> registration.Grey:
        """Return the picture, levelled."""
        return registration.levelled(self.reference)

    @cached_property
    def landmarks(self) -> NDArray[np.float32]:
        """Return what can be followed when the board is pushed."""
        return registration.landmarks(self.reference)

    @cached_property
    def labels(self) -> Labels:
        """Return which place each pixel belongs to."""
        return self.shape.labels()

    @cached_property
    def reach(self) -> Labels:
        """Return which place each pixel belongs to if pieces stand a little beside their place."""
        away, nearest = cv2.distanceTransformWithLabels(
            (self.labels == 0).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
        )
        owners = np.zeros(int(nearest.max()) + 1, np.int16)
        inside = self.labels > 0
        owners[nearest[inside]] = self.labels[inside]
        return np.where(away < BESIDE, owners[nearest], np.int16(0))

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """Return the box of each place."""
        found = {}
        for number, place in enumerate(self.shape.places, 1):
            left, top, width, height = cv2.boundingRect((self.labels == number).astype(np.uint8))
            found[place] = (int(left), int(top), int(width), int(height))
        return found

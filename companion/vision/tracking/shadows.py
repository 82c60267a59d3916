"""Distinguishes shadows from objects by colour ratio.

A shadow reduces blue, green and red by the same factor: brightness changes, chromaticity hardly does. The
test
is the brightness and chromaticity distortion of Horprasert, Harwood and Davis, "A statistical approach for
real-time robust background subtraction and shadow detection", 1999; the bounds are close to those in Prati,
Mikic, Trivedi and Cucchiara, "Detecting moving shadows", 2003. The gain within a shadow is nearly constant:
Rosin and Ellis, "Image difference threshold strategies and shadow detection", 1995.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

MIN_MOVING_GAIN = 0.4
"""Smallest share of the light that a moving shadow leaves."""

MIN_GAIN = 0.25
"""Smallest share of the floor's light that a shadow on the empty tray leaves."""

MAX_GAIN = 1.3
"""Largest factor by which the floor may be brighter now where a shadow lay on the empty tray."""

MAX_LIT_GAIN = 1.95
"""The same if the gain is constant over the whole component."""

MAX_GAIN_SPREAD = 0.08
"""Largest relative standard deviation of the gain where a shadow was."""

CHROMATICITY = (5.0, 0.08)
"""Largest colour distortion of a moving shadow: grey levels, and share of the brighter colour."""


def largest(values: Floats) -> Floats:
    """The largest of blue, green and red; faster than numpy's maximum over a short axis."""
    return np.asarray(np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2]), np.float32)


def gain_and_distortion(reference: Floats, now: Floats) -> tuple[Floats, Floats]:
    """The brightness gain of each pixel (n x 3), and its colour distortion after it, in grey levels."""
    gain = np.einsum("ij,ij->i", now, reference) / (np.einsum("ij,ij->i", reference, reference) + 1.0)
    off = largest(np.abs(now - gain[:, None] * reference))
    return np.asarray(gain, np.float32), off


def moving_shadow(before: Floats, now: Floats) -> Mask:
    """A mask of the pixels (n x 3) that may show a shadow that came or went between two frames."""
    darker = (now @ np.ones(3, np.float32) < before @ np.ones(3, np.float32))[:, None]
    bright = np.where(darker, before, now)
    gain, off = gain_and_distortion(bright, np.where(darker, now, before))
    levels, share = CHROMATICITY
    return np.asarray((gain > MIN_MOVING_GAIN) & (off < levels + share * largest(bright)))


def shadow_on(floor: Floats, now: Floats, where: Mask, tolerance: float, min_gain: float = MIN_GAIN) -> Mask:
    """A mask of the pixels that show the floor in a shadow, or lit where a shadow was in the background.

    Args:
        floor: height x width x 3, the empty tray.
        now: the same place now.
        where: height x width, the pixels to test; all others are false.
        tolerance: largest colour distortion, in grey levels.
        min_gain: smallest share of the floor's light that a shadow leaves.
    """
    gain = np.zeros(where.shape, np.float32)
    gain[where], off = gain_and_distortion(floor[where], now[where])
    alike = np.zeros_like(where)
    alike[where] = off < tolerance * np.maximum(gain[where], 1.0)
    lit = (alike & (gain >= MAX_GAIN) & (gain < MAX_LIT_GAIN)).astype(np.uint8)
    return np.asarray((alike & (gain > min_gain) & (gain < MAX_GAIN)) | _constant_gain(lit, gain))


def _constant_gain(lit: NDArray[np.uint8], gain: Floats) -> Mask:
    """The connected components that became brighter by one common factor."""
    if not lit.any():
        return lit > 0
    _, labels = cv2.connectedComponents(lit)
    pixels = np.maximum(np.bincount(labels.ravel()), 1)
    mean = np.bincount(labels.ravel(), gain.ravel()) / pixels
    variance = np.bincount(labels.ravel(), np.square(gain).ravel()) / pixels - np.square(mean)
    constant = variance < np.square(MAX_GAIN_SPREAD * mean)
    constant[0] = False
    return np.asarray(constant[labels])

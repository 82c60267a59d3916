"""Contrast between what a picture of the window really shows, by the formula of WCAG 2.1 (1.4.3, 1.4.11)."""

from typing import Any

import cv2
import numpy as np

Box = tuple[float, float, float, float]
"""Left, bottom, right and top in the window, in pixels from its bottom left."""
SOLID, CLEAR = 0.8, 0.05
"""Shares of the letter_coverage from which a pixel is a letter's, and up to which it is the ground's."""
WORST = 25
"""Per cent of the ground that may be nearer to the letters' shade: corners of other things."""
ALONG = (0.3, 0.5, 0.7)
"""Where an edge is crossed, in shares of a side."""
OUTSIDE, INSIDE = 4.5, 6.0
"""How far from an edge the ground begins, and how far inside it the edge may be drawn, in theme pixels."""


def window_picture() -> Any:
    """Return what the window shows now: rows from the top, red, green and blue."""
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    wide, high = (int(side) for side in Window.size)
    data = glReadPixels(0, 0, wide, high, GL_RGB, GL_UNSIGNED_BYTE)
    return np.frombuffer(data, np.uint8).reshape(high, wide, 3)[::-1]


def luminance(picture: Any) -> Any:
    """Return the relative luminance of every pixel, 0 (black) to 1 (white)."""
    code = np.arange(256) / 255
    linear = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    return linear[picture] @ (0.2126, 0.7152, 0.0722)


def contrast(one: Any, other: Any) -> Any:
    """Return how far two luminances stand apart, 1 (not at all) to 21."""
    return (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)


def letter_coverage(texture: Any) -> Any:
    """Return how much of each pixel of a texture is letters, rows from the top, 0 to 1."""
    wide, high = texture.size
    pixels = np.frombuffer(texture.pixels, np.uint8).reshape(int(high), int(wide), 4)
    return pixels[..., 3] / 255


def words_contrast(light: Any, texture: Any, left: float, bottom: float) -> float | None:
    """Return how far letters stand out from the pixels close around them; None if too few are seen.

    Args:
        light: luminance of the window, rows from the top.
        texture: the letters.
        left: where they begin, in pixels of the window.
        bottom: the same from below.
    """
    letters = letter_coverage(texture)
    high, wide = letters.shape
    row, column = light.shape[0] - round(bottom) - high, round(left)
    if row < 0 or column < 0 or row + high > light.shape[0] or column + wide > light.shape[1]:
        return None
    part = light[row : row + high, column : column + wide]
    solid = letters > SOLID
    near = cv2.dilate((letters > CLEAR).astype(np.uint8), np.ones((7, 7)))
    far = cv2.dilate((letters > CLEAR).astype(np.uint8), np.ones((3, 3)))
    ground = (near > 0) & (far == 0)
    if solid.sum() < 5 or ground.sum() < 5:
        return None
    return float(np.percentile(contrast(np.median(part[solid]), part[ground]), WORST))


def edge_contrast(light: Any, box: Box, unit: float) -> float:
    """Return how far the faintest side of a box stands out from what is outside of it.

    Args:
        light: luminance of the window, rows from the top.
        box: the box.
        unit: pixels of the window to a theme pixel.
    """
    left, low, right, top = box
    high, wide = light.shape
    sides = (
        ((left, low), (0, top - low), (-1, 0)),
        ((right - 1, low), (0, top - low), (1, 0)),
        ((left, low), (right - left, 0), (0, -1)),
        ((left, top - 1), (right - left, 0), (0, 1)),
    )
    found = []
    for (x, y), (across, up), (out_x, out_y) in sides:
        crossings = []
        for share in ALONG:
            at = np.arange(-INSIDE * unit, OUTSIDE * unit + 1)
            columns = np.floor(x + across * share + out_x * at).astype(int)
            rows = high - 1 - np.floor(y + up * share + out_y * at).astype(int)
            if min(columns.min(), rows.min()) >= 0 and columns.max() < wide and rows.max() < high:
                line = light[rows, columns]
                crossings.append(float(contrast(line[:-2], np.median(line[-2:])).max()))
        if crossings:
            found.append(float(np.median(crossings)))
    return min(found, default=21.0)

"""Contrasts in a picture of the window, by the formula of WCAG 2.1 (1.4.3, 1.4.11)."""

from typing import Any

import cv2
import numpy as np

Box = tuple[float, float, float, float]
"""Left, bottom, right and top in the window, in pixels from its bottom left."""
SOLID, CLEAR = 0.8, 0.05
"""Coverage from which a pixel belongs to a letter, and up to which it belongs to the background."""
WORST = 25
"""Percentage of background pixels ignored as outliers, such as corners of other objects."""
ALONG = (0.3, 0.5, 0.7)
"""Where an edge is crossed, in shares of a side."""
OUTSIDE, INSIDE = 4.5, 6.0
"""Distance from an edge to the background, and maximum inset of a drawn edge, in theme pixels."""


def window_picture() -> Any:
    """Draw the window and return its pixels, RGB, rows from the top, as seen by who reads it."""
    from kivy.base import EventLoop
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    EventLoop.idle()
    wide, high = (int(side) for side in Window.size)
    data = glReadPixels(0, 0, wide, high, GL_RGB, GL_UNSIGNED_BYTE)
    picture = np.frombuffer(data, np.uint8).reshape(high, wide, 3)
    return picture[:, ::-1] if Window.rotation == 180 else picture[::-1]


def luminance(picture: Any) -> Any:
    """Return the relative luminance of every pixel, 0 (black) to 1 (white)."""
    code = np.arange(256) / 255
    linear = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    return linear[picture] @ (0.2126, 0.7152, 0.0722)


def contrast(one: Any, other: Any) -> Any:
    """Return the contrast ratio of two luminances, 1 to 21."""
    return (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)


def letter_coverage(texture: Any) -> Any:
    """Return the coverage of each pixel of a texture by letters, rows from the top, 0 to 1."""
    wide, high = texture.size
    pixels = np.frombuffer(texture.pixels, np.uint8).reshape(int(high), int(wide), 4)
    return pixels[..., 3] / 255


def words_contrast(light: Any, texture: Any, left: float, bottom: float) -> float | None:
    """Return the contrast of letters with the pixels around them; None if too few are visible.

    Args:
        light: luminance of the window, rows from the top.
        texture: the rendered text.
        left: its left edge, in pixels of the window.
        bottom: its bottom edge, likewise.
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
    """Return the lowest contrast of a box's sides with its surroundings.

    Args:
        light: luminance of the window, rows from the top.
        box: the box.
        unit: pixels of the window per theme pixel.
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

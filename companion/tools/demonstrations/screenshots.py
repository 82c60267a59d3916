"""Saves screenshots as small palette PNGs that contain the name of their screen."""

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from companion.vision.sources.picture_files import load_picture

if TYPE_CHECKING:
    from companion.tools.demonstrations.offscreen import Offscreen

Colours: TypeAlias = NDArray[np.uint8]
"""A picture: BGR, 0 to 255."""

MAX_COLOURS = 256
"""Maximum number of colours in a picture's palette."""
TITLE = "Title"
"""The PNG text chunk with the name of the screen."""
GRAIN = (9, 36, 9)
"""Diameter (pixels), colour sigma (grey levels) and space sigma (pixels) of the bilateral filter."""
SHADES = 6
"""Step of quantized grey levels in smoothed pictures."""
ROUNDS = 4
"""Iterations of k-means over the palette."""


def keep(screen: "Offscreen", path: Path, *, smooth: bool = False) -> None:
    """Save a screenshot and the name of the current screen.

    Args:
        screen: the app, offscreen.
        path: file of the screenshot.
        smooth: remove the fine grain of a camera's picture, which makes large files.
    """
    screen.picture(path)
    picture = load_picture(path)
    if smooth:
        picture = np.asarray(cv2.bilateralFilter(picture, *GRAIN) // SHADES * SHADES, np.uint8)
    shown = screen.shell.overlay or screen.shell.home
    path.write_bytes(encode_png(picture, shown.name if shown is not None else ""))


def screen_on(path: Path) -> str:
    """Return the name of the screen in a saved screenshot; empty if it contains none."""
    with Image.open(path) as picture:
        return str(picture.info.get(TITLE, "")).strip()


def encode_png(picture: Colours, title: str = "") -> bytes:
    """Encode a picture (BGR) as PNG with a palette, which takes a third, and the title of its screen."""
    colours = Image.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    reduced = colours.quantize(
        MAX_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=ROUNDS, dither=Image.Dither.NONE
    )
    words, file = PngInfo(), BytesIO()
    words.add_text(TITLE, title)
    reduced.save(file, "png", optimize=True, pnginfo=words)
    return file.getvalue()

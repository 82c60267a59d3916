"""Saves screenshots as small palette PNGs that carry the name of their screen."""

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
    from companion.demonstrations.offscreen import Offscreen

Colours: TypeAlias = NDArray[np.uint8]
"""Colours as they lie in a picture: blue, green and red, 0 to 255, in the last axis."""

MAX_COLOURS = 256
"""Colours that a picture is kept in."""
TITLE = "Title"
"""The PNG text that holds the name of the screen."""
GRAIN = (9, 36, 9)
"""Pixels, shades and pixels within which grain is smoothed away."""
SHADES = 6
"""Shades that are kept as one where grain is smoothed away."""
ROUNDS = 4
"""Rounds of k-means over the palette."""


def keep(screen: "Offscreen", path: Path, *, smooth: bool = False) -> None:
    """Keep what the screen shows, once it has come to rest, and which of the screens it is.

    Args:
        screen: the app, offscreen.
        path: where the picture goes.
        smooth: smooth the fine grain of a camera's picture away, for it makes large files.
    """
    screen.picture(path)
    picture = load_picture(path)
    if smooth:
        picture = np.asarray(cv2.bilateralFilter(picture, *GRAIN) // SHADES * SHADES, np.uint8)
    shown = screen.shell.overlay or screen.shell.home
    path.write_bytes(encode_png(picture, shown.name if shown is not None else ""))


def screen_on(path: Path) -> str:
    """Return the name of the screen that a kept picture shows; empty for a picture that tells none."""
    with Image.open(path) as picture:
        return str(picture.info.get(TITLE, "")).strip()


def encode_png(picture: Colours, title: str = "") -> bytes:
    """Return a picture as a PNG file with a palette: a third of the bytes of one without.

    Args:
        picture: its colours, height x width x 3.
        title: what it shows, written into the file.
    """
    colours = Image.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    reduced = colours.quantize(
        MAX_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=ROUNDS, dither=Image.Dither.NONE
    )
    words, file = PngInfo(), BytesIO()
    words.add_text(TITLE, title)
    reduced.save(file, "png", optimize=True, pnginfo=words)
    return file.getvalue()

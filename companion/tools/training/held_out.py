"""Keeps photos that judge out of training, copies of them too, by a perceptual hash instead of file names.

The hash is that of Zauner, "Implementation and benchmarking of perceptual image hash functions", 2010: signs
of the lowest frequencies of a discrete cosine transform, here 255 of them, of the picture with its histogram
equalised. Copies in grey, in another size or contrast, squeezed, compressed, mirrored or turned by right
angles stay near. The hashes of all photos that must not be trained on lie beside this file, so that the check
needs none of those photos.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.external_files.files import atomic_write
from companion.vision.frames import Picture

HASHES = Path(__file__).with_name("held_out.txt")
"""One hash a line, in hexadecimal digits."""

SIDE = 64
"""Side of the picture that is transformed, in pixels."""

FREQUENCIES = 16
"""Frequencies kept along each side; the mean brightness is left out."""

MAX_DISTANCE = 44
"""Bits of 255 in which copies differ at most. Grey, squeezed, darker JPEG copies (quality 40, half of them
equalised) of 341 photos differ by at most 38 but for two, by 48 and 52; the 777 photos that may be trained on
(every twentieth of tomitomi) by at least 56.
"""


def perceptual_hash(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The 255 bits of a picture, grey or BGR."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    even = cv2.equalizeHist(cv2.resize(grey, (2 * SIDE, 2 * SIDE), interpolation=cv2.INTER_AREA))
    small = cv2.resize(even, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    lowest = cv2.dct(small)[:FREQUENCIES, :FREQUENCIES].ravel()[1:]
    return np.asarray(lowest > np.median(lowest), np.bool_)


def may_train_on(picture: Picture, hashes: NDArray[np.bool_] | None = None) -> bool:
    """Whether a picture is no copy of one that judges, in any of its eight orientations.

    Args:
        picture: height x width x 3, BGR.
        hashes: n x 255, of the pictures that judge; by default those kept beside this file.
    """
    kept = held_out_hashes() if hashes is None else hashes
    small = cv2.resize(picture, (4 * SIDE, 4 * SIDE), interpolation=cv2.INTER_AREA)
    views = (np.rot90(seen, turns) for seen in (small, cv2.flip(small, 1)) for turns in range(4))
    seen = np.stack([perceptual_hash(np.ascontiguousarray(view)) for view in views])
    return not (np.count_nonzero(seen[:, None] != kept[None], axis=2) <= MAX_DISTANCE).any()


@cache
def held_out_hashes() -> NDArray[np.bool_]:
    """The hashes kept beside this file, n x 255."""
    lines = [bytes.fromhex(line) for line in HASHES.read_text().split()]
    bits = np.unpackbits(np.frombuffer(b"".join(lines), np.uint8).reshape(len(lines), -1), axis=1)
    return np.asarray(bits[:, : FREQUENCIES**2 - 1] > 0, np.bool_)


def write_hashes(pictures: Sequence[Picture]) -> None:
    """Write the file of hashes anew."""
    rows = sorted(np.packbits(perceptual_hash(picture)).tobytes().hex() for picture in pictures)
    atomic_write(HASHES, ("\n".join(rows) + "\n").encode())

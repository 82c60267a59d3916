"""Photos from phones: bounded, made smaller, and written anew without what else the file tells."""

import cv2

from companion.errors import NotAPicture
from companion.external_files.pictures import decode_picture
from companion.locale.messages import gettext

MAX_PHOTO_BYTES = 8_000_000
"""Maximum size of a photo from a phone, in bytes."""
MAX_PHOTO_PIXELS = 24_000_000
PHOTO_SIDE = 1600
"""Longer side of a saved photo, in pixels."""


def small_jpeg(contents: bytes, quality: int) -> bytes:
    """Return a photo as JPEG, reduced in size and without metadata such as the location.

    Args:
        contents: of the file that the phone sent.
        quality: of the JPEG, 1 to 100.

    Raises:
        NotAPicture: the contents are no picture, or too large.
    """
    if len(contents) > MAX_PHOTO_BYTES:
        raise NotAPicture(gettext("This photo is too large; take a smaller one."))
    picture, _ = decode_picture(contents, gettext("The photo"), MAX_PHOTO_PIXELS)
    high, wide = picture.shape[:2]
    share = min(1.0, PHOTO_SIDE / max(high, wide))
    size = (max(1, round(wide * share)), max(1, round(high * share)))
    smaller = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    done, encoded = cv2.imencode(".jpg", smaller, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise NotAPicture(gettext("This photo cannot be saved; take it again."))
    return encoded.tobytes()

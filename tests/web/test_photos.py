"""Photos from phones: as small as needed, and only what can be seen."""

import io

import pytest
from PIL import Image

from companion.errors import NotAPicture
from companion.web.photos import MAX_PHOTO_BYTES, PHOTO_SIDE, small_jpeg
from tests.web.test_private import photo


@pytest.mark.parametrize(("wide", "high"), [(2400, 1200), (1200, 2400), (40, 30)])
def test_a_photo_is_no_larger_than_needed(wide: int, high: int) -> None:
    kept = Image.open(io.BytesIO(small_jpeg(photo(wide, high), 80)))
    share = min(1.0, PHOTO_SIDE / max(wide, high))
    assert kept.size == (round(wide * share), round(high * share))
    assert not kept.getexif()


@pytest.mark.parametrize("contents", [b"", b"no picture"])
def test_what_is_no_photo_is_refused(contents: bytes) -> None:
    with pytest.raises(NotAPicture):
        small_jpeg(contents, 80)


def test_a_photo_is_as_large_as_allowed_and_not_larger() -> None:
    start, end = photo(40, 30)[:-2], photo(40, 30)[-2:]
    assert small_jpeg(start.ljust(MAX_PHOTO_BYTES - len(end), b"\0") + end, 80)
    with pytest.raises(NotAPicture, match="too large; take a smaller one"):
        small_jpeg(start.ljust(MAX_PHOTO_BYTES - len(end) + 1, b"\0") + end, 80)

"""A texture atlas: small pictures, such as words, emblems and discs, share large textures.

Without a graphics chip a picture on another texture than the one before costs 46 microseconds of the thread
that draws, a picture on the same texture 4.
"""

from typing import Any

from kivy.graphics.texture import Texture

PAGE = 1024
"""Side of a large texture, in pixels."""
WIDEST, HIGHEST = PAGE // 2, PAGE // 16
"""Size up to which a picture is small, in pixels."""
GAP = 1
"""Empty pixels between two pictures: a zoomed one is smoothed with what lies beside it."""


class TextureAtlas:
    """Packs pictures in rows ("shelves"). A full page stays as long as one of its pictures is in use."""

    def __init__(self) -> None:
        self._page: Any = None
        self._next, self._row, self._top = 0, 0, 0

    def add(self, size: tuple[int, int], pixels: bytes) -> Any:
        """Return the texture of a picture.

        Args:
            size: width and height in pixels.
            pixels: red, green, blue and alpha of each, a byte each, the lowest row first.
        """
        if size[0] > WIDEST or size[1] > HIGHEST:
            alone = Texture.create(size=size, colorfmt="rgba")
            alone.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
            return alone
        corner = self._room(*size)
        self._page.blit_buffer(pixels, pos=corner, size=size, colorfmt="rgba", bufferfmt="ubyte")
        return self._page.get_region(*corner, *size)

    def _room(self, width: int, height: int) -> tuple[int, int]:
        """Return a free corner: in this row, in the next one, or on a new page."""
        if self._next + width + GAP > PAGE:
            self._next, self._row = 0, self._top
        if self._page is None or self._row + height + GAP > PAGE:
            self._page = _empty_page()
            self._next, self._row, self._top = 0, 0, 0
        corner = (self._next, self._row)
        self._next += width + GAP
        self._top = max(self._top, self._row + height + GAP)
        return corner


def _empty_page() -> Any:
    page = Texture.create(size=(PAGE, PAGE), colorfmt="rgba")
    page.blit_buffer(bytes(PAGE * PAGE * 4), colorfmt="rgba", bufferfmt="ubyte")
    return page


ATLAS = TextureAtlas()
"""The atlas of all widgets."""

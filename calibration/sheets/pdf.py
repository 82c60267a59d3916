"""A one-page PDF with filled shapes, lines and text, in inches from the upper left corner."""

import zlib
from dataclasses import dataclass, field

import numpy as np

from calibration.boards import Points
from companion.locale.catalogue import shown

POINTS = 72.0
"""PDF points in an inch."""

BLACK = (0.0, 0.0, 0.0)
GREY = (0.55, 0.55, 0.55)
WHITE = (1.0, 1.0, 1.0)

Ink = tuple[float, float, float]


@dataclass
class Page:
    """The drawing commands of one page, in order.

    Attributes:
        width: in inches.
        height: in inches.
    """

    width: float
    height: float
    _drawn: list[str] = field(default_factory=list, repr=False)

    def fill(self, outline: Points, ink: Ink = BLACK) -> None:
        """Fill a polygon, n x 2 inches."""
        self._drawn.append(f"{_numbers(*ink)} rg {self._path(outline)} h f")

    def box(self, left: float, top: float, width: float, height: float, ink: Ink = BLACK) -> None:
        """Fill an axis-aligned rectangle."""
        right, bottom = left + width, top + height
        self.fill(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]), ink)

    def outline(self, points: Points, thick: float = 0.01, ink: Ink = BLACK, closed: bool = True) -> None:
        """Draw lines between points, `thick` inches wide."""
        close = " h" if closed else ""
        self._drawn.append(f"{_numbers(*ink)} RG {_numbers(thick * POINTS)} w {self._path(points)}{close} S")

    def text(self, text: str, left: float, base: float, size: float = 0.14, ink: Ink = BLACK) -> None:
        """Write a line of text, `size` inches high, from `left` on the baseline, in the language shown."""
        safe = (
            shown(text)
            .replace("\u202f", "\u00a0")
            .replace("\\", "\\\\")
            .replace("(", "\\(")
            .replace(")", "\\)")
        )
        at = _numbers(left * POINTS, (self.height - base) * POINTS)
        self._drawn.append(f"BT {_numbers(*ink)} rg /F1 {_numbers(size * POINTS)} Tf {at} Td ({safe}) Tj ET")

    def _path(self, points: Points) -> str:
        places = [_numbers(x * POINTS, (self.height - y) * POINTS) for x, y in np.asarray(points)]
        return f"{places[0]} m " + " ".join(f"{place} l" for place in places[1:])

    def pdf(self) -> bytes:
        """Return the page as a PDF file."""
        content = zlib.compress("\n".join(self._drawn).encode("cp1252", "replace"), 9)
        size = _numbers(self.width * POINTS, self.height * POINTS)
        parts = [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents 4 0 R "
            "/Resources << /Font << /F1 5 0 R >> >> >>".encode(),
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(content), content),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        ]
        return _file(parts)


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.4f}".rstrip("0").rstrip(".") for value in values)


def _file(parts: list[bytes]) -> bytes:
    """Return a PDF file of numbered objects with their cross-reference table."""
    file, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, part in enumerate(parts, start=1):
        places.append(len(file))
        file += b"%d 0 obj\n%b\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(parts) + 1
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(file))
    return file + b"xref\n0 %d\n0000000000 65535 f \n" % count + table + end

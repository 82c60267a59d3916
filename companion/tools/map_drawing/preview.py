"""Draws a board as a picture, to check it by eye; the game itself draws in `companion/ui`."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.boards.board import Board, LineString, Point, Territory

Image = NDArray[np.uint8]
RgbColour = tuple[float, float, float]

SEA: RgbColour = (66, 48, 34)
COAST: RgbColour = (30, 24, 20)
LINE: RgbColour = (214, 206, 196)
WHITE: RgbColour = (255, 255, 255)
DISC: RgbColour = (38, 32, 28)
COLOURS: dict[str, RgbColour] = {
    "yellow": (84, 174, 214),
    "red": (78, 92, 190),
    "blue": (184, 134, 78),
    "brown": (78, 128, 172),
    "green": (104, 156, 108),
    "purple": (148, 98, 150),
    "teal": (150, 152, 72),
}
"""Blue, green, red."""

FINER = 3
"""Supersampling factor: the picture is drawn this much larger and then reduced, for smooth edges."""


def draw_preview(board: Board, path: Path, width: int) -> None:
    """Write a PNG of the whole board, `width` pixels wide, with lands, sea links, discs and names."""
    scale = FINER * width / board.width
    picture: Image = np.full((round(board.height * scale), round(board.width * scale), 3), SEA, np.uint8)
    brush = _Brush(picture, board.height, scale)
    for number, territory in enumerate(board.territories):
        base = np.array(COLOURS[board.continent(territory.continent).colour])
        brush.land(territory, tuple(base * (0.90, 1.0, 1.08)[number % 3]))
    for link in board.links:
        for line in link.lines:
            brush.crossing(line)
    for territory in board.territories:
        brush.disc(territory.label, board.disc_radius, territory.name)
    for continent in board.continents:
        brush.text(f"{continent.name} +{continent.bonus}", continent.label, 20, COLOURS[continent.colour])
    height = round(picture.shape[0] / FINER)
    cv2.imwrite(str(path), cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA))


class _Brush:
    """Draws in canvas units, y upwards, on a picture whose y points down."""

    def __init__(self, picture: Image, height: float, scale: float) -> None:
        self.picture, self.height, self.scale = picture, height, scale

    def _pixels(self, line: LineString) -> NDArray[np.int32]:
        """Return points in sixteenths of a pixel, which OpenCV expects with shift=4."""
        points = np.array(line) * (1, -1) + (0, self.height)
        return np.round(points * self.scale * 16).astype(np.int32)

    def land(self, territory: Territory, colour: RgbColour) -> None:
        """Fill a territory and draw its coast and borders."""
        thick = max(1, round(2.2 * self.scale))
        for polygon in territory.polygons:
            rings = [self._pixels(ring) for ring in polygon.rings]
            cv2.fillPoly(self.picture, rings, colour, cv2.LINE_AA, 4)
            cv2.polylines(self.picture, rings, True, COAST, thick, cv2.LINE_AA, 4)

    def crossing(self, line: LineString) -> None:
        """Draw a line across the sea."""
        cv2.polylines(
            self.picture, [self._pixels(line)], False, LINE, max(1, round(3 * self.scale)), cv2.LINE_AA, 4
        )

    def disc(self, middle: Point, radius: float, name: str) -> None:
        """Draw a disc with a territory's name across it."""
        place = self._pixels((middle,))[0].tolist()
        cv2.circle(self.picture, place, round(radius * self.scale * 16), DISC, 2 * FINER, cv2.LINE_AA, 4)
        self.text(name, middle, 14, WHITE)

    def text(self, text: str, middle: Point, size: float, colour: RgbColour) -> None:
        """Write text centred at a point, `size` canvas units tall."""
        height, weight = size * self.scale / 22, max(1, round(size * self.scale / 11))
        (width, rise), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, height, weight)
        x, y = (self._pixels((middle,))[0] // 16).tolist()
        start = (x - width // 2, y + rise // 2)
        cv2.putText(self.picture, text, start, cv2.FONT_HERSHEY_SIMPLEX, height, colour, weight, cv2.LINE_AA)

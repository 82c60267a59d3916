"""Teaches boards by touches on the screen from rendered photos, and counts touches and time."""

from functools import cache
from time import process_time
from typing import Any

import cv2

from companion.games.boards.board import Board, load_board
from companion.games.boards.elements import Point
from companion.journal.save_folder import exchange_folder
from companion.tools.editors.authoring.board_regions import FLAT, links_of
from tests.tools.editors.board_photo import CORNERS, photograph

THINK, POINT = 1.35, 1.1
"""Seconds to think of the next act, and to point (Card, Moran and Newell 1980: keystroke-level model)."""
WATER = {
    "classic": [
        (20.0, 20.0),
        (600.0, 500.0),
        (1560.0, 660.0),
        (1200.0, 1120.0),
        (60.0, 620.0),
        (760.0, 1060.0),
    ],
    "archipelago": [
        (472.0, 25.0),
        (522.0, 311.0),
        (50.0, 435.0),
        (1217.0, 25.0),
        (1180.0, 186.0),
        (1056.0, 422.0),
        (621.0, 646.0),
        (559.0, 894.0),
        (1118.0, 919.0),
        (1491.0, 683.0),
        (75.0, 1056.0),
        (497.0, 1155.0),
        (1553.0, 1118.0),
    ],
    "duel": [(1200.0, 120.0), (400.0, 1080.0), (860.0, 520.0), (400.0, 500.0), (1180.0, 660.0)],
}
"""Taps on water, in pixels of the flat picture."""


class Teacher:
    """Teaches a board by touches; counts them and the time.

    Args:
        shell: the app, on whose stick the photo lies.
        pointer: touches it.
        board: what is taught.
    """

    def __init__(self, shell: Any, pointer: Any, board: Board) -> None:
        self.shell, self.pointer, self.board, self.taps, self.waited = shell, pointer, board, 0, 0.0
        self.ids = [territory.id for territory in board.territories]

    @property
    def minutes(self) -> float:
        """What a person takes who knows the board: each touch is thought of, and the screen is waited for."""
        return (self.taps * (THINK + POINT) + self.waited) / 60

    def key(self, words: str) -> None:
        """Tap a button."""
        begun = process_time()
        self.pointer.tap(words)
        self._touched(begun)

    def tap(self, spot: Point) -> None:
        """Tap the picture."""
        begun = process_time()
        self.pointer.tap_at(*self.shell.overlay.canvas_view.where(spot))
        self._touched(begun)

    def _touched(self, begun: float) -> None:
        self.taps += 1
        self.waited += process_time() - begun

    def middle(self, id: str) -> Point:
        """Return the middle of a territory, in pixels of the flat picture."""
        x, y = self.board.territory(id).label
        return x * FLAT[0] / self.board.width, (self.board.height - y) * FLAT[1] / self.board.height

    def begin(self) -> None:
        """Open the photo of the board from the stick."""
        folder = exchange_folder(self.shell.context.journal.path.parent)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "board.jpg").write_bytes(photo(self.board.id))
        for words in ("Boards", "New board", "board.jpg"):
            self.key(words)

    def corners_and_places(self, most: int | None = None) -> None:
        """Tap what lacks of the corners, the territories and the water; of both only the first so many."""
        plan = self.shell.overlay.draft.plan
        for corner in CORNERS[len(plan.corners) :]:
            self.tap(corner)
        if len(plan.corners) < len(CORNERS):
            self.key("Next")
        for id in self.ids[len(plan.places) : most]:
            self.tap(self.middle(id))
        self.key("Water")
        for spot in WATER[self.board.id][len(plan.water) : most]:
            self.tap(spot)

    def rest(self) -> None:
        """From the territories on: leave the borders, put the links right, tap the continents, and finish."""
        for act in (None, self.links, self.continents):
            self.key("Next")
            if act:
                act()
        self.key("Finish")

    def links(self) -> None:
        """Put right each pair that is not as on the real board."""
        screen = self.shell.overlay
        land, sea = links_of(screen.labels, screen.draft.plan)
        found = {tuple(sorted((self.ids[a - 1], self.ids[b - 1]))) for a, b in land | sea}
        wanted = {(link.a, link.b) for link in self.board.links}
        for one, other in sorted(found ^ wanted):
            self.tap(self.middle(one))
            self.tap(self.middle(other))

    def continents(self) -> None:
        """Tap the territories of each continent."""
        for number, continent in enumerate(self.board.continents):
            if number:
                self.key("Next one")
            for id in continent.territories:
                self.tap(self.middle(id))


@cache
def photo(name: str) -> bytes:
    """Return a photo of a board as a JPEG."""
    return bytes(cv2.imencode(".jpg", photograph(load_board(name)))[1])

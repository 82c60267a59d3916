"""Figures on films of a drawn table: a hand moves them, they keep their names, none is wrong though sure."""

from dataclasses import replace
from math import dist
from random import Random

import cv2
import numpy as np
import pytest

from calibration.profile import Profile, read_profile
from companion.tools.demonstrations.simulated_table import CLOTH, PIECES, SIZE, SimulatedTable, TablePiece
from companion.vision.frames import Picture
from companion.vision.miniatures.detection import look_at_table
from companion.vision.miniatures.figures import FigureTracker

SKIN = (120, 150, 205)
PALM = 1.1
"""Radius in inches."""
APART = 1.25
"""Inches between two pieces, so that they are seen as two; nearer ones overlap, and are asked."""
PLACE = 0.2
"""Inches by which a base may be seen beside its true place."""


class Film:
    """A table on which somebody moves one piece after the other.

    Args:
        seed: of the moves.
        profile: the camera's calibration.

    Attributes:
        pieces: what stands there.
        tracker: follows all frames.
    """

    def __init__(self, table: SimulatedTable, profile: Profile, seed: int) -> None:
        self._table, self._profile, self._chance = table, profile, Random(seed)
        self.pieces = {f"{piece.colour}-{number}": piece for number, piece in enumerate(PIECES)}
        self.tracker = FigureTracker()
        self._show(None)
        for name in self.pieces:
            self.name(name)
        self._show(None)

    def name(self, name: str) -> None:
        """Name a piece by a tap where it stands, if it is seen there."""
        near = [base for base in self._seen if dist(base.centre, self.pieces[name].at) < PLACE]
        if near:
            self.tracker.name(name, near[0])

    def move(self) -> str:
        """Take a piece with the hand, carry it, put it down, and leave; return who was moved."""
        name = self._chance.choice(sorted(self.pieces))
        piece, to = self.pieces[name], self._free()
        self._show(piece.at)
        del self.pieces[name]
        self._show(tuple(np.mean([piece.at, to], axis=0)))
        self.pieces[name] = replace(piece, at=to)
        self._show(to)
        self._show(None)
        self._show(None)
        return name

    def _free(self) -> tuple[float, float]:
        while True:
            spot = self._chance.uniform(2.4, CLOTH[0] - 2.4), self._chance.uniform(2.4, CLOTH[1] - 2.4)
            if all(dist(spot, piece.at) > APART for piece in self.pieces.values()):
                return spot

    def _show(self, hand: tuple[float, float] | None) -> None:
        """Show one frame, with a hand over a place."""
        pieces: tuple[TablePiece, ...] = tuple(self.pieces.values())
        self._table.put(pieces)
        frame = self._table.next_frame()
        assert frame is not None
        picture = frame.picture if hand is None else self._with_hand(frame.picture, hand)
        table = self._profile.table
        assert table is not None
        assert table.picture is not None
        look = look_at_table(picture, table.picture, self._profile.plane_for(SIZE))
        self._seen = look.miniatures
        self.tracker.follow(look.miniatures, hand=look.hand)

    def _with_hand(self, picture: Picture, place: tuple[float, float]) -> Picture:
        """Draw a palm over a place, and an arm to the near edge of the picture."""
        shown = np.array(picture)
        around = np.linspace(0, 2 * np.pi, 40)
        rim = np.array(place) + PALM * np.column_stack([np.cos(around), np.sin(around)])
        palm = self._table.where(rim, 0.4).astype(np.float32)
        x, y = palm.mean(axis=0)
        half = float(np.ptp(palm[:, 0])) * 0.35
        arm = np.array([[x - half, y], [x + half, y], [x + half, SIZE[1]], [x - half, SIZE[1]]], np.float32)
        for part in (palm, arm):
            cv2.fillConvexPoly(shown, np.rint(cv2.convexHull(part)).astype(np.int32), SKIN, cv2.LINE_AA)
        return np.asarray(shown, np.uint8)


@pytest.fixture(scope="module")
def filmed(tmp_path_factory: pytest.TempPathFactory) -> tuple[SimulatedTable, Profile]:
    table, file = SimulatedTable(PIECES), tmp_path_factory.mktemp("camera") / "profile.toml"
    table.calibrated(file)
    return table, read_profile(file)


@pytest.mark.parametrize(
    ("moves", "kept"), [(1, 1), pytest.param(100, 98, marks=pytest.mark.slow)], ids=["one", "hundred"]
)
def test_names_are_kept_through_moves_by_hand(
    filmed: tuple[SimulatedTable, Profile], moves: int, kept: int
) -> None:
    film, right = Film(*filmed, seed=5), 0
    for _ in range(moves):
        moved = film.move()
        for name, figure in film.tracker.named.items():
            there = dist(figure.centre, film.pieces[name].at) < PLACE
            assert there or not (figure.sure and figure.seen), f"{name} stands elsewhere"
        right += all(figure.sure and figure.seen for figure in film.tracker.named.values())
        for name, figure in film.tracker.named.items():
            if not (figure.sure and figure.seen):
                film.name(name)
        assert moved in film.tracker.named
    assert right >= kept, f"{right} of {moves}"

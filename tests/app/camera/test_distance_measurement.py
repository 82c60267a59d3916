"""Which pixel is measured, by which plane or tape, and with what error; each tape is read once."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from calibration.lens import RadialDistortion
from calibration.plane import POINTING_ERROR
from companion.app.camera import distance_measurement
from companion.app.camera.distance_measurement import (
    PlaneMeasurer,
    TapeMeasurer,
    centimetres,
    check_inside,
    corners_in_view,
    lens_of,
    sheet_of,
    snap,
)
from companion.errors import Unmeasurable


@pytest.mark.parametrize(
    ("pixel", "inside"),
    [
        ((-0.5, 50.0), True),
        ((-0.6, 50.0), False),
        ((60.0, -0.5), True),
        ((60.0, -0.6), False),
        ((120.0, 50.0), True),
        ((120.1, 50.0), False),
        ((60.0, 100.0), True),
        ((60.0, 100.1), False),
    ],
)
def test_a_pixel_lies_inside_the_picture(pixel: tuple[float, float], inside: bool) -> None:
    picture = np.zeros((100, 120, 3), np.uint8)
    if inside:
        assert check_inside(pixel, picture) == pixel
    else:
        with pytest.raises(Unmeasurable, match="outside the picture of 120 x 100 pixels"):
            check_inside(pixel, picture)


@pytest.mark.parametrize(
    ("side", "reach"),
    [(20, 1.5), (50, 2.0), (60, 2.4), (75, 3.0), (200, 3.0)],
)
@pytest.mark.parametrize("way", [(1.0, 0.0), (-0.6, 0.8)])
def test_a_pixel_snaps_to_a_corner_by_the_size_of_its_marker(
    side: float, reach: float, way: tuple[float, float]
) -> None:
    """Corners that lie on each other are one: no side is shorter than a pixel."""
    corners = np.array([(40.0, 50.0), (40.5, 50.0), (40.0 + side, 50.0), (40.0, 50.0 + side)])
    start = corners[0] if way[0] < 0 else corners[1]
    for share, snaps in ((0.98, True), (1.02, False)):
        pixel = tuple((start + share * reach * np.array(way)).tolist())
        assert snap(pixel, corners) == (tuple(start.tolist()) if snaps else pixel)
    assert snap((1.0, 2.0), np.zeros((0, 2))) == (1.0, 2.0)


@pytest.mark.parametrize(
    ("facts", "lens", "sheet"),
    [
        ({"lens": True, "sheet": "a4"}, "calibrated", "as calibrated"),
        ({"distortion": RadialDistortion((640, 480), -0.1)}, "from the board", "unknown"),
        ({"sheet_changed": True}, "none", "changed"),
    ],
)
def test_what_a_plane_knows_of_lens_and_sheet(facts: dict[str, Any], lens: str, sheet: str) -> None:
    unknown = {"lens": False, "sheet": None, "sheet_changed": False, "distortion": None}
    plane: Any = SimpleNamespace(**(unknown | facts))
    assert (lens_of(plane), sheet_of(plane)) == (lens, sheet)


def plane() -> Any:
    """A plane that returns what it is asked to measure."""
    return SimpleNamespace(
        distance=lambda start, end, pointing, height: (start.tolist(), end.tolist(), pointing, height),
        reprojection_error=0.07, lens=None, distortion=None, sheet=None, sheet_changed=False,
    )  # fmt: skip


@pytest.mark.parametrize("snaps", [True, False])
@pytest.mark.parametrize("profile", [None, SimpleNamespace(lens="lens")])
def test_a_board_in_view_measures_from_its_corners(
    monkeypatch: pytest.MonkeyPatch, snaps: bool, profile: Any
) -> None:
    """A corner is known as well as the plane; where somebody pointed, less well."""
    seen = SimpleNamespace(
        pixels=np.array([[20.0, 20.0], [70.0, 20.0]]), unknown_markers=np.array([[20.0, 70.0]]), parts=2
    )
    used: list[Any] = []

    def found(picture: Any, board: Any, lens: Any) -> Any:
        used.append((picture.shape, board.name, lens))
        return plane(), seen

    monkeypatch.setattr(distance_measurement, "plane_from_picture", found)
    monkeypatch.setattr(distance_measurement, "read_board", lambda path: SimpleNamespace(name=path.stem))
    picture = np.zeros((100, 120, 3), np.uint8)
    measurer = PlaneMeasurer(picture, Path("mat.toml"), profile, 0.5, snaps=snaps)
    assert used == [((100, 120, 3), "mat", None if profile is None else "lens")]
    for start, corner, end in (
        ((21.0, 20.5), (20.0, 20.0), (50.0, 50.0)),
        ((20.0, 71.0), (20.0, 70.0), (50.0, 50.0)),
    ):
        found_at = corner if snaps else start
        measured = measurer.measure(start, end)
        assert measured.pixels == (found_at, end)
        assert measured.distance == ([*found_at], [*end], 0.07 if snaps else POINTING_ERROR, 0.5)
        assert (measured.source, measured.markers, measured.reprojection_error) == ("mat", 2, 0.07)
    assert measurer.measure((50.0, 50.0), (60.0, 50.0)).distance[2] == POINTING_ERROR  # type: ignore[index]
    assert len(corners_in_view(seen)) == 3  # type: ignore[arg-type]
    with pytest.raises(Unmeasurable):
        measurer.measure((50.0, 50.0), (130.0, 50.0))


def test_without_a_board_the_profile_measures() -> None:
    asked = []

    def plane_for(size: tuple[int, int]) -> Any:
        asked.append(size)
        return plane()

    profile: Any = SimpleNamespace(plane_for=plane_for)
    measured = PlaneMeasurer(np.zeros((100, 120, 3), np.uint8), None, profile).measure((1.0, 2.0), (3.0, 4.0))
    assert asked == [(120, 100)]
    assert (measured.source, measured.markers, measured.lens, measured.sheet) == (
        "profile",
        0,
        "none",
        "unknown",
    )
    assert measured.distance == ([1.0, 2.0], [3.0, 4.0], POINTING_ERROR, 0.0)


class Tape:
    """A tape that covers some pixels of the picture, and what is stated of it."""

    def __init__(self, most: float, rows: tuple[str, ...] = ("row",), graduation: Any = "read") -> None:
        self.most, self.rows, self.graduation = most, rows, graduation

    def distance(self, start: Any, end: Any) -> Any:
        sure = max(start[0], end[0]) <= self.most
        return SimpleNamespace(
            inches=abs(end[0] - start[0]),
            error=0.1,
            sure=sure,
            graduation=None,
            reasons=[] if sure else ["far"],
        )

    def confirmed(self, graduation: Any) -> "Tape":
        return Tape(self.most, self.rows, graduation)


@pytest.mark.parametrize("stated", [None, "stated"])
def test_a_tape_is_read_once_where_it_is_sure(monkeypatch: pytest.MonkeyPatch, stated: Any) -> None:
    reads: list[Any] = []

    def read(_: Any, ends: Any) -> Any:
        reads.append(ends)
        return Tape(50.0 * len(reads))

    monkeypatch.setattr(distance_measurement, "read_tape", read)
    measurer = TapeMeasurer(np.zeros((100, 120, 3), np.uint8), stated)
    first = measurer.measure((10.0, 5.0), (30.0, 5.0))
    assert (first.inches, first.error, first.sure, first.reasons) == (20.0, 0.1, True, ())
    assert first.graduation == (stated or "read")
    assert measurer.measure((10.0, 5.0), (50.0, 5.0)).sure and len(reads) == 1
    assert measurer.measure((10.0, 5.0), (90.0, 5.0)).sure and len(reads) == 2
    assert measurer.measure((10.0, 5.0), (100.0, 5.0)).sure and len(reads) == 2
    monkeypatch.setattr(distance_measurement, "read_tape", lambda *_: Tape(0.0, (), None))
    unread = measurer.measure((10.0, 5.0), (120.0, 5.0))
    assert (unread.sure, unread.graduation, unread.reasons) == (False, None, ("far",))
    with pytest.raises(Unmeasurable):
        measurer.measure((10.0, 5.0), (121.0, 5.0))


def test_an_inch_in_centimetres() -> None:
    assert centimetres(2.0) == 5.08

"""The steps of a calibration: which boards are tried, which result counts, what is kept."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from calibration.lens_calibration import MIN_VIEWS
from companion.app.camera import calibration_steps
from companion.app.camera.calibration_steps import (
    MAX_VIEWS,
    OWN_BOARD,
    STEPS,
    DiceStep,
    LensStep,
    TableStep,
    TrayStep,
)

PICTURE = np.zeros((4, 4, 3), np.uint8)


@pytest.mark.parametrize(
    ("lens", "table", "own_file", "more"),
    [
        (None, None, None, []),
        (SimpleNamespace(sheet=None), None, False, []),
        (SimpleNamespace(sheet="a4"), None, False, ["lens"]),
        (None, SimpleNamespace(board="known"), False, ["known"]),
        (None, None, True, ["own"]),
        (SimpleNamespace(sheet="a4"), SimpleNamespace(board="known"), True, ["lens", "known", "own"]),
    ],
)
def test_the_table_is_sought_by_every_board_that_may_lie_there(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    lens: Any,
    table: Any,
    own_file: bool | None,
    more: list[str],
) -> None:
    tried: list[tuple[Any, Any]] = []

    def solved(_: Any, board: Any, lens: Any) -> Any:
        tried.append((board, lens))
        return SimpleNamespace(good=False, plane=None, table=None)

    monkeypatch.setattr(calibration_steps, "calibrate_table", solved)
    monkeypatch.setattr(calibration_steps, "printed", lambda _: ["printed"])
    monkeypatch.setattr(calibration_steps, "charuco_board", lambda *_: "lens")
    monkeypatch.setattr(calibration_steps, "read_board", lambda _: "own")
    step, profile = TableStep(), SimpleNamespace(lens=lens, table=table)
    step.folder = tmp_path if own_file is not None else None
    if own_file:
        (tmp_path / OWN_BOARD).touch()
    assert step.solve([PICTURE], profile if lens or table else None).found == {}  # type: ignore[arg-type]
    assert tried == [(board, lens) for board in ["printed", *more]]


@pytest.mark.parametrize(
    ("results", "best"),
    [
        ([(True, 0.5), (True, 0.2), (True, 0.3)], 1),
        ([(False, 0.1), (True, 0.9)], 1),
        ([(True, 0.9), (False, None)], 0),
        ([(False, None), (False, 5.0)], 1),
    ],
)
def test_the_board_that_fits_best_counts(
    monkeypatch: pytest.MonkeyPatch, results: list[tuple[bool, float | None]], best: int
) -> None:
    solved = [
        SimpleNamespace(
            good=good,
            plane=None if error is None else SimpleNamespace(reprojection_error=error),
            table=number,
        )
        for number, (good, error) in enumerate(results)
    ]
    monkeypatch.setattr(calibration_steps, "printed", lambda _: list(solved))
    monkeypatch.setattr(calibration_steps, "calibrate_table", lambda _, board, __: board)
    outcome = TableStep().solve([PICTURE], None)
    assert outcome.result is solved[best] and outcome.found == {"table": best}


def test_views_of_the_lens_are_kept_but_empty_and_old_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is the mean of the views taken and of the picture covered."""
    step, shown = LensStep(), list[int]()

    def solved(pictures: Any, _: Any, found: Any) -> Any:
        shown[:] = [int(picture[0, 0, 0]) for picture in pictures]
        views = [SimpleNamespace(corners=corners) for corners in found]
        return SimpleNamespace(views=views, covered=np.array([1.0, 0.0]), lens=None)

    monkeypatch.setattr(calibration_steps, "calibrate_lens", solved)
    monkeypatch.setattr(calibration_steps, "find_board", lambda picture, _: int(picture[0, 0, 0]) % 2)
    assert step.progress == 0
    for number in range(1, 2 * MAX_VIEWS + 9):
        assert step.solve([PICTURE, PICTURE + np.uint8(number)], None).found == {}
        kept = min((number + 1) // 2, MAX_VIEWS - (number % 2 == 0 and number > 2 * MAX_VIEWS))
        assert step.progress == pytest.approx(min(kept / MIN_VIEWS, 1) / 2 + 0.25)
    odd = range(9, 2 * MAX_VIEWS + 9, 2)
    assert shown == [*list(odd)[1 - MAX_VIEWS :], 2 * MAX_VIEWS + 8]
    step.reset()
    assert step.progress == 0
    step.solve([PICTURE + np.uint8(1)], None)
    assert shown == [1]


@pytest.mark.parametrize(
    ("mats", "corners", "tray"),
    [
        ([True, False], True, 0),
        ([False, True], True, 1),
        ([False, False], True, "corners"),
        ([False], False, None),
    ],
)
def test_the_mat_goes_before_the_corners(
    monkeypatch: pytest.MonkeyPatch, mats: list[bool], corners: bool, tray: object
) -> None:
    def solved(_: Any, mat: int | None = None, *, corners: Any = None, lens: Any) -> Any:
        assert lens == "lens"
        found = "corners" if corners is not None else mat
        good = mats[mat] if mat is not None else corners is not None
        return SimpleNamespace(good=good, tray=found if good else None)

    monkeypatch.setattr(calibration_steps, "printed", lambda _: range(len(mats)))
    monkeypatch.setattr(calibration_steps, "calibrate_tray", solved)
    monkeypatch.setattr(calibration_steps, "dice_relit", lambda dice, old, new: (*dice, old, new))
    step = TrayStep()
    step.corners = np.zeros((4, 2)) if corners else None
    profile: Any = SimpleNamespace(lens="lens", tray="old", dice=("dice",))
    found = step.solve([PICTURE], profile).found
    assert found == ({} if tray is None else {"tray": tray, "dice": ("dice", "old", tray)})


@pytest.mark.parametrize("good", [True, False])
def test_colours_count_if_they_are_good(monkeypatch: pytest.MonkeyPatch, good: bool) -> None:
    result = SimpleNamespace(good=good, dice=("red",))
    monkeypatch.setattr(calibration_steps, "DiceReader", lambda: None)
    monkeypatch.setattr(
        calibration_steps, "learn_colours", lambda picture, _, tray: (picture, tray) and result
    )
    assert DiceStep().solve([PICTURE], None).found == ({"dice": ("red",)} if good else {})


def test_only_the_lens_is_shown_again_and_again_and_tells_how_far_it_is() -> None:
    """Who moves a chessboard has no free hand; the other steps need one attempt of a few pictures."""
    steps = [make() for make in STEPS]
    told = [(step.name, step.continuous, step.pictures, step.progress) for step in steps]
    assert told == [
        ("lens", True, 1, 0.0), ("table", False, 7, None), ("tray", False, 3, None), ("dice", False, 1, None)
    ]  # fmt: skip
    assert steps[0].pause > steps[1].pause > 0
    for step in steps:
        step.reset()
        known: Any = SimpleNamespace(lens=None, table=None, tray=None, dice=())
        assert not step.done(None) and not step.done(known)
        setattr(known, step.name, ("known",))
        assert step.done(known)

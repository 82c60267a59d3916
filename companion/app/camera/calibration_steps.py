"""The steps of a camera calibration on the screen, the same as in `companion calibrate`."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from calibration.board_detection import BoardDetection
from calibration.boards import MarkerBoard, Points, charuco_board, read_board
from calibration.lens_calibration import MIN_VIEWS, LensResult, calibrate_lens, find_board
from calibration.profile import Profile
from calibration.sheets.pages import CHARUCO, DICTIONARY, PAPERS, sheet
from calibration.step_result import StepResult
from calibration.table_calibration import TableResult, calibrate_table
from calibration.tray_calibration import TrayResult, calibrate_tray
from companion.locale.messages import gettext
from companion.vision.assignment.colour_calibration import ColoursResult, dice_relit, learn_colours
from companion.vision.frames import Picture
from companion.vision.reader import DiceReader

OWN_BOARD = "board.toml"
"""A board file beside the profile with the positions of the markers of a large table."""

MAX_VIEWS = 24
"""Largest number of pictures of the board; the oldest are dropped."""


@dataclass
class StepOutcome:
    """The result of a step.

    Attributes:
        result: whether it succeeded, or why it must be repeated.
        found: fields of the profile that it sets, by name; empty if it failed.
    """

    result: StepResult
    found: dict[str, Any]


class CalibrationStep(ABC):
    """One step of a camera calibration.

    Attributes:
        name: the part of the profile that it fills.
        title: the text of its button.
        instruction: what players do, for the screen.
        pictures: number of pictures per attempt.
        pause: seconds between two of them.
        continuous: it repeats until it succeeds, since players have no free hand.
        folder: the folder of the profile and of an optional board file.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    instruction: ClassVar[str] = ""
    pictures: ClassVar[int] = 1
    pause: ClassVar[float] = 0.25
    continuous: ClassVar[bool] = False
    folder: Path | None = None

    @abstractmethod
    def solve(self, pictures: Sequence[Picture], profile: Profile | None) -> StepOutcome:
        """Solve this step from the newest pictures; takes up to two seconds."""

    def done(self, profile: Profile | None) -> bool:
        """Whether the profile has it already."""
        return profile is not None and bool(getattr(profile, self.name))

    @property
    def progress(self) -> float | None:
        """Progress, 0 to 1; None if one picture is enough."""
        return None

    def reset(self) -> None:  # noqa: B027 - most steps have nothing to forget
        """Forget the pictures taken so far."""


class LensStep(CalibrationStep):
    """Calibrates the lens from views of the chessboard, collected until they are enough."""

    name, title = "lens", gettext("Lens")
    instruction = gettext(
        "Move the printed chessboard slowly through the picture: to all corners, tilted to all sides."
    )
    pause, continuous = 1.2, True

    def __init__(self) -> None:
        self._views: list[tuple[Picture, BoardDetection | None]] = []
        self._share = 0.0

    def solve(self, pictures: Sequence[Picture], profile: Profile | None) -> StepOutcome:  # noqa: ARG002
        """Add the newest view, unless the board is not in it."""
        board = charuco_board(DICTIONARY, CHARUCO)
        self._views = [*self._views, (pictures[-1], find_board(pictures[-1], board))][-MAX_VIEWS:]
        shown, found = zip(*self._views, strict=True)
        result: LensResult = calibrate_lens(shown, board, found)
        if result.views and not result.views[-1].corners:
            self._views.pop()
        self._share = min(len(self._views) / MIN_VIEWS, 1.0) * 0.5 + float(result.covered.mean()) * 0.5
        return StepOutcome(result, {"lens": result.lens} if result.lens is not None else {})

    @property
    def progress(self) -> float | None:
        """The mean of two shares: the number of views, and the covered part of the picture."""
        return self._share

    def reset(self) -> None:
        """Forget all views."""
        self._views, self._share = [], 0.0


class TableStep(CalibrationStep):
    """Calibrates the table's plane by markers that lie on it."""

    name, title = "table", gettext("Table")
    instruction = gettext(
        "Clear the table. Lay the sheet with the four markers flat on it, all of them in view."
    )
    pictures = 7

    def solve(self, pictures: Sequence[Picture], profile: Profile | None) -> StepOutcome:
        """Use the table's own markers, the known ones, or a printed sheet, whichever fits best."""
        lens = profile.lens if profile is not None else None
        boards = printed("corners")
        if lens is not None and lens.sheet is not None:
            boards.append(charuco_board(DICTIONARY, CHARUCO))
        if profile is not None and profile.table is not None:
            boards.append(profile.table.board)
        if self.folder is not None and (self.folder / OWN_BOARD).exists():
            boards.append(read_board(self.folder / OWN_BOARD))
        results = [calibrate_table(pictures, board, lens) for board in boards]
        best: TableResult = min(results, key=_error_rank)
        return StepOutcome(best, {"table": best.table} if best.table is not None else {})


def _error_rank(result: TableResult) -> tuple[bool, float]:
    return not result.good, result.plane.reprojection_error if result.plane is not None else float("inf")


class TrayStep(CalibrationStep):
    """Calibrates the dice tray by its printed mat, or by four corners that players drag."""

    name, title = "tray", gettext("Tray")
    instruction = gettext(
        "Empty the dice tray. Lay the printed mat in it, or drag the four rings to its corners."
    )
    pictures = 3

    def __init__(self) -> None:
        self.corners: Points | None = None

    def solve(self, pictures: Sequence[Picture], profile: Profile | None) -> StepOutcome:
        """Use the mat if it is in view, else the corners."""
        lens = profile.lens if profile is not None else None
        results: list[TrayResult] = [calibrate_tray(pictures, mat, lens=lens) for mat in printed("tray")]
        best = next((result for result in results if result.good), None)
        if best is None:
            best = calibrate_tray(pictures, corners=self.corners, lens=lens)
        if best.tray is None:
            return StepOutcome(best, {})
        dice = dice_relit(profile.dice, profile.tray, best.tray) if profile is not None else ()
        return StepOutcome(best, {"tray": best.tray, "dice": dice})


class DiceStep(CalibrationStep):
    """Learns the body colours of this table's dice."""

    name, title = "dice", gettext("Dice")
    instruction = gettext("Lay one die of each colour in the tray, well apart.")

    def solve(self, pictures: Sequence[Picture], profile: Profile | None) -> StepOutcome:
        """Learn the colours."""
        tray = profile.tray if profile is not None else None
        result: ColoursResult = learn_colours(pictures[-1], DiceReader(), tray)
        return StepOutcome(result, {"dice": result.dice} if result.good else {})


STEPS: tuple[type[CalibrationStep], ...] = (LensStep, TableStep, TrayStep, DiceStep)
"""All steps in order."""


def printed(name: str) -> list[MarkerBoard]:
    """The board of a printed sheet, on every paper it is printed on."""
    return [board for paper in PAPERS if (board := sheet(name, paper)[1]) is not None]

"""The camera over the table, for the screens: its newest picture, its profile, the miniatures."""

import datetime
import logging
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from calibration.camera_shift import measure_camera_shift
from calibration.plane import TablePlane
from calibration.profile import Profile, read_profile, write_profile
from calibration.sheets.pages import PAPERS, sheet
from calibration.table_calibration import calibrate_table
from companion.app.camera.board_photos import FOLDER as PHOTOS
from companion.app.camera.board_photos import BoardPhotos
from companion.app.camera.kept_table import FILE, Area, KeptTable, kept, read_kept_table
from companion.app.camera.taught_boards import FOLDER, TaughtBoards
from companion.errors import CameraUnavailable, CompanionError, Unmeasurable
from companion.locale.messages import gettext
from companion.vision.frames import Picture
from companion.vision.miniatures.detection import Miniature, look_at_table
from companion.vision.miniatures.figures import FigureTracker, TrackedFigure

_log = logging.getLogger(__name__)

SHEET = "corners"
"""The printed sheet whose markers are used if nothing was calibrated."""
NO_PICTURE = gettext("The camera gives no picture: check its plug.")


@dataclass(frozen=True, eq=False)
class TableObservation:
    """What was found in one picture of the table.

    Attributes:
        plane: from pixels to inches; None if unknown.
        miniatures: what stands on the table.
        text: what players should know or do; empty if nothing is wrong.
        moved: the camera is not where it was calibrated.
        figures: the miniatures with the names that players gave them.
        terrain: areas that hide what stands behind them.
    """

    plane: TablePlane | None = None
    miniatures: tuple[Miniature, ...] = field(default=(), repr=False)
    text: str = ""
    moved: bool = False
    figures: tuple[TrackedFigure, ...] = field(default=(), repr=False)
    terrain: tuple[Area, ...] = ()


class TableCamera:
    """A camera that sees the table.

    Args:
        name: shown to players.
        newest: returns its newest picture at once, or None.
        profile: the file of its calibration; it need not exist.

    Attributes:
        boards: the boards it was taught.
        photos: of what players confirmed on them.
    """

    def __init__(self, name: str, newest: Callable[[], Picture | None], profile: Path) -> None:
        self.name = name
        self.path = profile
        self.boards = TaughtBoards(profile.parent / FOLDER)
        self.photos = BoardPhotos(profile.parent / PHOTOS)
        self.problem = ""
        self._newest = newest
        self._profile: Profile | None = None
        self._last: TableObservation | None = None
        self._busy = threading.Lock()
        self._tracker, self._tracking = FigureTracker(), threading.Lock()
        self._game = ""
        self._terrain: tuple[Area, ...] = ()
        self._kept: KeptTable | None = None
        self._read()
        self._restore("")

    @property
    def picture(self) -> Picture | None:
        """The newest picture: height x width x 3, BGR."""
        return self._newest()

    @property
    def profile(self) -> Profile | None:
        """The calibration; None if it was never done, or its file is broken."""
        return self._profile

    def _read(self) -> None:
        if not self.path.exists():
            return
        try:
            self._profile = read_profile(self.path)
        except CompanionError as error:
            self.problem = str(error)

    def keep(self, **found: Any) -> None:
        """Save the results of a calibration step, by their names in the profile.

        Raises:
            CameraUnavailable: the camera gives no picture, whose size belongs to the profile.
            OSError: it cannot be written to disk.
        """
        picture = self.picture
        if picture is None:
            raise CameraUnavailable(NO_PICTURE)
        size, now = (picture.shape[1], picture.shape[0]), datetime.datetime.now()
        known = self._profile
        if known is None or known.size != size:
            known = Profile(self.name, size, now)
        changed = replace(known, made=now, **found)
        write_profile(self.path, changed)
        self._profile, self.problem, self._last = changed, "", None

    # --- figures -----------------------------------------------------------------------------------------

    @property
    def figures(self) -> tuple[TrackedFigure, ...]:
        """The figures on the table, as followed since they were named."""
        return tuple(self._tracker.figures)

    def play(self, game: str) -> None:
        """Follow the figures of a game: names of another one go, those kept of this one come back.

        Args:
            game: its key; see `Session.key`.
        """
        if game == self._game:
            return
        with self._tracking:
            self._restore(game)

    def name_figure(self, name: str, base: Miniature) -> None:
        """Name the figure on a base."""
        with self._changed():
            self._tracker.name(name, base)

    def keep_figures(self, names: Collection[str]) -> None:
        """Forget the figures whose pieces have left the game."""
        with self._changed():
            self._tracker.keep_only(names)

    def count_from_here(self, name: str) -> None:
        """Count the distance that a figure moves from where it stands now."""
        with self._changed():
            self._tracker.begin_one(name)

    def point_barrel(self, name: str, barrel: float, laid: int) -> None:
        """Note where a figure's barrel points, in degrees from x towards y on the table."""
        with self._changed():
            self._tracker.point(name, barrel, laid)

    @property
    def terrain(self) -> tuple[Area, ...]:
        """What was traced on the table: it hides what stands behind it."""
        return self._terrain

    def trace(self, area: Area) -> None:
        """Add an area that hides what stands behind it."""
        with self._changed():
            self._terrain += (area,)

    def remove_terrain(self, area: Area) -> None:
        """Remove an area that was traced."""
        with self._changed():
            self._terrain = tuple(known for known in self._terrain if known != area)

    def _restore(self, game: str) -> None:
        """Begin with what is kept on disk, if it is of this game and of the table as it is calibrated."""
        self._game, plane = game, self._calibrated()
        found = read_kept_table(self.path.with_name(FILE)) if plane is not None else None
        self._kept = found if found is not None and plane is not None and found.fits(plane) else None
        figures = self._kept.figures if self._kept is not None and self._kept.game == game else ()
        self._tracker.restore(figures)
        self._terrain = self._kept.terrain if self._kept is not None else ()

    @contextmanager
    def _changed(self) -> Iterator[None]:
        """Change the figures, and keep on disk what has changed for good."""
        with self._tracking:
            yield
            plane = self._calibrated()
            if plane is None:
                return
            now = kept(self._game, plane, self._tracker.figures, self._terrain)
            if not now.same(self._kept) and (now.figures or now.terrain or self._kept is not None):
                self._kept = now
                now.write(self.path.with_name(FILE))

    def _calibrated(self) -> TablePlane | None:
        """The table as it was calibrated; None if it never was."""
        profile = self._profile
        if profile is None or profile.table is None:
            return None
        with suppress(Unmeasurable):
            return profile.plane_for(profile.size)
        return None

    # --- observing ---------------------------------------------------------------------------------------

    def in_background(self, work: Callable[[], Any], then: Callable[[Any], Any]) -> bool:
        """Run slow work on a separate thread, one piece at a time.

        Args:
            work: the work.
            then: called with the result, on that thread.

        Returns:
            Whether it was started; False while other work is running.
        """
        if not self._busy.acquire(blocking=False):
            return False
        threading.Thread(target=self._work, args=(work, then), name="table observation", daemon=True).start()
        return True

    def _work(self, work: Callable[[], Any], then: Callable[[Any], Any]) -> None:
        try:
            found = work()
        except Exception:
            _log.exception("the table could not be observed")
            return
        finally:
            self._busy.release()
        then(found)

    def last_observation(self) -> TableObservation:
        """The last observation, or the calibrated table; returns at once."""
        plane = self._calibrated() if self._last is None else None
        if plane is not None:
            return TableObservation(plane)
        return self._last or TableObservation(text=gettext("Looking for the table's markers..."))

    def observe(self) -> TableObservation:
        """Analyse the newest picture; slow."""
        self._last = self._observe()
        return self._last

    def _observe(self) -> TableObservation:
        picture = self.picture
        if picture is None:
            return TableObservation(text=NO_PICTURE)
        profile = self._profile
        if profile is None or profile.table is None:
            return self._by_sheet(picture, profile)
        try:
            return self._by_profile(picture, profile)
        except Unmeasurable as error:
            return TableObservation(text=str(error))

    def _by_profile(self, picture: Picture, profile: Profile) -> TableObservation:
        """Use the calibrated table; if the camera was moved, use its markers as they lie now."""
        assert profile.table is not None, "only a profile with a table can measure"
        shift = measure_camera_shift(profile, picture)
        if not shift.moved:
            plane = profile.plane_for((picture.shape[1], picture.shape[0]))
            empty = profile.table.picture
            if empty is None or empty.shape != picture.shape:
                return TableObservation(plane)
            look = look_at_table(picture, empty, plane)
            with self._changed():
                self._tracker.follow(look.miniatures, hand=look.hand)
            return TableObservation(plane, look.miniatures, figures=self.figures, terrain=self.terrain)
        anew = calibrate_table([picture], profile.table.board, profile.lens)
        if anew.plane is None:
            return TableObservation(text=gettext("{sentence}.", sentence=shift.sentence), moved=True)
        return TableObservation(
            anew.plane,
            text=gettext("The camera was moved. Markers still measure; tap figures in."),
            moved=True,
        )

    def _by_sheet(self, picture: Picture, profile: Profile | None) -> TableObservation:
        """Use the printed sheet with four markers, if it is in view, with the paper size that fits better."""
        lens = profile.lens if profile is not None else None
        boards = [board for paper in PAPERS if (board := sheet(SHEET, paper)[1]) is not None]
        found = [calibrate_table([picture], board, lens) for board in boards]
        planes = [result.plane for result in found if result.good and result.plane is not None]
        if not planes:
            return TableObservation(
                text=self.problem or gettext("Put the four table markers in view, calibrate, or use a tape.")
            )
        return TableObservation(min(planes, key=lambda plane: plane.reprojection_error))

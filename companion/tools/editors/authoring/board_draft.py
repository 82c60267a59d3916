"""A board being taught from a photo: each step is on disk before the next, and can be taken back."""

from pathlib import Path

import cv2
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.errors import BrokenFile
from companion.external_files.files import atomic_write, read_bytes
from companion.games.boards.elements import Point
from companion.games.boards.library import boards_folder, slug
from companion.vision.frames import Picture
from companion.vision.sources.picture_files import load_picture

MAX_UNDO = 60
"""Number of steps that can be taken back."""

MAX_SIDE = 1600
"""Longest side of the kept photo, in pixels."""

MAX_DRAFT = 8_000_000
"""Largest size of a draft's file, in bytes."""

JPEG_QUALITY = 90


class TaughtPlace(Struct, frozen=True):
    """A territory as it was tapped.

    Attributes:
        number: its number, which stays.
        name: its name on the board.
        at: where it was tapped, in pixels of the flat picture, from the top left.
        continent: number of its continent; 0 for none yet.
    """

    number: int
    name: str
    at: Point
    continent: int = 0


class TaughtContinent(Struct, frozen=True):
    """A continent: its number, which stays, and its name."""

    number: int
    name: str


class BorderStroke(Struct, frozen=True):
    """A border dragged by a finger: what lies under its way belongs to where it began; 0 is water."""

    number: int
    way: tuple[Point, ...]


class BoardPlan(Struct, frozen=True):
    """What has been taught so far.

    Attributes:
        name: title for players.
        corners: of the board on the photo, in pixels, clockwise from the top left; fewer while tapping.
        places: the territories.
        water: taps on water, in pixels of the flat picture.
        strokes: borders that were dragged, in order.
        changed: pairs of places, the smaller number first, whose link is not as the regions propose.
        continents: the continents.
    """

    name: str
    corners: tuple[Point, ...] = ()
    places: tuple[TaughtPlace, ...] = ()
    water: tuple[Point, ...] = ()
    strokes: tuple[BorderStroke, ...] = ()
    changed: tuple[tuple[int, int], ...] = ()
    continents: tuple[TaughtContinent, ...] = ()

    def place(self, number: int) -> TaughtPlace:
        """Return a territory by its number."""
        return next(place for place in self.places if place.number == number)

    def with_place(self, changed: TaughtPlace) -> "BoardPlan":
        """Return the plan with a territory changed."""
        return replace(self, places=tuple(changed if p.number == changed.number else p for p in self.places))

    def without_place(self, number: int) -> "BoardPlan":
        """Return the plan without a territory, its dragged borders and its changed links."""
        return replace(
            self,
            places=tuple(place for place in self.places if place.number != number),
            strokes=tuple(stroke for stroke in self.strokes if stroke.number != number),
            changed=tuple(pair for pair in self.changed if number not in pair),
        )


class _Steps(Struct, forbid_unknown_fields=True):
    """The file of a draft: its last steps, oldest first."""

    steps: list[BoardPlan]


class BoardDraft:
    """A draft in its folder: the photo and the steps.

    Args:
        folder: its folder.
        photo: BGR.
        steps: what has been taught, oldest first; at least one.
    """

    def __init__(self, folder: Path, photo: Picture, steps: list[BoardPlan]) -> None:
        self.folder = folder
        self.photo = photo
        self._steps = steps

    @property
    def plan(self) -> BoardPlan:
        """What has been taught so far."""
        return self._steps[-1]

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return len(self._steps) > 1

    @classmethod
    def begin(cls, photo: Picture, name: str) -> "BoardDraft":
        """Begin a draft and keep its photo, on disk when this returns.

        Raises:
            OSError: it cannot be written.
        """
        folder = _free_folder(slug(name))
        scale = min(1.0, MAX_SIDE / max(photo.shape[:2]))
        small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        _, coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        atomic_write(folder / "photo.jpg", coded.tobytes())
        draft = cls(folder, load_picture(folder / "photo.jpg"), [BoardPlan(name)])
        draft._save()
        return draft

    @classmethod
    def load(cls, folder: Path) -> "BoardDraft":
        """Take a draft up again.

        Raises:
            BrokenFile: one of its files is missing or broken.
        """
        try:
            content = read_bytes(folder / "draft.json", MAX_DRAFT)
            steps = msgspec.json.decode(content, type=_Steps).steps
        except (OSError, ValueError) as error:
            raise BrokenFile(
                "The draft {folder} cannot be read: {error}. Begin it again.", folder=folder, error=error
            ) from error
        if not steps:
            raise BrokenFile("The draft {folder} is empty. Begin it again.", folder=folder)
        return cls(folder, load_picture(folder / "photo.jpg"), steps)

    def do(self, plan: BoardPlan) -> None:
        """Make a step, on disk when this returns.

        Raises:
            OSError: it cannot be written; the step is not made.
        """
        before = self._steps
        self._steps = [*before, plan][-MAX_UNDO - 1 :]
        try:
            self._save()
        except OSError:
            self._steps = before
            raise

    def undo(self) -> bool:
        """Take the last step back; return whether there was one.

        Raises:
            OSError: it cannot be written.
        """
        if not self.can_undo:
            return False
        self._steps = self._steps[:-1]
        self._save()
        return True

    def delete(self) -> None:
        """Delete the draft.

        Raises:
            OSError: it cannot be deleted.
        """
        delete_draft(self.folder)

    def finish(self, named: str) -> None:
        """Put the draft aside, once its board is kept under a reference: `take_up` finds it there.

        Raises:
            OSError: it cannot be moved.
        """
        folder = finished_folder(named)
        if folder.exists():
            self.delete()
        else:
            folder.parent.mkdir(parents=True, exist_ok=True)
            self.folder = self.folder.rename(folder)

    def _save(self) -> None:
        atomic_write(self.folder / "draft.json", msgspec.json.encode(_Steps(self._steps)))


def delete_draft(folder: Path) -> None:
    """Delete a draft by its folder, even one that cannot be read.

    Raises:
        OSError: it cannot be deleted.
    """
    for name in ("draft.json", "photo.jpg"):
        (folder / name).unlink(missing_ok=True)
    folder.rmdir()


def finished_folder(named: str) -> Path:
    """Return the folder of the draft that a board was taught with; it may not be here."""
    return boards_folder() / "taught" / named


def take_up(named: str) -> Path:
    """Make the draft of a kept board one that is being taught again; return its folder.

    Raises:
        OSError: it is not here, or cannot be moved.
    """
    folder = _free_folder(named.partition("@")[0])
    folder.parent.mkdir(parents=True, exist_ok=True)
    return finished_folder(named).rename(folder)


def _free_folder(name: str) -> Path:
    """Return the first folder for a draft of this name that is not there."""
    paths = (drafts_folder() / f"{name}-{number}" for number in range(1, 1000))
    return next(path for path in paths if not path.exists())


def drafts_folder() -> Path:
    """Return the folder of all drafts."""
    return boards_folder() / "drafts"


def draft_folders() -> list[Path]:
    """Return the folders of all drafts, sorted."""
    return sorted(path.parent for path in drafts_folder().glob("*/draft.json"))

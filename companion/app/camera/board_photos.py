"""Photos of places with what players confirmed to lie there, for training; kept only where they agreed to it.

A photo is a JPEG of the rectified board around a place, in the light of its teaching; a JSON file beside it
says what lay there. Both stay in the data folder until they are deleted, or newer ones need the room.
`export` writes all of them as one ZIP file; nothing is sent anywhere.
"""

import csv
import io
import logging
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import cv2
import msgspec
from msgspec import Struct

from companion.app.camera.board_lesson import around
from companion.external_files.files import atomic_file
from companion.referee.game_view import Place
from companion.vision.board.seen import BoardSeen
from companion.vision.board.shape import BoardShape

_log = logging.getLogger(__name__)

FOLDER = "board photos"
"""In the data folder, beside the taught boards."""
MOST_BYTES = 50_000_000
"""Most room that they take, in bytes; the oldest go first."""
MOST_AT_ONCE = 12
"""Most places of one look that are kept, those that the camera was least sure of."""
QUALITY = 95
"""Of the JPEG files, in per cent."""
LABELS = "labels.csv"
READ_ME = """Photos of board game pieces, labelled by the players of a table companion.

photos/*.jpg  the board around one place, seen from straight above, in the light in which it was taught
labels.csv    one line for each photo:
  path        of the photo in this file
  board       id of the board
  place       id of the place
  colour      of the pieces that lie there, by the record that players confirmed; empty for none or nobody's
  armies      what the record says of the place; one piece may be worth several armies
  seen        the colour that the camera saw; empty for none, or where it was not sure
  sure        how sure the camera was, 0 to 1
  pieces      about how many pieces the camera saw, by area
  confirmed   "placement": players confirmed pieces that came; "agreement": the table agreed with the record
  taken       day and time, UTC
  outline     of the place in pixels of the photo: x y x y ..., rings after "|"
"""


class BoardPhoto(Struct, frozen=True):
    """What is kept beside a photo; see `READ_ME`."""

    board: str
    place: str
    colour: str
    armies: int
    seen: str
    sure: float
    pieces: float
    confirmed: str
    taken: str
    outline: str


class BoardPhotos:
    """The photos of this table.

    Args:
        folder: of their files; made when the first one is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(
        self, shape: BoardShape, seen: BoardSeen, lies: Mapping[str, tuple[str, int]], confirmed: str
    ) -> int:
        """Keep the photos of some places of one look; slow.

        Args:
            shape: of the board.
            seen: the look; nothing is kept of one with a hand in it, or that did not find the board.
            lies: colour and armies on each place, by the record; an empty colour for nobody's.
            confirmed: how; see `READ_ME`.

        Returns:
            How many were kept.

        Raises:
            OSError: they cannot be written.
        """
        if seen.hand or seen.lost:
            return 0
        clear = sorted(
            (place for place in lies if place not in seen.hidden), key=lambda id: seen.place(id).sure
        )
        self._folder.mkdir(parents=True, exist_ok=True)
        for place in clear[:MOST_AT_ONCE]:
            self._keep_one(shape, seen, place, lies[place], confirmed)
        self._make_room()
        return len(clear[:MOST_AT_ONCE])

    def _keep_one(
        self, shape: BoardShape, seen: BoardSeen, place: str, lies: tuple[str, int], confirmed: str
    ) -> None:
        now, one = datetime.now(UTC), seen.place(place)
        down, across = around(seen, place)
        rings = (shape.to_pixels(ring) - (across.start, down.start) for ring in shape.outlines[place])
        outline = "|".join(" ".join(f"{value:.1f}" for value in ring.ravel()) for ring in rings)
        label = BoardPhoto(
            shape.id,
            place,
            *lies,
            one.owner or "",
            round(one.sure, 3),
            round(one.pieces, 2),
            confirmed,
            now.isoformat(timespec="seconds"),
            outline,
        )
        _, packed = cv2.imencode(".jpg", seen.picture[down, across], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        path = self._folder / f"{now:%Y%m%d-%H%M%S-%f}.jpg"
        path.write_bytes(packed.tobytes())
        path.with_suffix(".json").write_bytes(msgspec.json.encode(label))

    def _make_room(self) -> None:
        """Delete the oldest while all of them take too much room."""
        left = self.size - MOST_BYTES
        for path in sorted(self._folder.glob("*.*")):
            if left <= 0:
                return
            left -= path.stat().st_size
            path.unlink()

    def __len__(self) -> int:
        return sum(1 for _ in self._folder.glob("*.jpg"))

    @property
    def size(self) -> int:
        """The room that they take, in bytes."""
        return sum(path.stat().st_size for path in self._folder.glob("*.*"))

    def export(self, path: Path) -> int:
        """Write all photos with their labels as a ZIP file, or none if the stick is pulled out; slow.

        Args:
            path: of the file; its folder is made if it is not there.

        Returns:
            How many are in it.

        Raises:
            OSError: it cannot be written.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = io.StringIO()
        table = csv.writer(lines)
        table.writerow(("path", *BoardPhoto.__struct_fields__))
        count = 0
        with atomic_file(path) as whole, zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as file:
            for name, picture, label in self._labelled():
                file.writestr(name, picture)
                table.writerow((name, *msgspec.structs.astuple(label)))
                count += 1
            file.writestr(LABELS, lines.getvalue())
            file.writestr("README.txt", READ_ME)
        return count

    def _labelled(self) -> Iterator[tuple[str, bytes, BoardPhoto]]:
        """Names, photos and labels, the oldest first; without those whose label a power cut destroyed."""
        for photo in sorted(self._folder.glob("*.jpg")):
            try:
                label = msgspec.json.decode(photo.with_suffix(".json").read_bytes(), type=BoardPhoto)
            except (OSError, msgspec.MsgspecError) as error:
                _log.warning("the photo %s has no label: %s", photo.name, error)
            else:
                yield f"photos/{photo.name}", photo.read_bytes(), label

    def delete(self) -> None:
        """Delete all of them.

        Raises:
            OSError: a file cannot be removed.
        """
        for path in self._folder.glob("*.*"):
            path.unlink(missing_ok=True)


def lying(
    places: Mapping[str, Place], colours: Mapping[str, str], wanted: Iterable[str]
) -> dict[str, tuple[str, int]]:
    """Return the colour of the pieces and the armies on some places, by the record."""
    return {id: (colours.get(places[id].owner or "", ""), places[id].count) for id in wanted}

"""The film of a game: its map turn by turn, about twenty seconds long, and a poster of its end."""

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from itertools import accumulate, pairwise
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.app.chronicle.report import headline, turn_label
from companion.app.chronicle.story import GameFacts
from companion.app.labels import seats_with_neutral
from companion.errors import UnknownName
from companion.games.boards.board import load_board
from companion.icons.palette import DARK, LIGHT, SEAT_PAINTS, UNOWNED
from companion.icons.sheets import icon_sheet
from companion.icons.typeface import FONT
from companion.locale.messages import ENGLISH, Catalogue, dated, gettext, joined, translated
from companion.referee.game_view import GameView, Standing
from companion.referee.seats import Seat

WIDTH, HEIGHT = 960, 540
"""Size of the picture, in pixels; both even, which MP4 needs."""
FINE = 2
"""The picture is drawn this many times as large, and then reduced."""
HEAD, FOOT = 44, 44
"""Height of the title above and of the players below the map, in pixels."""
SECONDS, LAST_SECONDS = 18.0, 3.0
"""Length of the film, and of its last picture after that."""
LEAST_MS, MOST_MS = 80, 900
"""Shortest and longest time for a turn, in milliseconds; in longer games, turns are left out."""
FRAMES_PER_SECOND = 20
"""Of an MP4."""
SEA, LINE = "cfe0e8", DARK
EMBLEM = 0.68
"""Size of an emblem in its disc."""
DISC = 15.0
"""Largest radius of a number's disc, in pixels."""
KINDS = (".gif", ".webp", ".mp4", ".png")
"""What a film can be written as; PNG is a poster of its end."""

Point = tuple[float, float]
Progress = Callable[[float], None]
"""Called with the share that is done, 0 to 1."""


class Map:
    """The drawing of a board: where its places lie in the picture, in fine pixels."""

    def __init__(self, view: GameView) -> None:
        on_map = view.kind == "territories"
        lands, (width, height), radius = _territories(view) if on_map else _battlefield(view)
        room = WIDTH * FINE, (HEIGHT - HEAD - FOOT) * FINE
        self._scale = min(room[0] / width, room[1] / height)
        self._left = (room[0] - width * self._scale) / 2
        self._low = (HEIGHT - FOOT) * FINE - (room[1] - height * self._scale) / 2
        self.radius = min(DISC * FINE, radius * self._scale)
        self.lands = {
            id: ([[self._at(point) for point in ring] for ring in rings], self._at(label))
            for id, rings, label in lands
        }

    def _at(self, point: Point) -> Point:
        return self._left + point[0] * self._scale, self._low - point[1] * self._scale


Lands = tuple[list[tuple[str, list[tuple[Point, ...]], Point]], Point, float]
"""Id, rings and label of each place, the size of the board, and the radius of a disc; y upwards."""


def _territories(view: GameView) -> Lands:
    board = load_board(view.board)
    lands = [
        (land.id, [ring for polygon in land.polygons for ring in polygon.rings], land.label)
        for land in board.territories
    ]
    return lands, (board.width, board.height), board.disc_radius


def _battlefield(view: GameView) -> Lands:
    corners = [corner for region in view.plan for corner in region.outline]
    width, height = max(x for x, _ in corners), max(y for _, y in corners)
    zones = [
        (region.id, [region.outline], region.centre)
        for region in view.plan
        if region.outline and not region.tile
    ]
    return zones, (width, height), max(width, height) * 0.035


def has_map(view: GameView) -> bool:
    """Return whether a game is played on a map that can be drawn."""
    return bool(view.plan or (view.board and view.kind == "territories"))


class Film:
    """Draws the pictures of a game.

    Args:
        record: the game.
        date: the day it was played, for the poster.
        catalogue: of the language of its words.

    Raises:
        UnknownName: the game has no map.
    """

    def __init__(self, record: GameFacts, date: str = "", catalogue: Catalogue = ENGLISH) -> None:
        if not record.views or not has_map(record.views[-1]):
            raise UnknownName(
                "{game} is played without a map, so there is no film of it.", game=record.chronicle.title
            )
        self._record, self._date, self._catalogue = record, date, catalogue
        self._names = {seat.id: seat.name for seat in record.chronicle.seats}

    @cached_property
    def _map(self) -> Map:
        return Map(self._record.views[-1])

    @property
    def turns(self) -> list[int]:
        """The turns that are shown, always with the last one."""
        count = len(self._record.views)
        step = -(-count * LEAST_MS // int(SECONDS * 1000))
        return [*range(0, count - 1, max(1, step)), count - 1]

    @property
    def turn_ms(self) -> int:
        """How long each turn is shown, in milliseconds."""
        return int(min(MOST_MS, max(LEAST_MS, SECONDS * 1000 / len(self.turns))))

    def pictures(self) -> Iterator[Image.Image]:
        """Yield the picture of each turn shown, 960x540."""
        labels = [turn_label(turn, self._names) for turn in self._record.chronicle.turns]
        for turn in self.turns:
            yield self._draw(turn, labels[turn])

    def poster(self) -> Image.Image:
        """Return the picture of the end, with the winner above it."""
        day = dated(self._date) if self._date else ""
        title = joined([headline(self._record.chronicle, self._names), day], ", ")
        return self._draw(len(self._record.views) - 1, title)

    def _draw(self, turn: int, title: str) -> Image.Image:
        view = self._record.views[turn]
        picture = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), f"#{SEA}")
        pen = ImageDraw.Draw(picture)
        seats = {seat.id: seat for seat in seats_with_neutral(view, self._record.chronicle.seats)}
        for id, (rings, _) in self._map.lands.items():
            place = view.places.get(id)
            owner = seats.get(place.owner or "") if place else None
            paint = SEAT_PAINTS[owner.colour] if owner else UNOWNED
            for ring in rings:
                pen.polygon(ring, fill=f"#{paint.fill}", outline=f"#{LINE}", width=FINE)
        for id, (_, label) in self._map.lands.items():
            place = view.places.get(id)
            if place is not None and (place.count or place.owner):
                self._disc(pen, label, str(place.count), seats.get(place.owner or ""))
        self._band(pen, 0, HEAD)
        pen.text(
            (12 * FINE, HEAD * FINE / 2),
            translated(title, self._catalogue),
            f"#{LIGHT}",
            _font(24),
            anchor="lm",
        )
        self._players(pen, turn)
        return picture.reduce(FINE)

    def _disc(self, pen: ImageDraw.ImageDraw, at: Point, text: str, owner: Seat | None) -> None:
        """Draw a number, and the emblem of its owner beside it: colour alone says nothing to some eyes."""
        radius, paint = self._map.radius, SEAT_PAINTS[owner.colour] if owner else UNOWNED
        box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
        pen.ellipse(box, fill=f"#{paint.fill}", outline=f"#{LINE}", width=FINE)
        letters = _font(radius / FINE * (1.15 if len(text) < 3 else 0.85))
        pen.text(at, text, f"#{paint.text}", letters, anchor="mm")
        if owner is not None:
            _badge(pen, owner, (at[0] + radius, at[1] - radius * 0.62), radius * 0.55)

    def _band(self, pen: ImageDraw.ImageDraw, top: int, height: int) -> None:
        pen.rectangle((0, top * FINE, WIDTH * FINE, (top + height) * FINE), fill=f"#{DARK}")

    def _players(self, pen: ImageDraw.ImageDraw, turn: int) -> None:
        """Write every player's colour, name and first figure below the map."""
        self._band(pen, HEIGHT - FOOT, FOOT)
        standings = self._record.chronicle.turns[turn].standings
        share = WIDTH * FINE / max(1, len(standings))
        middle = (HEIGHT - FOOT / 2) * FINE
        for number, standing in enumerate(standings):
            seat = next(seat for seat in self._record.chronicle.seats if seat.id == standing.seat)
            left = number * share + 12 * FINE
            _badge(pen, seat, (left + 12 * FINE, middle), 13 * FINE)
            words = translated(_player(seat, standing), self._catalogue)
            size = 20.0
            while _font(size).getlength(words) > share - 54 * FINE and size > 8:
                size -= 1
            pen.text((left + 34 * FINE, middle), words, f"#{LIGHT}", _font(size), anchor="lm")


def _player(seat: Seat, standing: Standing) -> str:
    if standing.out:
        return gettext("{player} out", player=seat.name)
    return joined([seat.name, str(standing.figures[0].value) if standing.figures else ""])


def _badge(pen: ImageDraw.ImageDraw, seat: Seat, at: Point, radius: float) -> None:
    """Draw a seat's emblem in a disc of its colour."""
    paint, (x, y) = SEAT_PAINTS[seat.colour], at
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), f"#{paint.fill}", f"#{paint.edge}", FINE)
    for shape in icon_sheet("emblems")[seat.emblem].shapes:
        for number, outline in enumerate(shape):  # what follows the first outline are holes in it
            corners = [(x + px * radius * EMBLEM, y - py * radius * EMBLEM) for px, py in outline]
            pen.polygon(corners, f"#{paint.fill if number else paint.text}")


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    """Return the program's letters, of a height in pixels."""
    return ImageFont.truetype(str(FONT), round(size * FINE))


def write_film(film: Film, path: Path, progress: Progress = lambda _: None) -> None:
    """Write a film, or the poster.

    Args:
        film: the pictures.
        path: the file; its ending, one of `KINDS`, says what it becomes.
        progress: called after each picture.

    Raises:
        UnknownName: nothing is known of that ending.
        OSError: it cannot be written.
    """
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise UnknownName(
            "A film ends in {endings}, not {ending!r}: choose another name.",
            endings=", ".join(KINDS),
            ending=path.suffix,
        )
    if kind == ".png":
        film.poster().save(path)
        progress(1.0)
        return
    pictures = []
    for number, picture in enumerate(film.pictures(), 1):
        pictures.append(picture)
        progress(number / (len(film.turns) + 1))
    pictures.append(film.poster())
    times = [film.turn_ms] * (len(pictures) - 1) + [int(LAST_SECONDS * 1000)]
    (_write_mp4 if kind == ".mp4" else _write_animation)(pictures, times, path)
    progress(1.0)


def _write_animation(pictures: list[Image.Image], times: list[int], path: Path) -> None:
    # A GIF has few colours, and the map needs few: without dithering it stays sharp and small.
    if path.suffix.lower() == ".gif":
        samples = Image.new("RGB", (WIDTH, 3 * HEIGHT))
        for number, at in enumerate((0, len(pictures) // 2, len(pictures) - 1)):
            samples.paste(pictures[at], (0, number * HEIGHT))
        palette = samples.quantize(128, dither=Image.Dither.NONE)
        pictures = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=times, loop=0)


def _frames(times: list[int]) -> list[int]:
    """Return the frames of each picture; all end at their time, in milliseconds, to half a frame."""
    ends = [round(end * FRAMES_PER_SECOND / 1000) for end in accumulate(times, initial=0)]
    return [end - begin for begin, end in pairwise(ends)]


def _write_mp4(pictures: list[Image.Image], times: list[int], path: Path) -> None:
    code = cv2.VideoWriter.fourcc(*"mp4v")
    writer = cv2.VideoWriter(str(path), code, FRAMES_PER_SECOND, (WIDTH, HEIGHT))
    if not writer.isOpened():
        raise OSError(gettext("This OpenCV cannot write {path}: choose .gif or .webp.", path=path))
    for picture, count in zip(pictures, _frames(times), strict=True):
        frame = cv2.cvtColor(np.asarray(picture), cv2.COLOR_RGB2BGR)
        for _ in range(count):
            writer.write(frame)
    writer.release()

"""The film of a game: its pictures, its length, and the files it can be."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image, ImageDraw

from companion.app.chronicle.chronicle import Chronicle, TurnRecord
from companion.app.chronicle.film import (
    FINE,
    FRAMES_PER_SECOND,
    HEIGHT,
    LAST_SECONDS,
    SEA,
    SECONDS,
    WIDTH,
    Film,
    _badge,
    _frames,
    _player,
    write_film,
)
from companion.app.chronicle.story import GameFacts
from companion.errors import UnknownName
from companion.icons.palette import DARK, LIGHT, SEAT_PAINTS, UNOWNED
from companion.referee.game_view import Figure, GameView, Place, Region, Standing
from companion.referee.seats import Emblem, seats_of
from tests.app.chronicle.bot_games import told


@pytest.mark.every(2, first=1)
@pytest.mark.parametrize(("game", "players"), [("classic", 3), ("rogue", 2)])
def test_every_place_has_the_colour_of_its_owner(game: str, players: int) -> None:
    record = told(game, 1, players)
    film = Film(record)
    pictures = list(film.pictures())
    colours = {seat.id: seat.colour for seat in record.chronicle.seats}
    assert len(pictures) == len(film.turns) and film.turns[-1] == len(record.views) - 1
    for number in (0, len(pictures) // 2, len(pictures) - 1):
        picture, view = np.asarray(pictures[number]).astype(int), record.views[film.turns[number]]
        assert picture.shape == (HEIGHT, WIDTH, 3)
        for id, (rings, _) in film._map.lands.items():
            owner = view.places[id].owner if id in view.places else None
            paint = SEAT_PAINTS[colours[owner]] if owner in colours else UNOWNED
            wanted = [int(paint.fill[at : at + 2], 16) for at in (0, 2, 4)]
            inside = np.zeros((HEIGHT * FINE, WIDTH * FINE), np.uint8)
            cv2.fillPoly(inside, [np.array(rings[0], np.int32)], 1)
            land = cv2.erode(inside, np.ones((9, 9), np.uint8))[::FINE, ::FINE].astype(bool)
            if land.sum() > 60:  # small ones are covered by their number
                share = (np.abs(picture[land] - wanted).max(axis=1) < 6).mean()
                assert share > 0.25, f"{id} is not {owner}'s"


@pytest.mark.parametrize(
    ("kind", "turns"),
    [
        (".gif", 6),
        (".webp", 6),
        (".mp4", 6),
        pytest.param(".mp4", 1000, marks=pytest.mark.long),
        (".png", 1000),
    ],
)
def test_each_kind_of_file_can_be_opened_and_is_about_twenty_seconds_long(
    tmp_path: Path, kind: str, turns: int
) -> None:
    record = told("classic")
    begun = replace(record.chronicle, turns=record.chronicle.turns[:turns])
    film, done = Film(replace(record, views=record.views[:turns], chronicle=begun), "2026-11-24"), [0.0]
    path = tmp_path / f"film{kind}"
    write_film(film, path, done.append)
    assert done == sorted(done) and done[-1] == 1
    if kind == ".png":
        assert Image.open(path).size == (WIDTH, HEIGHT)
        return
    if kind == ".mp4":
        read = cv2.VideoCapture(str(path))
        length = read.get(cv2.CAP_PROP_FRAME_COUNT) / read.get(cv2.CAP_PROP_FPS)
    else:
        moving = Image.open(path)
        length = 0.0
        for frame in range(moving.n_frames):  # type: ignore[attr-defined]
            moving.seek(frame)
            moving.load()
            length += moving.info["duration"] / 1000
    assert 0 < length <= SECONDS + LAST_SECONDS + 1
    assert length >= min(SECONDS, 0.9 * len(film.turns)) - 1


@pytest.mark.parametrize("turns", [2, 150, 192, 225])
def test_an_mp4_is_as_long_as_its_pictures_are_shown(turns: int) -> None:
    turn_ms = int(SECONDS * 1000 / max(turns, 20))
    frames = _frames([turn_ms] * turns + [3000])
    assert len(frames) == turns + 1 and min(frames) >= 1
    assert sum(frames) / FRAMES_PER_SECOND == pytest.approx(turns * turn_ms / 1000 + 3, abs=0.025)


def test_a_long_game_leaves_out_turns_but_never_the_last() -> None:
    record = told("classic")
    copies = 900 // len(record.views) + 1
    long = replace(
        record,
        views=record.views * copies,
        chronicle=replace(record.chronicle, turns=record.chronicle.turns * copies),
    )
    film = Film(long)
    assert len(film.turns) <= 240 and film.turns[-1] == len(long.views) - 1
    assert film.turn_ms * len(film.turns) <= SECONDS * 1000


@pytest.mark.parametrize(("name", "words"), [("film.avi", "ends in .gif"), ("film", "ends in .gif")])
def test_another_ending_is_refused(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(UnknownName, match=words):
        write_film(Film(told("classic")), tmp_path / name)


def test_a_game_without_a_map_has_no_film() -> None:
    with pytest.raises(UnknownName, match="without a map"):
        Film(told("battle", 1, 2))


@pytest.mark.parametrize(("emblem", "wider"), [("shield", "top"), ("crown", "bottom"), ("star", "bottom")])
def test_emblems_stand_upright(emblem: Emblem, wider: str) -> None:
    seat = replace(seats_of(2)[0], emblem=emblem)
    picture = Image.new("RGB", (200, 200))
    _badge(ImageDraw.Draw(picture), seat, (100.0, 100.0), 90.0)
    text = np.array([int(SEAT_PAINTS[seat.colour].text[at : at + 2], 16) for at in (0, 2, 4)])
    across = (np.array(picture) == text).all(axis=2).sum(axis=1)
    rows = np.flatnonzero(across)
    assert (across[rows[5]] > across[rows[-6]]) == (wider == "top")


def zone(id: str, left: float) -> Region:
    """A field of 40 by 30 on a battlefield of 80 by 30: 480 by 360 pixels of the picture, from row 90."""
    outline = ((left, 0.0), (left + 40, 0.0), (left + 40, 30.0), (left, 30.0))
    return Region(id, id, outline, (left + 10, 20.0))


def drawn(turns: int = 1, *, first: str = "Anna", count: int = 7, out: bool = False) -> Film:
    """The film of a game on two fields: Anna holds the left one, nobody the right one."""
    seats = seats_of(2, (first, "Ben"))
    red, blue = (Standing(seat.id, (Figure("units", 5),), out=out) for seat in seats)
    places = {"left": Place(seats[0].id, count), "right": Place(None, 0)}
    view = GameView("field", "", places, (red, blue), plan=(zone("left", 0), zone("right", 40)))
    record = TurnRecord(1, 1, seats[0].id, 0, 1, (), (red, blue))
    game = Chronicle("rogue", "Rogue", seats, (), (record,) * turns)
    return Film(GameFacts(game, (view,) * turns, {}, {}))


def pixels_like(picture: Image.Image, colour: str, box: tuple[int, int, int, int]) -> tuple[int, ...]:
    """The left, upper, right and lower ends of what has a colour within a box of a picture."""
    wanted = [int(colour[at : at + 2], 16) for at in (0, 2, 4)]
    near = np.abs(np.asarray(picture.crop(box)).astype(int) - wanted).max(axis=2) < 40
    rows, columns = np.nonzero(near)
    left, top = box[:2]
    return (columns.min() + left, rows.min() + top, columns.max() + left, rows.max() + top)


RED, BLUE = SEAT_PAINTS["red"], SEAT_PAINTS["blue"]


@pytest.mark.parametrize(
    ("colour", "box", "expected"),
    [
        (DARK, (500, 0, 960, 80), (500, 0, 959, 43)),  # the band of the title
        (SEA, (500, 40, 960, 100), (500, 45, 959, 89)),
        (RED.fill, (0, 60, 470, 500), (1, 91, 469, 449)),  # her field
        (UNOWNED.fill, (490, 60, 960, 500), (490, 91, 958, 449)),
        (DARK, (90, 213, 150, 216), (105, 213, 134, 215)),  # the disc, of 15 pixels round 120, 210
        (DARK, (90, 214, 126, 230), (105, 214, 125, 224)),
        (RED.edge, (126, 180, 160, 211), (127, 193, 142, 208)),  # her emblem beside it
        (DARK, (0, 455, 960, 500), (0, 496, 959, 499)),  # the band of the players
        (RED.edge, (0, 500, 45, 540), (11, 505, 36, 530)),  # their emblems
        (BLUE.edge, (480, 500, 525, 540), (491, 505, 516, 530)),
    ],
)
def test_a_picture_is_drawn_to_scale(
    colour: str, box: tuple[int, int, int, int], expected: tuple[int, ...]
) -> None:
    (picture,) = drawn().pictures()
    assert pixels_like(picture, colour, box) == pytest.approx(expected, abs=1)


def test_numbers_are_written_into_their_discs() -> None:
    widths = []
    for count in (7, 77, 777):
        (picture,) = drawn(count=count).pictures()
        left, top, _, low = pixels_like(picture, RED.text, (100, 200, 126, 222))
        assert (top + low) / 2 == pytest.approx(210, abs=1.5)
        widths.append(120 - left)
    assert widths == sorted(set(widths)) and widths[-1] < 15


def test_a_long_name_leaves_room_for_the_next_player() -> None:
    for name, left, right in (("Anna", 46, 110), ("Annabella Maximiliane von und zu der Wiese" * 2, 46, 472)):
        (picture,) = drawn(first=name).pictures()
        box = pixels_like(picture, LIGHT, (44, 500, 490, 540))
        assert left <= box[0] <= left + 3
        assert right - 45 <= box[2] <= right
        assert (box[1] + box[3]) / 2 == pytest.approx(518, abs=3)


@pytest.mark.parametrize(("out", "words"), [(False, "Anna 5"), (True, "Anna out")])
def test_a_player_is_named_with_the_first_figure(out: bool, words: str) -> None:
    record = drawn(out=out)._record
    assert str(_player(record.chronicle.seats[0], record.chronicle.turns[0].standings[0])) == words


@pytest.mark.parametrize(
    ("turns", "shown", "milliseconds"),
    [
        (1, [0], 900),
        (20, [*range(20)], 900),
        (100, [*range(100)], 180),
        (225, [*range(225)], 80),
        (226, [*range(0, 225, 2), 225], 157),
        (451, [*range(0, 450, 3), 450], 119),
    ],
)
def test_turns_are_shown_for_eighteen_seconds(turns: int, shown: list[int], milliseconds: int) -> None:
    film = drawn(turns)
    assert (film.turns, film.turn_ms) == (shown, milliseconds)

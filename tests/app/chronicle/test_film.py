"""The film of a game: its pictures, its length, and the files it can be."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image, ImageDraw

from companion.app.chronicle.film import (
    FINE,
    HEIGHT,
    LAST_SECONDS,
    SECONDS,
    WIDTH,
    Film,
    _badge,
    write_film,
)
from companion.errors import UnknownName
from companion.icons.palette import SEAT_PAINTS, UNOWNED
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

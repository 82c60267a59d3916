"""Fixtures of the club's tests, which use a real broker for all messages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.machine.settings import ClubSettings
from companion.app.night.session import Session
from companion.club.publisher import ClubPublisher
from companion.club.store import FILE, ClubStore
from companion.games import find_game
from companion.games.boards import library
from companion.games.boards.board import FOLDER
from companion.games.boards.board_files import read_board_file
from companion.journal.journal import Journal
from companion.referee.seats import Seat
from tests.club.broker import Listener, Mosquitto

CLASSIC = find_game("classic")
ANNA_AND_BEN_AND_CARL = (
    Seat("red", "Anna", "red", "star"),
    Seat("blue", "Ben", "blue", "anchor"),
    Seat("green", "Green", "green", "leaf"),
)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    (folder := tmp_path / "mosquitto").mkdir()
    running = Mosquitto(folder)
    running.start()
    yield running
    running.kill()


@pytest.fixture
def listener(broker: Mosquitto) -> Iterator[Listener]:
    hears = Listener(broker.port)
    yield hears
    hears.close()


@pytest.fixture
def journal(data_folder: Path) -> Iterator[Journal]:
    with Journal.open(data_folder / "games.sqlite") as opened:
        yield opened


@pytest.fixture
def session(journal: Journal) -> Session:
    return Session.begin(journal, CLASSIC, ANNA_AND_BEN_AND_CARL, {"placing": "all at once"}, now=lambda: 0.0)


@pytest.fixture
def publisher(data_folder: Path, journal: Journal) -> Iterator[ClubPublisher]:
    del journal  # only requested: a table has a journal before it joins a club
    table = ClubPublisher(data_folder)
    yield table
    table.close()


@pytest.fixture
def settings(broker: Mosquitto) -> ClubSettings:
    return ClubSettings(on=True, host="127.0.0.1", port=broker.port, table="Window")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ClubStore]:
    opened = ClubStore(tmp_path / FILE)
    yield opened
    opened.close()


@pytest.fixture
def own_board() -> str:
    """Reference of a board that players taught, with the longest reference there is."""
    name = "<b>" + "\N{LATIN SMALL LIGATURE FFI}" * 20
    return library.keep(replace(read_board_file(FOLDER / "duel.json"), name=name))

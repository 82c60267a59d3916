"""Boards by phone: a file each way, a photo to teach one from, and what a stranger or a watcher may not."""

import asyncio
import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.boards import library, received
from companion.games.boards.board import FOLDER, board_names
from companion.games.boards.board_choice import OF_ONE_GAME
from companion.games.boards.board_files import MAX_BYTES, BoardFile, decode_board, read_board_file, written
from companion.vision.sources.picture_files import load_picture
from companion.web.photos import MAX_PHOTO_BYTES, PHOTO_SIDE
from companion.web.requests import body_of
from tests.web.browser import Browser
from tests.web.conftest import Phone, Table
from tests.web.test_private import photo

PICTURES = os.environ.get("COMPANION_PICTURES")
"""A folder for a picture of the page, to look at."""


def ours(name: str = "Ours") -> BoardFile:
    return replace(read_board_file(FOLDER / "duel.json"), name=name)


def test_a_phone_loads_the_file_of_each_board(table: Table) -> None:
    named = library.keep(ours("Grandma's Lakes"))
    phone = Phone(table).join()
    offered = phone.get("/api/boards")[1]["boards"]
    assert {board["file"] for board in offered} == {named, *board_names()} - OF_ONE_GAME
    for board in offered:
        status, content = phone.get(f"/api/boards/{board['file']}")
        assert status == 200 and content["name"] == board["name"]
        assert len(content["territories"]) == board["territories"]
    phone.get(f"/api/boards/{named}")
    assert phone.headers["Content-Disposition"] == 'attachment; filename="grandma-s-lakes.json"'
    assert decode_board(phone.received[-1], Path("loaded")) == ours("Grandma's Lakes")


@pytest.mark.parametrize(
    "name", ["nothing", "starcraft", "..%2fsettings.toml", "lakes@0123456789abcdef", "%2fetc%2fpasswd", "%00"]
)
def test_only_boards_of_the_list_are_loaded(table: Table, name: str) -> None:
    assert Phone(table).join().get(f"/api/boards/{name}")[0] == 404


def test_a_board_that_a_phone_sends_waits_at_the_table(table: Table) -> None:
    reply = Phone(table).join().post("/api/boards", written(ours()).encode())[1]
    assert reply["taken"] and reply["message"].startswith("Ours waits at the table")
    (path,) = received.received()
    assert read_board_file(path) == ours()
    assert library.references() == (), "nobody has opened it yet"


def test_a_photo_that_a_phone_sends_is_small_and_tells_no_place(table: Table) -> None:
    phone = Phone(table).join()
    assert phone.post("/api/boards/photo", photo())[1]["taken"]
    assert phone.post("/api/boards/photo", photo())[1]["taken"]
    first, second = received.received(".jpg")
    assert b"taken at home" not in first.read_bytes()
    assert load_picture(second).shape == (PHOTO_SIDE // 2, PHOTO_SIDE, 3)


def _faulty() -> bytes:
    return written(replace(ours(), links=ours().links[:3], drawing=_dry())).encode()


def _dry() -> Any:
    return replace(ours().drawing, sea_links={})


@pytest.mark.parametrize(
    ("path", "content", "said"),
    [
        ("/api/boards", b"", "is wrong"),
        ("/api/boards", b"[" * 100_000, "is wrong"),
        ("/api/boards", json.dumps({"name": "x"}).encode(), "is wrong"),
        ("/api/boards", written(ours()).encode()[:-2], "is wrong"),
        ("/api/boards", _faulty(), "Ours has mistakes"),
        ("/api/boards", photo(), "is wrong"),
        ("/api/boards/photo", b"", "empty"),
        ("/api/boards/photo", photo()[:300], "hoto"),
        ("/api/boards/photo", written(ours()).encode(), "no picture"),
    ],
)
def test_hostile_files_are_refused(table: Table, path: str, content: bytes, said: str) -> None:
    reply = Phone(table).join().post(path, content)[1]
    assert not reply["taken"] and said in reply["message"]
    assert received.received() == ()


def test_what_cannot_be_saved_is_told(table: Table) -> None:
    """A file stands where the folder would be made."""
    received.received_folder().parent.mkdir(parents=True, exist_ok=True)
    received.received_folder().write_bytes(b"")
    status, reply = Phone(table).join().post("/api/boards", written(ours()).encode())
    assert (status, reply["message"]) == (507, "It could not be saved. Tell the host.")


@pytest.mark.parametrize(
    ("path", "most"), [("/api/boards", MAX_BYTES), ("/api/boards/photo", MAX_PHOTO_BYTES)]
)
def test_what_is_too_large_is_refused_before_it_is_there(table: Table, path: str, most: int) -> None:
    status, _ = Phone(table).join().post(path, b" " * (most + 1))
    assert status == 413 and received.received() == ()


@pytest.mark.parametrize("path", ["/api/boards", "/api/boards/photo"])
def test_a_phone_that_may_only_watch_sends_nothing(table: Table, path: str) -> None:
    phone = Phone(table).join()
    table.service.open_seats(False)
    assert phone.get("/api/boards")[1]["may_send"] is False
    content = photo() if "photo" in path else written(ours()).encode()
    reply = phone.post(path, content)[1]
    assert "watch only" in reply["message"] and not reply["taken"]
    assert received.received() == ()


@pytest.mark.parametrize("path", ["/api/boards", "/api/boards/europe"])
def test_a_stranger_gets_nothing(table: Table, path: str) -> None:
    assert Phone(table).get(path)[0] == 401
    assert Phone(table).post("/api/boards", written(ours()).encode())[0] == 401
    assert Phone(table).post("/api/boards/photo", photo())[0] == 401


@pytest.mark.parametrize("removed", [True, False])
def test_a_phone_that_loses_its_rights_meanwhile_sends_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch, removed: bool
) -> None:
    """It is removed when its file has half arrived, or may only watch from then on."""
    arrived, go_on = threading.Event(), threading.Event()

    async def slow(request: Any, most: int) -> bytes:
        content = await body_of(request, most)
        arrived.set()
        await asyncio.to_thread(go_on.wait)
        return content

    monkeypatch.setattr("companion.web.board_routes.body_of", slow)
    phone = Phone(table).join()
    sending = table._threads.submit(lambda: phone._request("POST", "/api/boards/photo", photo(), {}))
    table.until(arrived.is_set)
    if removed:
        table.service.remove(1)
        table.until(lambda: not table.service.phones)
    else:
        table.service.open_seats(False)
    go_on.set()
    table.until(sending.done)
    status, reply = sending.result()
    assert received.received() == () and not reply["taken"]
    assert status == 401 if removed else "watch only" in reply["message"]


def test_one_phone_does_not_fill_the_card(table: Table) -> None:
    """Files in a row are limited, and so is what waits."""
    for number in range(received.MAX_RECEIVED):
        received.receive_photo(bytes([number]))
    phone = Phone(table).join()
    said = phone.post("/api/boards/photo", photo())[1]["message"]
    assert "wait at the table already" in said
    statuses = [phone.post("/api/boards/photo", b"")[0] for _ in range(8)]
    assert statuses[-1] == 429
    assert len(received.received()) == received.MAX_RECEIVED


def test_the_code_may_lead_to_the_boards(table: Table) -> None:
    phone = Phone(table)
    assert phone.get(f"/j/{table.code}/boards")[0] == 303
    assert phone.headers["Location"] == "/boards"
    status, page = phone.get("/boards")
    assert status == 200 and b"A board file" in page


@pytest.mark.slow
def test_the_page_saves_boards_and_sends_files(table: Table, browser: Browser, tmp_path: Path) -> None:
    library.keep(ours("Grandma's Lakes"))
    (tmp_path / "photo.jpg").write_bytes(photo())
    (tmp_path / "board.json").write_text(written(ours()))
    (tmp_path / "bad.json").write_text("{")
    page = browser.open(f"{table.service.address}/boards")
    assert decode_board(page.load("Save Grandma's Lakes"), Path("loaded")) == ours("Grandma's Lakes")
    for field, name, said in (
        ("#photo", "photo.jpg", "The photo waits at the table"),
        ("#file", "board.json", "Ours waits at the table"),
        ("#file", "bad.json", "is wrong"),
    ):
        page.give(field, tmp_path / name)
        page.see(said)
    if PICTURES is not None:
        page.picture(Path(PICTURES) / "boards.png")
    table.service.open_seats(False)
    page = browser.open(f"{table.service.address}/boards")
    page.see("The host lets phones watch only.")
    assert not page.run("() => document.querySelector('#photo').checkVisibility()")
    assert [error for error in browser.errors if "favicon" not in error] == []
    assert len(received.received()) == 2

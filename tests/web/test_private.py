"""The private page of a seat: kept on disk, bounded, and the photo stripped of what else the file tells."""

import io
from errno import ENOSPC
from pathlib import Path

import pytest
from PIL import Image

from companion.errors import BrokenFile, NotAPicture
from companion.web.photos import PHOTO_SIDE
from companion.web.private_pages import PrivatePage, PrivatePages
from tests.web.conftest import Phone, Table, taken

PAGE = {"cards": ["Alaska infantry", "Wild"], "objectives": "Hold Asia.", "notes": "Ben bluffs."}


def photo(width: int = 2400, height: int = 1200) -> bytes:
    """A photo with the place it was taken at."""
    picture = Image.new("RGB", (width, height), (90, 40, 20))
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    file = io.BytesIO()
    picture.save(file, "JPEG", exif=exif)
    return file.getvalue()


def test_what_is_written_is_on_disk_and_comes_back(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    assert anna.post("/api/private", PAGE) == (200, taken())
    assert anna.get("/api/private") == (200, {"page": PAGE, "photo": False, "lost": False})
    assert any(b"Ben bluffs." in path.read_bytes() for path in (table.folder / "phones").rglob("*.json"))


def test_a_photo_is_kept_smaller_and_without_its_place(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    assert b"taken at home" in photo()
    assert anna.post("/api/private/photo", photo()) == (200, taken())
    status, kept = anna.get("/api/private/photo")
    assert status == 200 and b"taken at home" not in kept
    assert Image.open(io.BytesIO(kept)).size == (PHOTO_SIDE, PHOTO_SIDE // 2)
    assert anna.request("DELETE", "/api/private/photo", {}) == (200, taken())
    assert anna.get("/api/private/photo")[0] == 404


@pytest.mark.parametrize("contents", [b"", b"no picture", photo()[:200], b"\xff\xd8" + bytes(1000)])
def test_what_is_no_picture_is_refused(table: Table, contents: bytes) -> None:
    reply = Phone(table).join().sit("red").post("/api/private/photo", contents)[1]
    assert not reply["taken"] and "photo" in reply["message"].lower()


def test_who_has_no_seat_has_no_page(table: Table) -> None:
    anna = Phone(table).join()
    assert anna.get("/api/private")[0] == 403
    assert anna.post("/api/private", PAGE)[0] == 403
    assert anna.post("/api/private/photo", photo())[0] == 403


@pytest.mark.parametrize(
    "page",
    [
        PrivatePage(("card",) * 41),
        PrivatePage(("x" * 61,)),
        PrivatePage(notes="x" * 4001),
        PrivatePage(objectives="x" * 4001),
    ],
)
def test_a_page_that_is_too_large_is_refused(tmp_path: Path, page: PrivatePage) -> None:
    with pytest.raises(BrokenFile):
        PrivatePages(tmp_path).write("1", "red", page)
    assert not list(tmp_path.rglob("*.json"))


@pytest.mark.parametrize(
    "page", [PrivatePage(("x" * 60,) * 40), PrivatePage(notes="x" * 4000), PrivatePage(objectives="x" * 4000)]
)
def test_a_page_may_be_so_large(tmp_path: Path, page: PrivatePage) -> None:
    PrivatePages(tmp_path).write("1", "red", page)
    assert PrivatePages(tmp_path).read("1", "red") == page


@pytest.mark.parametrize("seat", ["../../red", "/etc/passwd", "a" * 300, "", "\0"])
def test_the_id_of_a_seat_never_leads_out_of_the_folder(tmp_path: Path, seat: str) -> None:
    pages = PrivatePages(tmp_path / "phones")
    pages.write("1", seat, PrivatePage(notes="here"))
    assert pages.read("1", seat).notes == "here"
    assert [path.parent for path in tmp_path.rglob("*.json")] == [tmp_path / "phones" / "1"]


DAMAGED = b'{"owner": 3'


def damage(folder: Path) -> Path:
    path = next(folder.glob("*/*.json"))
    path.write_bytes(DAMAGED)
    return path


def test_a_damaged_page_is_set_aside_and_its_player_told(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    anna.post("/api/private", PAGE)
    path = damage(table.folder / "phones")
    told = {"page": {"cards": [], "objectives": "", "notes": ""}, "photo": False, "lost": True}
    assert anna.get("/api/private") == (200, told)
    assert path.read_bytes() == DAMAGED  # looking changes nothing
    assert anna.post("/api/private", PAGE) == (200, taken())
    assert anna.get("/api/private")[1]["lost"] is False
    assert path.with_name(f"{path.name}.damaged-1").read_bytes() == DAMAGED


def test_a_page_with_one_damaged_byte_is_damaged(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    anna.post("/api/private", PAGE)
    path = next((table.folder / "phones").glob("*/*.json"))
    path.write_bytes(path.read_bytes().replace(b"bluffs", b"bl\xffffs"))
    status, told = anna.get("/api/private")
    assert (status, told["lost"]) == (200, True)
    assert anna.post("/api/private", PAGE) == (200, taken())


def test_half_a_character_is_refused(table: Table) -> None:
    anna = Phone(table).join().sit("red")
    assert anna.post("/api/private", b'{"notes": "\\ud83d"}')[0] == 400
    assert anna.post("/api/private", b'{"notes": "\\ud83d\\ude00"}')[0] == 200, "a whole one"
    assert anna.get("/api/private")[1]["page"]["notes"] == "\N{GRINNING FACE}"


def test_who_takes_the_seat_of_a_damaged_page_is_told_too(tmp_path: Path) -> None:
    pages = PrivatePages(tmp_path)
    pages.write("1", "red", PrivatePage(notes="here"))
    path = damage(tmp_path)
    pages.give("1", "red", "anna")
    assert (pages.owner("1", "red"), pages.lost("1", "red")) == ("anna", True)
    pages.write("1", "red", PrivatePage(notes="again"))
    assert (pages.read("1", "red").notes, pages.lost("1", "red")) == ("again", False)
    assert [aside.read_bytes() for aside in tmp_path.rglob("*.damaged-*")] == [DAMAGED]
    path.write_bytes(DAMAGED)
    pages.write("1", "red", PrivatePage(notes="third"))
    assert len(list(tmp_path.rglob("*.damaged-*"))) == 2


def test_a_damaged_page_that_cannot_be_set_aside_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = PrivatePages(tmp_path)
    pages.write("1", "red", PrivatePage(notes="here"))
    path = damage(tmp_path)

    def refuse(*_: object) -> None:
        raise OSError("read-only")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(OSError, match="read-only"):
        pages.write("1", "red", PrivatePage(notes="again"))
    assert path.read_bytes() == DAMAGED


@pytest.mark.parametrize(
    ("method", "path", "body", "writes"),
    [
        ("POST", "/api/seat", {"seat": "blue"}, "give"),
        ("POST", "/api/private", PAGE, "write"),
        ("POST", "/api/private/photo", b"a photo", "write_photo"),
        ("DELETE", "/api/private/photo", {}, "drop_photo"),
    ],
)
def test_what_a_full_disk_does_not_take_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch, method: str, path: str, body: object, writes: str
) -> None:
    anna = Phone(table).join().sit("red")

    def full(*_: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(PrivatePages, writes, full)
    status, reply = anna.request(method, path, body)
    assert (status, reply["message"]) == (507, "It could not be saved. Tell the host.")


def test_a_photo_of_too_many_pixels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAPicture):
        PrivatePages(tmp_path).write_photo("1", "red", photo(8000, 4000))

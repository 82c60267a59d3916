"""A file is written whole or not at all."""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from companion.app.machine.backup import write_backup
from companion.app.machine.owner_pin import OwnerPin
from companion.app.machine.settings import Settings, write_settings
from companion.app.machine.table_files import put_table_file
from companion.cli import main
from companion.external_files.files import atomic_file, atomic_write
from companion.journal.journal import Journal
from companion.web.saved_phones import SavedPhones
from tests.short_games import finish_game


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """New files may be read by everybody, whatever the machine's umask is."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize(("content", "bytes_"), [("grün", "grün".encode()), (b"\x00\xff", b"\x00\xff")])
def test_a_file_is_made_with_its_folder_and_replaced(
    tmp_path: Path, content: str | bytes, bytes_: bytes
) -> None:
    path = tmp_path / "new" / "file"
    atomic_write(path, "before")
    atomic_write(path, content)
    assert path.read_bytes() == bytes_
    assert list(path.parent.iterdir()) == [path]


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    atomic_write(path, "before")

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="No space"):
        atomic_write(path, "after")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (link := tmp_path / "link").symlink_to("file")
    atomic_write(link, "before")
    atomic_write(link, "after")
    assert link.is_symlink()
    assert (tmp_path / "file").read_text() == "after"
    assert sorted(tmp_path.iterdir()) == [tmp_path / "file", link]


def test_a_pipe_is_written_and_stays(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        atomic_write(pipe, "games")
        assert os.read(reader, 100) == b"games"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


FULL = "No space left on device"


@pytest.mark.parametrize(
    "command",
    [
        ("statistics", "--csv", "{out}/games.csv"),
        ("statistics", "--bg-stats", "{out}"),
        ("doctor", "--bundle", "{out}/bundle.zip"),
        ("sheets", "{out}", "--sheet", "tray", "--paper", "a4"),
    ],
)
def test_a_full_disk_leaves_no_half_export(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data := tmp_path / "data").mkdir()
    (out := tmp_path / "out").mkdir()
    with Journal.open(data / "games.sqlite") as journal:
        finish_game(journal, ("Anna", "Ben", "Carl"))

    def fail(_: int) -> None:
        raise OSError(28, FULL)

    monkeypatch.setattr(os, "fsync", fail)
    words = [word.format(out=out) for word in command]
    assert main([*words, *(() if command[0] == "sheets" else ("--data", str(data)))]) == 1
    assert not list(out.iterdir())


def test_the_new_file_and_its_name_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(Path(f"/proc/self/fd/{handle}").readlink()))
    atomic_write(tmp_path / "file", "text")
    assert synced == [tmp_path / "file.part", tmp_path]


@pytest.mark.parametrize(
    "words",
    [
        ["backup", "{folder}", "--passphrase-file", "{file}"],
        ["restore", "{folder}", "--passphrase-file", "{file}"],
        ["club", "--broker", "club.local", "--password-file", "{file}"],
    ],
)
def test_a_text_that_is_not_utf_8_is_named(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "secret").write_bytes(b"\xff")
    with Journal.open(tmp_path / "games.sqlite"):
        pass
    given = [word.format(folder=tmp_path, file=file) for word in words]
    assert main([*given, "--data", str(tmp_path)]) == 1
    assert f"The file {file} cannot be read: 'utf-8' codec" in capsys.readouterr().err


@pytest.mark.usefixtures("usual_umask")
def test_a_secret_is_for_its_owner_from_the_first_byte(tmp_path: Path) -> None:
    (tmp_path / "file.part").write_text("left by a power cut, for everybody")
    with atomic_file(tmp_path / "file", private=True) as file:
        assert mode(tmp_path / "file.part") == 0o600
        file.write(b"secret")
    assert mode(tmp_path / "file") == 0o600
    atomic_write(tmp_path / "file", "public")
    assert mode(tmp_path / "file") == 0o644


@pytest.mark.usefixtures("usual_umask")
def test_secrets_are_written_for_their_owner_only(tmp_path: Path) -> None:
    (club := tmp_path / "club").mkdir()
    assert main(["invite", "Window", "--broker", "club.local", "--folder", str(club)]) == 0
    open_to_all = {path.name for path in club.iterdir() if mode(path) != 0o600}
    assert open_to_all == {"access.conf", "broker.pem"}
    data = tmp_path / "table"
    write_settings(data / "settings.toml", Settings())
    OwnerPin(data).choose("1234")
    SavedPhones("wlan0", 8080, "ABCD", True, 0, (), 0.0).save(data)
    put_table_file(data, "club-outbox.sqlite", b"with the table's key", replace=False)
    with Journal.open(tmp_path / "games.sqlite") as journal:
        list(write_backup(journal, data, datetime(2026, 11, 27)))
    assert {path.name: oct(mode(path)) for path in data.iterdir() if mode(path) != 0o600} == {}
    assert len(list(data.iterdir())) == 5

"""Whatever happens to the file: no acknowledged answer is lost, nothing deleted, and the players told."""

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.errors import JournalDamaged, JournalFull, JournalInUse, JournalUnknown, JournalUnreachable
from companion.journal import database as files
from companion.journal.journal import Journal

from .games import BEGAN, EVIDENCE, answer, begin, journal_with

KEEPS_ANSWERING = """
import sys
from pathlib import Path
from companion.journal.journal import Journal
from tests.journal.games import EVIDENCE, answer, begin
with Journal.open(Path(sys.argv[1])) as journal:
    game = begin(journal)
    for number in range(1, 100_000):
        journal.record(game, number, answer(number), evidence=EVIDENCE, clocks={"red": number})
        print(number, flush=True)  # acknowledged
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@contextmanager
def another_companion(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that keeps answering until it is killed."""
    script = [sys.executable, "-c", KEEPS_ANSWERING, str(path)]
    with subprocess.Popen(script, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("acknowledged", [1, 40, 300])
def test_every_acknowledged_answer_survives_sigkill(path: Path, acknowledged: int) -> None:
    with another_companion(path) as other:
        assert other.stdout is not None
        while int(other.stdout.readline()) < acknowledged:
            pass
        os.kill(other.pid, signal.SIGKILL)
        last = max([acknowledged, *map(int, other.stdout.read().split())])
    with Journal.open(path) as journal:
        saved = journal.load(1)
        # One more may have reached the disk just before it could be acknowledged.
        assert last <= len(saved.entries) <= last + 1
        assert saved.entries == tuple(answer(number) for number in range(1, len(saved.entries) + 1))
        assert saved.clocks == {"red": len(saved.entries)}
        assert journal.evidence(1, last) == EVIDENCE
        assert journal.notice is None
        journal.record(1, len(saved.entries) + 1, answer(0))  # and the game goes on


def test_one_companion_at_a_time(path: Path) -> None:
    with another_companion(path) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(JournalInUse, match=rf"process {other.pid}\).*--data"):
            Journal.open(path)
        with Journal.open_read_only(path) as journal:  # but looking is fine
            assert journal.load(1).entries
    Journal.open(path).close()  # the hold died with the other


def test_a_hold_that_could_not_open_is_released(path: Path) -> None:
    foreign(path)
    for _ in range(2):
        with pytest.raises(JournalUnknown):
            Journal.open(path)


def foreign(path: Path, application: int = 0) -> None:
    """Make a database of another program, which may mark it by a number of its own."""
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
        connection.execute(f"PRAGMA application_id = {application}")
    connection.close()


@pytest.mark.parametrize("application", [0, 0x7FFFFFFF])
def test_another_programs_database_is_left_alone(path: Path, application: int) -> None:
    foreign(path, application)
    before = path.read_bytes()
    with pytest.raises(JournalUnknown, match="another program"):
        Journal.open(path)
    assert path.read_bytes() == before


def overwrite(path: Path, start: int, end: int) -> None:
    """Write noise over some bytes, counted in 4096-byte pages."""
    content = bytearray(path.read_bytes())
    noise = random.Random(1).randbytes((end - start) * 4096)
    content[start * 4096 : end * 4096] = noise
    path.write_bytes(content)


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(5000)),  # another kind of file
        lambda path: path.write_text("no journal"),
        lambda path: path.write_bytes(bytes(20_000)),  # zeros, as a card leaves them
        lambda path: path.write_bytes(path.read_bytes()[:5000]),  # cut off
        lambda path: path.write_bytes(path.read_bytes()[:-4096]),  # cut off just a little
        lambda path: path.write_bytes(path.read_bytes()[:50]),  # within the header
        lambda path: overwrite(path, 0, 1),  # the first page
    ],
    ids=["picture", "text", "zeros", "cut early", "cut late", "cut in the header", "first page"],
)
def test_a_damaged_file_is_set_aside_as_it_is(path: Path, damage: Callable[[Path], None]) -> None:
    journal_with(path, answers=200)
    damage(path)
    before = path.read_bytes()
    with Journal.open(path, clock=lambda: datetime(2026, 11, 21, 20, 15, tzinfo=UTC)) as journal:
        assert journal.notice is not None
        assert "games-damaged-2026-11-21-201500.sqlite" in journal.notice
        assert "nothing was deleted" in journal.notice
        begin(journal, answers=1)
        journal.acknowledge_notice()
    assert (path.parent / "games-damaged-2026-11-21-201500.sqlite").read_bytes() == before
    with Journal.open(path) as journal:
        assert journal.notice is None


def test_damaged_files_of_one_second_are_all_kept(path: Path) -> None:
    for content in ("first", "second", "third"):
        path.write_text(content)
        Journal.open(path, clock=lambda: datetime(2026, 11, 21, tzinfo=UTC)).close()
    kept = {file.name: file.read_text() for file in path.parent.glob("games-damaged-*.sqlite")}
    assert kept == {
        "games-damaged-2026-11-21-000000.sqlite": "first",
        "games-damaged-2026-11-21-000000-2.sqlite": "second",
        "games-damaged-2026-11-21-000000-3.sqlite": "third",
    }


def test_what_is_readable_is_carried_over(path: Path) -> None:
    """Damage at the end of the file hits the last answers; the games go on from before them."""
    with Journal.open(path) as journal:
        _, second = begin(journal, answers=5, title="Monday"), begin(journal, answers=0, title="Tuesday")
        for number in range(1, 201):
            journal.record(second, number, answer(number), evidence=EVIDENCE)
    pages = path.stat().st_size // 4096
    overwrite(path, pages - 3, pages)

    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert "2 of 2 games could be saved" in journal.notice
        assert "Tuesday lost " in journal.notice
        records = {record.title: record for record in journal.games()}
        assert [record.title for record in journal.games()] == ["Tuesday", "Monday"]
        saved = journal.load(records["Tuesday"].id)
        assert 0 < len(saved.entries) < 200
        assert saved.entries == tuple(answer(number) for number in range(1, len(saved.entries) + 1))
        assert saved.positions[0] == BEGAN
        assert journal.load(records["Monday"].id).entries == tuple(answer(number) for number in range(1, 6))
        journal.record(saved.record.id, len(saved.entries) + 1, answer(0))


@pytest.mark.parametrize("kept", [0, 31, 32, 5_000, 40_000])
def test_half_a_log_gives_the_answers_before_it_breaks(path: Path, tmp_path: Path, kept: int) -> None:
    """A card may lose the end of the log; what it still has is a game up to some answer."""
    with Journal.open(path) as journal:
        game = begin(journal)
        for number in range(1, 31):  # within one turn: the log is written into the database at its end
            journal.record(game, number, answer(number))
        plug_pulled = tmp_path / "after"
        plug_pulled.mkdir()
        for file in files.files_of(path)[:2]:
            (plug_pulled / file.name).write_bytes(file.read_bytes())
    log = plug_pulled / f"{path.name}-wal"
    assert log.stat().st_size > kept
    log.write_bytes(log.read_bytes()[:kept])

    with Journal.open(plug_pulled / path.name) as journal:
        assert journal.notice is None
        if games := journal.games():
            entries = journal.load(games[0].id).entries
            assert entries == tuple(answer(number) for number in range(1, len(entries) + 1))
            assert len(entries) < 30


@pytest.mark.parametrize("empty", [True, False], ids=["file empty", "file gone"])
def test_a_log_without_its_file_is_set_aside(path: Path, empty: bool) -> None:
    if empty:
        path.touch()
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"answers")
    with Journal.open(path) as journal:
        assert journal.notice is not None
    aside = [file.read_bytes() for file in path.parent.glob("games-damaged-*-wal")]
    assert aside == [b"answers"]


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
@pytest.mark.parametrize("opening", [Journal.open, Journal.open_read_only])
def test_what_is_no_ordinary_file_is_refused_and_stays(
    path: Path, make: Callable[[Path], None], opening: Callable[[Path], Journal]
) -> None:
    """A pipe would never end, and a device fill the disk when it is copied."""
    with Journal.open(path) as journal:
        begin(journal, answers=3)
    path.unlink()
    make(path)
    with pytest.raises(JournalUnreachable, match="no ordinary file"):
        opening(path)
    assert not path.is_file()
    assert not list(path.parent.glob("games-*"))


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_a_game_goes_on_beside_a_last_change_that_is_no_file(
    path: Path, make: Callable[[Path], None]
) -> None:
    make(path.with_name(f"{path.name}-last"))
    with Journal.open(path) as journal:
        begin(journal, answers=3)
    with Journal.open(path) as journal:
        assert len(journal.load(1).entries) == 3


def test_what_another_file_left_changes_no_new_journal(path: Path, tmp_path: Path) -> None:
    """SQLite rolls a database back by the rollback journal that lies beside it, wherever that came from."""
    with closing(sqlite3.connect(tmp_path / "other.sqlite", isolation_level=None)) as other:
        other.execute("PRAGMA cache_size = 1")  # so that pages are written before the end
        other.execute("CREATE TABLE pages (content BLOB)")
        other.executemany("INSERT INTO pages VALUES (?)", [(b"x" * 3000,)] * 20)
        other.execute("BEGIN")
        other.execute("UPDATE pages SET content = zeroblob(3000)")
        left = (tmp_path / "other.sqlite-journal").read_bytes()
    path.with_name(f"{path.name}-journal").write_bytes(left)
    with Journal.open(path) as journal:
        begin(journal, answers=3)
    with Journal.open(path) as journal:
        assert [record.entry_count for record in journal.games()] == [3]


def test_a_full_disk_refuses_the_answer_and_keeps_the_others(path: Path) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=3)
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        big = EVIDENCE.__class__(bytes(100_000), (), "usb", "2")
        with pytest.raises(JournalFull, match=r"answer 4 of game 1.*disk is full"):
            journal.record(game, 4, answer(4), evidence=big)
        assert len(journal.load(game).entries) == 3
        journal._connection.execute("PRAGMA max_page_count = 100000")  # somebody made room
        journal.record(game, 4, answer(4), evidence=big)
    with Journal.open(path) as journal:
        assert len(journal.load(game).entries) == 4


def test_a_disk_that_refuses_to_write_is_told(path: Path) -> None:
    """The limit on file sizes makes the kernel refuse, as a failing card does."""
    with Journal.open(path) as journal:
        game = begin(journal, answers=3)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        log = path.with_name(f"{path.name}-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (log, before[1]))
        try:
            with pytest.raises(JournalUnreachable, match="disk refuses"):
                journal.record(game, 4, answer(4))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, ignored)
        assert len(journal.load(game).entries) == 3
        journal.record(game, 4, answer(4))
    with Journal.open(path) as journal:
        assert len(journal.load(game).entries) == 4


@pytest.mark.parametrize("opening", [Journal.open, Journal.open_read_only])
def test_a_folder_in_the_files_place_is_told(path: Path, opening: Callable[[Path], Journal]) -> None:
    path.mkdir()
    with pytest.raises(JournalUnreachable, match="cannot be opened"):
        opening(path)


def test_a_place_below_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalUnreachable, match="--data"):
        Journal.open(tmp_path / "file" / "games.sqlite")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_rights_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(JournalUnreachable, match="folder may be written to"):
        Journal.open(tmp_path / "games.sqlite")


def test_an_answer_that_cannot_be_read_back_is_told(path: Path) -> None:
    with Journal.open(path) as journal:
        game = begin(journal, answers=3)
        journal._connection.execute('UPDATE entry SET entry = \'{"entry":"ans\' WHERE number = 2')
        with pytest.raises(JournalDamaged, match=r"game 1.*damaged"):
            journal.load(game)

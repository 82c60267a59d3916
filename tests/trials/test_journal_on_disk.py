"""Power cuts and kills over the whole life of a journal, its first start and its recovery included."""

import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from tests.journal.games import answer, begin, journal_with

from .disk_model import Disk, Operation, lay_out, record

LIFE = """
import os, sys
from pathlib import Path
from companion.journal.journal import Journal
from companion.referee.entries import Answered
from tests.journal.games import answer, begin, reached, EVIDENCE

def acknowledge(game, standing, head):
    os.write(1, f"ACK {game} {standing} {head}\\n".encode())

path = Path(sys.argv[1])
for life in range(2):
    with Journal.open(path) as journal:
        game = begin(journal, title=f"Game {life}")
        acknowledge(game, 0, 0)
        for number in range(1, 14):
            ends = [reached(number)] if number % 6 == 0 else []
            seen = EVIDENCE if number == 4 else None
            journal.record(game, number, answer(number), positions=ends, evidence=seen)
            acknowledge(game, number, number)
        journal.set_head(game, 11)
        acknowledge(game, 13, 11)
        journal.record(game, 12, answer(12))
        acknowledge(game, 12, 12)
        journal.save_clocks(game, {"red": 7}, paused=True)
"""

RECOVERY = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from companion.journal.journal import Journal
with Journal.open(Path(sys.argv[1]), clock=lambda: datetime(2026, 11, 21, tzinfo=UTC)) as journal:
    assert journal.notice
"""


def states(operations: list[Operation], disk: Disk) -> Iterator[tuple[int, dict[int, tuple[int, int]]]]:
    """Carry operations out one by one and tell what had been acknowledged after each."""
    acknowledged: dict[int, tuple[int, int]] = {}
    for number, operation in enumerate(operations):
        if operation.kind == "ack":
            game, standing, head = map(int, operation.data.split()[1:])
            acknowledged[game] = (standing, head)
        else:
            disk.carry_out(operation)
        yield number, dict(acknowledged)


def what_was_lost(path: Path, acknowledged: dict[int, tuple[int, int]]) -> str | None:
    """Open a journal after a cut; say what is wrong with it, if anything."""
    try:
        with Journal.open(path) as journal:
            records = {record.id: record for record in journal.games()}
            for game, (standing, head) in acknowledged.items():
                if game not in records:
                    return f"game {game} is gone; told: {journal.notice}"
                saved = journal.load(game)
                entries = (*saved.entries, *saved.undone)
                if entries[: min(standing, 12)] != tuple(answer(n) for n in range(1, min(standing, 12) + 1)):
                    return f"game {game}: {len(entries)} of {standing} answers; told: {journal.notice}"
                if abs(saved.record.entry_count - head) > 2:
                    return f"game {game} stands at {saved.record.entry_count}, not {head}"
            if journal.notice is not None:
                return f"a false alarm: {journal.notice}"
            begin(journal, answers=2)
    except Exception as error:
        return repr(error)
    return None


@pytest.fixture
def life(tmp_path: Path, strace: None) -> tuple[Path, list[Operation]]:  # noqa: ARG001
    folder = tmp_path / "life"
    folder.mkdir()
    return folder, record(LIFE, folder, str(folder / "games.sqlite"))


@pytest.mark.tries(1000)
def test_power_cuts(
    life: tuple[Path, list[Operation]], tmp_path: Path, tries: int, count: list[str], tried: list[str]
) -> None:
    folder, operations = life
    rng = random.Random(15)
    cuts = sorted(rng.randrange(len(operations)) for _ in range(tries))
    disk = Disk(folder)
    for number, acknowledged in states(operations, disk):
        for _ in range(cuts.count(number)):
            after = tmp_path / "after"
            lay_out(disk.after_power_cut(rng), folder, after)
            tried.append("")
            if lost := what_was_lost(after / "games.sqlite", acknowledged):
                count.append(f"cut after operation {number}: {lost}")
            shutil.rmtree(after)


def test_the_model_notices_a_journal_that_does_not_wait_for_the_disk(
    tmp_path: Path,
    strace: None,  # noqa: ARG001
) -> None:
    """Without waiting, answers are lost: the trials above would find that."""
    folder = tmp_path / "life"
    folder.mkdir()
    careless = LIFE.replace(
        "    game = begin",
        "    journal._connection.execute('PRAGMA synchronous = OFF')\n        game = begin",
    )
    operations = record(careless, folder, str(folder / "games.sqlite"))
    rng, disk, lost = random.Random(15), Disk(folder), 0
    for number, acknowledged in states(operations, disk):
        if number % 25 == 0:
            after = tmp_path / "after"
            lay_out(disk.after_power_cut(rng), folder, after)
            lost += what_was_lost(after / "games.sqlite", acknowledged) is not None
            shutil.rmtree(after)
    assert lost > 0


@pytest.mark.tries(1000)
def test_kills_at_every_system_call(
    life: tuple[Path, list[Operation]], tmp_path: Path, tries: int, count: list[str], tried: list[str]
) -> None:
    folder, operations = life
    disk = Disk(folder)
    every = max(1, len(operations) // tries)
    for number, acknowledged in states(operations, disk):
        if number % every == 0:
            after = tmp_path / "after"
            lay_out(disk.after_kill(), folder, after)
            tried.append("")
            if lost := what_was_lost(after / "games.sqlite", acknowledged):
                count.append(f"killed after operation {number}: {lost}")
            shutil.rmtree(after)


def after_recovery(path: Path) -> str | None:
    """Say what is wrong after a recovery was cut off and the journal opened again."""
    try:
        with Journal.open(path) as journal:
            if journal.notice is None or "3 of 3 games could be saved" not in journal.notice:
                return f"told: {journal.notice}"
            # The damaged game: eight answers before the damage, and two since the next turn as a second game.
            if sorted(record.entry_count for record in journal.games()) != [2, 8, 12, 12]:
                return f"games: {journal.games()}"
            (aside,) = re.findall(r"games-damaged[\w-]+.sqlite", journal.notice)
            if not (path.parent / aside).exists():
                return f"{aside} is gone"
    except Exception as error:
        return repr(error)
    return None


@pytest.mark.tries(400)
@pytest.mark.parametrize("how", ["kill", "power cut"])
def test_a_recovery_cut_off_at_every_system_call(
    how: str,
    tmp_path: Path,
    strace: None,  # noqa: ARG001
    tries: int,
    count: list[str],
    tried: list[str],
) -> None:
    folder = tmp_path / "life"
    path = folder / "games.sqlite"
    for _ in range(3):
        journal_with(path, answers=12)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE entry SET entry = '{' WHERE number = 9 AND game = 2")
    connection.close()
    before = {str(file): file.read_bytes() for file in folder.iterdir()}
    operations = record(RECOVERY, folder, str(path))
    rng = random.Random(16)
    disk = Disk(folder, before)
    for number, _ in states(operations, disk):
        for _ in range(1 if how == "kill" else max(1, tries // len(operations))):
            after = tmp_path / "after"
            lay_out(disk.after_kill() if how == "kill" else disk.after_power_cut(rng), folder, after)
            tried.append("")
            if lost := after_recovery(after / "games.sqlite"):
                count.append(f"{how} after operation {number}, {operations[number].kind}: {lost}")
            shutil.rmtree(after)

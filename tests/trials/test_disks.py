"""Disks that are full, read-only or gone: one sentence, no lost answer, and the game goes on afterwards."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal.journal import Journal
from tests.journal.games import EVIDENCE, answer, begin

SIZES = (40, 60, 80, 100, 150, 200, 300)
"""Sizes of the disk in kilobytes."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A place where disks can be mounted; every one is unmounted in the end."""
    if os.geteuid() != 0:
        pytest.skip("needs the right to mount a disk in memory")
    place = tmp_path / "disk"
    place.mkdir()
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=False, stderr=subprocess.DEVNULL)


def mount(place: Path, options: str) -> None:
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], check=False)
    if done.returncode:
        pytest.skip("disks cannot be mounted here")


@pytest.mark.parametrize("size", SIZES)
def test_a_disk_that_fills_up(disk: Path, size: int, count: list[str], tried: list[str]) -> None:
    mount(disk, f"size={size}k")
    path, kept, game = disk / "games.sqlite", 0, 0
    try:
        with Journal.open(path) as journal:
            game = begin(journal)
            for number in range(1, 400):
                tried.append("")
                journal.record(game, number, answer(number), evidence=EVIDENCE)
                kept = number
            count.append("the disk never filled up")
    except JournalError as error:
        if any(word in str(error) for word in ("errno", "SQL", "Error")):
            count.append(f"not in words for players: {error}")
    except Exception as error:
        count.append(repr(error))
    subprocess.run(["mount", "-o", "remount,size=10m", str(disk)], check=True)
    with Journal.open(path) as journal:  # somebody made room
        if journal.notice is not None:
            count.append(f"a false alarm: {journal.notice}")
        if kept:
            found = len(journal.load(game).entries)
            if found not in (kept, kept + 1):
                count.append(f"{found} of {kept} answers")
            journal.record(game, found + 1, answer(0))


def test_a_disk_that_becomes_read_only(disk: Path, count: list[str], tried: list[str]) -> None:
    mount(disk, "size=10m")
    path = disk / "games.sqlite"
    with Journal.open(path) as journal:
        game = begin(journal, answers=7)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    tried.append("")
    try:
        Journal.open(path)
        count.append("it opened")
    except JournalError:
        pass
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    with Journal.open(path) as journal:
        if len(journal.load(game).entries) != 7 or journal.notice:
            count.append(f"lost answers; told: {journal.notice}")


def test_a_disk_that_vanishes(disk: Path, count: list[str], tried: list[str]) -> None:
    mount(disk, "size=10m")
    with Journal.open(disk / "games.sqlite") as journal:
        game = begin(journal, answers=7)
        subprocess.run(["umount", "--lazy", str(disk)], check=True)
        for number in range(8, 12):
            tried.append("")
            try:
                journal.record(game, number, answer(number), positions=[])
            except JournalError:
                continue
            except Exception as error:
                count.append(repr(error))
    tried.append("")
    with Journal.open(disk / "games.sqlite") as journal:  # the folder without the disk
        if journal.games():
            count.append("games from nowhere")

"""Automatic backups: only on the chosen stick, and old ones go while some of each age stay."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.app.machine.automatic_backup import (
    MARK,
    back_up_automatically,
    mark_of,
    mark_stick,
    outdated,
)
from companion.app.machine.backup import Backup, backups
from companion.app.machine.settings import BackupSettings
from companion.errors import StickUnavailable
from companion.hardware.memory_sticks import MemoryStick
from companion.journal.journal import Journal
from companion.journal.paths import journal_path

NOW = datetime(2026, 11, 22, 4, 10)
STICKS = "companion.app.machine.automatic_backup.memory_sticks"


def test_a_stick_is_marked_once(tmp_path: Path) -> None:
    assert mark_of(tmp_path) == ""
    mark = mark_stick(tmp_path)
    assert mark_stick(tmp_path) == mark == mark_of(tmp_path)
    (tmp_path / MARK).write_bytes(b"\xff")
    assert mark_of(tmp_path) == ""


def test_of_daily_backups_some_of_each_age_stay() -> None:
    kept: list[Backup] = []
    for day in range(500):
        made = NOW + timedelta(days=day)
        kept.append(Backup(Path(f"{made:%j}-{day}"), made, day + 1, automatic=True))
        gone = outdated(kept)
        kept = [backup for backup in kept if backup not in gone]
    days = [(NOW + timedelta(days=day)).date() for day in range(500)]
    weeks = {f"{day:%G-%V}": day for day in days}
    months = {f"{day:%Y-%m}": day for day in days}
    newest = {*days[-7:], *list(weeks.values())[-5:], *list(months.values())[-12:]}
    assert [backup.made.date() for backup in kept] == sorted(newest)


def test_of_one_day_the_three_newest_stay() -> None:
    made = [Backup(Path(str(number)), NOW, number, automatic=True) for number in range(9)]
    assert [backup.number for backup in outdated(made)] == [5, 4, 3, 2, 1, 0]


def test_a_backup_that_somebody_made_never_goes() -> None:
    by_hand = [Backup(Path(str(number)), NOW, number) for number in range(50)]
    assert outdated(by_hand) == []


@pytest.mark.parametrize("mounted", [False, True])
def test_only_the_chosen_stick_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mounted: bool
) -> None:
    sticks = {}
    for name in ("other", "broken", "chosen"):
        folder = tmp_path / name
        folder.mkdir()
        sticks[name] = MemoryStick(f"/dev/{name}", "", folder if mounted else None)

    def mount(stick: MemoryStick) -> Path:
        if stick.device == "/dev/broken":
            raise StickUnavailable("broken")
        return tmp_path / stick.device.removeprefix("/dev/")

    unmounted: list[str] = []
    monkeypatch.setattr(f"{STICKS}.find_sticks", lambda: tuple(sticks.values()))
    monkeypatch.setattr(f"{STICKS}.mount", mount)
    monkeypatch.setattr(f"{STICKS}.unmount", lambda stick: unmounted.append(stick.device))
    journal = journal_path(tmp_path / "data")
    Journal.open(journal).close()
    mark_stick(tmp_path / "other")
    settings = BackupSettings(stick=mark_stick(tmp_path / "chosen"))
    made = back_up_automatically(journal, settings, NOW)
    assert made is not None and made.parent == tmp_path / "chosen"
    assert [backup.path.name for backup in backups(tmp_path / "chosen")] == [made.name]
    assert backups(tmp_path / "other") == []
    assert unmounted == ([] if mounted else ["/dev/other", "/dev/chosen"])
    assert back_up_automatically(journal, BackupSettings(), NOW) is None
    assert back_up_automatically(journal, BackupSettings(stick="another"), NOW) is None

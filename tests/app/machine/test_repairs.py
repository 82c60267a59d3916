"""A message about a repair stays until it is acknowledged."""

from datetime import datetime
from pathlib import Path

import pytest

from companion.app.machine.repairs import FILE as REPAIRS
from companion.app.machine.repairs import MAX_BYTES, Repairs, copy_damaged_files, damaged_files
from companion.app.machine.settings import FILE, read_or_set_aside
from companion.journal.journal import Journal
from companion.locale.messages import gettext, translated
from tests.journal.games import journal_with
from tests.locale.pseudo import PSEUDO, pseudo


def test_a_message_is_kept_until_it_is_acknowledged(tmp_path: Path) -> None:
    assert Repairs(tmp_path).messages == ()
    assert Repairs(tmp_path).add("Friday lost its last 4 answers.")
    assert Repairs(tmp_path).add("The settings were damaged.")
    assert Repairs(tmp_path).add("Friday lost its last 4 answers.")
    repairs = Repairs(tmp_path)
    assert repairs.messages == ("Friday lost its last 4 answers.", "The settings were damaged.")
    repairs.acknowledge()
    assert repairs.messages == Repairs(tmp_path).messages == ()
    assert not (tmp_path / REPAIRS).exists()


def test_a_message_is_read_again_in_another_language(tmp_path: Path) -> None:
    assert Repairs(tmp_path).add(gettext("{name} was damaged.", name="Ωα"))
    (message,) = Repairs(tmp_path).messages
    assert message == "Ωα was damaged."
    assert translated(message, PSEUDO) == pseudo("{name} was damaged.").format(name="Ωα")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b'["\xff"]', b"[" * 5000, b" " * (MAX_BYTES + 1), b'[{"x": 1}]']
)
def test_a_damaged_file_stops_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / REPAIRS).write_bytes(content)
    repairs = Repairs(tmp_path)
    assert repairs.messages == ()
    assert repairs.add("Lost.")
    assert Repairs(tmp_path).messages == ("Lost.",)


def test_without_a_disk_it_is_told_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for repairs in (Repairs(), Repairs(tmp_path / "file")):
        assert not repairs.add("Lost.")
        assert repairs.messages == ("Lost.",)


NOW = datetime(2026, 11, 24, 20, 15)


def test_all_damaged_files_go_to_a_stick_and_stay_here(tmp_path: Path) -> None:
    folder, stick = tmp_path / "data", tmp_path / "stick"
    folder.mkdir()
    stick.mkdir()
    assert damaged_files(folder) == []
    journal_with(folder / "games.sqlite", answers=3)
    (folder / "games.sqlite").write_bytes(b"no journal at all")
    Journal.open(folder / "games.sqlite").close()
    (folder / FILE).write_text("sound = 1\n")
    read_or_set_aside(folder / FILE, NOW)
    found = damaged_files(folder)
    assert [path.name.split("-damaged-")[0] for path in found] == ["games", "settings"]
    place = copy_damaged_files(folder, stick, NOW)
    assert place.name == "companion-damaged-2026-11-24-201500"
    assert {path.name: path.read_bytes() for path in place.iterdir()} == {
        path.name: path.read_bytes() for path in found
    }
    assert (place / found[0].name).read_bytes() == b"no journal at all"
    assert damaged_files(folder) == found

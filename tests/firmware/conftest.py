"""A Pico's flash in a folder, and simulated Picos at the other end of a pseudo-terminal."""

import importlib
import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.hardware import flashing

RUN = Path(__file__).parent / "pico" / "run.py"


@pytest.fixture(scope="session")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The firmware as on the Pico: flat, in one folder."""
    folder = tmp_path_factory.mktemp("flash")
    flashing.copy_sources(folder)
    return folder


@pytest.fixture(scope="session")
def on_pico(staged: Any) -> Iterator[Any]:
    """Import a firmware module by its name on the Pico."""
    before = set(sys.modules)
    sys.path.insert(0, str(staged))
    yield importlib.import_module
    sys.path.remove(str(staged))
    names = {file.stem for file in staged.glob("*.py")}
    for name in names & (set(sys.modules) - before):
        del sys.modules[name]


class Pico:
    """A connected Pico: a separate process at the other end of a pseudo-terminal."""

    def __init__(self, folder: Any) -> None:
        self.folder = folder
        if not (folder / "main.py").exists():
            flashing.copy_sources(folder)
        (folder / "pins").write_text("1" * 30)
        for lights in folder.glob("lights-*"):
            lights.unlink()
        self.line, near = pty.openpty()
        self._near: int | None = near
        self.path = os.ttyname(near)
        self.process = subprocess.Popen(
            [sys.executable, "-X", "utf8", str(RUN)], cwd=folder, stdin=self.line, stdout=self.line
        )
        os.close(self.line)

    def set_button(self, pin: Any, down: Any) -> None:
        """Press or release the button at a pin."""
        levels = list((self.folder / "pins").read_text())
        levels[pin] = "0" if down else "1"
        (self.folder / "pins.new").write_text("".join(levels))
        (self.folder / "pins.new").replace(self.folder / "pins")

    def press(self, pin: Any, seconds: Any = 0.06) -> None:
        self.set_button(pin, True)
        time.sleep(seconds)
        self.set_button(pin, False)

    def lights(self, pin: Any) -> Any:
        """Return the colours of the lights at a pin, as hex codes."""
        file = self.folder / f"lights-{pin}"
        return file.read_text().split() if file.exists() else []

    def unplug(self) -> None:
        if self._near is not None:
            self.process.kill()
            self.process.wait()
            os.close(self._near)
            self._near = None


@pytest.fixture
def plug_in(tmp_path: Path) -> Iterator[Any]:
    """Connect Picos; all are disconnected at the end."""
    picos = []

    def plug() -> Any:
        folder = tmp_path / "pico"
        folder.mkdir(exist_ok=True)
        picos.append(Pico(folder))
        return picos[-1]

    yield plug
    for pico in picos:
        pico.unplug()

"""Flashing with a Pico of memory: what it is asked, what mpremote is told, what the person reads."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.errors import FlashFailed
from companion.hardware import flashing
from companion.hardware.wire import PROTOCOL, LineReader, encode
from firmware.identity import FILES

PORT = "/dev/ttyACM0"


class MemoryPico:
    """A Pico that answers hello with its version, knows service, and takes files from mpremote."""

    def __init__(self, version: Any = None, files: Any = (), refuses: Any = "") -> None:
        self.version, self.files, self.refuses = version, set(files), refuses
        self.after = flashing.firmware_version()
        self.services = 0
        self.commands: list[Any] = []
        self.said: list[Any] = []
        self._reader, self._answer = LineReader(), b""
        self.flasher = flashing.Flasher(
            lambda: PORT, lambda _: self, self.run, self.said.append, self.wait, timeout=0.15
        )

    def wait(self, seconds: Any) -> None:
        """Nobody needs to wait here."""

    def read(self, size: Any) -> Any:
        answer, self._answer = self._answer, b""
        return answer[:size]

    def write(self, data: Any) -> None:
        for message in self._reader.feed(data):
            if message[0] == "service":
                self.services += 1
            elif self.version is not None:
                self._answer += encode(["hello", PROTOCOL, "e661", self.version, 8, 6, []])

    def close(self) -> None:
        """It stays plugged in."""

    def run(self, command: Any) -> Any:
        assert command[:5] == [sys.executable, "-m", "mpremote", "connect", PORT]
        words = command[5:]
        self.commands.append(words[:2])
        if self.refuses and words[:2] == ["fs", "cp"]:
            return subprocess.CompletedProcess(command, 1, "", f"Traceback\n{self.refuses}\n")
        if words[:2] == ["fs", "cp"]:
            self.files |= {word.rsplit("/", 1)[-1] for word in words[2:-1]}
        if words == ["reset"]:
            self.version = self.after
        listing = "\n".join(f"  100 {name}" for name in sorted(self.files))
        return subprocess.CompletedProcess(command, 0, listing, "")


def test_a_new_pico_gets_everything() -> None:
    pico = MemoryPico()
    pico.flasher.flash()
    assert pico.files == {*FILES, "settings.py"}
    assert pico.services == 0, "it runs no hub that could be asked"
    assert pico.said[-1] == f"Hub e661 carries firmware {flashing.firmware_version()}: up to date."


def test_an_old_hub_is_called_for_service_and_keeps_its_settings() -> None:
    pico = MemoryPico("11111111", files=["settings.py"])
    copied = []
    run = pico.run

    def noted(command: Any) -> Any:
        copied.append(command)
        return run(command)

    pico.flasher._run = noted
    pico.flasher.flash()
    assert pico.services == 1
    assert pico.commands == [["fs", "ls"], ["fs", "cp"], ["reset"]]
    assert not any("settings.py" in word for word in copied[1])
    assert pico.said[0].startswith(f"Hub e661 carries firmware 11111111 (protocol {PROTOCOL})")


def test_the_tables_own_settings_are_brought_over(tmp_path: Path) -> None:
    own = tmp_path / "ours.py"
    own.write_text("STEPS = 4")
    pico = MemoryPico(flashing.firmware_version(), files=["settings.py"])
    pico.flasher.flash(own)
    assert ["fs", "ls"] not in pico.commands
    assert ["fs", "cp"] in pico.commands


def test_what_is_up_to_date_stays() -> None:
    pico = MemoryPico(flashing.firmware_version())
    pico.flasher.flash()
    assert pico.commands == []
    pico.flasher.flash(force=True)
    assert pico.commands != []


@pytest.mark.parametrize(
    ("version", "fits"), [(None, False), ("11111111", False), (flashing.firmware_version(), True)]
)
def test_check(version: Any, fits: bool) -> None:
    pico = MemoryPico(version)
    assert pico.flasher.check() is fits
    assert pico.commands == []


def test_mpremotes_reason_is_passed_on() -> None:
    pico = MemoryPico(refuses="mpremote: could not enter raw repl")
    with pytest.raises(FlashFailed, match=r"mpremote fs cp failed on .*: mpremote: could not enter raw repl"):
        pico.flasher.flash()


def test_a_firmware_that_does_not_come_up() -> None:
    pico = MemoryPico("11111111")
    pico.after = "11111111"
    with pytest.raises(FlashFailed, match="does not run the new firmware"):
        pico.flasher.flash()


def test_no_hub() -> None:
    flasher = flashing.Flasher(find=lambda: None)
    with pytest.raises(FlashFailed, match="No hub is plugged in"):
        flasher.flash()


def test_a_port_in_use() -> None:
    def opener(_: Any) -> Any:
        raise OSError("Could not exclusively lock port")

    with pytest.raises(FlashFailed, match="Stop the companion and try again"):
        flashing.Flasher(find=lambda: PORT, opener=opener).check()


def test_mpremote_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    pico = MemoryPico()
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(FlashFailed, match="-m pip install mpremote"):
        pico.flasher.flash()

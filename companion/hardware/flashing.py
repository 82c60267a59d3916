"""Installs the hub's firmware on a Pico, or checks its version (`companion flash`)."""

import importlib.util
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import companion.hardware
import firmware
from companion.errors import FlashFailed
from companion.hardware.hub import Port, find_port, open_port
from companion.hardware.link import Hello, read_hello
from companion.hardware.system_settings import Run, reason_of, run_command
from companion.hardware.wire import PROTOCOL, LineReader, encode
from companion.locale.catalogue import shown
from companion.locale.messages import gettext, ngettext
from firmware.identity import FILES, fingerprint

SETTINGS = "settings.py"
SOURCES = (Path(firmware.__file__).parent, Path(companion.hardware.__file__).parent)
"""The folder of the firmware; the files that both ends share are in the companion's package."""

ANSWER_S = 3.0
"""Timeout for a hub's hello message, in seconds."""
COPY_S = 120.0
"""Timeout for copying the firmware, in seconds."""
RESTART_S = 15.0
"""Timeout for a hub's restart, in seconds."""


def copy_sources(folder: Path) -> None:
    """Copy all files of the firmware to one flat folder, as on the Pico."""
    for name in (*FILES, SETTINGS):
        source = next(place / name for place in SOURCES if (place / name).exists())
        shutil.copyfile(source, folder / name)


def firmware_version() -> str:
    """Return the fingerprint of this companion's firmware."""
    with tempfile.TemporaryDirectory() as folder:
        copy_sources(Path(folder))
        return fingerprint(f"{folder}/")


def ask_hello(
    path: str, opener: Callable[[str], Port] = open_port, timeout: float = ANSWER_S
) -> Hello | None:
    """Ask the device at a port for its hello message; None after the timeout.

    Raises:
        OSError: The port cannot be opened or breaks.
    """
    port = opener(path)
    reader, ends = LineReader(), time.monotonic() + timeout
    try:
        while time.monotonic() < ends:
            port.write(encode(["hello", PROTOCOL]))
            time.sleep(0.1)
            for message in reader.feed(port.read(4096)):
                hello = read_hello(message) if message[0] == "hello" else None
                if hello is not None:
                    return hello
    finally:
        port.close()
    return None


def enter_service_mode(path: str, opener: Callable[[str], Port] = open_port) -> None:
    """Restart a hub into service mode, which frees the line for mpremote.

    Raises:
        OSError: The port cannot be opened.
    """
    port = opener(path)
    try:
        port.write(encode(["service"]))
    finally:
        port.close()


def copy_over(path: str, run: Run, settings: Path | None) -> None:
    """Copy the firmware with mpremote and restart the Pico.

    Without `settings` the Pico keeps its own, or gets the default ones.

    Raises:
        FlashFailed: mpremote fails.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_sources(folder)
        if settings is not None:
            shutil.copyfile(settings, folder / SETTINGS)
        elif SETTINGS in _mpremote(run, path, "fs", "ls", ":"):
            (folder / SETTINGS).unlink()
        sources = [str(file) for file in sorted(folder.iterdir())]
        _mpremote(run, path, "fs", "cp", *sources, ":")
        _mpremote(run, path, "reset")


def _mpremote(run: Run, path: str, *text: str) -> str:
    done = run([sys.executable, "-m", "mpremote", "connect", path, *text])
    if done.returncode:
        raise FlashFailed(
            "mpremote {command} failed on {path}: {reason}. Close other programs that use "
            "the port. A new Pico needs MicroPython first: firmware/README.md.",
            command=" ".join(text[:2]),
            path=path,
            reason=reason_of(done),
        )
    return done.stdout


_run = partial(run_command, timeout=COPY_S)


def _print(text: str) -> None:
    print(shown(text))


class Flasher:
    """One run of `companion flash`."""

    def __init__(
        self,
        find: Callable[[], str | None] = find_port,
        opener: Callable[[str], Port] = open_port,
        run: Run = _run,
        say: Callable[[str], None] = _print,
        sleep: Callable[[float], None] = time.sleep,
        timeout: float = ANSWER_S,
    ) -> None:
        self._find, self._opener, self._run, self._say, self._sleep = find, opener, run, say, sleep
        self._timeout = timeout

    def check(self) -> bool:
        """Print the hub's firmware version; return whether it is this companion's."""
        return self._compare(self._hello(self._port()))

    def flash(self, settings: Path | None = None, *, force: bool = False) -> None:
        """Install or update the firmware and check that it runs.

        Raises:
            FlashFailed: There is no hub, no mpremote, or the new firmware does not start.
        """
        path = self._port()
        hello = self._hello(path)
        if self._compare(hello) and settings is None and not force:
            return
        self._need_mpremote()
        if hello is not None:
            enter_service_mode(path, self._opener)
            path = self._return_of_the_port()
        self._say(
            ngettext(
                "Copying {count} file to {path} ...",
                "Copying {count} files to {path} ...",
                len(FILES),
                path=path,
            )
        )
        copy_over(path, self._run, settings)
        if not self._compare(self._hello(self._return_of_the_port())):
            raise FlashFailed(
                gettext("The hub does not run the new firmware. Unplug it, plug it in, and try again.")
            )

    def _port(self) -> str:
        path = self._find()
        if path is None:
            raise FlashFailed(
                gettext(
                    "No hub is plugged in. Use a cable that carries data; a new Pico needs MicroPython "
                    "first, see firmware/README.md."
                )
            )
        return path

    def _hello(self, path: str) -> Hello | None:
        try:
            return ask_hello(path, self._opener, self._timeout)
        except OSError as error:
            raise FlashFailed(
                "{path} cannot be used: {error}. Stop the companion and try again.", path=path, error=error
            ) from error

    def _compare(self, hello: Hello | None) -> bool:
        ours = firmware_version()
        if hello is None:
            self._say(
                gettext(
                    "What is plugged in does not answer as a hub. This companion brings firmware {ours}.",
                    ours=ours,
                )
            )
            return False
        if hello.version == ours and hello.protocol == PROTOCOL:
            self._say(
                gettext("Hub {hub} carries firmware {ours}: up to date.", hub=hello.identity, ours=ours)
            )
            return True
        self._say(
            gettext(
                "Hub {hub} carries firmware {version} (protocol {protocol}); this companion "
                "brings {ours} (protocol {known}).",
                hub=hello.identity,
                version=hello.version,
                protocol=hello.protocol,
                ours=ours,
                known=PROTOCOL,
            )
        )
        return False

    def _need_mpremote(self) -> None:
        if importlib.util.find_spec("mpremote") is None:
            raise FlashFailed(
                "mpremote is not installed. Install it with: {python} -m pip install mpremote",
                python=sys.executable,
            )

    def _return_of_the_port(self) -> str:
        """Wait until a restarted Pico is back on USB."""
        for _ in range(int(RESTART_S)):
            self._sleep(1.0)
            path = self._find()
            if path is not None:
                return path
        raise FlashFailed(
            "The hub is not back after {seconds:.0f} seconds. Unplug it and plug it in.", seconds=RESTART_S
        )

"""Cuts the power of an emulated machine during a game, and checks what its disk has saved.

``python -m tests.machine.power_cuts FOLDER [SESSIONS] [CUTS]``, with FOLDER from tests/machine/build. The
installed system's kernel, file system and companion run without the screen: a program answers questions as
fast as it can, on the same session and journal as the screen, and acknowledges them on the serial line.

The machine is started once and frozen. Every session resumes it with another seed, while QEMU logs all
writes to its disk, and kills it after a random time. A cut takes the log up to any moment of the session and
leaves out writes that were not flushed by then: all of them, or each at random, as an SD card may lose it.
Then the kernel here mounts the disk, and the journal must contain all acknowledged steps.
"""

import base64
import random
import socket
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

from companion.journal.journal import Journal
from tests.machine import player
from tests.machine.disk_cuts import Recording, Saved, cut_sessions
from tests.machine.machine import Machine

PLAYER = Path(player.__file__).read_bytes()
"""The program that plays in the machine."""
PYTHON = "/opt/table-companion/current/venv/bin/python"
TIMEOUT = 3600.0
"""Maximum time until the machine is ready, in seconds."""
SHORTEST, LONGEST = 10.0, 60.0
"""Seconds between the first acknowledged answer and the power cut."""
AHEAD = 50
"""Maximum number of saved steps without a received acknowledgement."""


class Line:
    """The serial line to the program in the machine."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._heard = ""

    def say(self, words: str) -> None:
        """Send a line, slowly enough for a serial line."""
        for place in range(0, len(words) + 1, 256):
            self._socket.sendall((words + "\n")[place : place + 256].encode())
            time.sleep(0.05)

    def hear(self, seconds: float, until: str = "") -> str:
        """Return all output so far, after this many seconds or once it contains a text."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not (until and until in self._heard):
            self._socket.settimeout(min(left, 1.0))
            try:
                heard = self._socket.recv(65536)
            except TimeoutError:
                continue
            self._heard += heard.decode(errors="replace").replace("\r", "")
        return self._heard


def prepare(machine: Machine) -> None:
    """Start the machine and a game in it, and freeze it just before the first answer."""
    machine.new_disk()
    machine.start()
    line = Line(machine.shell)
    line.hear(TIMEOUT, until="# ")
    program = base64.b64encode(PLAYER).decode()
    line.say("stty -echo; mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t tmpfs tmp /run")
    line.say(f"echo {program} | base64 -d > /run/player.py; cd /opt/table-companion/current")
    line.say(f"{PYTHON} /run/player.py")
    heard = line.hear(TIMEOUT, until="READY\n")
    assert "READY\n" in heard, heard[-2000:]
    time.sleep(2)
    machine.freeze()


def record(machine: Machine, chance: random.Random) -> Recording:
    """Resume the machine for a random time, then cut its power."""
    machine.new_disk(machine.frozen.name)
    machine.start(resume=True)
    line, seed = Line(machine.shell), chance.randrange(10**6)
    line.say(str(seed))
    line.hear(TIMEOUT, until="ACK")
    sizes: list[int] = []
    end = time.monotonic() + chance.uniform(SHORTEST, LONGEST)
    while time.monotonic() < end:
        heard = line.hear(0.2).count("\nACK ")
        sizes += [machine.writes.stat().st_size] * (heard - len(sizes))
    machine.pull_the_plug()
    games = games_by_step(seed, len(sizes) + AHEAD)
    return Recording(sizes, machine.writes.stat().st_size, games)


def games_by_step(seed: int, steps: int) -> list[Saved]:
    """Give the same answers as the machine; return what a journal contains after each step."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "games.sqlite") as journal:
        session = player.begin(journal)
        games = ((list(session.table.entries), len(session.table.undone)) for _ in player.play(session, seed))
        return [([], 0), *islice(games, steps)]


def main() -> None:
    """Cut the power several times in each of several sessions and print a line for each cut."""
    sessions, cuts = (int(number) for number in (*sys.argv[2:4], "5", "20")[:2])
    machine = Machine(
        Path(sys.argv[1]),
        name="cuts",
        devices=("-nodefaults",),
        memory=768,
        processors=1,
        shell_on_console=True,
    )
    cut_sessions(machine, prepare, record, (sessions, cuts), seed=14)


if __name__ == "__main__":
    main()

"""Pulls the plug of an emulated machine while a game is answered in it, and looks at what its disk kept.

``python -m tests.machine.power_cuts FOLDER [PULLS]``, with FOLDER from tests/machine/build. The installed
system's kernel, file system and companion run without the screen: a program answers questions as fast as it
can, on the same session and journal as the screen, and says on the serial line what has been acknowledged.
The machine is started once and frozen; every pull lets it go on, kills QEMU after a random while, and takes
away from the disk what the system had not yet told it to keep: all of it, or any part, as a card may lose it.
"""

import base64
import random
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.journal import Journal
from tests.machine.machine import Machine

PLAYER = """
import sys
from pathlib import Path
from companion.app.session import Session
from companion.games import find_game
from companion.journal import Journal
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
journal = Journal.open(Path("/var/lib/companion/games.sqlite"))
session = Session.begin(journal, find_game("classic"), seats_of(3))
print("READY", flush=True)
bot = RandomBot(int(input()))
while session.question is not None:
    if bot.random.random() < 0.1 and session.table.entries:
        session.undo()
    else:
        session.answer(bot.answer(session.question))
    print("ACK", len(session.table.entries), len(session.table.undone), flush=True)
"""
"""Plays in the machine."""
PYTHON = "/opt/table-companion/current/venv/bin/python"
PATIENCE = 3600.0
"""Seconds that the machine may take to be ready."""
LONGEST = 12.0
"""Seconds between the first acknowledged answer and the pull, at most."""
FLUSH, FUA, DISCARD = 1, 2, 4
"""Flags of the log that QEMU's blklogwrites keeps, in the format of the kernel's dm-log-writes."""


class Write(NamedTuple):
    """What the machine told its disk.

    Attributes:
        flags: see above.
        offset: in bytes.
        content: what to write there.
    """

    flags: int
    offset: int
    content: bytes


def logged_writes(path: Path) -> Iterator[Write]:
    """Read a log of writes; the last one may be cut off."""
    log = path.read_bytes()
    if len(log) < 512:
        return
    sector = struct.unpack_from("<QQQI", log)[3] or 512
    place = sector
    while place + sector <= len(log):
        first, count, flags, _ = struct.unpack_from("<QQQQ", log, place)
        size = 0 if flags & DISCARD else count * sector
        if place + sector + size > len(log) or not (count or flags):
            return
        yield Write(flags, first * sector, log[place + sector : place + sector + size])
        place += sector + size


def kept_writes(writes: list[Write], chance: random.Random | None) -> list[Write]:
    """What a disk still has: all before the last flush; of the rest nothing, or each by chance."""
    last = max((number for number, write in enumerate(writes) if write.flags & FLUSH), default=-1)
    return [
        write
        for number, write in enumerate(writes)
        if number <= last or write.flags & FUA or (chance is not None and chance.random() < 0.5)
    ]


class Line:
    """The serial line to the program in the machine."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._heard = ""

    def say(self, words: str) -> None:
        """Type a line, slowly enough for a serial line."""
        for place in range(0, len(words) + 1, 256):
            self._socket.sendall((words + "\n")[place : place + 256].encode())
            time.sleep(0.05)

    def hear(self, seconds: float, until: str = "") -> str:
        """Return all that was said so far, after so many seconds or once some words were heard."""
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
    """Start the machine, begin a game in it, and freeze it just before the first answer."""
    machine.new_disk()
    machine.start()
    line = Line(machine.shell)
    heard = line.hear(PATIENCE, until="# ")
    program = base64.b64encode(PLAYER.encode()).decode()
    line.say("stty -echo; mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t tmpfs tmp /run")
    line.say(f"echo {program} | base64 -d > /run/player.py; cd /opt/table-companion/current")
    line.say(f"{PYTHON} /run/player.py")
    heard = line.hear(PATIENCE, until="READY\n")
    assert "READY\n" in heard, heard[-2000:]
    time.sleep(2)
    machine.freeze()


def pull(machine: Machine, raw: Path, chance: random.Random) -> tuple[int, int, str]:
    """Pull the plug once; return the answers acknowledged, the writes lost, and what is wrong."""
    machine.new_disk(machine.frozen.name)
    machine.start(resume=True)
    line = Line(machine.shell)
    line.say(str(chance.randrange(10**6)))
    line.hear(PATIENCE, until="ACK")
    line.hear(chance.uniform(0, LONGEST))
    machine.pull_the_plug()
    heard = [words.split() for words in line.hear(1).split("\n")[:-1] if words.startswith("ACK")]
    acknowledged = [(int(words[1]), int(words[2])) for words in heard]
    writes = list(logged_writes(machine.writes))
    kept = kept_writes(writes, chance if chance.random() < 0.5 else None)
    after = raw.with_name("after.raw")
    subprocess.run(("cp", "--sparse=always", raw, after), check=True)
    with after.open("r+b") as disk:
        for write in kept:
            disk.seek(write.offset)
            disk.write(write.content)
    return len(acknowledged), len(writes) - len(kept), compare(after, acknowledged[-1])


def compare(disk: Path, acknowledged: tuple[int, int]) -> str:
    """Have the file system recover, then open the journal; return what is wrong with it, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        mount, copy = Path(folder) / "disk", Path(folder) / "games"
        mount.mkdir()
        # The kernel replays the file system's own journal when it mounts it.
        subprocess.run(("mount", "-o", "loop", disk, mount), check=True)
        try:
            shutil.copytree(mount / "var/lib/companion", copy)
        finally:
            subprocess.run(("umount", mount), check=True)
        with Journal.open(copy / "games.sqlite") as journal:
            if journal.notice:
                return journal.notice
            saved = journal.load(max(record.id for record in journal.games()))
    standing = len(saved.entries), len(saved.undone)
    entries, undone = acknowledged
    # The answer after the last one that was acknowledged may be there already.
    if standing in ((entries, undone), (entries + 1, 0), (entries - 1, undone + 1)):
        return ""
    return f"{acknowledged} was acknowledged, {standing} is there"


def main() -> None:
    """Pull the plug so many times and print a line for each."""
    folder, pulls = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 50
    machine = Machine(
        folder,
        name="cuts",
        devices=("-nodefaults",),
        append="console=ttyS1 init=/bin/bash",
        memory=768,
        processors=1,
    )
    raw = folder / "cuts-frozen.raw"
    if not raw.exists():
        prepare(machine)
        subprocess.run(("qemu-img", "convert", "-O", "raw", machine.frozen, raw), check=True)
    chance, wrong, answers, lost = random.Random(14), [], 0, 0
    for number in range(pulls):
        count, gone, trouble = pull(machine, raw, chance)
        answers, lost = answers + count, lost + gone
        wrong += [trouble] if trouble else []
        print(f"{number + 1:3} {count:4} answers, {gone:3} writes lost  {trouble or 'all there'}", flush=True)
    print(f"{pulls} pulls, {answers} answers acknowledged, {lost} writes lost: {len(wrong)} wrong")


if __name__ == "__main__":
    main()

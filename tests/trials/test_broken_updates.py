"""Updates that are killed, changed, cut off, older or unsigned: nothing of them runs, and a program stays."""

import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.app.machine.releases import Releases
from companion.app.machine.signatures import SUFFIX
from companion.app.machine.update_service import FOLDER, read_status
from tests.app.machine.signed_releases import Key, archive, release

ROOT = Path(__file__).parents[2]
SERVE = """
import sys, time
from pathlib import Path
from companion.app.machine.releases import Releases
from companion.app.machine.update_service import serve_request
from tests.app.machine.signed_releases import Installer
home, data, status, signers, ran = map(Path, sys.argv[1:])

class Slow(Installer):
    def __call__(self, command, variables):
        with ran.open("a") as log:
            log.write(Path(command[0]).name + "\\n")
        time.sleep(0.15)
        return super().__call__(command, variables)

sys.exit(not serve_request(Releases(home), data, status, run=Slow(home), signers=signers))
"""
HOW = ("good", "good", "good", "good", "good", "killed", "changed", "cut", "older", "unsigned", "strange")


def broken(how: str, folder: Path, key: Key, strange: Key, rng: random.Random) -> Path:
    """Make an archive that is wrong in one way."""
    path = archive(folder / "companion-2.0.tar.gz", version="0.5" if how == "older" else "2.0", size=5000)
    (strange if how == "strange" else key).sign(path)
    content = bytearray(path.read_bytes())
    if how == "changed":
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    elif how == "cut":
        del content[rng.randrange(len(content)) :]
    elif how == "unsigned":
        path.with_name(path.name + SUFFIX).unlink()
    path.write_bytes(content)
    return path


@pytest.mark.tries(100)
def test_a_broken_update_runs_nothing_and_leaves_a_program(
    tmp_path: Path, tries: int, count: list[str], tried: list[str]
) -> None:
    rng = random.Random(11)
    key, strange = Key(tmp_path / "own"), Key(tmp_path / "strange")
    for number in range(tries):
        place = tmp_path / str(number)
        home, data, status, ran = place / "home", place / "data", place / "status.json", place / "ran"
        release(home, "1.0-old")
        (home / "current").symlink_to("releases/1.0-old")
        (data / FOLDER).mkdir(parents=True)
        how = rng.choice(HOW)
        tried.append(how)
        made = broken(how, place, key, strange, rng)
        for file in place.glob("companion-2.0.tar.gz*"):
            shutil.copy(file, data / FOLDER)
        (data / FOLDER / "request.json").write_text(f'{{"archive": "{made.name}"}}')
        command = [sys.executable, "-c", SERVE, *map(str, (home, data, status, key.signers, ran))]
        with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL) as service:
            if how == "killed":
                time.sleep(rng.uniform(0.2, 1.5))
                service.send_signal(signal.SIGKILL)
            service.wait(60)
        releases = Releases(home)
        steps = ran.read_text().split() if ran.exists() else []
        if releases.current is None or not releases.program(releases.current).exists():
            count.append(f"{how}: no program is left")
        elif how == "good" and (releases.current, read_status(status).release) != ("2.0-new", "2.0-new"):
            count.append(f"good: {read_status(status).text}")
        elif how not in ("good", "killed") and (steps or releases.current != "1.0-old"):
            count.append(f"{how}: ran {steps}, current is {releases.current}")
        if how == "killed":  # and the next try works
            subprocess.run(command, cwd=ROOT, check=False, stderr=subprocess.DEVNULL)
            if releases.current != "2.0-new" or list(home.glob("incoming-*")):
                count.append(f"killed, then: {read_status(status).text}")
        shutil.rmtree(place)

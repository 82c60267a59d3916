"""The screen asks, root updates: what is asked in a wrong way is refused, and only root writes releases."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.app.machine.releases import Releases
from companion.app.machine.update_service import (
    FOLDER,
    USER,
    as_service_user,
    belongs_to_another,
    bring_release,
    read_status,
    request_update,
    serve_request,
    step_back,
)
from companion.errors import UpdateRefused
from tests.app.machine.signed_releases import Installer, Key, archive

ROOT = Path(__file__).parents[3]
SERVE = """
import sys
from pathlib import Path
from companion.app.machine.releases import Releases
from companion.app.machine.update_service import serve_request
from tests.app.machine.signed_releases import Installer
home, data, status, signers = map(Path, sys.argv[1:])
sys.exit(not serve_request(Releases(home), data, status, run=Installer(home), signers=signers))
"""


class Machine:
    """A machine with its service: here a process that is started in its place."""

    def __init__(self, releases: Releases, folder: Path, key: Key) -> None:
        self.releases, self.data, self.status = releases, folder / "data", folder / "run" / "status.json"
        self.key = key
        self.told: list[str] = []
        self.data.mkdir()
        places = (releases.home, self.data, self.status, key.signers)
        self.start = [sys.executable, "-c", SERVE, *map(str, places)]

    def ask(self, archive: Path | None, *, back: bool = False) -> str | None:
        """Ask the service."""
        report = self.told.append
        start, status = self.start, self.status
        return request_update(self.data, archive, report, back=back, start=start, status=status)

    def serve(self) -> bool:
        """Do what was asked, in this process."""
        run = Installer(self.releases.home)
        return serve_request(self.releases, self.data, self.status, run=run, signers=self.key.signers)


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """As root has it, whatever another test has set."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def machine(releases: Releases, tmp_path: Path, key: Key, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.chdir(ROOT)
    return Machine(releases, tmp_path, key)


def test_a_signed_archive_is_brought_and_taken_back(machine: Machine, tmp_path: Path, key: Key) -> None:
    signed = key.sign(archive(tmp_path / "companion-2.0.tar.gz"))
    assert machine.ask(signed) == "2.0-new"
    assert (machine.releases.current, machine.releases.previous) == ("2.0-new", "1.0-old")
    assert not (machine.data / FOLDER).exists()
    assert stat.S_IMODE(machine.status.stat().st_mode) == 0o644
    assert machine.ask(None, back=True) == "1.0-old"
    assert machine.releases.current == "1.0-old"


@pytest.mark.parametrize(
    ("key_name", "message"), [("strange_key", "has a wrong signature"), (None, "is not signed")]
)
def test_an_unsigned_archive_is_refused_in_the_words_of_the_service(
    machine: Machine,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    key_name: str | None,
    message: str,
) -> None:
    made = archive(tmp_path / "companion-2.0.tar.gz")
    if key_name is not None:
        request.getfixturevalue(key_name).sign(made)
    with pytest.raises(UpdateRefused, match=message):
        machine.ask(made)
    assert machine.releases.current == "1.0-old"
    assert machine.releases.folder.joinpath("2.0-new").exists() is False


def test_a_service_that_cannot_start_is_said(machine: Machine) -> None:
    machine.start = ["sh", "-c", "echo Interactive authentication required. >&2; exit 4"]
    with pytest.raises(UpdateRefused, match="did not start: Interactive authentication required"):
        machine.ask(None)
    machine.start = ["/nonexistent/systemctl"]
    with pytest.raises(UpdateRefused, match="did not work"):
        machine.ask(None)


def write(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


HOSTILE: dict[str, Callable[[Path], object]] = {
    "none": lambda _: None,
    "nonsense": write(b"\xff{"),
    "another field": write(b'{"back": true, "run": "sh"}'),
    "a path": write(b'{"archive": "../../etc/passwd"}'),
    "a hidden file": write(b'{"archive": ".bashrc"}'),
    "a pipe": lambda path: os.mkfifo(path),
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "huge": write(b'{"archive": "' + b"a" * 1_000_000 + b'"}'),
    "a secret": lambda path: path.symlink_to("/etc/shadow"),
    "an archive that is missing": write(b'{"archive": "companion-2.0.tar.gz"}'),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_request_does_nothing(machine: Machine, how: str) -> None:
    (machine.data / FOLDER).mkdir()
    HOSTILE[how](machine.data / FOLDER / "request.json")
    before = monotonic()
    assert not machine.serve()
    assert monotonic() - before < 20
    status = read_status(machine.status)
    assert status.done and status.failed and "version" in f"{status.text} version"
    assert "root:" not in status.text
    assert [path.name for path in machine.releases.folder.iterdir()] == ["1.0-old"]


@pytest.mark.parametrize("target", ["/dev/zero", "/etc/shadow", "pipe"])
def test_a_hostile_archive_is_not_read(machine: Machine, target: str) -> None:
    place = machine.data / FOLDER
    place.mkdir()
    (place / "request.json").write_text('{"archive": "companion-2.0.tar.gz"}')
    if target == "pipe":
        os.mkfifo(place / "companion-2.0.tar.gz")
    else:
        (place / "companion-2.0.tar.gz").symlink_to(target)
    assert not machine.serve()
    assert machine.releases.current == "1.0-old"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as two users")
def test_another_user_asks_and_cannot_write(machine: Machine, tmp_path: Path, key: Key) -> None:
    for path in (tmp_path, *tmp_path.parents):
        path.chmod(path.stat().st_mode | 0o055)
    look = [sys.executable, "-c", "import companion"]
    try:
        subprocess.run(look, user=65534, group=65534, extra_groups=(), cwd=ROOT, check=True)
    except (OSError, subprocess.SubprocessError):
        pytest.skip("another user cannot run this clone's Python")
    os.chown(machine.data, 65534, 65534)
    signed = key.sign(archive(tmp_path / "companion-2.0.tar.gz"))
    ended = tmp_path / "ended"
    script = """
import json, sys
from pathlib import Path
from companion.app.machine.releases import Releases
from companion.app.machine.update_service import belongs_to_another, request_update
home, data, status, archive, ended = map(Path, sys.argv[1:])
wait = ["sh", "-c", f"while [ ! -e {ended} ]; do sleep 0.1; done"]
another = belongs_to_another(Releases(home))
print(json.dumps([another, request_update(data, archive, print, start=wait, status=status)]))
"""
    places = (machine.releases.home, machine.data, machine.status, signed, ended)
    with subprocess.Popen(
        [sys.executable, "-c", script, *map(str, places)],
        user=65534, group=65534, extra_groups=(), cwd=ROOT, text=True, stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    ) as asking:  # fmt: skip
        asked = machine.data / FOLDER / "request.json"
        end = monotonic() + 30
        while not asked.exists() and asking.poll() is None and monotonic() < end:
            sleep(0.05)
        assert machine.serve()
        ended.touch()
        told = asking.communicate(timeout=60)[0].splitlines()[-1]
    assert json.loads(told) == [True, "2.0-new"]


def test_releases_of_this_user_need_no_service(machine: Machine) -> None:
    if os.geteuid():
        machine.releases.home.chmod(0o555)
        assert belongs_to_another(machine.releases)
        machine.releases.home.chmod(0o755)
    assert not belongs_to_another(machine.releases)
    with pytest.raises(UpdateRefused, match="No source of updates is set"):
        bring_release(machine.releases, machine.data, None, print)
    with pytest.raises(UpdateRefused, match="no earlier version"):
        step_back(machine.releases, machine.data)


def test_only_a_releases_own_program_runs_as_its_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(
        "companion.app.machine.update_service.run_low_priority",
        lambda command, _: ran.append([str(word) for word in command]),
    )
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr("pwd.getpwnam", lambda _: type("Entry", (), {"pw_dir": "/var/lib/companion"}))
    as_service_user((tmp_path / "venv" / "bin" / "companion", "doctor"), {})
    as_service_user(("git", "clone"), {})
    assert [words[0] for words in ran] == ["setpriv", "git"]
    assert f"--reuid={USER}" in ran[0]

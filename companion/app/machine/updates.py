"""Updates: fetches a new release, builds it, lets its doctor check it, then switches to it.

A source is the address of a git repository, a folder with one, or an archive (.tar.gz) of this project,
such as ``git archive`` writes it. The old release stays until the next update: see `Releases.go_back`.
"""

import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from companion.app.machine.releases import Releases
from companion.errors import BrokenFile, UpdateRefused
from companion.external_files import archives
from companion.external_files.files import read_text
from companion.health import Check
from companion.journal.paths import journal_path

ORIGIN = "origin"
"""The file in the folder of releases that names the default source."""
TIMEOUT_S = 3600.0
"""Timeout of fetching, building or checking; a Pi that compiles nothing takes minutes."""
STILL_PLAYING_S = 15 * 60.0
"""Seconds after the last answer during which a game counts as being played."""
PROJECT = 'name = "table-companion"'

Run = Callable[[Sequence[str | Path], Mapping[str, str]], "subprocess.CompletedProcess[str]"]


def run_low_priority(
    command: Sequence[str | Path], variables: Mapping[str, str]
) -> "subprocess.CompletedProcess[str]":
    """Run a command with low priority, without this program's own Python settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KIVY_"))}
    return subprocess.run(
        ["nice", "-n", "10", *map(str, command)],
        env=kept | dict(variables),
        capture_output=True,
        text=True,
        errors="replace",
        timeout=TIMEOUT_S,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def usual_source(releases: Releases) -> str:
    """Return the source that deploy/install recorded.

    Raises:
        UpdateRefused: there is none.
    """
    try:
        source = read_text(releases.home / ORIGIN).strip()
    except (OSError, BrokenFile, UnicodeDecodeError):
        source = ""
    if not source:
        raise UpdateRefused("No source of updates is set. Use a release archive on a memory stick.")
    return source


def update(
    releases: Releases,
    source: str,
    data: Path,
    report: Callable[[str], object] = print,
    run: Run = run_low_priority,
) -> str | None:
    """Bring the newest release of a source and switch to it; it takes effect at the next start.

    Args:
        releases: where releases are.
        source: see above.
        data: the folder for games, which the new release must be able to read.
        report: called with a line before each step.
        run: runs a command.

    Returns:
        The new release's name; None if it is the current one.

    Raises:
        UpdateRefused: it cannot be fetched or built, or does not work here; the old one stays in use.
    """
    if not os.access(releases.home, os.W_OK):
        raise UpdateRefused(f"{releases.home} belongs to another user: sudo -u companion companion update")
    try:
        with _alone(releases), TemporaryDirectory(prefix="incoming-", dir=releases.home) as scratch:
            report("Getting the new version...")
            folder = _fetch(source, Path(scratch) / "new", run)
            report("Building it. This takes a few minutes...")
            name = _build(folder, releases, run)
        if name == releases.current:
            return None
        report("Checking it...")
        _check(releases, name, data, run)
        releases.switch(name)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UpdateRefused(f"The update did not work: {error}. This version stays.") from error
    releases.remove_others()
    return name


@contextmanager
def _alone(releases: Releases) -> Iterator[None]:
    """Hold the lock that prevents two updates at once."""
    with (releases.home / "update.lock").open("wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UpdateRefused("Another update is running. Wait until it is done.") from error
        yield


def game_is_played(data: Path | None) -> bool:
    """Whether another companion has the games open and recently took an answer."""
    games = journal_path(data)
    try:
        age = time.time() - games.with_name(f"{games.name}-last").stat().st_mtime
        with games.with_name(f"{games.name}.lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return age < STILL_PLAYING_S
    except OSError:
        return False
    return False


def _fetch(source: str, folder: Path, run: Run) -> Path:
    """Fetch a source into a folder; return the folder with pyproject.toml."""
    if source.endswith((".tar.gz", ".tgz")):
        folder.mkdir()
        try:
            archives.extract(Path(source), folder)
        except BrokenFile as error:
            raise UpdateRefused(f"{error} This version stays.") from error
    else:
        command = ("git", "clone", "--quiet", "--depth", "1", "--", _address(source), folder)
        _done(run(command, {"GIT_TERMINAL_PROMPT": "0"}), f"{source} cannot be fetched")
    for place in (folder, *sorted(path for path in folder.iterdir() if path.is_dir())):
        with suppress(OSError, BrokenFile, UnicodeDecodeError):
            if PROJECT in read_text(place / "pyproject.toml").splitlines():
                return place
    raise UpdateRefused(f"{source} holds no release of the companion. This version stays.")


def _address(source: str) -> str:
    """The file URL of a folder, since git ignores the depth of a plain path."""
    return Path(source).resolve().as_uri() if Path(source).is_dir() else source


def _build(folder: Path, releases: Releases, run: Run) -> str:
    base = Path(sys.base_prefix) / "bin" / "python3"
    variables = {"PYTHON": str(base)} if base.exists() else {}
    done = run((folder / "deploy" / "build-release", releases.folder), variables)
    return _done(done, "The new version cannot be built").strip()


def _check(releases: Releases, name: str, data: Path, run: Run) -> None:
    """Let the new release's doctor check this machine; checks that already fail today do not count."""
    failing = _failing(releases.program(name), data, run)
    current = releases.current
    old = _failing(releases.program(current), data, run) if current and failing else {}
    broken = [detail for part, detail in failing.items() if part not in old]
    if broken:
        raise UpdateRefused(f"The new version does not work here: {' '.join(broken)} This version stays.")


def _failing(program: Path, data: Path, run: Run) -> dict[str, str]:
    command = (program, "doctor", "--json", "--camera", "none", "--data", data)
    done = run(command, {})
    try:
        checks: Iterable[Check] = msgspec.json.decode(done.stdout, type=list[Check])
    except msgspec.DecodeError as error:
        raise UpdateRefused(
            f"The new version does not work here: {_last_line(done)}. This version stays."
        ) from error
    return {check.name: check.detail for check in checks if check.state == "failed"}


def _done(done: "subprocess.CompletedProcess[str]", failure: str) -> str:
    if done.returncode:
        raise UpdateRefused(f"{failure}: {_last_line(done)}. This version stays.")
    return done.stdout


def _last_line(done: "subprocess.CompletedProcess[str]") -> str:
    lines = (done.stderr or done.stdout).strip().splitlines() or [f"it ended with {done.returncode}"]
    return lines[-1].strip().rstrip(".")[:300]

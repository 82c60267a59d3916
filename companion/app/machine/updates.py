"""Updates: fetches a signed release, builds it, lets its doctor check it, then switches to it.

A source is the address of a git repository, a folder with one, or an archive (.tar.gz) of this project with
its signature beside it, as ``deploy/sign-release`` writes both; of a repository, the newest tag counts, which
must be signed too. The installed builder builds it. The old release stays until the next update: see
`Releases.go_back`.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from companion.app.machine.releases import Releases
from companion.app.machine.signatures import SIGNERS, SUFFIX, check_archive, check_tag
from companion.errors import BrokenFile, UpdateRefused
from companion.external_files import archives
from companion.external_files.files import read_bytes, read_text
from companion.health import Check
from companion.journal.paths import journal_path
from companion.locale.messages import gettext, joined

ORIGIN = "origin"
"""The file in the folder of releases that names the default source."""
TIMEOUT_S = 3600.0
"""Timeout of fetching, building or checking; a Pi that compiles nothing takes minutes."""
STILL_PLAYING_S = 15 * 60.0
"""Seconds after the last answer during which a game counts as being played."""
PROJECT = 'name = "table-companion"'
FALL_BACK = "deploy/fall-back"
"""What goes back from a release that does not start; the service runs that of the current release."""
INCOMING = "incoming-"
"""Prefix of the folder in which an update is unpacked."""
MAX_FILE = 100_000_000
"""Largest size of a packed archive in bytes."""
_TAG = re.compile(r"v(\d{1,6}(?:\.\d{1,6}){0,3})")
_VERSION = re.compile(r'^version = "(\d{1,6}(?:\.\d{1,6}){0,3})"$', re.MULTILINE)

Version = tuple[int, ...]

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
    except (OSError, BrokenFile):
        source = ""
    if not source:
        raise UpdateRefused(gettext("No source of updates is set. Use a release archive on a memory stick."))
    return source


def update(
    releases: Releases,
    source: str,
    data: Path,
    report: Callable[[str], object] = print,
    run: Run = run_low_priority,
    *,
    signers: Path = SIGNERS,
    older: bool = False,
) -> str | None:
    """Bring the newest release of a source and switch to it; it takes effect at the next start.

    Args:
        releases: where releases are.
        source: see above.
        data: the folder for games, which the new release must be able to read.
        report: called with a line before each step.
        run: runs a command.
        signers: the keys that may sign releases.
        older: take an older version than the current one, too.

    Returns:
        The new release's name; None if it is the current one.

    Raises:
        UpdateRefused: it cannot be fetched or built, or does not work here; the old one stays in use.
    """
    if not os.access(releases.home, os.W_OK):
        raise UpdateRefused("{home} belongs to root: sudo companion update", home=releases.home)
    try:
        with _alone(releases), TemporaryDirectory(prefix=INCOMING, dir=releases.home) as scratch:
            report(gettext("Getting the new version..."))
            folder = _fetch(source, Path(scratch) / "new", run, signers)
            _check_version(folder, releases, older=older)
            report(gettext("Building it. This takes a few minutes..."))
            name = _build(folder, releases, run)
        if name == releases.current:
            return None
        report(gettext("Checking it..."))
        _check(releases, name, data, run)
        releases.switch(name)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UpdateRefused("The update did not work: {error}. This version stays.", error=error) from error
    releases.remove_others()
    return name


@contextmanager
def _alone(releases: Releases) -> Iterator[None]:
    """Hold the lock that prevents two updates at once."""
    with (releases.home / "update.lock").open("wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UpdateRefused(gettext("Another update is running. Wait until it is done.")) from error
        for left in releases.home.glob(f"{INCOMING}*"):  # of an update that was killed
            shutil.rmtree(left, ignore_errors=True)
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


def _fetch(source: str, folder: Path, run: Run, signers: Path) -> Path:
    """Fetch a source into a folder, check its signature, and return the folder with pyproject.toml."""
    if source.endswith((".tar.gz", ".tgz")):
        _unpack(Path(source), folder, signers)
    else:
        _clone(_address(source), folder, run, signers)
    for place in (folder, *sorted(path for path in folder.iterdir() if path.is_dir())):
        with suppress(OSError, BrokenFile):
            if PROJECT in read_text(place / "pyproject.toml").splitlines():
                return place
    raise UpdateRefused("{source} holds no release of the companion. This version stays.", source=source)


def _unpack(archive: Path, folder: Path, signers: Path) -> None:
    """Copy an archive with its signature, check the copy, and unpack it: a stick may change meanwhile."""
    folder.mkdir()
    copy = folder.with_name(archive.name)
    try:
        copy.write_bytes(read_bytes(archive, MAX_FILE))
        signature = archive.with_name(f"{archive.name}{SUFFIX}")
        beside = copy.with_name(signature.name)
        if signature.is_file():
            beside.write_bytes(read_bytes(signature, MAX_FILE))
        check_archive(copy, beside, signers)
        archives.extract(copy, folder)
    except BrokenFile as error:
        raise UpdateRefused("{error} This version stays.", error=error) from error


def _clone(address: str, folder: Path, run: Run, signers: Path) -> None:
    """Clone the tag with the highest version of a repository, and check its signature first."""
    quietly = {"GIT_TERMINAL_PROMPT": "0"}
    listing = ("git", "ls-remote", "--tags", "--refs", "--", address)
    told = _done(run(listing, quietly), gettext("{address} cannot be fetched", address=address))
    found = [match for line in told.splitlines() if (match := _TAG.fullmatch(line.rpartition("/")[2]))]
    if not found:
        raise UpdateRefused(
            "{address} has no tag with a version, such as v1.2. This version stays.", address=address
        )
    tag = max(found, key=lambda match: _numbers(match[1]))[0]
    command = ("git", "clone", "--quiet", "--depth", "1", "--branch", tag, "--", address, folder)
    _done(run(command, quietly), gettext("{address} cannot be fetched", address=address))
    check_tag(folder, tag, signers)


def _check_version(folder: Path, releases: Releases, *, older: bool) -> None:
    """Refuse a version before the current one: a signature of long ago is still a right one."""
    new, now = _version(folder), None
    if releases.current is not None:
        with suppress(OSError, BrokenFile, UpdateRefused):
            now = _version(releases.folder / releases.current)  # a damaged release must not keep itself
    if now is not None and new < now and not older:
        listed = ".".join(map(str, new))
        raise UpdateRefused(
            "Version {listed} is older than this one. companion update --older SOURCE takes it all the same.",
            listed=listed,
        )


def _version(folder: Path) -> Version:
    found = _VERSION.search(read_text(folder / "pyproject.toml"))
    if found is None:
        raise UpdateRefused("{folder} does not say which version it is. This version stays.", folder=folder)
    return _numbers(found[1])


def _numbers(version: str) -> Version:
    return tuple(map(int, version.split(".")))


def _address(source: str) -> str:
    """The file URL of a folder, since git ignores the depth of a plain path."""
    return Path(source).resolve().as_uri() if Path(source).is_dir() else source


def _build(folder: Path, releases: Releases, run: Run) -> str:
    """Let the installed builder build a release; nothing of the new one chooses how."""
    base = Path(sys.base_prefix) / "bin" / "python3"
    variables = {"PYTHON": str(base)} if base.exists() else {}
    installed = releases.folder / releases.current if releases.current else Path(__file__).parents[3]
    builder = installed / "deploy" / "build-release"
    done = run((builder, releases.folder, folder), variables)
    name = _done(done, gettext("The new version cannot be built")).strip()
    if not os.access(releases.folder / name / FALL_BACK, os.X_OK):
        raise UpdateRefused(
            "The new version has no {fall_back} of its own. This version stays.", fall_back=FALL_BACK
        )
    return name


def _check(releases: Releases, name: str, data: Path, run: Run) -> None:
    """Let the new release's doctor check this machine; checks that already fail today do not count."""
    failing = _failing(releases.program(name), data, run)
    current = releases.current
    old = _failing(releases.program(current), data, run) if current and failing else {}
    broken = [detail for part, detail in failing.items() if part not in old]
    if broken:
        raise UpdateRefused(
            "The new version does not work here: {reasons} This version stays.", reasons=joined(broken)
        )


def _failing(program: Path, data: Path, run: Run) -> dict[str, str]:
    command = (program, "doctor", "--json", "--camera", "none", "--data", data)
    done = run(command, {})
    try:
        checks: Iterable[Check] = msgspec.json.decode(done.stdout, type=list[Check])
    except msgspec.DecodeError as error:
        raise UpdateRefused(
            "The new version does not work here: {last_line}. This version stays.", last_line=_last_line(done)
        ) from error
    return {check.name: check.detail for check in checks if check.state == "failed"}


def _done(done: "subprocess.CompletedProcess[str]", failure: str) -> str:
    if done.returncode:
        raise UpdateRefused(
            "{failure}: {last_line}. This version stays.", failure=failure, last_line=_last_line(done)
        )
    return done.stdout


def _last_line(done: "subprocess.CompletedProcess[str]") -> str:
    lines = (done.stderr or done.stdout).strip().splitlines() or [f"it ended with {done.returncode}"]
    return lines[-1].strip().rstrip(".")[:300]

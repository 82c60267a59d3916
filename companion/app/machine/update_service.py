"""Updates of an appliance: the screen asks, a service of root fetches, checks and builds.

Releases belong to root, so that nothing which the companion's own user can do changes the program. The screen
leaves a request in the data folder and starts the service, which only polkit lets it do; the service tells
its progress in a folder that only root can write.
"""

import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.app.machine.releases import Releases
from companion.app.machine.signatures import SIGNERS, SUFFIX
from companion.app.machine.updates import MAX_FILE, Run, run_low_priority, update, usual_source
from companion.errors import BrokenFile, CompanionError, UpdateRefused
from companion.external_files.files import atomic_write, read_bytes
from companion.locale.messages import gettext

UNIT = "table-companion-update.service"
"""The service; deploy/appliance has its file."""
USER = "companion"
"""The user of the companion on an appliance; a new release is tried as this user, never as root."""
FOLDER = "update"
"""In the data folder: the request, and an archive from a stick."""
STATUS = Path("/run/table-companion-update/status.json")
"""Where the service tells its progress."""
POLL_S = 0.3
MAX_BYTES = 10_000

_REQUEST = "request.json"


class UpdateRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What the screen asks for.

    Attributes:
        archive: name of an archive beside the request; empty for the usual source.
        back: go back to the release before.
    """

    archive: str = ""
    back: bool = False


class UpdateStatus(Struct, frozen=True):
    """How far the service is.

    Attributes:
        text: the step, or why it failed.
        done: whether it has ended.
        failed: whether it has failed.
        release: the release that starts next; empty if nothing has changed.
    """

    text: str = ""
    done: bool = False
    failed: bool = False
    release: str = ""


def belongs_to_another(releases: Releases) -> bool:
    """Whether the releases cannot be changed by this user, so that the service must do it."""
    return not os.access(releases.home, os.W_OK)


def request_update(
    data: Path,
    archive: Path | None,
    report: Callable[[str], object],
    *,
    back: bool = False,
    start: Sequence[str] = ("systemctl", "start", "--no-ask-password", UNIT),
    status: Path = STATUS,
) -> str | None:
    """Ask the service for a new release, and wait until it is done.

    Args:
        data: the data folder.
        archive: an archive with its signature beside it; None for the usual source.
        report: called with a line for each step.
        back: go back to the release before instead.
        start: the command that starts the service and waits for its end.
        status: where the service tells its progress.

    Returns:
        The name of the release that starts next; None if this one is the newest.

    Raises:
        UpdateRefused: the service cannot be started, or says why there is no new release.
    """
    folder = data / FOLDER
    try:
        _leave_request(folder, archive, back=back)
        with subprocess.Popen(
            start, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        ) as service:
            told = ""
            while service.poll() is None:
                time.sleep(POLL_S)
                if (found := read_status(status)).text != told and not found.done:
                    told = found.text
                    report(told)
            reason = service.stderr.read().strip() if service.stderr is not None else ""
    except OSError as error:
        raise UpdateRefused(_failed(error)) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    last = read_status(status)
    if service.returncode and not last.failed:
        raise UpdateRefused(
            "The update did not start: {reason}. Run deploy/install again.", reason=reason[-300:]
        )
    if last.failed:
        raise UpdateRefused(last.text)
    return last.release or None


def _failed(error: OSError) -> str:
    return gettext("The update did not work: {error}. This version stays.", error=error)


def _leave_request(folder: Path, archive: Path | None, *, back: bool) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if archive is not None:
        for file in (archive, archive.with_name(f"{archive.name}{SUFFIX}")):
            if file.exists():
                atomic_write(folder / file.name, read_bytes(file, MAX_FILE))
    request = UpdateRequest(archive.name if archive is not None else "", back)
    atomic_write(folder / _REQUEST, msgspec.json.encode(request))


def read_status(path: Path) -> UpdateStatus:
    """Return how far the service is; an empty status if nothing can be read."""
    try:
        return msgspec.json.decode(read_bytes(path, MAX_BYTES), type=UpdateStatus)
    except (OSError, BrokenFile, msgspec.DecodeError, UnicodeDecodeError):
        return UpdateStatus()


def serve_request(
    releases: Releases, data: Path, status: Path = STATUS, *, run: Run | None = None, signers: Path = SIGNERS
) -> bool:
    """Do what the screen has asked for, as root; return whether it worked.

    The request and the archive are untrusted: the archive is copied before its signature is checked.

    Args:
        releases: where releases are.
        data: the data folder.
        status: where to tell the progress.
        run: runs a command; by default with low priority, and a release's program as its own user.
        signers: the keys that may sign releases.
    """

    def publish(told: UpdateStatus) -> None:
        atomic_write(status, msgspec.json.encode(told))
        status.chmod(0o644)

    try:
        name = _serve(
            releases, data, run or as_service_user, signers, lambda text: publish(UpdateStatus(text[:1000]))
        )
    except (CompanionError, OSError) as error:
        publish(UpdateStatus(str(error)[:1000], done=True, failed=True))
        return False
    publish(UpdateStatus(done=True, release=name or ""))
    return True


def _serve(
    releases: Releases, data: Path, run: Run, signers: Path, report: Callable[[str], object]
) -> str | None:
    request = _read_request(data / FOLDER / _REQUEST)
    if request.back:
        return releases.go_back()
    if "/" in request.archive or request.archive.startswith("."):
        raise UpdateRefused(gettext("The update was asked for in a wrong way. This version stays."))
    source = str(data / FOLDER / request.archive) if request.archive else usual_source(releases)
    return update(releases, source, data, report, run, signers=signers)


def _read_request(path: Path) -> UpdateRequest:
    try:
        return msgspec.json.decode(read_bytes(path, MAX_BYTES), type=UpdateRequest)
    except (OSError, BrokenFile, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UpdateRefused(gettext("No update was asked for. Ask for it on the screen.")) from error


def as_service_user(
    command: Sequence[str | Path], variables: Mapping[str, str]
) -> "subprocess.CompletedProcess[str]":
    """Run a command with low priority; a release's own program as the companion's user, if there is one."""
    if os.geteuid() == 0 and Path(command[0]).name == "companion":
        with suppress(KeyError):
            home = pwd.getpwnam(USER).pw_dir
            # Not runuser: it would open a session, for which the service has no rights.
            become = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--")
            return run_low_priority((*become, *command), {**variables, "HOME": home})
    return run_low_priority(command, variables)


def bring_release(
    releases: Releases, data: Path, archive: Path | None, report: Callable[[str], object]
) -> str | None:
    """Bring a new release: by the service where releases belong to root, else at once.

    Args:
        releases: where releases are.
        data: the data folder.
        archive: an archive with its signature beside it; None for the usual source.
        report: called with a line for each step.

    Raises:
        UpdateRefused: there is none, or it does not work here.
    """
    if belongs_to_another(releases):
        return request_update(data, archive, report)
    source = str(archive) if archive is not None else usual_source(releases)
    return update(releases, source, data, report)


def step_back(releases: Releases, data: Path) -> str:
    """Go back to the release before: by the service where releases belong to root, else at once.

    Raises:
        UpdateRefused: there is none.
    """
    if belongs_to_another(releases):
        return request_update(data, None, lambda _: None, back=True) or ""
    return releases.go_back()

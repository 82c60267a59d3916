"""Settings of the operating system that users at the screen may change: time zone and host name.

Nothing here is required: without a tool, values are empty and a change raises an error with the reason.
"""

import re
import socket
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from zoneinfo import available_timezones

from companion.errors import SystemRefused

TIMEOUT_S = 10.0
LOCALTIME = Path("/etc/localtime")
HOST_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE)

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


def _run(command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        list(command), capture_output=True, text=True, errors="replace", timeout=TIMEOUT_S, check=False
    )


def time_zone(localtime: Path = LOCALTIME) -> str:
    """Return the time zone, such as ``Europe/Berlin``; ``UTC`` if none is set."""
    _, _, name = str(localtime.resolve()).partition("/zoneinfo/")
    return name or "UTC"


def time_zones() -> tuple[str, ...]:
    """List the time zones that are named by a region and a place."""
    return tuple(
        sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    )


def set_time_zone(name: str, run: Run = _run) -> None:
    """Set the time zone.

    Raises:
        SystemRefused: the system does not allow it, or there is no timedatectl.
    """
    _ask(("timedatectl", "--no-ask-password", "set-timezone", name), "The time zone", run)


def host_name() -> str:
    """Return the machine's name in the network."""
    return socket.gethostname()


def set_host_name(name: str, run: Run = _run) -> None:
    """Set the machine's name in the network; it takes effect at the next start.

    Raises:
        SystemRefused: the name is invalid, or the system does not allow it.
    """
    if not HOST_NAME.fullmatch(name):
        raise SystemRefused(f"A machine cannot be called {name!r}: use letters, digits and hyphens.")
    _ask(("hostnamectl", "--no-ask-password", "set-hostname", name), "The name", run)


def wireless_network(run: Run = _run) -> str:
    """Return the name of the wireless network that the machine is in; empty if there is none."""
    try:
        done = run(("nmcli", "--terse", "--fields", "TYPE,NAME", "connection", "show", "--active"))
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = (line.partition(":") for line in done.stdout.splitlines())
    return next((name.replace("\\:", ":") for kind, _, name in lines if "wireless" in kind), "")


def _ask(command: Sequence[str], what: str, run: Run) -> None:
    try:
        done = run(command)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SystemRefused(f"{what} cannot be changed from here: {error}.") from error
    if done.returncode:
        reason = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise SystemRefused(
            f"{what} cannot be changed from here: {reason[-1]}. deploy/install gives the right to do it."
        )

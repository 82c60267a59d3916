"""What users at the screen may do to the machine: time zone, name, switching off and on again.

Nothing here is required: without a tool, values are empty and a change raises an error with the reason.
"""

import re
import socket
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from zoneinfo import available_timezones

from companion.errors import CompanionError, PowerRefused, SystemRefused
from companion.locale.messages import gettext

TIMEOUT_S = 10.0
LOCALTIME = Path("/etc/localtime")
LOGIND = (
    "busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"
)  # fmt: skip
HOST_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE)

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]


def run_command(command: Sequence[str], timeout: float = TIMEOUT_S) -> "subprocess.CompletedProcess[str]":
    """Run a command of the system, and return what it printed and its exit code.

    Raises:
        OSError: there is no such command.
        subprocess.TimeoutExpired: it takes longer than `timeout` seconds.
    """
    return subprocess.run(
        list(command), capture_output=True, text=True, errors="replace", timeout=timeout, check=False
    )


def reason_of(done: "subprocess.CompletedProcess[str]") -> str:
    """Return the last line that a failed command printed."""
    lines = (done.stderr or done.stdout).strip().splitlines()
    return lines[-1] if lines else gettext("no reason given")


def time_zone(localtime: Path = LOCALTIME) -> str:
    """Return the time zone, such as ``Europe/Berlin``; ``UTC`` if none is set."""
    _, _, name = str(localtime.resolve()).partition("/zoneinfo/")
    return name or "UTC"


def time_zones() -> tuple[str, ...]:
    """List the time zones that are named by a region and a place."""
    return tuple(
        sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    )


def set_time_zone(name: str, run: Run = run_command) -> None:
    """Set the time zone.

    Raises:
        SystemRefused: the system does not allow it, or there is no timedatectl.
    """
    _ask(
        ("timedatectl", "--no-ask-password", "set-timezone", name),
        run,
        gettext("The time zone cannot be changed from here"),
    )


def host_name() -> str:
    """Return the machine's name in the network."""
    return socket.gethostname()


def set_host_name(name: str, run: Run = run_command) -> None:
    """Set the machine's name in the network; it takes effect at the next start.

    Raises:
        SystemRefused: the name is invalid, or the system does not allow it.
    """
    if not HOST_NAME.fullmatch(name):
        raise SystemRefused(
            "A machine cannot be called {name!r}: use letters, digits and hyphens.", name=name
        )
    _ask(
        ("hostnamectl", "--no-ask-password", "set-hostname", name),
        run,
        gettext("The name cannot be changed from here"),
    )


def own_address() -> str:
    """Return the address that packets to other networks are sent from; empty without one. Sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737); nothing is sent
            return str(line.getsockname()[0])
    except OSError:
        return ""


def wireless_network(run: Run = run_command) -> str:
    """Return the name of the wireless network that the machine is in; empty if there is none."""
    try:
        done = run(("nmcli", "--terse", "--fields", "TYPE,NAME", "connection", "show", "--active"))
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = (line.partition(":") for line in done.stdout.splitlines())
    return next((name.replace("\\:", ":") for kind, _, name in lines if "wireless" in kind), "")


def switch_off(run: Run = run_command) -> None:
    """Switch the machine off through logind, which allows it to users at the screen.

    Raises:
        PowerRefused: logind does not allow it, or there is none.
    """
    _ask(
        (*LOGIND, "PowerOff", "b", "false"),
        run,
        gettext("The machine cannot be switched off from here"),
        PowerRefused,
    )


def restart(run: Run = run_command) -> None:
    """Restart the machine.

    Raises:
        PowerRefused: logind does not allow it, or there is none.
    """
    _ask(
        (*LOGIND, "Reboot", "b", "false"),
        run,
        gettext("The machine cannot be restarted from here"),
        PowerRefused,
    )


def _ask(
    command: Sequence[str], run: Run, failed: str, refused: type[CompanionError] = SystemRefused
) -> None:
    try:
        done = run(command)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise refused(gettext("{failed}: {error}.", failed=failed, error=error)) from error
    if done.returncode:
        reason = gettext("{failed}: {error}.", failed=failed, error=reason_of(done))
        raise refused(gettext("{reason} deploy/install gives the right to do it.", reason=reason))

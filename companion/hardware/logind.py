"""Switches the machine off or restarts it through logind, which allows it to users at the screen."""

import subprocess
from collections.abc import Callable

from companion.errors import PowerRefused

ADDRESS = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
TIMEOUT_S = 10.0

Run = Callable[[list[str]], "subprocess.CompletedProcess[str]"]


def _run(command: list[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)


def switch_off(run: Run = _run) -> None:
    """Switch the machine off.

    Raises:
        PowerRefused: logind does not allow it, or there is none.
    """
    _ask("PowerOff", "switched off", run)


def restart(run: Run = _run) -> None:
    """Restart the machine.

    Raises:
        PowerRefused: logind does not allow it, or there is none.
    """
    _ask("Reboot", "restarted", run)


def _ask(method: str, text: str, run: Run) -> None:
    try:
        done = run(["busctl", "call", *ADDRESS, method, "b", "false"])
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PowerRefused(f"The machine cannot be {text} from here: {error}.") from error
    if done.returncode:
        reason = (done.stderr or done.stdout).strip().splitlines()
        raise PowerRefused(
            f"The machine cannot be {text} from here: {reason[-1] if reason else 'no reason given'}. "
            "deploy/install gives the right to do it."
        )

"""Notifies systemd of the companion's state: ready, alive, stopping (the protocol of sd_notify(3)).

Outside a systemd service nothing is sent.
"""

import logging
import os
import socket
from collections.abc import Mapping

_log = logging.getLogger(__name__)

DEFAULT_HEARTBEAT_S = 5.0
"""Seconds between two heartbeats if no watchdog is set."""


class ServiceNotifier:
    """Sends notifications to the service manager that started this process.

    Args:
        environment: with NOTIFY_SOCKET and WATCHDOG_USEC; by default this process's own.
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        variables = os.environ if environment is None else environment
        address = variables.get("NOTIFY_SOCKET", "")
        # A name that begins with @ is in the abstract namespace, which sockets spell with a zero byte.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._watchdog_us = int(variables.get("WATCHDOG_USEC") or 0)

    @property
    def heartbeat_s(self) -> float:
        """Seconds between two heartbeats: a third of the watchdog's timeout."""
        return self._watchdog_us / 3e6 if self._watchdog_us else DEFAULT_HEARTBEAT_S

    def ready(self) -> None:
        """Report that the first screen is drawn."""
        self._send("READY=1")

    def alive(self) -> None:
        """Send a heartbeat: the interface's clock still runs."""
        if self._watchdog_us:
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the companion is stopping."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.sendto(message.encode(), self._address)
        except OSError as error:
            _log.warning("systemd cannot be notified of %s: %s", message, error)

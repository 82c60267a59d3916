"""`companion play` as systemd sees it: ready, alive by the interface's own clock, stopping."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path


def test_a_service_is_ready_stays_alive_and_stops(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "WATCHDOG_USEC": "300000"}
        environment |= {"NOTIFY_SOCKET": str(tmp_path / "notify"), "COMPANION_DATA": str(tmp_path)}
        command = [sys.executable, "-m", "companion", "play", "--camera", "none", "--panel", "none"]
        with subprocess.Popen(command, env=environment) as process:
            heard = until(systemd, lambda words: words.count(b"WATCHDOG=1") == 3)
            assert heard[0] in (b"READY=1", b"WATCHDOG=1") and b"READY=1" in heard
            process.send_signal(signal.SIGTERM)
            until(systemd, lambda words: words[-1] == b"STOPPING=1")
            assert process.wait(timeout=60) == 0


def until(systemd: socket.socket, enough: Callable[[list[bytes]], bool]) -> list[bytes]:
    """What systemd hears until that is enough."""
    heard: list[bytes] = []
    while not heard or not enough(heard):
        heard.append(systemd.recv(100))
    return heard

"""What systemd hears of the companion."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.machine.service_notify import DEFAULT_HEARTBEAT_S, ServiceNotifier


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.setblocking(False)
        yield line


def test_it_says_ready_alive_and_stopping(systemd: socket.socket) -> None:
    notifier = ServiceNotifier({"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "30000000"})
    notifier.ready()
    notifier.alive()
    notifier.stopping()
    assert [systemd.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]
    assert notifier.heartbeat_s == 10.0


def test_without_a_watchdog_it_gives_no_signs_of_life(systemd: socket.socket) -> None:
    notifier = ServiceNotifier({"NOTIFY_SOCKET": systemd.getsockname()})
    notifier.alive()
    with pytest.raises(BlockingIOError):
        systemd.recv(100)
    assert notifier.heartbeat_s == DEFAULT_HEARTBEAT_S


def test_an_abstract_name_is_understood() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0companion-test-notify")
        ServiceNotifier({"NOTIFY_SOCKET": "@companion-test-notify"}).ready()
        assert line.recv(100) == b"READY=1"


@pytest.mark.parametrize("address", ["", "/nowhere/notify"])
def test_nobody_listening_is_no_trouble(address: str) -> None:
    ServiceNotifier({"NOTIFY_SOCKET": address}).ready()

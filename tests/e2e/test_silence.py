"""A whole game with a camera sends nothing: in a network of its own, every packet that leaves is noted."""

import os
import shutil
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.getuid() != 0 or shutil.which("ip") is None, reason="needs root and iproute2, to make a network"
    ),
]

SPACE, INSIDE, OUTSIDE = "companion-silence", "silent0", "silent1"
EVERY_PROTOCOL = 3
"""ETH_P_ALL of Linux's if_ether.h."""
IPV4, ARP, IPV6 = 0x0800, 0x0806, 0x86DD
KERNELS_OWN = frozenset({0, 58})
"""IPv6 next headers with which the kernel itself looks for neighbours: hop-by-hop (MLD) and ICMPv6."""


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


class Listener:
    """Collects what comes out of the network space: addresses and ports of every foreign packet."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self._socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(EVERY_PROTOCOL))
        self._socket.bind((OUTSIDE, 0))
        self._socket.settimeout(0.2)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        while not self._done.is_set():
            try:
                frame, origin = self._socket.recvfrom(65536)
            except TimeoutError:
                continue
            if origin[2] != socket.PACKET_OUTGOING and (told := foreign(frame)):
                self.heard.append(told)

    def close(self) -> None:
        self._done.set()
        self._thread.join()
        self._socket.close()


def foreign(frame: bytes) -> str:
    """Say what a frame from inside wants; empty for what the kernel sends by itself."""
    kind = struct.unpack("!H", frame[12:14])[0]
    if kind == IPV4:
        return f"IPv4 protocol {frame[23]} to {socket.inet_ntop(socket.AF_INET, frame[30:34])}"
    if kind == ARP:
        return f"looks for {socket.inet_ntop(socket.AF_INET, frame[38:42])}"
    if kind == IPV6 and frame[20] not in KERNELS_OWN:
        return f"IPv6 header {frame[20]} to {socket.inet_ntop(socket.AF_INET6, frame[38:54])}"
    return ""


@contextmanager
def network() -> Iterator[Listener]:
    """Make a network space with addresses, a default route and a name server; listen at its other end."""
    remove()
    try:
        run("ip", "netns", "add", SPACE)
    except subprocess.CalledProcessError:
        pytest.skip("needs a kernel that may make network namespaces")
    resolver = Path("/etc/netns") / SPACE / "resolv.conf"
    resolver.parent.mkdir(parents=True, exist_ok=True)
    resolver.write_text("nameserver 10.203.77.1\n")
    try:
        run("ip", "link", "add", OUTSIDE, "type", "veth", "peer", "name", INSIDE, "netns", SPACE)
        run("ip", "link", "set", OUTSIDE, "up")
        run("ip", "-n", SPACE, "address", "add", "10.203.77.2/24", "dev", INSIDE)
        run("ip", "-n", SPACE, "address", "add", "fd77::2/64", "dev", INSIDE, "nodad")
        run("ip", "-n", SPACE, "link", "set", INSIDE, "up")
        run("ip", "-n", SPACE, "link", "set", "lo", "up")
        run("ip", "-n", SPACE, "route", "add", "default", "via", "10.203.77.1")
        listener = Listener()
        try:
            yield listener
        finally:
            listener.close()
    finally:
        remove()
        shutil.rmtree(resolver.parent, ignore_errors=True)


def remove() -> None:
    """Remove the network space; the kernel would remove the line out of it a little later."""
    for command in (("ip", "link", "delete", OUTSIDE), ("ip", "netns", "delete", SPACE)):
        subprocess.run(command, check=False, capture_output=True)


def inside(*command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the network space, with the packages' own settings: nothing is silenced for it."""
    clean = {name: value for name, value in os.environ.items() if "TELEMETRY" not in name}
    return subprocess.run(
        ("ip", "netns", "exec", SPACE, sys.executable, *command),
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
        env=clean,
    )


def test_a_whole_game_with_a_camera_sends_nothing(tmp_path: Path) -> None:
    with network() as listener:
        played = inside("-m", "companion", "play", "--offscreen", str(tmp_path / "pictures"))
    assert played.returncode == 0, played.stderr[-2000:]
    assert len(list((tmp_path / "pictures").glob("*.png"))) > 20
    assert listener.heard == []


@pytest.mark.parametrize(
    ("script", "wanted"),
    [
        ("import socket; socket.gethostbyname('example.org')", "looks for 10.203.77.1"),
        (
            "import socket; s = socket.socket(type=socket.SOCK_DGRAM); s.sendto(b'x', ('10.203.77.9', 9))",
            "looks for 10.203.77.9",
        ),
        (
            "import socket; s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM);"
            "s.sendto(b'x', ('ff02::fb%silent0', 9))",
            "IPv6 header 17 to ff02::fb",
        ),
    ],
    ids=["a name is looked up", "a datagram", "a multicast"],
)
def test_whatever_speaks_is_heard(script: str, wanted: str) -> None:
    """The proof that the test above can fail."""
    with network() as listener:
        inside("-c", script)
        inside("-c", "import time; time.sleep(1)")
    assert any(wanted in told for told in listener.heard), listener.heard

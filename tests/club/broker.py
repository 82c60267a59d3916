"""A real Mosquitto broker on a free port, which a test can stop and restart."""

import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from paho.mqtt.client import Client, MQTTMessage, MQTTv5
from paho.mqtt.enums import CallbackAPIVersion

PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
TIMEOUT_S = 20.0


def eventually(condition: Callable[[], object], what: str = "it", timeout: float = TIMEOUT_S) -> None:
    """Wait until a condition is true; fail after the timeout in seconds."""
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, f"{what} never came true"
        time.sleep(0.01)


class Mosquitto:
    """The broker from its Debian package.

    Args:
        folder: for its configuration and retained messages.
        lines: further configuration; without any, all clients may connect.
    """

    def __init__(self, folder: Path, lines: str = "allow_anonymous true") -> None:
        if PROGRAM is None:
            pytest.skip("needs Mosquitto: apt install mosquitto")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self._file = folder / "mosquitto.conf"
        # As root it would switch to another user, who cannot read the folder.
        self._file.write_text(
            f"listener {self.port} 127.0.0.1\nuser root\npersistence true\n"
            f"persistence_location {folder}/\nlog_type none\n{lines}\n"
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the broker, and wait until it accepts connections."""
        self._process = subprocess.Popen(
            [str(PROGRAM), "-c", str(self._file)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        eventually(self._answers, "Mosquitto")

    def stop(self) -> None:
        """Stop the broker and wait for its end; retained messages are on disk."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(TIMEOUT_S)
            self._process = None

    def kill(self) -> None:
        """Kill the broker at once, as in a power cut."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(TIMEOUT_S)
            self._process = None

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True


class Listener:
    """A client that subscribes to all topics.

    Attributes:
        heard: topic, payload and retained flag of each message, in order.
    """

    def __init__(self, port: int, user: str = "", password: str = "") -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        self.ready = False
        self.client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv5)
        self.client.reconnect_delay_set(1, 1)
        if user:
            self.client.username_pw_set(user, password)
        self.client.on_connect = lambda client, *_: client.subscribe([("#", 1)])
        self.client.on_subscribe = lambda *_: setattr(self, "ready", True)
        self.client.on_message = self._on_message
        self.client.connect_async("127.0.0.1", port)
        self.client.loop_start()
        eventually(lambda: self.ready, "the subscription")

    def close(self) -> None:
        """Disconnect."""
        self.client.disconnect()
        self.client.loop_stop()

    def payloads(self, end: str) -> list[bytes]:
        """Return all payloads received at topics that end in this word or contain it."""
        return [payload for topic, payload, _ in self.heard if topic.endswith(end) or f"/{end}/" in topic]

    def _on_message(self, _: Client, __: object, message: MQTTMessage) -> None:
        self.heard.append((message.topic, bytes(message.payload), message.retain))

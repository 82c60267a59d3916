"""`companion play` where it cannot play, and as systemd sees it: ready, alive by its own clock, stopping."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.every(2)
@pytest.mark.parametrize("driver", ["x11", "nonesuch"])
def test_without_a_display_it_says_so_and_ends(driver: str, tmp_path: Path) -> None:
    environment = os.environ | {"SDL_VIDEODRIVER": driver, "DISPLAY": ":77"}
    environment |= {"COMPANION_DATA": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "companion", "play"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "The screen cannot be opened" in done.stderr
    assert "Traceback" not in done.stderr and "window_sdl2" not in done.stderr


START = """
import sys
from companion.cli import main
from companion.ui import app
from companion.ui.shell import Shell

def ready(self):
    print(*sorted(sys.modules))
    original(self)
    self._open_cameras()
    self.stop()

original = app.CompanionApp._ready
app.CompanionApp._ready = ready
Shell.show_error = lambda self, failure: print(type(failure).__name__)
sys.exit(main(["play", "--size", "800x480", "--data", sys.argv[1]]))
"""
NOT_FOR_THE_LOBBY = {
    "cv2",
    "numpy",
    "aiohttp",
    "gpiozero",
    "onnxruntime",
    "companion.app.night.session",
    "companion.vision",
}


@pytest.mark.long
def test_the_lobby_is_there_before_the_camera_and_without_it(tmp_path: Path) -> None:
    """The libraries of a camera and of a game are loaded later; a camera that is not there is told of."""
    (tmp_path / "settings.toml").write_text('camera = "picamera"\n')
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", START, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    loaded, failure = done.stdout.strip().splitlines()
    assert NOT_FOR_THE_LOBBY & set(loaded.split()) == set()
    assert failure == "CameraUnavailable"


RESCUE = """
import os
import sys
from companion.cli import main
from companion.ui.rescue import RescueApp

def started(self):
    from kivy.clock import Clock
    from companion.ui.pointer import Pointer

    def act(_):
        pointer = Pointer(lambda seconds: None)
        print(*pointer.texts(), sep="|")
        pointer.tap(sys.argv[2])

    Clock.schedule_once(act, 0.5)

os.execv = lambda *_: print("starts again")
RescueApp.on_start = started
sys.exit(main(["play", "--size", "800x480", "--camera", "none", "--panel", "none", "--data", sys.argv[1]]))
"""


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize(
    ("data", "state", "key"),
    [("file", "state", "Close"), ("file", "state", "Try again"), ("file", "file", "Close")],
)
def test_a_folder_that_cannot_be_used_is_told_on_the_screen(
    data: str, state: str, key: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "XDG_STATE_HOME": str(tmp_path / state)}
    command = [sys.executable, "-c", RESCUE, str(tmp_path / data), key]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert "The companion cannot start" in done.stdout and "Games cannot be saved in" in done.stdout
    assert "Traceback" not in done.stderr
    assert done.returncode == 1
    assert ("starts again" in done.stdout) == (key == "Try again")


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

"""What Kivy is told before it is imported."""

import os
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest

from companion.errors import UnknownName
from companion.ui.kivy_setup import prepare_kivy

SIZE_OF_THE_WINDOW = """
import sys
from pathlib import Path
from companion.ui.kivy_setup import prepare_kivy
prepare_kivy((800, 480), Path(sys.argv[1]))
from kivy.core.window import Window
print(*Window.size)
"""


@pytest.fixture
def graphics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    for name in ("KIVY_HOME", "KIVY_NO_ARGS", "KIVY_NO_FILELOG", "KIVY_LOG_MODE", "KIVY_METRICS_DENSITY"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    monkeypatch.setenv("KIVY_WINDOW", "sdl2")

    def written(**variables: str) -> Any:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        prepare_kivy(None, tmp_path)
        settings = ConfigParser()
        settings.read(tmp_path / "config.ini")
        return settings["graphics"]

    return written


@pytest.mark.parametrize(("driver", "cursor"), [("kmsdrm", "0"), ("KMSDRM", "0"), ("x11", "1"), ("", "1")])
def test_the_bare_screen_has_no_pointer(graphics: Any, driver: str, cursor: str) -> None:
    assert graphics(SDL_VIDEODRIVER=driver)["show_cursor"] == cursor


@pytest.mark.parametrize("degrees", ["0", "90", "180", "270"])
def test_the_picture_can_be_turned(graphics: Any, degrees: str) -> None:
    assert graphics(COMPANION_ROTATION=degrees)["rotation"] == degrees


def test_it_is_not_turned_unless_asked(graphics: Any) -> None:
    assert graphics(COMPANION_ROTATION="")["rotation"] == "0"


def test_it_cannot_be_turned_halfway(graphics: Any) -> None:
    with pytest.raises(UnknownName, match="45"):
        graphics(COMPANION_ROTATION="45")


@pytest.mark.every(2, first=1)
@pytest.mark.parametrize(("degrees", "size"), [("0", "800 480"), ("90", "480 800")])
def test_a_turned_window_is_upright(tmp_path: Path, degrees: str, size: str) -> None:
    environment = os.environ | {"SDL_VIDEODRIVER": "offscreen", "COMPANION_ROTATION": degrees}
    done = subprocess.run(
        [sys.executable, "-c", SIZE_OF_THE_WINDOW, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.stdout.split("\n")[0] == size, done.stderr

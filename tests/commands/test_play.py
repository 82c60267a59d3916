"""`companion play` where it cannot play."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("driver", ["x11", "nonesuch"])
def test_without_a_display_it_says_so_and_ends(driver: str, tmp_path: Path) -> None:
    environment = os.environ | {"SDL_VIDEODRIVER": driver, "DISPLAY": ":77"}
    environment |= {"COMPANION_DATA": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "companion", "play"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "The screen cannot be opened" in done.stderr
    assert "Traceback" not in done.stderr and "window_sdl2" not in done.stderr

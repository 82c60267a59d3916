"""Kivy's own settings. Kivy reads them when it is first imported, so this module does not import it."""

import os
from pathlib import Path

KIVY_SETTINGS = """\
[kivy]
log_level = warning
exit_on_escape = 0
[graphics]
fullscreen = {fullscreen}
width = {width}
height = {height}
multisamples = 0
[input]
mouse = mouse,disable_multitouch
"""
"""Exactly one source of touches besides the window's own: two would press every button twice.
Every edge is soft as it is drawn: to sample it twice looks the same, and without a graphics chip it takes
four times as long."""


def prepare_kivy(size: tuple[int, int] | None, home: Path) -> None:
    """Tell Kivy what it reads when it is first imported: its settings, and to leave our words and logs alone.

    Args:
        size: of the window in pixels; the whole screen for nothing.
        home: where its settings are written.
    """
    home.mkdir(parents=True, exist_ok=True)
    width, height = size or (800, 480)
    fullscreen = "0" if size else "auto"
    settings = KIVY_SETTINGS.format(fullscreen=fullscreen, width=width, height=height)
    (home / "config.ini").write_text(settings)
    os.environ.update(
        KIVY_HOME=str(home),
        KIVY_WINDOW="sdl2",
        KIVY_NO_ARGS="1",
        KIVY_NO_FILELOG="1",
        KIVY_LOG_MODE="PYTHON",
        KIVY_METRICS_DENSITY="1",
    )

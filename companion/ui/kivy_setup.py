"""Kivy's own settings, and Python's for it. Kivy reads them when it is imported, so this imports no Kivy."""

import ctypes
import gc
import os
from pathlib import Path

from companion.errors import UnknownName

ROTATION = "COMPANION_ROTATION"
"""The environment variable that says by how many degrees the picture is turned, for an upright screen."""
ROTATIONS = ("0", "90", "180", "270")

GARBAGE_AFTER = 50_000
"""New objects after which Python looks for garbage; by itself it does after 700."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of mallopt(3) in glibc's malloc.h."""
LARGE_BYTES = 64 * 1024
"""Memory blocks from this size on are returned to the system at once: each question frees pictures."""

KIVY_SETTINGS = """\
[kivy]
log_level = warning
exit_on_escape = 0
[graphics]
fullscreen = {fullscreen}
width = {width}
height = {height}
multisamples = 0
rotation = {rotation}
show_cursor = {cursor}
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

    Raises:
        UnknownName: the picture cannot be turned by this many degrees.
    """
    # A question makes thousands of objects that stay; looking through them so often cost a fifth of each tap.
    gc.set_threshold(GARBAGE_AFTER, 20, 50)
    _limit_memory()
    home.mkdir(parents=True, exist_ok=True)
    width, height = size or (800, 480)
    fullscreen = "0" if size else "auto"
    settings = KIVY_SETTINGS.format(
        fullscreen=fullscreen, width=width, height=height, rotation=_rotation(), cursor=int(not is_kiosk())
    )
    (home / "config.ini").write_text(settings)
    os.environ.update(
        KIVY_HOME=str(home),
        KIVY_WINDOW="sdl2",
        KIVY_NO_ARGS="1",
        KIVY_NO_FILELOG="1",
        KIVY_LOG_MODE="PYTHON",
        KIVY_METRICS_DENSITY="1",
    )


def _limit_memory() -> None:
    """Have the C library keep little memory that is free; without glibc nothing is changed."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return
    for parameter, value in (
        (_ARENA_MAX, 2),
        (_MMAP_THRESHOLD, LARGE_BYTES),
        (_TRIM_THRESHOLD, 2 * LARGE_BYTES),
    ):
        mallopt(parameter, value)


def _rotation() -> str:
    rotation = os.environ.get(ROTATION) or "0"
    if rotation not in ROTATIONS:
        raise UnknownName(f"{ROTATION} can be {', '.join(ROTATIONS)}, not {rotation!r}.")
    return rotation


def is_kiosk() -> bool:
    """Tell whether the companion has the bare screen to itself: a finger needs no pointer."""
    return os.environ.get("SDL_VIDEODRIVER", "").lower() == "kmsdrm"

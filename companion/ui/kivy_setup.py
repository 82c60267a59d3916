"""Kivy's own settings, and Python's for it. Kivy reads them when it is imported, so this imports no Kivy."""

import ctypes
import gc
import logging
import os
import tempfile
from pathlib import Path

from companion.errors import UnknownName

_log = logging.getLogger(__name__)

ROTATION = "COMPANION_ROTATION"
"""The environment variable with the rotation of the picture in degrees, for a portrait screen."""
ROTATIONS = ("0", "90", "180", "270")

GARBAGE_AFTER = 50_000
"""New objects after which Python collects garbage; its default is 700."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of mallopt(3) in glibc's malloc.h."""
LARGE_BYTES = 64 * 1024
"""Memory blocks of at least this size are returned to the system at once: each question frees pictures."""

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
"""Only one source of touches besides the window's own: two would press every button twice. No multisampling:
edges are drawn smooth already, and without a graphics chip it takes four times as long.
"""


def prepare_kivy(size: tuple[int, int] | None, home: Path) -> None:
    """Set the environment that Kivy reads at its first import: its settings, our arguments and logs.

    Args:
        size: of the window in pixels; None for the whole screen.
        home: folder of its settings; a temporary one is used where it cannot be written.

    Raises:
        UnknownName: the picture cannot be turned by this many degrees.
    """
    # A question makes thousands of lasting objects; frequent collections cost a fifth of each tap.
    gc.set_threshold(GARBAGE_AFTER, 20, 50)
    _limit_memory()
    width, height = size or (800, 480)
    fullscreen = "0" if size else "auto"
    settings = KIVY_SETTINGS.format(
        fullscreen=fullscreen, width=width, height=height, rotation=_rotation(), cursor=int(not is_kiosk())
    )
    try:
        _write_config(home, settings)
    except OSError as error:
        _log.warning("%s cannot be written, a temporary folder is used: %s", home, error)
        home = Path(tempfile.mkdtemp(prefix="companion-kivy-"))
        _write_config(home, settings)
    os.environ.update(
        KIVY_HOME=str(home),
        KIVY_WINDOW="sdl2",
        KIVY_NO_ARGS="1",
        KIVY_NO_FILELOG="1",
        KIVY_LOG_MODE="PYTHON",
        KIVY_METRICS_DENSITY="1",
    )


def _write_config(home: Path, settings: str) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.ini").write_text(settings)


def _limit_memory() -> None:
    """Let the C library return free memory to the system; without glibc nothing is changed."""
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
        raise UnknownName(
            "{name} can be {known}, not {value!r}.", name=ROTATION, known=", ".join(ROTATIONS), value=rotation
        )
    return rotation


def is_kiosk() -> bool:
    """Return whether the companion runs without a desktop: then no mouse pointer is drawn."""
    return os.environ.get("SDL_VIDEODRIVER", "").lower() == "kmsdrm"

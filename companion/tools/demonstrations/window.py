"""Opens the app in an offscreen window; imports nothing of Kivy before that."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.data_folder import VARIABLE
from companion.ui.kivy_setup import prepare_kivy

if TYPE_CHECKING:
    from companion.tools.demonstrations.offscreen import Offscreen


def prepare_offscreen(size: tuple[int, int], data: Path) -> None:
    """Make Kivy draw offscreen; call this before anything of Kivy is imported.

    Args:
        size: of the window, in pixels.
        data: folder for Kivy's own settings.
    """
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    prepare_kivy(size, data / "kivy")


@contextmanager
def offscreen_app(size: tuple[int, int], seed: int = 1) -> Iterator["Offscreen"]:
    """Run the app with an empty data folder, which is deleted at the end.

    Args:
        size: of the window, in pixels.
        seed: of shuffles and of dice rolled by the companion.
    """
    with tempfile.TemporaryDirectory(prefix="companion-") as data:
        os.environ[VARIABLE] = data
        prepare_offscreen(size, Path(data))
        from companion.tools.demonstrations.offscreen import Offscreen

        screen = Offscreen(Path(data), size, None, seed)
        try:
            yield screen
        finally:
            screen.close()

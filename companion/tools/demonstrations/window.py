"""Makes Kivy draw offscreen; imports nothing of Kivy before that."""

import os
from pathlib import Path

from companion.ui.kivy_setup import prepare_kivy


def prepare_offscreen(size: tuple[int, int], data: Path) -> None:
    """Make Kivy draw offscreen, `size` in pixels; call this before anything of Kivy is imported."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    prepare_kivy(size, data / "kivy")
    from kivy.config import Config

    # Nobody watches: Kivy slept until a sixtieth of a second was over, four fifths of a game's time.
    Config.set("graphics", "maxfps", "0")

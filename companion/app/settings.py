"""What a table has set for its machine: brightness, sleep, sound, rotation, panel, camera."""

from dataclasses import asdict, dataclass, fields
from pathlib import Path

import tomli_w

from companion.errors import BrokenSettings
from companion.outside.files import atomic_write
from companion.outside.toml_file import TomlFile

FILE = "settings.toml"
"""In the data folder."""

ROTATIONS = (0, 90, 180, 270)
"""Degrees by which the picture can be turned, anticlockwise."""
PANELS = ("none", "pins")
"""No panel on the header pins, or the usual one."""
BRIGHTEST = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one machine.

    Attributes:
        brightness: of the screen, in per cent.
        sleep_minutes: without a touch until the screen goes dark; 0 for never.
        sound: the panels may sound.
        rotation: one of `ROTATIONS`; counts from the next start.
        panel: one of `PANELS`; counts from the next start.
        accept_sure: dice that the camera has read for sure count without a tap.
        camera: see `companion.vision.sources.SOURCES`, or "none"; counts from the next start.
    """

    brightness: int = BRIGHTEST
    sleep_minutes: int = 10
    sound: bool = True
    rotation: int = 0
    panel: str = "none"
    camera: str = "auto"
    accept_sure: bool = False


def read_settings(path: Path) -> Settings:
    """Read the settings; the usual ones where there is no file.

    Raises:
        BrokenSettings: the file is damaged; the message names line and key.
    """
    usual = Settings()
    if not path.exists():
        return usual
    top = TomlFile(path, "file of settings", BrokenSettings).top
    top.allow(*(field.name for field in fields(Settings)))
    rotation = top.whole("rotation", 0, usual.rotation)
    if rotation not in ROTATIONS:
        raise top.fault("rotation", f"is {rotation}; expected one of {', '.join(map(str, ROTATIONS))}")
    return Settings(
        min(top.whole("brightness", 0, usual.brightness), BRIGHTEST),
        top.whole("sleep_minutes", 0, usual.sleep_minutes),
        top.flag("sound", usual.sound),
        rotation,
        top.choice("panel", PANELS, usual.panel),
        top.text("camera", usual.camera),
        top.flag("accept_sure", usual.accept_sure),
    )


def write_settings(path: Path, settings: Settings) -> None:
    """Write the settings; a cut of the power leaves the old file or the new one.

    Raises:
        OSError: the disk does not take them.
    """
    atomic_write(path, f"# Set on the screen.\n{tomli_w.dumps(asdict(settings))}")

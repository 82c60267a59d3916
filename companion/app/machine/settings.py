"""The settings of a machine: brightness, sleep, sound, rotation, panel, camera, club."""

import logging
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs, to_builtins

from companion.errors import BrokenSettings
from companion.locale.messages import gettext

_log = logging.getLogger(__name__)

FILE = "settings.toml"
"""In the data folder."""

Rotation = Literal[0, 90, 180, 270]
"""Rotations of the screen, in degrees, anticlockwise."""
PanelKind = Literal["none", "pins"]
"""No panel on the header pins, or the usual one."""
MAX_BRIGHTNESS = 100
MAX_VOLUME = 100
Natural = Annotated[int, Meta(ge=0)]
SECRETS = ("password", "passphrase")
MQTT_PORT, MQTT_TLS_PORT = 1883, 8883


class _SettingsPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the settings; shown without its secrets."""

    def __repr__(self) -> str:
        said = (f"{key}={value!r}" for key, value in structs.asdict(self).items() if key not in SECRETS)
        return f"{type(self).__name__}({', '.join(said)})"


class ClubSettings(_SettingsPart, frozen=True):
    """The club that a table belongs to; see companion/club.

    Attributes:
        on: the table publishes its game; it connects only if this is on.
        host: name or address of the club's MQTT broker.
        port: its port; 0 for the usual one.
        table: the club's name for this table.
        user: user name at the broker; empty if it needs none.
        password: of that user.
        tls: the connection is encrypted.
        ca_file: the certificate that signed the broker's; empty for those that the system trusts.
        topic: the table's own part of its topics, from an invitation; empty for a number of its own.
    """

    on: bool = False
    host: str = ""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    table: str = ""
    user: str = ""
    password: str = ""
    tls: bool = False
    ca_file: str = ""
    topic: str = ""

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of the broker."""
        return self.host, self.port or (MQTT_TLS_PORT if self.tls else MQTT_PORT)

    @property
    def usable(self) -> bool:
        """Whether it is switched on and has a broker."""
        return self.on and bool(self.host)


class BackupSettings(_SettingsPart, frozen=True):
    """Backups of the table.

    Attributes:
        stick: the mark of the memory stick for automatic backups; empty for none.
        passphrase: of the backups; empty for none.
    """

    stick: str = ""
    passphrase: str = ""


class Settings(_SettingsPart, frozen=True):
    """The settings of one machine.

    Attributes:
        brightness: of the screen, in per cent.
        sleep_minutes: without a touch until the screen goes dark; 0 for never.
        sound: the panels may sound.
        rotation: one of `Rotation`; takes effect at the next start.
        screen_inches: diagonal of the screen; 0 to guess it from its pixels. A larger screen shows more.
        panel: one of `PanelKind`; takes effect at the next start.
        accept_sure: dice that the camera has read for sure count without a tap.
        hand_over: show whose turn it is over the whole screen when it changes.
        ambient: show it too when nobody has touched the screen for a while.
        face_player: rotate the screen towards the player on turn, for players on both sides.
        speech: speak what happens, if piper or espeak-ng is installed.
        voice: file of a piper voice; empty to speak with espeak-ng.
        volume: of sounds and speech, in per cent; 0 for none.
        language: its code, such as ``"de"``; empty for that of the system.
        less_motion: changes on the board are shown at once.
        centimetres: shown beside inches.
        record: keep the last seconds before an unsure or corrected roll as a film.
        who_is_winning: show everybody's chance to win while the game goes on.
        check_board: compare the board under the camera with the record at each hand-over.
        board_photos: keep photos of what players confirm on the board, for training.
        camera: see `companion.vision.sources.SOURCES`, or "none"; takes effect at the next start.
        club: the club that the table belongs to.
        backup: how the table is backed up.
    """

    brightness: Natural = MAX_BRIGHTNESS
    sleep_minutes: Natural = 10
    sound: bool = True
    rotation: Rotation = 0
    panel: PanelKind = "none"
    camera: Annotated[str, Meta(min_length=1)] = "auto"
    accept_sure: bool = False
    hand_over: bool = True
    ambient: bool = True
    face_player: bool = False
    less_motion: bool = False
    centimetres: bool = False
    screen_inches: Natural = 0
    speech: bool = False
    voice: str = ""
    record: bool = False
    who_is_winning: bool = False
    check_board: bool = False
    board_photos: bool = False
    volume: Natural = 60
    language: str = ""
    club: ClubSettings = ClubSettings()
    backup: BackupSettings = BackupSettings()


def read_settings(path: Path) -> Settings:
    """Read the settings; the defaults if there is no file.

    Raises:
        BrokenSettings: the file is damaged; the message names line and key.
    """
    if not path.exists():
        return Settings()
    # TOML support is imported only if needed: the start is faster without it.
    from companion.external_files.typed_toml import read

    if not path.stat().st_size:
        raise BrokenSettings("{path} is empty.", path=path)
    found = read(path, Settings, error=BrokenSettings)
    return structs.replace(
        found, brightness=min(found.brightness, MAX_BRIGHTNESS), volume=min(found.volume, MAX_VOLUME)
    )


def read_or_set_aside(path: Path, now: datetime) -> tuple[Settings, str]:
    """Read the settings; set a damaged file aside, so that the next change does not overwrite it.

    Returns:
        The settings, or the defaults; and a message for players, empty if nothing was wrong.
    """
    try:
        return read_settings(path), ""
    except BrokenSettings as damage:
        aside = path.with_name(f"{path.stem}-damaged-{now:%Y-%m-%d-%H%M%S}{path.suffix}")
        message = gettext(
            "The settings were damaged, so the usual ones are in force. Set them again. {damage}",
            damage=damage,
        )
        try:
            path.rename(aside)
        except OSError as error:
            _log.warning("the damaged settings stay where they are: %s", error)
            return Settings(), message
        return Settings(), gettext(
            "{message} The damaged file is kept as {name}.", message=message, name=aside.name
        )


def write_settings(path: Path, settings: Settings) -> None:
    """Write the settings atomically: a power cut leaves the old file or the new one.

    Raises:
        OSError: they cannot be written to disk.
    """
    import tomli_w

    from companion.external_files.files import atomic_write

    values = {name: value for name, value in to_builtins(settings).items() if value != ""}
    for group in ("club", "backup"):
        values[group] = {name: value for name, value in values[group].items() if value not in ("", False, 0)}
    atomic_write(path, f"# Set on the screen.\n{tomli_w.dumps(values)}", private=True)

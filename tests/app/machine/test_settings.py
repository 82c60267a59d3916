"""The settings of a machine, kept in a file that people can read."""

from datetime import datetime
from pathlib import Path

import pytest

from companion.app.machine.settings import (
    BackupSettings,
    ClubSettings,
    Settings,
    read_or_set_aside,
    read_settings,
    write_settings,
)
from companion.errors import BrokenSettings

CHANGED = Settings(
    brightness=40,
    sleep_minutes=0,
    sound=False,
    rotation=270,
    panel="pins",
    camera="usb:0",
    backup=BackupSettings("0123", "correct horse"),
    club=ClubSettings(True, "club.local", 1884, "Window", "table", "secret", True, "/etc/ca.pem", "window"),
)


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "settings.toml") == Settings()
    write_settings(tmp_path / "settings.toml", CHANGED)
    assert read_settings(tmp_path / "settings.toml") == CHANGED
    assert [file.name for file in tmp_path.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rotation = 45", "line 1: 45 is not a choice for 'rotation'"),
        ('panel = "gpio"', "'gpio' is not a choice for 'panel'"),
        ("sound = 1", "'sound' must be true or false"),
        ("colour = 3", "nothing here is called 'colour'"),
        ("brightness = -1", "'brightness' is at least 0"),
        ("= 3", "line 1"),
        ("[club]\nport = 70000", "line 2: 'port' is at most 65535"),
        ("[club]\nbroker = 'x'", "line 2: nothing here is called 'broker'"),
        ("club = 3", "'club' must be a table"),
    ],
)
def test_a_damaged_file_says_where(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(f"{text}\n")
    with pytest.raises(BrokenSettings, match=words):
        read_settings(tmp_path / "settings.toml")


@pytest.mark.parametrize("content", ["", "sound = 1\n[club]\npassword = 'secret'\n", "\0\0"])
def test_a_damaged_file_is_set_aside_and_told(content: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(content)
    settings, told = read_or_set_aside(path, datetime(2026, 11, 23, 20, 15))
    assert settings == Settings()
    (aside,) = tmp_path.glob("settings-damaged-*.toml")
    assert aside.read_text() == content
    assert "damaged" in told and aside.name in told
    write_settings(path, CHANGED)
    assert read_or_set_aside(path, datetime(2026, 11, 23, 20, 16)) == (CHANGED, "")
    assert aside.exists()


def test_what_is_missing_is_as_usual(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("sleep_minutes = 5\nbrightness = 250\n")
    assert read_settings(tmp_path / "settings.toml") == Settings(sleep_minutes=5)


@pytest.mark.parametrize(
    ("written", "shown"), [((100, 100), (100, 100)), ((101, 250), (100, 100)), ((99, 0), (99, 0))]
)
def test_brightness_and_volume_are_per_cent(
    tmp_path: Path, written: tuple[int, int], shown: tuple[int, int]
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("brightness = {}\nvolume = {}\n".format(*written))
    found = read_settings(path)
    assert (found.brightness, found.volume) == shown


@pytest.mark.parametrize(
    ("port", "tls", "address"),
    [(0, False, 1883), (0, True, 8883), (1884, False, 1884), (1884, True, 1884)],
)
def test_the_broker_has_the_usual_port_unless_another_is_set(port: int, tls: bool, address: int) -> None:
    assert ClubSettings(host="club.local", port=port, tls=tls).address == ("club.local", address)


@pytest.mark.parametrize("on", [False, True])
@pytest.mark.parametrize("host", ["", "club.local"])
def test_a_club_is_usable_if_it_is_on_and_has_a_broker(on: bool, host: str) -> None:
    assert ClubSettings(on=on, host=host).usable is (on and host != "")

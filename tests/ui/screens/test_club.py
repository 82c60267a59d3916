"""The club is set up on the screen: off by default, kept, and told at once."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.settings import ClubSettings, read_settings
from companion.app.night.session import Session


class Link:
    """Stands in for the club: remembers what it was told."""

    status = "Connected"

    def __init__(self) -> None:
        self.told: list[ClubSettings] = []

    def configure(self, settings: ClubSettings) -> None:
        self.told.append(settings)

    def follow(self, session: Session | None) -> None:
        """Nothing to follow."""

    def close(self) -> None:
        """Nothing to close."""


@pytest.fixture
def opened(app: Any, screen: Any) -> Any:
    app.context.club = Link()
    app.open_overlay("settings")
    screen.frames(3)
    app.open_overlay("club")
    screen.frames(3)
    return app


def fill_in(screen: Any, title: str, words: str) -> None:
    """Type into the line with this title."""
    field = screen.find(title)
    field.text = words
    screen.frames(3)


def test_it_is_off_and_wants_a_broker_first(opened: Any) -> None:
    opened.pointer.tap("On")
    assert not opened.context.settings.club.on
    assert opened.context.club.told == []


def test_what_is_filled_in_counts_at_once_and_is_kept(opened: Any, screen: Any, tmp_path: Path) -> None:
    for title, words in (
        ("Name or address of the broker", "club.local:1884"),
        ("What is this table called?", "Window"),
        ("User at the broker", "table"),
        ("Password of that user", "secret"),
    ):
        fill_in(screen, title, words)
    opened.pointer.tap("On")
    expected = ClubSettings(True, "club.local", 1884, "Window", "table", "secret")
    assert opened.context.club.told[-1] == expected
    assert read_settings(tmp_path / "settings.toml").club == expected

    opened.pointer.tap("Off")
    assert not opened.context.club.told[-1].on


@pytest.mark.every(2)
@pytest.mark.parametrize("words", ["club.local:port", "club.local:99999"])
def test_what_is_no_address_is_told_and_not_kept(opened: Any, screen: Any, words: str) -> None:
    fill_in(screen, "Name or address of the broker", words)
    assert opened.context.settings.club == ClubSettings()


def test_the_password_is_not_shown(opened: Any, screen: Any) -> None:
    assert screen.find("Password of that user").hidden
    assert "secret" not in repr(ClubSettings(password="secret"))
    del opened

"""The language is chosen by its own name; everything on the screen speaks it at once, and keeps it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.settings import read_settings
from companion.games import find_game
from companion.locale import catalogue
from companion.locale import languages as known
from companion.referee.seats import seats_of
from companion.ui.layout import TextLabel
from companion.ui.machine_settings import apply_settings

GERMAN = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "How many play?"
msgstr "Wie viele spielen mit?"

msgid "Settings"
msgstr "Einstellungen"
"""


@pytest.fixture(autouse=True)
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English and a little German."""
    folder = tmp_path / "locale"
    monkeypatch.setattr(known, "FOLDER", folder)
    po = known.po_file("de")
    po.parent.mkdir(parents=True)
    po.write_text(GERMAN, encoding="utf-8")
    yield
    catalogue.show_in("en")


def drawn(app: Any) -> set[str]:
    """The texts that labels draw."""
    return {widget._label.text for widget in app.walk() if isinstance(widget, TextLabel)}


def test_a_tap_in_the_lobby_and_one_on_its_name_change_the_language(
    app: Any, screen: Any, tmp_path: Path
) -> None:
    app.home.seats = seats_of(4)
    app.home.refresh()
    screen.frames(3)
    assert "How many play?" in drawn(app)
    app.pointer.tap("English")
    app.pointer.tap("Deutsch")
    screen.frames(3)
    assert app.overlay is None and len(app.home.seats) == 4
    assert "Wie viele spielen mit?" in drawn(app)
    assert app.pointer.find("Settings")  # found by English in every language
    assert read_settings(tmp_path / "settings.toml").language == "de"


def test_the_settings_have_it_too_and_return(app: Any, screen: Any) -> None:
    app.start_game(find_game("classic"), seats_of(3), {})
    app.open_overlay("settings")
    screen.frames(3)
    app.pointer.tap("English")
    app.pointer.tap("Deutsch")
    screen.frames(3)
    assert app.overlay.name == "settings" and "Einstellungen" in drawn(app)


def test_without_a_choice_the_system_chooses(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    apply_settings(app)
    assert catalogue.shown_language().language == "de"

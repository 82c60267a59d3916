"""Settings on the screen count at once and are kept; switching off needs a hold."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.machine.settings import read_settings
from companion.app.night.speech import Speech
from companion.errors import PowerRefused
from companion.locale.catalogue import show_in, shown
from companion.referee.inches import format_inches


@pytest.fixture
def opened(app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The settings, on a machine with a backlight and no speech, whose row has an "Off" of its own."""
    monkeypatch.setattr(Speech, "present", False)
    app.dimmed = []
    app.context.backlight = SimpleNamespace(
        present=True, dim=app.dimmed.append, switch=lambda **_: None, percent=50
    )
    app.open_overlay("settings")
    screen.frames(3)
    return app


def scroll_to(screen: Any, key: str) -> None:
    """Scroll the list until a key is in sight and the list lies still: before that a touch only stops it."""
    from kivy.uix.scrollview import ScrollView

    widget = screen.find(key)
    parent = widget.parent
    while not isinstance(parent, ScrollView):
        parent = parent.parent
    parent.scroll_to(widget, animate=False)
    screen.seconds(0.4)


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("key", "setting", "value"),
    [
        ("40 %", "brightness", 40),
        ("30 min", "sleep_minutes", 30),
        ("Never", "sleep_minutes", 0),
        ("Off", "sound", False),
        ("180", "rotation", 180),
        ("On the pins", "panel", "pins"),
    ],
)
def test_what_is_chosen_is_kept(
    opened: Any, screen: Any, tmp_path: Path, key: str, setting: str, value: Any
) -> None:
    scroll_to(screen, key)
    opened.pointer.tap(key)
    assert getattr(opened.context.settings, setting) == value
    assert getattr(read_settings(tmp_path / "settings.toml"), setting) == value


def test_centimetres_are_shown_at_once(opened: Any, screen: Any) -> None:
    try:
        scroll_to(screen, "And cm")
        opened.pointer.tap("And cm")
        assert shown(format_inches(2)) == "2 in (5.1 cm)"
        scroll_to(screen, "Inches")
        opened.pointer.tap("Inches")
        assert shown(format_inches(2)) == "2 in"
    finally:
        show_in("en")


def test_brightness_and_sound_count_at_once(opened: Any) -> None:
    opened.pointer.tap("20 %")
    opened.pointer.tap("Off")
    assert opened.dimmed[0] == 20
    assert not opened.signals.sound


def test_the_network_is_told_when_it_answers_without_building_the_rows_anew(
    app: Any, screen: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr("companion.ui.screens.settings.network_name", lambda: "home, table-2")
    app.open_overlay("settings")
    key = screen.find("30 min")
    screen.until(lambda: "Network: home, table-2" in app.pointer.texts())
    assert screen.find("30 min") is key


@pytest.mark.usefixtures("opened")
def test_a_tap_switches_nothing_off_and_a_hold_does(screen: Any, monkeypatch: Any) -> None:
    asked: list[str] = []
    monkeypatch.setattr("companion.hardware.system_settings.switch_off", lambda: asked.append("off"))
    button = screen.find("Switch off")
    screen.tap_on(button)
    assert asked == []
    screen.hold_on(button, 1.6)
    assert asked == ["off"]


@pytest.mark.usefixtures("opened")
def test_a_machine_that_refuses_says_why(screen: Any, monkeypatch: Any) -> None:
    def refuse() -> None:
        raise PowerRefused("The machine cannot be restarted from here: no.")

    monkeypatch.setattr("companion.hardware.system_settings.restart", refuse)
    screen.hold_on(screen.find("Restart"), 1.6)
    assert screen.find("The machine cannot be restarted from here: no.")


def test_a_camera_is_chosen_from_those_that_are_there(app: Any, screen: Any, monkeypatch: Any) -> None:
    node = Path("/dev/v4l/by-id/usb-046d_HD_Webcam-video-index0")
    monkeypatch.setattr("companion.ui.screens.settings.capture_nodes", lambda: [node])
    app.open_overlay("settings")
    screen.frames(3)
    scroll_to(screen, "USB 1")
    app.pointer.tap("USB 1")
    assert app.context.settings.camera == str(node)
    app.pointer.tap("Automatic")
    assert app.context.settings.camera == "auto"


def test_a_time_zone_is_chosen_by_region_and_place(opened: Any, monkeypatch: Any) -> None:
    asked: list[str] = []
    monkeypatch.setattr("companion.hardware.system_settings.set_time_zone", asked.append)
    opened.open_overlay("time zone", region="Europe")
    opened.pointer.tap("Amsterdam")
    assert asked == ["Europe/Amsterdam"]
    assert opened.overlay.name == "settings"
    opened.open_overlay("time zone")
    opened.pointer.tap("Africa")
    assert opened.overlay.params["region"] == "Africa"


@pytest.mark.long
def test_time_zones_are_named_in_the_language_of_the_screen(opened: Any, monkeypatch: Any) -> None:
    asked: list[str] = []
    monkeypatch.setattr("companion.hardware.system_settings.set_time_zone", asked.append)
    show_in("de")
    try:
        opened.open_overlay("time zone")
        opened.pointer.tap("Asien")
        opened.pointer.tap("Bangkok")
        opened.open_overlay("time zone", region="Africa")
        opened.pointer.tap("Algier")
    finally:
        show_in("en")
    assert asked == ["Asia/Bangkok", "Africa/Algiers"]


def test_time_zones_are_sorted_without_regard_to_accents_and_capitals(opened: Any, monkeypatch: Any) -> None:
    zones = ("Europe/Zagreb", "Europe/Évreux", "Europe/eger", "Europe/Fulda")
    monkeypatch.setattr("companion.hardware.system_settings.time_zones", lambda: zones)
    from companion.ui.widgets.controls.buttons import BigButton

    opened.open_overlay("time zone", region="Europe")
    keys = [widget.text for widget in opened.overlay.walk() if isinstance(widget, BigButton)]
    assert keys[-4:] == ["eger", "Évreux", "Fulda", "Zagreb"]


def test_the_machine_is_renamed(opened: Any, monkeypatch: Any) -> None:
    asked: list[str] = []
    monkeypatch.setattr("companion.hardware.system_settings.set_host_name", asked.append)
    opened.overlay._rename("table-2")
    opened.overlay._rename("")
    assert asked == ["table-2"]


@pytest.mark.long
def test_a_taught_board_says_its_day_and_is_forgotten_by_a_hold(app: Any, screen: Any) -> None:
    from companion.app.camera.table_camera import TableCamera
    from tests.app.camera.boards_seen import taught

    app.context.table = TableCamera("drawn", lambda: None, app.context.journal.path.parent / "profile.toml")
    app.open_overlay("settings")
    screen.frames(3)
    app.context.table.boards.keep("classic", taught())
    app.overlay.refresh()
    screen.frames(3)
    assert any(words.startswith("Taught on ") for words in app.pointer.texts())
    scroll_to(screen, "Forget it")
    app.pointer.tap("Forget it")
    assert app.context.table.boards.taught(), "only a hold forgets"
    screen.hold_on(screen.find("Forget it"), 1.6)
    screen.frames(3)
    assert app.context.table.boards.taught() == {}

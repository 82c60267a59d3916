"""Settings of the machine: screen, sound, panel, camera, time zone, name; updates, backup, switching off."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from kivy.app import App
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.errors import CompanionError
from companion.games.boards.board import load_board
from companion.games.boards.elements import place_name
from companion.hardware import system_settings
from companion.locale.catalogue import shown_language
from companion.locale.languages import own_name
from companion.locale.messages import dated, gettext, pgettext
from companion.ui import theme
from companion.ui.background import in_background
from companion.ui.kivy_setup import is_kiosk
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row, scrollable, spacer
from companion.ui.machine_settings import change_settings
from companion.ui.owner_lock import choose_pin
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.theme import px
from companion.ui.widgets.controls.buttons import BigButton, HoldButton
from companion.ui.widgets.controls.drawing import text_height
from companion.ui.widgets.controls.keyboard import Keyboard
from companion.vision.sources.video_nodes import capture_nodes

BRIGHTNESS = ((20, gettext("20 %")), (40, gettext("40 %")), (70, gettext("70 %")), (100, gettext("100 %")))
SLEEP = ((5, gettext("5 min")), (10, gettext("10 min")), (30, gettext("30 min")), (0, gettext("Never")))
SOUND = ((True, gettext("On")), (False, gettext("Off")))
ROTATION = ((0, "0"), (90, "90"), (180, "180"), (270, "270"))
INCHES = ((0, gettext("Guess")), (7, '7"'), (10, '10"'), (15, '15"'))
SURE_DICE = ((False, gettext("Ask")), (True, gettext("Count at once")))
RECORD = ((False, gettext("Ask only")), (True, gettext("Keep films")))
HAND_OVER = ((True, gettext("Show player")), (False, gettext("Nothing")))
AMBIENT = ((True, gettext("Show player")), (False, gettext("Nothing")))
FACE_PLAYER = ((False, gettext("Stays")), (True, gettext("To the player")))
SPEECH = ((False, gettext("Off")), (True, gettext("Read events aloud")))
LENGTHS = ((False, gettext("Inches")), (True, gettext("And cm")))
MOTION = ((False, gettext("Usual")), (True, gettext("Less")))
WINNING = ((False, gettext("Secret")), (True, gettext("Shown")))
CHECK_BOARD = ((False, pgettext("setting", "None")), (True, gettext("At each new turn")))
PANEL = (("none", pgettext("setting", "None")), ("pins", gettext("On the pins")))
AT_START = ("rotation", "panel", "camera")
"""Settings that take effect at the next start of the companion."""
TITLE, NARROW_TITLE = 120, 110
"""Width of a setting's title in landscape and in portrait, in theme pixels."""
FORGET = 170
"""Width of the button that forgets a board, in theme pixels."""
MAX_CAMERAS = 2
"""Maximum number of USB cameras offered by name; more do not fit into the row."""
MAX_NAME = 30
"""Maximum letters of the machine's name."""


class SettingsScreen(Screen):
    """One row of choices for each setting, and buttons to leave, update and back up."""

    name = "settings"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._network, self._network_label = "", TextLabel("")
        self._body = column(gap=0)
        self.add_widget(self._body)
        # A network manager may answer slowly.
        in_background(shell, network_name, self._show_network, shell.show_error)

    def _show_network(self, name: str) -> None:
        self._network = name
        self._network_label.text = self._network_words

    def refresh(self) -> None:
        """Rebuild all rows with the current settings."""
        self._body.clear_widgets()
        self._body.add_widget(overlay_layout(self.shell, gettext("Settings"), *self._content()))

    def _content(self) -> list[Widget]:
        """Return the settings, with the buttons beside them, or below them in portrait or a wide window."""
        settings, network, (covers, *ways) = self._settings(), self._network_line(), self._leaving()
        if theme.METRICS.wide:
            choices = scrollable(grid(*settings, across=2, size_hint_y=None))
            leaving = row(covers, *ways)
            for way in leaving.children:
                way.size_hint_y = 1
            return [
                choices,
                fixed_height(network, 30),
                fixed_height(leaving, theme.BUTTON_HEIGHT + theme.SPACE_16),
            ]
        if theme.METRICS.portrait:
            choices = scrollable(column(*settings, network, covers, *ways, pad=theme.SPACE_8))
            return [choices]
        choices = scrollable(column(*settings, pad=theme.SPACE_8))
        leaving = column(network, covers, *ways, spacer())
        return [row(choices, fixed_width(leaving, 250), gap=theme.SPACE_24)]

    def _settings(self) -> list[Widget]:
        spoken = self.shell.sounds.speech.present
        speech = [self._row(gettext("Speech"), "speech", SPEECH)] if spoken else []
        language = own_name(shown_language().language)
        rows = [
            self._open(gettext("Language"), language, self._ask_language),
            self._row(gettext("Dark after"), "sleep_minutes", SLEEP),
            self._row(gettext("Sound"), "sound", SOUND),
            *speech,
            self._row(gettext("Camera is sure"), "accept_sure", SURE_DICE),
            self._row(gettext("Camera in doubt"), "record", RECORD),
            self._row(gettext("New turn"), "hand_over", HAND_OVER),
            self._row(gettext("While you think"), "ambient", AMBIENT),
            self._row(gettext("Screen turns"), "face_player", FACE_PLAYER),
            self._row(gettext("Who is winning"), "who_is_winning", WINNING),
            self._row(gettext("Motion"), "less_motion", MOTION),
            self._row(gettext("Lengths"), "centimetres", LENGTHS),
            self._row(gettext("Picture turned"), "rotation", ROTATION),
            self._row(gettext("Screen size"), "screen_inches", INCHES),
            self._row(gettext("Panel"), "panel", PANEL),
            self._row(gettext("Camera"), "camera", self._cameras()),
            self._open(gettext("Time zone"), system_settings.time_zone().replace("_", " "), self._ask_zone),
            self._open(gettext("Name"), system_settings.host_name(), self._ask_name),
        ]
        if self.shell.context.table is not None:
            rows += [self._row(gettext("Board check"), "check_board", CHECK_BOARD), *self._taught_boards()]
            kept = (
                gettext("Kept") if self.shell.context.settings.board_photos else pgettext("setting", "None")
            )
            rows.append(self._open(gettext("Board photos"), kept, self._ask_photos))
        if (pin := self.shell.context.pin) is not None:
            rows.append(
                self._open(
                    gettext("Owner's PIN"),
                    gettext("Set") if pin.is_set else pgettext("setting", "None"),
                    self._choose_pin,
                )
            )
        if self.shell.context.backlight.present:
            rows.insert(0, self._row(gettext("Brightness"), "brightness", BRIGHTNESS))
        return rows

    def _cameras(self) -> Sequence[tuple[str, str]]:
        """Return the choices: automatic, none, and each camera that is plugged in on USB now."""
        usb = [
            (str(node), gettext("USB {number}", number=number))
            for number, node in enumerate(capture_nodes(), 1)
        ][:MAX_CAMERAS]
        now = self.shell.context.settings.camera
        known = ("auto", "none", *(source for source, _ in usb))
        own = [] if now in known else [(now, Path(now).name[:12])]
        return (("auto", gettext("Automatic")), ("none", pgettext("setting", "None")), *usb, *own)

    def _open(self, title: str, now: str, act: Callable[[], None]) -> Widget:
        label = _title(title)
        key = BigButton(text=now, kind="quiet", on_tap=lambda _: act())
        return fixed_height(row(label, key), theme.BUTTON_HEIGHT)

    def _taught_boards(self) -> list[Widget]:
        """Return when each board was taught to the camera, and how it is forgotten; or how to teach one."""
        camera = self.shell.context.table
        assert camera is not None, "boards are taught to a camera"
        rows: list[Widget] = []
        for board, day in camera.boards.taught().items():
            with suppress(CompanionError):  # its board file has gone: it can no longer be played either
                name = place_name(load_board(board).name)
                forget = HoldButton(text=gettext("Forget it"), on_tap=lambda _, id=board: self._forget(id))
                says = gettext("Taught on {day}", day=dated(day.isoformat()))
                rows.append(_told(name, says, fixed_width(forget, FORGET)))
        return [*rows, self._open(gettext("Taught boards"), gettext("Teach a board"), self._teach)]

    def _teach(self) -> None:
        self.shell.open_overlay("board teaching", back=self.name, before_game=True)

    def _forget(self, board: str) -> None:
        camera = self.shell.context.table
        assert camera is not None, "boards are taught to a camera"
        self.shell.attempt(lambda: camera.boards.forget(board))
        self.refresh()

    def _ask_language(self) -> None:
        self.shell.open_overlay("language", back=self.name)

    def _ask_zone(self) -> None:
        self.shell.open_overlay("time zone")

    def _ask_photos(self) -> None:
        self.shell.open_overlay("board photos")

    def _choose_pin(self) -> None:
        choose_pin(self.shell, self.refresh)

    def _ask_name(self) -> None:
        keyboard = Keyboard(title=gettext("What is this machine called?"), text="", longest=MAX_NAME)
        keyboard.bind(on_done=lambda _, text: self._rename(text.strip()))
        keyboard.open()

    def _rename(self, name: str) -> None:
        """Change the machine's name; an empty name changes nothing."""
        if not name:
            return
        try:
            system_settings.set_host_name(name)
        except CompanionError as error:
            self.shell.show_error(error)
        else:
            self.shell.show_toast(gettext("It takes effect at the next start"))

    def _row(self, title: str, setting: str, choices: Sequence[tuple[Any, str]]) -> Widget:
        now = getattr(self.shell.context.settings, setting)
        keys = [
            BigButton(
                text=text,
                kind="primary" if value == now else "quiet",
                on_tap=lambda _, value=value: self._choose(setting, value),
            )
            for value, text in choices
        ]
        label = _title(title)
        height = text_height(title, px(theme.BODY), label.width) / theme.METRICS.unit
        return fixed_height(row(label, *keys), max(theme.BUTTON_HEIGHT, height))

    def _choose(self, setting: str, value: Any) -> None:
        try:
            change_settings(self.shell, replace(self.shell.context.settings, **{setting: value}))
        except OSError as error:
            self.shell.show_toast(gettext("The settings cannot be saved: {error}", error=error.strerror))
        if setting in AT_START:
            self.shell.show_toast(gettext("It takes effect at the next start"))
        self.refresh()

    # --- leaving -------------------------------------------------------------------------------------------

    @property
    def _network_words(self) -> str:
        return gettext("Network: {network}", network=self._network)

    def _network_line(self) -> Widget:
        self._network_label = TextLabel(self._network_words, theme.BODY, theme.MUTED, lines=2)
        return cast(Widget, fixed_height(self._network_label, 40))

    def _leaving(self) -> list[Widget]:
        covers = (self._cover(gettext("New version"), "update"), self._cover(gettext("Backup"), "backup"))
        ways = [
            fixed_height(row(*covers), theme.BUTTON_HEIGHT),
            self._held(gettext("Switch off"), lambda: self._power(system_settings.switch_off)),
            self._held(gettext("Restart"), lambda: self._power(system_settings.restart)),
        ]
        if not is_kiosk():
            ways.append(self._held(gettext("To the desktop"), self._leave))
        if self.shell.context.club is not None:
            club = BigButton(
                text=gettext("Club"), kind="quiet", on_tap=lambda _: self.shell.open_overlay("club")
            )
            ways.insert(1, fixed_height(club, theme.BUTTON_HEIGHT))
        return ways

    def _cover(self, text: str, screen: str) -> BigButton:
        return BigButton(text=text, kind="quiet", on_tap=lambda _: self.shell.open_overlay(screen))

    def _held(self, text: str, action: Callable[[], None]) -> Widget:
        button = HoldButton(text=text, kind="quiet", on_tap=lambda _: action())
        return fixed_height(button, theme.BUTTON_HEIGHT + theme.SPACE_16)

    def _power(self, ask: Callable[[], None]) -> None:
        if self.session is not None:
            self.session.save_clocks()
        try:
            ask()
        except CompanionError as error:
            self.shell.show_error(error)

    def _leave(self) -> None:
        app = App.get_running_app()
        if app is not None:
            app.stop()


def _told(title: str, text: str, *keys: Widget) -> Widget:
    """Return a row that says something, with keys after it."""
    words = TextLabel(text, theme.BODY, theme.MUTED, fill=True)
    return fixed_height(row(_title(title), words, *keys), theme.BUTTON_HEIGHT + theme.SPACE_8)


def _title(text: str) -> Widget:
    wide = NARROW_TITLE if theme.METRICS.portrait else TITLE
    return cast(Widget, fixed_width(TextLabel(text, theme.BODY, fill=True), wide))


def network_name() -> str:
    """Return the machine's name and address in the network, or "none"; sends nothing."""
    address = system_settings.own_address()
    parts = (system_settings.wireless_network(), system_settings.host_name(), address)
    return ", ".join(filter(None, parts)) if address else "none"

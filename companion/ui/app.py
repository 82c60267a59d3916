"""The Kivy app: one window with the shell in it and a screen saver over it."""

import logging
from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.app.app_context import AppContext
from companion.app.releases import own_releases
from companion.app.service_notify import ServiceNotifier
from companion.errors import BrokenSave
from companion.ui import theme
from companion.ui.editors.battlefield_screen import BattlefieldEditorScreen
from companion.ui.editors.file_actions_screen import FileActionsScreen
from companion.ui.editors.library_screen import BattlefieldLibraryScreen, ScenarioLibraryScreen
from companion.ui.editors.scenario_screen import ScenarioEditorScreen
from companion.ui.editors.tile_photo_screen import TilePhotoScreen
from companion.ui.editors.tile_screen import TileEditorScreen
from companion.ui.kivy_setup import is_kiosk
from companion.ui.machine_settings import apply_settings
from companion.ui.screen_saver import ScreenSaver
from companion.ui.screens.backup import BackupScreen
from companion.ui.screens.battle import BattleScreen
from companion.ui.screens.calibration import CalibrationScreen
from companion.ui.screens.chronicle import ChronicleScreen
from companion.ui.screens.club import ClubScreen
from companion.ui.screens.correct import CorrectScreen
from companion.ui.screens.curves import CurvesScreen
from companion.ui.screens.faces import FacesScreen
from companion.ui.screens.history import HistoryScreen
from companion.ui.screens.house_rules import HouseRulesScreen
from companion.ui.screens.learn import LearnScreen
from companion.ui.screens.lobby import LobbyScreen
from companion.ui.screens.measuring import MeasuringScreen
from companion.ui.screens.pause import PauseScreen
from companion.ui.screens.phones import PhonesScreen
from companion.ui.screens.players import PlayersScreen
from companion.ui.screens.roll import RollScreen
from companion.ui.screens.saved_games import GamesScreen
from companion.ui.screens.seats import SeatsScreen
from companion.ui.screens.settings import SettingsScreen
from companion.ui.screens.standings import StandingsScreen
from companion.ui.screens.symbol_battle import SymbolBattleScreen
from companion.ui.screens.table import TableScreen
from companion.ui.screens.time_zone import TimeZoneScreen
from companion.ui.screens.update import UpdateScreen
from companion.ui.screens.victory import VictoryScreen
from companion.ui.screens.why import WhyScreen
from companion.ui.shell import Screen, Shell, fit

_log = logging.getLogger(__name__)

SCREENS: dict[str, Callable[..., Screen]] = {
    screen.name: screen
    for screen in (
        LobbyScreen,
        LearnScreen,
        SeatsScreen,
        HouseRulesScreen,
        GamesScreen,
        PlayersScreen,
        TableScreen,
        BattleScreen,
        RollScreen,
        MeasuringScreen,
        CalibrationScreen,
        FacesScreen,
        SymbolBattleScreen,
        WhyScreen,
        HistoryScreen,
        ChronicleScreen,
        CurvesScreen,
        CorrectScreen,
        StandingsScreen,
        PauseScreen,
        PhonesScreen,
        SettingsScreen,
        ClubScreen,
        TimeZoneScreen,
        BackupScreen,
        UpdateScreen,
        VictoryScreen,
        BattlefieldLibraryScreen,
        ScenarioLibraryScreen,
        FileActionsScreen,
        ScenarioEditorScreen,
        BattlefieldEditorScreen,
        TileEditorScreen,
        TilePhotoScreen,
    )
}
"""Every screen by name."""


class CompanionApp(App):
    """The touchscreen.

    Args:
        context: what it plays with.
        resume: go on with the last unfinished game at once.
    """

    def __init__(self, context: AppContext, *, resume: bool = True, **properties: Any) -> None:
        super().__init__(**properties)
        self.context = context
        self._resume = resume

    def build(self) -> Widget:
        """Set the shell, with the last unfinished game on it."""
        self.title = "The table companion"
        Window.clearcolor = theme.BACKGROUND
        theme.METRICS.fit(*Window.size)
        self.shell = Shell(self.context, SCREENS)
        Window.bind(size=lambda _, size: fit(self.shell, *size))
        self.shell.screen_saver = ScreenSaver(Window, backlight=self.context.backlight)
        apply_settings(self.shell)
        if (club := self.context.club) is not None:
            self.shell.bind(session=lambda _, session: club.follow(session))
        if self._resume:
            Clock.schedule_once(lambda _: self._go_on(), 0)
        self._notifier = ServiceNotifier()
        # The interface's own clock: when it stands still, systemd starts the companion again.
        Clock.schedule_interval(lambda _: self._notifier.alive(), self._notifier.beat_s)
        Clock.schedule_once(lambda _: self._ready(), 0)
        return self.shell

    def _ready(self) -> None:
        """The first screen is drawn: tell systemd, and keep this release."""
        self._notifier.ready()
        releases = own_releases()
        if releases is not None and is_kiosk():
            try:
                releases.confirm()
            except OSError as error:
                _log.warning("the release cannot be confirmed: %s", error)

    def _go_on(self) -> None:
        last = self.context.journal.last_unfinished()
        if last is None:
            return
        try:
            self.shell.attempt(lambda: self.shell.resume_game(last.id))
        except Exception as error:
            # Whatever one game does, the table must be able to play another.
            _log.warning("the last game could not be shown", exc_info=True)
            self.shell.leave_game()
            self.shell.show_error(BrokenSave(f"{last.title} cannot be shown ({error}). Choose another game."))

    def on_stop(self) -> None:
        """Leave everything tidy: the clocks on disk, the camera closed."""
        self._notifier.stopping()
        if self.shell.screen_saver is not None:
            self.shell.screen_saver.close()
        self.shell.close()
        if self.context.club is not None:
            self.context.club.close()
        if self.context.tray is not None:
            self.context.tray.close()
        self.context.journal.close()

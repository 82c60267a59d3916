"""The app: one window with the stage on it, that sleeps when nobody touches it."""

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.app.app_context import AppContext
from companion.ui import theme
from companion.ui.builder.belonging_screen import BelongingScreen
from companion.ui.builder.builder_screen import BuilderScreen
from companion.ui.builder.list_screen import BattlefieldsScreen, ScenariosScreen
from companion.ui.builder.photo_screen import PhotographScreen
from companion.ui.builder.scenario_screen import ScenarioScreen
from companion.ui.builder.tile_screen import TileScreen
from companion.ui.screens.battle import BattleScreen
from companion.ui.screens.calibration import CalibrationScreen
from companion.ui.screens.correct import CorrectScreen
from companion.ui.screens.faces import FacesScreen
from companion.ui.screens.games import GamesScreen
from companion.ui.screens.history import HistoryScreen
from companion.ui.screens.house_rules import HouseRulesScreen
from companion.ui.screens.lobby import LobbyScreen
from companion.ui.screens.measuring import MeasuringScreen
from companion.ui.screens.melee import MeleeScreen
from companion.ui.screens.pause import PauseScreen
from companion.ui.screens.roll import RollScreen
from companion.ui.screens.screen import Screen
from companion.ui.screens.seats import SeatsScreen
from companion.ui.screens.standings import StandingsScreen
from companion.ui.screens.table import TableScreen
from companion.ui.screens.victory import VictoryScreen
from companion.ui.screens.why import WhyScreen
from companion.ui.sleep import Sleep
from companion.ui.stage import Stage, fit

SCREENS: dict[str, Callable[..., Screen]] = {
    screen.name: screen
    for screen in (
        LobbyScreen,
        SeatsScreen,
        HouseRulesScreen,
        GamesScreen,
        TableScreen,
        BattleScreen,
        RollScreen,
        MeasuringScreen,
        CalibrationScreen,
        FacesScreen,
        MeleeScreen,
        WhyScreen,
        HistoryScreen,
        CorrectScreen,
        StandingsScreen,
        PauseScreen,
        VictoryScreen,
        BattlefieldsScreen,
        ScenariosScreen,
        BelongingScreen,
        ScenarioScreen,
        BuilderScreen,
        TileScreen,
        PhotographScreen,
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
        """Set the stage, with the last unfinished game on it."""
        self.title = "The table companion"
        Window.clearcolor = theme.TABLE
        theme.MEASURES.fit(*Window.size)
        self.stage = Stage(self.context, SCREENS)
        Window.bind(size=lambda _, size: fit(self.stage, *size))
        self.sleep = Sleep(Window)
        if self._resume:
            Clock.schedule_once(lambda _: self._go_on(), 0)
        return self.stage

    def _go_on(self) -> None:
        last = self.context.journal.last_unfinished()
        if last is not None:
            self.stage.do(lambda: self.stage.resume(last.id))

    def on_stop(self) -> None:
        """Leave everything tidy: the clocks on disk, the camera closed."""
        self.stage.close()
        if self.context.tray is not None:
            self.context.tray.close()
        self.context.journal.close()

"""The Kivy app: one window with the shell in it and a screen saver over it."""

import ctypes
import gc
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.app.app_context import AppContext
from companion.app.machine.releases import own_releases
from companion.app.machine.service_notify import ServiceNotifier
from companion.app.machine.settings import FILE
from companion.app.machine.start_attempts import StartAttempts
from companion.errors import BrokenSave, CompanionError
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.automatic_backups import AutomaticBackups
from companion.ui.frame_rate import FrameRate
from companion.ui.kivy_setup import is_kiosk
from companion.ui.machine_settings import apply_display_settings, apply_settings
from companion.ui.screen import Screen, Screens
from companion.ui.screen_saver import ScreenSaver
from companion.ui.shell import Shell, fit


def return_free_memory() -> None:
    """Return free pages of the C heap to the system (glibc's malloc_trim): 8 to 58 MB after a game."""
    with suppress(OSError, AttributeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


if TYPE_CHECKING:
    from companion.app.camera.cameras import Cameras

_log = logging.getLogger(__name__)

_MODULES = {
    "lobby": ("screens.lobby", "LobbyScreen"),
    "learn": ("screens.learn", "LearnScreen"),
    "seats": ("screens.seats", "SeatsScreen"),
    "house rules": ("screens.house_rules", "HouseRulesScreen"),
    "games": ("screens.saved_games", "GamesScreen"),
    "players": ("screens.players", "PlayersScreen"),
    "table": ("screens.table", "TableScreen"),
    "battle": ("screens.battle", "BattleScreen"),
    "repairs": ("screens.repairs", "RepairsScreen"),
    "roll": ("screens.roll", "RollScreen"),
    "rolls": ("screens.rolls", "RollsScreen"),
    "measuring": ("screens.measuring", "MeasuringScreen"),
    "calibration": ("screens.calibration", "CalibrationScreen"),
    "faces": ("screens.faces", "FacesScreen"),
    "symbol-battle": ("screens.symbol_battle", "SymbolBattleScreen"),
    "why": ("screens.why", "WhyScreen"),
    "history": ("screens.history", "HistoryScreen"),
    "chronicle": ("screens.chronicle", "ChronicleScreen"),
    "curves": ("screens.curves", "CurvesScreen"),
    "share": ("screens.share", "ShareScreen"),
    "correct": ("screens.correct", "CorrectScreen"),
    "standings": ("screens.standings", "StandingsScreen"),
    "board setup": ("screens.board_setup", "BoardSetupScreen"),
    "board teaching": ("screens.board_teaching", "BoardTeachingScreen"),
    "board photos": ("screens.board_photos", "BoardPhotosScreen"),
    "agreement": ("screens.agreement", "AgreementScreen"),
    "pause": ("screens.pause", "PauseScreen"),
    "phones": ("screens.phones", "PhonesScreen"),
    "settings": ("screens.settings", "SettingsScreen"),
    "language": ("screens.language", "LanguageScreen"),
    "club": ("screens.club", "ClubScreen"),
    "owner": ("screens.owner", "OwnerScreen"),
    "invitation": ("screens.invitation", "InvitationScreen"),
    "time zone": ("screens.time_zone", "TimeZoneScreen"),
    "backup": ("screens.backup", "BackupScreen"),
    "update": ("screens.update", "UpdateScreen"),
    "victory": ("screens.victory", "VictoryScreen"),
}
"""For every screen by name: its module below companion.ui, and its class."""


PRELOADED = tuple(
    f"companion.ui.screens.{name}"
    for name in ("table", "battle", "seats", "house_rules", "pause", "settings")
)
"""Modules that are loaded once the lobby is drawn, so that the first tap is fast."""

PRELOAD_EVERY = 0.25
"""Seconds between two modules that are loaded, so that touches are handled between them."""


RESUMED_AFTER = 1.0
"""Seconds until a resumed game counts as shown."""

COLLECT_GARBAGE_EVERY = 2.0
"""Seconds between two garbage collections: widgets of old questions hold pictures until then."""


def loading(package: str, module: str, kind: str) -> Callable[..., Screen]:
    """Return a factory that imports a screen's module when it is first shown, for a faster start."""

    def make(shell: Shell, **params: Any) -> Screen:
        screen: Screen = getattr(import_module(f"{package}.{module}"), kind)(shell, **params)
        return screen

    return make


SCREENS: Screens = {name: loading("companion.ui", *place) for name, place in _MODULES.items()}
"""Every screen by name, except the editors of games."""


class CompanionApp(App):
    """The touchscreen.

    Args:
        context: journal, games, cameras and panels.
        editors: the screens of the games' editors, by name.
        resume: resume the last unfinished game at once.
    """

    def __init__(
        self, context: AppContext, editors: Screens, *, resume: bool = True, **properties: Any
    ) -> None:
        super().__init__(**properties)
        self.context = context
        self._screens = {**SCREENS, **editors}
        self._resume = resume
        self._camera_thread: Thread | None = None
        self._unloaded = list(PRELOADED)
        self._collected_after: tuple[int, int] | None = None
        self._repeated: list[ClockEvent] = []
        self._stopped = False

    def build(self) -> Widget:
        """Make the shell, with the last unfinished game if it should be resumed."""
        self.title = "The table companion"
        Window.clearcolor = theme.BACKGROUND
        theme.METRICS.fit(*Window.size)
        self.shell = Shell(self.context, self._screens)
        Window.bind(size=lambda _, size: fit(self.shell, *size))
        self.shell.screen_saver = ScreenSaver(Window, backlight=self.context.backlight)
        self._frame_rate = FrameRate(Window)
        apply_display_settings(self.shell)
        if (club := self.context.club) is not None:
            self.shell.bind(session=lambda shell, session: club.follow(None if shell.practice else session))
        AutomaticBackups(self.shell)
        if self._resume:
            Clock.schedule_once(lambda _: self._go_on(), 0)
        Clock.schedule_once(lambda _: self._ask_first(), 0)
        Clock.schedule_once(lambda _: self._report_repairs(), 0)
        self._notifier = ServiceNotifier()
        # A heartbeat on the interface's clock: if it stops, systemd restarts the companion.
        self._repeat(self._notifier.alive, self._notifier.heartbeat_s)
        Clock.schedule_once(lambda _: self._ready(), 0)
        return self.shell

    def _ready(self) -> None:
        """Notify systemd that the first screen is drawn, and load the rest."""
        self._notifier.ready()
        Clock.schedule_once(lambda _: apply_settings(self.shell), 0)
        Clock.schedule_once(lambda _: self._open_cameras(), 0)
        self._repeat(self._preload, PRELOAD_EVERY)
        if own_releases() is not None and is_kiosk():
            Window.bind(on_touch_down=self._confirm_release)

    def _confirm_release(self, *_: object) -> None:
        """Confirm this release at the first touch: its screen is there, and takes touches."""
        Window.unbind(on_touch_down=self._confirm_release)
        releases = own_releases()
        try:
            if releases is not None:
                releases.confirm(self.context.journal.path.parent)
        except OSError as error:
            _log.warning("the release cannot be confirmed: %s", error)

    def _collect_garbage(self) -> None:
        """Collect the widgets of old questions once a new one is open, while no finger is on the screen."""
        session = self.shell.session
        seen = (session.number, session.seq) if session is not None else None
        if seen != self._collected_after and not EventLoop.touches:
            self._collected_after = seen
            gc.collect()
            if session is None:
                return_free_memory()

    def _open_cameras(self) -> None:
        """Look for the camera on a separate thread: it takes seconds, and nobody needs it in the lobby."""
        find = self.context.open_cameras
        if find is None:
            return

        def open_camera() -> None:
            try:
                cameras = find()
            except CompanionError as failure:
                self.shell.tasks.put(partial(self.shell.show_error, failure))
            else:
                self.shell.tasks.put(partial(self._use_cameras, cameras))

        self._camera_thread = Thread(target=open_camera, name="opens the camera")
        self._camera_thread.start()

    def _use_cameras(self, cameras: "Cameras") -> None:
        """Use the cameras from now on, as soon as no screen with a keyboard may be open."""
        if self.shell.overlaid:
            Clock.schedule_once(lambda _: self._use_cameras(cameras), PRELOAD_EVERY)
            return
        self.context.tray, self.context.table = cameras
        apply_settings(self.shell)
        if self.shell.session is None and self.shell.home is not None:
            self.shell.home.refresh()
        else:
            self.shell.rebuild()

    def _preload(self) -> bool:
        """Load the next screen's module before a game starts, and at last the rules of the first game."""
        if self._unloaded:
            import_module(self._unloaded.pop(0))
            return True
        self.context.find_game(self.context.games[0].id)
        # Loaded modules stay in memory: later collections can skip them.
        gc.collect()
        gc.freeze()
        self._repeat(self._collect_garbage, COLLECT_GARBAGE_EVERY)
        return False

    def _repeat(self, do: Callable[[], object], seconds: float) -> None:
        """Do something again and again until it returns False or the app stops."""
        self._repeated.append(Clock.schedule_interval(lambda _: do(), seconds))

    def _go_on(self) -> None:
        """Resume the last game, unless it has prevented two starts in a row."""
        last = self.context.journal.last_unfinished()
        if last is None:
            return
        attempts = StartAttempts(self.context.journal.path.parent)
        if not attempts.begin(last.id):
            self.context.repairs.add(
                gettext(
                    "{title} has stopped the companion twice, so it is not opened by itself. "
                    "It is in Saved games.",
                    title=last.heading,
                )
            )
            return
        Clock.schedule_once(lambda _: attempts.succeeded(), RESUMED_AFTER)
        try:
            self.shell.attempt(lambda: self.shell.resume_game(last.id))
        except Exception as error:
            # An error in one game must not stop the table from playing another.
            _log.warning("the last game could not be shown", exc_info=True)
            self.shell.leave_game()
            told = gettext(
                "{title} cannot be shown ({error}). Choose another game.", title=last.heading, error=error
            )
            self.shell.show_error(BrokenSave(told))

    def _ask_first(self) -> None:
        """At the first start of an appliance, ask whether a PIN guards it."""
        context = self.context
        first = not context.journal.path.with_name(FILE).exists() and not context.journal.games()
        if is_kiosk() and first and context.pin is not None and not context.pin.is_set:
            self.shell.open_overlay("owner")

    def _report_repairs(self) -> None:
        """Show what was damaged, over the game that goes on as well."""
        if self.context.repairs.messages:
            self.shell.open_overlay("repairs")

    def on_stop(self) -> None:
        """Save the clocks and close the camera, once: after `stop` Kivy calls this twice."""
        if self._stopped:
            return
        self._stopped = True
        for event in self._repeated:
            event.cancel()
        if self._camera_thread is not None:
            self._camera_thread.join()
            self.shell.tasks.drain()
        self._notifier.stopping()
        self._frame_rate.close()
        if self.shell.screen_saver is not None:
            self.shell.screen_saver.close()
        self.shell.close()
        if self.context.club is not None:
            self.context.club.close()
        if self.context.tray is not None:
            self.context.tray.close()
        self.context.journal.close()

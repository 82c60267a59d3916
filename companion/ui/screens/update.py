"""Updates: install a version from the network or a memory stick, or go back to the previous one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App

from companion.app.machine.releases import Releases, own_releases
from companion.app.machine.update_service import bring_release, step_back
from companion.errors import StickUnavailable
from companion.hardware import memory_sticks
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.background import in_background
from companion.ui.kivy_setup import is_kiosk
from companion.ui.layout import TextLabel, column, fixed_height, spacer
from companion.ui.owner_lock import as_owner
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton

IN_A_CLONE = gettext("This companion runs from a clone: git pull, then deploy/play.")
IN_A_GAME = gettext("Leave the game first. It waits in the lobby.")
NEWEST = gettext("This is the newest version.")
ARCHIVES = "*companion*.tar.gz"
"""Pattern of release archives on a memory stick."""


class UpdateScreen(Screen):
    """The version in use, and a button for each other version."""

    name = "update"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self.releases: Releases | None = own_releases()
        self._working = False
        self._words = TextLabel("", theme.SUBTITLE, align="center")
        self._keys = column(size_hint_y=None)
        self._keys.bind(minimum_height=self._keys.setter("height"))
        self.add_widget(
            overlay_layout(shell, gettext("New version"), column(spacer(), self._words, spacer(), self._keys))
        )

    def refresh(self) -> None:
        """Show the version in use and the possible updates."""
        if self._working:
            return
        self._keys.clear_widgets()
        if self.releases is None:
            self._words.text = IN_A_CLONE
        elif self.session is not None:
            self._words.text = IN_A_GAME
        else:
            self._words.text = gettext("Version {name}", name=self.releases.current)
            self._offer(self.releases)

    def _offer(self, releases: Releases) -> None:
        self._key(gettext("Get the newest version"), lambda: self._get(releases, from_stick=False), "primary")
        self._key(gettext("Take it from a memory stick"), lambda: self._get(releases, from_stick=True))
        if releases.previous is not None:
            self._key(gettext("Back to {name}", name=releases.previous), lambda: self._ask_back(releases))

    def _key(self, text: str, act: Callable[[], None], kind: str = "quiet") -> None:
        key = BigButton(text=text, kind=kind, on_tap=lambda _: act())
        self._keys.add_widget(fixed_height(key, theme.BUTTON_HEIGHT))

    def _get(self, releases: Releases, *, from_stick: bool) -> None:
        as_owner(self.shell, lambda: self._begin(releases, from_stick=from_stick))

    def _begin(self, releases: Releases, *, from_stick: bool) -> None:
        if self._working:
            return
        self._working = True
        self._keys.clear_widgets()
        data = self.shell.context.journal.path.parent

        def report(text: str) -> None:
            self.shell.tasks.put(partial(setattr, self._words, "text", text))

        def work() -> str | None:
            if not from_stick:
                return bring_release(releases, data, None, report)
            with _archive_on_a_stick() as archive:
                return bring_release(releases, data, archive, report)

        in_background(self.shell, work, self._done, self._fail)

    def _done(self, name: str | None) -> None:
        self._working = False
        if self.shell.overlay is not self:
            self.shell.show_toast(
                gettext("Version {name} takes effect at the next start.", name=name) if name else NEWEST
            )
        elif name is None:
            self.refresh()
            self._words.text = NEWEST
        else:
            self._offer_start(name)

    def _offer_start(self, name: str) -> None:
        self._words.text = gettext("Version {name} takes effect at the next start.", name=name)
        if is_kiosk():
            # The service starts the companion again at once.
            self._key(gettext("Start it now"), _stop, "primary")

    def _ask_back(self, releases: Releases) -> None:
        as_owner(self.shell, lambda: self._go_back(releases))

    def _go_back(self, releases: Releases) -> None:
        if self._working:
            return
        self._working = True
        self._keys.clear_widgets()
        data = self.shell.context.journal.path.parent
        in_background(self.shell, partial(step_back, releases, data), self._done, self._fail)

    def _fail(self, error: Exception) -> None:
        self._working = False
        if self.shell.overlay is not self:
            self.shell.show_error(error)
            return
        self.refresh()
        self._words.text = str(error)


@contextmanager
def _archive_on_a_stick() -> Iterator[Path]:
    """Mount a stick and yield its newest archive; unmount the stick afterwards.

    Raises:
        StickUnavailable: there is no stick, or no archive on it.
    """
    with memory_sticks.mounted_stick() as folder:
        archives = sorted(folder.glob(ARCHIVES), key=lambda path: path.stat().st_mtime)
        if not archives:
            raise StickUnavailable(gettext("No new version (companion-....tar.gz) is on this stick."))
        yield archives[-1]


def _stop() -> None:
    app = App.get_running_app()
    if app is not None:
        app.stop()

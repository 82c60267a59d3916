"""Joining a club: its invitation, held up to the camera or read from a memory stick."""

from collections.abc import Callable
from typing import Any

import cv2
from kivy.clock import Clock
from msgspec.structs import replace

from companion.club.invitation import PREFIX, Invitation, find_invitation, join, read_invitation
from companion.hardware import memory_sticks
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.background import in_background
from companion.ui.layout import TextLabel, column, fixed_height
from companion.ui.machine_settings import change_settings
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.measuring.measuring_view import MeasuringView
from companion.vision.frames import Picture

FRAMES = 1 / 10
"""Seconds between two pictures."""
LOOK_EVERY = 0.4
"""Seconds between two looks for a code."""
HOLD = gettext("Hold the invitation under the camera.")
NO_CAMERA = gettext("No camera is attached. Take the invitation from a stick.")


class InvitationScreen(Screen):
    """The live picture, in which a QR code is looked for, and a button for a stick."""

    name = "invitation"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._camera = shell.context.table or shell.context.tray
        self._busy = False
        self._words = TextLabel(HOLD if self._camera else NO_CAMERA, theme.BODY, lines=3, align="center")
        self._view = MeasuringView(text="")
        stick = BigButton(
            text=gettext("From a memory stick"), kind="quiet", on_tap=lambda _: self._from_stick()
        )
        content = column(self._view, fixed_height(self._words, 60), fixed_height(stick, theme.BUTTON_HEIGHT))
        self.add_widget(overlay_layout(shell, gettext("Invitation"), content))
        self._clocks = [
            Clock.schedule_interval(lambda _: self._show(), FRAMES),
            Clock.schedule_interval(lambda _: self._look(), LOOK_EVERY),
        ]

    def on_leave(self) -> None:
        """Stop looking."""
        for clock in self._clocks:
            clock.cancel()

    def _show(self) -> None:
        if self._camera is not None:
            self._view.show(self._camera.picture)

    def _look(self) -> None:
        """Look for a code in the newest picture, on a thread of its own."""
        picture = self._camera.picture if self._camera is not None else None
        if picture is not None:
            self._find(lambda: _seen(picture))

    def _from_stick(self) -> None:
        def read() -> Invitation:
            with memory_sticks.mounted_stick() as folder:
                return find_invitation(folder)

        self._find(read)

    def _find(self, read: Callable[[], Invitation | None]) -> None:
        """Read an invitation and accept it, on a thread of its own."""
        if self._busy:
            return
        self._busy = True
        context = self.shell.context
        settings, folder = context.settings.club, context.journal.path.parent

        def work() -> Any:
            invitation = read()
            return join(invitation, settings, folder) if invitation is not None else None

        in_background(self.shell, work, self._joined, self._fail)

    def _joined(self, club: Any) -> None:
        self._busy = False
        if club is None or self.shell.overlay is not self:
            return
        shell = self.shell
        try:
            change_settings(shell, replace(shell.context.settings, club=club))
        except OSError as error:
            self._words.text = gettext("The settings cannot be saved: {error}", error=error.strerror)
            return
        shell.close_overlay()
        shell.show_toast(gettext("{table} belongs to the club now.", table=club.table))

    def _fail(self, error: Exception) -> None:
        self._busy = False
        self._words.text = str(error)


def _seen(picture: Picture) -> Invitation | None:
    """Return the invitation whose code is in a picture; None without one."""
    text = cv2.QRCodeDetector().detectAndDecode(picture)[0]
    return read_invitation(text) if text.startswith(PREFIX) else None

"""The screen that is shown where the games cannot be opened: what happened, and what to do."""

import os
import signal
import sys

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.app.machine.service_notify import ServiceNotifier
from companion.errors import SystemRefused
from companion.hardware import system_settings
from companion.locale.messages import gettext, joined
from companion.ui import theme
from companion.ui.kivy_setup import is_kiosk
from companion.ui.layout import TextLabel, column, fixed_height, row, scrollable
from companion.ui.widgets.controls.buttons import BigButton, HoldButton

LOST = gettext("Nothing was deleted. Games that are saved stay saved.")


class RescueApp(App):
    """Says why the companion cannot start, to people without a keyboard.

    Args:
        message: what happened, to what, and what to do.

    Attributes:
        again: whether the players want it to start again.
    """

    def __init__(self, message: str, **properties: object) -> None:
        super().__init__(**properties)
        self.message, self.again = message, False
        self._notifier = ServiceNotifier()

    def build(self) -> Widget:
        """Return the message, and the buttons below it."""
        self.title = gettext("The table companion")
        Window.clearcolor = theme.BACKGROUND
        theme.METRICS.fit(*Window.size)
        # To systemd it runs: a restart would change nothing.
        Clock.schedule_interval(lambda _: self._notifier.alive(), self._notifier.heartbeat_s)
        Clock.schedule_once(lambda _: self._notifier.ready(), 0)
        self._words = TextLabel(joined([self.message, LOST], "\n\n"), theme.SUBTITLE)
        again = BigButton(text=gettext("Try again"), icon="play", on_tap=lambda _: self._try_again())
        if is_kiosk():
            leave = HoldButton(
                text=gettext("Switch off"),
                detail=gettext("keep pressing"),
                on_tap=lambda _: self._switch_off(),
            )
        else:
            leave = BigButton(text=gettext("Close"), kind="quiet", on_tap=lambda _: self.stop())
        return column(
            TextLabel(gettext("The companion cannot start"), theme.TITLE, bold=True),
            scrollable(column(self._words, size_hint_y=None)),
            fixed_height(row(leave, again), theme.BUTTON_HEIGHT + 16),
            pad=theme.SPACE_12,
        )

    def on_stop(self) -> None:
        """Report the end to systemd."""
        self._notifier.stopping()

    def _try_again(self) -> None:
        self.again = True
        self.stop()

    def _switch_off(self) -> None:
        try:
            system_settings.switch_off()
        except SystemRefused as refusal:
            self._words.text = str(refusal)


def show_rescue(message: str) -> int:
    """Show the message until it is closed; start anew if the players want that.

    Returns:
        The exit code.
    """
    app = RescueApp(message)
    signal.signal(signal.SIGTERM, lambda *_: app.stop())
    app.run()
    if app.again:
        os.execv(sys.executable, sys.orig_argv)
    return 1

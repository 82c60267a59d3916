"""The first start of an appliance: whether an owner's PIN guards the table."""

from typing import Any

from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, row, spacer
from companion.ui.machine_settings import change_settings
from companion.ui.owner_lock import choose_pin
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton

QUESTION = gettext("Who may update, restore and delete?")
EXPLANATION = gettext("Guests play without a PIN. You can change this in the settings.")


class OwnerScreen(Screen):
    """One question with two answers; it is not asked again."""

    name = "owner"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        keys = (
            BigButton(text=gettext("Everybody"), on_tap=lambda _: self._done()),
            BigButton(
                text=gettext("Only with a PIN"),
                kind="quiet",
                on_tap=lambda _: choose_pin(self.shell, self._chosen),
            ),
        )
        self.add_widget(
            column(
                spacer(),
                TextLabel(QUESTION, theme.TITLE, bold=True, align="center"),
                TextLabel(EXPLANATION, theme.BODY, theme.MUTED, align="center"),
                spacer(),
                fixed_height(row(*keys), theme.BUTTON_HEIGHT + theme.SPACE_16),
                pad=theme.SPACE_12,
            )
        )

    def _chosen(self) -> None:
        pin = self.shell.context.pin
        if pin is not None and pin.is_set:
            self._done()

    def _done(self) -> None:
        """Write the settings: with them there, this is no first start any more."""
        try:
            change_settings(self.shell, self.shell.context.settings)
        except OSError as error:
            self.shell.show_toast(gettext("The settings cannot be saved: {error}", error=error.strerror))
        self.shell.close_overlay()

"""The language: one tap on its own name, and everything speaks it."""

from typing import Any

from msgspec.structs import replace

from companion.locale.catalogue import shown_language
from companion.locale.languages import languages, own_name
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import fixed_height, grid, scrollable
from companion.ui.machine_settings import change_settings
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton

ACROSS = 3


class LanguageScreen(Screen):
    """A button for each language, with its own name.

    Args:
        shell: where it is shown.
        back: the overlay to return to; empty for none.
    """

    name = "language"

    def __init__(self, shell: Shell, back: str = "", **params: Any) -> None:
        super().__init__(shell, back=back, **params)
        keys = (fixed_height(self._key(language), theme.BUTTON_HEIGHT) for language in languages())
        laid = grid(*keys, across=2 if theme.METRICS.portrait else ACROSS, size_hint_y=None)
        title = gettext("Language")
        self.add_widget(overlay_layout(shell, title, scrollable(laid), go_back=self.leave))

    def _key(self, language: str) -> BigButton:
        return BigButton(
            text=own_name(language),
            kind="primary" if language == shown_language().language else "quiet",
            on_tap=lambda _: self._choose(language),
        )

    def _choose(self, language: str) -> None:
        self.leave()
        try:
            change_settings(self.shell, replace(self.shell.context.settings, language=language))
        except OSError as error:
            self.shell.show_toast(
                gettext("The settings cannot be saved: {error}", error=error.strerror or error)
            )

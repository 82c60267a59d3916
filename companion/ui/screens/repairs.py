"""What was damaged, lost or set aside since the players last looked."""

from functools import partial
from typing import Any

from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, pages, row, scrollable
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton


class RepairsScreen(Screen):
    """A paragraph for each repair. It stays until a tap says that it was read."""

    name = "repairs"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        parts = (TextLabel(text, theme.BODY) for text in shell.context.repairs.messages)
        keys = (
            BigButton(text="Saved games", kind="quiet", on_tap=partial(self._open, "games")),
            BigButton(text="Backup", kind="quiet", on_tap=partial(self._open, "backup")),
            BigButton(text="I have read it", icon="check", on_tap=lambda _: self._acknowledge()),
        )
        self.add_widget(
            column(
                TextLabel("Something was damaged", theme.TITLE, bold=True),
                scrollable(pages(*parts)),
                fixed_height(row(*keys), theme.BUTTON_HEIGHT + 16),
                pad=theme.SPACE_12,
            )
        )

    def _open(self, name: str, *_: object) -> None:
        self.shell.open_overlay(name)

    def _acknowledge(self) -> None:
        self.shell.context.repairs.acknowledge()
        self.shell.close_overlay()

"""What was damaged, lost or set aside since the players last looked."""

from datetime import datetime
from functools import partial
from typing import Any

from companion.app.machine.repairs import copy_damaged_files, damaged_files
from companion.hardware import memory_sticks
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.background import in_background
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
        keys = [
            BigButton(text=gettext("Saved games"), kind="quiet", on_tap=partial(self._open, "games")),
            BigButton(text=gettext("Backup"), kind="quiet", on_tap=partial(self._open, "backup")),
            BigButton(text=gettext("I have read it"), icon="check", on_tap=lambda _: self._acknowledge()),
        ]
        self._folder = shell.context.journal.path.parent
        if damaged_files(self._folder):
            # For whoever can help: what was set aside is still here.
            copy = BigButton(
                text=gettext("Damaged files to a stick"), kind="quiet", on_tap=lambda _: self._copy()
            )
            keys.insert(2, copy)
        self.add_widget(
            column(
                TextLabel(gettext("Something was damaged"), theme.TITLE, bold=True),
                scrollable(pages(*parts)),
                fixed_height(row(*keys), theme.BUTTON_HEIGHT + 16),
                pad=theme.SPACE_12,
            )
        )

    def _copy(self) -> None:
        def copy() -> str:
            with memory_sticks.mounted_stick() as stick:
                return copy_damaged_files(self._folder, stick, datetime.now()).name

        def done(name: str) -> None:
            self.shell.show_toast(gettext("They are in {name}. You can take the stick out.", name=name))

        in_background(self.shell, copy, done, self.shell.show_error)

    def _open(self, name: str, *_: object) -> None:
        self.shell.open_overlay(name)

    def _acknowledge(self) -> None:
        self.shell.context.repairs.acknowledge()
        self.shell.close_overlay()

"""Photos of the board for training: whether they are kept, all of them to a memory stick, and away."""

from datetime import datetime
from typing import Any

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.app.camera.board_photos import MOST_BYTES
from companion.hardware import memory_sticks
from companion.locale.messages import gettext, ngettext
from companion.ui import theme
from companion.ui.background import in_background
from companion.ui.layout import TextLabel, column, fixed_height, row, spacer
from companion.ui.machine_settings import change_settings
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, HoldButton

EXPLANATION = gettext(
    "What you confirm on the board is photographed, so that the camera can learn from it. "
    "The photos show the board and pieces, with no names. Nothing is sent: you alone can export them."
)


class BoardPhotosScreen(Screen):
    """What they are, whether they are kept, how many there are; exporting asks everybody first."""

    name = "board photos"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        assert shell.context.table is not None, "only a camera takes photos"
        self.photos = shell.context.table.photos
        self.asks = self.busy = False
        self.said = ""
        self._body = column(gap=0)
        self.add_widget(self._body)
        self.refresh()

    def refresh(self) -> None:
        """Lay everything out again."""
        self._body.clear_widgets()
        content = column(*self._parts(), gap=theme.SPACE_12)
        title = gettext("Board photos")
        back = self._leave_question if self.asks else lambda: self.shell.open_overlay("settings")
        self._body.add_widget(overlay_layout(self.shell, title, content, go_back=back))

    def _parts(self) -> list[Widget]:
        if self.asks:
            return [
                spacer(),
                TextLabel(
                    gettext("Does everybody at the table agree?"), theme.TITLE, bold=True, align="center"
                ),
                TextLabel(self._asked(), theme.SUBTITLE, theme.MUTED, align="center", lines=3),
                spacer(),
                _line(
                    BigButton(text=gettext("No"), kind="quiet", on_tap=lambda _: self._leave_question()),
                    BigButton(text=gettext("Yes, export"), on_tap=lambda _: self._export()),
                ),
            ]
        kept = self.shell.context.settings.board_photos
        choices = (
            BigButton(
                text=words,
                kind="primary" if kept is value else "quiet",
                on_tap=lambda _, on=value: self._choose(on),
            )
            for value, words in ((False, gettext("Keep none")), (True, gettext("Keep photos")))
        )
        said = TextLabel(self.said or self._count(), theme.SUBTITLE, align="center", lines=3)
        ways = [_line(*self._ways())] if len(self.photos) and not self.busy else []
        return [TextLabel(EXPLANATION, theme.BODY, lines=5), _line(*choices), spacer(), said, spacer(), *ways]

    def _ways(self) -> list[Widget]:
        """What can be done with them."""
        delete = HoldButton(text=gettext("Delete all"), kind="quiet", on_tap=lambda _: self._delete())
        return [delete, BigButton(text=gettext("Export to a stick"), on_tap=lambda _: self._ask())]

    def _asked(self) -> str:
        """What everybody agrees to."""
        return ngettext(
            "{count} photo of the board and pieces, with no names, from which cameras may learn.",
            "{count} photos of the board and pieces, with no names, from which cameras may learn.",
            len(self.photos),
        )

    def _count(self) -> str:
        count = len(self.photos)
        if not count:
            return gettext("There are no photos yet.")
        most = MOST_BYTES // 1_000_000
        return ngettext(
            "{count} photo. Above {most} MB the oldest are deleted.",
            "{count} photos. Above {most} MB the oldest are deleted.",
            count,
            most=most,
        )

    # --- acting --------------------------------------------------------------------------------------------

    def _choose(self, on: bool) -> None:
        settings = replace(self.shell.context.settings, board_photos=on)
        self.shell.attempt(lambda: change_settings(self.shell, settings))
        self.refresh()

    def _delete(self) -> None:
        self.said = ""
        self.shell.attempt(self.photos.delete)
        self.refresh()

    def _ask(self) -> None:
        self.asks, self.said = True, ""
        self.refresh()

    def _leave_question(self) -> None:
        self.asks = False
        self.refresh()

    def _export(self) -> None:
        """Write all photos to the first memory stick, on a thread of its own."""
        self.asks, self.busy, self.said = False, True, gettext("Writing...")
        self.refresh()
        name = f"board-photos-{datetime.now():%Y-%m-%d-%H%M%S}.zip"

        def work() -> str:
            with memory_sticks.mounted_stick() as stick:
                self.photos.export(stick / name)
            return name

        in_background(self.shell, work, self._exported, self._failed)

    def _exported(self, name: str) -> None:
        self._say(gettext("They are in {name}. You can take the stick out.", name=name))

    def _failed(self, error: Exception) -> None:
        self._say(str(error))

    def _say(self, words: str) -> None:
        self.busy, self.said = False, words
        self.refresh()


def _line(*keys: Widget) -> Widget:
    return fixed_height(row(*keys), theme.BUTTON_HEIGHT + theme.SPACE_8)

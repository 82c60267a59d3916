"""The pause screen: clocks are stopped."""

from typing import Any

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.app.chronicle.board_setup import can_be_set_up
from companion.app.night.clocks import clock_face
from companion.locale.messages import gettext
from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, spacer
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, HoldButton
from companion.ui.widgets.players.emblem import EmblemBadge

LEAVE = 236
"""Width of the button that must be held, in theme pixels."""
IN_COLUMN = 2
"""Number of clocks below each other; more stand side by side, so that the buttons have room."""
FACE = 84
"""Width of a clock's face, in theme pixels."""
VOLUMES = ((0, gettext("Silent")), (30, gettext("Soft")), (60, gettext("Medium")), (100, gettext("Loud")))


class PauseScreen(Screen):
    """Shows all clocks, and buttons to continue or leave the game."""

    name = "pause"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        saved = gettext("Every answer is saved. The game waits in the lobby.")
        hint = TextLabel(saved, theme.BODY, theme.MUTED, align="center")
        self._volume = fixed_height(row(), theme.TAP_TARGET)
        self._show_volume()
        self.add_widget(
            column(
                fixed_height(
                    TextLabel(gettext("Paused"), theme.DISPLAY, bold=True, align="center", fill=True), 48
                ),
                self._clocks(),
                *([] if self.playing.practice else [hint]),
                *([fixed_height(_volume_label(), theme.SUBTITLE)] if theme.METRICS.portrait else []),
                self._volume,
                *self._buttons(),
                pad=theme.SPACE_16,
            )
        )

    def _clocks(self) -> Widget:
        """All clocks; in columns if one would be too high."""
        spent = self.playing.clocks.spent()
        clocks = [fixed_height(self._clock(seat, spent[seat.id]), 44) for seat in self.playing.seats]
        if len(clocks) <= IN_COLUMN or theme.METRICS.portrait:
            return row(spacer(), fixed_width(column(*clocks, spacer(), gap=theme.SPACE_4), 420), spacer())
        parts = [clocks[first : first + IN_COLUMN] for first in range(0, len(clocks), IN_COLUMN)]
        columns = [column(*part, spacer(), gap=theme.SPACE_4) for part in parts]
        return row(*columns, gap=theme.SPACE_12)

    def _clock(self, seat: Seat, spent: float) -> Widget:
        name = TextLabel(seat.name, theme.SUBTITLE, fill=True, lines=1)
        face = TextLabel(clock_face(spent), theme.SUBTITLE, theme.ACCENT, bold=True, align="right", fill=True)
        return row(fixed_width(EmblemBadge(seat=seat), 44), name, fixed_width(face, FACE))

    def _buttons(self) -> list[Widget]:
        """The buttons; in portrait in two rows."""
        shell = self.shell
        going_on = BigButton(text=gettext("Go on"), icon="play", on_tap=lambda _: self._go_on())
        leave = HoldButton(text=gettext("Leave the game"), kind="quiet", on_tap=lambda _: shell.leave_game())
        if not theme.METRICS.portrait:
            fixed_width(leave, LEAVE)
        others = [self._opening(gettext("Chronicle"), "chronicle")]
        if shell.context.phones is not None:
            others.append(self._opening(gettext("Phones"), "phones"))
        upright = theme.METRICS.portrait
        about_board = self._about_board()
        lines = [others, [leave, going_on]] if upright else [[leave, *others, going_on]]
        board = [fixed_height(row(*about_board), theme.TAP_TARGET)] if about_board else []
        return [*board, *(fixed_height(row(*line), theme.BUTTON_HEIGHT) for line in lines)]

    def _about_board(self) -> list[Widget]:
        """Buttons that compare the board on the table with the game; they come back here."""
        game_view, camera = self.playing.table.game_view, self.shell.context.table
        keys = []
        if can_be_set_up(game_view):
            keys.append(self._opening(gettext("Set the board up"), "board setup", back=self.name))
        if camera is not None and game_view.kind == "territories":
            if self.shell.board_watch.ready:
                keys.append(self._opening(gettext("Does the table agree?"), "agreement"))
            else:
                keys.append(self._opening(gettext("Teach the board"), "board teaching", back=self.name))
        return keys

    def _opening(self, text: str, screen: str, **params: Any) -> BigButton:
        """A button that opens another overlay."""
        return BigButton(text=text, kind="quiet", on_tap=lambda _: self.shell.open_overlay(screen, **params))

    def _show_volume(self) -> None:
        """A button for each volume; the current one is highlighted."""
        self._volume.clear_widgets()
        if not theme.METRICS.portrait:
            self._volume.add_widget(fixed_width(_volume_label(), 120))
        now = self.shell.context.settings.volume
        for volume, text in VOLUMES:
            kind = "primary" if volume == now else "quiet"
            key = BigButton(text=text, kind=kind, on_tap=lambda _, volume=volume: self._set_volume(volume))
            self._volume.add_widget(key)

    def _set_volume(self, volume: int) -> None:
        """Save a volume, and play a sound with it."""
        try:
            self.shell.context.keep_settings(replace(self.shell.context.settings, volume=volume))
        except OSError as error:
            self.shell.show_toast(gettext("The volume cannot be saved: {error}", error=error.strerror))
        self.shell.sounds.play("turn")
        self._show_volume()

    def _go_on(self) -> None:
        self.playing.unpause()
        self.shell.close_overlay()


def _volume_label() -> TextLabel:
    return TextLabel(gettext("Volume"), theme.BODY, fill=True)

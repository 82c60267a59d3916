"""Pause: the clocks stand."""

from typing import TYPE_CHECKING, Any

from companion.app.clocks import clock_face
from companion.ui import theme
from companion.ui.layout import Words, column, row, space, tall, wide
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import BigButton, HoldButton
from companion.ui.widgets.emblem import EmblemBadge

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class PauseScreen(Screen):
    """Everybody's time, going on, and leaving for another night."""

    name = "pause"
    stays = True

    def __init__(self, stage: "Stage", **words: Any) -> None:
        super().__init__(stage, **words)
        spent = self.playing.clocks.spent()
        clocks = [
            row(
                wide(EmblemBadge(seat=seat), 44),
                Words(seat.name, theme.LEAD, fill=True, lines=1),
                Words(
                    clock_face(spent[seat.id]), theme.LEAD, theme.LAMP, bold=True, align="right", fill=True
                ),
            )
            for seat in self.playing.seats
        ]
        going_on = BigButton(text="Go on", icon="play", on_tap=lambda _: self._go_on())
        leave = HoldButton(text="Leave the game", kind="quiet", on_tap=lambda _: stage.leave_game())
        hint = Words(
            "Every answer is kept. The game waits in the lobby.", theme.BODY, theme.MUTED, align="center"
        )
        self.add_widget(
            column(
                tall(Words("Paused", theme.FIGURE, bold=True, align="center", fill=True), 72),
                row(space(), wide(column(*(tall(clock, 44) for clock in clocks), space()), 420), space()),
                hint,
                tall(row(leave, going_on), theme.BUTTON + theme.SMALL),
                pad=theme.WIDE,
            )
        )

    def _go_on(self) -> None:
        self.playing.go_on()
        self.stage.back()

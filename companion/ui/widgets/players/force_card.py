"""One side of a battle: its seat, its place, and its strength."""

from kivy.uix.boxlayout import BoxLayout

from companion.referee.seats import Seat
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, replace_children
from companion.ui.theme import px
from companion.ui.widgets.players.emblem import EmblemBadge

BADGE, BADGE_WIDE = 52, 72
"""Width of the emblem, and in a wide window, in theme pixels."""


class ForceCard(BoxLayout):
    """The emblem beside the place and its count; without the emblem if no player fights."""

    def __init__(self) -> None:
        super().__init__(spacing=px(theme.TARGET_GAP))
        wide = theme.METRICS.wide
        name, count = (theme.SUBTITLE, theme.TITLE) if wide else (theme.BODY, theme.SUBTITLE)
        self._badge = fixed_width(EmblemBadge(), BADGE_WIDE if wide else BADGE)
        self._place = TextLabel("", name, bold=True, fill=True, lines=2)
        self._count = TextLabel("", count, theme.ACCENT, fill=True, lines=1)
        self._names = column(self._place, fixed_height(self._count, count * 1.25), gap=0)

    def show(self, seat: Seat | None, place: str, count: str) -> None:
        """Show a side.

        Args:
            seat: who fights; None for armies without a player.
            place: the name of the place.
            count: its armies, as text.
        """
        self._badge.seat, self._place.text, self._count.text = seat, place, count
        replace_children(self, *([self._badge] if seat is not None else []), self._names)

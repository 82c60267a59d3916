"""An objective: its requirement, the active player's progress, and its owner."""

from typing import ClassVar

from kivy.properties import ObjectProperty

from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget
from companion.ui.widgets.players.emblem import draw_badge

HEIGHT = 74


class GoalCard(CanvasWidget):
    """One achievement, objective or victory condition."""

    goal = ObjectProperty(None, allownone=True)
    owner = ObjectProperty(None, allownone=True)
    shows: ClassVar[tuple[str, ...]] = ("goal", "owner")

    def draw(self) -> None:
        """Draw the text above a progress bar, or beside the badge of its owner."""
        goal = self.goal
        if goal is None:
            return
        taken = self.owner is not None
        near = not taken and goal.have >= goal.need
        drawing.rounded_rectangle(
            self.pos, self.size, theme.SURFACE, edge=theme.ACCENT if near else theme.BORDER, line=px(1.5)
        )
        left, right = self.x + px(theme.SPACE_12), self.right - px(theme.SPACE_12)
        if taken:
            draw_badge(self.owner, (right - px(20), self.center_y), px(20))
            right -= px(50)
        text_colour = theme.MUTED if taken else theme.TEXT
        title = (left, self.top - px(20))
        drawing.draw_fitting_text(goal.title, title, px(theme.BODY), text_colour, right - left, bold=True)
        if goal.detail:
            below = (left, self.top - px(42))
            drawing.draw_fitting_text(goal.detail, below, px(theme.CAPTION), theme.MUTED, right - left)
        if not taken:
            self._draw_progress(left, right)

    def _draw_progress(self, left: float, right: float) -> None:
        text = gettext("{have} of {need}", have=self.goal.have, need=self.goal.need)
        room = drawing.text_width(text, px(theme.CAPTION), True) + px(theme.SPACE_8)
        low, high, width = self.y + px(9), px(8), right - left - room
        drawing.rounded_rectangle((left, low), (width, high), theme.SURFACE_RAISED, radius=high / 2)
        share = min(1.0, self.goal.have / max(1, self.goal.need))
        if share > 0:
            drawing.rounded_rectangle(
                (left, low), (max(width * share, high), high), theme.SUCCESS, radius=high / 2
            )
        drawing.draw_text(
            text, (right, low + high / 2), px(theme.CAPTION), theme.TEXT, bold=True, anchor=(1.0, 0.5)
        )

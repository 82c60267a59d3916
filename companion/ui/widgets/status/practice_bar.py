"""The bar below a practice: it says that nothing is saved, and leads back to the game."""

from collections.abc import Callable
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import TextLabel, fixed_width
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.buttons import BigButton

HEIGHT = theme.TAP_TARGET + theme.SPACE_8
"""Height of the bar, in theme pixels."""
BACK = 236
"""Width of the button that leads back."""


class PracticeBar(BoxLayout):
    """One line and one button.

    Attributes:
        on_back: called by the button.
    """

    on_back: Callable[[], object]

    def __init__(self, **properties: Any) -> None:
        super().__init__(
            spacing=px(theme.SPACE_12), padding=(px(theme.SPACE_12), px(theme.SPACE_4)), **properties
        )
        told = gettext("Practice. Nothing of it is saved.")
        back = BigButton(text=gettext("Back to the game"), on_tap=lambda _: self.on_back())
        self.add_widget(TextLabel(told, theme.SUBTITLE, theme.DARK_TEXT, bold=True, fill=True))
        self.add_widget(fixed_width(back, BACK))

    def lay(self, corner: drawing.Point, width: float) -> float:
        """Set position and width; return the height in pixels."""
        self.size_hint, self.size, self.pos = (None, None), (width, px(HEIGHT)), corner
        self.canvas.before.clear()
        with self.canvas.before:
            drawing.rounded_rectangle(corner, self.size, theme.ACCENT, radius=0)
        return px(HEIGHT)

"""The popup that explains a ruling: every reason with its rule, and what would be allowed."""

from dataclasses import dataclass
from typing import Any, ClassVar

from kivy.animation import Animation
from kivy.properties import DictProperty, ObjectProperty, StringProperty

from companion.locale.messages import gettext
from companion.referee.ruling import Reason, Ruling
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import CanvasWidget

REASON = 3
"""The title and the first reason with its source: this many paragraphs are always shown."""


class RulingPopup(CanvasWidget):
    """A sheet over everything; a tap anywhere closes it.

    Attributes:
        ruling: the ruling.
        title: the refused action, or the question, in a few words.
        texts: of the rules by their ids, shown below the reasons if they fit.

    Events:
        on_close: it was closed.
    """

    ruling = ObjectProperty(None, allownone=True)
    title = StringProperty(gettext("Why not?"))
    texts = DictProperty({})

    shows: ClassVar[tuple[str, ...]] = ("ruling", "title", "texts")
    __events__ = ("on_close",)

    def open(self, parent: Any) -> None:
        """Open the sheet over a widget (or the window)."""
        if self.parent is not None:
            self.parent.remove_widget(self)
        parent.add_widget(self)
        self.opacity = 0.0
        Animation(opacity=1.0, duration=theme.PRESS_SECONDS).start(self)

    def close(self) -> None:
        """Close the sheet."""
        if self.parent is not None:
            self.parent.remove_widget(self)
            self.dispatch("on_close")

    def on_touch_down(self, touch: Any) -> bool:
        """Block touches under the sheet."""
        touch.grab(self)
        return True

    def on_touch_move(self, _touch: Any) -> bool:
        """Block touches under the sheet."""
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Close the sheet."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self.close()
        return True

    def draw(self) -> None:
        """Draw the sheet as high as its words, in the middle."""
        drawing.rounded_rectangle(self.pos, self.size, theme.SCRIM, radius=0)
        if not isinstance(self.ruling, Ruling):
            return
        width = min(self.width - 2 * px(theme.SPACE_24), px(680))
        margin = px(theme.SPACE_24)
        frame = 2 * margin + px(theme.BODY + theme.SPACE_12)
        most = self.height - 2 * px(theme.SPACE_8)
        blocks = self._fitting(self.ruling, width - 2 * margin, most - frame)
        height = min(_height(blocks) + frame, most)
        left, top = self.center_x - width / 2, self.center_y + height / 2
        drawing.rounded_rectangle(
            (left, top - height), (width, height), theme.SURFACE, edge=theme.ACCENT, line=px(2)
        )
        y = top - margin
        for block in blocks:
            y -= block.height
            block.draw(left + margin, y)
        end = (self.center_x, top - height + px(theme.SPACE_16 + 4))
        drawing.draw_text(
            gettext("Tap anywhere to go on"), end, px(theme.BODY), theme.MUTED, anchor=(0.5, 0.5)
        )

    def _fitting(self, ruling: Ruling, width: float, most: float) -> list["_Block"]:
        """The paragraphs that fit: first rule texts are dropped, then large letters, then last reasons."""
        blocks = self._blocks(ruling, width)
        if _height(blocks) > most:
            blocks = self._blocks(ruling, width, rules=False)
        if _height(blocks) > most:
            blocks = self._blocks(ruling, width, rules=False, size=theme.BODY)
        last = len(blocks) - bool(ruling.instead)
        while _height(blocks) > most and last > REASON:
            del blocks[last - 2 : last]
            last -= 2
        return blocks

    def _blocks(
        self, ruling: Ruling, width: float, *, rules: bool = True, size: int = theme.SUBTITLE
    ) -> list["_Block"]:
        blocks = [
            _Block(self.title, px(theme.TITLE), theme.ACCENT, width, bold=True, after=px(theme.SPACE_8))
        ]
        if ruling.allowed:
            blocks.append(
                _Block(
                    gettext("Allowed."), px(size), theme.TEXT, width, after=px(theme.SPACE_12), sign="check"
                )
            )
        for reason in ruling.reasons:
            blocks.append(_Block(reason.text, px(size), theme.TEXT, width, sign="cross", after=px(2)))
            blocks.append(
                _Block(
                    _source(reason),
                    px(theme.BODY),
                    theme.MUTED,
                    width,
                    indented=True,
                    after=px(theme.SPACE_12),
                )
            )
            rule = self.texts.get(reason.rule, "") if rules else ""
            if rule:
                blocks[-1].after = px(2)
                blocks.append(
                    _Block(rule, px(theme.BODY), theme.MUTED, width, indented=True, after=px(theme.SPACE_12))
                )
        if ruling.instead:
            blocks.append(_Block(ruling.instead, px(size), theme.SUCCESS, width, sign="check"))
        return blocks


def _height(blocks: list["_Block"]) -> float:
    return sum(block.height for block in blocks)


def _source(reason: Reason) -> str:
    return (
        gettext("House rule {rule}, agreed at this table", rule=reason.rule)
        if reason.house
        else gettext("Rule {rule}", rule=reason.rule)
    )


@dataclass
class _Block:
    """A paragraph of the sheet, with an optional sign before it; all lengths in pixels."""

    text: str
    size: float
    colour: theme.Rgba
    full_width: float
    bold: bool = False
    sign: str = ""
    indented: bool = False
    after: float = 0.0

    @property
    def indent(self) -> float:
        return px(32) if self.sign or self.indented else 0.0

    @property
    def width(self) -> float:
        return self.full_width - self.indent

    @property
    def height(self) -> float:
        texture = drawing.text_texture(self.text, self.size, self.colour, self.bold, self.width)
        return float(texture.height + self.after)

    def draw(self, left: float, bottom: float) -> None:
        """Draw it with its bottom left corner there."""
        at = (left + self.indent, bottom + self.after)
        drawing.draw_text(
            self.text, at, self.size, self.colour, bold=self.bold, anchor=(0.0, 0.0), width=self.width
        )
        if self.sign:
            first_line = bottom + self.height - self.size * 0.66
            colour = theme.WARNING if self.sign == "cross" else theme.SUCCESS
            drawing.draw_icon(self.sign, (left + px(10), first_line), px(9), colour)

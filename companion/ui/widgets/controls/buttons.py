"""Buttons with text. A disabled button explains itself when tapped."""

from typing import Any, ClassVar

from kivy.properties import BooleanProperty, ObjectProperty, OptionProperty, StringProperty

from companion.locale.catalogue import shown
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.theme import Rgba, blend, px
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Tappable, Worded

CHECK = 13
"""Half the size of the check mark on a chosen card."""
SHRUNK = 0.85
"""Smallest share of the text size before a button's text is broken into two lines."""
ICON_SHARE = 1.25
"""Size of an icon, in heights of the letters beside it."""
LINES = 2
LEADING = 1.2
"""Height of a line of a title, in heights of its letters."""


class BigButton(Worded, Tappable):
    """A button. Its letters shrink, then it takes two lines.

    Attributes:
        text: its action, in one to three words.
        detail: a smaller second line.
        icon: name of an icon left of the text, see `icons`.
        kind: primary (the one thing to do next), quiet, danger, or on board (seen on light and dark land).
    """

    text = StringProperty("")
    detail = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("primary", options=("primary", "quiet", "danger", "on board"))

    shows: ClassVar[tuple[str, ...]] = ("text", "detail", "icon", "kind", "pressed", "ruling", "held")
    words: ClassVar[tuple[str, ...]] = ("text", "detail", "icon")

    @property
    def least_width(self) -> float:
        """The width that its icon and its words on two lines need, in pixels."""
        if self.detail or not self.text:
            return self.full_width
        words = shown(self.text).split()
        halves = [(words[:number], words[number:]) for number in range(1, max(2, len(words)))]
        widest = min(
            max(drawing.text_width(" ".join(half), px(theme.BODY), bold=True) for half in both)
            for both in halves
        )
        return self._around() + widest

    @property
    def full_width(self) -> float:
        """The width that its icon and its words on one line need, in pixels."""
        return self._around() + self._label_width(px(theme.BODY)) if self.text else 0.0

    def _around(self) -> float:
        """Return the width that its words do not get, in pixels."""
        icon = self._icon_side(self._largest) + px(theme.SPACE_8) if self.icon else 0.0
        return icon + 2 * px(theme.SPACE_8) + self._reserved() + 1  # a row rounds

    @property
    def _largest(self) -> float:
        """The size of its letters where there is room, in pixels."""
        return px(theme.SUBTITLE if self.height >= px(56) and not self.detail else theme.BODY)

    def _icon_side(self, size: float) -> float:
        return min(size * ICON_SHARE, self.height * 0.6) if self.icon else 0.0

    def colours(self) -> tuple[Rgba, Rgba, Rgba]:
        """Return the current colours of ground, text and edge."""
        if self.denied:
            ground, text, edge = theme.DISABLED, theme.DISABLED_TEXT, theme.EDGE
        else:
            ground, text, edge = {
                "primary": (theme.ACCENT, theme.DARK_TEXT, blend(theme.ACCENT, theme.TEXT, 0.5)),
                "quiet": (theme.SURFACE_RAISED, theme.TEXT, theme.EDGE),
                "on board": (theme.SURFACE_RAISED, theme.TEXT, theme.TEXT),
                "danger": (theme.DANGER, theme.TEXT, blend(theme.DANGER, theme.TEXT, 0.35)),
            }[self.kind]
        if self.pressed:
            ground = blend(ground, text, 0.22)
        return ground, text, edge

    def draw(self) -> None:
        """Draw ground, icon and text, moved down a little while pressed."""
        ground, text, edge = self.colours()
        x, y = self.pos
        if not self.pressed and not self.denied:
            drawing.rounded_rectangle((x, y - px(3)), self.size, theme.SHADOW)
        sunk = px(2) if self.pressed else 0
        line = px(2 * theme.LINE_WIDTH if self.kind == "on board" else theme.LINE_WIDTH)
        drawing.rounded_rectangle((x, y - sunk), self.size, ground, edge=edge, line=line)
        self._draw_held(text)
        self._draw_label(text, self.center_y - sunk)

    def _reserved(self) -> float:
        """Return the width at the right that the text leaves free."""
        return 0.0

    def _draw_held(self, text_colour: Rgba) -> None:
        if not self.held:
            return
        size = max(self.width * self.held, px(4)), self.height
        drawing.rounded_rectangle(self.pos, size, theme.with_alpha(text_colour, 0.30))

    def _draw_label(self, text_colour: Rgba, middle: float) -> None:
        size = self._largest
        sign = self._icon_side(size)
        space = self.width - 2 * px(theme.SPACE_8) - self._reserved()
        gap = px(theme.SPACE_8) if self.icon and self.text else 0
        text_space = space - sign - gap
        text = min(self._label_width(size), text_space)
        left = self.center_x - (self._reserved() + sign + gap + text) / 2
        if self.icon:
            drawing.draw_icon(self.icon, (left + sign / 2, middle), sign / 2, text_colour)
        upper = middle + (size * 0.55 if self.detail else 0)
        at = (left + sign + gap + text / 2, upper)
        smallest = max(size * SHRUNK, px(theme.CAPTION))
        if self.text and not self.detail and drawing.text_width(self.text, smallest, True) > text_space:
            self._draw_two_lines(at, text_colour, text_space)
        elif self.text:
            drawing.draw_fitting_text(
                self.text, at, size, text_colour, text_space, bold=True, anchor=(0.5, 0.5)
            )
        if self.detail:
            below = (at[0], middle - size * 0.6)
            drawing.draw_fitting_text(
                self.detail, below, px(theme.CAPTION), text_colour, text_space, anchor=(0.5, 0.5)
            )

    def _draw_two_lines(self, centre: drawing.Point, text_colour: Rgba, space: float) -> None:
        """Break a text that is too long for one line."""
        size = px(theme.BODY)
        lines = drawing.wrap_text(self.text, size, space, bold=True)
        if len(lines) > LINES:
            lines = [lines[0], " ".join(lines[1:])]
        for number, line in enumerate(lines):
            at = (centre[0], centre[1] + (len(lines) / 2 - number - 0.5) * size * LEADING * 0.9)
            drawing.draw_fitting_text(line, at, size, text_colour, space, bold=True, anchor=(0.5, 0.5))

    def _label_width(self, size: float) -> float:
        """The preferred width of both lines, in pixels."""
        text = drawing.text_width(self.text, size, bold=True) if self.text else 0.0
        return max(text, drawing.text_width(self.detail, px(theme.CAPTION)) if self.detail else 0.0)


class HoldButton(BigButton):
    """A button for actions that are hard to undo: it must be held; a ring shows the remaining time."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(
            **{"kind": "danger", "hold": theme.HOLD_SECONDS, "detail": gettext("keep pressing"), **properties}
        )

    def _reserved(self) -> float:
        return float(self.height * 0.68 + px(theme.SPACE_8))

    def _draw_held(self, text_colour: Rgba) -> None:
        radius = self.height * 0.3
        centre = (self.right - radius - px(theme.SPACE_12), self.center_y)
        drawing.ring(centre, radius, theme.with_alpha(text_colour, 0.3), px(5))
        drawing.ring(centre, radius, text_colour, px(5), self.held)


class ChoiceCard(Worded, Tappable):
    """One of several choices, as a card with a title and a line that explains it.

    Attributes:
        title: the choice in a few words.
        detail: what it means, one to three lines.
        picture: a widget drawn at its left, if any.
        chosen: whether it is chosen.
    """

    title = StringProperty("")
    detail = StringProperty("")
    picture = ObjectProperty(None, allownone=True)
    chosen = BooleanProperty(False)

    shows: ClassVar[tuple[str, ...]] = ("title", "detail", "picture", "chosen", "pressed", "ruling")
    words: ClassVar[tuple[str, ...]] = ("title", "picture")

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.fbind("picture", self._update_picture)
        self._update_picture()

    def _update_picture(self, *_: Any) -> None:
        self.clear_widgets()
        if self.picture is not None:
            self.add_widget(self.picture)

    def draw(self) -> None:
        """Draw the card; a chosen one has a highlighted edge, and a check mark if its words leave room."""
        ground = theme.DISABLED if self.denied else theme.SURFACE_RAISED if self.chosen else theme.SURFACE
        if self.pressed:
            ground = blend(ground, theme.TEXT, 0.15)
        edge = theme.ACCENT if self.chosen else theme.EDGE
        drawing.rounded_rectangle(
            self.pos, self.size, ground, edge=edge, line=px(3 if self.chosen else theme.LINE_WIDTH)
        )
        left, right = self.x + px(theme.SPACE_12), self.right - px(theme.SPACE_12)
        if self.picture is not None:
            side = self.height - 2 * px(theme.SPACE_8)
            self.picture.size = (side, side)
            self.picture.pos = (self.x + px(theme.SPACE_8), self.y + px(theme.SPACE_8))
            left = self.picture.right + px(theme.SPACE_12)
        if self.chosen and self.least_width + self.check <= self.width:
            sign = px(CHECK)
            drawing.draw_icon("check", (right - sign, self.center_y), sign, theme.ACCENT)
            right -= self.check
        self._draw_label(left, right - left)

    @property
    def least_width(self) -> float:
        """The width that the longest word of its title needs, in pixels."""
        longest = drawing.longest_word(self.title, px(theme.BODY), bold=True)
        picture = px(theme.TAP_TARGET + theme.SPACE_8) if self.picture is not None else 0.0
        return picture + longest + 2 * px(theme.SPACE_12) + 1

    def is_short(self, width: float) -> bool:
        """Return whether the title fits in one line on a card of this width."""
        return len(self._title_lines(width - 2 * px(theme.SPACE_12))[1]) == 1

    @property
    def check(self) -> float:
        """The width of the check mark at the right."""
        return px(2 * CHECK + theme.SPACE_8)

    def needed(self, width: float) -> float:
        """Return the height that a card of this width needs for its text, in pixels.

        It never falls with the width: a title in smaller letters counts as high as a large one. A list that
        is narrower beside its scroll bar would else fit, drop the bar and not fit again, for ever.
        """
        inside = width - 2 * px(theme.SPACE_12)
        size, lines = self._title_lines(inside)
        text_height = max(len(lines) * size, px(theme.SUBTITLE)) * LEADING + self._detail_height(inside)
        return max(px(theme.TAP_TARGET), text_height + 2 * px(theme.SPACE_8))

    def _title_lines(self, width: float) -> tuple[float, list[str]]:
        """Lay out the title in one line, a little smaller if needed, or in several."""
        for size in (px(theme.SUBTITLE), px(theme.SUBTITLE * 0.9)):
            if drawing.text_width(self.title, size, True) <= width:
                return size, [self.title]
        size = px(theme.BODY)
        return size, drawing.wrap_text(self.title, size, width, bold=True)

    def _detail_height(self, width: float) -> float:
        if not self.detail:
            return 0.0
        return drawing.text_height(self.detail, px(theme.BODY), width)

    def _draw_label(self, left: float, width: float) -> None:
        title, detail = (theme.DISABLED_TEXT,) * 2 if self.denied else (theme.TEXT, theme.MUTED)
        size, lines = self._title_lines(width)
        below = self._detail_height(width)
        top = self.center_y + (len(lines) * size * LEADING + below) / 2
        for line in lines:
            at = (left, top - size * LEADING / 2)
            drawing.draw_fitting_text(line, at, size, title, width, bold=True)
            top -= size * LEADING
        if self.detail:
            at = (left, top - below)
            drawing.draw_text(self.detail, at, px(theme.BODY), detail, anchor=(0.0, 0.0), width=width)


def even_heights(cards: Any) -> None:
    """Make all choices as high as the highest would be if it were chosen."""
    across = min(cards.cols, len(cards.children))
    each = (cards.width - px(theme.TARGET_GAP) * (across - 1)) / across
    height = max(card.needed(each - card.check) for card in cards.children)
    rows = -(-len(cards.children) // across)
    cards.height = rows * (height + px(theme.TARGET_GAP)) - px(theme.TARGET_GAP)

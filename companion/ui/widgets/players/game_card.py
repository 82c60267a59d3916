"""A game of the lobby as a picture: its map or its icons, with players, time and difficulty."""

from typing import ClassVar

from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.games.boards.board import load_board
from companion.referee.game_info import Cover
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets.board.map_icons import draw_map_icon
from companion.ui.widgets.board.territory.board_picture import board_picture
from companion.ui.widgets.controls import drawing
from companion.ui.widgets.controls.canvas_widget import Tappable
from companion.ui.widgets.players.figure_icons import FIGURE_ICONS

WORDS, MIN_PICTURE = 56, 26
"""Height of the words under the picture, and of the lowest picture, in theme pixels."""
SEA, FILLED = 0.3, 0.94
"""Shares of the game's colour in the sea of its picture, and of the picture that a board fills."""
ICON = 8
"""Radius of the signs for players and time."""
APART = (theme.SPACE_16, theme.SPACE_8)
"""Between players, time and difficulty, in theme pixels, and if there is less room."""
SIGN = 22.0
"""Radius of a sign on the picture."""


class GameCard(Tappable):
    """Picture with the difficulty on it, title, players and time.

    Attributes:
        title: of the game.
        players: number of players.
        time: duration, such as "1.5 h".
        difficulty: of learning it.
        cover: its picture.
        chosen: whether it is chosen.
    """

    title = StringProperty("")
    players = StringProperty("")
    time = StringProperty("")
    difficulty = StringProperty("")
    cover = ObjectProperty(None)
    chosen = BooleanProperty(False)

    shows: ClassVar[tuple[str, ...]] = (
        "title",
        "players",
        "time",
        "difficulty",
        "cover",
        "chosen",
        "pressed",
    )

    def draw(self) -> None:
        """Draw the picture, if it has room, above the text; a chosen one has a check mark."""
        ground = theme.SURFACE_RAISED if self.chosen or self.pressed else theme.SURFACE
        edge, line = (theme.ACCENT, px(3)) if self.chosen else (theme.EDGE, px(theme.LINE_WIDTH))
        drawing.rounded_rectangle(self.pos, self.size, ground, edge=edge, line=line)
        high = self.height >= px(WORDS + MIN_PICTURE)
        words = self.y if high else self.center_y - px(WORDS) / 2
        if isinstance(self.cover, Cover) and high:
            self._draw_cover(self.cover)
        middle = self.center_x, words + px(WORDS) * 0.72
        drawing.draw_fitting_text(
            self.title, middle, px(theme.BODY), theme.TEXT, self.width - px(2), anchor=(0.5, 0.5)
        )
        self._draw_facts(words + px(WORDS) * 0.28, high)
        if self.chosen:
            sign = px(11)
            drawing.draw_icon("check", (self.right - 1.8 * sign, self.top - 1.8 * sign), sign, theme.ACCENT)

    def _draw_facts(self, middle: float, pictured: bool) -> None:
        """Write players and time after their icons, and the difficulty, there or on a picture."""
        size, icon, gap = px(theme.BODY), px(ICON), px(theme.SPACE_4)
        facts = [("armies", self.players), ("time", self.time), ("", self.difficulty)]
        widths = [(2 * icon + gap if sign else 0) + drawing.text_width(text, size) for sign, text in facts]
        room = self.width - 2 * px(theme.SPACE_8)
        apart = next((a for a in APART if sum(widths) + 2 * px(a) <= room), None)
        if apart is None:
            if pictured:
                self._draw_tag(self.difficulty)
            facts, widths, apart = facts[:2], widths[:2], APART[0]
        left = self.center_x - (sum(widths) + px(apart) * (len(facts) - 1)) / 2
        for (sign, text), width in zip(facts, widths, strict=True):
            if sign:
                drawing.draw_icon(FIGURE_ICONS[sign], (left + icon, middle), icon, theme.MUTED)
            at = (left + (2 * icon + gap if sign else 0), middle)
            drawing.draw_text(text, at, size, theme.MUTED)
            left += width + px(apart)

    def _draw_tag(self, text: str) -> None:
        """Write on the corner of the picture."""
        size, inset = px(theme.BODY), px(theme.SPACE_8)
        wide = drawing.text_width(text, size) + px(theme.SPACE_12)
        corner = (self.x + inset, self.top - inset - size * 1.25)
        ground = theme.with_alpha(theme.BACKGROUND, 0.85)
        drawing.rounded_rectangle(corner, (wide, size * 1.25), ground, radius=px(6))
        at = (corner[0] + wide / 2, corner[1] + size * 0.62)
        drawing.draw_text(text, at, size, theme.TEXT, anchor=(0.5, 0.5))

    def _draw_cover(self, cover: Cover) -> None:
        inset = px(theme.SPACE_4)
        pos = (self.x + inset, self.y + px(WORDS))
        size = (self.width - 2 * inset, self.height - px(WORDS) - inset)
        colour = theme.SEAT_COLOURS[cover.colour].fill
        drawing.rounded_rectangle(pos, size, theme.blend(theme.SEA, colour, SEA))
        if cover.board:
            self._draw_board(cover, pos, size)
        signs = len(cover.signs)
        for number, sign in enumerate(cover.signs):
            x = pos[0] + size[0] * (number + 1) / (signs + 1)
            radius = min(px(SIGN), size[1] * 0.36, size[0] / (signs + 1) * 0.45)
            draw_map_icon(sign, (), (x, pos[1] + size[1] / 2), radius)

    def _draw_board(self, cover: Cover, pos: drawing.Point, size: drawing.Point) -> None:
        colour = theme.SEAT_COLOURS[cover.colour].fill
        room = size[0] * FILLED, size[1] * FILLED
        texture = board_picture(load_board(cover.board), room, theme.blend(theme.SEA, colour, SEA), colour)
        Color(1, 1, 1, 1)
        corner = (pos[axis] + round((size[axis] - texture.size[axis]) / 2) for axis in (0, 1))
        Rectangle(texture=texture, pos=tuple(corner), size=texture.size)

"""Names on the map: continents in the sea, and territories once zoomed in."""

from itertools import product
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothRoundedRectangle

from companion.games.boards.board import Board
from companion.ui import theme
from companion.ui.theme import px
from companion.ui.widgets import drawing
from companion.ui.widgets.drawing import Point
from companion.ui.widgets.territory.viewport import Viewport

NAMES_FROM = 1.6
"""Territories are named from this zoom on."""


class MapLabels:
    """The words, behind the discs and before them."""

    def __init__(self) -> None:
        self.behind = InstructionGroup()
        self.before = InstructionGroup()

    def show(self, board: Board, view: Viewport, radius: float) -> None:
        """Write the words as the board lies now; `radius` is that of the discs."""
        self.behind.clear()
        self.before.clear()
        for continent in board.continents:
            colour = theme.CONTINENT_TINTS.get(continent.colour, theme.MUTED)
            words = "\n".join(f"{continent.name} +{continent.bonus}".split(" ", 1))
            _write(self.behind, words, _kept(view, continent.label, words), colour, False)
        if view.zoom >= NAMES_FROM:
            for territory in board.territories:
                x, y = view.to_screen(territory.label)
                _write(self.before, territory.name, (x, y - radius - px(11)), theme.TEXT, True)


def _kept(view: Viewport, label: Point, words: str) -> Point:
    """Return where words stand: at their place, or as near as they fit on the whole board."""
    half = max(drawing.text_width(line, px(theme.BODY), True) for line in words.split("\n")) / 2 + px(4)
    x, y = view.to_screen(label)
    left, right = view.origin[0], view.origin[0] + view.board[0] * view.scale
    return min(max(x, left + half), right - half), y


def _write(group: InstructionGroup, words: str, centre: Point, colour: theme.Rgba, tag: bool) -> None:
    texture = drawing.text_texture(words, px(theme.BODY), colour, bold=not tag, align="center")
    corner = (round(centre[0] - texture.width / 2), round(centre[1] - texture.height / 2))
    if tag:
        group.add(Color(*theme.with_alpha(theme.BACKGROUND, 0.72)))
        ground = (corner[0] - px(4), corner[1])
        group.add(
            SmoothRoundedRectangle(pos=ground, size=(texture.width + px(8), texture.height), radius=[px(5)])
        )
    else:
        _halo(group, texture, corner)
    group.add(Color(1, 1, 1, 1))
    group.add(Rectangle(texture=texture, pos=corner, size=texture.size))


def _halo(group: InstructionGroup, texture: Any, corner: Point) -> None:
    """Set words off from land by a dark rim."""
    group.add(Color(0, 0, 0, 0.8))
    for x, y in product((-1, 0, 1), repeat=2):
        at = (corner[0] + x * px(1.5), corner[1] + y * px(1.5))
        group.add(Rectangle(texture=texture, pos=at, size=texture.size))

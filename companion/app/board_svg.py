"""Draws a board as SVG; the page adds owners and numbers.

Every place is a group with its id in ``data-place``; the position of its number is a group with
``data-disc``.
"""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from companion.games.boards.board import Board, Point, load_board
from companion.icons.palette import seat_css
from companion.referee.game_view import GameView, Region

MAX_DISC = 42.0
"""Maximum radius of the disc with a number, in units of the board: larger ones hide the land."""
LETTER = 20.0
"""Width of a letter of a continent's name, in units of the board."""
BATTLEFIELD_DISC = 0.035
"""Maximum radius of that disc on a battlefield, as a share of its longer side."""


def board_css() -> str:
    """Return the style sheet of a drawing with its seats; the page defines ``--nobody`` and ``--muted``."""
    return Path(__file__).with_name("board.css").read_text(encoding="utf-8") + seat_css()


def draw_board(game_view: GameView) -> str:
    """Return an ``<svg>`` element; an empty string for a game without a drawn board."""
    if game_view.kind == "territories" and game_view.board:
        return draw_territories(load_board(game_view.board))
    if game_view.plan:
        return _battlefield(game_view.plan)
    return ""


def draw_territories(board: Board) -> str:
    """Return the ``<svg>`` element of a board of territories."""
    height = board.height
    lands = [
        _place(
            territory.id,
            territory.name,
            f"continent-{board.continent(territory.continent).colour}",
            (ring for polygon in territory.polygons for ring in polygon.rings),
            height,
        )
        for territory in board.territories
    ]
    links = [
        f'<path class="link" d="{_path(line, height, closed=False)}"/>'
        for link in board.links
        for line in link.lines
    ]
    names = [
        f'<text class="continent-name" x="{_inside(text, at[0], board.width):.0f}" y="{height - at[1]:.0f}">'
        f"{escape(text)}</text>"
        for continent in board.continents
        for text, at in ((f"{continent.name} {continent.bonus}", continent.label),)
    ]
    radius = min(MAX_DISC, board.disc_radius)
    discs = [_disc(land.id, land.label, height, radius) for land in board.territories]
    return _svg(board.width, height, board.name, [*links, *lands, *names, *discs])


def _inside(text: str, middle: float, width: float) -> float:
    """Return the centre of a line of text, moved so that the edge does not cut the text."""
    half = len(text) * LETTER / 2
    return min(width - half, max(half, middle))


def _battlefield(plan: tuple[Region, ...]) -> str:
    corners = [corner for region in plan for corner in region.outline] or [(1.0, 1.0)]
    width, height = max(x for x, _ in corners), max(y for _, y in corners)
    # Plans are in inches or tiles: larger units make rounding to whole numbers precise enough.
    scale = 1600 / max(width, height)
    grown = [
        (region, tuple((x * scale, y * scale) for x, y in region.outline))
        for region in sorted(plan, key=lambda region: not region.tile)
    ]
    radius = 1600 * BATTLEFIELD_DISC
    lands = [
        _place(region.id, region.name, "tile" if region.tile else "zone", [outline], height * scale)
        for region, outline in grown
        if outline
    ]
    discs = [
        _disc(region.id, (region.centre[0] * scale, region.centre[1] * scale), height * scale, radius)
        for region, _ in grown
    ]
    return _svg(width * scale, height * scale, "Battlefield", [*lands, *discs])


def _place(id: str, name: str, kind: str, rings: Iterable[tuple[Point, ...]], height: float) -> str:
    path = "".join(_path(ring, height) for ring in rings)
    return (
        f'<g class="place {escape(kind)}" data-place="{escape(id)}"><title>{escape(name)}</title>'
        f'<path fill-rule="evenodd" d="{path}"/></g>'
    )


def _disc(id: str, at: Point, height: float, radius: float) -> str:
    return (
        f'<g class="disc" data-disc="{escape(id)}" data-radius="{radius:.0f}" '
        f'transform="translate({at[0]:.0f} {height - at[1]:.0f})"></g>'
    )


def _path(line: Iterable[Point], height: float, *, closed: bool = True) -> str:
    """Return an SVG path in whole units, without repeated points."""
    points = [(round(x), round(height - y)) for x, y in line]
    fewer = [at for before, at in zip([None, *points], points, strict=False) if at != before]
    return f"M{'L'.join(f'{x} {y}' for x, y in fewer)}{'Z' if closed else ''}"


def _svg(width: float, height: float, name: str, parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-label="{escape(name)}">{"".join(parts)}</svg>'
    )

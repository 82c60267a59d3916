"""Draws a board as SVG; the page adds owners and numbers.

Every place is a group with its id in ``data-place``; the position of its number is a group with
``data-disc``.
"""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import product
from math import ceil, floor, hypot
from pathlib import Path

from companion.games.boards.board import Board, Point, load_board
from companion.games.boards.elements import place_name
from companion.icons.palette import seat_css
from companion.locale.messages import ENGLISH, Catalogue, gettext, translated
from companion.referee.game_view import GameView, Region

Box = tuple[float, float, float, float]
"""Left, top, right and bottom; y points down."""

MAX_DISC = 42.0
"""Maximum radius of the disc with a number, in units of the board: larger ones hide the land."""
LETTER = 20.0
"""Width of a letter of a continent's name, in units of the board."""
BADGE, RAISED = 1.55, 1.15
"""How far the badge of a seat reaches from the middle of its disc to the right and up, in radii."""
HIGH, LOW = 28.0, 9.0
"""How far a continent's name reaches above and below its line, in units of the board."""
MOVES = sorted(product(range(-200, 201, 25), repeat=2), key=lambda move: hypot(*move))
"""How a continent's name may be moved to be read, the shortest way first, in units of the board."""
BATTLEFIELD_DISC = 0.035
"""Maximum radius of that disc on a battlefield, as a share of its longer side."""


def board_css() -> str:
    """Return the style sheet of a drawing with its seats; the page defines ``--nobody`` and ``--muted``."""
    return Path(__file__).with_name("board.css").read_text(encoding="utf-8") + seat_css()


def draw_board(game_view: GameView, catalogue: Catalogue = ENGLISH) -> str:
    """Return an ``<svg>`` element; an empty string for a game without a drawn board."""
    if game_view.kind == "territories" and game_view.board:
        return draw_territories(load_board(game_view.board), catalogue)
    if game_view.plan:
        return _battlefield(game_view.plan, catalogue)
    return ""


def draw_territories(board: Board, catalogue: Catalogue = ENGLISH) -> str:
    """Return the ``<svg>`` element of a board of territories, with names of a language."""
    height = board.height
    lands = [
        _place(
            territory.id,
            translated(place_name(territory.name), catalogue),
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
    radius = min(MAX_DISC, board.disc_radius)
    discs = [_disc(land.id, land.label, height, radius) for land in board.territories]
    labels = [land.label for land in board.territories]
    names = [
        f'<text class="continent-name" x="{x:.0f}" y="{y:.0f}">{escape(text)}</text>'
        for text, (x, y) in _names(board, radius, catalogue)
    ]
    left, right = _widened(board.width, [x for x, _ in labels], radius * BADGE)
    top, bottom = _widened(height, [height - y for _, y in labels], radius * BADGE)
    title = translated(place_name(board.name), catalogue)
    return _svg((left, top, right, bottom), title, [*links, *lands, *names, *discs])


def _widened(size: float, middles: list[float], reach: float) -> tuple[float, float]:
    """Return where a side begins and ends that has room for what reaches beyond the canvas."""
    return min(0.0, min(middles) - reach), max(size, max(middles) + reach)


def _names(board: Board, radius: float, catalogue: Catalogue) -> Iterator[tuple[str, Point]]:
    """Yield the names of continents with their bonuses, and where to write them: clear of discs and badges.

    The place is the nearest one to that of the board which covers least; y points down.
    """
    discs = [(land.label[0], board.height - land.label[1]) for land in board.territories]
    reach = radius * BADGE
    taken: list[Box] = [(x - radius, y - radius * RAISED, x + reach, y + radius) for x, y in discs]
    for continent in board.continents:
        text = f"{translated(place_name(continent.name), catalogue)} {continent.bonus}"
        x, y = continent.label
        half = len(text) * LETTER / 2
        found: list[tuple[float, Box]] = []
        for right, down in MOVES:
            middle = min(board.width - half, max(half, x + right))
            line = min(board.height - LOW, max(HIGH, board.height - y + down))
            box = middle - half, line - HIGH, middle + half, line + LOW
            found.append((sum(_shared(box, other) for other in taken), box))
            if not found[-1][0]:
                break
        _, box = min(found, key=lambda each: each[0])
        taken.append(box)
        yield text, (box[0] + half, box[3] - LOW)


def _shared(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, across) * max(0.0, down)


def _battlefield(plan: tuple[Region, ...], catalogue: Catalogue) -> str:
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
        _place(
            region.id,
            translated(gettext(region.name), catalogue),
            "tile" if region.tile else "zone",
            [outline],
            height * scale,
        )
        for region, outline in grown
        if outline
    ]
    discs = [
        _disc(region.id, (region.centre[0] * scale, region.centre[1] * scale), height * scale, radius)
        for region, _ in grown
    ]
    title = translated(gettext("Battlefield"), catalogue)
    return _svg((0, 0, width * scale, height * scale), title, [*lands, *discs])


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


def _svg(box: Box, name: str, parts: list[str]) -> str:
    """Return the drawing of a box: left, top, right and bottom are rounded outwards."""
    left, top, right, bottom = floor(box[0]), floor(box[1]), ceil(box[2]), ceil(box[3])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {right - left} {bottom - top}" '
        f'role="img" aria-label="{escape(name)}">{"".join(parts)}</svg>'
    )

"""Draws a board as an SVG picture, to check it by eye; the game itself draws in `companion/ui`."""

from xml.sax.saxutils import escape

from companion.games.boards.board import Board, LineString, Point

COLOURS = {
    "yellow": "#d6ae54",
    "red": "#be5c4e",
    "blue": "#4e86b8",
    "brown": "#ac804e",
    "green": "#6c9c68",
    "purple": "#966294",
    "teal": "#48988f",
}
SEA, COAST, LINE, DISC = "#223042", "#14181e", "#c4ced6", "#1c2026"


def board_picture(board: Board) -> str:
    """Return an SVG of the whole board, with lands, sea links, discs and names; y points down in it."""

    def at(point: Point) -> str:
        return f"{point[0]:g},{board.height - point[1]:g}"

    def path(lines: tuple[LineString, ...], end: str) -> str:
        return " ".join(f"M{' '.join(map(at, line))}{end}" for line in lines)

    def text(words: str, point: Point, size: int, colour: str) -> str:
        x, y = at(point).split(",")
        return (
            f'<text x="{x}" y="{y}" stroke="none" font-size="{size}" fill="{colour}">{escape(words)}</text>'
        )

    parts = [
        f'<path d="{path(polygon.rings, "Z")}" fill="{COLOURS[board.continent(land.continent).colour]}"/>'
        for land in board.territories
        for polygon in land.polygons
    ]
    parts += [f'<path d="{path(link.lines, "")}" fill="none" stroke="{LINE}"/>' for link in board.links]
    for land in board.territories:
        x, y = at(land.label).split(",")
        parts.append(f'<circle cx="{x}" cy="{y}" r="{board.disc_radius:g}" fill="none" stroke="{DISC}"/>')
        parts.append(text(land.name, land.label, 14, "white"))
    for continent in board.continents:
        words = f"{continent.name} +{continent.bonus}"
        parts.append(text(words, continent.label, 20, COLOURS[continent.colour]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width:g} {board.height:g}" '
        f'style="background:{SEA}" stroke="{COAST}" stroke-width="2" fill-rule="evenodd" '
        'font-family="sans-serif" text-anchor="middle">\n<style>text { stroke: none }</style>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )

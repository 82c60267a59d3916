"""Set a kept game up again: what to put down where, one part of the board after the other."""

from collections.abc import Iterable, Iterator
from html import escape

from msgspec import Struct

from companion.app.labels import count_label, inflect, seats_with_neutral
from companion.games.boards.board import load_board
from companion.games.boards.elements import place_name
from companion.icons.sheets import icon_sheet
from companion.locale.catalogue import alphabetical
from companion.locale.messages import ENGLISH, Catalogue, gettext, joined, translated
from companion.referee.game_view import GameView, Place, Unit
from companion.referee.seats import Seat

WHOLE_BOARD = gettext("The board")
"""What the only part of a battlefield is called."""

PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The content security policy of the page: it runs and loads nothing."""
STYLE = (
    "body{font-family:sans-serif;margin:1em}main{columns:19em}section{break-inside:avoid;margin:0 0 1em}"
    "table{border-collapse:collapse;width:100%}td{padding:.1em .4em .1em 0;border-bottom:1px solid #ccc}"
    "td:first-child{width:1.6em}td:last-child{text-align:right;min-width:5em}"
    "h1{font-size:1.4em}h2{font-size:1.1em;margin:.3em 0}"
    "input{width:1.3em;height:1.3em;margin:.2em}label{display:block;padding:.3em 0}"
    "tr:has(:checked){color:#767676;text-decoration:line-through}"
    "@page{margin:12mm}@media print{body{margin:0;font-size:9pt}main{columns:2}label{padding:0}"
    "input{width:1em;height:1em;margin:0}}"
)
"""Boxes can be ticked on a phone; on paper all parts stand in two columns of one page."""


class PlacedPieces(Struct, frozen=True):
    """What lies on one place.

    Attributes:
        place: its id.
        name: its name for people.
        seat: whose pieces these are; None if no player holds it.
        text: the pieces, such as ``"3 armies, Capital"``.
    """

    place: str
    name: str
    seat: Seat | None
    text: str


class BoardPart(Struct, frozen=True):
    """A part of the board that is set up at once, such as a continent."""

    title: str
    places: tuple[PlacedPieces, ...]


def can_be_set_up(game_view: GameView) -> bool:
    """Whether pieces lie on places that are recorded."""
    return game_view.kind != "field" and any(place.count for place in game_view.places.values())


def board_parts(game_view: GameView, seats: tuple[Seat, ...]) -> tuple[BoardPart, ...]:
    """List the pieces of a board, part by part.

    An open field has none: where miniatures stand is not recorded.

    Args:
        game_view: the state to set up.
        seats: all players.
    """
    owners = {seat.id: seat for seat in seats_with_neutral(game_view, seats)}
    found = ((title, _placed(game_view, ids, owners)) for title, ids in _areas(game_view))
    parts = (
        BoardPart(title, tuple(sorted(placed, key=lambda each: alphabetical(each.name))))
        for title, placed in found
    )
    return tuple(part for part in parts if part.places)


def _areas(game_view: GameView) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Yield the title of each part, with the ids and names of its places."""
    if game_view.kind == "territories":
        board = load_board(game_view.board)
        for continent in board.continents:
            own = tuple((id, place_name(board.territory(id).name)) for id in continent.territories)
            yield place_name(continent.name), own
    elif game_view.kind == "battlefield":
        yield WHOLE_BOARD, tuple((area.id, gettext(area.name)) for area in game_view.plan if not area.tile)


def _placed(
    game_view: GameView, ids: Iterable[tuple[str, str]], owners: dict[str, Seat]
) -> Iterator[PlacedPieces]:
    units = {unit.id: unit for unit in game_view.roster}
    for id, name in ids:
        place = game_view.places[id]
        if text := _pieces(game_view, place, units.get(id)):
            seat = owners.get(place.owner or "")
            neutral = place.owner is not None and seat is None
            yield PlacedPieces(id, name, seat, gettext("neutral, {pieces}", pieces=text) if neutral else text)


def _pieces(game_view: GameView, place: Place, unit: Unit | None) -> str:
    """Say what lies on a place: its pieces, then what its icons stand for."""
    named = icon_sheet("marks")
    kinds = dict.fromkeys(mark.partition(":")[0] for mark in place.marks)
    marks = [gettext(named[kind].name) for kind in kinds if kind in named and named[kind].name]
    if unit is not None:
        pieces = [
            gettext("{count} {noun}", count=figure.value, noun=inflect(figure.label, figure.value))
            for figure in unit.figures
        ]
    else:
        pieces = [count_label(game_view, place.count)] if place.count else []
    return joined([*pieces, *marks], ", ")


def _whose(seat: Seat) -> str:
    """Name a seat with the colour of its pieces: paper may be black and white."""
    colour = gettext(seat.colour.capitalize())
    if colour.lower() in seat.name.lower():
        return seat.name
    return gettext("{player} ({colour})", player=seat.name, colour=colour)


def setup_page(
    title: str, game_view: GameView, seats: tuple[Seat, ...], catalogue: Catalogue = ENGLISH
) -> str:
    """Write one HTML page to print: a table for each part of the board, with a box to tick."""
    parts = board_parts(game_view, seats)
    tables = "".join(_table(part, catalogue) for part in parts)
    heading = translated(gettext("Set the board up: {game}", game=title), catalogue)
    return (
        f'<!doctype html><html lang="{catalogue.language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>{escape(heading)}</h1><main>{tables}</main></body></html>\n"
    )


def _table(part: BoardPart, catalogue: Catalogue) -> str:
    def say(text: str) -> str:
        return escape(translated(text, catalogue))

    rows = "".join(
        f'<tr><td><input type="checkbox" id="{escape(placed.place)}"></td>'
        f'<td><label for="{escape(placed.place)}">{say(placed.name)}</label></td>'
        f"<td>{say(_whose(placed.seat)) if placed.seat is not None else ''}</td>"
        f"<td>{say(placed.text)}</td></tr>"
        for placed in sorted(part.places, key=lambda placed: alphabetical(translated(placed.name, catalogue)))
    )
    return f"<section><h2>{say(part.title)}</h2><table>{rows}</table></section>"

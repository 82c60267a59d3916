"""The part of the report that plays the game back: a board with a slider, and every turn's places as data."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from companion.app.board_svg import draw_board
from companion.app.chronicle.chronicle import TurnRecord
from companion.app.labels import seats_with_neutral
from companion.icons.sheets import icon_sheet, path_of
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH, Catalogue, gettext, pgettext, translated
from companion.referee.game_view import GameView
from companion.referee.seats import Seat

EMBLEM_SIZE, MARK_SIZE = 68, 80
"""Size of a sign in a disc of radius 100."""

PlaceData = tuple[str | None, int, tuple[str, ...]]
"""Owner, count and marks of a place."""


def replay_section(
    turns: Sequence[TurnRecord],
    views: Sequence[GameView],
    seats: tuple[Seat, ...],
    labels: Sequence[str],
    catalogue: Catalogue = ENGLISH,
) -> list[str]:
    """Return the section; nothing for a game without a drawn board, or before its first turn."""
    drawing = draw_board(views[-1], catalogue) if views else ""
    if not drawing:
        return []
    last = len(turns) - 1
    everybody = {seat.id: seat for view in views for seat in seats_with_neutral(view, seats)}
    drawing = _with_owners(drawing, views[-1], everybody)
    data = {
        "seats": {id: {"colour": seat.colour, "emblem": seat.emblem} for id, seat in everybody.items()},
        "frames": _frames(turns, views, labels),
        "start": turns[0].last_entry,
        "end": turns[-1].last_entry,
    }
    # "<" would let a place called "</script>" end the data.
    encoded = encode_in(data, catalogue).decode().replace("<", "\\u003c")

    def say(text: str) -> str:
        return escape(translated(text, catalogue))

    play, stop = say(pgettext("replay", "Play")), say(pgettext("replay", "Stop"))
    back, on = say(gettext("One turn back")), say(gettext("One turn on"))
    turn, happened = say(gettext("Turn")), say(gettext("What happened"))
    return [
        f"<h2>{say(gettext('The board'))}</h2>",
        f'<section id="replay"><div><div id="board">{drawing}</div>{_symbols(everybody.values(), views)}',
        f'<div class="bar"><button id="back" aria-label="{back}">&#9664;</button>',
        f'<input type="range" id="turn" min="0" max="{last}" value="{last}" aria-label="{turn}">',
        f'<button id="forward" aria-label="{on}">&#9654;</button>',
        f'<button id="play" data-stop="{stop}">{play}</button></div></div>',
        f'<div class="moment" tabindex="0" role="region" aria-label="{happened}">',
        '<h3 id="when"></h3><div id="what"></div></div></section>',
        f'<script type="application/json" id="frames">{encoded}</script>',
    ]


def _with_owners(drawing: str, view: GameView, seats: Mapping[str, Seat]) -> str:
    """Draw owners and numbers, for a browser without scripts, or on paper."""
    for id, place in view.places.items():
        owner = seats.get(place.owner or "")
        colour = owner.colour if owner is not None else "nobody"
        drawing = drawing.replace(
            f'data-place="{escape(id)}"', f'data-place="{escape(id)}" data-owner="{colour}"'
        )
        if owner is not None or place.count:
            disc = f'<circle r="26" class="seat-{colour}"/>'
            number = f'<text class="number on-{colour}" y="10" font-size="28">{place.count}</text>'
            start, mark, end = drawing.partition(f'data-disc="{escape(id)}"')
            drawing = start + mark + end.replace("></g>", f">{disc}{number}</g>", 1)
    return drawing


def _frames(
    turns: Sequence[TurnRecord], views: Sequence[GameView], labels: Sequence[str]
) -> list[dict[str, Any]]:
    """Return each turn's label, its last entry, and the places that have changed since the turn before."""
    frames: list[dict[str, Any]] = []
    before: dict[str, PlaceData] = {}
    for turn, view, label in zip(turns, views, labels, strict=True):
        now: dict[str, PlaceData] = {
            id: (place.owner, place.count, tuple(dict.fromkeys(place.marks)))
            for id, place in view.places.items()
        }
        fresh = {id: place for id, place in now.items() if before.get(id) != place}
        frames.append({"label": label, "entry": turn.last_entry, "places": fresh})
        before = now
    return frames


def _symbols(seats: Any, views: Sequence[GameView]) -> str:
    """Return the signs that the board may show, to be drawn by their ids."""
    emblems, marks = icon_sheet("emblems"), icon_sheet("marks")
    shown = {mark.split(":")[0] for view in views for place in view.places.values() for mark in place.marks}
    signs = [(f"emblem-{seat.emblem}", emblems[seat.emblem], EMBLEM_SIZE) for seat in seats]
    signs += [(f"mark-{name}", marks[name], MARK_SIZE) for name in sorted(shown) if name in marks]
    drawn = "".join(
        f'<symbol id="{escape(id)}" overflow="visible">'
        + "".join(f'<path fill-rule="evenodd" d="{path_of(shape, size)}"/>' for shape in icon.shapes)
        + "</symbol>"
        for id, icon, size in {sign[0]: sign for sign in signs}.values()
    )
    return f'<svg width="0" height="0" aria-hidden="true" hidden>{drawn}</svg>'

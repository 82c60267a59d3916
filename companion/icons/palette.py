"""The colours of seats, which the screen, the phones and the report share: six hexadecimal digits each."""

from typing import NamedTuple

from companion.referee.seats import Colour

LIGHT, DARK = "f6eedd", "1e1710"
"""Text on dark and on light colours."""


class Paint(NamedTuple):
    """The colours of one seat.

    Attributes:
        fill: the colour of the player's pieces.
        text: of text and icons on it.
        edge: of the outline, visible on the table and on parchment.
    """

    fill: str
    text: str
    edge: str


SEAT_PAINTS: dict[Colour, Paint] = {
    "red": Paint("9f3f4c", LIGHT, "f0a69c"),
    "blue": Paint("2d529f", LIGHT, "9cc4ee"),
    "green": Paint("68b081", DARK, "b6e0c3"),
    "yellow": Paint("f4cc36", DARK, "fff0b0"),
    "black": Paint("23262a", LIGHT, "a7adb3"),
    "purple": Paint("c67cf1", DARK, "e6c8fa"),
    "orange": Paint("dd6914", DARK, "ffd3a2"),
    "white": Paint("f2eee4", DARK, "9a9488"),
    "brown": Paint("572b0e", LIGHT, "d3a880"),
    "gray": Paint("848993", DARK, "d8dde1"),
}
"""Any two fills differ for every kind of colour vision."""

UNOWNED = Paint("cdbf9c", DARK, "f1e6c8")
"""Of territories without an owner."""


def seat_css() -> str:
    """Return the style sheet of the colours: seats' discs, text on them, and the land that they own."""
    rules = (
        f".seat-{name} {{ fill: #{fill}; background: #{fill}; }} .on-{name} {{ fill: #{text}; }} "
        f'[data-owner="{name}"] path {{ fill: #{fill}; }}'
        for name, (fill, text, _) in (*SEAT_PAINTS.items(), ("nobody", UNOWNED))
    )
    return "\n".join([*rules, ".tile[data-owner] path { fill: none; }", ""])

"""The body colours of dice: one row says all that reader, screen and renderer know of a colour."""

from typing import NamedTuple

from companion.locale.messages import pgettext

Bgr = tuple[int, int, int]
"""Blue, green and red, each 0 to 255, as a camera sees them under white light."""


class DicePaint(NamedTuple):
    """One body colour.

    Attributes:
        near: the colours that it may look like in poor light, the likeliest first.
        fill: its colour on the screen, as six hexadecimal digits.
        edge: of the outline there.
        dark_pips: whether pips and letters on it are dark there.
    """

    near: tuple[str, ...]
    fill: str
    edge: str
    dark_pips: bool = False


DICE_COLOURS: dict[str, DicePaint] = {
    "red": DicePaint(("orange", "brown", "purple"), "b3302b", "e58f86"),
    "white": DicePaint(("bone", "grey", "yellow"), "f4f0e6", "bdb6a6", dark_pips=True),
    "black": DicePaint(("grey", "blue", "brown"), "26292d", "8d949b"),
    "blue": DicePaint(("black", "purple", "grey"), "2560a4", "8db8e6"),
    "green": DicePaint(("blue", "black", "yellow"), "2a7242", "8fca9d"),
    "yellow": DicePaint(("bone", "orange", "white"), "ecc742", "b8932a", dark_pips=True),
    "orange": DicePaint(("red", "yellow", "brown"), "e5852c", "a85f1c", dark_pips=True),
    "purple": DicePaint(("blue", "red", "black"), "75429c", "c29fdf"),
    "brown": DicePaint(("red", "orange", "black"), "744524", "c5996f"),
    "grey": DicePaint(("white", "black", "blue"), "98a0a6", "666d73", dark_pips=True),
    "bone": DicePaint(("white", "yellow", "grey"), "e6d7b2", "a8966b", dark_pips=True),
}
"""Every colour that is told apart, by the name that the reader and games use."""

_NAMES = {
    # Translators: colours of dice.
    "red": pgettext("dice", "red"),
    "white": pgettext("dice", "white"),
    "black": pgettext("dice", "black"),
    "blue": pgettext("dice", "blue"),
    "green": pgettext("dice", "green"),
    "yellow": pgettext("dice", "yellow"),
    "orange": pgettext("dice", "orange"),
    "purple": pgettext("dice", "purple"),
    "brown": pgettext("dice", "brown"),
    "grey": pgettext("dice", "grey"),
    "bone": pgettext("dice", "bone"),
}


def colour_name(colour: str) -> str:
    """Return what people call a colour of dice."""
    return _NAMES.get(colour, colour)


class BodyShades(NamedTuple):
    """Typical bodies of one look; real ones vary around them.

    Attributes:
        called: the colour of `DICE_COLOURS` that it counts as.
        shades: of the body.
    """

    called: str
    shades: tuple[Bgr, ...]


BODY_SHADES: dict[str, BodyShades] = {
    "white": BodyShades("white", ((240, 240, 240), (228, 234, 236), (245, 240, 235))),
    "ivory": BodyShades("bone", ((178, 214, 230), (190, 222, 236), (160, 205, 226))),
    "black": BodyShades("black", ((22, 20, 20), (34, 30, 30), (40, 36, 34))),
    "grey": BodyShades("grey", ((128, 128, 128), (150, 145, 140), (100, 102, 105))),
    "red": BodyShades("red", ((32, 28, 178), (40, 40, 205), (30, 20, 140), (50, 36, 225))),
    "orange": BodyShades("orange", ((30, 110, 225), (40, 130, 240), (28, 95, 215))),
    "yellow": BodyShades("yellow", ((40, 200, 235), (60, 215, 240), (30, 180, 225))),
    "green": BodyShades("green", ((60, 140, 30), (80, 165, 45), (50, 100, 20), (70, 180, 110))),
    "blue": BodyShades("blue", ((160, 70, 25), (190, 100, 30), (120, 45, 20), (215, 150, 60))),
    "purple": BodyShades("purple", ((130, 40, 95), (150, 50, 120), (100, 30, 70))),
    "pink": BodyShades("red", ((170, 120, 230), (180, 150, 240), (150, 90, 220))),
    "brown": BodyShades("brown", ((30, 55, 95), (45, 75, 120), (25, 45, 75))),
    "wood": BodyShades("bone", ((105, 160, 205), (85, 140, 190), (120, 175, 215))),
}
"""The looks that are rendered and recognised, by name; the renderer draws them in this order."""


def shades_of(name: str) -> tuple[Bgr, ...]:
    """Return typical bodies of a look, or of a colour of `DICE_COLOURS` by its first look."""
    looks = BODY_SHADES.get(name) or next(looks for looks in BODY_SHADES.values() if looks.called == name)
    return looks.shades

"""The theme keeps its promises: everything can be read, and everything can be touched."""

from collections.abc import Callable
from typing import Any

import pytest
from PIL import ImageFont

from companion.dice.colours import DICE_COLOURS
from companion.icons.sheets import icon_sheet
from companion.referee.seats import COLOURS, EMBLEMS
from companion.ui import theme
from companion.ui.widgets.board.territory.pattern import land_colour

MILLIMETRE = 5.2
"""Pixels of a millimetre on the 800x480 screen of seven inches."""


@pytest.mark.parametrize("name", theme.CONTRAST_PAIRS)
def test_words_stand_out_from_their_ground(name: Any) -> None:
    words, ground = theme.CONTRAST_PAIRS[name]
    assert theme.contrast(words, ground) >= 4.5, f"{theme.contrast(words, ground):.2f}"


@pytest.mark.parametrize(
    ("one", "other", "contrast"),
    [
        ("000000", "ffffff", 21.0),  # as far apart as can be
        ("777777", "777777", 1.0),  # the same
        ("ff0000", "ffffff", 4.0),  # known from the web guidelines
    ],
)
def test_contrast_agrees_with_the_published_formula(one: str, other: str, contrast: float) -> None:
    assert theme.contrast(theme.rgba(one), theme.rgba(other)) == pytest.approx(contrast, abs=0.01)


def test_every_seat_and_every_die_has_its_paint() -> None:
    assert set(theme.SEAT_COLOURS) == set(COLOURS)
    assert set(theme.DIE_COLOURS) == set(DICE_COLOURS)


def test_every_emblem_is_drawn_and_no_two_are_alike() -> None:
    emblems = icon_sheet("emblems")
    assert set(emblems) == set(EMBLEMS)
    assert len({icon.shapes for icon in emblems.values()}) == len(EMBLEMS)


def test_no_two_seats_share_a_land_colour() -> None:
    grounds = [land_colour(colour) for colour in (*COLOURS, None)]
    nearest = min(
        sum(abs(a - b) for a, b in zip(one, other, strict=True))
        for n, one in enumerate(grounds)
        for other in grounds[:n]
    )
    assert nearest > 0.15


@pytest.mark.parametrize("colour", COLOURS)
def test_a_seat_stands_out_from_the_table(colour: Any) -> None:
    paint = theme.SEAT_COLOURS[colour]
    assert max(theme.contrast(part, theme.BACKGROUND) for part in (paint.fill, paint.edge)) >= 3


def test_sizes_are_large_enough_for_a_metre_and_for_fingers() -> None:
    assert theme.BODY >= 4 * MILLIMETRE
    assert min(theme.TAP_TARGET, theme.BUTTON_HEIGHT, theme.STRIP_HEIGHT) >= 9 * MILLIMETRE


@pytest.mark.parametrize(
    ("width", "height", "unit", "portrait"),
    [(800, 480, 1.0, False), (1280, 720, 1.5, False), (720, 1280, 1.5, True)],
)
def test_sizes_grow_with_the_window(width: int, height: int, unit: float, portrait: bool) -> None:
    measures = theme.Metrics()
    measures.fit(width, height)
    assert (measures.unit, measures.portrait) == (unit, portrait)


def draws(font: str) -> Callable[[str], bool]:
    """Whether a font has a letter: what it has not is drawn as its box for unknown ones."""
    opened = ImageFont.truetype(font, 40)

    def picture(letter: str) -> tuple[object, bytes]:
        mask = opened.getmask(letter)
        return mask.size, bytes(mask)

    unknown = picture("\U0010ffff")
    return lambda letter: picture(letter) != unknown


FIVE_LANGUAGES = (
    "ÄÖÜäöüß" "ÀÂÇÉÈÊËÎÏÔŒÙÛŸÆàâçéèêëîïôœùûÿæ" "ÁÉÍÑÓÚÜáéíñóúü¿¡ªº" "ÀÈÉÌÒÙàèéìòù"
    "«»„“”‚‘’‹›…×–—·•±°½¼¾€\u00a0\u202f"
)  # fmt: skip
OTHER_NAMES = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώϊςЁЙЩЪЫЭЮЯёйщъыэюяІЇЄҐіїєґĄĆĘŁŃŚŹŻąćęłńśźżŘĚŮřěůĞİŞğışŐŰőű−≤≥"


@pytest.mark.parametrize("bold", [False, True])
def test_every_letter_is_drawn(bold: bool) -> None:
    assert theme.font_of(FIVE_LANGUAGES, bold=bold) in (theme.FONT, theme.FONT_BOLD)
    for letters in (FIVE_LANGUAGES, OTHER_NAMES):
        missing = [letter for letter in letters if not draws(theme.font_of(letter, bold=bold))(letter)]
        assert missing == []

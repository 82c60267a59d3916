"""The sheets of icons: what is read of SVG, and that every drawing stays in its circle."""

from xml.etree import ElementTree

import pytest

from companion.icons.sheets import Icon, icon_sheet, path_of
from companion.referee.seats import EMBLEMS

SHEETS = ("emblems", "marks", "buttons", "cards", "figures")


@pytest.mark.parametrize(
    "icon", [icon for name in SHEETS for icon in icon_sheet(name).values()], ids=lambda icon: icon.id
)
def test_a_drawing_has_something_and_stays_in_its_square(icon: Icon) -> None:
    corners = [point for shape in icon.shapes for outline in shape for point in outline]
    corners += [point for stroke in icon.strokes for point in stroke.points]
    corners += [(circle.centre[0] + circle.radius, circle.centre[1]) for circle in icon.circles]
    assert corners or icon.letter
    assert all(-1.08 <= value <= 1.08 for point in corners for value in point)


def test_every_seat_has_an_emblem() -> None:
    assert set(icon_sheet("emblems")) == set(EMBLEMS)


@pytest.mark.parametrize(
    ("sheet", "name", "expected"),
    [
        ("marks", "hero", ("Hero", "e4d5b0", "1e1710")),
        ("marks", "start", ("", "e4d5b0", "1e1710")),
        ("buttons", "plus", ("", "", "")),
    ],
)
def test_names_and_colours_are_read(sheet: str, name: str, expected: tuple[str, str, str]) -> None:
    icon = icon_sheet(sheet)[name]
    assert (icon.name, icon.fill, icon.line) == expected


def test_y_points_up_and_kinds_are_told_apart() -> None:
    question, dice, play = (icon_sheet("buttons")[name] for name in ("question", "dice", "play"))
    assert question.letter == ("?", 1.35)
    (ring,) = question.circles
    assert (ring.radius, ring.width) == (0.92, 0.16)
    assert [(circle.centre, circle.width) for circle in dice.circles] == [
        ((-0.35, -0.35), 0.0), ((0.0, 0.0), 0.0), ((0.35, 0.35), 0.0)
    ]  # fmt: skip
    assert [stroke.closed for stroke in dice.strokes] == [True]
    assert play.shapes == ((((-0.5, -0.78), (0.8, 0.0), (-0.5, 0.78)),),)


def test_outlines_filled_together_make_one_path() -> None:
    icon = icon_sheet("emblems")["tower"]
    (shape,) = icon.shapes
    assert len(shape) == 2, "a wall with a gate as a hole"
    drawn = ElementTree.fromstring(f'<path d="{path_of(shape)}"/>')
    assert drawn.attrib["d"].count("M") == 2
    assert drawn.attrib["d"].startswith("M-0.78,-0.92")

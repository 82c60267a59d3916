"""The ground of every board as SVG, from the data that the screen draws."""

from xml.etree import ElementTree

import pytest

from companion.app.board_svg import draw_board
from companion.games.boards.board import board_names, load_board
from companion.referee.game_view import GameView, Region

SVG = "{http://www.w3.org/2000/svg}"


def places(drawing: str, attribute: str) -> list[str]:
    root = ElementTree.fromstring(drawing)
    return [group.attrib[attribute] for group in root.iter(f"{SVG}g") if attribute in group.attrib]


def view(plan: tuple[Region, ...] = (), board: str = "") -> GameView:
    return GameView("battlefield" if plan else "territories", board, {}, (), plan=plan)


@pytest.mark.parametrize("name", board_names())
def test_every_territory_and_its_number_is_drawn(name: str) -> None:
    drawing = draw_board(view(board=name))
    wanted = [territory.id for territory in load_board(name).territories]
    assert places(drawing, "data-place") == places(drawing, "data-disc") == wanted
    assert len(drawing) < 150_000


def test_names_of_continents_are_not_cut_at_the_edge() -> None:
    root = ElementTree.fromstring(draw_board(view(board="classic")))
    for words in root.iter(f"{SVG}text"):
        half = len(words.text or "") * 10
        assert half <= float(words.attrib["x"]) <= 1600 - half


def test_a_battlefield_is_drawn_from_its_plan_and_words_are_escaped() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0))
    plan = (
        Region("tile", "tile A", square, (1.0, 0.5), tile=True),
        Region('<z "1">', "<script>alert(1)</script>", square, (1.0, 0.5)),
    )
    drawing = draw_board(view(plan))
    assert places(drawing, "data-place") == ["tile", '<z "1">']
    assert "<script>" not in drawing


def test_there_is_nothing_to_draw_on_an_open_field() -> None:
    assert draw_board(GameView("field", "", {}, ())) == ""

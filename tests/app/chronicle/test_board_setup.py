"""What lies where: every piece of the state, once, under its part of the board."""

from html.parser import HTMLParser
from typing import Any

import pytest

from companion.app.chronicle.board_setup import board_parts, setup_page
from companion.games import find_game
from companion.referee.houserules import set_house_rules
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table

NAMES = ("Anna <b>", "Ben", "Cleo")


def played(name: str, answers: int = 150) -> Table[Any]:
    game, player = find_game(name), RandomBot(3)
    table = Table(game, game.begin(seats_of(3, NAMES), set_house_rules(game.house_rules, {})))
    for _ in range(answers):
        assert table.question is not None
        table.answer(player.answer(table.question))
    return table


@pytest.mark.parametrize("name", ["classic", "starcraft", "nuked", "balance", "rogue"])
def test_every_place_with_pieces_is_named_once(name: str) -> None:
    table = played(name)
    view, seats = table.game_view, tuple(table.state.seats)
    rows = [placed for part in board_parts(view, seats) for placed in part.places]
    ids = [placed.place for placed in rows]
    assert len(ids) == len(set(ids))
    assert {id for id, place in view.places.items() if place.count} <= set(ids)
    for placed in rows:
        owner = view.places[placed.place].owner
        assert placed.seat is not None or owner is None or placed.text.startswith("neutral, ")
        assert placed.seat is None or placed.seat.id == owner


def test_it_says_number_owner_and_marks() -> None:
    table = played("nuked")
    rows = {
        placed.name: placed
        for part in board_parts(table.game_view, tuple(table.state.seats))
        for placed in part.places
    }
    capital = next(id for id, place in table.game_view.places.items() if "capital:red" in place.marks)
    place = table.game_view.places[capital]
    placed = next(row for row in rows.values() if row.place == capital)
    assert placed.text.startswith(str(place.count))
    assert placed.text.endswith("Capital")
    assert placed.seat is not None
    assert placed.seat.name == NAMES[0]


def test_miniatures_on_an_open_table_have_no_places() -> None:
    game = find_game("battle")
    table = Table(game, game.begin(seats_of(2), set_house_rules(game.house_rules, {})))
    assert board_parts(table.game_view, tuple(table.state.seats)) == ()


class Cells(HTMLParser):
    """Counts the rows of a page, and keeps its text."""

    def __init__(self) -> None:
        super().__init__()
        self.rows, self.text = 0, ""

    def handle_starttag(self, tag: str, _attributes: object) -> None:
        self.rows += tag == "tr"

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_has_a_row_for_each_place_and_escapes_names() -> None:
    table = played("classic")
    page = setup_page("Friday", table.game_view, tuple(table.state.seats))
    cells = Cells()
    cells.feed(page)
    assert cells.rows == 42
    assert f"{NAMES[0]} (Red)" in cells.text
    assert "<b>" not in page
    assert page.count('type="checkbox"') == 42

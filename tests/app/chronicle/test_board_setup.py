"""What lies where: every piece of the state, once, under its part of the board."""

from html.parser import HTMLParser
from typing import Any

import pytest

from companion.app.chronicle.board_setup import board_parts, can_be_set_up, setup_page
from companion.games import find_game
from companion.games.boards.board import load_board
from companion.referee.game_view import BoardKind, Figure, GameView, Place, Region, Standing, Unit
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


def told(view: GameView) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Each part of a board, and what lies there: the place, whose, and what."""
    parts = board_parts(view, seats_of(2, ("Anna", "Ben")))
    return [
        (
            str(part.title),
            [(str(at.name), at.seat.name if at.seat else "", str(at.text)) for at in part.places],
        )
        for part in parts
    ]


def test_a_map_is_told_continent_by_continent() -> None:
    """By name; the pieces, then what icons stand for, once each; whose they are, if a player's."""
    standings = (Standing("red", (Figure("territories", 3), Figure("troops", 9))),)
    places = {territory.id: Place(None, 0) for territory in load_board("classic").territories}
    places |= {
        "venezuela": Place("red", 3, ("capital:red", "nothing known")),
        "brazil": Place("blue", 1),
        "peru": Place("neutral", 2),
        "argentina": Place(None, 0, ("city", "city")),
        "siam": Place("neutral-blue", 2),
        "japan": Place(None, 4),
    }
    assert told(GameView("territories", "classic", places, standings)) == [
        (
            "South America",
            [
                ("Argentina", "", "City"),
                ("Brazil", "Ben", "1 troop"),
                ("Peru", "", "neutral, 2 troops"),
                ("Venezuela", "Anna", "3 troops, Capital"),
            ],
        ),
        ("Asia", [("Japan", "", "4 troops"), ("Siam", "Neutral blue", "2 troops")]),
    ]


def test_a_battlefield_is_one_part_with_the_figures_of_its_squads() -> None:
    corner = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    plan = tuple(
        Region(id, name, corner, (0.3, 0.3), tile=tile)
        for id, name, tile in (
            ("2", "Old mill", False),
            ("1", "Bridge", False),
            ("t", "Tile", True),
            ("3", "Ford", False),
        )
    )
    places = {"1": Place("red", 1), "2": Place("blue", 2), "3": Place(None, 0), "t": Place("red", 1)}
    roster = (Unit("1", "red", "squad", "Squad", (Figure("tanks", 1), Figure("soldiers", 4))),)
    view = GameView("battlefield", "", places, (), plan=plan, roster=roster)
    assert told(view) == [
        ("The board", [("Bridge", "Anna", "1 tank, 4 soldiers"), ("Old mill", "Ben", "2 armies")])
    ]


@pytest.mark.parametrize(
    ("kind", "count", "can"),
    [("territories", 1, True), ("territories", 0, False), ("battlefield", 1, True), ("field", 1, False)],
)
def test_what_can_be_set_up(kind: BoardKind, count: int, can: bool) -> None:
    assert can_be_set_up(GameView(kind, "", {"a": Place(None, 0), "b": Place("red", count)}, ())) == can


@pytest.mark.parametrize(
    ("name", "shown"), [("Anna", "Anna (Red)"), ("Red Baron", "Red Baron"), ("reddy", "reddy")]
)
def test_a_name_is_shown_with_its_colour_once(name: str, shown: str) -> None:
    """Paper may be black and white."""
    places = {territory.id: Place("red", 1) for territory in load_board("classic").territories}
    page = setup_page("Friday & Co", GameView("territories", "classic", places, ()), seats_of(1, (name,)))
    assert page.count(f"<td>{shown}</td><td>1 army</td>") == 42
    assert "<title>Friday &amp; Co</title>" in page and "<h1>Set the board up: Friday &amp; Co</h1>" in page
    names = [part.partition("</label>")[0].partition(">")[2] for part in page.split("<label")[1:5]]
    assert names == sorted(names)

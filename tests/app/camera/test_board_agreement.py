"""Who is accused, and who never is: a table of examples."""

import pytest

from companion.app.camera.board_agreement import (
    Disagreement,
    accusation,
    agreed,
    colours_of,
    disagreements,
    record_fix,
    table_advice,
)
from companion.games import find_game
from companion.referee.game_view import Place
from companion.referee.houserules import set_house_rules
from companion.referee.random_bot import RandomBot
from companion.referee.seats import Seat, seats_of
from companion.referee.table import Table
from companion.vision.board.seen import PlaceSeen
from tests.app.camera.boards_seen import empty, look, place_seen, unsure

SEATS = (*seats_of(3, ("Anna", "Ben", "Cleo")), Seat("neutral-yellow", "Neutral yellow", "yellow", "moon"))
OURS = colours_of(SEATS)
TAUGHT = ("red", "blue", "green")
RED, NOBODY, NEUTRAL = Place("red", 3), Place(None, 0), Place("neutral-yellow", 2)


@pytest.mark.parametrize(
    ("recorded", "seen", "accused"),
    [
        (RED, place_seen("brazil", "red"), False),
        (RED, place_seen("brazil", "blue"), True),
        (RED, place_seen("brazil", "blue", sure=0.55), False),
        (RED, place_seen("brazil", "blue", pieces=30.0), False),  # a blue sleeve
        (NOBODY, place_seen("brazil", "blue", pieces=12.1), False),
        (NOBODY, place_seen("brazil", "blue", pieces=12.0), True),
        (Place("red", 10), place_seen("brazil", "blue", pieces=30.0), True),
        (Place("red", 10), place_seen("brazil", "blue", pieces=30.1), False),
        (RED, place_seen("brazil", "blue", sure=0.6), True),
        (RED, place_seen("brazil", "blue", pieces=5.0, whose={"red": 1.36}), False),
        (RED, place_seen("brazil", "blue", pieces=5.0, whose={"red": 1.34}), True),
        (Place("red", 30), place_seen("brazil", "blue", pieces=30.0), True),
        (RED, empty("brazil"), True),
        (RED, empty("brazil", sure=0.5), False),
        (RED, unsure("brazil"), False),
        (RED, place_seen("brazil", None), False),
        (NOBODY, empty("brazil"), False),
        (NOBODY, place_seen("brazil", "blue"), True),
        (NOBODY, place_seen("brazil", None), False),
        (NOBODY, place_seen("brazil", "blue", pieces=0.5), True),
        (RED, place_seen("brazil", "blue", pieces=0.8), True),
        (Place("red", 0), empty("brazil"), False),
        (RED, place_seen("brazil", "blue", pieces=5.0, whose={"red": 1.5}), False),  # a blue die beside them
        (RED, place_seen("brazil", "blue", pieces=5.0, whose={"red": 1.2}), True),
        (NEUTRAL, empty("brazil"), True),
        (NEUTRAL, place_seen("brazil", "red"), False),  # its own pieces were not taught
    ],
)
def test_a_place_is_accused_only_where_it_is_sure(recorded: Place, seen: PlaceSeen, accused: bool) -> None:
    found = disagreements({"brazil": recorded}, look(seen), OURS, TAUGHT)
    wrong = seen.owner if seen.occupied else None
    assert found == ((Disagreement("brazil", wrong, recorded),) if accused else ())


def test_hidden_places_and_a_lost_board_accuse_nobody() -> None:
    there = {"brazil": RED, "peru": RED}
    seen = (empty("brazil"), empty("peru"))
    found = disagreements(there, look(*seen, hidden=("brazil",)), OURS, TAUGHT)
    assert [one.place for one in found] == ["peru"]
    assert disagreements(there, look(*seen, lost=True), OURS, TAUGHT) == ()
    assert disagreements({}, look(*seen), OURS, TAUGHT) == (), "no place of this game"


def test_who_is_seen_lies_right_and_nobody_else() -> None:
    there = dict.fromkeys(("a", "b", "c", "d", "e"), RED)
    seen = (
        place_seen("a", "red"),
        place_seen("b", "blue"),
        empty("c"),
        place_seen("d", None),
        place_seen("e", "red"),
    )
    assert agreed(there, look(*seen, hidden=("e",)), OURS) == {"a"}
    assert agreed(there, look(*seen, lost=True), OURS) == frozenset()


@pytest.mark.parametrize(
    ("seen", "recorded", "says", "advice"),
    [
        (None, RED, "Brazil looks empty; the record says Anna 3.", "Anna: put 3 there"),
        ("blue", RED, "Brazil looks like Ben's; the record says Anna 3.", "Anna: put 3 there"),
        ("blue", NOBODY, "Brazil looks like Ben's; the record says empty.", "Take the pieces away"),
        (None, Place(None, 2), "Brazil looks empty; the record says 2.", "Put 2 there"),
    ],
)
def test_it_says_what_differs_and_how_it_is_set_right(
    seen: str | None, recorded: Place, says: str, advice: str
) -> None:
    found = Disagreement("brazil", seen, recorded)
    assert accusation(found, "Brazil", SEATS) == says
    assert table_advice(found, SEATS) == advice


@pytest.mark.parametrize("name", ["classic", "starcraft", "nuked", "balance"])
def test_what_is_proposed_for_the_record_is_possible_and_holds(name: str) -> None:
    game, bot = find_game(name), RandomBot(3)
    table = Table(game, game.begin(seats_of(3), set_house_rules(game.house_rules, {})))
    while table.timeline.part != "turn" or table.timeline.round < 2:
        assert table.question is not None
        table.answer(bot.answer(table.question))
    view, seats = table.game_view, tuple(table.state.seats)
    place, recorded = next((id, at) for id, at in view.places.items() if at.owner == "red" and at.count)
    known = game.correctables(table.state)
    other = next(seat for seat in seats if seat.id == "blue")
    fix = record_fix(Disagreement(place, other.colour, recorded), known, seats)
    assert fix == {f"{place}.owner": "blue"}
    emptied = record_fix(Disagreement(place, None, recorded), known, seats)
    assert emptied == ({f"{place}.owner": "nobody", f"{place}.armies": 0} if name == "nuked" else {})
    assert table.correct(fix, by="touch").allowed
    assert table.game_view.places[place].owner == "blue"

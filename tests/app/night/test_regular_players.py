"""Who played here before."""

from companion.app.chronicle.people import People
from companion.app.night.regular_players import MAX_OFFERED, regular_players
from companion.journal.records import GameRecord
from companion.referee.seats import COLOURS, EMBLEMS, Seat


def game(*seats: Seat) -> GameRecord:
    return GameRecord(1, "classic", "Classic Risk", seats, "2026-01-01", "2026-01-02", 3)


ANN = Seat("red", "Ann", "red", "star")
BEN = Seat("blue", "Ben", "blue", "anchor")


def test_the_latest_colour_and_emblem_count() -> None:
    before = Seat("green", "Ann", "green", "moon")
    assert regular_players([game(ANN, BEN), game(before)], People({})) == (ANN, BEN)


def test_seats_without_a_name_and_computers_are_nobody() -> None:
    red, computer = Seat("red", "Red", "red", "star"), Seat("blue", "Hal", "blue", "sun", "hard")
    assert regular_players([game(red, computer)], People({})) == ()


def test_spellings_and_people_who_are_left_out() -> None:
    people = People({"Benny": "Ben"}, ("Ann",))
    benny = Seat("blue", "Benny", "blue", "anchor")
    assert regular_players([game(ANN, benny)], people) == (BEN,)


def test_no_more_than_fit() -> None:
    many = [Seat(colour, f"N{number}", colour, EMBLEMS[number]) for number, colour in enumerate(COLOURS)]
    assert len(regular_players([game(*many)], People({}))) == MAX_OFFERED

"""Values as words, by their types: read back exactly, and told from nonsense."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct
from msgspec.inspect import type_info

from companion.errors import MalformedPosition
from companion.referee.names import BySeat, PlaceId, SeatId
from companion.referee.words import read_number, read_words, write_words

KNOWN = {"seat": ("red", "blue"), "place": ("alaska", "peru")}


class Move(Struct, frozen=True):
    """Who moves how many where."""

    seat: SeatId
    to: PlaceId
    count: int


@pytest.mark.parametrize(
    ("shape", "value", "text"),
    [
        (int, 12, "12"),
        (SeatId, "red", "red"),
        (SeatId | None, None, ""),
        (SeatId | None, "blue", "blue"),
        (tuple[SeatId, ...], ("blue", "red"), "blue red"),
        (list[PlaceId], [], ""),
        (dict[SeatId, PlaceId], {"blue": "peru", "red": "alaska"}, "blue peru red alaska"),
        (BySeat[PlaceId | None], {"red": None, "blue": "peru"}, "blue peru"),
        (BySeat[int], {"red": 0, "blue": 3}, "blue 3"),
        (BySeat[Annotated[int, Meta(title="cards")]], {"red": 0, "blue": 3}, "blue 3"),
        (Move | None, Move("red", "peru", 3), "red peru 3"),
        (dict[PlaceId, Move], {"peru": Move("red", "peru", 3)}, "peru red peru 3"),
        (Literal["early", "late"] | None, "late", "late"),
    ],
)
def test_a_value_is_read_back(shape: Any, value: object, text: str) -> None:
    info = type_info(shape)
    assert write_words(value, info, KNOWN) == text
    assert read_words("fact", text, info, KNOWN) == value


def test_structs_in_a_dictionary_stand_between_commas() -> None:
    moves, info = (
        {"peru": Move("red", "peru", 3), "alaska": Move("blue", "peru", 1)},
        type_info(dict[PlaceId, Move]),
    )
    assert write_words(moves, info, KNOWN) == "peru red peru 3, alaska blue peru 1"
    assert read_words("moves", "peru red peru 3, alaska blue peru 1", info, KNOWN) == moves


def test_what_is_left_out_of_a_number_is_zero() -> None:
    assert read_words("sets", "", type_info(int), KNOWN) == 0


@pytest.mark.parametrize(
    ("shape", "text", "words"),
    [
        (int, "many", "a number where it has 'many'"),
        (int, "1 2", "fact should end before '2'"),
        (SeatId, "green", "fact names 'green'"),
        (SeatId, "", "fact breaks off"),
        (dict[SeatId, PlaceId], "red", "fact breaks off: 'red'"),
        (dict[SeatId, PlaceId], "red peru red peru", "names 'red' twice"),
        (dict[SeatId, PlaceId], "peru red", "fact names 'peru'"),
        (BySeat[PlaceId | None], "red", "fact breaks off"),
        (Move | None, "red peru", "fact breaks off"),
        (Literal["early", "late"], "soon", "fact names 'soon'"),
    ],
)
def test_what_is_no_such_value_is_refused(shape: Any, text: str, words: str) -> None:
    with pytest.raises(MalformedPosition, match=words):
        read_words("fact", text, type_info(shape), KNOWN)


def test_a_number_has_up_to_nine_digits() -> None:
    assert read_number("999999999") == 999_999_999
    for text in ("1234567890", "-1", ""):
        with pytest.raises(MalformedPosition, match="has a number"):
            read_number(text)

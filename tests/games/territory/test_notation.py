"""Positions of map games in one line: what is read, and what is refused in words."""

from collections.abc import Callable

import pytest

from companion.errors import MalformedPosition
from companion.games.territory.notation import (
    read_counts,
    read_flags,
    read_holdings,
    read_json,
    read_number,
    read_pairs,
    some,
    write_counts,
    write_holdings,
    write_pairs,
)
from tests.games.classic.boards import a_turn


@pytest.mark.parametrize(
    ("text", "counts"),
    [("", {}), ("red 3", {"red": 3}), ("a 3 b 0", {"a": 3, "b": 0}), ("a 999999999", {"a": 10**9 - 1})],
)
def test_numbers_of_things(text: str, counts: dict[str, int]) -> None:
    assert read_counts(text) == counts
    assert write_counts(counts) == text
    assert some(counts) == {name: count for name, count in counts.items() if count > 0}


def test_things_that_belong_together() -> None:
    assert list(read_pairs("red alaska blue peru")) == [("red", "alaska"), ("blue", "peru")]
    assert write_pairs({"red": "alaska", "green": None, "blue": "peru"}) == "red alaska blue peru"
    assert list(read_pairs("")) == []


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: read_counts("red"), "should be names with a number each"),
    (lambda: read_counts("red 3 blue"), "should be names with a number each"),
    (lambda: read_counts("red 3 red 4"), "names something twice"),
    (lambda: read_counts("red three"), "has a number where it has 'three'"),
    (lambda: read_number("1234567890"), "has a number where it has '1234567890'"),
    (lambda: read_number("-1"), "has a number"),
    (lambda: read_number(""), "has a number"),
    (lambda: list(read_pairs("red alaska blue")), "should be pairs"),
    (lambda: read_flags("late", ("early",)), "There is no flag 'late'; there are: early."),
    (lambda: read_json("[1", "cards", list[int]), "The position's cards cannot be read"),
    (lambda: read_json('["a"]', "cards", list[int]), "The position's cards cannot be read"),
]


@pytest.mark.parametrize(("read", "words"), REFUSED)
def test_what_is_no_position_is_refused(read: Callable[[], object], words: str) -> None:
    with pytest.raises(MalformedPosition, match=words):
        read()


def test_flags_and_json_are_read() -> None:
    assert read_flags("early late", ("late", "early")) == ("early", "late")
    assert read_json("[1, 2]", "cards", list[int]) == [1, 2]


def test_who_holds_what_is_written_and_read() -> None:
    state = a_turn({"alaska": ("red", 3), "alberta": ("blue", 1), "brazil": ("red", 12)}).state
    lines = list(write_holdings(state))
    assert {"red: alaska 3, brazil 12", "blue: alberta 1"} < set(lines) and len(lines) == 3
    other = a_turn({}).state
    read_holdings(other, dict(line.split(": ") for line in lines))
    assert other.holdings == state.holdings


@pytest.mark.parametrize(
    ("holdings", "alaska", "peru"),
    [
        ({"red": "alaska 3", "blue": "others 2"}, ("red", 3), ("blue", 2)),
        ({"blue": "others 2", "red": "alaska 3"}, ("red", 3), ("blue", 2)),
        ({"red": "alaska 3"}, ("red", 3), (None, 0)),
    ],
)
def test_territories_that_are_not_named(
    holdings: dict[str, str], alaska: tuple[str, int], peru: tuple[str | None, int]
) -> None:
    state = a_turn({}).state
    read_holdings(state, holdings)
    assert (state.holdings["alaska"].owner, state.holdings["alaska"].armies) == alaska
    assert (state.holdings["peru"].owner, state.holdings["peru"].armies) == peru


def test_a_territory_has_one_owner() -> None:
    with pytest.raises(MalformedPosition, match="Alaska is held twice"):
        read_holdings(a_turn({}).state, {"red": "alaska 3", "blue": "alaska 2"})

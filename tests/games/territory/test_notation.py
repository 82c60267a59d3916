"""Positions of map games in one line: what is read, and what is refused in words."""

import pytest

from companion.errors import MalformedPosition
from companion.games.territory.notation import (
    fact,
    flags,
    json_fact,
    read_counts,
    read_holdings,
    some,
    write_counts,
    write_holdings,
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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("red", "should be names with a number each"),
        ("red 3 blue", "should be names with a number each"),
        ("red 3 red 4", "names something twice"),
        ("red three", "has a number where it has 'three'"),
    ],
)
def test_what_are_no_numbers_of_things_is_refused(text: str, words: str) -> None:
    with pytest.raises(MalformedPosition, match=words):
        read_counts(text)


def test_a_fact_is_written_by_its_place_and_left_out_at_its_default() -> None:
    state = a_turn({}).state
    traded, conquered = fact("traded", "facts.traded_armies"), flags("facts")
    assert (traded.write(state), conquered.write(state)) == ("", "")
    traded.read(state, "12")
    conquered.read(state, "conquered")
    assert (state.facts.traded_armies, state.facts.conquered) == (12, True)
    assert (traded.write(state), conquered.write(state)) == ("12", "conquered")
    traded.read(state, "")
    conquered.read(state, "")
    assert (state.facts.traded_armies, state.facts.conquered) == (12, False)


def test_an_unknown_flag_is_refused() -> None:
    with pytest.raises(MalformedPosition, match="There is no flag 'late'; there are: mustered, traded"):
        flags("facts").read(a_turn({}).state, "late")


def test_a_fact_in_json_is_what_differs_from_a_new_one() -> None:
    state = a_turn({}).state
    deeds = json_fact("deeds", "facts")
    state.facts = type(state.facts)()
    assert deeds.write(state) == ""
    deeds.read(state, '{"conquered":true}')
    assert state.facts.conquered and deeds.write(state) == '{"conquered":true}'


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

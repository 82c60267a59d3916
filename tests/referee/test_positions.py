"""Positions as text: sections, seats and house rules, each read back as it was written."""

from typing import Annotated, Any, Literal

import pytest

from companion.errors import MalformedPosition, UnknownName
from companion.referee.game_info import GameInfo
from companion.referee.houserules import HouseRule, HouseRules, departures, set_house_rules
from companion.referee.position import PlainForm, read_json, read_seats, split_sections, write_seats
from companion.referee.seats import COLOURS, Seat, seats_of
from companion.referee.timeline import State


class Rules(HouseRules, frozen=True):
    """Switches whose choices come before and after their default in the alphabet."""

    ties: Annotated[Literal["a", "m", "z"], HouseRule("T-1", "Who wins a tie?", "A", "M", "Z")] = "m"
    end: Annotated[Literal["early", "late"], HouseRule("T-2", "When does it end?", "Early", "Late")] = "early"


class Facts(State, kw_only=True):
    """A state with a fact that must be there and two that need not."""

    house: Rules
    score: int
    left: int = 7
    names: tuple[str, ...] = ()


INFO = GameInfo("toy", "Toy", "A toy", (2, 3))
FORM = PlainForm(INFO, Rules, Facts)
ADA = Seat("ada", 'Ada; "A"', "green", "sun")


def test_a_text_is_split_into_head_holdings_and_facts() -> None:
    found = split_sections('toy r4 t11 draw red; red: Alaska 3; left 5; name "a;b"; ')
    assert (found.game, found.round, found.turn, found.step, found.active) == ("toy", 4, 11, "draw", "red")
    assert found.holdings == {"red": "Alaska 3"}
    assert found.facts == {"left": "5", "name": '"a;b"'}
    assert split_sections("toy r1 t0 setup -").active is None


@pytest.mark.parametrize(
    "text",
    ["", "toy", "toy r1 t1 draw", "toy r1 t1 draw red blue", "toy rx t1 draw red", "toy r1 t1 d r; a 1; a 2"],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(MalformedPosition):
        split_sections(text)


@pytest.mark.parametrize("seats", [seats_of(2), seats_of(3, ("Ada",)), (ADA, *seats_of(2)[1:]), (ADA,)])
def test_seats_are_read_back(seats: tuple[Seat, ...]) -> None:
    assert read_seats(write_seats(seats).removeprefix("seats ")) == seats


def test_seats_as_they_come_are_written_by_their_ids_alone() -> None:
    assert write_seats(seats_of(2)) == "seats red blue"
    assert write_seats((*seats_of(1), ADA)) == 'seats red ada/green/sun/"Ada; \\"A\\""'


@pytest.mark.parametrize(
    "words", ["", "blue", "ada", "red red", "red/green/sun", 'red/pink/sun/"Ada"', "red  /"]
)
def test_what_are_no_seats_is_refused(words: str) -> None:
    with pytest.raises(MalformedPosition):
        read_seats(words)


@pytest.mark.parametrize("chosen", [{}, {"ties": "a"}, {"ties": "z"}, {"ties": "a", "end": "late"}])
def test_house_rules_that_depart_from_their_default_are_listed(chosen: dict[str, str]) -> None:
    assert departures(set_house_rules(Rules, chosen)) == chosen


@pytest.mark.parametrize("chosen", [{"ties": "b"}, {"tie": "a"}])
def test_an_unknown_house_rule_or_choice_is_refused(chosen: dict[str, str]) -> None:
    with pytest.raises(UnknownName):
        set_house_rules(Rules, chosen)


def a_state(**facts: Any) -> Facts:
    house = set_house_rules(Rules, {"ties": "z"})
    return Facts(seats=seats_of(2), step="draw", active="blue", round=2, turn=3, house=house, **facts)


@pytest.mark.parametrize(
    "facts", [{"score": 0}, {"score": 4, "left": 0}, {"score": -1, "left": 9, "names": ("x",)}]
)
def test_a_state_is_read_back_and_defaults_are_left_out(facts: dict[str, object]) -> None:
    state = a_state(**facts)
    text = FORM.write(state)
    assert FORM.read(text) == state
    assert text.startswith("toy r2 t3 draw blue; seats red blue; house ties=z; score ")
    assert ("left" in text, "names" in text) == ("left" in facts, "names" in facts)


@pytest.mark.parametrize(
    "text",
    [
        "other r2 t3 draw blue; seats red blue; score 1",
        "toy r2 t3 draw blue; seats red blue; score 1; moon 2",
        "toy r2 t3 draw blue; seats red blue",
        "toy r2 t3 draw blue; seats red blue; score x",
        "toy r2 t3 draw blue; seats red; score 1",
        "toy r2 t3 draw blue; seats red blue green yellow; score 1",
    ],
)
def test_what_is_no_position_of_the_game_is_refused(text: str) -> None:
    with pytest.raises(MalformedPosition):
        FORM.read(text)


def test_as_many_seats_as_can_play_are_read() -> None:
    for seats in ("red blue", "red blue green"):
        assert len(FORM.read_players(split_sections(f"toy r1 t1 draw red; seats {seats}"))[0]) == len(
            seats.split()
        )


@pytest.mark.parametrize("text", ["[1", '["a"]'])
def test_a_fact_in_json_is_read_by_its_type(text: str) -> None:
    assert read_json("cards", "[1, 2]", list[int]) == [1, 2]
    with pytest.raises(MalformedPosition, match="The position's cards cannot be read"):
        read_json("cards", text, list[int])


def test_there_is_a_seat_for_every_colour_and_no_more() -> None:
    assert [seat.id for seat in seats_of(len(COLOURS))] == list(COLOURS)
    with pytest.raises(UnknownName, match="no more than that many seats"):
        seats_of(len(COLOURS) + 1)

"""Starting armies: one by one, or all that a seat has left, spread evenly."""

from typing import Any

import pytest

from companion.games import find_game
from companion.games.territory.deployment import put, put_first, put_rest, spread_evenly
from companion.referee.interruptions import Interruption
from companion.referee.questions import Deploy, Deployment, Offer, Shuffle
from companion.referee.random_bot import RandomBot
from companion.referee.script import Report
from tests.games.classic.boards import a_turn
from tests.referee.tables import lay, play


@pytest.mark.parametrize(
    ("game", "house"), [("classic", {"setup": "deal"}), ("balance", {"claiming": "dealt"}), ("nuked", {})]
)
def test_starting_armies_are_spread_with_one_answer_each(game: str, house: dict[str, str]) -> None:
    table, bot = lay(find_game(game), 3, **house), RandomBot(1)
    while not (isinstance(table.question, Deploy) and table.question.offers):
        assert table.question is not None
        play(table, bot.answer(table.question))
    answers = 0
    while isinstance(table.question, Deploy) and table.question.offers:
        seat, left = table.question.seat or "", table.state.supply[table.question.seat]
        assert table.question.offers == (Offer("spread", seat, "Spread evenly"),)
        play(table, {"offer": "spread"})
        counts = [table.state.holdings[place].armies for place in table.state.held(seat)]
        assert max(counts) - min(counts) <= 1
        assert table.latest[0].text == f"{table.state.player(seat)} spreads {table.state.many(left)} evenly."
        answers += 1
    assert answers == 3


def test_what_was_placed_before_counts() -> None:
    table = lay(find_game("classic"), 3, setup="deal", placing="all at once")
    assert table.question is not None
    play(table, table.question.options[0].id)
    assert isinstance(table.question, Shuffle)
    play(table, list(table.question.items))
    seat = table.question.seat
    place = table.state.held(seat)[0]
    play(table, {"place": place, "count": 11}, {"offer": "spread"})
    counts = [table.state.holdings[one].armies for one in table.state.held(seat)]
    assert (table.state.holdings[place].armies, sum(counts)) == (12, 35)
    assert set(counts[1:]) <= {1, 2}


LANDS = {
    "peru": ("red", 3),
    "brazil": ("red", 1),
    "alaska": ("red", 5),
    "siam": ("blue", 1),
    "japan": ("blue", 1),
}


@pytest.mark.parametrize(
    ("armies", "counts"),
    [
        (0, (5, 3, 1)),
        (1, (5, 3, 2)),
        (3, (5, 3, 4)),
        (4, (5, 4, 4)),
        (5, (5, 4, 5)),
        (8, (6, 5, 6)),
        (9, (6, 6, 6)),
    ],
)
def test_armies_are_spread_to_where_fewest_stand(armies: int, counts: tuple[int, ...]) -> None:
    """Of equal ones the first of the board: Alaska, Brazil, Peru."""
    state = a_turn(LANDS).state
    state.supply["red"] = 10
    spread_evenly(state, "red", armies)
    assert tuple(state.holdings[place].armies for place in ("alaska", "peru", "brazil")) == counts
    assert state.supply["red"] == 10 - armies and state.armies("blue") == 2


@pytest.mark.parametrize(
    ("at_once", "order"),
    [
        # most left first, of equal ones in the order of play
        (False, [*[("red", 1)] * 4, ("blue", 1), ("red", 1), ("blue", 1)]),
        (True, [("red", 5), ("blue", 2)]),
    ],
)
def test_who_puts_the_rest_and_how_many(at_once: bool, order: list[tuple[str, int]]) -> None:
    """Green has no land, and is not asked."""
    state = a_turn(LANDS, rest="neutral").state
    state.supply = {"red": 5, "blue": 2, "green": 0}
    script, asked, answer = put_rest(state, ("green", "red", "blue"), "X-1", at_once=at_once), [], None
    with pytest.raises(StopIteration):
        while True:
            question: Any = script.send(answer)
            asked.append((question.seat, question.most))
            assert set(question.allowed) == set(state.held(question.seat)) and question.rules == ("X-1",)
            assert "Choose a territory of" in question.denied["china"].text
            answer = Deployment(question.allowed[0], question.most)
    assert asked == order and not any(state.supply.values())
    assert (state.armies("red"), state.armies("blue")) == (9 + 5, 2 + 2)


@pytest.mark.parametrize(
    ("left", "most", "detail"), [(5, 5, ""), (5, 1, "5 armies left to place."), (1, 1, "")]
)
@pytest.mark.parametrize("spreads", [True, False])
def test_what_is_left_is_told_and_may_be_spread(left: int, most: int, detail: str, spreads: bool) -> None:
    state = a_turn(LANDS).state
    state.supply["red"] = left
    script = put_first(state, "red", most, "X-1")
    question: Any = next(script)
    assert (question.detail, question.most) == (detail, most)
    assert question.offers == (Offer("spread", "red", "Spread evenly"),)
    if spreads:
        told: Any = script.send(Interruption("spread"))
        assert isinstance(told, Report) and told.text.startswith("Red spreads ") and told.seat == "red"
    with pytest.raises(StopIteration):
        script.send(None if spreads else Deployment("alaska", most))
    assert state.armies("red") == 9 + (left if spreads else most)
    assert state.supply["red"] == (0 if spreads else left - most)


@pytest.mark.parametrize(
    ("asked", "seat", "prompt"), [(None, "red", "Place 3 armies"), ("blue", "blue", "Put 3 armies of Red")]
)
def test_another_seat_may_put_armies_of_an_owner(asked: str | None, seat: str, prompt: str) -> None:
    state = a_turn(LANDS).state
    script = put(state, "red", 3, "X-1", asked=asked, detail="From the bank.")
    question: Any = next(script)
    assert (question.seat, question.prompt, question.detail) == (seat, prompt, "From the bank.")
    with pytest.raises(StopIteration) as end:
        script.send(Deployment("peru", 2))
    assert end.value.value == Deployment("peru", 2) and state.holdings["peru"].armies == 5

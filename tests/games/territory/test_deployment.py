"""Starting armies: one by one, or all that a seat has left, spread evenly."""

import pytest

from companion.games import find_game
from companion.referee.questions import Deploy, Offer, Shuffle
from companion.referee.random_bot import RandomBot
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

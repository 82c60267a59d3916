"""Time to replay a game of 3,000 answers: at most 100 ms to one moment, 300 ms for the whole chronicle."""

from typing import Any

import pytest

from companion.app.chronicle.chronicle import ChronicleCache, chronicle
from companion.app.chronicle.replay import table_at
from tests.app.chronicle.test_chronicle import played

pytestmark = pytest.mark.every(3, first=2)

ANSWERS = 3000


@pytest.fixture(scope="module")
def long_game() -> Any:
    return played("classic", ANSWERS, seed=2, players=4)


def test_the_whole_chronicle(benchmark: Any, long_game: Any) -> None:
    told = benchmark(chronicle, long_game)
    assert told.turns[-1].last_entry == ANSWERS


def test_the_whole_chronicle_again(benchmark: Any, long_game: Any) -> None:
    cache = ChronicleCache()
    cache.update(long_game)
    assert benchmark(cache.update, long_game).turns[-1].last_entry == ANSWERS


def test_the_board_at_a_moment_in_the_middle(benchmark: Any, long_game: Any) -> None:
    table = benchmark(table_at, long_game, ANSWERS // 2 + 7)
    assert len(table.entries) == ANSWERS // 2 + 7

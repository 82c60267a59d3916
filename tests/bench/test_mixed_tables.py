"""What is said of the strengths of computer players follows from the games that were played."""

import pytest

from tests.bench.mixed_tables import RESULTS, halves, interval, seating, table, verdict

PAGE = RESULTS.with_name("computer_players.md")


def test_the_page_has_the_results_as_they_are() -> None:
    assert table() in PAGE.read_text(encoding="utf-8"), "run python -m tests.bench.mixed_tables table"


@pytest.mark.parametrize(
    ("one", "won", "lost", "told"),
    [
        ("hard", 0, 0, "open"),
        ("hard", 12, 0, "open"),
        ("hard", 13, 0, "met"),
        ("hard", 0, 6, "missed"),
        ("easy", 22, 0, "open"),
        ("easy", 23, 0, "met"),
    ],
)
def test_the_sequential_test_goes_on_until_one_share_is_much_likelier(
    one: str, won: int, lost: int, told: str
) -> None:
    assert verdict(one, won, lost) == told


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(70, 100, 60.4, 78.1), (10, 10, 72.2, 100.0), (0, 10, 0.0, 27.8)]
)
def test_an_interval_is_that_of_wilson(won: int, games: int, low: float, high: float) -> None:
    assert [100 * end for end in interval(won, games)] == pytest.approx([low, high], abs=0.06)


def test_each_strength_has_half_of_the_seats() -> None:
    assert seating("hard", "normal", 3, 0) == ("hard", "normal", "hard")
    assert seating("hard", "normal", 3, 1) == ("normal", "hard", "normal")
    sided = {halves("hard", "normal", 4, seed) for seed in range(6)}
    assert len(sided) == 6 and {players.count("hard") for players in sided} == {2}

"""Time to compute odds; run with `pytest tests/bench/test_odds.py`."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.odds import Battle, exact_odds, ideal_attackers, odds


@pytest.mark.parametrize("armies", [30, 1000])
def test_odds(benchmark: BenchmarkFixture, armies: int) -> None:
    outlook = benchmark(odds, Battle(armies, armies))
    assert sum(outlook.attackers_left) == pytest.approx(1, abs=1e-12)


def test_exact_odds(benchmark: BenchmarkFixture) -> None:
    outlook = benchmark(exact_odds, Battle(60, 60))
    assert sum(outlook.attackers_left) == 1


def test_ideal_attackers(benchmark: BenchmarkFixture) -> None:
    assert benchmark(ideal_attackers, 30, 0.9)

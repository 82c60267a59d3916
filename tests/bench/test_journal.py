"""Time of the journal: to save an answer, to load a long game, and to open with many saved pictures."""

from itertools import count
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.journal.database import examine
from companion.journal.journal import Journal
from tests.journal.games import EVIDENCE, answer, begin, journal_with

pytestmark = pytest.mark.every(3)

CROP = bytes(range(256)) * 40
"""Bytes of a picture of a tray."""


def test_an_answer_to_disk(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    numbers = count(1)
    seen = EVIDENCE.__class__(CROP, EVIDENCE.dice, EVIDENCE.source, EVIDENCE.reader)
    with Journal.open(tmp_path / "games.sqlite") as journal:
        game = begin(journal)

        def keep() -> None:
            number = next(numbers)
            journal.record(game, number, answer(number), evidence=seen, clocks={"red": number})

        benchmark(keep)


def test_two_thousand_answers_back(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    game = journal_with(tmp_path / "games.sqlite", answers=2000)
    with Journal.open(tmp_path / "games.sqlite") as journal:
        saved = benchmark(journal.load, game)
    assert len(saved.entries) == 2000


def test_the_look_through_at_start(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """About 20 MB: 2,000 rolls with their pictures."""
    path = tmp_path / "games.sqlite"
    seen = EVIDENCE.__class__(CROP, EVIDENCE.dice, EVIDENCE.source, EVIDENCE.reader)
    with Journal.open(path) as journal:
        game = begin(journal)
        for number in range(1, 2001):
            journal.record(game, number, answer(number), evidence=seen)
    benchmark(examine, path)

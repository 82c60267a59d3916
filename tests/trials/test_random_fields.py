"""Fields drawn by chance in the battlefield editor: none is ready that nobody could play, all are undone."""

import pytest

from tests.tools.editors.random_fields import judged


@pytest.mark.tries(10_000)
def test_random_fields(tries: int, count: list[str], tried: list[str]) -> None:
    for seed in range(tries):
        tried.append("")
        if wrong := judged(seed):
            count.append(wrong)

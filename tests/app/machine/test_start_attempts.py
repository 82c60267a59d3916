"""A game that prevents the start again and again is not resumed by itself."""

from pathlib import Path

import pytest

from companion.app.machine.start_attempts import FILE, StartAttempts


def test_two_starts_are_tried_and_no_third(tmp_path: Path) -> None:
    assert [StartAttempts(tmp_path).begin(7) for _ in range(4)] == [True, True, False, False]
    assert StartAttempts(tmp_path).begin(8), "another game is tried"


def test_a_start_that_succeeds_forgets_the_others(tmp_path: Path) -> None:
    for _ in range(5):
        assert StartAttempts(tmp_path).begin(7)
        StartAttempts(tmp_path).succeeded()
    assert not (tmp_path / FILE).exists()


@pytest.mark.parametrize("content", [b"", b"{", b'{"game": "x"}', b"\xff" * 2000])
def test_a_damaged_file_counts_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert StartAttempts(tmp_path).begin(7)

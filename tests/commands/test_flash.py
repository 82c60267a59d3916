"""The command line of `companion flash`; what it does is tested in tests/hardware/test_flashing.py."""

from pathlib import Path
from typing import Any

import pytest

from companion.cli import main


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--settings", "none.py"], "no settings file"),
        (["--check"], "cannot be used"),
    ],
)
def test_what_cannot_be_flashed_is_one_sentence(
    words: Any, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["flash", "--port", str(tmp_path / "none"), *words]) == 1
    assert message in capsys.readouterr().err

"""Every test has an empty folder for what the table owns: battlefields, scenarios, cards, dice."""

from pathlib import Path

import pytest

from companion.games.rogue.pages import VARIABLE


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path / "rogue"

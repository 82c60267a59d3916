"""No test of Risk StarCraft reads or writes the notebook of whoever runs it."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The table's notebook, which is not there yet."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return tmp_path / "starcraft" / "notebook.toml"

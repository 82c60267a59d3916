"""No test of Nuked reads or writes the rule sets of whoever runs it."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def rule_sets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the table's rule sets, empty."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return tmp_path / "nuked"

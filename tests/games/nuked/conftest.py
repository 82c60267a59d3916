"""Files that players of Nuked own."""

from pathlib import Path

import pytest


@pytest.fixture
def rule_sets(data_folder: Path) -> Path:
    """The folder of the players' rule sets, which does not exist yet."""
    return data_folder / "nuked"

"""Files that players of Battlefield Rogue own."""

from pathlib import Path

import pytest


@pytest.fixture
def rogue_folder(data_folder: Path) -> Path:
    """The folder of battlefields, scenarios, cards and dice, which does not exist yet."""
    return data_folder / "rogue"

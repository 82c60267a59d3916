"""What a table of Battlefield Rogue owns."""

from pathlib import Path

import pytest


@pytest.fixture
def rogue_folder(data_folder: Path) -> Path:
    """The folder of battlefields, scenarios, cards and dice, which is not there yet."""
    return data_folder / "rogue"

"""What a table of Risk StarCraft owns."""

from pathlib import Path

import pytest


@pytest.fixture
def library(data_folder: Path) -> Path:
    """The table's library, which is not there yet."""
    return data_folder / "starcraft" / "notebook.toml"

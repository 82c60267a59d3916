"""What a table of Risk StarCraft owns."""

from pathlib import Path

import pytest


@pytest.fixture
def notebook(own_folder: Path) -> Path:
    """The table's notebook, which is not there yet."""
    return own_folder / "starcraft" / "notebook.toml"

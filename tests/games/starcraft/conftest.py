"""Files that players of Risk StarCraft own."""

from pathlib import Path

import pytest


@pytest.fixture
def library(data_folder: Path) -> Path:
    """The players' library file, which does not exist yet."""
    return data_folder / "starcraft" / "notebook.toml"

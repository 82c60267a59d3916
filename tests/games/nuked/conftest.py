"""What a table of Nuked owns."""

from pathlib import Path

import pytest


@pytest.fixture
def rule_sets(data_folder: Path) -> Path:
    """The folder of the table's rule sets, which is not there yet."""
    return data_folder / "nuked"

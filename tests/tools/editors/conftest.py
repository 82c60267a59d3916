"""The editors are screens made for Rogue: their tests need the window, and the folder of its tests."""

from pathlib import Path
from typing import Any

import pytest

from companion.data_folder import VARIABLE
from tests.games.rogue.conftest import rogue_folder as rogue_folder
from tests.ui.conftest import _window as _window
from tests.ui.conftest import app as app
from tests.ui.conftest import heard as heard
from tests.ui.conftest import screen as screen


@pytest.fixture
def shell(app: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The lobby with Classic Risk chosen, and a data folder of its own."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "data"))
    app.pointer.tap("Classic Risk")
    return app

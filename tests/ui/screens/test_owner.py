"""The question of the first start: answered once, by a tap or by a PIN."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.owner_pin import OwnerPin
from tests.ui.test_owner_lock import type_pin


@pytest.fixture
def asked(app: Any, screen: Any, tmp_path: Path) -> Any:
    app.context.pin = OwnerPin(tmp_path)
    app.open_overlay("owner")
    screen.frames(40)
    return app


def test_everybody_may(asked: Any, screen: Any, tmp_path: Path) -> None:
    asked.pointer.tap("Everybody")
    screen.frames(3)
    assert asked.overlay is None and not asked.context.pin.is_set
    assert (tmp_path / "settings.toml").exists()  # so it is not asked again


def test_only_with_a_pin(asked: Any, screen: Any) -> None:
    asked.pointer.tap("Only with a PIN")
    type_pin(asked, screen, "1357")
    type_pin(asked, screen, "9999")
    assert asked.overlay.name == "owner"  # two different ones: asked again
    screen.frames(40)
    asked.pointer.tap("Only with a PIN")
    type_pin(asked, screen, "1357")
    type_pin(asked, screen, "1357")
    assert asked.overlay is None and asked.context.pin.is_set

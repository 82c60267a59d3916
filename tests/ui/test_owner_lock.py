"""The owner's PIN on the screen: asked for before what it guards, and only there."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.machine.owner_pin import UNLOCKED_S, OwnerPin
from companion.ui.owner_lock import as_owner
from companion.ui.widgets.controls.pin_pad import PinPad
from tests.conftest import Clock


@pytest.fixture
def locked(app: Any, tmp_path: Path, clock: Clock) -> Any:
    """A table whose owner has set 2468 some time ago."""
    app.context.pin = OwnerPin(tmp_path, clock)
    app.context.pin.choose("2468")
    clock.now += UNLOCKED_S
    return app


def type_pin(app: Any, screen: Any, digits: str) -> None:
    """Type on the pad as a finger does."""
    screen.frames(40)  # the guard against a double tap
    for digit in digits:
        app.pointer.tap(digit)
        screen.frames(20)
    app.pointer.tap("Done")
    screen.frames(3)


def pads(screen: Any) -> list[PinPad]:
    return [child for child in screen.window.children if isinstance(child, PinPad)]


def test_without_a_pin_nobody_is_asked(app: Any, screen: Any) -> None:
    done: list[int] = []
    as_owner(app, lambda: done.append(1))
    assert done == [1] and not pads(screen)


def test_the_right_pin_goes_on_and_a_wrong_one_does_not(locked: Any, screen: Any) -> None:
    done: list[int] = []
    as_owner(locked, lambda: done.append(1))
    type_pin(locked, screen, "1111")
    assert done == []
    assert screen.find("That is not the PIN. Try again.")
    as_owner(locked, lambda: done.append(1))
    type_pin(locked, screen, "2468")
    assert done == [1]
    as_owner(locked, lambda: done.append(2))
    assert done == [1, 2]  # nobody is asked twice in a row


def test_the_digits_are_not_shown(locked: Any, screen: Any) -> None:
    as_owner(locked, lambda: None)
    (pad,) = pads(screen)
    pad.text = "2468"
    assert pad.shown == "••••"
    pad.close()


def test_cancel_does_nothing(locked: Any, screen: Any) -> None:
    done: list[int] = []
    as_owner(locked, lambda: done.append(1))
    screen.frames(40)
    locked.pointer.tap("Cancel")
    screen.frames(3)
    assert done == [] and not pads(screen)


GUARDED = [("backup", "Restore"), ("backup", "On this stick"), ("club", "Invitation"), ("club", "On")]


@pytest.mark.every(2, first=1)
@pytest.mark.parametrize(("name", "key"), GUARDED)
def test_guests_are_asked_on_the_screens(locked: Any, screen: Any, name: str, key: str) -> None:
    locked.open_overlay("settings")
    locked.open_overlay(name)
    screen.frames(3)
    if key == "On":
        locked.overlay._change(host="club.local")
    else:
        locked.pointer.tap(key)
    screen.frames(3)
    (pad,) = pads(screen)
    assert pad.title == "Owner's PIN"
    pad.close()
    assert not locked.context.settings.club.host


def test_the_owner_chooses_it_in_the_settings(app: Any, screen: Any, tmp_path: Path) -> None:
    app.context.pin = OwnerPin(tmp_path)
    app.open_overlay("settings")
    screen.frames(3)
    app.overlay._choose_pin()
    type_pin(app, screen, "1357")
    type_pin(app, screen, "1358")
    assert not app.context.pin.is_set  # two different ones
    app.overlay._choose_pin()
    type_pin(app, screen, "1357")
    type_pin(app, screen, "1357")
    assert app.context.pin.is_set
    app.overlay._choose_pin()
    type_pin(app, screen, "")
    assert not app.context.pin.is_set

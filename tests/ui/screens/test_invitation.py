"""An invitation joins the club: held under the camera, or from a stick."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import segno
from msgspec import structs

from companion.app.machine.settings import ClubSettings, read_settings
from companion.club.invitation import Invitation, write_invitation
from companion.hardware.memory_sticks import MemoryStick
from companion.vision.frames import Picture
from tests.club.test_invitation import INVITATION

SCREEN = "companion.ui.screens.invitation"


def held(text: str) -> Picture:
    """The picture of a camera that sees a code."""
    code = segno.make(text, error="m", micro=False)
    matrix = np.array([[0 if dark else 255 for dark in row] for row in code.matrix_iter(scale=4)], np.uint8)
    picture = np.full((720, 1280, 3), 90, np.uint8)
    height, width = matrix.shape
    picture[150 : 150 + height, 400 : 400 + width] = matrix[..., None]
    return picture


class Camera:
    """A camera over the table."""

    def __init__(self) -> None:
        self.picture: Picture | None = held("https://example.org")


@pytest.fixture
def camera(app: Any, monkeypatch: pytest.MonkeyPatch) -> Camera:
    def join(invitation: Invitation, _: ClubSettings, __: Path) -> ClubSettings:
        return ClubSettings(False, invitation.host, invitation.port, invitation.table, topic=invitation.user)

    monkeypatch.setattr(f"{SCREEN}.join", join)
    app.context.table = Camera()
    return app.context.table


def kept(app: Any) -> ClubSettings:
    return read_settings(app.context.journal.path.with_name("settings.toml")).club


def test_the_camera_finds_it(app: Any, screen: Any, camera: Camera) -> None:
    app.open_overlay("club")
    screen.frames(3)
    app.pointer.tap("Invitation")
    screen.frames(30)
    assert app.overlay.name == "invitation"  # another code says nothing
    camera.picture = held(write_invitation(INVITATION))
    screen.until(lambda: app.overlay is None or app.overlay.name != "invitation")
    assert (kept(app).host, kept(app).table, kept(app).topic) == ("club.local", "Window", "window")


def test_a_code_that_is_damaged_is_said(app: Any, screen: Any, camera: Camera) -> None:
    camera.picture = held(write_invitation(INVITATION).replace("8883", "0"))
    app.open_overlay("invitation")
    screen.until(lambda: "damaged" in app.overlay._words.text)


@pytest.mark.usefixtures("camera")
def test_a_stick_brings_it(app: Any, screen: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sticks: list[MemoryStick] = []
    monkeypatch.setattr("companion.hardware.memory_sticks.find_sticks", lambda: sticks)
    monkeypatch.setattr("companion.hardware.memory_sticks.unmount", lambda _: None)
    app.context.table = None
    app.open_overlay("invitation")
    screen.frames(3)
    app.pointer.tap("From a memory stick")
    screen.until(lambda: "Put a memory stick in" in app.overlay._words.text)
    sticks.append(MemoryStick("/dev/sda1", "", tmp_path))
    app.pointer.tap("From a memory stick")
    screen.until(lambda: "no invitation" in app.overlay._words.text)
    door = structs.replace(INVITATION, table="Door", user="door")
    (tmp_path / "companion-invitation-door.txt").write_text(write_invitation(door))
    app.pointer.tap("From a memory stick")
    screen.until(lambda: app.overlay is None)
    assert kept(app).topic == "door"

"""Opens the camera, for reading dice in the tray and for measuring on the table."""

import logging
from pathlib import Path
from typing import NamedTuple

from calibration.profile import read_profile
from companion.app.camera.dice_tray import DiceTray, open_tray, tray_of
from companion.app.camera.pool_colours import DEFAULT_COLOURS, FILE, read_pool_colours
from companion.app.camera.table_camera import TableCamera
from companion.errors import BrokenProfile, CameraUnavailable
from companion.vision.faces.files import faces_folder, read_face_profiles

_log = logging.getLogger(__name__)


class Cameras(NamedTuple):
    """One camera and the objects that use it.

    Attributes:
        tray: the dice tray.
        table: the table; None if dice are simulated.
    """

    tray: DiceTray
    table: TableCamera | None


def open_cameras(source: str, profile: Path) -> Cameras:
    """Open a camera with its calibration.

    Args:
        source: see `companion.vision.sources.SOURCES`; "auto" simulates dice if no camera is attached.
        profile: the file of the calibration.

    Raises:
        UnknownName: no source is called so.
        CameraUnavailable: the camera that is named cannot be used.
    """
    try:
        tray = _calibrated_tray(source, profile)
    except CameraUnavailable:
        if source != "auto":
            raise
        tray = open_tray("simulated")
    if tray.simulated:
        return Cameras(tray, None)
    return Cameras(tray, TableCamera(tray.camera, lambda: tray.picture, profile))


def _calibrated_tray(source: str, profile: Path) -> DiceTray:
    floor, bodies = None, DEFAULT_COLOURS
    try:
        floor = tray_of(read_profile(profile)) if profile.exists() else None
        bodies = read_pool_colours(profile.with_name(FILE))
    except BrokenProfile as reason:
        _log.warning("the camera is used as if it had never been calibrated: %s", reason)
    own = read_face_profiles(faces_folder(profile.parent))
    for problem in own.problems:
        _log.warning("dice are not known: %s", problem)
    return open_tray(source, bodies, floor, own.profiles)

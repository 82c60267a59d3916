"""Exposure is locked once, and opened again only when the light in the room has changed."""

from typing import Any

import numpy as np
import pytest

from companion.vision.sources.exposure import LIGHT_CHANGED_FOR, SETTLING, ExposureLock

STEP = 100.0


def followed(levels: Any) -> Any:
    """What is done while pictures of these grey levels come, ten a second."""
    done = []
    lock = ExposureLock(lambda: done.append("lock"), lambda: done.append("unlock"))
    for number, level in enumerate(levels):
        lock.follow(np.full((48, 64, 3), level, np.uint8), number * STEP)
    return done


SETTLED = [100] * int(SETTLING / STEP + 20)
CHANGED = int(LIGHT_CHANGED_FOR / STEP + 5)


@pytest.mark.parametrize(
    ("levels", "done"),
    [
        ([100] * 5, []),  # not settled yet
        (SETTLED, ["lock"]),
        (SETTLED + [120] * 100, ["lock"]),  # a cloud
        (SETTLED + [30] * 5 + [100] * 50, ["lock"]),  # somebody leans over the table
        (SETTLED + [40] * CHANGED, ["lock", "unlock"]),  # the lamp goes off
        (SETTLED + [200] * CHANGED + SETTLED, ["lock", "unlock", "lock"]),  # it goes on
        ([2] * 60 + [4] * 60, ["lock"]),  # noise in the dark is no light
        # a camera that reports another exposure than it uses
        ([100] * 26 + [20] * 200, ["lock", "unlock"]),
    ],
)
def test_when_exposure_is_locked(levels: Any, done: Any) -> None:
    assert followed(levels) == done

"""How one part of the companion is doing: a row of `companion doctor` and of the screen's device list."""

from typing import Literal

from msgspec import Struct

HealthState = Literal["ok", "simulated", "missing", "failed"]
"""Works; stands in for a device; is not there, and the companion does without; is there and does not work."""


class Check(Struct, frozen=True):
    """What one look at one part found.

    Attributes:
        name: the part, as people call it.
        state: how it is.
        detail: what was found, in one sentence.
        fix: what to do about it; empty if nothing is wrong.
    """

    name: str
    state: HealthState
    detail: str
    fix: str = ""

"""What a table's dice look like on its tray, learned from the rolls that players confirmed.

A tray is calibrated with one die. Larger ones beside it cover as much of the picture as a die of the usual
size that leans, and would be doubted for ever. Kept are how large each confirmed die was, and how much of it
was seen; the newest dice only, and only while the tray stays calibrated as it is.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from companion.data_folder import data_folder
from companion.errors import CompanionError
from companion.external_files.files import atomic_write, read_text
from companion.vision.dice import DieReading, RejectReason
from companion.vision.tray import Tray
from companion.vision.verification.segmentation_check import dice_of_size

MAX_DICE = 60
"""So many dice are remembered; older ones are forgotten."""

EDGES = (0.65, 1.55)
"""Smallest and largest edge that is learned, relative to the die that the tray was calibrated with."""

LEVEL_RATIOS = (0.6, 1.08)
"""Only dice of which as much is seen teach: others lean, or are hidden in part."""

MAX_COCKED = 0.3
"""A die that the network thinks as likely to lean teaches nothing, whatever players say of its face."""

LEARNED_FROM = (None, RejectReason.NOT_LEVEL, RejectReason.UNCLEAR)
"""Doubts that do not keep a confirmed die from teaching what level dice look like."""

_log = logging.getLogger(__name__)


def tray_memory_path() -> Path:
    """The file that keeps what was learned."""
    return data_folder() / "tray-memory.json"


class TrayMemory:
    """The confirmed dice of one calibrated tray, kept in a file."""

    def __init__(self, file: Path, tray: Tray) -> None:
        """Take up what the file holds about this tray; a file about another one counts as empty."""
        self._file, self._calibrated = file, replace(tray, known=())
        self._dice = _read(file, _calibration(tray))

    @property
    def tray(self) -> Tray:
        """The tray with all that was learned."""
        return replace(self._calibrated, known=tuple(self._dice))

    def confirm(self, dice: Sequence[DieReading]) -> bool:
        """Learn from the dice of a roll whose faces players confirmed.

        A die is left out that leans, by its area for an edge as long as it looks, or by the network.

        Returns:
            Whether dice of a size are known now that were not known before.
        """
        seen = [
            (round(die.edge_ratio, 3), round(die.body_ratio / die.edge_ratio**2, 3))
            for die in dice
            if die.edge_ratio is not None
            and die.reject_reason in LEARNED_FROM
            and die.detection.cocked < MAX_COCKED
        ]
        new = [
            (edge, ratio)
            for edge, ratio in seen
            if EDGES[0] < edge < EDGES[1] and LEVEL_RATIOS[0] < ratio < LEVEL_RATIOS[1]
        ]
        before, self._dice = self._dice, [*self._dice, *new][-MAX_DICE:]
        if new:
            self._write()
        return any(dice_of_size(edge, self._dice) and not dice_of_size(edge, before) for edge, _ in new)

    def _write(self) -> None:
        """Keep it on disk; an error there costs what was learned at the next start, and no roll."""
        kept = {"tray": _calibration(self._calibrated), "dice": self._dice}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            atomic_write(self._file, json.dumps(kept).encode())
        except (OSError, CompanionError) as error:
            _log.warning("what the tray learned could not be kept: %s", error)


def _calibration(tray: Tray) -> list[object]:
    """What must stay as it is for the dice to look as they did, as JSON keeps it."""
    return [[list(corner) for corner in tray.corners], tray.die_edge, tray.focal]


def _read(file: Path, calibration: list[object]) -> list[tuple[float, float]]:
    """The dice in a file about this tray, none where it cannot be read."""
    try:
        kept = json.loads(read_text(file)) if file.exists() else {}
        if kept.get("tray") != calibration:
            return []
        return [(float(edge), float(ratio)) for edge, ratio in kept["dice"]][-MAX_DICE:]
    except (OSError, CompanionError, ValueError, TypeError, KeyError, AttributeError) as error:
        _log.warning("what the tray learned cannot be read, it starts anew: %s", error)
        return []

"""The gate for networks: reads all photos with the shipped network and with a candidate, source by source.

Both go through the complete reader, size of dice unknown. A candidate that loses more than one photo of a
source that was never trained on must not be shipped: a network that does better on its own sources only may
have learned them by heart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.tools.training.photos import MISLABELLED, Photo
from companion.vision.detection.network import DiceNetwork
from companion.vision.reader import DiceReader

EVERY = {"tomitomi": 40, "matteop65": 6}
"""Of these large sources only every n-th photo is read."""

TAUGHT_FIRST = ("fudw",)
"""Sources whose dice carry emblems that a table would have to teach first."""

MAX_LOST = 1
"""Photos that a candidate may lose of a source that was never trained on."""


@dataclass(frozen=True)
class SourceResult:
    """What one reader makes of the photos of one source.

    Attributes:
        exact: photos whose faces are all right, sure or not.
        answered: photos that it is sure of, and right.
        wrong: photos that it is sure of, and wrong.
    """

    exact: int = 0
    answered: int = 0
    wrong: int = 0

    def lost_to(self, candidate: SourceResult) -> int:
        """Photos that a candidate loses: no longer exact, no longer answered, or wrong though sure."""
        return max(
            self.exact - candidate.exact, self.answered - candidate.answered, candidate.wrong - self.wrong
        )

    def __str__(self) -> str:
        return f"{self.exact:4} /{self.answered:4} /{self.wrong:3}"


def asked_photos(asked: Iterable[Photo]) -> dict[tuple[str, str], list[Photo]]:
    """The photos to read by folder and source, without wrong labels; of large sources every n-th."""
    seen: Counter[tuple[str, str]] = Counter()
    found: dict[tuple[str, str], list[Photo]] = {}
    for photo in asked:
        source = photo.path.parents[1].name, photo.source
        seen[source] += 1
        wanted = seen[source] % EVERY.get(photo.source, 1) == 0 and photo.source not in TAUGHT_FIRST
        if wanted and f"{photo.source}/{photo.path.name}" not in MISLABELLED:
            found.setdefault(source, []).append(photo)
    return found


def result_of(reader: DiceReader, asked: Sequence[Photo]) -> SourceResult:
    """Read the photos of one source."""
    readings = [(reader.read(photo.read()), photo.faces) for photo in asked]
    exact = [tuple(sorted(reading.faces)) == faces for reading, faces in readings]
    sure = [reading.sure for reading, _ in readings]
    right = sum(one and other for one, other in zip(exact, sure, strict=True))
    return SourceResult(sum(exact), right, sum(sure) - right)


def judge(shipped: Path, candidate: Path, asked: Iterable[Photo], log: Callable[[str], None] = print) -> bool:
    """Print both models source by source, and return whether the candidate may be shipped."""
    readers = [DiceReader(DiceNetwork(model)) for model in (shipped, candidate)]
    log("exact / answered / wrong though sure".rjust(56) + "   candidate")
    passed = True
    for (folder, source), some in asked_photos(asked).items():
        before, after = (result_of(reader, some) for reader in readers)
        never = any(photo.judges for photo in some)
        lost = never and before.lost_to(after) > MAX_LOST
        passed = passed and not lost
        said = "never trained on" if never else "trained on"
        log(f"{folder + '/' + source:24}{len(some):4} {said:16} {before}  {after}{'  LOST' if lost else ''}")
    return passed

"""Takes the limit of certainty from photos that were never trained on, and says what risk it leaves.

A die is sure from a score on. Taken is the limit that answers most rolls while the share of wrong ones among
the answered stays allowed, as in Bates et al., "Distribution-free, risk-controlling prediction sets", 2021.
Each source is left out once and judged by the limit of all others; from what is wrong there follows, by the
exact binomial bound (Clopper and Pearson, 1934), the risk that can be stated.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path

import cv2
import numpy as np

from companion.tools.training.judge import asked_photos
from companion.tools.training.photos import Photo
from companion.vision.dice import DiceReading, RejectReason
from companion.vision.frames import Picture
from companion.vision.fusion.diagnosis import REASONS
from companion.vision.reader import DiceReader

GRID = tuple(float(share) for share in np.round(np.arange(0.95, 0.39, -0.05), 2))
"""Scores that are tried, the strictest first."""

CONFIDENCE = 0.9
"""Confidence with which the stated risk is not exceeded."""

ALLOWED = 0.001
"""Share of answered rolls that may be wrong: one in a thousand."""


@dataclass(frozen=True)
class JudgedRoll:
    """One picture that was read.

    Attributes:
        source: where it comes from.
        right: whether all faces are right.
        score: lowest of its dice; 1 if there are none, 0 if one of them can never be sure.
    """

    source: str
    right: bool
    score: float


def judged(source: str, reading: DiceReading, faces: Sequence[int]) -> JudgedRoll:
    """What a reading says, whatever today's limit makes of it."""
    unclear = REASONS[RejectReason.UNCLEAR]
    scores = [
        0.0 if die.glint else die.detection.objectness * die.detection.face_score for die in reading.dice
    ]
    score = 0.0 if set(reading.reasons) - {unclear} else min(scores, default=1.0)
    return JudgedRoll(source, sorted(reading.faces) == sorted(faces), score)


def seen_worse(picture: Picture, seed: int) -> Iterator[Picture]:
    """The picture as it is, and as worse cameras and lamps show it: the same for the same seed."""
    yield picture
    rng, (height, width) = np.random.default_rng(seed), picture.shape[:2]
    scale = float(rng.uniform(0.5, 0.8))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    coarse = cv2.resize(small, (width, height))
    _, jpeg = cv2.imencode(".jpg", coarse, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(12, 40))])
    yield np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    lit = picture * rng.uniform(0.5, 1.2, 3) + rng.normal(0, rng.uniform(3, 12), picture.shape)
    blurred = cv2.GaussianBlur(np.clip(lit, 0, 255).astype(np.uint8), (0, 0), float(rng.uniform(0.5, 1.6)))
    yield np.asarray(blurred, np.uint8)


def judged_rolls(reader: DiceReader, asked: Iterable[Photo], every: int) -> list[JudgedRoll]:
    """Read photos that judge, each as it is and seen worse; of sources with many photos every n-th."""
    rolls = []
    for (_, source), some in asked_photos(photo for photo in asked if photo.judges).items():
        for number, photo in enumerate(some[:: every if len(some) > 2 * every else 1]):
            seen = seen_worse(photo.read(), number)
            rolls += [judged(source, reader.read(picture), photo.faces) for picture in seen]
        print(f"read {source}", flush=True)
    return rolls


def risk_bound(wrong: int, sure: int) -> float:
    """The largest risk with which so few wrong ones of so many are still likely: 1 where nothing is sure."""
    low, high = 0.0, 1.0
    for _ in range(40):
        risk = (low + high) / 2
        likely = sum(comb(sure, k) * risk**k * (1 - risk) ** (sure - k) for k in range(wrong + 1))
        low, high = (risk, high) if likely > 1 - CONFIDENCE else (low, risk)
    return high


def best_limit(rolls: Sequence[JudgedRoll]) -> float:
    """The limit that answers most rolls, of them at most `ALLOWED` wrongly; of equal ones the strictest."""
    best, most = GRID[0], 0
    for limit in GRID:
        sure = [roll.right for roll in rolls if roll.score >= limit]
        if len(sure) > most and len(sure) - sum(sure) <= ALLOWED * len(sure):
            best, most = limit, len(sure)
    return best


def write_limit(rolls: Sequence[JudgedRoll], file: Path, log: Callable[[str], None] = print) -> None:
    """Print what each source gets by the limit of all others, and write the limit of all."""
    log(f"{'left out':18} limit     rolls  right  answered  wrong")
    answered = wrong = 0
    for source in dict.fromkeys(roll.source for roll in rolls):
        limit = best_limit([roll for roll in rolls if roll.source != source])
        mine = [roll for roll in rolls if roll.source == source]
        sure = [roll.right for roll in mine if roll.score >= limit]
        answered, wrong = answered + len(sure), wrong + len(sure) - sum(sure)
        figures = (
            f"{len(mine):6} {sum(roll.right for roll in mine):6} {len(sure):9} {len(sure) - sum(sure):6}"
        )
        log(f"{source:18} {limit:.2f} {figures}")
    kept = {
        "limit": best_limit(rolls),
        "left_out": {"rolls": len(rolls), "answered": answered, "wrong": wrong},
        "risk": round(risk_bound(wrong, answered), 5),
        "confidence": CONFIDENCE,
    }
    file.write_text(json.dumps(kept, indent=1) + "\n")
    log(f"{file}: {json.dumps(kept)}")

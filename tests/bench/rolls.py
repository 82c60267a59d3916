"""Thousands of rolls from end to end: simulated tray, watcher, several frames, vote, assignment to roles.

    nice python -m tests.bench.rolls --series 0 200 --out rolls.jsonl --pictures wrong/
    python -m tests.bench.rolls --tell rolls.jsonl more.jsonl

A series is ten rolls at one table, under one lamp, with one make of dice for each side. Between two rolls a
hand reaches over the dice, nudges them, or lifts one and puts it back. Files of several runs can be combined.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.vision.detection.network import DiceNetwork
from companion.vision.frames import Frame, Picture
from companion.vision.tracking.die_size_estimation import reader_for
from companion.vision.tracking.tray_watcher import TrayState, TrayUpdate, TrayWatcher
from tests.bench.roll_series import CLEAN, KINDS, LyingDice, RollSeries

ROLLS = 10
"""Number of rolls in a series."""

FRAME = 100.0
"""Milliseconds between two frames for the watcher."""

TIMEOUT = 1800.0
"""Milliseconds at rest after which players give up and enter the dice by hand."""

ASKED_AFTER = 1300.0
"""Milliseconds at rest after which a sentence counts as the dice reader's final message."""

NOISE = 1.2
"""Standard deviation of the sensor noise between frames, in grey levels."""

BETWEEN = {"nothing": 0.55, "hand": 0.15, "nudged": 0.18, "lifted": 0.12}
"""What happens to the old dice while the next question is already open, with probabilities."""


@dataclass(frozen=True)
class Outcome:
    """The result of one roll.

    Attributes:
        series: the seed of the series.
        roll: its number in the series, from 0.
        lamp: name of the lighting.
        calibrated: whether the tray was calibrated.
        kind: how the dice came to rest.
        between: what happened to the dice before.
        verdict: right, wrong (sure, and yet not what lies there), asked (said why it takes no roll) or
            missed (silent).
        twice: whether the old dice answered a second time before the new ones were rolled.
        truth: faces by role; None if no roll should be accepted.
        fired: accepted faces by role; None if no roll was accepted.
        sentence: the reader's last message.
        milliseconds: from the first still frame to the roll.
    """

    series: int
    roll: int
    lamp: str
    calibrated: bool
    kind: str
    between: str
    verdict: str
    twice: bool
    truth: dict[str, tuple[int, ...]] | None
    fired: dict[str, tuple[int, ...]] | None
    sentence: str
    milliseconds: float | None


class Table:
    """A camera over a tray with the watcher, in simulated time."""

    def __init__(self, series: RollSeries, network: DiceNetwork) -> None:
        tray = series.tray
        self.calibrated = tray is not None
        self.watcher = TrayWatcher(reader_for(network, tray), tray)
        self._noise = np.random.default_rng(1)
        self._time = 0.0

    def show(self, picture: Picture, milliseconds: float) -> Iterator[TrayUpdate]:
        """Yield the watcher's updates while the tray looks like this."""
        for _ in range(round(milliseconds / FRAME)):
            self._time += FRAME
            noise = np.tile(self._noise.normal(0.0, NOISE, (60, 64, 3)), (4, 5, 1))
            noisy = np.clip(picture + noise[: picture.shape[0], : picture.shape[1]], 0, 255).astype(np.uint8)
            yield self.watcher.update(Frame(noisy, self._time, "series"))

    def fires(self, picture: Picture, milliseconds: float) -> bool:
        """Return whether a roll is accepted during this time."""
        return any(update.roll is not None for update in self.show(picture, milliseconds))


def smeared(picture: Picture, length: int) -> Picture:
    """Return the picture with strong motion blur."""
    return np.asarray(cv2.blur(picture, (length, 1)), np.uint8)


def play(number: int, network: DiceNetwork, pictures: Path | None = None) -> Iterator[Outcome]:
    """Play a series.

    Args:
        number: its seed.
        network: of the reader.
        pictures: folder for pictures of the wrong rolls.
    """
    series = RollSeries(number)
    table = Table(series, network)
    empty = series.picture(series.bare)
    table.fires(empty, 1000)
    lying: LyingDice | None = None
    for roll in range(ROLLS):
        table.watcher.expect(series.pools)
        between = str(series.chance.choice(list(BETWEEN), p=list(BETWEEN.values()))) if lying else "nothing"
        twice = lying is not None and _act_between(table, series, lying, between)
        rolled = series.roll()
        outcome, picture = _rolled(table, series, rolled, empty)
        if pictures is not None and outcome["verdict"] == "wrong":
            pictures.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(pictures / f"{number}-{roll}.png"), picture)
        if outcome["fired"] is None:
            table.watcher.consume()
        lying = rolled
        yield Outcome(
            number, roll, series.lit.name, table.calibrated, rolled.kind, between, twice=twice, **outcome
        )


def _act_between(table: Table, series: RollSeries, lying: LyingDice, between: str) -> bool:
    """Return whether the old dice answer the new question although nobody rolled them."""
    if between == "nothing":
        return table.fires(series.picture(lying.scene), 400)
    hand = series.picture(series.hand_present(lying.scene))
    shown = [(smeared(hand, 15), 100.0), (hand, 300.0)]
    if between == "nudged":
        shown.append((series.picture(series.nudged(lying.scene)), 700.0))
    if between == "lifted" and len(lying.scene.dice) > 1:
        shown.append((series.picture(series.without_one(lying.scene)), 600.0))
        shown.append((smeared(hand, 9), 100.0))
    if between != "nudged":
        shown.append((series.picture(lying.scene), 700.0))
    return sum(table.fires(picture, time) for picture, time in shown) > 0


def _rolled(
    table: Table, series: RollSeries, rolled: LyingDice, empty: Picture
) -> tuple[dict[str, Any], Picture]:
    """Pick up the dice (usually showing the empty tray) and roll them; return the result of the reading."""
    picture = series.picture(rolled.scene)
    shown = [(smeared(empty, 31), FRAME)]
    if series.chance.random() < 0.7:
        shown.append((empty, 700.0))
    shown += [(smeared(picture, length), FRAME) for length in (41, 23, 11)]
    early = sum(table.fires(each, time) for each, time in shown) > 0
    hands = [series.picture(series.hand_present(rolled.scene))] if series.chance.random() < 0.15 else []
    fired, sentence, waited = None, "", 0.0
    for update in chain(*(table.show(hand, 500) for hand in hands), table.show(picture, TIMEOUT)):
        waited += FRAME
        sentence = update.sentence or ""
        if update.roll is not None:
            fired = update.roll.faces
            break
        if sentence and update.state is TrayState.SETTLED and waited > ASKED_AFTER:
            break
    outcome = {
        "verdict": _verdict(rolled, fired, sentence, early),
        "truth": rolled.truth,
        "fired": fired,
        "sentence": sentence,
        "milliseconds": waited - FRAME if fired is not None and not hands else None,
    }
    return outcome, picture


def _verdict(rolled: LyingDice, fired: dict[str, tuple[int, ...]] | None, sentence: str, early: bool) -> str:
    if early or (fired is not None and fired != rolled.truth):
        return "wrong"
    if fired is not None:
        return "right"
    return "asked" if sentence else "missed"


# --- the table of figures ----------------------------------------------------------------------------------


def told(outcomes: Sequence[Outcome]) -> str:
    """Format the figures of many rolls."""
    lines = [f"{len(outcomes)} rolls, {sum(one.twice for one in outcomes)} fired twice", _row("", outcomes)]
    lines += [_row(kind, [one for one in outcomes if one.kind == kind]) for kind in KINDS]
    clean = [one for one in outcomes if one.kind in CLEAN]
    lines.append(_row("clean", clean))
    lines.append(_row("  tray calibrated", [one for one in clean if one.calibrated]))
    lines.append(_row("  not calibrated", [one for one in clean if not one.calibrated]))
    lines += [_row(f"  {lamp}", [one for one in clean if one.lamp == lamp]) for lamp in _lamps(clean)]
    waits = [one.milliseconds for one in clean if one.milliseconds is not None]
    if waits:
        lines.append(
            f"from the first still frame to the roll: {np.median(waits):.0f} ms, at most {max(waits):.0f}"
        )
    said = Counter(one.sentence for one in clean if one.verdict == "asked")
    lines += [f"  {count:4} x {sentence}" for sentence, count in said.most_common(12)]
    lines += [
        f"  WRONG series {one.series} roll {one.roll}: {one}" for one in outcomes if one.verdict == "wrong"
    ]
    lines += [f"  TWICE series {one.series} roll {one.roll}: {one}" for one in outcomes if one.twice]
    return "\n".join(lines)


def _lamps(outcomes: Sequence[Outcome]) -> list[str]:
    return list(dict.fromkeys(one.lamp for one in outcomes))


def _row(name: str, outcomes: Sequence[Outcome]) -> str:
    counts = Counter(one.verdict for one in outcomes)
    shown = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("right", "wrong", "asked", "missed"))
    share = f" ({100 * counts['right'] / len(outcomes):.1f} % answered)" if outcomes else ""
    return f"{name or 'all':20} {len(outcomes):5} rolls: {shown}{share}"


def _read(path: Path) -> Iterator[Outcome]:
    for line in path.read_text().splitlines():
        kept = json.loads(line)
        for faces in ("truth", "fired"):
            kept[faces] = kept[faces] and {role: tuple(each) for role, each in kept[faces].items()}
        yield Outcome(**kept)


def main() -> None:
    """Parse the command line, play and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.rolls", description="Roll thousands of dice."
    )
    parser.add_argument("--series", type=int, nargs=2, default=(0, 200), help="first and one after last")
    parser.add_argument("--out", type=Path, help="where outcomes are added, a line each")
    parser.add_argument("--pictures", type=Path, help="folder for pictures of the wrong rolls")
    parser.add_argument("--tell", type=Path, nargs="+", help="print the figures of what was written before")
    arguments = parser.parse_args()
    if arguments.tell:
        print(told([outcome for path in arguments.tell for outcome in _read(path)]))
        return
    cv2.setNumThreads(1)
    network, outcomes = DiceNetwork(), []
    for number in range(*arguments.series):
        played = list(play(number, network, arguments.pictures))
        outcomes += played
        print(f"series {number}: {Counter(one.verdict for one in played)}", file=sys.stderr, flush=True)
        if arguments.out:
            with arguments.out.open("a") as file:
                file.writelines(json.dumps(asdict(one)) + "\n" for one in played)
    print(told(outcomes))


if __name__ == "__main__":
    main()

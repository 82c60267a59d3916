"""Limits of certainty come from photos, and the risk that is stated from sources that had no say in them."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.tools.training.limits import (
    GRID,
    JudgedRoll,
    best_limit,
    judged,
    risk_bound,
    seen_worse,
    write_limit,
)
from companion.vision.dice import UNDETECTED, DiceReading, DieReading, RejectReason
from companion.vision.fusion.diagnosis import REASONS


def rolls(source: str, *scores: tuple[float, bool], times: int = 1) -> list[JudgedRoll]:
    return [JudgedRoll(source, right, score) for score, right in scores] * times


@pytest.mark.parametrize(("wrong", "sure"), [(0, 100), (0, 2302), (1, 500), (5, 60), (0, 0)])
def test_the_bound_is_the_risk_at_which_so_few_are_as_unlikely_as_said(wrong: int, sure: int) -> None:
    risk = risk_bound(wrong, sure)
    drawn = np.random.default_rng(1).binomial(sure, risk, 200_000)
    assert float(np.mean(drawn <= wrong)) == pytest.approx(0.1 if sure else 1.0, abs=0.005)


def test_without_one_wrong_a_thousandth_takes_2302_rolls() -> None:
    assert risk_bound(0, 2302) <= 0.001 < risk_bound(0, 2301)


LEARNED = [
    # all right: the lowest score there is
    (rolls("a", (0.72, True), (0.83, True)), 0.7),
    # a wrong one lifts the limit
    (rolls("a", (0.72, True), (0.76, False), (0.83, True)), 0.8),
    # nothing that may be answered: as strict as can be
    (rolls("a", (0.99, False)), GRID[0]),
    # one of more than a thousand may be wrong
    (rolls("a", (0.72, True), times=1200) + rolls("a", (0.72, False)), 0.7),
]


@pytest.mark.parametrize(("seen", "limit"), LEARNED)
def test_the_limit_that_answers_most(seen: list[JudgedRoll], limit: float) -> None:
    assert best_limit(seen) == limit


def test_a_source_is_judged_by_a_limit_that_it_had_no_say_in(tmp_path: Path) -> None:
    told: list[str] = []
    good = rolls("good", (0.72, True), times=9)
    bad = rolls("bad", (0.76, False), (0.91, True))
    write_limit(good + bad, tmp_path / "limits.json", told.append)
    kept = json.loads((tmp_path / "limits.json").read_text())
    assert kept["left_out"] == {"rolls": 11, "answered": 2, "wrong": 1}
    assert kept["limit"] == 0.9
    assert kept["risk"] == pytest.approx(risk_bound(1, 2), abs=1e-5)
    assert [line.split()[:2] for line in told[1:3]] == [["good", "0.90"], ["bad", "0.70"]]


def die(face: int, objectness: float = 0.8) -> DieReading:
    shares = [0.02] * 6
    shares[face - 1] = 0.9
    one, two, three, four, five, six = shares
    found = replace(UNDETECTED, objectness=objectness, face_probabilities=(one, two, three, four, five, six))
    return DieReading(face, (0, 0, 9, 9), "red", 0.7, True, detection=found)


JUDGED = [
    ("a clear one", [die(6)], (), 0.72),
    ("the least clear one", [die(6), die(6, 0.5)], (), 0.45),
    ("its middle may be a glint", [replace(die(5), glint=True)], (), 0.0),
    ("its face is not sure", [die(6)], (RejectReason.UNCLEAR,), 0.72),
    ("it leans", [die(6)], (RejectReason.NOT_LEVEL,), 0.0),
    ("nothing lies there", [], (), 1.0),
]


@pytest.mark.parametrize(
    ("dice", "reasons", "score"), [row[1:] for row in JUDGED], ids=[row[0] for row in JUDGED]
)
def test_the_score_of_a_roll(dice: list[DieReading], reasons: tuple[RejectReason, ...], score: float) -> None:
    reading = DiceReading(tuple(dice), tuple(REASONS[one] for one in reasons), 1.0, (99, 99), "m")
    roll = judged("a", reading, [one.face for one in dice])
    assert roll.right and roll.score == pytest.approx(score)
    assert not judged("a", reading, [1, 1, 1]).right


def test_pictures_are_seen_worse_in_the_same_way_each_time() -> None:
    picture = np.random.default_rng(2).integers(0, 256, (48, 64, 3)).astype(np.uint8)
    first, second = (list(seen_worse(picture, 3)) for _ in range(2))
    assert len(first) == 3 and all(np.array_equal(one, two) for one, two in zip(first, second, strict=True))
    assert all(one.shape == picture.shape and one.dtype == np.uint8 for one in first)
    assert not any(np.array_equal(picture, worse) for worse in first[1:])

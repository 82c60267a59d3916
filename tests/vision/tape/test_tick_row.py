"""One row of ticks, laid out by hand: what is counted along it, how surely, and what speaks against it."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.vision.tape import tick_row
from companion.vision.tape.graduation import GRADUATIONS, Graduation
from companion.vision.tape.slant import Slant
from companion.vision.tape.strip import Strip
from companion.vision.tape.tick_row import MeasuredRow, Pixel, _checked
from companion.vision.tape.tick_scale import TickScale, fit_tick_scale
from companion.vision.tape.ticks import Ticks

BY_NAME = {one.name: one for one in GRADUATIONS}
SIXTEENTH, EIGHTH, MILLIMETRE = BY_NAME["1/16 in"], BY_NAME["1/8 in"], BY_NAME["1 mm"]
FIRST, COUNT, ROW = 20.0, 33, 40.0
TURNS = [((1.0, 0.0), 1.0), ((0.6, 0.8), 1.0), ((0.0, -1.0), 2.0)]
"""Direction of a strip in the picture, and its enlargement."""


NUMBER = 5.0 + np.arange(COUNT)


@cache
def scale_of(step: float) -> TickScale:
    """What is fitted to ticks that stand evenly: it takes longer than all that is asked of it."""
    nothing = np.zeros(COUNT)
    return fit_tick_scale(Ticks(NUMBER, FIRST + step * (NUMBER - 5), nothing, nothing, ROW, Slant()))


def row(
    step: float = 12.0,
    graduation: Graduation | None = SIXTEENTH,
    turn: tuple[tuple[float, float], float] = TURNS[0],
    shift: tuple[float, float] = (0.0, 0.0),
    **facts: Any,
) -> MeasuredRow:
    """Ticks 5 to 37, whose upper ends are all alike: there is the edge of the tape."""
    place = FIRST + step * (NUMBER - 5)
    below = np.where(NUMBER % 4 == 1, 3.0, 1.5)
    ticks = Ticks(NUMBER, place, np.ones(COUNT), below, ROW, facts.pop("slant", Slant()))
    strip = Strip(np.zeros((90, 500), np.float32), (100.0 + shift[0], 70.0 + shift[1]), *turn)
    known: dict[str, Any] = {"reasons": (), "counted": True, "strength": 1.0} | facts
    return MeasuredRow(
        graduation, **known, _strip=strip, _ticks=ticks, _scale=scale_of(step), _focal_length=800.0
    )


def pixel(measured: MeasuredRow, tick: float, off: float = 0.0, step: float = 12.0) -> Pixel:
    """The pixel of the picture at a tick, so many pixels of the strip below the row."""
    return measured._strip.to_picture(FIRST + step * tick, ROW + off)


@pytest.mark.parametrize("turn", TURNS)
def test_ticks_are_numbered_from_one_end_and_lie_in_the_picture(turn: Any) -> None:
    measured, ((right, down), zoom) = row(turn=turn), turn
    for number, (x, y) in measured.ticks():
        along, across = (FIRST + 12 * number) / zoom, ROW / zoom
        assert (x, y) == pytest.approx(
            (100 + along * right - across * down, 70 + along * down + across * right)
        )
    assert [number for number, _ in measured.ticks()] == list(range(COUNT))


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize(
    ("tick", "covered"), [(-1.05, False), (-0.95, True), (10.3, True), (32.95, True), (33.05, False)]
)
def test_a_pixel_is_counted_between_the_ticks(turn: Any, tick: float, covered: bool) -> None:
    """And a step beyond, however far it lies from the row."""
    measured = row(turn=turn)
    for off in (0.0, 24.0, -36.0):
        at = pixel(measured, tick, off)
        assert measured.count_at(at) == pytest.approx(5 + tick, abs=1e-3)
        assert measured.covers(at) == covered
        assert measured.offset(at) == pytest.approx(off)
        assert measured.offset_inches(at) == pytest.approx(abs(off) / 12 / 16, abs=1e-4)
    assert measured.step_at(200.0) == pytest.approx(12.0, abs=0.01)


def test_a_slanting_tick_is_followed_to_its_foot() -> None:
    measured = row(slant=Slant(0.25, 0.0))
    assert measured.count_at(pixel(measured, 10.0, 24.0)) == pytest.approx(15 - 0.25 * 24 / 12, abs=1e-3)


@pytest.mark.parametrize("graduation", [SIXTEENTH, MILLIMETRE])
@pytest.mark.parametrize("zoom", [1.0, 2.0])
@pytest.mark.parametrize(
    ("off", "height"),
    [
        # in steps below the row; how much higher or lower a point may lie, in inches, for each inch across
        (0.0, 0.0),
        (2.0, 0.0),
        (-0.5, 0.0),
        # three hundredths of an inch beyond the edge, which is one step above the row
        (-1.4, 0.0),
        (-1.9, 0.2),
        (-30.0, 0.2),
    ],
)
def test_how_far_it_is_and_how_surely(graduation: Graduation, zoom: float, off: float, height: float) -> None:
    """By ticks, where somebody points, how flat it lies, wear, and a height that grows across the tape."""
    covariance = np.array([[1e-6, 2e-9], [2e-9, 4e-11]])
    measured = row(graduation=graduation, turn=((1.0, 0.0), zoom), slant=Slant(0.0, 0.0, covariance))
    start, end = pixel(measured, 3.0, off * 12), pixel(measured, 27.0, 0.0)
    inches, error = measured.distance(start, end)
    assert inches == pytest.approx(24 * graduation.inches, rel=1e-3)
    tick = graduation.inches
    squares = (
        (0.003 * inches / 2) ** 2 + 0.005**2 + 2 * (0.3 * zoom * tick / 12) ** 2 + 2 * (0.02 * tick) ** 2
    )
    lever = off * tick * np.array([1.0, FIRST + 36])
    squares += lever @ covariance @ lever
    higher = max(1.2 * (off * tick) ** 2, height)
    assert error == pytest.approx(1.96 * np.sqrt(squares) + higher * 12 / tick / 800 * inches, rel=5e-3)


@pytest.mark.parametrize(
    ("above", "below", "edges"),
    [
        ("even", "varied", [(-1, 1.0)]),
        ("varied", "even", [(1, 1.0)]),
        ("even", "even", [(-1, 1.0), (1, 1.0)]),
        ("varied", "varied", [(-1, 1.0), (1, 1.0)]),
    ],
)
def test_the_end_that_all_ticks_share_is_the_edge(
    above: str, below: str, edges: list[tuple[int, float]]
) -> None:
    ends = {"even": np.linspace(0.99, 1.01, COUNT), "varied": np.where(np.arange(COUNT) % 4 == 0, 3.0, 1.0)}
    measured = row()
    measured = replace(measured, _ticks=replace(measured._ticks, above=ends[above], below=ends[below]))
    assert measured._edges() == [(way, pytest.approx(end, abs=0.01)) for way, end in edges]


@pytest.mark.parametrize(
    ("step", "down", "same"),
    [(12.0, 5.9, True), (12.0, 6.1, False), (6.0, 3.9, True), (6.0, 4.1, False), (12.0, -5.9, True)],
)
def test_two_rows_are_one_where_they_lie_within_half_a_step(step: float, down: float, same: bool) -> None:
    """Or four pixels."""
    assert row(step).same_row(row(step, shift=(0.0, down))) == same


@pytest.mark.parametrize("of", [SIXTEENTH, EIGHTH, MILLIMETRE])
@pytest.mark.parametrize(
    ("stretch", "agree"), [(1.0, True), (1.04, True), (0.96, True), (1.06, False), (0.94, False)]
)
def test_two_rows_of_a_tape_give_an_inch_the_same_size(of: Graduation, stretch: float, agree: bool) -> None:
    """To five hundredths; the step of the one is told by the other."""
    known, other = row(), row(12.0 * 16 * of.inches * stretch, of, shift=(0.0, 30.0))
    assert other.step_by(known) == pytest.approx(of.inches * stretch, rel=2e-3)
    assert other.agrees(known) == agree


def test_a_row_is_sure_with_a_graduation_and_without_reasons() -> None:
    assert row().sure
    assert not row(graduation=None).sure and not row(reasons=("hidden",)).sure
    counted = row(graduation=None, reasons=("which is it?",)).with_graduation(EIGHTH)
    assert counted.sure and counted.graduation == EIGHTH
    missed = row(graduation=None, reasons=("some are hidden",), counted=False).with_graduation(EIGHTH)
    assert missed.reasons == ("some are hidden",) and not missed.sure


@pytest.mark.parametrize(
    ("lengths", "other", "reasons"),
    [
        ("", None, ["hidden"]),
        ("", SIXTEENTH, ["hidden"]),
        ("", EIGHTH, ["These are not ticks of 1/16 in: others are of 1/8 in", "hidden"]),
        ("too even", SIXTEENTH, ["too even", "hidden"]),
        ("too even", EIGHTH, ["too even", "hidden"]),
    ],
)
def test_what_speaks_against_a_stated_graduation(
    monkeypatch: pytest.MonkeyPatch, lengths: str, other: Graduation | None, reasons: list[str]
) -> None:
    """The lengths of its ticks, or another row of the tape; the first that is found."""
    monkeypatch.setattr(tick_row, "contradiction", lambda *_: lengths)
    measured = row(graduation=None, reasons=("hidden",), counted=False)
    known = [measured] if other is None else [row(graduation=other, shift=(0.0, 30.0))]
    stated = measured.stated(SIXTEENTH, known)
    assert [str(reason) for reason in stated.reasons] == reasons and stated.graduation == SIXTEENTH


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        ({}, []),
        ({"reason": "which is it?"}, ["which is it?"]),
        ({"residual": 0.17}, ["evenly enough"]),
        ({"inliers": 0.79}, ["evenly enough"]),
        ({"residual": 0.15, "inliers": 0.81}, []),
        ({"missed": True}, ["some ticks were missed"]),
        ({"missed": True, "graduation": None}, []),
        ({"seen": 79}, ["hidden or too faint"]),
        ({"seen": 81}, []),
        ({"reason": "which is it?", "seen": 50, "residual": 0.2}, ["which is it?", "evenly", "hidden"]),
    ],
)
def test_why_a_count_is_unsure(
    monkeypatch: pytest.MonkeyPatch, facts: dict[str, Any], reasons: list[str]
) -> None:
    """A graduation that is not known leaves the count certain."""
    scale = SimpleNamespace(residual_std=facts.get("residual", 0.02), inlier_share=facts.get("inliers", 1.0))
    graduation = facts.get("graduation", SIXTEENTH)
    monkeypatch.setattr(tick_row, "fit_tick_scale", lambda _: scale)
    monkeypatch.setattr(tick_row, "ticks_per_number", lambda *_: 16)
    monkeypatch.setattr(tick_row, "identify_graduation", lambda *_: (graduation, facts.get("reason", "")))
    monkeypatch.setattr(tick_row, "miscounted", lambda *_: facts.get("missed", False))
    number = np.array([*range(facts.get("seen", 100) - 1), 99.0])
    ticks = Ticks(number, number, number, number, ROW, Slant())
    strip = Strip(np.zeros((9, 9), np.float32), (0.0, 0.0), (1.0, 0.0))
    measured = _checked(strip, [], ticks, 2.5, 800.0)
    assert len(measured.reasons) == len(reasons)
    assert all(part in str(told) for part, told in zip(reasons, measured.reasons, strict=True))
    assert measured.counted == (set(reasons) <= {"which is it?"})
    assert (measured.graduation, measured.strength, measured._per_number) == (graduation, 2.5, 16)

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hardware.debounce import BOUNCE_MS, LONG, LONG_MS, PRESS, Debouncer


def told(levels: Any, step: Any = 5) -> Any:
    """Sample a row of levels ("#" down, "." up), one every few milliseconds."""
    debouncer, heard = Debouncer(), []
    for number, character in enumerate(levels):
        word = debouncer.sample(number * step, character == "#")
        heard += [word] if word else []
    return heard


@pytest.mark.parametrize(
    ("levels", "heard"),
    [
        ("." * 20, []),
        ("......" + "#" * 10 + "." * 10, [PRESS]),
        ("#" * 400 + "." * 10, []),  # down from the start: says nothing ...
        ("#" * 400 + "." * 10 + "#" * 10 + "." * 10, [PRESS]),  # ... until it was seen up
        ("......" + "#" * 400, [LONG]),
        ("......" + "#" * 400 + "." * 10 + "#" * 10 + "." * 10, [LONG, PRESS]),
    ],
)
def test_what_is_told(levels: Any, heard: Any) -> None:
    assert told(levels) == heard


LIMITS = [
    # times and levels of a contact that was up at 0 and 30 ms, and what is told at the last one
    ("a press", [(100, True), (119, True), (139, False), (158, False)], ""),
    ("a press", [(100, True), (120, True), (140, False), (159, False)], ""),
    ("a press", [(100, True), (120, True), (140, False), (160, False)], PRESS),
    ("down too shortly", [(100, True), (119, True), (120, False), (160, False)], ""),
    ("held", [(100, True), (120, True), (799, True)], ""),
    ("held", [(100, True), (120, True), (800, True)], LONG),
    ("held on", [(100, True), (120, True), (800, True), (900, True)], ""),
    ("held, and let go", [(100, True), (120, True), (800, True), (900, False), (920, False)], ""),
]


@pytest.mark.parametrize(("what", "samples", "told_last"), LIMITS)
def test_how_long_a_contact_must_stay(what: Any, samples: Any, told_last: Any) -> None:
    debouncer = Debouncer()
    heard = [debouncer.sample(now, down) for now, down in [(0, False), (30, False), *samples]]
    assert heard[-1] == told_last, what


@given(st.lists(st.tuples(st.sampled_from("#."), st.integers(1, 300)), max_size=30))
def test_no_more_is_told_than_fingers_could_do(runs: Any) -> None:
    """One word at most for each touch, none where it only bounced, LONG only where it was long."""
    levels = "." * 10 + "".join(character * count for character, count in runs) + "." * 10
    apart = BOUNCE_MS // 5 + 1  # this many readings in a row are a real gap
    touches = [run for run in re.split(rf"\.{{{apart},}}", levels) if len(run) * 5 >= BOUNCE_MS]
    heard = told(levels)
    assert len(heard) <= len(touches)
    assert heard.count(LONG) <= sum(len(run) * 5 >= LONG_MS for run in touches)


def test_readings_far_apart_are_no_trouble() -> None:
    """A machine that was busy for a second still tells a press that lasted as long as one."""
    debouncer = Debouncer()
    heard = [
        debouncer.sample(now, down) for now, down in ((0, False), (1000, False), (2000, True), (2100, True))
    ]
    heard += [debouncer.sample(2200, False), debouncer.sample(3200, False)]
    assert [word for word in heard if word] == [PRESS]

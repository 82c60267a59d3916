import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hardware.blink_pattern import MAX_PATTERN
from companion.hardware.link import BRISK_MS, STALE_MS, Counts, HubLink
from companion.hardware.panel import BLANK, CONFIRM, DARK, LightFrame, LightState, seat_button
from companion.hardware.wire import HOST_BEATS_MS, MAX_LINE, PROTOCOL, SILENCE_MS, decode, encode

HELLO = ["hello", PROTOCOL, "e661", "471a8b6c", 3, 1, ["confirm"]]
"""A small hub: three step lights, one seat, one panel button."""
MAX_LIGHT = LightState("ffffff", "9" * MAX_PATTERN)


class Ear:
    """A link and what it told."""

    def __init__(self, greeted: Any = True) -> None:
        self.told: list[Any] = []
        self.link = HubLink(lambda button, long: self.told.append((button, long)), 0)
        if greeted:
            self.hear(HELLO)

    def hear(self, *messages: Any, now: Any = 0) -> None:
        self.link.receive(b"".join(map(encode, messages)), now)


def state(number: Any, confirm: Any = (0, 0, 0), seat: Any = (0, 0, 0)) -> Any:
    return ["state", number, 0, 0, [list(confirm)], [list(seat)]]


def test_first_it_asks_who_is_there_then_it_shows() -> None:
    ear = Ear(greeted=False)
    assert decode(ear.link.poll(BLANK, 0).rstrip()) == ["hello", PROTOCOL]
    assert ear.link.poll(BLANK, HOST_BEATS_MS - 1) == b""
    ear.hear(HELLO)
    shown = LightFrame((LightState("ffffff", "9"),) * 5, (DARK,) * 3, DARK, now=4)
    assert decode(ear.link.poll(shown, HOST_BEATS_MS).rstrip()) == [
        "lights", 1, [["ffffff", "9"]] * 3, [["000000", "0"]], ["000000", "0"]
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("frame", "after", "speaks"),
    [
        (BLANK, HOST_BEATS_MS - 1, False),  # nothing new
        (BLANK, HOST_BEATS_MS, True),  # the heartbeat
        (LightFrame(attention=MAX_LIGHT), BRISK_MS, True),  # news
        (LightFrame(attention=MAX_LIGHT), BRISK_MS - 1, False),  # but not faster than a hub can read
    ],
)
def test_when_it_speaks(frame: Any, after: Any, speaks: bool) -> None:
    ear = Ear()
    ear.link.poll(BLANK, 0)
    assert bool(ear.link.poll(frame, after)) is speaks


def test_the_largest_frame_fits_into_a_line() -> None:
    ear = Ear(greeted=False)
    ear.hear(["hello", PROTOCOL, "e661", "471a8b6c", 16, 16, []])
    assert ear.link.lights(LightFrame((MAX_LIGHT,) * 16, (MAX_LIGHT,) * 16, MAX_LIGHT))


@pytest.mark.parametrize(
    ("messages", "told"),
    [
        ([state(1, (5, 0, 0))], []),  # what happened before we came is not ours
        ([state(1), state(2, (1, 0, 0))], [(CONFIRM, False)]),
        ([state(1), state(2, (0, 1, 1))], [(CONFIRM, True)]),
        ([state(1), state(2, seat=(1, 0, 0))], [(seat_button(0), False)]),
        ([state(1), state(2, (0, 0, 1)), state(3, (0, 0, 0))], []),  # down and up is not yet a press
        ([state(1, (255, 0, 0)), state(2, (0, 0, 0))], [(CONFIRM, False)]),  # round the clock
        ([state(1), state(7, (2, 0, 0))], [(CONFIRM, False)] * 2),  # told by the line after those lost
        ([state(1), state(2, (99, 0, 0))], []),  # no finger is that fast
        ([state(1, (9, 0, 0)), HELLO, state(1, (0, 0, 0))], []),  # the hub has restarted
        # a line that comes again, or late, tells nothing new
        ([state(1), state(2, (1, 0, 0)), state(1), state(2, (1, 0, 0))], [(CONFIRM, False)]),
        ([state(65535), state(0, (1, 0, 0)), state(65535), state(1, (1, 0, 0))], [(CONFIRM, False)]),
        # the hub has restarted, and its hello was lost: after a few old lines it counts again
        ([state(500, (9, 0, 0)), *map(state, range(1, 8)), state(8, (1, 0, 0))], [(CONFIRM, False)]),
    ],
)
def test_presses(messages: Any, told: Any) -> None:
    ear = Ear()
    ear.hear(*messages)
    assert ear.told == told


def test_a_press_told_too_late_is_not_told() -> None:
    ear = Ear()
    ear.hear(state(1))
    ear.hear(state(9, (1, 0, 0)), now=STALE_MS + 1)
    ear.hear(state(10, (2, 0, 0)), now=STALE_MS + 200)
    assert ear.told == [(CONFIRM, False)]


@pytest.mark.parametrize(
    ("stream", "counts"),
    [
        (encode(state(1)) + encode(state(2)), Counts(good=3)),
        (encode(state(1)) + encode(state(5)), Counts(good=3, lost=3)),
        (encode(state(65535)) + encode(state(0)), Counts(good=3)),  # numbers go round
        (b"noise\n", Counts(good=1, damaged=1)),
        (encode(["state", 1]), Counts(good=1, damaged=1)),  # well framed nonsense is damage too
        (encode(["sing"]), Counts(good=1, damaged=1)),
        (encode(["state", 1, 0, 7, [[0, 0, 0]], [[0, 0, 0]]]), Counts(good=2, hub_damaged=7)),
    ],
)
def test_lines_are_counted(stream: Any, counts: Any) -> None:
    ear = Ear()
    ear.link.receive(stream, 0)
    assert ear.link.counts == counts


@pytest.mark.parametrize(
    "hello",
    [
        ["hello"],
        ["hello", PROTOCOL],  # our own question echoed by a prompt
        ["hello", PROTOCOL, "e661", "471a"],
        ["hello", PROTOCOL, "e661", "471a", 99, 1, []],  # too many steps
        ["hello", PROTOCOL, "e661", "471a", 3, 1, ["launch"]],  # no such button
        ["hello", PROTOCOL, "e661", "471a", 3, 1, ["end", "end"]],
        ["hello", PROTOCOL, "e661", "471a", 3, True, []],
        ["hello", "1", "e661", "471a", 3, 1, []],
        ["hello", PROTOCOL, 5, "471a", 3, 1, []],
    ],
)
def test_no_hello(hello: Any) -> None:
    ear = Ear(greeted=False)
    ear.hear(hello)
    assert ear.link.hello is None
    assert ear.link.counts == Counts(damaged=1)


def test_a_hub_of_another_protocol_is_known_but_not_used() -> None:
    ear = Ear(greeted=False)
    ear.hear(["hello", PROTOCOL + 1, "e661", "99999999", {"seats": 6}], state(1), state(2, (1, 0, 0)))
    assert ear.link.hello is not None and not ear.link.fits
    assert ear.link.hello.version == "99999999"
    assert ear.link.poll(LightFrame(), 10_000) == b"" and ear.link.play(()) == b""
    assert ear.told == []
    assert ear.link.counts.damaged == 0


def test_silence_is_noticed_and_nonsense_is_no_word() -> None:
    ear = Ear()
    ear.link.receive(b"nonsense\n" * 50, SILENCE_MS)
    assert not ear.link.timed_out(SILENCE_MS)
    assert ear.link.timed_out(SILENCE_MS + 1)


SCALARS = st.integers(-5, 70000) | st.text("abc", max_size=4) | st.none() | st.booleans() | st.floats(0, 9)
ANYTHING = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4), max_leaves=20)


# A message that is longer than a line is refused before it is sent.
WORDS = st.builds(lambda w, r: [w, *r], st.sampled_from(["hello", "state"]), st.lists(ANYTHING, max_size=8))


@given(st.lists(WORDS.filter(lambda words: len(json.dumps(words)) < MAX_LINE - 20), max_size=9))
def test_well_framed_nonsense_never_raises(messages: Any) -> None:
    ear = Ear()
    ear.hear(*messages)
    ear.hear(HELLO, state(1), state(2, (1, 0, 0)))
    assert ear.told[-1:] == [(CONFIRM, False)]
    assert ear.link.counts.good >= 3


@given(st.binary(max_size=3000))
def test_bytes_never_raise(noise: Any) -> None:
    ear = Ear()
    ear.link.receive(noise + b"\n", 0)
    ear.hear(state(1), state(2, (1, 0, 0)))
    assert ear.told[-1:] == [(CONFIRM, False)]

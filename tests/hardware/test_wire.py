import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hardware.wire import MAX_LINE, LineReader, checksum, decode, encode

WORDS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)
VALUES = st.recursive(
    st.integers(-(2**31), 2**31 - 1) | WORDS | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)
MESSAGES = st.builds(lambda word, rest: [word, *rest], WORDS, st.lists(VALUES, max_size=4))


def signed(text: Any) -> Any:
    return text + b" " + checksum(text)


def test_a_line_as_it_stands_on_the_wire() -> None:
    assert encode(["light", 3, "ff8800"]) == b'["light",3,"ff8800"] 8e4105ff\n'


@given(MESSAGES)
def test_what_is_encoded_decodes_to_the_same(message: Any) -> None:
    assert decode(encode(message)[:-1]) == message


@given(MESSAGES)
def test_no_byte_is_a_control_character(message: Any) -> None:
    assert all(32 <= byte < 127 for byte in encode(message)[:-1])


@given(st.lists(MESSAGES, max_size=6), st.lists(st.integers(0, 400)))
def test_a_stream_may_be_cut_anywhere(messages: Any, cuts: Any) -> None:
    stream = b"".join(map(encode, messages))
    reader, edges = LineReader(), [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    heard = [m for a, b in itertools.pairwise(edges) for m in reader.feed(stream[a:b])]
    assert heard == messages
    assert (reader.good, reader.damaged) == (len(messages), 0)


@given(MESSAGES, st.data())
def test_one_wrong_byte_is_noticed(message: Any, data: Any) -> None:
    line = bytearray(encode(message)[:-1])
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] ^= data.draw(st.integers(1, 255))
    assert decode(bytes(line)) is None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"[]",
        signed(b"[]"),  # a message has a first word
        signed(b"[3]"),  # which is a word
        signed(b'{"light":3}'),  # and is an array
        signed(b'"light"'),
        signed(b"light"),  # no JSON
        signed(b'["light"'),
        signed(b"[" * 1500),  # nested without end
        signed(b"\xff\xfe"),
        b'["light",3,"ff8800"] 8E4105FF',  # our digits are small
        b'["light",3,"ff8800"]  8e4105ff',  # one space too many
        b'["light",3,"ff8800"] 8e4105f',
        b'["light",3,"ff8800"]8e4105ff',
        b'["light",4,"ff8800"] 8e4105ff',
        signed(b'["' + b"a" * MAX_LINE + b'"]'),  # too long
    ],
)
def test_damaged(line: Any) -> None:
    assert decode(line) is None


def test_what_is_too_long_cannot_be_sent() -> None:
    with pytest.raises(ValueError, match="too long"):
        encode(["a" * MAX_LINE])


@pytest.mark.parametrize(
    ("stream", "good", "damaged"),
    [
        (b"\n\n\r\n", 0, 0),  # empty lines are no damage
        (encode(["a"])[:-1] + b"\r\n", 1, 0),  # a terminal program's line ends
        (b"noise\n" + encode(["a"]), 1, 1),
        (b"x" * 5000 + b"\n" + encode(["a"]), 1, 1),  # a flood counts as one line
        (b"x" * 5000 + encode(["a"]) + encode(["b"]), 1, 1),  # and swallows the line it ran into
        (b"\x03\x04\x00" + encode(["a"]) + encode(["b"]), 1, 1),
        (b">>> " + encode(["a"]), 0, 1),  # a prompt's echo
    ],
)
def test_counts(stream: Any, good: int, damaged: int) -> None:
    reader = LineReader()
    for start in range(0, len(stream), 100):
        reader.feed(stream[start : start + 100])
    assert (reader.good, reader.damaged) == (good, damaged)


@pytest.mark.slow
def test_a_hundred_thousand_lines_with_random_damage() -> None:
    """None is accepted wrongly, and the first whole line after damage is read."""
    chance = random.Random(8)
    reader, wrong, missed = LineReader(), 0, 0
    for number in range(100_000):
        message = ["state", number % 65536, [number % 7, number % 3]]
        line = encode(message)
        whole = number % 2 == 0
        heard = reader.feed(line if whole else damaged(line, chance))
        missed += whole and heard[-1:] != [message]
        wrong += any(m != message for m in heard)
    assert (wrong, missed) == (0, 0)
    assert reader.damaged > 49_000


def damaged(line: Any, chance: Any) -> Any:
    """Damage a line: bits flipped, bytes lost, bytes doubled, or noise put in; its newline stays."""
    body = bytearray(line[:-1])
    place = chance.randrange(len(body))
    kind = chance.randrange(4)
    if kind == 0:
        body[place] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del body[place : place + chance.randint(1, 9)]
    elif kind == 2:
        body[place:place] = body[place : place + chance.randint(1, 9)]
    else:
        body[place:place] = chance.randbytes(chance.randint(1, 200))
    return bytes(body) + b"\n"


def test_a_flood_does_not_grow_the_reader() -> None:
    reader = LineReader()
    for _ in range(2000):
        reader.feed(b"\xff" * 1024)
    assert len(reader._rest) <= MAX_LINE + 1

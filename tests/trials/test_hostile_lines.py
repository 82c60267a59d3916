"""Lines from a hub that make no sense: random bytes, sound checksums round odd messages, endless lines."""

import random
import sys
from typing import Any

import pytest

from companion.hardware import wire
from companion.hardware.link import HubLink

VERBS = ["hello", "state", "light", "tone", "ping", "", "x" * 200]
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    2**31,
    10**30,
    1.5,
    "",
    "red",
    "\x00",
    [],
    {},
    [[1, 0]],
    [[0, 0, 1]],
    [[-1]],
]
MAX_KEPT = 1_000_000
"""Bytes that a link may keep of what makes no sense."""


def odd_message(rng: random.Random) -> bytes:
    return wire.encode([rng.choice(VERBS), *(rng.choice(ODD) for _ in range(rng.randrange(8)))])


def chunk(rng: random.Random) -> bytes:
    """Something a broken, foreign or hostile device may send."""
    way = rng.randrange(5)
    if way == 0:
        return rng.randbytes(rng.randrange(300))
    if way == 1:
        return b"[" * rng.randrange(5000)
    made = odd_message(rng)
    if way == 2:
        at = rng.randrange(len(made))
        return made[:at] + bytes([made[at] ^ 1 << rng.randrange(8)]) + made[at + 1 :]
    return made if way == 3 else made[: rng.randrange(len(made))]


@pytest.mark.tries(1_000_000)
def test_hostile_lines(tries: int, count: list[str], tried: list[str]) -> None:
    rng, now = random.Random(8), 0
    link = HubLink(lambda *_: None, now)
    for number in range(tries):
        now += rng.randrange(100)
        sent = chunk(rng)
        tried.append("")
        try:
            link.receive(sent, now)
        except Exception as error:
            count.append(f"{number}: {sent[:80]!r}: {error!r}")
        if number % 1000 == 0:
            link = HubLink(lambda *_: None, now)
    kept = sum(sys.getsizeof(value) for value in vars(link._reader).values())
    if kept > MAX_KEPT:
        count.append(f"{kept} bytes are kept")

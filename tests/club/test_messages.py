"""Messages from anybody are read within bounds, or refused."""

import msgspec
import pytest

from companion.club.messages import (
    MAX_BYTES,
    Address,
    GameOutcome,
    PlacedPlayer,
    Standings,
    TableState,
    clean_text,
    decode,
    encode,
    read_topic,
    topic,
)
from companion.errors import MalformedMessage

RESULT = "0123456789abcdef" * 2
OUTCOME = GameOutcome(
    id=RESULT,
    revision=1,
    table="Window",
    title="Classic Risk",
    ended="2026-11-22T21:00:00Z",
    players=(PlacedPlayer("Anna", 1), PlacedPlayer("Ben", 2)),
)


def changed(**fields: object) -> bytes:
    return msgspec.json.encode(msgspec.to_builtins(OUTCOME) | fields)


def test_a_message_comes_back_as_it_went() -> None:
    assert decode(encode(OUTCOME), GameOutcome) == OUTCOME


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff\xfe",
        b"nonsense",
        b"[" * 20_000,
        b'{"a":' * 5_000,
        b" " * (MAX_BYTES + 1),
        b"[]",
        b"null",
        changed(id="../../etc/passwd"),
        changed(id=RESULT.upper()),
        changed(revision=0),
        changed(revision=10**30),
        changed(table="x" * 61),
        changed(ended="yesterday"),
        changed(players=[{"name": "Anna", "place": 0}]),
        changed(players=[{"name": "", "place": 1}]),
        changed(players=[{"name": "Anna", "place": 1}] * 11),
        changed(withdrawn="no"),
    ],
    ids=lambda payload: payload[:30].decode(errors="replace"),
)
def test_a_malformed_result_is_refused(payload: bytes) -> None:
    with pytest.raises(MalformedMessage):
        decode(payload, GameOutcome)


@pytest.mark.parametrize(
    "payload",
    [
        b'{"table":"T","at":1e300}',
        b'{"table":"T","clocks":{"red":-1}}',
        b'{"table":"T","clocks":{"red":"1"}}',
        b'{"table":"T","seats":[{"id":"a","name":"A","colour":"pink","emblem":"star"}]}',
        b'{"table":"T","rgb":[1,2]}',
        b"{}",
    ],
)
def test_a_malformed_state_is_refused(payload: bytes) -> None:
    with pytest.raises(MalformedMessage):
        decode(payload, TableState)


def test_standings_without_end_are_refused() -> None:
    with pytest.raises(MalformedMessage):
        decode(msgspec.json.encode({"standings": [{"seat": "red"}] * 11}), Standings)


@pytest.mark.parametrize(
    "address", [Address("a1", "state"), Address("a1", "availability"), Address("b-2", "results", RESULT)]
)
def test_topics_are_read_as_they_are_written(address: Address) -> None:
    assert read_topic(topic(address.table, address.kind, address.result)) == address


@pytest.mark.parametrize(
    "text",
    [
        "companion/tables/a1",
        "companion/tables/a1/state/more",
        "companion/tables/a1/results",
        "companion/tables/a1/results/short",
        f"companion/tables/a1/state/{RESULT}",
        "companion/tables/A1/state",
        "companion/tables/../state",
        "companion/tables/a1/commands",
        "homeassistant/status",
        "",
    ],
)
def test_other_topics_are_refused(text: str) -> None:
    with pytest.raises(MalformedMessage):
        read_topic(text)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Anna", "Anna"),
        (" Anna\n\x1b[31mB ", "Anna [31mB"),
        ("\u202ennA\u202c", "nnA"),
        ("x" * 70, "x" * 59 + "…"),
    ],
)
def test_a_word_has_no_control_characters_and_an_end(text: str, clean: str) -> None:
    assert clean_text(text) == clean

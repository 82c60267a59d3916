"""Nobody receives what is not theirs: everything that is sent to each role is compared."""

import json
from typing import Any

import pytest

from companion.referee.questions import PickOrEnd
from tests.web.conftest import Phone, Stream, Table

PATHS = (
    "/",
    "/stream",
    "/api/board/territories-classic",
    "/api/chronicle",
    "/api/rules",
    "/api/private",
    "/api/private/photo",
    "/static/main.js",
    "/static/signs.json",
    "/no/such/page",
)
SECRETS = {"red": "ANNAS-SECRET", "blue": "BENS-SECRET"}


def page(secret: str) -> dict[str, Any]:
    return {"cards": [f"{secret}-CARD"], "objectives": f"{secret}-OBJECTIVE", "notes": f"{secret}-NOTE"}


def everything(phone: Phone, stream: Stream | None) -> bytes:
    """All that one phone has ever received, with headers."""
    for path in PATHS:
        phone.get(path)
        phone.received.append(json.dumps(phone.headers).encode())
    return b"".join(phone.received) + (stream.raw if stream is not None else b"")


@pytest.fixture
def roles(table: Table) -> dict[str, tuple[Phone, Stream | None]]:
    """Two seats with secrets, one who watches, and one who was never let in."""
    found: dict[str, tuple[Phone, Stream | None]] = {"stranger": (Phone(table), None)}
    for seat, secret in SECRETS.items():
        phone = Phone(table).join().sit(seat)
        phone.post("/api/private", page(secret))
        found[seat] = (phone, phone.stream())
    watcher = Phone(table).join()
    found["watcher"] = (watcher, watcher.stream())
    table.play_to(lambda question: isinstance(question, PickOrEnd) and question.seat == "red")
    streams = [stream for _, stream in found.values() if stream is not None]

    def all_up_to_date() -> bool:
        return all(s.table["seq"] == s.seat["seq"] == table.session.seq for s in streams)

    table.until(all_up_to_date)
    for phone, _ in found.values():
        phone.answer("end")  # the refused and the late get a reply too
    table.until(all_up_to_date)
    return found


def test_each_secret_is_seen_by_its_own_seat_only(roles: dict[str, tuple[Phone, Stream | None]]) -> None:
    seen = {role: everything(*what) for role, what in roles.items()}
    for seat, secret in SECRETS.items():
        assert {role for role, sent in seen.items() if secret.encode() in sent} == {seat}


def test_nobody_receives_a_token_of_somebody_else(
    table: Table, roles: dict[str, tuple[Phone, Stream | None]]
) -> None:
    seen = {role: everything(*what) for role, what in roles.items()}
    for role, (phone, _) in roles.items():
        for token in phone.cookies.values():
            assert [other for other, sent in seen.items() if other != role and token.encode() in sent] == []
    assert all(table.code.encode() not in sent for sent in seen.values())


def test_only_the_seat_that_is_asked_receives_the_form(
    roles: dict[str, tuple[Phone, Stream | None]],
) -> None:
    with_form = {
        role
        for role, (_, stream) in roles.items()
        if stream is not None and b'"kind":"pick or end"' in stream.raw
    }
    assert with_form == {"red"}


def test_everybody_receives_the_same_table(roles: dict[str, tuple[Phone, Stream | None]]) -> None:
    tables = [stream.table | {"clocks": "they run"} for _, stream in roles.values() if stream is not None]
    assert all(sent == tables[0] for sent in tables)


def test_what_a_watcher_receives_does_not_hang_on_the_secrets(table: Table) -> None:
    """The same moment with other secrets, another hand, another photo: not a byte differs."""
    anna, watcher = Phone(table).join().sit("red"), Phone(table).join()
    sent = []
    for secret in SECRETS.values():
        anna.post("/api/private", page(secret))
        stream = watcher.stream()
        watcher.received.clear()
        for path in PATHS:
            watcher.get(path)
        sent.append((b"".join(watcher.received), stream.table | {"clocks": "they run"}, stream.seat))
        stream.close()
    assert sent[0] == sent[1]


def test_a_stranger_gets_nothing_but_pages_that_tell_nothing(table: Table) -> None:
    stranger = Phone(table)
    statuses = {path: stranger.get(path)[0] for path in PATHS if path.startswith("/api")}
    assert set(statuses.values()) == {401}
    assert b"Anna" not in b"".join(stranger.received)

"""All tables of a club, from messages that anybody may have sent."""

import logging
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.club import live_tables, store
from companion.club.board_drawing import board_message
from companion.club.live_tables import LINES_A_MINUTE, LiveTables
from companion.club.messages import TableMap, TableState, encode, topic
from companion.club.result_signature import new_key, sign
from companion.club.store import FILE, ClubStore
from tests.club.test_messages import OUTCOME
from tests.conftest import Clock

KEY = new_key()
"""The key of every honest table here."""


@pytest.fixture
def tables(store: ClubStore, clock: Clock) -> LiveTables:
    return LiveTables(store, clock)


def tell(tables: LiveTables, table: str, name: str = "Window", **fields: Any) -> None:
    tables.receive(topic(table, "availability"), b"online")
    tables.receive(topic(table, "state"), encode(TableState(table=name, **fields)))


def tell_result(tables: LiveTables, result: Any = OUTCOME, table: str = "a1") -> None:
    tables.receive(topic(table, "results", result.id), sign(KEY, table, encode(result)))


def test_a_table_is_shown_as_it_tells(tables: LiveTables) -> None:
    changed: list[str] = []
    tables.subscribe(changed.append)
    tell(tables, "a1", turn="Anna")
    (table,) = tables.tables()
    assert (table.online, table.state.turn) == (True, "Anna")
    tables.receive(topic("a1", "availability"), b"offline")
    assert not tables.tables()[0].online
    assert changed == ["a1"] * 3


def test_a_board_is_kept_for_its_table_only_and_over_a_restart(
    tables: LiveTables, store: ClubStore, clock: Clock, own_board: str
) -> None:
    for table in ("a1", "b2"):
        tell(tables, table)
    changed: list[str] = []
    tables.subscribe(changed.append)
    tables.receive(topic("a1", "board"), board_message(own_board))
    tables.receive(topic("b2", "board"), b'{"board":"x","file":{}}')
    assert changed == ["a1"]
    again = LiveTables(store, clock)
    for each in (tables, again):
        board = each.board("a1")
        assert board is not None and board.id == own_board
        assert each.board("b2") is None
    again.receive(topic("a1", "state"), b"")
    assert again.board("a1") is None


def test_the_same_message_again_changes_nothing(tables: LiveTables) -> None:
    tell(tables, "a1")
    changed: list[str] = []
    tables.subscribe(changed.append)
    tell(tables, "a1")
    assert changed == []


def test_a_result_counts_once(tables: LiveTables) -> None:
    changed: list[str] = []
    tables.subscribe(changed.append)
    for _ in range(3):
        tell_result(tables)
    assert changed == [""]
    assert [(row.name, row.games) for row in tables.league("score").rows] == [("Anna", 1), ("Ben", 1)]


def test_a_later_revision_counts_instead_and_an_older_one_never_again(tables: LiveTables) -> None:
    tell_result(tables)
    tell_result(tables, structs.replace(OUTCOME, revision=2, withdrawn=True))
    tell_result(tables)
    assert tables.league("score").rows == ()


def test_no_table_changes_the_result_of_another(tables: LiveTables) -> None:
    tell_result(tables)
    tell_result(tables, structs.replace(OUTCOME, revision=9, withdrawn=True), table="b2")
    assert [row.name for row in tables.league("score").rows] == ["Anna", "Ben"]


@pytest.mark.parametrize(
    ("where", "payload"),
    [
        ("companion/tables/a1/state", b"{"),
        ("companion/tables/a1/state", b"\xff" * 100),
        ("companion/tables/a1/availability", b"maybe"),
        ("companion/tables/a1/standings", b'{"standings":7}'),
        ("companion/tables/a1/map", b'{"places":{"alaska":"red"}}'),
        ("companion/tables/a1/map", encode(TableMap("m", {str(n): ("", 1) for n in range(200)}))),
        (f"companion/tables/a1/results/{'f' * 32}", sign(KEY, "a1", encode(OUTCOME))),
        ("companion/tables/a1/results/../../x", encode(OUTCOME)),
        ("companion/tables/a1/orders", b"{}"),
        ("companion/tables/\n/state", b"{}"),
    ],
)
def test_a_malicious_message_is_ignored_with_a_line_in_the_log(
    tables: LiveTables, where: str, payload: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    tell(tables, "a1")
    before = (tables.tables(), tables.league("score"))
    tables.receive(where, payload)
    assert (tables.tables(), tables.league("score")) == before
    (line,) = caplog.messages
    assert "ignored" in line
    assert "\n" not in line


@pytest.mark.parametrize("revision", [1, 10**9])
def test_another_table_cannot_change_a_result(
    tables: LiveTables, caplog: pytest.LogCaptureFixture, revision: int
) -> None:
    tell_result(tables)
    before = tables.league("score")
    forged = structs.replace(OUTCOME, revision=revision, withdrawn=True)
    where = topic("a1", "results", OUTCOME.id)
    for payload in (
        sign(new_key(), "a1", encode(forged)),  # another key
        sign(KEY, "b2", encode(forged)),  # signed for another table's topics
        encode(forged),  # not signed at all
        sign(KEY, "a1", encode(OUTCOME)).replace(b'"withdrawn":false', b'"withdrawn":true'),
    ):
        tables.receive(where, payload)
    assert tables.league("score") == before
    assert len(caplog.messages) >= 3
    assert "another key" in caplog.text and "signature" in caplog.text
    tell_result(tables, structs.replace(forged, revision=10**9))
    assert tables.league("score") != before  # the table itself may


def test_a_key_is_kept_over_a_restart(tables: LiveTables, tmp_path: Path, clock: Clock) -> None:
    tell_result(tables)
    again = ClubStore(tmp_path / FILE)
    found = LiveTables(again, clock)
    forged = structs.replace(OUTCOME, revision=9, withdrawn=True)
    found.receive(topic("a1", "results", OUTCOME.id), sign(new_key(), "a1", encode(forged)))
    assert found.league("score").rows
    again.close()


def test_a_flood_does_not_fill_the_log(
    tables: LiveTables, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(1000):
        tables.receive("nonsense", b"")
    assert len(caplog.records) == LINES_A_MINUTE
    clock.now += 61
    tables.receive("nonsense", b"")
    assert len(caplog.records) == LINES_A_MINUTE + 1


def test_there_is_an_end_to_tables(
    tables: LiveTables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(live_tables, "MAX_TABLES", 3)
    for name in ("a1", "b2", "c3", "d4"):
        tell(tables, name, name)
    assert [table.id for table in tables.tables()] == ["a1", "b2", "c3"]
    assert "there are 3 tables already" in caplog.text
    tables.receive(topic("b2", "availability"), b"offline")
    tell(tables, "d4", "d4")
    assert [table.id for table in tables.tables()] == ["a1", "c3", "d4"]


def test_there_is_an_end_to_results(
    tables: LiveTables, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store, "MAX_RESULTS_OF_TABLE", 2)
    for number in range(5):
        tell_result(tables, structs.replace(OUTCOME, id=f"{number:032x}"))
    assert tables.league("score").rows[0].games == 2
    assert "is ignored" in caplog.text


def test_a_restart_loses_nothing(tables: LiveTables, tmp_path: Path, clock: Clock) -> None:
    tell(tables, "a1", turn="Anna", at=clock.now)
    tell_result(tables)
    again = ClubStore(tmp_path / FILE)
    found = LiveTables(again, clock)
    assert found.league("rating") == tables.league("rating")
    (table,) = found.tables()
    assert (table.state, table.online) == (tables.tables()[0].state, False), "until the broker says so"
    again.close()


def test_a_damaged_row_is_no_end(store: ClubStore, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    store.keep_message("a1", "state", b"damaged")
    store.keep_message("b2", "state", encode(TableState(table="Door", at=clock.now)))
    assert [table.state.table for table in LiveTables(store, clock).tables()] == ["Door"]
    assert "cannot be read" in caplog.text


def test_tables_that_went_home_yesterday_are_not_shown(tables: LiveTables, clock: Clock) -> None:
    tell(tables, "a1")
    clock.now += 25 * 3600
    assert tables.tables()
    tables.receive(topic("a1", "availability"), b"offline")
    assert tables.tables() == ()


def test_a_table_deleted_at_the_broker_goes_and_its_results_stay(
    tables: LiveTables, store: ClubStore
) -> None:
    tell(tables, "a1")
    tell_result(tables)
    tables.receive(topic("a1", "state"), b"")
    tables.receive(topic("a1", "results", OUTCOME.id), b"")
    assert (tables.tables(), store.messages()) == ((), ())
    assert tables.league("score").rows


def test_a_full_disk_is_told_and_the_page_goes_on(
    tables: LiveTables, store: ClubStore, caplog: pytest.LogCaptureFixture
) -> None:
    store.close()
    with caplog.at_level(logging.WARNING):
        tell(tables, "a1", turn="Anna")
    assert tables.tables()[0].state.turn == "Anna"
    assert "cannot be saved" in caplog.text

"""The club's page: live, harmless and bounded."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import TestClient, TestServer

from companion.club import web_server
from companion.club.board_drawing import board_message
from companion.club.broker import CONNECTED
from companion.club.live_tables import LiveTables
from companion.club.messages import TableMap, encode, topic
from companion.club.store import ClubStore
from companion.club.web_server import ClubPage, Feed, make_app
from companion.locale import catalogue, languages
from companion.locale.messages import ENGLISH
from tests.club.test_live_tables import tell, tell_result
from tests.locale.pseudo import PSEUDO, pseudo


@pytest.fixture
def tables(store: ClubStore) -> LiveTables:
    return LiveTables(store)


def visit(tables: LiveTables, look: Callable[[TestClient[Any, Any]], Awaitable[None]]) -> None:
    async def run() -> None:
        page = ClubPage(tables, "score", lambda: CONNECTED)
        async with TestClient(TestServer(make_app(page))) as client:
            await look(client)

    asyncio.run(run())


async def event(stream: Any) -> dict[str, Any]:
    line = await stream.content.readline()
    assert await stream.content.readline() == b"\n"
    return json.loads(line.removeprefix(b"data: "))


def test_the_page_needs_nothing_from_elsewhere_and_runs_nothing_of_others(tables: LiveTables) -> None:
    async def look(client: TestClient[Any, Any]) -> None:
        for path in ("/", "/club.css", "/club.js"):
            answer = await client.get(path)
            assert answer.status == 200
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            text = await answer.text()
            assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
            assert "innerHTML" not in text
        assert "<symbol" in await (await client.get("/")).text()

    visit(tables, look)


def test_the_page_is_told_in_its_readers_language(
    tables: LiveTables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    po = tmp_path / "de" / "LC_MESSAGES" / "companion.po"
    po.parent.mkdir(parents=True)
    po.touch()
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogue, "catalogue", {"de": PSEUDO, "en": ENGLISH}.__getitem__)
    tell_result(tables)

    async def look(client: TestClient[Any, Any]) -> None:
        german = {"Accept-Language": "de-DE"}
        page = await (await client.get("/", headers=german)).text()
        assert '<html lang="de">' in page and pseudo("No game has ended yet.") in page and "<symbol" in page
        words = await (await client.get("/words.json", headers=german)).json()
        assert words["texts"]["paused"] == pseudo("paused")
        assert (await (await client.get("/words.json")).json())["texts"] == {}
        first = await event(await client.get("/events", headers=german))
        assert (first["live"], first["broker"]) == (True, pseudo("connected"))
        assert first["league"]["awards"][0]["title"] == pseudo("First of the league")
        assert [row["name"] for row in first["league"]["rows"]] == ["Anna", "Ben"]

    visit(tables, look)


def test_a_page_is_told_everything_and_then_what_changes(tables: LiveTables) -> None:
    tell(tables, "a1", turn="Anna")

    async def look(client: TestClient[Any, Any]) -> None:
        stream = await client.get("/events")
        first = await event(stream)
        assert [table["state"]["turn"] for table in first["tables"]] == ["Anna"]
        assert (first["league"]["rows"], first["broker"]) == ([], "connected")
        await asyncio.to_thread(tell, tables, "b2", "Door")
        seen: set[str] = set()
        while "Door" not in seen:
            seen |= {table["state"]["table"] for table in (await event(stream))["changed"]}
        assert "Window" not in seen
        await asyncio.to_thread(tell_result, tables)
        while True:
            told = await event(stream)
            if "league" in told:
                break
        assert [row["name"] for row in told["league"]["rows"]] == ["Anna", "Ben"]
        await asyncio.to_thread(tables.receive, "companion/tables/b2/state", b"")
        while "b2" not in told.get("gone", ()):
            told = await event(stream)

    visit(tables, look)


def test_all_there_is_can_be_had_as_json(tables: LiveTables) -> None:
    tell(tables, "a1", "<script>alert(1)</script>")

    async def look(client: TestClient[Any, Any]) -> None:
        shown = await (await client.get("/club.json")).json()
        assert shown["tables"][0]["state"]["table"] == "<script>alert(1)</script>"

    visit(tables, look)


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_page_takes_no_input(tables: LiveTables, method: str) -> None:
    async def look(client: TestClient[Any, Any]) -> None:
        for path in ("/", "/events", "/club.json", "/tables/a1"):
            assert (await getattr(client, method)(path, data=b"x" * 5000)).status in (404, 405)

    visit(tables, look)


def test_there_is_an_end_to_pages(tables: LiveTables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_server, "MAX_VIEWERS", 2)

    async def look(client: TestClient[Any, Any]) -> None:
        streams = [await client.get("/events") for _ in range(3)]
        assert [stream.status for stream in streams] == [200, 200, 503]

    visit(tables, look)


def test_a_slow_page_holds_no_more_than_the_tables_there_are() -> None:
    async def run() -> None:
        feed = Feed()
        for number in range(10_000):
            feed.add(f"t{number % 7}")
        assert len(await feed.take()) == 7

    asyncio.run(run())


def test_maps_are_drawn_for_spectators_and_no_name_is_a_path(tables: LiveTables) -> None:
    tell(tables, "a1")
    tables.receive(topic("a1", "map"), encode(TableMap("classic", {"alaska": ("red", 3)})))

    async def look(client: TestClient[Any, Any]) -> None:
        (table,) = (await event(await client.get("/events")))["tables"]
        assert table["map"] == {"board": "classic", "places": {"alaska": ["red", 3]}}
        drawing = await client.get("/boards/classic.svg")
        assert drawing.content_type == "image/svg+xml"
        assert (await drawing.text()).count("data-place=") == 42
        assert "seat-red" in await (await client.get("/board.css")).text()
        for name in ("nothing", "..%2fclub", "%2e%2e%2f%2e%2e%2fsecret"):
            assert (await client.get(f"/boards/{name}.svg")).status == 404

    visit(tables, look)


def test_a_players_board_is_drawn_for_the_table_that_sent_it(tables: LiveTables, own_board: str) -> None:
    for table in ("a1", "b2"):
        tell(tables, table)
    tables.receive(topic("a1", "board"), board_message(own_board))
    tables.receive(topic("a1", "map"), encode(TableMap(own_board, {"tarn": ("red", 3)})))

    async def look(client: TestClient[Any, Any]) -> None:
        found = (await event(await client.get("/events")))["tables"]
        assert [table["map"]["board"] for table in found] == [own_board, ""]
        assert len(json.dumps(found)) < 5_000, "the drawing is sent only to who asks for it"
        drawing = await client.get(f"/tables/a1/{own_board}.svg")
        text = await drawing.text()
        assert drawing.content_type == "image/svg+xml" and text.count("data-place=") == 20
        assert "&lt;b&gt;" in text and "<b>" not in text
        for path in (f"b2/{own_board}", "a1/other@0123456789abcdef", f"../{own_board}", "a1/classic"):
            assert (await client.get(f"/tables/{path}.svg")).status == 404

    visit(tables, look)

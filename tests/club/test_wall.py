"""The club's page on a wall: twenty tables take turns, and their maps; a hand at the page stops that."""

import asyncio
import os
import shutil
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from aiohttp import web

from companion.app.night.session import Session
from companion.club.board_drawing import board_message
from companion.club.live_tables import LiveTables
from companion.club.messages import encode, topic
from companion.club.snapshot import snapshot, state_at
from companion.club.store import ClubStore
from companion.club.web_server import ClubPage, make_app
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.seats import seats_of
from tests.short_games import play

pytestmark = pytest.mark.slow

CHROMIUM = shutil.which("chromium")
TABLES = 20
CARDS = """() => [...document.querySelectorAll(".table")].filter((card) => !card.hidden)
  .map((card) => [card.querySelector("h3").textContent, card.getBoundingClientRect().bottom])"""
TITLE = "() => document.querySelector('#featured-title').textContent"
OWNED = "() => document.querySelectorAll('#map [data-owner]:not([data-owner=nobody])').length"


@pytest.fixture
def address(store: ClubStore, tmp_path: Any, own_board: str) -> Iterator[str]:
    """A club of twenty tables that play Classic Risk, every other on a taught board; on another thread."""
    tables = LiveTables(store)
    with Journal.open(tmp_path / "games.sqlite") as journal:
        games = []
        for board in ("classic", own_board):
            house_rules = {"placing": "all at once", "board": board}
            session = Session.begin(journal, find_game("classic"), seats_of(5), house_rules)
            play(session, 30)
            games.append(snapshot(session, 0.0))
    for number in range(TABLES):
        table, taken = f"t{number:02}", games[number % 2]
        tables.receive(topic(table, "availability"), b"online")
        tables.receive(topic(table, "state"), encode(state_at(taken, f"Table {number + 1}", 0.0, 0.0)))
        tables.receive(topic(table, "standings"), encode(taken.standings))
        if number % 2:
            tables.receive(topic(table, "board"), board_message(own_board))
        tables.receive(topic(table, "map"), encode(taken.map))
    loop, runner = (
        asyncio.new_event_loop(),
        web.AppRunner(make_app(ClubPage(tables, "score", lambda: "connected"))),
    )

    async def serve() -> int:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return int(runner.addresses[0][1])

    port = loop.run_until_complete(serve())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield f"http://127.0.0.1:{port}/"
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.run_until_complete(runner.cleanup())
    loop.close()


@pytest.mark.skipif(CHROMIUM is None, reason="needs a browser: apt install chromium")
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_every_table_and_map_has_its_turn_and_no_card_is_cut(address: str, size: tuple[int, int]) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright: pip install playwright")
    errors: list[str] = []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"] * (os.getuid() == 0))
        page = browser.new_page(viewport={"width": size[0], "height": size[1]})
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.clock.install()
        page.goto(address)
        page.wait_for_selector("#featured:not([hidden]) svg")
        seen: set[str] = set()
        maps: set[str] = set()
        owned: set[int] = set()
        for _ in range(TABLES):
            cards = page.evaluate(CARDS)
            assert cards and all(bottom <= size[1] for _, bottom in cards), "a card is cut"
            seen |= {name for name, _ in cards}
            page.wait_for_function("document.querySelectorAll('#map svg').length")
            owned.add(page.evaluate(OWNED))
            maps.add(page.evaluate(TITLE))
            page.clock.run_for(10_000)
            page.wait_for_timeout(30)
        assert owned == {20, 42}
        assert len(seen) == TABLES and len(maps) > TABLES / 2
        page.mouse.move(300, 300)
        assert len(page.evaluate(CARDS)) == TABLES, "somebody looks for a table: the page stands and scrolls"
        browser.close()
    assert errors == []

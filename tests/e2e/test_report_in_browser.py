"""The report in a real browser: no error, and no request but for the file itself."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.app.chronicle.report import report
from tests.app.chronicle.bot_games import told

CHROMIUM = shutil.which("chromium")
OWNERS = """() => Object.fromEntries([...document.querySelectorAll("[data-place]")]
  .map((land) => [land.dataset.place, land.dataset.owner]))"""
NUMBERS = """() => Object.fromEntries([...document.querySelectorAll("[data-disc]:has(text)")]
  .map((disc) => [disc.dataset.disc, disc.querySelector("text").textContent]))"""
FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-logging=stderr",
)


def open_page(address: str, folder: Path) -> tuple[subprocess.CompletedProcess[str], set[str | None]]:
    """Open a page; returns what the browser printed and the hosts that it asked for anything."""
    folder.mkdir()
    sandbox = ("--no-sandbox",) if os.getuid() == 0 else ()
    log = folder / "net.json"
    own = (f"--user-data-dir={folder}", f"--log-net-log={log}", "--dump-dom", address)
    command = [str(CHROMIUM), *FLAGS, *sandbox, *own]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    events = json.loads(log.read_text())["events"]
    asked = {str(event["params"]["url"]) for event in events if "url" in event.get("params", {})}
    return shown, {urlsplit(url).hostname for url in asked}


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs a browser: apt install chromium")
def test_the_report_opens_without_errors_and_asks_for_nothing(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(report(told("classic"), "Friday", "2026-11-22"))
    shown, asked = open_page(page.as_uri(), tmp_path / "page")
    _, always = open_page("about:blank", tmp_path / "blank")
    assert "Turn by turn" in shown.stdout
    assert 'id="when">Round' in shown.stdout, "the script has drawn the last turn"
    assert "CONSOLE" not in shown.stderr
    assert asked <= always | {None}, "the page asks for something beyond what the browser itself asks for"


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs a browser: apt install chromium")
@pytest.mark.parametrize("width", [360, 1200])
def test_the_slider_shows_the_board_of_every_turn(tmp_path: Path, width: int) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright: pip install playwright")
    record = told("classic")
    path = tmp_path / "report.html"
    path.write_text(report(record, "Friday", "2026-11-22"))
    colours = {seat.id: seat.colour for seat in record.chronicle.seats}
    errors: list[str] = []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"] * (os.getuid() == 0))
        page = browser.new_page(viewport={"width": width, "height": 740})
        page.on("console", lambda line: errors.append(line.text))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{path.as_uri()}#turn-2")
        for number in (2, 3):
            places = record.views[number].places
            owned = {id: colours.get(place.owner or "", "nobody") for id, place in places.items()}
            assert page.evaluate(OWNERS) == owned
            numbers = {id: str(place.count) for id, place in places.items() if place.count}
            assert page.evaluate(NUMBERS) == numbers
            page.get_by_role("button", name="One turn on").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        browser.close()
    assert errors == []

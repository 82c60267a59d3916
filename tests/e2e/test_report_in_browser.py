"""The report in a real browser: no error, and no request but for the file itself."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.app.chronicle.chronicle import chronicle
from companion.app.chronicle.report import report
from tests.app.chronicle.test_chronicle import played

CHROMIUM = shutil.which("chromium")
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
    page.write_text(report(chronicle(played("classic", 400, players=3)), "Friday", "2026-11-22"))
    shown, asked = open_page(page.as_uri(), tmp_path / "page")
    _, always = open_page("about:blank", tmp_path / "blank")
    assert "Turn by turn" in shown.stdout
    assert "CONSOLE" not in shown.stderr
    assert asked <= always | {None}, "the page asks for something beyond what the browser itself asks for"

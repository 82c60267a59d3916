"""Debian's headless Chromium, driven by Playwright on a separate thread."""

import os
import shutil
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium")
PHONE, PROJECTOR = (390, 844), (1920, 1080)
SECONDS = 30_000
"""Timeout of every operation on a page, in milliseconds."""


class Browser:
    """Opens pages, each with separate cookies.

    Args:
        wait: runs the table's thread until a future is done.
    """

    def __init__(self, wait: Callable[[Future[Any]], object]) -> None:
        missing = "needs Playwright: pip install playwright"
        playwright = pytest.importorskip("playwright.sync_api", reason=missing)
        if CHROMIUM is None:
            pytest.skip("needs a browser: apt install chromium")
        self._wait = wait
        self._thread = ThreadPoolExecutor(1)
        self.errors: list[str] = []
        self._playwright = self.do(lambda: playwright.sync_playwright().start())
        sandbox = ["--no-sandbox"] if os.getuid() == 0 else []
        self._browser = self.do(
            lambda: self._playwright.chromium.launch(executable_path=CHROMIUM, args=sandbox)
        )

    def do(self, work: Callable[[], Any]) -> Any:
        """Run an operation on the browser's thread while the table's thread goes on."""
        future = self._thread.submit(work)
        self._wait(future)
        return future.result()

    def open(
        self, address: str, size: tuple[int, int] = PHONE, scheme: str = "light", locale: str = "en-GB"
    ) -> "Page":
        """Open an address as on a new device that speaks this language."""

        def opening() -> Any:
            width, height = size
            context = self._browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                has_touch=size != PROJECTOR,
                locale=locale,
            )
            context.set_default_timeout(SECONDS)
            page = context.new_page()
            page.on("pageerror", lambda error: self.errors.append(str(error)))
            page.on("console", lambda line: self._hear(line))
            page.goto(address)
            return page

        return Page(self, self.do(opening))

    def _hear(self, line: Any) -> None:
        """Record errors from the console, except for a network that the test has disconnected."""
        if line.type == "error" and "ERR_INTERNET_DISCONNECTED" not in line.text:
            self.errors.append(f"{line.text} {line.location.get('url')}")

    def close(self) -> None:
        self.do(self._browser.close)
        self.do(self._playwright.stop)
        self._thread.shutdown()


class Page:
    """A page; every method waits for the browser while the table's thread goes on."""

    def __init__(self, browser: Browser, page: Any) -> None:
        self._browser = browser
        self._page = page

    def tap(self, words: str, within: str = "body") -> None:
        """Tap the button with this text."""
        self._browser.do(
            lambda: self._page.locator(within).get_by_role("button", name=words, exact=True).click()
        )

    def tap_on(self, selector: str) -> None:
        self._browser.do(lambda: self._page.locator(selector).first.click())

    def fill(self, selector: str, words: str) -> None:
        self._browser.do(lambda: self._page.locator(selector).fill(words))

    def see(self, words: str, within: str = "body") -> None:
        """Wait until this text is visible."""
        self._browser.do(
            lambda: self._page.locator(within).get_by_text(words).first.wait_for(state="visible")
        )

    def text(self, selector: str) -> str:
        return str(self._browser.do(lambda: self._page.locator(selector).inner_text()))

    def count(self, selector: str) -> int:
        return int(self._browser.do(lambda: self._page.locator(selector).count()))

    def run(self, script: str, argument: Any = None) -> Any:
        return self._browser.do(lambda: self._page.evaluate(script, argument))

    def offline(self, cut: bool) -> None:
        self._browser.do(lambda: self._page.context.set_offline(cut))

    def wait_for(self, condition: str) -> None:
        """Wait until a JavaScript function returns something true."""
        self._browser.do(lambda: self._page.wait_for_function(condition))

    def lose_replies(self, path: str, count: int) -> None:
        """Let this many requests reach the table, and lose the replies."""

        def lose(route: Any) -> None:
            route.fetch()
            route.abort()

        self._browser.do(lambda: self._page.route(f"**{path}", lose, times=count))

    def refuse(self, path: str) -> None:
        """Let no request to this path through."""
        self._browser.do(lambda: self._page.route(f"**{path}", lambda route: route.abort()))

    def accept(self, path: str) -> None:
        """Let requests to this path through again."""
        self._browser.do(lambda: self._page.unroute(f"**{path}"))

    def touch(self, x: float, y: float) -> None:
        """Touch a point of the window, in CSS pixels."""
        self._browser.do(lambda: self._page.touchscreen.tap(x, y))

    def picture(self, path: Path) -> None:
        self._browser.do(lambda: self._page.screenshot(path=path))

    def give(self, selector: str, path: Path) -> None:
        """Choose a file in a field."""
        self._browser.do(lambda: self._page.locator(selector).set_input_files(path))

    def load(self, words: str) -> bytes:
        """Tap a link whose file is saved; return its content."""

        def loading() -> bytes:
            with self._page.expect_download() as waited:
                self._page.get_by_role("link", name=words, exact=True).click()
            return Path(waited.value.path()).read_bytes()

        return bytes(self._browser.do(loading))

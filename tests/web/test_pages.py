"""The pages: nothing inline, every kind of question, colours of the screen that can be read, an icon."""

import io
import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from PIL import Image

from companion.app.board_svg import board_css
from companion.referee.questions import Question
from companion.referee.seats import COLOURS
from companion.ui.theme import SEAT_COLOURS, Rgba, contrast, rgba
from companion.web.pages import FOLDER, Pages
from companion.web.security import HEADERS, POLICY
from tests.web.conftest import Phone, Table

PAGES = sorted(path.name for path in FOLDER.glob("*.html"))
CSS = (FOLDER / "page.css").read_text(encoding="utf-8")
PAIRS = [
    ("words", "ground"),
    ("words", "card"),
    ("words", "quiet"),
    ("muted", "ground"),
    ("muted", "card"),
    ("muted", "sea"),
    ("accent", "ground"),
    ("accent", "card"),
    ("on-accent", "accent"),
    ("ground", "danger"),
]
"""Words and the ground they stand on."""


def variables(scheme: str) -> dict[str, Rgba]:
    """The colours of the light or the dark page."""
    light, dark = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)[:2]
    found = dict(re.findall(r"--([\w-]+): #(\w{6})", light))
    if scheme == "dark":
        found |= dict(re.findall(r"--([\w-]+): #(\w{6})", dark))
    return {name: rgba(code) for name, code in found.items()}


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_inline_and_nothing_comes_from_elsewhere(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*src=)|https?:", text)
    assert 'lang="en"' in text and "<title>" in text and "viewport" in text


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("*.js")))
def test_scripts_build_no_html_from_words(name: str) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
    )
    assert text.count("\n") < 500


def test_every_control_of_the_page_has_a_label() -> None:
    for script in FOLDER.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        for id in re.findall(r'el\("(?:input|textarea|select)", \{[^}]*?\bid: "([\w-]+)"', text):
            assert f'for: "{id}"' in text, (script.name, id)


def test_every_kind_of_question_has_a_form() -> None:
    text = (FOLDER / "questions.js").read_text(encoding="utf-8")
    kinds = {kind.__struct_config__.tag for kind in get_args(Question)}
    assert kinds == set(re.findall(r'^ {6}"([\w ]+)": \(\) =>', text, re.MULTILINE))


@pytest.mark.parametrize("colour", COLOURS)
def test_seats_have_the_colours_of_the_screen(colour: str) -> None:
    paint = SEAT_COLOURS[colour]  # type: ignore[index]
    css = board_css()
    fill = re.search(rf"\.seat-{colour} \{{ fill: #(\w+)", css)
    words = re.search(rf"\.on-{colour} \{{ fill: #(\w+)", css)
    assert fill is not None and rgba(fill[1]) == paint.fill
    assert words is not None and rgba(words[1]) == paint.text


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("words", "ground"), PAIRS)
def test_words_can_be_read(scheme: str, words: str, ground: str) -> None:
    colours = variables(scheme)
    assert contrast(colours[words], colours[ground]) >= 4.5


@pytest.mark.parametrize(
    ("suffix", "kind"),
    [
        (".html", "text/html; charset=utf-8"),
        (".css", "text/css; charset=utf-8"),
        (".js", "text/javascript; charset=utf-8"),
        (".webmanifest", "application/manifest+json; charset=utf-8"),
        (".png", "image/png"),
    ],
)
def test_a_file_says_what_it_is(suffix: str, kind: str) -> None:
    """Texts are in UTF-8; of a page each language has its own, of others all have the same."""
    pages = Pages()
    for name in (name for name in pages._files if name.endswith(suffix)):
        first, german = pages.page(name, "en"), pages.page(name, "de", 403)
        assert (first.status, german.status) == (200, 403)
        assert first.headers["Content-Type"] == german.headers["Content-Type"] == kind
        assert (first.body == german.body) == (suffix != ".html")
        assert pages.page(name, "en").body == first.body == pages.page(name, "en").body


def test_the_colours_of_the_board_are_served(table: Table) -> None:
    status, css = Phone(table).get("/static/board.css")
    assert (status, css.decode()) == (200, board_css())


def test_every_response_carries_the_policy(table: Table) -> None:
    phone = Phone(table)
    for path in ("/", "/static/page.css", "/no/such/page", "/api/private", "/j/wrong"):
        phone.get(path)
        assert {name: phone.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in POLICY


def test_the_manifest_names_icons_that_are_there(table: Table) -> None:
    phone = Phone(table)
    _, manifest = phone.get("/static/table.webmanifest")
    assert phone.headers["Content-Type"].startswith("application/manifest+json")
    for entry in json.loads(manifest)["icons"]:
        status, icon = phone.get(entry["src"])
        assert status == 200
        assert "x".join(map(str, Image.open(io.BytesIO(icon)).size)) == entry["sizes"]


@pytest.mark.parametrize("name", ["%2e%2e%2fpages.py", "..%2f..%2fcli.py", "page.py", "nothing.css"])
def test_only_the_pages_themselves_are_files(table: Table, name: str) -> None:
    assert Phone(table).get(f"/static/{name}")[0] == 404


def test_the_pages_are_part_of_the_package() -> None:
    import tomllib

    project: Any = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    assert all(any(path.match(pattern) for pattern in patterns) for path in FOLDER.iterdir())


@pytest.mark.parametrize("name", ["index.html", "stream.html"])
def test_a_screen_reader_finds_its_way(name: str) -> None:
    """What axe found: one heading of level 1, everything in landmarks, lists that keys can scroll."""
    page = (FOLDER / name).read_text(encoding="utf-8")
    assert page.count("<h1") == 1
    assert re.search(r'id="timeline" tabindex="0"', page)
    body = page.partition("<body")[2]
    for landmark in ("header", "main", "nav", "aside"):
        body = re.sub(rf"<{landmark}\b.*?</{landmark}>", "", body, flags=re.DOTALL)
    assert re.findall(r'<(\w+) id="(\w+)"', body) == [("p", "offline")], "only a status line stands outside"


@pytest.mark.parametrize("path", ["/", "/static/page.css", "/static/board.css", "/static/main.js"])
def test_what_a_browser_has_is_not_sent_again(table: Table, path: str) -> None:
    phone = Phone(table)
    status, contents = phone.get(path)
    tag = phone.headers["ETag"]
    assert (status, phone.headers["Cache-Control"]) == (200, "no-cache") and contents
    assert phone.request("GET", path, headers={"If-None-Match": tag}) == (304, b"")
    assert phone.request("GET", path, headers={"If-None-Match": '"another"'}) == (200, contents)


def test_the_board_is_not_sent_again(table: Table) -> None:
    phone = Phone(table).join()
    path = f"/api/board/{phone.stream().table['board']}"
    assert phone.get(path)[0] == 200
    known = {"If-None-Match": phone.headers["ETag"], "Accept-Encoding": "gzip, deflate"}
    assert phone.request("GET", path, headers=known) == (304, b"")

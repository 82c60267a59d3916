"""Phones in several languages: one table, each phone in its own."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.app.labels import place_names
from companion.games import GAMES, find_game
from companion.locale import catalogue, languages
from companion.locale.messages import ENGLISH, Catalogue, translated
from companion.referee.questions import Deploy
from companion.referee.random_bot import RandomBot
from tests.locale.pseudo import ENGLISH as LEFT
from tests.locale.pseudo import PSEUDO, pseudo, translators_pseudo
from tests.web.browser import Browser, Page
from tests.web.conftest import Phone, Table

SMALL = (360, 640)
NAMES = re.compile("|".join(("Anna", "Ben", "Cleo", "English", "Deutsch", *(game.title for game in GAMES))))
"""What stays in every language."""
TEXTS = """() => {
  const found = [document.title];
  for (const node of document.querySelectorAll("[aria-label]")) found.push(node.getAttribute("aria-label"));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement.closest(".rule")) found.push(node.data);
  }
  return found;
}"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """German is there, and is the pseudo-language: made here, for a phone does not wait for it."""
    translators_pseudo()
    po = tmp_path / "locale" / "de" / "LC_MESSAGES" / "companion.po"
    po.parent.mkdir(parents=True)
    po.touch()
    monkeypatch.setattr(languages, "FOLDER", tmp_path / "locale")

    def spoken(code: str) -> Catalogue:
        return translators_pseudo() if code == "de" else ENGLISH

    monkeypatch.setattr(catalogue, "catalogue", spoken)


def asks_for(phone: Phone, path: str, language: str) -> Any:
    return phone.request("GET", path, headers={"Accept-Language": language})[1]


@pytest.mark.usefixtures("german")
def test_each_phone_hears_the_table_in_its_language(table: Table) -> None:
    anna, ben = Phone(table).join(), Phone(table).join()
    ben.cookies["language"] = "de"
    english, german = anna.stream(), ben.stream()
    prompt = table.question.prompt
    assert english.table["question"]["prompt"] == prompt
    assert german.table["question"]["prompt"] == translated(prompt, PSEUDO)
    assert (english.seat["phone"], german.seat["phone"]) == (
        "Phone 1",
        pseudo("Phone {number}").format(number=2),
    )
    assert english.table["places"] == german.table["places"] and english.table["seq"] == german.table["seq"]


@pytest.mark.usefixtures("german")
def test_pages_refusals_and_errors_are_said_in_the_language_asked_for(table: Table) -> None:
    phone = Phone(table)
    assert b'<html lang="de">' in asks_for(phone, "/", "de-AT, en;q=0.5")
    assert b'<html lang="en">' in asks_for(phone, "/", "cy, en;q=0.5")
    assert pseudo("This code is not valid.") in asks_for(phone, "/j/wrong", "de").decode()
    assert asks_for(phone, "/api/live", "de")["message"] == pseudo("Scan the code on the table's screen.")
    phone.join()
    assert asks_for(phone, "/api/board/none", "de")["message"] == pseudo("This board is not on the table.")
    phone.cookies["language"] = "de"
    _, reply = phone.post("/api/seat", {"seat": "mauve"})
    assert reply["message"] == pseudo("There is no such seat.")
    board = phone.stream().table["board"]
    peru = place_names(table.session.table.game_view)["peru"]
    assert asks_for(phone, f"/api/board/{board}", "en")["names"]["peru"] == translated(peru, PSEUDO)
    phone.cookies["language"] = "en"
    assert asks_for(phone, f"/api/board/{board}", "de")["names"]["peru"] == "Peru"


def english_left(page: Page) -> list[str]:
    """The texts of a page, seen or heard, that were not translated."""
    return [text for text in page.run(TEXTS) if LEFT.search(NAMES.sub("", text))]


@pytest.mark.slow
@pytest.mark.usefixtures("german")
def test_two_phones_see_one_table_in_two_languages(table: Table, browser: Browser) -> None:
    table.play_to(lambda question: isinstance(question, Deploy))
    english = browser.open(table.service.address, SMALL)
    german = browser.open(table.service.address, SMALL, locale="de-CH")
    prompt = table.question.prompt
    english.see(prompt, "#question")
    german.see(translated(prompt, PSEUDO), "#question")
    numbers = "() => [...document.querySelectorAll('#board text.number')].map((text) => text.textContent)"
    assert english.run(numbers) == german.run(numbers) != []
    assert (english.text("nav"), german.run("document.documentElement.lang")) == (
        "Table\nChronicle\nRules\nMy seat",
        "de",
    )
    german.tap_on("[data-view=seat]")
    german.run("""() => {
      const field = document.querySelector('#language');
      field.value = 'en';
      field.dispatchEvent(new Event('change'));
    }""")
    german.see(prompt, "#question")
    assert browser.errors == []


ANSWERS = 150
SIT = """(seat) => fetch('/api/seat', {method: 'POST', headers: {'Content-Type': 'application/json'},
  body: JSON.stringify({seat})}).then((reply) => reply.json())"""
GREEK = ("Ωα", "Ωβ", "Ωγ")
TOO_WIDE = """() => [...document.querySelectorAll("button, h2, p, summary, label, nav *")]
  .filter((part) => part.offsetParent && (part.getBoundingClientRect().right > innerWidth + 1
    || (part.tagName === "BUTTON" && part.scrollWidth > part.clientWidth + 1)))
  .map((part) => `wide: ${part.textContent}`)"""


@pytest.mark.slow
@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_no_english_is_left_on_a_small_phone(tmp_path: Path, game: str) -> None:
    """Every tab, and each kind of question as its seat is asked it, at 360x640."""
    assert walked(tmp_path, game, "de", PSEUDO, english_left) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "game"), [("de", "balance"), ("fr", "starcraft"), ("es", "battle"), ("it", "rogue")]
)
def test_nothing_is_cut_on_a_small_phone(tmp_path: Path, language: str, game: str) -> None:
    """The shipped languages, which have longer words than the pseudo-language."""
    assert walked(tmp_path, game, language, catalogue.catalogue(language), lambda _: []) == []


def walked(
    folder: Path, game: str, language: str, spoken: Catalogue, english: Callable[[Page], list[str]]
) -> list[str]:
    """Return the faults of a whole walk in a language."""
    table = Table(folder, game, GREEK[: min(3, find_game(game).seats[1])])
    with closing(table), closing(Browser(lambda future: table.until(future.done))) as browser:
        left = set(walk(table, browser, language, spoken, english))
        assert browser.errors == []
    return sorted(left)


@pytest.mark.slow
@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("path", ["/boards", "/stream", "/nowhere"])
def test_no_english_is_left_on_the_other_pages(table: Table, browser: Browser, path: str) -> None:
    table.play_to(lambda question: isinstance(question, Deploy))
    address = table.service.address
    wrong = path == "/nowhere"
    page = browser.open(f"{address}x" if wrong else address + path, SMALL, locale="de")
    if path == "/boards":
        page.wait_for("() => document.querySelector('#boards').childElementCount > 1")
    elif path == "/stream":
        page.see(translated(table.question.prompt, PSEUDO), "#question")
    assert sorted(faults(page, path)) == []


def walk(
    table: Table, browser: Browser, language: str, spoken: Catalogue, english: Callable[[Page], list[str]]
) -> Iterator[str]:
    """Play at random; yield the English and what is wider than the phone, where a kind of question is new."""
    page = browser.open(table.service.address, SMALL, locale=language)
    bot, seen, seat = RandomBot(3), set[object](), ""
    for _ in range(ANSWERS):
        question = table.question
        if question is None:
            break
        if (kind := (type(question), question.rules)) not in seen:
            seen.add(kind)
            asked = question.seat or table.session.seats[0].id
            if asked != seat:
                seat = asked
                page.run(SIT, seat)
            page.see(translated(question.prompt, spoken), "#question")
            page.wait_for("() => document.querySelector('#answer').childElementCount > 1")
            yield from faults(page, f"{kind[0].__name__}: {question.prompt}", english)
        table.session.answer(bot.answer(question))
    for tab in ("chronicle", "rules", "seat"):
        page.tap_on(f"[data-view={tab}]")
        page.wait_for(f"() => document.querySelector('#view-{tab}').innerText.length > 40")
        yield from faults(page, tab, english)


def faults(page: Page, where: str, english: Callable[[Page], list[str]] = english_left) -> Iterator[str]:
    """Yield the English left, and what is cut or wider than the page."""
    yield from (f"{where}: {text}" for text in (*english(page), *page.run(TOO_WIDE)))

"""Pages in the language of their reader: what a browser asks for, and every text of HTML and scripts."""

from pathlib import Path

import msgspec
import pytest

import companion
from companion.locale import languages
from companion.locale.extraction import extract
from companion.locale.messages import ENGLISH
from companion.locale.pages import language_of, page_in, page_sentences, script_sentences, script_words
from tests.locale.pseudo import PSEUDO

PACKAGE = Path(companion.__file__).parent
PAGE = '<html lang="en"><h1>Boards &amp; maps</h1><p>\n  No game.\n</p><b>1</b><nav aria-label="Pages"></nav>'


@pytest.fixture(autouse=True)
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """German, French and Polish are there."""
    for code in ("de", "fr", "pl"):
        po = tmp_path / code / "LC_MESSAGES" / "companion.po"
        po.parent.mkdir(parents=True)
        po.touch()
    monkeypatch.setattr(languages, "FOLDER", tmp_path)


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "de-CH,de;q=0.9,en;q=0.8", "de"),
        ("", "fr;q=0.5, de;q=0.7", "de"),
        ("", "xx, pl;q=nonsense, fr;q=0.1", "fr"),
        ("", "*;q=0.1", "en"),
        ("fr", "de", "fr"),
        ("../xx", "de", "de"),
        ("en", "de", "en"),
    ],
)
def test_the_language_of_a_browser(chosen: str, accepted: str, language: str) -> None:
    assert language_of(chosen, accepted) == language


def test_every_text_of_a_page_is_said() -> None:
    assert list(page_sentences(PAGE)) == ["Boards & maps", "No game.", "Pages"]
    said = page_in(PAGE, "de", PSEUDO)
    assert '<html lang="de">' in said and "Böåŕđš &amp; måþš" in said and "\n  Ñö ğåmé." in said
    assert page_in(PAGE, "en", ENGLISH) == PAGE


def test_scripts_get_their_own_sentences(tmp_path: Path) -> None:
    script = tmp_path / "one.js"
    script.write_text(
        'gettext("Hand"); ngettext("{count} card", "{count} cards", n); pgettext("key", "Draw")'
    )
    told = msgspec.json.decode(script_words([script], "pl", PSEUDO))
    assert told["languages"] == {"en": "English", "de": "Deutsch", "fr": "Français", "pl": "Polski"}
    assert set(told["texts"]) == {"Hand", "key|Draw"}
    assert told["plurals"]["{count} card"].keys() == {"one", "few", "many"}
    assert told["plurals"]["{count} card"]["one"] != told["plurals"]["{count} card"]["few"]
    assert msgspec.json.decode(script_words([script], "en", ENGLISH))["texts"] == {}


@pytest.mark.slow
def test_babel_finds_the_same_sentences_in_scripts() -> None:
    """Each sentence that a page asks for is known to translators."""
    known = {(message.context or "", message.id) for message in extract()}
    found = {
        (one, other) if kind == "p" else ("", (one, other)) if kind == "n" else ("", one)
        for script in PACKAGE.rglob("*.js")
        for kind, one, other in script_sentences(script.read_text(encoding="utf-8"))
    }
    assert len(found) > 50 and not found - known

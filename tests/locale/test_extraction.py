"""Every sentence is found for translators, and what they write is checked."""

from pathlib import Path

import pytest

from companion.games.boards.elements import place_name
from companion.locale import catalogue, extraction
from companion.locale import languages as known
from companion.locale.extraction import extract, faults, places, update_catalogue
from companion.locale.languages import best_language, languages, own_name
from companion.locale.messages import PLACE, gettext, ngettext, translated

SOURCE = """
from companion.locale.messages import gettext, ngettext, pgettext
ONE = gettext("{player} waits", player="Ann")
TWO = ngettext("{count} army", "{count} armies", 2)
THREE = pgettext("button", "Roll")
FOUR = gettext("Only 40% in a turn.")
"""
HOUSE_RULE = 'TIES = HouseRule("TY-1", "Who wins a tie?", pgettext("who", "Nobody"), "+1", listing="No")'
GERMAN = """
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\nContent-Type: text/plain; charset=utf-8\\n"

msgid "{player} waits"
msgstr "%s"

msgid "{count} army"
msgid_plural "{count} armies"
msgstr[0] "eine Armee"
msgstr[1] "{count} Armeen"

msgid "Only 40%% in a turn."
msgstr "Nur 40 %% je Zug."

msgctxt "button"
msgid "Roll"
msgstr "Würfeln"
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with three sentences, and no translations."""
    (tmp_path / "games" / "boards").mkdir(parents=True)
    (tmp_path / "words.py").write_text(SOURCE)
    (tmp_path / "games" / "tiny").mkdir()
    (tmp_path / "games" / "tiny" / "houserules.py").write_text(HOUSE_RULE)
    (tmp_path / "games" / "tiny" / "words.toml").write_text('words = ["blank"]')
    (tmp_path / "games" / "boards" / "tiny.json").write_text('{"territories": [{"id": "x", "name": "Deck"}]}')
    monkeypatch.setattr(extraction, "PACKAGE", tmp_path)
    monkeypatch.setattr(known, "FOLDER", tmp_path / "locale")
    return tmp_path


def write_german(text: str = "{player} wartet") -> Path:
    """Write a German catalogue, without the name of the place."""
    po = known.po_file("de")
    po.parent.mkdir(parents=True, exist_ok=True)
    po.write_text(GERMAN % text, encoding="utf-8")
    return po


@pytest.mark.usefixtures("package")
def test_sentences_and_words_of_data_files_are_found() -> None:
    found = {(message.id, message.context or "") for message in extract() if message.id}
    armies = ("{count} army", "{count} armies")
    sentences = {("{player} waits", ""), (armies, ""), ("Only 40% in a turn.", "")}
    declared = {("Who wins a tie?", ""), ("Nobody", "who"), ("blank", "")}
    assert found == {*sentences, *declared, ("Roll", "button"), ("Deck", PLACE)}


@pytest.mark.usefixtures("package")
def test_what_is_missing_or_lost_is_told() -> None:
    write_german("{spieler} wartet")
    assert set(faults("de")) == {
        "Not translated: Deck",
        "Not translated: Nobody",
        "Not translated: blank",
        "Not translated: Who wins a tie?",
        "Other placeholders than '{player} waits' has: '{spieler} wartet'",
    }


@pytest.mark.usefixtures("package")
def test_a_language_needs_only_files() -> None:
    po = write_german()
    assert languages() == ("en", "de")
    german = catalogue.catalogue("de")
    assert translated(gettext("{player} waits", player="Ann"), german) == "Ann wartet"
    assert translated(ngettext("{count} army", "{count} armies", 3), german) == "3 Armeen"
    assert translated(place_name("Deck"), german) == "Deck"
    assert po.with_suffix(".mo").exists()


@pytest.mark.usefixtures("package")
def test_an_update_keeps_translations_and_adds_what_is_new() -> None:
    write_german()
    update_catalogue("de")
    assert len(list(faults("de"))) == 4
    update_catalogue("fr")
    assert len(list(faults("fr"))) == 8


@pytest.mark.usefixtures("package")
def test_a_percentage_is_no_format_of_python() -> None:
    po = write_german()
    update_catalogue("de")
    assert "python-format" not in po.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [(["de_AT.UTF-8"], "de"), (["xx", "de-CH"], "de"), (["C.UTF-8"], "en"), ([], "en")],
)
@pytest.mark.usefixtures("package")
def test_the_best_language_is_chosen(wanted: list[str], language: str) -> None:
    write_german()
    assert best_language(wanted) == language


def test_languages_have_their_own_names() -> None:
    assert [own_name(code) for code in ("en", "de", "fr")] == ["English", "Deutsch", "Français"]


def test_places_are_names_without_their_form() -> None:
    assert places("{far:.2f} in, {who}") == {"far", "who"}


@pytest.mark.usefixtures("package")
def test_a_keyboard_learns_the_letters_of_a_language() -> None:
    write_german()
    assert catalogue.letters("de") == "ü"
    assert catalogue.letters("en") == catalogue.letters("xx") == ""


@pytest.mark.usefixtures("package")
def test_a_language_of_another_folder_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a test's few German sentences are taken for the language that ships."""
    wait = gettext("{player} waits", player="Ann")
    write_german()
    assert translated(wait, catalogue.catalogue("de")) == "Ann wartet"
    monkeypatch.setattr(known, "FOLDER", tmp_path / "other")
    write_german("{player} steht")
    assert translated(wait, catalogue.catalogue("de")) == "Ann steht"


@pytest.mark.usefixtures("package")
def test_a_catalogue_is_written_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads while another compiles finds all of it or nothing."""
    po, whole = write_german(), Path.write_bytes
    found: list[bool] = []

    def watched(path: Path, content: bytes) -> int:
        written = whole(path, content)
        found.append(po.with_suffix(".mo").exists())
        return written

    monkeypatch.setattr(Path, "write_bytes", watched)
    catalogue.compile_catalogues()
    assert found == [False] and [path.suffix for path in sorted(po.parent.iterdir())] == [".mo", ".po"]

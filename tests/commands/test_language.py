"""`companion language`: what is missing, lost or too long is told; a language begins with one command."""

import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.locale import extraction
from companion.locale import languages as known

SOURCE = """
from companion.locale.messages import gettext, ngettext
ONE = gettext("{player} waits", player="Ann")
TWO = ngettext("{count} army", "{count} armies", 2)
THREE = gettext("Roll")
"""


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of three sentences, without translations."""
    (tmp_path / "words.py").write_text(SOURCE)
    monkeypatch.setattr(extraction, "PACKAGE", tmp_path)
    monkeypatch.setattr(known, "FOLDER", tmp_path / "locale")


def fill(code: str, old: str, new: str) -> None:
    """Write a translation into a translators' file."""
    po = known.po_file(code)
    po.write_text(po.read_text().replace(f'{old}"\nmsgstr ""', f'{old}"\nmsgstr "{new}"'))


def test_a_language_is_begun_filled_and_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", "new", "de"]) == 0
    assert "3 sentences are missing." in capsys.readouterr().out
    fill("de", "Roll", "Bonus-Verteidigungswürfelwurf jetzt")
    fill("de", "{player} waits", "{wer} wartet")
    assert main(["language", "check"]) == 1
    said = capsys.readouterr().out
    assert "de: Not translated: {count} army" in said
    assert "de: Other placeholders than '{player} waits' has: '{wer} wartet'" in said
    assert re.search(r"de: 2\d\d of 220 pixels wide: 'Roll' is 'Bonus-Vert", said)
    assert "Deutsch: 2 faults, 1 text is long." in said


def test_a_whole_translation_has_no_faults_and_is_kept_by_an_update(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["language", "new", "de"])
    fill("de", "Roll", "Alle Würfel jetzt werfen")  # has room on two lines
    fill("de", "{player} waits", "{player} wartet")
    po = known.po_file("de")
    text = po.read_text().replace('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "eine"\nmsgstr[1] "{count}"')
    po.write_text(text)
    assert main(["language", "check", "de"]) == 0
    assert main(["language", "update", "de"]) == 0
    assert main(["language", "check", "de"]) == 0
    assert "Deutsch: 0 faults, 0 texts are long." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["new", "../x"], "is no code of a language"),
        (["new", "en"], "English is there already."),
        (["update", "fr"], "There is no translation 'fr'"),
        (["check", "fr"], "There is no translation 'fr'"),
    ],
)
def test_what_cannot_be_done_is_told(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["language", *arguments]) == 1
    assert reason in capsys.readouterr().err
    assert known.languages() == ("en",)


def test_nothing_is_wrong_without_translations() -> None:
    assert main(["language", "check"]) == 0

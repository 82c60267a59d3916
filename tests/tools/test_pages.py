"""What pages say of the code is what the code says."""

import sys
from pathlib import Path

import pytest

from companion.tools import pages


def test_every_page_is_as_it_would_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["pages", "--check"])
    result = pages.main()
    assert result == 0, f"run python -m companion.tools.pages\n{capsys.readouterr().out}"


def test_a_section_is_written_between_its_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    (tmp_path / "one.py").write_text('"""Makes one thing.\n\nAnd more."""\n')
    page = tmp_path / "README.md"
    page.write_text("# Before\n<!-- pages: modules -->\nold\n<!-- /pages -->\nafter\n")
    monkeypatch.setattr(sys, "argv", ["pages", "--check"])
    assert pages.main() == 1 and "-old" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["pages"])
    assert pages.main() == 0
    rows = "| module | what it does |\n|---|---|\n| `one.py` | Makes one thing |\n"
    text = f"# Before\n<!-- pages: modules -->\n{rows}<!-- /pages -->\nafter\n"
    assert page.read_text() == text


def test_a_section_that_there_is_not_is_refused(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("<!-- pages: nothing -->\n<!-- /pages -->\n")
    with pytest.raises(KeyError):
        pages.written(tmp_path / "README.md")


def test_every_setting_is_described() -> None:
    rows = pages.settings(Path(), "")
    assert "| `brightness` | `100` | of the screen, in per cent |" in rows
    assert "| `club.tls` | `false` | the connection is encrypted |" in rows

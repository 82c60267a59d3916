"""The share screen writes the page, the film and the poster, with progress, and says where."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.app.chronicle.recorded_game import RecordedGame
from companion.errors import BrokenFile
from companion.ui.screens.share import write_shared
from tests.ui.screens.test_victory import ended as ended  # a fixture


@pytest.mark.every(3, first=2)
@pytest.mark.parametrize(("text", "kind"), [("page", "html"), ("film", "gif"), ("poster", "png")])
def test_one_tap_saves_it_and_says_where(ended: Any, text: str, kind: str) -> None:
    ended.pointer.tap("Share")
    ended.pointer.tap(f"Save the {text}")
    for _ in range(600):
        if "Saved as" in ended.overlay.said.text:
            break
        ended.pointer._pause(0.05)
    (path,) = (ended.context.journal.path.parent / "saved games").glob(f"*.{kind}")
    assert str(path) in ended.overlay.said.text and ended.overlay.meter.share == 1
    if kind == "html":
        assert "The story" in path.read_text(encoding="utf-8")
    else:
        Image.open(path).verify()


@pytest.mark.long
def test_a_folder_that_cannot_be_written_is_said(ended: Any, tmp_path: Path) -> None:
    journal, number = ended.playing.journal, ended.playing.number
    kept = RecordedGame(journal.load(number), journal.archive(number))
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(BrokenFile, match="Try another stick"):
        write_shared(kept, blocked / "game.html", lambda _: None)

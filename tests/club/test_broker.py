"""Without the extra `club` a table plays on, and says what is missing."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.machine.settings import ClubSettings
from companion.cli import main
from companion.club import broker, publisher
from companion.club.publisher import ClubPublisher

WITHOUT_PAHO = "import sys; sys.modules['paho'] = None; "


def test_a_table_that_lacks_it_says_so_and_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publisher, "has_mqtt", lambda: False)
    link = ClubPublisher(tmp_path)
    link.configure(ClubSettings(on=True, host="club.local"))
    assert link.status == broker.NOT_INSTALLED
    link.follow(None)
    link.configure(ClubSettings(on=False, host="club.local"))
    assert link.status == "Off"
    link.close()


def test_the_command_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(broker, "has_mqtt", lambda: False)
    assert main(["club", "--broker", "club.local"]) == 1
    assert "pip install '.[club]'" in capsys.readouterr().err


@pytest.mark.every(3)
@pytest.mark.parametrize(
    "module", ["companion.commands.play", "companion.club.publisher", "companion.commands.club"]
)
def test_it_is_imported_without_it(module: str) -> None:
    subprocess.run([sys.executable, "-c", f"{WITHOUT_PAHO}import {module}"], check=True)

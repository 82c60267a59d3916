"""The command line as somebody types it."""

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest

from companion.cli import COMMANDS, INTERRUPTED, main
from companion.commands import rules
from companion.locale import catalogue, languages
from companion.locale.languages import system_locale
from companion.locale.messages import ENGLISH
from tests.locale.pseudo import ENGLISH as LEFT
from tests.locale.pseudo import PSEUDO, pseudo

THREADS = "OPENBLAS_NUM_THREADS"


def test_the_overview_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name}" in shown for name in COMMANDS)


def test_an_unknown_command_shows_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fly"]) == 2
    assert "there is no command 'fly'" in capsys.readouterr().err


BROKEN = os.fsdecode(b"/tmp/\xff")
"""A name that is not UTF-8, as Python reads it from the command line."""


@pytest.mark.parametrize(
    "words",
    [
        ["dice", BROKEN],
        ["dice", "--examples", BROKEN],
        ["statistics", "--delete", BROKEN],
        ["doctor", "--camera", "none", f"--data={BROKEN}"],
        ["invite", BROKEN, "--broker", "club.local"],
        [BROKEN],
    ],
)
def test_a_name_that_is_not_utf_8_is_refused(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert "is not UTF-8: rename it" in capsys.readouterr().err


def test_a_folder_whose_name_is_not_utf_8_is_printed(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/\xff"
    command = [sys.executable, "-m", "companion", "dice", "--examples", str(tmp_path / "examples")]
    done = subprocess.run(
        command, env={**os.environb, b"COMPANION_DATA": folder}, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"\udcff" in done.stdout


@pytest.mark.parametrize(
    "words",
    [["export", "--import", "{missing}"], ["restore", "{here}", "--passphrase-file", "{missing}"]],
)
def test_a_file_that_is_not_there_is_named_without_a_number(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing"
    given = [word.format(missing=missing, here=tmp_path) for word in words]
    assert main([*given, "--data", str(tmp_path / "games")]) == 1
    assert capsys.readouterr().err == f"companion {words[0]}: {missing}: No such file or directory\n"


def test_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "classic", "--json"]) == 0
    rules = json.loads(capsys.readouterr().out)
    assert {"id", "step", "text", "source", "status", "tests", "house_rules"} <= set(rules[0])
    assert "CL-ATK" in {rule["id"] for rule in rules}


@pytest.mark.parametrize(("words", "found"), [("tie defender", ["CL-ATK"]), ("unicorn", [])])
def test_rules_are_searched_by_words(
    words: str, found: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", "classic", "--search", words, "--json"]) == 0
    assert [rule["id"] for rule in json.loads(capsys.readouterr().out)] == found


def test_rules_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "classic", "--search", "unicorn"]) == 0
    assert "No rule contains these words." in capsys.readouterr().out


def test_rules_name_their_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "nuked"]) == 0
    assert "House rule nuke_defence: no (default); stops it." in capsys.readouterr().out


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The system speaks German, which is the pseudo-language here; afterwards English again."""
    po = tmp_path / "de" / "LC_MESSAGES" / "companion.po"
    po.parent.mkdir(parents=True)
    po.touch()
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogue, "catalogue", {"de": PSEUDO, "en": ENGLISH}.__getitem__)
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    yield
    catalogue.show_in("en")


@pytest.mark.usefixtures("german")
def test_commands_speak_the_language_of_the_system(capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    assert pseudo("exact odds of a battle") in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["odds", "--help"])
    assert pseudo("who wins them") in capsys.readouterr().out
    main(["odds", "5", "3"])
    assert not LEFT.search(capsys.readouterr().out)
    assert main(["flash", "--settings", "/Ω"]) == 1
    assert pseudo("There is no settings file {file}.").format(file="/Ω") in capsys.readouterr().err
    main(["rules", "classic", "--json", "--search", "tie defender"])
    assert "defender" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("variables", "locale"),
    [
        ({"LC_ALL": "C.UTF-8", "LANG": "de_DE"}, "C.UTF-8"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR", "LANG": "de_DE"}, "fr_FR"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE"}, "de_DE"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, ""),
    ],
)
def test_the_locale_of_the_system(
    variables: dict[str, str], locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert system_locale() == locale


def test_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "5", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["conquest"] == pytest.approx(0.769, abs=1e-3)


@pytest.fixture
def referee() -> Iterator["subprocess.Popen[bytes]"]:
    """A referee that has asked its first question."""
    command = [sys.executable, "-m", "companion", "referee", "classic", "--players", "2"]
    pipe = subprocess.PIPE
    # Tests that run in the background ignore Ctrl-C; this process does not.
    hear = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=hear) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        yield process
        process.kill()


def test_a_reader_who_leaves_is_no_error(referee: "subprocess.Popen[bytes]") -> None:
    assert referee.stdin is not None
    assert referee.stdout is not None
    assert referee.stderr is not None
    referee.stdout.close()
    referee.stdin.write(b'{"show": "state"}\n')
    referee.stdin.flush()
    assert referee.wait(timeout=30) == 0
    assert referee.stderr.read() == b""


def test_ctrl_c_ends_without_a_traceback(referee: "subprocess.Popen[bytes]") -> None:
    assert referee.stderr is not None
    referee.send_signal(signal.SIGINT)
    assert referee.wait(timeout=30) == INTERRUPTED
    assert referee.stderr.read() == b""


def test_ctrl_c_while_a_command_is_loaded_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("importlib.import_module", interrupted)
    assert main(["odds", "5", "3"]) == INTERRUPTED


def test_a_full_disk_is_said_without_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert main(["sheets", str(tmp_path), "--sheet", "tray", "--paper", "a4"]) == 1
    assert capsys.readouterr().err == "companion sheets: No space left on device\n"


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"companion {version('table-companion')}\n"


def test_a_matrix_library_has_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library reads it when it is loaded, so it is set before a command's module is."""
    monkeypatch.delenv(THREADS)
    seen: list[str | None] = []
    monkeypatch.setattr("importlib.import_module", lambda _: seen.append(os.getenv(THREADS)) or rules)
    assert main(["rules", "classic", "--json"]) == 0
    assert seen == ["1"]

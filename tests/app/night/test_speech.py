"""Sentences handed to a program that speaks: which, in what language, how loud."""

import stat
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app.night.speech import (
    PIPER,
    PLAYER,
    Speech,
    has_voice,
    sample_rate,
)
from companion.locale import catalogue
from companion.locale.messages import gettext


def program(path: Path, script: str) -> str:
    """Write a program that can be started."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def content(path: Path) -> str:
    """Wait for a file that a program writes."""
    for _ in range(500):
        if path.exists():
            return path.read_text()
        time.sleep(0.01)
    raise AssertionError(f"{path.name} is not written")


def test_a_sentence_is_handed_to_espeak(tmp_path: Path) -> None:
    said = tmp_path / "said"
    espeak = program(tmp_path / "speak", f'echo "$@" > {said}.new && mv {said}.new {said}')
    speech = Speech({"espeak-ng": espeak}.get)
    speech.say("--Red takes Brazil.", 50)
    assert content(said) == "-v en -a 100 -- --Red takes Brazil.\n"
    speech.stop()


@pytest.mark.parametrize(
    ("voices", "spoken"),
    [("Pty Language\n 5  de", "-v de -a 100 -- Peru fällt.\n"), ("Pty", "-v en -a 100 -- Peru falls.\n")],
)
def test_it_speaks_the_language_of_the_table_where_it_has_a_voice(
    voices: str, spoken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = SimpleNamespace(language="de", decimal=",", template=lambda *_: "Peru fällt.")
    monkeypatch.setattr(catalogue._SHOWN, "catalogue", german)
    said = tmp_path / "said"
    espeak = program(
        tmp_path / "speak",
        f'[ "$1" = --voices=de ] && printf "{voices}" && exit\n'
        f'echo "$@" > {said}.new && mv {said}.new {said}',
    )
    speech = Speech({"espeak-ng": espeak}.get)
    speech.say(gettext("Peru falls."), 50)
    assert content(said) == spoken
    speech.stop()


def test_a_piper_voice_speaks_where_it_is_chosen(tmp_path: Path) -> None:
    played, voice = tmp_path / "played", tmp_path / "voice.onnx"
    voice.touch()
    Path(f"{voice}.json").write_text('{"audio": {"sample_rate": 16000}}')
    programs = {
        "piper": program(tmp_path / "piper", "cat"),
        "aplay": program(
            tmp_path / "aplay", f'echo "$@" > {played}.new; cat >> {played}.new; mv {played}.new {played}'
        ),
    }
    speech = Speech(programs.get)
    assert not speech.present
    speech.voice = voice
    assert speech.present
    speech.say("abcd", 100)
    assert content(played).split("\n") == ["-q -t raw -f S16_LE -r 16000 -c 1 -", "abcd"]
    speech.stop()


@pytest.mark.parametrize(("espeak", "volume"), [("/no/such/program", 60), ("/bin/true", 0), (None, 60)])
def test_without_program_or_volume_it_is_silent(espeak: str | None, volume: int) -> None:
    speech = Speech({"espeak-ng": espeak}.get)
    speech.say("Red takes Brazil.", volume)
    assert speech._running is None


@pytest.mark.parametrize(("volume", "level"), [(1, "2"), (25, "50"), (100, "200")])
def test_a_sentence_is_cut_and_as_loud_as_it_is_set(
    monkeypatch: pytest.MonkeyPatch, volume: int, level: str
) -> None:
    """The one before is stopped."""
    speech, started, stopped = Speech({"espeak-ng": "/espeak"}.get), [], []
    running = SimpleNamespace(
        poll=lambda: None,
        terminate=lambda: stopped.append("terminate"),
        wait=lambda _: stopped.append("wait"),
    )

    def start(command: tuple[str, ...], **_: object) -> object:
        started.append(command)
        return running

    monkeypatch.setattr(subprocess, "Popen", start)
    speech.say("x" * 201, volume)
    assert started == [("/espeak", "-v", "en", "-a", level, "--", "x" * 200)] and not stopped
    speech.say("y", volume)
    assert len(started) == 2 and stopped == ["terminate", "wait"]
    running.poll = lambda: 0
    speech.say("z", 0)
    assert len(started) == 2 and stopped == ["terminate", "wait"], "it had ended by itself"


def test_a_program_that_cannot_be_started_is_not_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    speech = Speech({"espeak-ng": "/no/such/program"}.get)
    assert speech.present
    speech.say("Red takes Brazil.", 60)
    speech.say("Red takes Peru.", 60)
    assert not speech.present
    assert [
        record.message.partition(":")[0] for record in caplog.records if record.name.endswith("speech")
    ] == ["/no/such/program cannot be started"]


@pytest.mark.parametrize("missing", [PIPER, PLAYER, "voice", None])
def test_a_piper_voice_needs_its_programs_and_its_file(tmp_path: Path, missing: str | None) -> None:
    speech = Speech(lambda name: f"/{name}" if name in (PIPER, PLAYER) and name != missing else None)
    speech.voice = tmp_path / "voice.onnx"
    if missing != "voice":
        speech.voice.touch()
    assert speech.present == (missing is None)
    speech.voice = None
    assert not speech.present


def test_where_piper_fails_espeak_speaks(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    voice = tmp_path / "voice.onnx"
    voice.touch()
    speech = Speech({"piper": program(tmp_path / "piper", "exit 3"), "aplay": "/no/aplay"}.get)
    speech.voice = voice
    speech._say_with_piper("abcd", 100)
    assert not speech.present and "piper cannot speak" in caplog.text


@pytest.mark.parametrize(("volume", "played"), [(100, [1000, -2000]), (50, [500, -1000]), (1, [10, -20])])
def test_samples_are_as_loud_as_it_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, volume: int, played: list[int]
) -> None:
    """Of an odd number of bytes the last is left out."""
    samples = b"".join(one.to_bytes(2, "little", signed=True) for one in (1000, -2000))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=samples + b"x"))
    written = tmp_path / "written"
    stdin = written.open("wb")
    speech = Speech({"piper": "/piper", "aplay": "/aplay"}.get)
    monkeypatch.setattr(speech, "_start", lambda *_: SimpleNamespace(stdin=stdin))
    speech._say_with_piper("abcd", volume)
    assert stdin.closed
    found = written.read_bytes()
    assert [
        int.from_bytes(found[at : at + 2], "little", signed=True) for at in range(0, len(found), 2)
    ] == played


@pytest.mark.parametrize(
    ("language", "listed", "there"),
    [
        ("en", None, True),
        ("de", "Pty Language\n 5  de", True),
        ("de", "Pty Language\n 5  de\n 5  de-AT", True),
        ("de", "Pty Language", False),
        ("de", "", False),
        ("de", None, False),
    ],
)
def test_a_voice_is_listed_below_a_heading(
    monkeypatch: pytest.MonkeyPatch, language: str, listed: str | None, there: bool
) -> None:
    def run(command: list[str], **_: object) -> object:
        assert command == ["espeak", f"--voices={language}"]
        if listed is None:
            raise subprocess.TimeoutExpired(command, 1)
        return SimpleNamespace(stdout=listed)

    has_voice.cache_clear()
    monkeypatch.setattr(subprocess, "run", run)
    assert has_voice("espeak", language) == there
    has_voice.cache_clear()


@pytest.mark.parametrize(
    ("content", "rate"),
    [
        ('{"audio": {"sample_rate": 16000}}', 16000),
        ('{"audio": {"sample_rate": "22050"}}', 22050),
        ('{"audio": {"sample_rate": null}}', 22050),
        ('{"audio": {}}', 22050),
        ("[]", 22050),
        ("no JSON", 22050),
        (None, 22050),
    ],
)
def test_a_voice_states_its_sample_rate(tmp_path: Path, content: str | None, rate: int) -> None:
    if content is not None:
        (tmp_path / "voice.onnx.json").write_text(content)
    assert sample_rate(tmp_path / "voice.onnx") == rate

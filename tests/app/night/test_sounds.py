"""Sounds made by code, and sentences handed to a program that speaks."""

import io
import stat
import time
import wave
from math import pi, sin
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from companion.app.night import sounds
from companion.app.night.sounds import RATE, SOUNDS, Sound, Tone, synthesise
from companion.app.night.speech import Speech
from companion.locale import catalogue
from companion.locale.messages import gettext


@pytest.mark.parametrize("sound", SOUNDS)
def test_a_sound_is_short_and_never_clipped(sound: Sound) -> None:
    with wave.open(io.BytesIO(synthesise(sound))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    assert 0.1 < len(samples) / RATE < 0.7
    assert 20000 < np.abs(samples.astype(int)).max() < 32767
    assert abs(int(samples[0])) < 500 and abs(int(samples[-1])) < 500, "it does not click"


def test_sounds_are_told_apart_and_made_alike_every_time() -> None:
    made = [synthesise(sound) for sound in SOUNDS]
    assert len(set(made)) == len(SOUNDS)
    assert made == [synthesise(sound) for sound in SOUNDS]


def test_tones_begin_softly_decay_and_are_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wave is compared with its formula, sample by sample; the loudest has four fifths of the range."""
    tones = Tone(441.0, 0.0, 0.04), Tone(882.0, 0.02, 0.04)
    monkeypatch.setitem(sounds.SOUNDS, "turn", tones)
    with wave.open(io.BytesIO(synthesise("turn"))) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32767
    wanted = []
    for number in range(1323):
        since = [(tone, number / 22050 - tone.start) for tone in tones]
        wanted.append(
            sum(
                sin(2 * pi * tone.frequency * time) * min(1, time / 0.005) * (1 - time / tone.length) ** 2
                for tone, time in since
                if 0 <= round(22050 * time) < round(22050 * tone.length)
            )
        )
    loudest = max(map(abs, wanted))
    assert samples == pytest.approx([0.8 * value / loudest for value in wanted], abs=1e-3)


def test_noise_is_a_share_of_a_tone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What noise there is in a tone leaves less of the sine: correlated with it, the rest is chance."""
    sine = np.sin(2 * np.pi * 2000 * np.arange(22050) / 22050)
    shares = []
    for noise in (0.0, 0.5, 1.0):
        monkeypatch.setitem(sounds.SOUNDS, "turn", (Tone(2000.0, 0.0, 1.0, noise),))
        with wave.open(io.BytesIO(synthesise("turn"))) as file:
            samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(float)
        fades = (1 - np.arange(22050) / 22050) ** 2
        shares.append(
            (samples @ (sine * fades)) / np.sqrt((samples @ samples) * ((sine * fades) @ (sine * fades)))
        )
    assert shares == pytest.approx([1, np.sqrt(0.5 / (0.5 + 1 / 3)), 0], abs=0.03)


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

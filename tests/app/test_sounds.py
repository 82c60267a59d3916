"""Sounds made by code, and sentences handed to a program that speaks."""

import io
import stat
import time
import wave
from pathlib import Path

import numpy as np
import pytest

from companion.app.sounds import RATE, SOUNDS, Sound, synthesise
from companion.app.speech import Speech


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


def test_a_sentence_is_handed_to_the_program(tmp_path: Path) -> None:
    program, said = tmp_path / "speak", tmp_path / "said"
    program.write_text(f'#!/bin/sh\necho "$@" > {said}.new && mv {said}.new {said}\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    speech = Speech(str(program))
    speech.say("--Red takes Brazil.", 50)
    for _ in range(500):
        if said.exists():
            break
        time.sleep(0.01)
    assert said.read_text() == "-v en -a 100 -- --Red takes Brazil.\n"
    speech.stop()


@pytest.mark.parametrize(("program", "volume"), [("/no/such/program", 60), ("/bin/true", 0)])
def test_without_program_or_volume_it_is_silent(program: str, volume: int) -> None:
    speech = Speech(program)
    speech.say("Red takes Brazil.", volume)
    assert speech._running is None

"""Sounds made by code."""

import io
import wave
from math import pi, sin

import numpy as np
import pytest

from companion.app.night import sounds
from companion.app.night.sounds import RATE, SOUNDS, Sound, Tone, synthesise


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

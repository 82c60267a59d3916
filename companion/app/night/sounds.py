"""Synthesises short sounds: each a few decaying tones, as a mono WAV file."""

import io
import wave
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Sound = Literal["dice", "conquest", "refusal", "turn"]

RATE = 22050
"""Samples a second."""
PEAK_LEVEL = 0.8
"""Peak amplitude, as a share of the 16-bit range."""
ATTACK_SECONDS = 0.005
"""Attack time of a tone in seconds, so that it does not click."""


class Tone(Struct, frozen=True):
    """One decaying tone.

    Attributes:
        frequency: in hertz.
        start: seconds after the sound begins.
        length: seconds.
        noise: share of noise in it, 0 to 1.
    """

    frequency: float
    start: float
    length: float
    noise: float = 0.0


SOUNDS: dict[Sound, tuple[Tone, ...]] = {
    "dice": (Tone(900, 0.0, 0.05, 0.7), Tone(700, 0.07, 0.05, 0.7), Tone(520, 0.16, 0.08, 0.6)),
    "conquest": (Tone(392, 0.0, 0.18), Tone(523, 0.12, 0.18), Tone(659, 0.24, 0.34)),
    "refusal": (Tone(196, 0.0, 0.14, 0.1), Tone(165, 0.12, 0.2, 0.1)),
    "turn": (Tone(659, 0.0, 0.16), Tone(880, 0.14, 0.3)),
}
"""Dice at rest, a conquest, a refusal, a new turn."""


def synthesise(sound: Sound) -> bytes:
    """Return a sound as a WAV file; the same bytes every time."""
    import numpy as np

    tones = SOUNDS[sound]
    samples = np.zeros(round(RATE * max(tone.start + tone.length for tone in tones)))
    noise = np.random.default_rng(0)
    for tone in tones:
        time = np.arange(round(RATE * tone.length)) / RATE
        wave_form = np.sin(2 * np.pi * tone.frequency * time) * (1 - tone.noise)
        wave_form += noise.uniform(-1, 1, len(time)) * tone.noise
        envelope = np.minimum(time / ATTACK_SECONDS, 1) * (1 - time / tone.length) ** 2
        start = round(RATE * tone.start)
        samples[start : start + len(time)] += (wave_form * envelope)[: len(samples) - start]
    samples *= PEAK_LEVEL / np.abs(samples).max()
    return _as_wav(samples)


def _as_wav(samples: "NDArray[np.float64]") -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes((samples * 32767).astype("<i2").tobytes())
    return file.getvalue()

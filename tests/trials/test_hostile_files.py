"""Files changed at random: pictures, videos, TOML, die faces, boards and saves, each for its reader.

Every file is read or refused with words for players, in bounded time; no process takes more than 500 MB.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.boards.board import FOLDER
from companion.vision.faces.profile import FaceProfile
from tests.external_files import hostile

ROOT = Path(__file__).parents[2]
SAVES = sorted((ROOT / "tests" / "journal" / "fixtures").glob("*/*.game"))
MAX_MB = 500
MAX_S = 10.0
"""Of computing, for one file."""
BATCH = 250
"""Files that one process reads."""
NUMBERS = (b"1e999", b"-1", b"0", b"9" * 400, b"1e308", b"nan", b'""', b"[]", b"[" * 200, b"{", b"true")


def pictures() -> list[bytes]:
    """A sound picture of each kind, and the announced giants."""
    rng = np.random.default_rng(1)
    picture = cv2.resize(rng.integers(0, 255, (30, 40, 3)).astype(np.uint8), (320, 240))
    kinds = (".png", ".jpg", ".webp", ".tif", ".bmp", ".ppm")
    sound = [cv2.imencode(kind, picture)[1].tobytes() for kind in kinds]
    return [*sound, *(make() for make in hostile.PICTURES.values())]


def face_profile(folder: Path) -> bytes:
    """A profile with two examples."""
    path = folder / "sound.faces"
    example = np.full((48, 48), 99, np.uint8)
    FaceProfile("some dice", ("red",), {1: "One"}, {1: (example, example)}).save(path)
    return path.read_bytes()


def sound_files(folder: Path) -> dict[str, list[bytes]]:
    """What is changed, for each kind of reader."""
    battlefields = sorted((ROOT / "companion" / "games" / "rogue").rglob("*.toml"))[:8]
    return {
        "picture": pictures(),
        "video": [hostile.avi(640, 480), hostile.avi(2000, 1000)],
        "wiring": [(ROOT / "companion" / "hardware" / "wiring.toml").read_bytes()],
        "battlefield": [path.read_bytes() for path in battlefields],
        "rules": [path.read_bytes() for path in sorted((ROOT / "companion/games/nuked").rglob("*.toml"))[:4]],
        "faces": [face_profile(folder)],
        "map": [path.read_bytes() for path in sorted(FOLDER.glob("*.json"))],
        "save": [path.read_bytes() for path in SAVES],
    }


def changed(content: bytes, rng: random.Random) -> bytes:
    """Flip bits, cut, double or swap parts, or put odd numbers in, mostly near the beginning."""
    made = bytearray(content)
    for _ in range(rng.choice([1, 1, 1, 2, 5, 20])):
        end = len(made) if rng.random() < 0.5 else min(len(made), 64)
        at = rng.randrange(max(1, end))
        way = rng.randrange(6)
        if way == 0:
            made[at : at + 1] = bytes([made[at] ^ 1 << rng.randrange(8)]) if made else b"x"
        elif way == 1:
            made[at : at + 4] = rng.choice(
                [b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", bytes(4), rng.randbytes(4)]
            )
        elif way == 2:
            del made[at : at + rng.choice([1, 4, 100, len(made)])]
        elif way == 3:
            made[at:at] = made[at : at + rng.choice([1, 10, 1000])] * rng.choice([1, 3, 50])
        elif way == 4:
            made[at : at + rng.randrange(4)] = rng.choice(NUMBERS)
        else:
            made[at:at] = rng.randbytes(rng.choice([1, 8, 300]))
    return bytes(made[:2_000_000])


@pytest.mark.tries(100_000)
def test_hostile_files(tmp_path: Path, tries: int, count: list[str], tried: list[str]) -> None:
    rng = random.Random(7)
    sound = sound_files(tmp_path)
    kinds = list(sound)
    for first in range(0, tries, BATCH):
        words = []
        for number in range(first, min(tries, first + BATCH)):
            kind = kinds[number % len(kinds)]
            path = tmp_path / f"{kind}-{number % BATCH}.{'avi' if kind == 'video' else kind}"
            path.write_bytes(changed(rng.choice(sound[kind]), rng))
            words.append(f"{kind}={path}")
        command = [sys.executable, "-m", "tests.external_files.hostile", *words]
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=900, check=False, cwd=ROOT
        )
        told = [json.loads(line) for line in done.stdout.splitlines()]
        tried.extend([""] * len(told))
        if len(told) < len(words):
            count.append(
                f"file {first + len(told)} ({words[len(told)]}) ended the reader: {done.stderr[-300:]}"
            )
        count += [f"{first}: {line}" for line in told if line["outcome"] not in ("read", "refused")]
        count += [f"{first}: {line}" for line in told if line["s"] > MAX_S]
        if told and told[-1]["mb"] > MAX_MB:
            count.append(f"{first}: {told[-1]['mb']} MB")

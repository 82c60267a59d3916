"""Keeps what a network answers on disk, so that limits and rules are judged anew without running it again."""

import hashlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np

from companion.external_files.files import atomic_write
from companion.vision.detection.network import Engine, load_engine
from companion.vision.frames import Floats


def cached_engine(folder: Path) -> Callable[[bytes], Engine]:
    """What loads a model whose answers are kept in `folder`, one file per picture (about 0.2 MB each)."""

    def load(model: bytes) -> Engine:
        engine, kept = load_engine(model), folder / hashlib.sha256(model).hexdigest()[:12]
        kept.mkdir(parents=True, exist_ok=True)

        def one(picture: Floats) -> Floats:
            shape = "x".join(map(str, picture.shape[1:]))
            file = kept / f"{hashlib.sha256(picture.tobytes()).hexdigest()[:24]}-{shape}.npy"
            if not file.exists():
                answer = BytesIO()
                np.save(answer, engine(picture[None])[0])
                atomic_write(file, answer.getvalue())
            return np.asarray(np.load(file), np.float32)

        def run(batch: Floats) -> Floats:
            return np.stack([one(picture) for picture in batch])

        return run

    return load

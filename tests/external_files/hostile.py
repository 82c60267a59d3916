"""Malicious files, and a reader for each: run as a module it reads files and prints their cost.

python -m tests.external_files.hostile KIND FILE
"""

import json
import os
import struct
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

FACES = '{{"format": "companion die faces 1", "name": "x", "colours": [], "faces": [{}]}}'


def png(wide: int, high: int, content: bytes = b"") -> bytes:
    """Return a PNG that declares a size."""
    header = b"IHDR" + struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = (header, b"IDAT" + zlib.compress(content), b"IEND")
    chunks = (struct.pack(">I", len(one) - 4) + one + struct.pack(">I", zlib.crc32(one)) for one in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def webp(wide: int, high: int) -> bytes:
    """Return a lossless WebP of 10 kB that declares a size."""
    data = b"\x2f" + struct.pack("<I", (wide - 1) | (high - 1) << 14) + bytes(10_000)
    chunk = b"VP8L" + struct.pack("<I", len(data)) + data
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def tiff(wide: int, high: int) -> bytes:
    """Return an uncompressed TIFF of 1 bit per pixel, all of whose strips are the same few bytes."""
    tags = [(256, 4, 1, wide), (257, 4, 1, high), (258, 3, 1, 1), (259, 3, 1, 1), (262, 3, 1, 1),
            (273, 4, 1, 8), (277, 3, 1, 1), (278, 4, 1, high), (279, 4, 1, 8)]  # fmt: skip
    packed = b"".join(struct.pack("<HHII", *tag) for tag in tags)
    return b"II*\x00" + struct.pack("<I", 16) + bytes(8) + struct.pack("<H", len(tags)) + packed + bytes(4)


def jpeg(wide: int, high: int, progressive: bool) -> bytes:
    """Return a JPEG that declares a size, baseline or progressive."""
    import cv2
    import numpy as np

    flags = [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)]
    small = cv2.imencode(".jpg", np.zeros((64, 64, 3), np.uint8), flags)[1].tobytes()
    at = small.index(b"\xff\xc2" if progressive else b"\xff\xc0")
    return small[: at + 5] + struct.pack(">HH", high, wide) + small[at + 9 :]


def bmp(wide: int, high: int) -> bytes:
    """Return a BMP that declares a size."""
    return b"BM" + struct.pack("<IHHIIiiHHIIiiII", 54, 0, 0, 54, 40, wide, high, 1, 24, 0, 0, 0, 0, 0, 0)


def gif(wide: int, high: int) -> bytes:
    """Return a GIF that declares a size."""
    frame = b"," + struct.pack("<HHHHB", 0, 0, wide, high, 0) + b"\x02\x02\x44\x01\x00"
    return b"GIF89a" + struct.pack("<HHBBB", wide, high, 0x80, 0, 0) + bytes(6) + frame + b";"


def avi(wide: int, high: int) -> bytes:
    """Return a video of small frames that declares a size."""
    import tempfile

    import cv2
    import numpy as np

    with tempfile.NamedTemporaryFile(suffix=".avi") as file:
        writer = cv2.VideoWriter(file.name, cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 480))
        writer.write(np.zeros((480, 640, 3), np.uint8))
        writer.release()
        small = Path(file.name).read_bytes()
    frame = b"\xff\xc0\x00\x11\x08"
    return small.replace(struct.pack("<II", 640, 480), struct.pack("<II", wide, high)).replace(
        frame + struct.pack(">HH", 480, 640), frame + struct.pack(">HH", high, wide)
    )


def examples(picture: bytes) -> str:
    """Return a face profile with one example."""
    import base64

    face = {"face": 1, "title": "", "examples": [base64.b64encode(picture).decode()]}
    return FACES.format(json.dumps(face))


PICTURES: dict[str, Callable[[], bytes]] = {
    "giant.png": lambda: png(30_000, 30_000),
    "giant.webp": lambda: webp(16_383, 16_383),
    "giant.tif": lambda: tiff(42_000, 42_000),
    "giant.bmp": lambda: bmp(30_000, 30_000),
    "giant.gif": lambda: gif(60_000, 60_000),
    "giant.ppm": lambda: b"P6\n30000 30000\n255\n" + bytes(64),
    "giant.jpg": lambda: jpeg(60_000, 60_000, progressive=False),
    "progressive.jpg": lambda: jpeg(12_000, 12_000, progressive=True),
}

TEXTS: dict[str, str] = {
    "deep.toml": "a = " + "[" * 100_000,
    "deep-tables.toml": "a = " + "{b = " * 5_000,
    "dotted.toml": "a." * 20_000 + "a = 1",
    "quoted.toml": '"a".' * 10_000 + "a = 1",
    "infinite.toml": "size = 1e999",
    "endless.toml": "size = " + "9" * 500_000,
    "string.toml": 'a = """' + '"" ' * 200_000,
    "wide.toml": "[[a]]\n" * 150_000,
}

FACE_FILES: dict[str, Callable[[], str]] = {
    "deep.json": lambda: "[" * 1_000_000,
    "deep-face.json": lambda: FACES.format('{"a":' * 100_000),
    "infinite.json": lambda: FACES.format('{"face": 1e999, "title": "", "examples": []}'),
    "endless.json": lambda: FACES.format('{"face": ' + "9" * 500_000 + ', "title": "", "examples": []}'),
    "example.json": lambda: examples(png(25_000, 25_000)),
}


def write(folder: Path) -> list[tuple[str, Path]]:
    """Write all hostile files; return for each the kind of reader and the file."""
    made = [("picture", folder / name) for name in PICTURES]
    for name, content in PICTURES.items():
        (folder / name).write_bytes(content())
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
        made += [(kind, folder / name) for kind in ("wiring", "board", "battlefield", "rules")]
    for name, make in FACE_FILES.items():
        (folder / name).write_text(make())
        made += [(kind, folder / name) for kind in ("faces", "map")]
    for side in (5_000, 9_000, 20_000):
        (folder / f"{side}.avi").write_bytes(avi(side, side))
        made.append(("video", folder / f"{side}.avi"))
    os.mkfifo(folder / "pipe")
    with (folder / "sparse").open("wb") as file:
        file.truncate(3_000_000_000)
    odd = [folder / "pipe", folder / "sparse", Path("/dev/zero"), folder]
    return made + [
        (kind, path) for path in odd for kind in ("picture", "wiring", "faces", "map", "save", "video")
    ]


def read(kind: str, path: Path) -> None:
    """Read a file with the companion's reader of this kind."""
    if kind == "picture":
        from companion.vision.sources.picture_files import load_picture

        load_picture(path)
    elif kind == "wiring":
        from companion.hardware.wiring import read_wiring

        read_wiring(path)
    elif kind == "board":
        from calibration.boards import read_board

        read_board(path)
    elif kind == "map":
        from companion.games.boards.board import board_of
        from companion.games.boards.board_check import faults
        from companion.games.boards.board_files import read_board_file

        faults(board_of(read_board_file(path), "map"))
    elif kind == "battlefield":
        from companion.games.rogue.battlefield_files import read_battlefield

        read_battlefield(path)
    elif kind == "rules":
        from companion.games.nuked.rulesets import read_rule_set

        read_rule_set(path)
    elif kind == "faces":
        from companion.vision.faces.profile import FaceProfile

        FaceProfile.load(path)
    elif kind == "video":
        from companion.vision.sources.pictures import VideoFile

        VideoFile(path)
    else:
        from companion.games import find_game
        from companion.journal.save_files import import_game

        import_game(Mock(), path, find_game)


def main() -> None:
    """Read the files named on the command line; print results, CPU seconds and peak MB as JSON."""
    from companion.errors import BrokenFile

    for word in sys.argv[1:]:
        kind, _, name = word.partition("=")
        begun = time.process_time()
        try:
            read(kind, Path(name))
            outcome = "read"
        except BrokenFile:
            outcome = "refused"
        except BaseException as error:
            outcome = repr(error)[:200]
        status = Path("/proc/self/status").read_text()
        peak = int(status.split("VmHWM:")[1].split()[0]) // 1000
        seconds = time.process_time() - begun
        print(json.dumps({"file": word, "outcome": outcome, "s": seconds, "mb": peak}), flush=True)


if __name__ == "__main__":
    main()

"""A Pico under CPython: stdin and stdout are the USB line, the working folder is its flash."""

import os
import runpy
import sys
import time
from pathlib import Path
from typing import Any


class Line:
    """An unbuffered USB line that drops bytes nobody reads, like the Pico."""

    def __init__(self, number: Any) -> None:
        self.number = number
        self.buffer = self
        os.set_blocking(number, False)

    def fileno(self) -> Any:
        return self.number

    def read(self, size: Any) -> Any:
        try:
            return os.read(self.number, size)
        except OSError:
            return b""

    def write(self, data: Any) -> Any:
        try:
            return os.write(self.number, data)
        except OSError:
            return 0


sys.path[:0] = [str(Path.cwd()), str(Path(__file__).parent)]
time.ticks_ms = lambda: time.monotonic_ns() // 1_000_000 % (1 << 30)
time.ticks_diff = lambda new, old: (new - old + (1 << 29)) % (1 << 30) - (1 << 29)
time.sleep_ms = lambda milliseconds: time.sleep(milliseconds / 1000)
sys.stdin, sys.stdout = Line(0), Line(1)
runpy.run_path("main.py", run_name="__main__")
Path("waiting").touch()  # main.py has ended: a real Pico would now show its prompt
time.sleep(3600)

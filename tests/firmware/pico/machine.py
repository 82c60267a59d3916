"""The part of MicroPython's `machine` that the firmware uses, under CPython: pins are bytes of a file.

The file `pins` in the working folder has one byte for each pin: "1" high, "0" pulled low by a button.
"""

import os
import sys
from typing import Any

PINS = "pins"


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number: Any, mode: Any = None, pull: Any = None) -> None:
        self.number = number

    def value(self) -> Any:
        with open(PINS) as file:
            return int(file.read()[self.number])


class PWM:
    def __init__(self, pin: Any) -> None:
        self.pin = pin
        self.hertz = 0

    def freq(self, hertz: Any) -> None:
        self.hertz = hertz

    def duty_u16(self, duty: Any) -> None:
        with open("sound", "a") as file:
            file.write(f"{self.hertz if duty else 0}\n")


class WDT:
    def __init__(self, timeout: Any) -> None:
        assert timeout <= 8388, "more than the RP2040 can wait"

    def feed(self) -> None:
        pass


def unique_id() -> Any:
    return bytes.fromhex("e66138528327a52f")


def reset() -> None:
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])

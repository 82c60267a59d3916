"""WS2812 lights under CPython: a pin's lights are in the file `lights-<pin>`, one hex colour per line."""

import os
from typing import Any


class NeoPixel:
    def __init__(self, pin: Any, count: Any) -> None:
        self.path = f"lights-{pin.number}"
        self.colours = ["000000"] * count

    def __setitem__(self, number: Any, colour: Any) -> None:
        self.colours[number] = bytes(colour).hex()

    def fill(self, colour: Any) -> None:
        self.colours = [bytes(colour).hex()] * len(self.colours)

    def write(self) -> None:
        with open(self.path + ".new", "w") as file:
            file.write("\n".join(self.colours))
        os.replace(self.path + ".new", self.path)

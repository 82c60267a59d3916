"""WS2812 lights under CPython: a pin's lights are in the file `lights-<pin>`, one hex colour per line."""

import os


class NeoPixel:
    def __init__(self, pin, count):
        self.path = f"lights-{pin.number}"
        self.colours = ["000000"] * count

    def __setitem__(self, number, colour):
        self.colours[number] = bytes(colour).hex()

    def fill(self, colour):
        self.colours = [bytes(colour).hex()] * len(self.colours)

    def write(self):
        with open(self.path + ".new", "w") as file:
            file.write("\n".join(self.colours))
        os.replace(self.path + ".new", self.path)

"""What is soldered to which pin (GP numbers). `companion flash --settings FILE` brings your own over.

Leave out what you did not build: an empty list, or None.
"""

SEAT_BUTTONS = [2, 3, 4, 5, 6, 7]
"""One button for each seat, round the table, between its pin and ground."""

SEAT_RINGS = [8, 9, 10, 11, 12, 13]
"""The data pin of each seat's ring of WS2812 lights."""

RING_LIGHTS = 8
"""Lights in each ring."""

STRIP = 14
"""The data pin of the strip: one light for each step, then one for attention."""

STEPS = 8
"""Step lights on the strip."""

PANEL_BUTTONS = {"confirm": 16, "end": 17, "undo": 18, "ask": 19, "next": 21}
"""Buttons that do what those on the Pi's own panel do; for a table where the hub is all there is."""

BUZZER = 20
"""The pin of a passive piezo, or None."""

BUDGET_MA = 350
"""What all lights together may draw, in milliamperes; they are dimmed as far as this needs.

A USB port gives 500, and the Pico keeps up to 100 for itself.
"""

"""Starts the hub; MicroPython runs this file when the Pico gets power."""

import settings
from board import Board, called_for_service
from hub import Hub
from identity import fingerprint


def play():
    """Be a hub for as long as there is power; the watchdog ends what hangs."""
    board = Board(settings)
    hub = Hub(board, fingerprint())
    board.begin()
    while True:
        hub.turn()
        board.rest()


if not called_for_service():
    play()

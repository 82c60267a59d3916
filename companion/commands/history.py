"""`companion history`: print a saved game turn by turn, as text or as JSON."""

import argparse
from pathlib import Path

from companion.app.chronicle.recorded_game import RecordedGame
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("game", type=int, help="number of the game (companion export lists them)")
    parser.add_argument("--data", metavar="DIR", type=Path, help="the folder for games")
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    chronicle = RecordedGame.read(arguments.game, arguments.data).chronicle
    if arguments.json:
        print(encode_in(chronicle, ENGLISH).decode())
        return 0
    names = {seat.id: seat.name for seat in chronicle.seats}
    for turn in chronicle.turns:
        print(f"Round {turn.round}, {names[turn.seat]}:" if turn.seat is not None else "Set-up:")
        for event in turn.events:
            if event.kind != "answer":
                print(f"  {event.text}")
    return 0

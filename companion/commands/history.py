"""`companion history`: print a saved game turn by turn, as text or as JSON."""

import argparse

from companion.app.chronicle.chronicle import TurnRecord
from companion.app.chronicle.recorded_game import RecordedGame
from companion.commands.arguments import add_data
from companion.commands.output import say
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH, gettext


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("game", type=int, help=gettext("number of the game (companion export lists them)"))
    add_data(parser)
    parser.add_argument("--json", action="store_true", help=gettext("answer in JSON"))


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    chronicle = RecordedGame.read(arguments.game, arguments.data).chronicle
    if arguments.json:
        print(encode_in(chronicle, ENGLISH).decode())
        return 0
    names = {seat.id: seat.name for seat in chronicle.seats}
    for turn in chronicle.turns:
        say(_title(turn, names))
        for event in turn.events:
            if event.kind != "answer":
                say(" ", event.text)
    return 0


def _title(turn: TurnRecord, names: dict[str, str]) -> str:
    if turn.seat is None:
        return gettext("Set-up:")
    return gettext("Round {round}, {player}:", round=turn.round, player=names[turn.seat])

"""A page of games between bots: the story of each and its turning points, with everybody's chance to win.

``python -m tests.bench.annotated_games`` plays the first short game of each that somebody wins, with a hard,
a normal and an easy bot (two seats: hard against normal), and writes ``results/annotated_games.md``.
"""

from collections import deque
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.app.chronicle.chronicle import IMPORTANCE, Chronicle, TurnRecord, chronicle
from companion.app.chronicle.recorded_game import game_facts
from companion.app.chronicle.story import story
from companion.games import every_game
from companion.locale.messages import joined
from companion.referee.game import Game
from companion.referee.houserules import set_house_rules
from companion.referee.table import Table
from tests.bench.bots import HOUSE, Player, played

PAGE = Path(__file__).with_name("results") / "annotated_games.md"
SEATS: dict[str, tuple[Player, ...]] = {"battle": ("hard", "normal"), "rogue": ("hard", "normal")}
"""Who plays where not three do."""
THREE: tuple[Player, ...] = ("hard", "normal", "easy")
SHORT = 30
"""Most turns of a game that is taken: it is to be read."""
TOLD = 6
"""Turns that are told: those that changed everybody's chance most."""
EVENTS = 3
"""Most events of a turn."""


def first_short_game(game: Game[Any], players: tuple[Player, ...]) -> tuple[Table[Any], int]:
    """Return the first game that somebody wins in few turns, and its seed."""
    house = set_house_rules(game.house_rules, HOUSE.get(game.id, {}))
    seed = 0
    while True:
        (table,) = deque(played(game, players, seed, house), maxlen=1)
        if table.state.winners and table.state.turn <= SHORT:
            return table, seed
        seed += 1


def turning_points(record: Chronicle) -> list[TurnRecord]:
    """Return the turns that changed everybody's chance most, in their order."""
    known = [turn for turn in record.turns if turn.chances]
    chances = [{one.seat: one.chance for one in turn.chances} for turn in known]
    moved = [sum(abs(b[seat] - a[seat]) for seat in a) for a, b in pairwise(chances)]
    most = sorted(range(len(moved)), key=lambda at: -moved[at])[:TOLD]
    return [known[at + 1] for at in sorted(most)]


def annotated(game: Game[Any]) -> list[str]:
    """Return the part of the page about one game, line by line."""
    players = SEATS.get(game.id, THREE)
    table, seed = first_short_game(game, players)
    record = chronicle(table, 0)
    names = {seat.id: seat.name for seat in record.seats}
    who = ", ".join(f"{seat.name} {player}" for seat, player in zip(record.seats, players, strict=True))
    lines = [
        f"## {game.title}",
        "",
        f"{who}; seed {seed}, {len(table.entries)} answers. {joined(story(game_facts(table, record, {})))}",
        "",
        "| round | turn of | what happened | " + " | ".join(names.values()) + " |",
        "|---|---|---" + "|---" * len(names) + "|",
    ]
    for turn in turning_points(record):
        events = [event for event in turn.events if event.kind in IMPORTANCE]
        first = sorted(events, key=lambda event: IMPORTANCE.index(event.kind))[:EVENTS]
        told = joined(event.text for event in sorted(first, key=lambda event: event.entry))
        chances = {one.seat: one.chance for one in turn.chances}
        shares = " | ".join(f"{100 * chances[seat]:.0f}" for seat in names)
        lines.append(f"| {turn.round} | {names.get(turn.seat or '', '')} | {told} | {shares} |")
    return [*lines, ""]


def main() -> None:
    """Write the page."""
    head = (
        "# Annotated games\n\nWritten by `python -m tests.bench.annotated_games`: the story of a short game "
        f"of each, and the {TOLD} turns that\nchanged it most, with everybody's chance to win (per cent) at "
        "the end of the turn.\n"
    )
    parts = [line for game in every_game() if game.bot for line in annotated(game)]
    PAGE.write_text("\n".join([head, *parts]), encoding="utf-8")


if __name__ == "__main__":
    main()

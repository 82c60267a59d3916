"""Simulated tables of a club: `python -m tests.trials.club_tables PORT FOLDER FIRST COUNT`.

Every table is a real publishing thread with a separate journal and outbox. Each line on standard input is a
command: `play SECONDS` publishes a new state every second, `win` ends a game, `end` disconnects.
"""

import sys
import time
from pathlib import Path

from msgspec.structs import replace

from companion.app.machine.settings import ClubSettings
from companion.app.night.session import Session
from companion.club.messages import Standings
from companion.club.outbox import Outbox
from companion.club.publishing_thread import PublishingThread
from companion.club.snapshot import ClubSnapshot, snapshot
from companion.journal.journal import Journal
from tests.club.conftest import ANNA_AND_BEN_AND_CARL, CLASSIC
from tests.short_games import win


class SimulatedTable:
    """A table controlled by commands."""

    def __init__(self, port: int, folder: Path, number: int) -> None:
        folder.mkdir(parents=True)
        self.journal = Journal.open(folder / "games.sqlite")
        self.session = self._new_game()
        Outbox(folder).close()
        self.thread = PublishingThread(ClubSettings(host="127.0.0.1", port=port), f"Table {number}", folder)
        self.thread.start()

    def play(self, number: int) -> None:
        """Publish a new state that contains the current time."""
        taken = snapshot(self.session, time.monotonic())
        seats = tuple(replace(each, out=bool(number % 2)) for each in taken.standings.standings)
        state = replace(taken.state, question=f"{time.time():.6f}")
        self.thread.offer(ClubSnapshot(taken.number, taken.taken, state, Standings(seats), taken.map))

    def win(self) -> None:
        """End the game and start another."""
        win(self.session)
        self.thread.offer(snapshot(self.session, time.monotonic()))
        self.session = self._new_game()

    def _new_game(self) -> Session:
        return Session.begin(self.journal, CLASSIC, ANNA_AND_BEN_AND_CARL, {"placing": "all at once"})


def play(tables: list[SimulatedTable], seconds: int) -> None:
    """Publish a state of each table every second, evenly spread."""
    begun = time.monotonic()
    for turn in range(seconds * len(tables)):
        time.sleep(max(0.0, begun + turn / len(tables) - time.monotonic()))
        tables[turn % len(tables)].play(turn // len(tables))


def main(port: int, folder: Path, first: int, count: int) -> None:
    """Run the commands from standard input."""
    tables = [SimulatedTable(port, folder / str(number), number) for number in range(first, first + count)]
    print("ready", flush=True)
    for line in sys.stdin:
        command, *words = line.split()
        if command == "play":
            play(tables, int(words[0]))
        elif command == "win":
            for table in tables:
                table.win()
        else:
            break
        print(command, flush=True)
    for table in tables:
        table.thread.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))

"""Two hundred tables on one broker: how long a change takes, and what a restart of the broker loses."""

import statistics
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from companion.app.machine.settings import ClubSettings
from companion.club.live_tables import LiveTables
from companion.club.store import FILE, ClubStore
from companion.club.subscriber import ClubSubscriber
from tests.club.broker import Mosquitto, eventually

TABLES = 200
PROCESSES = 4
SECONDS = 20
AWAY_S = 5.0
"""So long the broker is gone."""


class Delays:
    """How long states took from the table's game to the club."""

    def __init__(self, tables: LiveTables) -> None:
        self.tables = tables
        self.found: list[float] = []
        self._known: dict[str, str] = {}
        tables.subscribe(self.note)

    def note(self, name: str) -> None:
        table = self.tables.table(name)
        if table is None or table.state.question == self._known.get(name):
            return
        self._known[name] = table.state.question
        if table.state.question.replace(".", "").isdecimal():
            self.found.append(time.time() - float(table.state.question))

    def told(self, what: str) -> None:
        cuts = statistics.quantiles(self.found, n=100)
        middle, late = cuts[49] * 1000, cuts[94] * 1000
        print(f"{what}: {len(self.found)} changes, median {middle:.1f} ms, 95 % {late:.1f} ms")
        self.found.clear()


class Club:
    """Processes of tables that all do the same at once."""

    def __init__(self, port: int, folder: Path) -> None:
        share = TABLES // PROCESSES
        self.processes = [
            subprocess.Popen(
                [
                    *(sys.executable, "-m", "tests.trials.club_tables", str(port), str(folder)),
                    *(str(number * share), str(share)),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(PROCESSES)
        ]
        self.wait()

    def order(self, command: str) -> None:
        for process in self.processes:
            process.stdin.write(f"{command}\n")
            process.stdin.flush()

    def wait(self) -> None:
        for process in self.processes:
            assert process.stdout.readline()

    def end(self) -> None:
        for process in self.processes:
            process.communicate("end\n", timeout=60)


def test_two_hundred_tables_and_a_broker_that_restarts(
    tmp_path: Path, count: list[str], tried: list[str]
) -> None:
    (folder := tmp_path / "mosquitto").mkdir()
    broker = Mosquitto(folder)
    broker.start()
    with closing(ClubStore(tmp_path / FILE)) as store:
        tables = LiveTables(store)
        delays = Delays(tables)
        subscriber = ClubSubscriber(ClubSettings(host="127.0.0.1", port=broker.port), tables)
        subscriber.start()
        club = Club(broker.port, tmp_path / "tables")
        eventually(lambda: online(tables) == TABLES, "all tables")
        delays.found.clear()
        club.order(f"play {SECONDS}")
        club.wait()
        delays.told("in quiet")
        club.order("win")
        club.wait()
        eventually(lambda: len(store.results()) == TABLES, "the results")

        club.order("win")  # and the broker goes while they are told
        broker.stop()
        time.sleep(AWAY_S)
        club.wait()
        broker.start()
        back = time.monotonic()
        eventually(lambda: len(store.results()) == 2 * TABLES, "the results of the restart", 90.0)
        eventually(lambda: online(tables) == TABLES, "all tables again")
        print(f"all {TABLES} tables and results back {time.monotonic() - back:.1f} s after the restart")
        games = {row.name: row.games for row in tables.league("score").rows}
        tried += ["result"] * 2 * TABLES
        count += ["counted wrongly"] * abs(games["Anna"] - 2 * TABLES)
        delays.found.clear()
        club.order(f"play {SECONDS}")
        club.wait()
        delays.told("after the restart")
        club.end()
        eventually(lambda: online(tables) == 0, "everybody's goodbye")
        subscriber.stop()
    broker.kill()


def online(tables: LiveTables) -> int:
    return sum(table.online for table in tables.tables())

"""`companion statistics`: print each player's results over all saved games, and export games."""

import argparse
from pathlib import Path

from companion.app.chronicle.people import read_people, write_people
from companion.app.chronicle.play_export import SUFFIX, as_csv, bg_stats_play
from companion.app.chronicle.result_cache import finished_results
from companion.app.chronicle.statistics import GameResult, PlayerStatistics, dice_by_year, player_statistics
from companion.app.machine.settings import FILE, read_settings
from companion.commands.arguments import add_data
from companion.commands.output import aligned, say
from companion.external_files.files import atomic_file, atomic_write
from companion.journal.journal import Journal
from companion.journal.paths import journal_path
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH, gettext

TITLES = (
    gettext("player"),
    gettext("games"),
    gettext("wins"),
    gettext("losses in battle"),
    gettext("by the odds"),
    gettext("minutes"),
)
"""Of the columns."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_data(parser)
    parser.add_argument("--json", action="store_true", help=gettext("answer in JSON"))
    parser.add_argument("--csv", metavar="FILE", type=Path, help=gettext("write all games as a table"))
    parser.add_argument(
        "--bg-stats", metavar="DIR", type=Path, help=gettext("write each game as a play for BG Stats")
    )
    parser.add_argument(
        "--location", metavar="PLACE", help=gettext("where they were played (the club's table)")
    )
    parser.add_argument(
        "--merge", nargs=2, metavar=("SPELLING", "NAME"), help=gettext("count one spelling as another name")
    )
    parser.add_argument("--delete", metavar="NAME", help=gettext("leave a person out of all statistics"))


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return the exit code."""
    path = journal_path(arguments.data)
    people = read_people(path.parent)
    if arguments.merge:
        people = people.merged(*arguments.merge)
    if arguments.delete:
        people = people.without(arguments.delete)
    if arguments.merge or arguments.delete:
        write_people(path.parent, people)
    with Journal.open_read_only(path) as journal:
        results = tuple(finished_results(journal))
    if arguments.csv:
        with atomic_file(arguments.csv) as file:  # a missing folder was mistyped
            file.write(as_csv(results, people).encode())
    if arguments.bg_stats:
        usual = read_settings(path.with_name(FILE)).club.table
        location = usual if arguments.location is None else arguments.location
        for result in results:
            atomic_write(arguments.bg_stats / _play_name(result), bg_stats_play(result, people, location))
    found = player_statistics(results, people)
    if arguments.json:
        print(encode_in(found, ENGLISH).decode())
        return 0
    say(_table(found))
    if dice := dice_by_year(results):
        say(gettext("Faces 1 to 6 of real dice:"))
    for test in dice:
        say(f"{' '.join(map(str, test.counts))}:", test.conclusion)
    return 0


def _play_name(result: GameResult) -> str:
    return f"{result.game}-{result.ended[:10]}-{result.number}{SUFFIX}"


def _table(found: tuple[PlayerStatistics, ...]) -> str:
    if not found:
        return gettext("No finished games yet.")
    rows = (
        (
            player.name,
            str(player.games),
            str(player.wins),
            str(player.lost),
            gettext("{number:.1f}", number=player.expected),
            str(round(player.thinking_ms / 60_000)),
        )
        for player in found
    )
    return aligned([TITLES, *rows])

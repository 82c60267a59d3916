"""All kept games added up by player; names merged and deleted; plays for other programs."""

import csv
import io
import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from companion.app.chronicle.chronicle import BattleRoll, Chronicle, Event, TurnRecord
from companion.app.chronicle.people import People, read_people, write_people
from companion.app.chronicle.play_export import as_csv, bg_stats_play
from companion.app.chronicle.result_cache import FILE, finished_results
from companion.app.chronicle.statistics import (
    GameResult,
    PlayerResult,
    dice_by_year,
    game_result,
    places,
    player_statistics,
)
from companion.app.night.session import Session
from companion.errors import BrokenFile, UnknownName
from companion.games import find_game
from companion.journal.journal import Journal
from companion.odds import DiceSpec, RollRecord, luck
from companion.referee.dice import Losses
from companion.referee.game_view import Figure, Standing
from companion.referee.seats import seats_of
from tests.short_games import finish_game

NOBODY = People({})


def result(number: int, *players: PlayerResult, title: str = "Classic Risk") -> GameResult:
    date = f"2026-11-{number:02}T"
    return GameResult(number, "classic", title, f"{date}19:00:00Z", f"{date}22:30:00Z", 9, players)


ANNA, BEN = (
    PlayerResult("Anna", "red", True, 1, False, 600_000, 10, 7, 9.5),
    PlayerResult("Ben", "blue", False, 2, True, 300_000),
)
FIRST = result(1, ANNA, BEN)
SECOND = result(
    2, PlayerResult("Anne", "green", False, 2), PlayerResult("Ben", "blue", True, 1), title="Nuked"
)


def test_games_wins_luck_and_time_are_added_up() -> None:
    anna, ben = player_statistics([FIRST], NOBODY)
    assert (anna.name, anna.games, anna.wins, anna.thinking_ms) == ("Anna", 1, 1, 600_000)
    assert (anna.rolls, anna.lost, anna.expected) == (10, 7, 9.5)
    assert (ben.name, ben.games, ben.wins) == ("Ben", 1, 0)


def test_wins_are_told_by_game_and_colour() -> None:
    ben = next(each for each in player_statistics([FIRST, SECOND], NOBODY) if each.name == "Ben")
    assert ben.games_by_title == {"Classic Risk": 1, "Nuked": 1}
    assert (ben.wins_by_title, ben.wins_by_colour) == ({"Nuked": 1}, {"blue": 1})


def test_players_have_a_record_against_each_other() -> None:
    people = NOBODY.merged("Anne", "Anna")
    anna = next(each for each in player_statistics([FIRST, SECOND], people) if each.name == "Anna")
    rivalry = anna.against["Ben"]
    assert (rivalry.games, rivalry.won, rivalry.lost) == (2, 1, 1)


def test_two_who_win_together_did_not_beat_each_other() -> None:
    allies = result(3, PlayerResult("Anna", "red", True, 1), PlayerResult("Ben", "blue", True, 1))
    anna, _ = player_statistics([allies], NOBODY)
    assert (anna.against["Ben"].won, anna.against["Ben"].lost) == (0, 0)


def test_a_merged_spelling_counts_as_the_other_name() -> None:
    people = NOBODY.merged("Anne", "Anna")
    assert [(each.name, each.games) for each in player_statistics([FIRST, SECOND], people)] == [
        ("Anna", 2),
        ("Ben", 2),
    ]
    with pytest.raises(UnknownName, match="the same person already"):
        people.merged("Anne", "Anna")


def test_merging_goes_on_with_what_was_merged_before() -> None:
    people = NOBODY.merged("Anne", "Annie").merged("Annie", "Anna")
    assert people.name_of("Anne") == people.name_of("Annie") == "Anna"


def test_a_deleted_player_is_in_no_statistics_and_no_export() -> None:
    people = NOBODY.without("Ben")
    assert [each.name for each in player_statistics([FIRST, SECOND], people)] == ["Anna", "Anne"]
    assert "Ben" not in as_csv((FIRST, SECOND), people)
    assert b"Ben" not in bg_stats_play(FIRST, people)


def test_people_are_kept_in_a_file(tmp_path: Path) -> None:
    people = NOBODY.merged('An"ne', "Anna").without("Ben")
    write_people(tmp_path, people)
    assert read_people(tmp_path) == people


@pytest.mark.parametrize("text", ["deleted = 3", "same_as = ['x']", "what = 1", "same_as = {a = 1}", "["])
def test_a_broken_file_of_people_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "people.toml").write_text(text)
    with pytest.raises(BrokenFile, match=r"people\.toml"):
        read_people(tmp_path)


def test_a_play_for_bg_stats_has_what_its_android_app_insists_on() -> None:
    play = json.loads(bg_stats_play(FIRST, NOBODY, "Window table"))
    assert {"sourceName", "sourcePlayId", "game", "players"} <= play.keys()
    for player in play["players"]:
        assert {"name", "sourcePlayerId", "startPlayer", "winner"} <= player.keys()
    assert [player["winner"] for player in play["players"]] == [True, False]
    assert [player["rank"] for player in play["players"]] == [1, 2]
    assert [player["startPlayer"] for player in play["players"]] == [False, True]
    assert (play["durationMin"], play["location"]) == (15, {"name": "Window table"})
    plain = json.loads(bg_stats_play(SECOND, NOBODY))
    assert "durationMin" not in plain and "location" not in plain


@pytest.mark.parametrize(
    ("zone", "moment"),
    [
        ("UTC", "2026-11-01 22:15:00"),
        ("Europe/Berlin", "2026-11-01 23:15:00"),
        ("Asia/Tokyo", "2026-11-02 07:15:00"),
    ],
)
def test_a_play_has_the_local_time_at_which_it_began(
    monkeypatch: pytest.MonkeyPatch, zone: str, moment: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    assert json.loads(bg_stats_play(FIRST, NOBODY))["playDate"] == moment
    monkeypatch.undo()
    time.tzset()


def test_a_table_has_a_line_for_each_player_of_each_game() -> None:
    lines = list(csv.DictReader(io.StringIO(as_csv((FIRST, SECOND), NOBODY))))
    assert [(line["player"], line["won"]) for line in lines] == [
        ("Anna", "1"),
        ("Ben", "0"),
        ("Anne", "0"),
        ("Ben", "1"),
    ]


def test_only_finished_games_count_and_each_is_told_again_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(tmp_path / "games.sqlite") as journal:
        Session.begin(journal, find_game("classic"), seats_of(3))
        session = finish_game(journal, ("Anna", "Ben", "Carl"))
        (found,) = finished_results(journal)
        assert (found.game, len(found.players)) == ("classic", 3)
        assert sum(player.won for player in found.players) == len(session.table.state.winners)
        assert sum(found.faces) > 0
        monkeypatch.setattr("companion.app.chronicle.result_cache.game_result", None)
        assert tuple(finished_results(journal)) == (found,)
        (tmp_path / FILE).write_text("torn")
        monkeypatch.undo()
        assert tuple(finished_results(journal)) == (found,)


def test_real_dice_are_tested_year_by_year_and_all_together() -> None:
    def thrown(year: int, *faces: int) -> GameResult:
        return structs.replace(FIRST, ended=f"{year}-05-01T20:00:00Z", faces=faces)

    assert dice_by_year([FIRST, thrown(2025, 0, 0, 0, 0, 0, 0)]) == ()
    (only,) = dice_by_year([thrown(2025, 30, 30, 30, 30, 30, 30)] * 2)
    assert (only.dice, only.counts) == ("the dice of 2025", (60,) * 6)
    assert "nothing unusual" in only.conclusion
    tests = dice_by_year([thrown(2025, *[30] * 6), thrown(2026, 10, 10, 10, 10, 10, 300)])
    assert [test.dice for test in tests] == ["the dice of 2026", "the dice of 2025", "the dice of all years"]
    assert ["uneven" in test.conclusion for test in tests] == [True, False, True]
    assert tests[-1].throws == 180 + 350


SEATS = seats_of(4)
RED, BLUE, GREEN, YELLOW = (seat.id for seat in SEATS)


def turn(number: int, **holds: int) -> TurnRecord:
    """A turn at whose end everybody holds so much; who holds nothing is out."""
    standings = tuple(Standing(seat, (Figure("land", held),), out=not held) for seat, held in holds.items())
    return TurnRecord(number, number, RED, number, number + 1, (), standings)


@pytest.mark.parametrize(
    ("winners", "turns", "expected"),
    [
        ((RED,), [turn(1, red=9, blue=5, green=3, yellow=3)], [1, 2, 3, 3]),
        (
            (RED,),
            [
                turn(1, red=9, blue=5, green=3, yellow=1),
                turn(2, red=9, blue=5, green=0, yellow=1),
                turn(3, red=9, blue=0, green=0, yellow=9),
            ],
            [1, 3, 4, 2],
        ),
        ((RED, BLUE), [turn(1, red=2, blue=2, green=9, yellow=1)], [1, 1, 3, 4]),
        ((YELLOW,), [], [2, 2, 2, 1]),
    ],
    ids=["by what they hold", "by how long they held out", "a team wins", "nothing was told"],
)
def test_places(winners: tuple[str, ...], turns: list[TurnRecord], expected: list[int]) -> None:
    assert list(places(Chronicle("x", "X", SEATS, winners, tuple(turns))).values()) == expected


def test_a_game_is_summed_up_from_its_record_and_its_chronicle() -> None:
    """Anna was asked first and rolled once at the table, once by the companion; Ben won; Cleo did nothing."""
    seats = seats_of(3, ("Anna", "Ben", "Cleo"))
    spec = DiceSpec(2), DiceSpec(1)
    record = RollRecord(*spec, Losses(1, 0), "defender", "red", "neutral")
    rolls = [
        Event(at, "battle", "red", "", (), BattleRoll("peru", "siam", (6, 1), (6,), by, record))
        for at, by in ((1, "touch"), (2, "companion"))
    ]
    turns = (
        TurnRecord(0, 0, None, 0, 0, (), ()),
        TurnRecord(1, 1, "red", 0, 2, tuple(rolls), ()),
        TurnRecord(2, 4, "blue", 2, 3, (), ()),
    )
    told = Chronicle("classic", "Classic Risk", seats, ("blue",), turns)
    kept: Any = SimpleNamespace(
        chronicle=told,
        saved=SimpleNamespace(
            clocks={"red": 5000, "blue": 7000},
            record=SimpleNamespace(
                id=9,
                game="classic",
                seats=seats,
                winners=("blue",),
                started="2026-01-01T",
                played="2026-01-02T",
            ),
        ),
    )
    found = game_result(kept)
    anna, ben, cleo = found.players
    expected = luck([record, record])["red"].expected
    assert anna == PlayerResult("Anna", "red", False, 2, True, 5000, 2, 2, expected)
    assert ben == PlayerResult("Ben", "blue", True, 1, False, 7000, 0, 0, 0.0)
    assert cleo == PlayerResult("Cleo", "green", False, 2, False, 0, 0, 0, 0.0)
    assert (found.number, found.started, found.ended, found.rounds) == (9, "2026-01-01T", "2026-01-02T", 4)
    assert found.faces == (1, 0, 0, 0, 0, 2), "without the companion's own dice"

"""A chronicle tells every game turn by turn, from its entries alone."""

import re
from typing import Any

import msgspec
import pytest

import companion.app.chronicle.chronicle
from companion.app.chronicle.chronicle import (
    TOGETHER,
    BattleRoll,
    Chronicle,
    ChronicleCache,
    Event,
    _roll_sentence,
    chronicle,
    last_entries,
    names_at,
)
from companion.app.chronicle.replay import replay_tables, table_at
from companion.games import every_game, find_game
from companion.locale.catalogue import encode_in
from companion.locale.messages import ENGLISH
from companion.odds import DiceSpec, RollRecord
from companion.referee.dice import Contest, Force, Losses, Ties
from companion.referee.houserules import set_house_rules
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.games.classic.boards import a_turn

ANSWERS = 250
SIDES = ("attacker", "defender")


def played(name: str, answers: int = ANSWERS, seed: int = 4, players: int | None = None) -> Table[Any]:
    """A game that a random bot has played so far."""
    game = find_game(name)
    seats = seats_of(players or game.seats[0], ("Anna", "Ben", "Carl"))
    table = Table(game, game.begin(seats, set_house_rules(game.house_rules, {})))
    bot = RandomBot(seed)
    while table.question is not None and len(table.entries) < answers:
        table.answer(bot.answer(table.question))
    return table


@pytest.fixture(scope="module")
def classic() -> Table[Any]:
    return played("classic", 600, players=3)


@pytest.mark.parametrize("game", [game.id for game in every_game()])
def test_every_entry_belongs_to_one_turn(game: str) -> None:
    table = played(game)
    turns = chronicle(table).turns
    assert [turn.first_entry for turn in turns[1:]] == [turn.last_entry for turn in turns[:-1]]
    assert (turns[0].first_entry, turns[-1].last_entry) == (0, len(table.entries))
    for turn in turns:
        assert all(turn.first_entry < event.entry <= turn.last_entry for event in turn.events)


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize("game", [game.id for game in every_game()])
def test_the_board_at_any_entry_is_the_board_of_that_moment(game: str) -> None:
    table = played(game)
    twin = Table(table.game, msgspec.json.decode(table.positions[0].state, type=table.game.state))
    for number, entry in enumerate(table.entries, 1):
        twin.answer(entry.value)
        if number % 7 == 0 or number == len(table.entries):
            then = table_at(table, number)
            assert then.game_view == twin.game_view
            assert then.question == twin.question


@pytest.mark.every(3, first=1)
@pytest.mark.parametrize("game", [game.id for game in every_game()])
def test_a_game_that_goes_on_is_told_as_if_all_at_once(game: str) -> None:
    table, cache, bot = played(game, 60), ChronicleCache(), RandomBot(5)
    for back in (0, 3, 0, 45, 1, 0):
        if back:
            table.undo(back)
        for _ in range(20):
            if table.question is not None:
                table.answer(bot.answer(table.question))
        assert cache.update(table) == chronicle(table)


@pytest.mark.parametrize("game", [game.id for game in every_game()])
def test_the_last_entries_are_the_end_of_the_chronicle(game: str) -> None:
    table = played(game, 90)
    told = last_entries(table, 30)
    assert [entry.number for entry in told] == list(range(len(table.entries), len(table.entries) - 30, -1))
    since = len(table.entries) - 30
    events = [
        event for event in chronicle(table).events if event.entry > since and event.kind not in TOGETHER
    ]
    assert {entry.number: entry.text for entry in told} == {
        number: " ".join(event.text for event in events if event.entry == number)
        for number in {event.entry for event in events}
    }
    whole = last_entries(table, len(table.entries))
    assert last_entries(table, 10_000) == whole and whole[:30] == told


def test_turns_that_stand_are_not_told_again(classic: Table[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    cache, told = ChronicleCache(), []
    last = cache.update(classic).turns[-1]
    replay = replay_tables

    def noted(table: Table[Any], since: int) -> object:
        told.append(since)
        return replay(table, since)

    monkeypatch.setattr(companion.app.chronicle.chronicle, "replay_tables", noted)
    cache.update(classic)
    assert told == [last.first_entry]


@pytest.mark.parametrize("game", [game.id for game in every_game()])
def test_a_chronicle_goes_through_json(game: str) -> None:
    told = chronicle(played(game, 60))
    assert msgspec.json.decode(encode_in(told, ENGLISH), type=Chronicle) == told


def test_a_roll_is_one_sentence_with_its_dice_losses_and_conquest(classic: Table[Any]) -> None:
    conquest = next(event for event in chronicle(classic).events if event.kind == "conquest")
    roll = conquest.roll
    assert roll is not None
    attack = "-".join(str(face) for face in sorted(roll.attack, reverse=True))
    attacker = classic.state.seat(conquest.seat).name
    origin, target = (names_at(classic)[place] for place in (roll.origin, roll.target))
    assert conquest.text.startswith(f"{attacker} {attack} from {origin} against ")
    assert f" in {target}: " in conquest.text
    assert f"{attacker} takes " in conquest.text
    assert "CL-ATK" in conquest.rules


ROLL = re.compile(
    r"(?P<attacker>.+?) (?P<attack>[\d-]+)(?: \((?P<attack_more>[^)]*)\))? from .+?"
    r" against (?P<defender>.+?) (?P<defence>[\d-]+)(?: \((?P<defence_more>[^)]*)\))? in .+?"
    r"(?P<ties> \(ties for the attacker\))?: (?P<losses>.+?)\."
)


def dice_said(faces: str, more: str | None) -> list[int]:
    """The dice that count by a sentence, highest first, with the bonus."""
    dice = sorted(map(int, faces.split("-")), reverse=True)
    if best := re.search(r"the best (\d) count", more or ""):
        dice = dice[: int(best[1])]
    if bonus := re.search(r"\+(\d) to the highest", more or ""):
        dice[0] += int(bonus[1])
    return dice


@pytest.mark.every(3)
@pytest.mark.parametrize(
    ("game", "seed"), [(game, seed) for game in ("classic", "balance", "starcraft") for seed in (4, 5)]
)
def test_a_battle_sentence_agrees_with_its_own_dice(game: str, seed: int) -> None:
    rolls = [event for event in chronicle(played(game, 700, seed, players=3)).events if event.roll]
    assert len(rolls) > 20
    for event in rolls:
        said = ROLL.match(event.text)
        assert said, event.text
        pairs = zip(
            dice_said(said["attack"], said["attack_more"]),
            dice_said(said["defence"], said["defence_more"]),
            strict=False,
        )
        won = [
            attack > defence or (attack == defence and said["ties"] is not None) for attack, defence in pairs
        ]
        record = event.roll.record if event.roll else None
        assert record is not None
        assert (won.count(False), won.count(True)) == (record.losses.attacker, record.losses.defender), (
            event.text
        )
        assert ("loses" in said["losses"]) and record


@pytest.mark.parametrize(
    ("ties", "bonus", "extra", "lost", "more", "said"),
    [
        ("defender", 0, 0, (0, 1), "", ": Ben loses 1."),
        ("attacker", 0, 0, (0, 0), "", " (ties for the attacker): nobody loses."),
        ("defender", 1, 0, (2, 1), " (+1 to the highest)", ": Anna loses 2, Ben loses 1."),
        ("defender", 2, 1, (1, 0), " (+2 to the highest, the best 2 count)", ": Anna loses 1."),
    ],
)
def test_a_roll_in_one_sentence(
    ties: Ties, bonus: int, extra: int, lost: tuple[int, int], more: str, said: str
) -> None:
    contest = Contest(Force("red", "china", 5, 3, bonus, extra), Force("blue", "mongolia", 1, 2), ties)
    record = RollRecord(DiceSpec(3), DiceSpec(1), Losses(*lost), ties, "red", "blue")
    roll = BattleRoll("china", "mongolia", (1, 6, 5), (3,), "touch", record)
    names = {"red": "Anna", "blue": "Ben", "china": "China", "mongolia": "Mongolia"}
    sentence = str(_roll_sentence(roll, contest, names))
    assert sentence == f"Anna 6-5-1{more} from China against Ben 3 in Mongolia{said}"


def test_what_a_player_places_is_told_once_for_the_whole_run(classic: Table[Any]) -> None:
    for turn in chronicle(classic).turns[1:]:
        answers = [
            event for event in turn.events if event.kind == "answer" and event.text.startswith("Place ")
        ]
        placements = [event for event in turn.events if event.kind == "placement"]
        said = sum(int(number) for event in placements for number in re.findall(r"(\d+) in ", event.text))
        assert said == sum(int(event.text.split(": ")[1].split(" on ")[0]) for event in answers)
        assert len(placements) <= max(1, len(answers))
    assert not any(event.kind == "placement" for event in chronicle(classic).turns[0].events), (
        "too many to list"
    )


@pytest.mark.parametrize("game", ["classic", "starcraft", "balance"])
def test_several_rolls_of_a_battle_are_told_together_after_them(game: str) -> None:
    events = chronicle(played(game, 600)).events
    summaries = [number for number, event in enumerate(events) if event.kind == "summary"]
    assert summaries
    for number in summaries:
        rolls: list[Event] = []
        for event in reversed(events[:number]):
            if event.roll is None or (rolls and event.roll.target != rolls[0].roll.target):
                break
            rolls.append(event)
        said = events[number].text
        lost = [
            sum(getattr(event.roll.record.losses, side) for event in rolls if event.roll) for side in SIDES
        ]
        assert len(rolls) > 1 and said.startswith(f"{len(rolls)} rolls. ")
        assert re.findall(r" lost (\d+), ", said) == [*map(str, lost)]
        assert (" takes " in said) == (events[number - 1].kind != "battle")


@pytest.mark.parametrize(
    ("without_dice", "told"), [((), ["3 rolls."]), ((0,), []), ((1,), []), ((2,), []), ((0, 1, 2), [])]
)
def test_rolls_are_told_together_if_all_their_dice_are_known(
    without_dice: tuple[int, ...], told: list[str]
) -> None:
    table = a_turn({"alaska": ("red", 9), "kamchatka": ("blue", 9)})
    for answer in ("alaska", "kamchatka"):
        table.answer(answer)
    dice, losses = {"attack": [6, 6, 1], "defence": [6, 1]}, {"losses": {"attacker": 1, "defender": 1}}
    for number in range(3):
        table.answer(losses if number in without_dice else dice)
    table.answer({"offer": "call off"})
    events = chronicle(table).events
    assert sum(event.kind == "battle" for event in events) == 3
    assert [event.text[:8] for event in events if event.kind == "summary"] == told


def test_a_correction_is_told_in_the_words_of_the_board(classic: Table[Any]) -> None:
    table = table_at(classic, 300)
    key = next(thing.key for thing in table.game.correctables(table.state) if thing.key.endswith(".armies"))
    assert table.correct({key: 9}).allowed
    corrections = [event for event in chronicle(table).events if event.kind == "correction"]
    label = next(thing.label for thing in table.game.correctables(table.state) if thing.key == key)
    assert [event.text for event in corrections] == [f"Board fixed: {label}: 9."]


def test_what_was_taken_back_is_not_told(classic: Table[Any]) -> None:
    table = table_at(classic, 200)
    before = chronicle(table_at(classic, 190))
    table.undo(10)
    assert chronicle(table) == before


def test_an_answer_without_a_report_keeps_its_question() -> None:
    first = chronicle(played("classic", 1, players=3)).events[0]
    assert first.kind == "answer"
    assert "? " in first.text


def test_an_answer_is_told_with_its_question_and_in_the_words_of_its_button() -> None:
    told = [event.text for event in chronicle(played("balance", 200)).events if event.kind == "answer"]
    assert "Buy a special combat action? No more" in told
    assert any(re.fullmatch(r"Place \d+ troops?: \d+ on .+", text) for text in told)

"""What every game promises, for all numbers of players and all house rules."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.night.session import Session
from companion.errors import MalformedAnswer, MalformedPosition, UnknownName
from companion.games import every_game, find_game
from companion.games.boards.board import load_board
from companion.games.territory.state import NEUTRAL
from companion.journal.journal import Journal
from companion.referee.game import Game
from companion.referee.game_view import GameView
from companion.referee.houserules import fitting
from companion.referee.interruptions import read_answer
from companion.referee.questions import Choose, Confirm, FillIn, PickOrEnd, PickSeveral, PlayCards, Question
from companion.referee.random_bot import RandomBot
from companion.referee.ruling import Ruling
from companion.referee.seats import seats_of
from companion.referee.table import Table
from tests.games.players import Player
from tests.games.table_checks import corrects, disturbs, random_house, refuses, rules_of, standing
from tests.referee.tables import lay

ANSWERS = 160
MAX_PROMPT = 60
MAX_LABEL = 32
MAX_STATE = 64_000

WAYS = {"classic": "edition", "starcraft": "mode", "battle": "treasury", "rogue": "level"}
"""The switch of each game that changes most: editions, modes, levels."""


def ways(game: Game[Any]) -> list[dict[str, str]]:
    """The ways to play a game."""
    main = [switch for switch in game.switches if switch.name == WAYS.get(game.id)]
    return [{switch.name: choice.value} for switch in main for choice in switch.choices] or [{}]


GAMES_AND_WAYS = [
    pytest.param(game, way, id=" ".join((game.id, *way.values())))
    for game in every_game()
    for way in ways(game)
]
TABLES = [
    pytest.param(game, players, way, id=" ".join((game.id, str(players), *way.values())))
    for game in every_game()
    for way in ways(game)
    for players in range(game.seats[0], game.seats[1] + 1)
]


class RandomPlayer(Player):
    """Plays any game at random, and now and then takes up an offer."""

    def answer(self, question: Question) -> Any:
        """An answer that is allowed."""
        if question.offers and self.random.random() < 0.1:
            return {"offer": self.random.choice(question.offers).id}
        return super().answer(question)


def plays(table: Table[Any], player: RandomPlayer) -> None:
    """One answer, which is allowed."""
    assert table.question is not None
    answer = player.answer(table.question)
    ruling = table.answer(answer)
    assert ruling.allowed, (table.question, answer, ruling)


def play_out(table: Table[Any], player: RandomPlayer, answers: int) -> Iterator[Table[Any]]:
    """Give this many answers and stop after each, and at the end of the game."""
    for _ in range(answers):
        if table.question is None:
            return
        plays(table, player)
        yield table


# --- what is asked and shown --------------------------------------------------------------------------------


def labels(question: Question) -> Iterator[str]:
    """All words of a question that stand on something to tap."""
    yield from (offer.label for offer in question.offers)
    match question:
        case Choose():
            yield from (option.label for option in question.options)
        case FillIn():
            yield from (field.label for field in question.fields)
        case PickOrEnd():
            yield question.end
        case PlayCards():
            yield from (question.lay, question.none)
        case PickSeveral():
            yield question.none
        case Confirm():
            yield from (question.yes, question.no)


def rulings(question: Question) -> Iterator[Ruling]:
    """All rulings that a question carries."""
    yield from getattr(question, "denied", {}).values()
    yield from (option.ruling for option in getattr(question, "options", ()))
    for one in ("end_ruling", "none_ruling", "below", "above", "beyond"):
        if isinstance(ruling := getattr(question, one, None), Ruling):
            yield ruling


def check_question(table: Table[Any]) -> None:
    """The open question fits the screen and cites rules that exist; so does all that was just told."""
    question, book = table.question, rules_of(table)
    assert all(set(report.rules) <= book for report in table.latest), table.latest
    if question is None:
        assert table.state.winners
        return
    assert question.seat in (None, *(seat.id for seat in table.state.seats))
    assert len(question.prompt) <= MAX_PROMPT, question.prompt
    assert not [label for label in labels(question) if len(label) > MAX_LABEL]
    assert question.rules
    given = list(rulings(question))  # refusals are put into words each time that they are read
    assert {*question.rules, *(rule for ruling in given for rule in ruling.rules)} <= book
    assert all(ruling.allowed or ruling.reasons for ruling in given)


def check_scene(table: Table[Any]) -> None:
    """The game view names no place, seat or unit that is not there, and leaves no seat out."""
    game_view: GameView = table.game_view
    seats = {seat.id for seat in table.state.seats}
    assert sorted(standing.seat for standing in game_view.standings) == sorted(seats)
    units = {unit.id for unit in game_view.roster}
    assert len(units) == len(game_view.roster)
    assert set(game_view.focus) <= {*game_view.places, *units}
    assert {place for line in game_view.lines for place in line.places} <= game_view.places.keys()
    owners = {place.owner for place in game_view.places.values()} | {unit.seat for unit in game_view.roster}
    owners |= {goal.owner for goal in game_view.goals}
    owners |= {
        mark.partition(":")[2] for place in game_view.places.values() for mark in place.marks if ":" in mark
    }
    assert all(owner in (None, *seats) or owner.startswith(NEUTRAL) for owner in owners), owners
    ground = (
        [land.id for land in load_board(game_view.board).territories]
        if game_view.kind == "territories"
        else []
    )
    assert set(game_view.places) == set(ground or (region.id for region in game_view.plan))


def check_state(table: Table[Any]) -> None:
    """The state is small enough for a journal that keeps one a turn, and comes back from JSON as it was."""
    encoded = msgspec.json.encode(table.state)
    assert len(encoded) < MAX_STATE
    assert msgspec.json.decode(encoded, type=table.game.state) == table.state


@pytest.mark.every(5)
@pytest.mark.parametrize(("game", "players", "way"), TABLES)
def test_it_is_played_undone_redone_and_resumed(game: Game[Any], players: int, way: dict[str, str]) -> None:
    player = RandomPlayer(players)
    table = lay(game, players, **way)
    first = standing(table)
    for number, _ in enumerate(play_out(table, player, ANSWERS)):
        check_question(table)
        if number % 10 == 0:
            check_scene(table)
            check_state(table)
    before = standing(table)
    count = len(table.entries)
    table.undo(count)
    assert standing(table) == first
    table.redo(count)
    assert standing(table) == before
    assert standing(Table.resume(game, table.positions[:1], table.entries)) == before


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "way"), TABLES)
def test_long_games_keep_their_promises(game: Game[Any], players: int, way: dict[str, str]) -> None:
    for seed in range(1000, 1004):
        player = RandomPlayer(seed)
        table = lay(game, players, **random_house(game, player, **way))
        for _ in play_out(table, player, 1500):
            check_question(table)
            check_scene(table)
            check_state(table)
            if player.random.random() < 0.02:
                disturbs(table, player)


# --- on disk ------------------------------------------------------------------------------------------------


@pytest.mark.every(4, first=1)
@pytest.mark.parametrize(("game", "way"), GAMES_AND_WAYS)
def test_it_goes_on_from_the_disk(game: Game[Any], way: dict[str, str], tmp_path: Path) -> None:
    """Pull the plug at any moment: the next start resumes at the same question."""
    player = RandomPlayer(5)
    path = tmp_path / "games.sqlite"
    with Journal.open(path) as journal:
        session = Session.begin(journal, game, seats_of(game.seats[1]), way)
        first = standing(session.table)
        for _ in play_out_on_disk(session, player, 60):
            if player.random.random() < 0.1:
                session.undo(player.random.randint(1, len(session.table.entries)))
                session.redo(player.random.randint(1, len(session.table.undone)))
        number, before, undone = session.number, standing(session.table), session.table.undone
    with Journal.open(path) as journal:
        again = Session.resume(journal, number, find_game)
        assert (standing(again.table), again.table.undone) == (before, undone)
        again.undo(len(again.table.entries))
        assert standing(again.table) == first


def play_out_on_disk(session: Session, player: RandomPlayer, answers: int) -> Iterator[None]:
    """Give this many answers and stop after each that is not the game's last."""
    for _ in range(answers):
        if session.question is None:
            return
        assert session.answer(player.answer(session.question)).allowed
        yield


# --- by hand ------------------------------------------------------------------------------------------------


@pytest.mark.every(4)
@pytest.mark.parametrize(("game", "way"), GAMES_AND_WAYS)
def test_it_bears_corrections_at_any_time(game: Game[Any], way: dict[str, str]) -> None:
    """Whatever is set right (or wrong) by hand, the game goes on or is won."""
    player = RandomPlayer(6)
    table = lay(game, player.random.randint(*game.seats), **way)
    for _ in play_out(table, player, ANSWERS):
        refuses(table, player) if table.question else None
        if player.random.random() < 0.2 and corrects(table, player):
            check_question(table)
            check_scene(table)
            check_state(table)
            if table.question is None or player.random.random() < 0.5:
                table.undo()


# --- what nobody should say ---------------------------------------------------------------------------------

ODD: list[Any] = [
    *(None, True, False, 0, -1, 3, 10**30, 0.5, -0.0, 1e308, float("nan"), float("inf"), "", "end", "mars"),
    *("mars" * 1000, "\x00", "\ud800", [], [[]], [None], ["mars"], ["mars", "mars"], [1, 2, 3], {}, {"": 0}),
    *({"offer": 3}, {"offer": "mars"}, {"place": "mars", "count": 1}, {"place": 3, "count": "x"}),
    *({"place": "mars", "count": -(10**30)}, {"attack": [9, 0, 10**30], "defence": []}, {"attack": "six"}),
]


def bears(table: Table[Any], said: object) -> None:
    """What is no answer raises, what is a wrong one is refused by a rule, and neither changes anything."""
    before, seq = standing(table), table.seq
    try:
        ruling = table.may(said)
    except MalformedAnswer as error:
        assert str(error)
        with pytest.raises(MalformedAnswer):
            table.answer(said)
    else:
        if ruling.allowed:
            return
        assert set(ruling.rules) <= rules_of(table)
        assert not table.answer(said).allowed
        assert ruling.text
    assert (standing(table), table.seq) == (before, seq)


@pytest.mark.every(4, first=2)
@pytest.mark.parametrize(("game", "way"), GAMES_AND_WAYS)
def test_it_bears_odd_answers(game: Game[Any], way: dict[str, str]) -> None:
    for table in moments(game, way):
        for said in ODD:
            bears(table, said)


def moments(game: Game[Any], way: dict[str, str]) -> Iterator[Table[Any]]:
    """A table of a game each time it asks in a way that it has not asked before."""
    seen = set()
    table = lay(game, game.seats[0], **way)
    for _ in play_out(table, RandomPlayer(7), ANSWERS):
        asked = (table.state.step, type(table.question))
        if table.question is not None and asked not in seen:
            seen.add(asked)
            yield table


@cache
def questions() -> list[Question]:
    """A question of every kind from every game."""
    tables = (table for game in every_game() for table in moments(game, ways(game)[-1]))
    return [table.question for table in tables if table.question is not None]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(data=st.data(), said=JSON)
def test_any_json_is_an_answer_or_none(data: st.DataObject, said: object) -> None:
    question = data.draw(st.sampled_from(questions()))
    try:
        _, ruling = read_answer(question, said)
    except MalformedAnswer:
        return
    assert ruling.allowed or ruling.rules


# --- over lines ---------------------------------------------------------------------------------------------


def reply_to(question: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A line for a question, by what the question's own line says and nothing else."""
    allowed = question["allowed"]
    match question["kind"]:
        case "roll" | "shuffle":
            return {"chance": True}
        case "choose" | "pick" | "pick or end" | "cards" | "confirm":
            return {"answer": chance.choice(allowed)}
        case "several":
            return {"answer": allowed[:1]}
        case "deploy":
            return {"answer": {"place": chance.choice(allowed), "count": question["most"]}}
        case "count" | "measure":
            return {"answer": allowed["least"]}
    return {"answer": {}}


@pytest.mark.every(3)
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_it_is_played_over_lines(game: Game[Any]) -> None:
    """A program that knows nothing but the lines can play."""
    command = [sys.executable, "-m", "companion", "referee", game.id, "--players", str(game.seats[1])]
    pipe, chance = subprocess.PIPE, random.Random(8)
    with subprocess.Popen([*command, "--seed", "8"], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        reply = json.loads(process.stdout.readline())
        for _ in range(ANSWERS):
            if reply["question"] is None:
                break
            print(json.dumps(reply_to(reply["question"], chance)), file=process.stdin, flush=True)
            reply = json.loads(process.stdout.readline())
            assert reply.get("ruling", {}).get("allowed"), reply
        for what in ("scene", "state", "correctables"):
            print(json.dumps({"show": what}), file=process.stdin, flush=True)
            assert what in json.loads(process.stdout.readline())


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_a_position_of_no_step_is_refused(game: Game[Any]) -> None:
    table = lay(game, 2)
    for _ in play_out(table, RandomPlayer(3), 200):
        if table.state.turn:
            break
    line = game.notation.write(table.state).replace(f" {table.state.step} ", " lunch ", 1)
    with pytest.raises((UnknownName, MalformedPosition), match="'lunch'"):
        Table(game, game.notation.read(line))


# --- house rules --------------------------------------------------------------------------------------------

Choices = dict[str, str]
"""Values by the names of their switches."""


def values_of(game: Game[Any]) -> set[tuple[str, str]]:
    """All values of a game's house rules."""
    return {(switch.name, choice.value) for switch in game.switches for choice in switch.choices}


def alone(game: Game[Any], name: str, value: str) -> Choices:
    """What is left of a choice beside the defaults: nothing if it does not fit them."""
    return fitting(game.house_rules, {name: value})[0]


def tables_with_every_value(game: Game[Any]) -> Iterator[tuple[Choices, bool]]:
    """House rules at random, until each value that fits was five times among them; after once they are slow.

    A set-up piece by piece takes all answers: beside it nothing counts as played.
    """
    chance = random.Random(game.id)
    left = Counter({pair: 5 for pair in values_of(game) if alone(game, *pair)})
    while left:
        slow = max(left.values()) <= 4
        house = {}
        for switch in game.switches:
            values = [choice.value for choice in switch.choices]
            house[switch.name] = chance.choice(
                [one for one in values if (switch.name, one) in left] or values
            )
        if "placing" in house and ("placing", house["placing"]) not in left:
            house["placing"] = "all at once"
        chosen = fitting(game.house_rules, house)[0]
        if not left.keys() & chosen.items():
            chosen = dict([min(left)])
        long = chosen.get("placing", "all at once") != "all at once"
        left -= Counter({pair: 1 for pair in chosen.items() if pair[0] == "placing" or not long})
        yield chosen, slow


HOUSES = [
    pytest.param(game, chosen, number, id=f"{game.id} {number}", marks=[pytest.mark.slow] if slow else [])
    for game in every_game()
    for number, (chosen, slow) in enumerate(tables_with_every_value(game))
]


@pytest.mark.every(3)
@pytest.mark.parametrize(("game", "chosen", "number"), HOUSES)
def test_every_house_rule_is_played(game: Game[Any], chosen: Choices, number: int) -> None:
    """With others at random, as far as they fit it: the set-up and a few turns."""
    player = RandomPlayer(number)
    table = lay(game, player.random.randint(*game.seats), **chosen)
    for _ in play_out(table, player, 150):
        check_question(table)


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_a_house_rule_that_does_not_fit_is_refused(game: Game[Any]) -> None:
    for name, value in sorted(values_of(game)):
        if not alone(game, name, value):
            with pytest.raises(UnknownName, match="does not fit"):
                lay(game, game.seats[0], **{name: value})
            refused = fitting(game.house_rules, {name: value})[1]
            assert refused[name].text.endswith("Choose another board.")


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.id)
def test_nobody_is_out_before_the_game_has_begun(game: Game[Any]) -> None:
    """In the set-up a seat may hold nothing yet."""
    table = Table(game, game.begin(seats_of(game.seats[1]), game.house_rules()))
    player = RandomBot(3)
    for _ in range(60):
        if table.timeline.part != "setup" or table.question is None:
            break
        assert not any(standing.out for standing in table.game_view.standings)
        table.answer(player.answer(table.question))

"""Seats of the computer: what it answers for itself, what is left to people, and advice for them."""

from pathlib import Path
from threading import Event, get_ident
from typing import Any

import msgspec
import pytest

from companion.app.labels import place_names
from companion.app.night.computer_players import ComputerPlayers
from companion.app.night.session import Session
from companion.games import every_game, find_game
from companion.journal.journal import Journal
from companion.referee.bot import STRENGTHS, Bot, Strength
from companion.referee.game import Game
from companion.referee.questions import Roll, Shuffle
from companion.referee.random_bot import RandomBot
from companion.referee.seats import Seat, seats_of


def seated(folder: Path, game: Game[Any], *strengths: Strength | None) -> Session:
    seats = tuple(
        msgspec.structs.replace(seat, strength=strength)
        for seat, strength in zip(seats_of(len(strengths)), strengths, strict=True)
    )
    return Session.begin(Journal.open(folder / "games.sqlite"), game, seats)


def play(session: Session, answers: int) -> list[str]:
    """Answer as the computer does where it plays, else at random; returns who answered."""
    computer, chance, by = ComputerPlayers(session), RandomBot(1), []
    for _ in range(answers):
        if session.question is None:
            break
        move = computer.move
        answer = move.answer if move is not None else chance.answer(session.question)
        by.append("computer" if move is not None else "person")
        assert session.answer(answer).allowed, (session.question, answer)
    return by


WITH_BOTS = [game for game in every_game() if game.bot is not None]


@pytest.mark.parametrize("game", WITH_BOTS, ids=lambda game: game.id)
def test_the_computer_plays_its_seat_in_every_game(tmp_path: Path, game: Game[Any]) -> None:
    seats: list[Strength | None] = [None] * game.seats[0]
    seats[1] = "normal"
    by = play(seated(tmp_path, game, *seats), 120)
    assert {"computer", "person"} <= set(by)


@pytest.mark.every(3)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_people_roll_and_shuffle_for_the_computer(tmp_path: Path, strength: Strength) -> None:
    session = seated(tmp_path, find_game("classic"), strength, strength)
    computer, chance = ComputerPlayers(session), RandomBot(1)
    for _ in range(150):
        question, move = session.question, computer.move
        if isinstance(question, Roll | Shuffle) and move is not None:
            assert move.answer == {"offer": "call off"}
        assert question is not None
        session.answer(move.answer if move is not None else chance.answer(question))


def test_people_answer_for_themselves_and_can_ask_for_advice(tmp_path: Path) -> None:
    session = seated(tmp_path, find_game("classic"), None, "hard")
    chance = RandomBot(1)
    while session.question is None or session.question.seat != "red":
        session.answer(chance.answer(session.question))  # type: ignore[arg-type]
    computer = ComputerPlayers(session)
    assert computer.move is None
    advice = computer.advise()
    assert advice is not None and advice.reason.endswith(".")
    assert session.table.may(advice.answer).allowed


def test_it_thinks_on_a_thread_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen goes on while a bot takes its time, and the bot thinks once."""
    may_go_on, told, threads = Event(), Event(), []
    advise = Bot.advise

    def slowly(bot: Any, question: Any, state: Any) -> Any:
        threads.append(get_ident())
        assert may_go_on.wait(20.0)
        return advise(bot, question, state)

    session = seated(tmp_path, find_game("classic"), "hard", "hard")
    chance = RandomBot(1)
    while session.question is not None and (session.question.seat is None or session.question.by_chance):
        session.answer(chance.answer(session.question))
    monkeypatch.setattr(Bot, "advise", slowly)
    computer = ComputerPlayers(session)
    assert computer.thinks(told.set) and not told.is_set()
    may_go_on.set()
    assert told.wait(20.0)
    assert not computer.thinks(told.set), "it has decided"
    assert computer.move is not None and session.answer(computer.move.answer).allowed
    assert len(threads) == 1 and threads[0] != get_ident()


@pytest.mark.expects_errors
def test_people_answer_for_a_computer_player_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of somebody's own with a broken bot must not end the night."""
    session = seated(tmp_path, find_game("classic"), "hard", "hard")
    monkeypatch.setattr(Bot, "advise", lambda *_: 1 // 0)
    computer, chance = ComputerPlayers(session), RandomBot(1)
    for _ in range(5):
        assert session.question is not None and computer.move is None and computer.advise() is None
        session.answer(chance.answer(session.question))


def test_computer_players_of_one_strength_do_not_err_together(tmp_path: Path) -> None:
    session = seated(tmp_path, find_game("classic"), "easy", "easy", "easy")
    computer, chance = ComputerPlayers(session), RandomBot(1)
    while len(computer._bots) < 3:
        move = computer.move
        assert session.question is not None
        session.answer(move.answer if move is not None else chance.answer(session.question))
    computer.close()
    assert len({bot._random.random.getstate() for bot in computer._bots.values()}) == 3


def test_a_seat_of_a_person_is_kept_as_before() -> None:
    red = seats_of(1)[0]
    assert b"strength" not in msgspec.json.encode(red)
    hard = msgspec.structs.replace(red, strength="hard")
    assert msgspec.json.decode(msgspec.json.encode(hard), type=Seat) == hard


def test_what_it_says_has_words_and_names_its_places(tmp_path: Path) -> None:
    session = seated(tmp_path, find_game("classic"), "hard", "hard")
    chance, computer = RandomBot(1), ComputerPlayers(session)
    while session.table.timeline.part == "setup" or computer.move is None:
        move = computer.move
        assert session.question is not None
        session.answer(move.answer if move is not None else chance.answer(session.question))
    move = computer.move
    assert move.moves_pieces and len(move.places) == 1
    assert move.text == f"{move.answer['count']} on {place_names(session.table.game_view)[move.places[0]]}"

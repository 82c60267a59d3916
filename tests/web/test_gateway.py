"""Who may answer what, and when the table is published anew; without a server."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.night.session import Session
from companion.games import find_game
from companion.journal.journal import Journal
from companion.referee.dice import DicePool
from companion.referee.evaluation import WinChance
from companion.referee.question_base import Offer
from companion.referee.questions import Confirm, Question, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.web.gateway import Gateway, PhoneAnswer, Reply, may_answer, own_offers, own_pools
from companion.web.table_view import Snapshot
from tests.web.conftest import NAMES, Host

ATTACK, DEFENCE = DicePool("attack", "blue", 1, 3), DicePool("defence", "red", 1, 2)


def roll(seat: str | None) -> Roll:
    return Roll(seat=seat, prompt="Roll", rules=("R",), pools=(ATTACK, DEFENCE))


def confirm(seat: str | None) -> Confirm:
    return Confirm(seat=seat, prompt="Done?", rules=("R",), offers=(Offer("card", "blue", "Play it"),))


@pytest.mark.parametrize(
    ("question", "seat", "pools"),
    [
        (roll("blue"), "blue", (ATTACK, DEFENCE)),
        (roll(None), "green", (ATTACK, DEFENCE)),
        (roll("blue"), "red", (DEFENCE,)),
        (roll("red"), "blue", (ATTACK,)),
        (roll("blue"), "green", ()),
        (roll("blue"), "amber", ()),
    ],
)
def test_a_seat_enters_its_own_dice_and_the_one_asked_all(
    question: Roll, seat: str, pools: tuple[DicePool, ...]
) -> None:
    assert own_pools(question, seat) == pools
    assert may_answer(question, seat) is bool(pools)


@pytest.mark.parametrize(
    ("question", "seat", "allowed"),
    [
        (confirm("blue"), "blue", True),
        (confirm("blue"), "amber", False),
        (confirm("blue"), "red", False),
        (confirm(None), "red", True),
        (confirm(None), None, False),
        (roll("blue"), None, False),
        (None, "blue", False),
    ],
)
def test_the_seat_asked_answers(question: Question | None, seat: str | None, allowed: bool) -> None:
    assert may_answer(question, seat) is allowed


@pytest.mark.parametrize(("seat", "offers"), [("blue", ("card",)), ("amber", ()), ("red", ()), (None, ())])
def test_an_offer_is_that_of_its_seat(seat: str | None, offers: tuple[str, ...]) -> None:
    assert own_offers(confirm("green"), seat) == offers
    assert own_offers(None, seat) == ()


class Followed:
    """A game whose gateway keeps what it publishes."""

    def __init__(self, session: Session) -> None:
        self.session, self.host = session, Host(session)
        self.published: list[Snapshot | None] = []
        self.gateway = Gateway(lambda snapshot: self.published.append(snapshot))
        self.follow()

    @property
    def question(self) -> Any:
        return self.session.question

    def follow(self) -> Snapshot | None:
        self.gateway.follow(self.host)
        return self.published[-1]

    def answer(self, seat: str, **given: object) -> Reply:
        answer = PhoneAnswer(self.session.seq, **given)  # type: ignore[arg-type]
        return self.gateway.answer(self.session.key, seat, answer)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Followed]:
    """A game at the first roll of a battle."""
    with Journal.open(tmp_path / "games.sqlite") as journal:
        game, bot = Followed(Session.begin(journal, find_game("classic"), seats_of(3, NAMES))), RandomBot(3)
        while not (isinstance(game.question, Roll) and game.question.contest):
            game.session.answer(bot.answer(game.question))
        game.follow()
        game.published = game.published[-1:]
        yield game


CHANGES: dict[str, Callable[[Followed], object]] = {
    "an answer": lambda game: game.session.answer_by_chance(seq=game.session.seq),
    "an undo": lambda game: game.session.undo(),
    "a pause": lambda game: game.session.pause(),
    "dice read": lambda game: setattr(game.host, "read_dice", {"attack": (6,)}),
    "chances": lambda game: setattr(game.host, "win_chances", (WinChance("red", 1.0, 1.0, 1.0),)),
    "dice of one side": lambda game: game.answer(game.question.pools[1].seat, raw={"defence": [6]}),
    "a number of dice": lambda game: game.answer(game.question.pools[1].seat, dice_counts={"defence": 1}),
    "no game": lambda game: setattr(game.host, "session", None),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_table_is_published_once_for_each_change(game: Followed, change: str) -> None:
    game.follow()
    assert len(game.published) == 1, "nothing has changed"
    CHANGES[change](game)
    after = game.follow()
    game.follow()
    assert len(game.published) == 2
    assert (after is None) is (change == "no game")
    if after is not None:
        assert (after.key, after.view.seq) == (game.session.key, game.session.seq)
        assert after.view.paused is (change == "a pause")
        assert after.view.read_dice == game.host.read_dice
        assert after.view.chances == game.host.win_chances
        assert after.view.dice == ({"defence": (6,)} if change == "dice of one side" else {})
        assert after.view.dice_counts == ({"defence": 1} if change == "a number of dice" else {})


def test_a_phone_that_answered_is_named_until_somebody_else_answers(game: Followed) -> None:
    seat, rolled = (
        game.question.seat,
        {pool.name: [6] * pool.most for pool in game.question.pools},
    )
    assert game.published[-1].answered is None
    assert game.answer(seat, raw=rolled) == Reply(True)
    assert game.follow().answered == seat
    game.session.pause()
    assert game.follow().answered == seat, "a pause is no answer"
    game.session.unpause()
    game.session.answer(RandomBot(1).answer(game.question))
    assert game.follow().answered is None


def test_each_number_of_dice_that_is_allowed_may_be_said(game: Followed) -> None:
    for pool in game.question.pools:
        taken = {count: game.answer(pool.seat, dice_counts={pool.name: count}).taken for count in range(5)}
        assert taken == {count: pool.least <= count <= pool.most for count in range(5)}


def test_losses_stand_alone(game: Followed) -> None:
    """Together with dice they are neither: what is wrong is said."""
    both = {"losses": {"attacker": 0, "defender": 1}, "attack": [6]}
    reply = game.answer(game.question.seat, raw=both)
    assert not reply.taken and "faces of each pool" in reply.message
    for raw in ({"offer": "card", "attack": [6]}, {"offers": "card"}, {"offer": "card"}, {"a": "card"}):
        assert not game.answer(game.question.seat, raw=raw).taken


def test_each_seats_last_answer_is_known_when_it_is_sent_again(game: Followed) -> None:
    """Also the second of a seat, and that of another seat in between."""
    pools = {pool.name: pool.seat for pool in game.question.pools}
    first = PhoneAnswer(game.session.seq, dice_counts={"attack": 1}, id="1")
    second = PhoneAnswer(game.session.seq, dice_counts={"attack": 2}, id="2")
    other = PhoneAnswer(game.session.seq, dice_counts={"defence": 1}, id="3")
    key, attacker, defender = game.session.key, pools["attack"], pools["defence"]
    for seat, answer in ((attacker, first), (attacker, second), (defender, other)):
        assert game.gateway.answer(key, seat, answer).taken
    pressed = list(game.host.pressed)
    for seat, answer in ((attacker, second), (defender, other)):
        assert game.gateway.answer(key, seat, answer).taken
    assert game.host.pressed == pressed, "nothing happened twice"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_phone_may_undo_in_the_game_that_it_answered(game: Followed, number: int) -> None:
    """Not in another that lies on the table since, whether it was begun before or after."""
    game.session.number = 1
    assert game.answer(game.question.seat, raw={pool.name: [6] * pool.most for pool in game.question.pools})
    seat = game.follow().answered
    game.session.number = number
    game.host.read_dice = {}  # so that it is published anew
    assert (seat is not None, game.follow().answered) == (True, seat if number == 1 else None)

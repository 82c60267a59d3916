"""Whole games from phones: a phone for every seat, lost connections, and restarts of the companion."""

import random
from pathlib import Path
from typing import Any

import pytest

from companion.app.night.session import Session
from companion.games import every_game, find_game
from companion.journal.journal import Journal
from companion.referee.bot import Bot
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.web.security import RateLimit
from tests.bench.bots import HOUSE, seen_answer
from tests.web.conftest import Phone, Table
from tests.web.test_saved_phones import restart

pytestmark = pytest.mark.slow

LONGEST = 4000
LOST = 0.1
"""Share of the answers whose reply is lost, so that the phone sends them again."""
RESTARTS = 4
"""In each game, at moments drawn by chance."""


class Evening:
    """A game in which every seat has a phone.

    Args:
        table: with the service.
        game: id of the game.
        seed: of the dice, the bots and the losses.
    """

    def __init__(self, table: Table, game: str, seed: int) -> None:
        self.table, self.chance = table, random.Random(seed)
        rules = find_game(game)
        players = rules.seats[1]
        table.session = Session.begin(table.journal, rules, seats_of(players), HOUSE.get(game, {}))
        table.host.session = table.session
        table.step()
        seats = [seat.id for seat in table.session.seats]
        self.phones = {seat: Phone(table).join().sit(seat) for seat in seats}
        assert rules.bot is not None
        self.bots: dict[str, Bot[Any]] = {seat: rules.bot("normal", seed) for seat in seats}
        self.random = RandomBot(seed)
        self.acknowledged: list[Any] = []
        self.losses = self.restarts = 0

    def answer(self) -> None:
        """Have the phone that is asked answer once, whatever happens to its connection."""
        session = self.table.session
        seat = session.question.seat or next(iter(self.phones))
        bot = self.bots.get(seat)
        advice = bot.advise(session.question, session.table.state) if bot and session.question else None
        raw = advice.answer if advice else seen_answer(session.table, self.random)
        phone = self.phones.get(seat) or next(iter(self.phones.values()))
        number = len(self.acknowledged)
        body = {"seq": session.seq, "raw": raw, "id": f"answer {number}"}
        before = len(session.table.entries)
        status, reply = phone.post("/api/answer", body)
        assert (status, reply["taken"]) == (200, True), (session.question, raw, reply)
        if self.chance.random() < LOST:  # the reply did not arrive: it is sent again, and again
            self.losses += 1
            for _ in range(self.chance.randint(1, 3)):
                assert phone.post("/api/answer", body) == (200, reply)
        assert len(session.table.entries) == before + 1, "once, never twice"
        self.acknowledged.append(session.table.entries[-1])

    def play(self) -> None:
        """Play to the end."""
        moments = {self.chance.randrange(20, 300) for _ in range(RESTARTS)}
        while self.table.session.question is not None and len(self.acknowledged) < LONGEST:
            self.answer()
            if len(self.acknowledged) in moments:
                self.restarts += 1
                restart(self.table)
                self.table.until(lambda: self.table.service.running)
                self.table.step()


@pytest.mark.parametrize("game", [game.id for game in every_game() if game.bot])
def test_a_whole_game_from_phones(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(RateLimit, "allow", lambda *_: True)  # nobody taps as fast as this
    evening = Evening(table, game, seed=5)
    evening.play()
    assert evening.losses >= 0.05 * len(evening.acknowledged)
    assert list(table.session.table.entries) == evening.acknowledged, "none lost, none doubled"
    with Journal.open_read_only(tmp_path / "games.sqlite") as kept:
        assert list(kept.load(table.session.number).entries) == evening.acknowledged
    assert table.session.question is None or len(evening.acknowledged) == LONGEST
    print(game, len(evening.acknowledged), "answers", evening.losses, "losses", evening.restarts, "restarts")

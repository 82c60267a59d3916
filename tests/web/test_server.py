"""Answers on their way to the game's thread: replied to once, or refused while too many wait."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from companion.web import server
from companion.web.gateway import PhoneAnswer, Reply
from companion.web.server import WebServer


def waiting_room(dispatch: Callable[[Callable[[], None]], None]) -> Any:
    """A server that listens nowhere; it is told how answers reach the game's thread."""
    made: Any = object.__new__(WebServer)
    made._loop, made._waiting, made._dispatch = asyncio.get_running_loop(), 0, dispatch
    made._act = lambda phone, game, seat, answer: Reply(True, f"{phone} {game} {seat} {answer.id}")
    return made


async def ask(of: Any, number: int) -> Reply:
    reply: Reply = await of._asked(number, "friday", "red", PhoneAnswer(1, id=str(number)))
    return reply


def test_each_answer_gets_its_own_reply() -> None:
    async def evening() -> None:
        given: list[Callable[[], None]] = []
        made = waiting_room(given.append)
        asked = [asyncio.ensure_future(ask(made, number)) for number in range(3)]
        await asyncio.sleep(0)
        assert made._waiting == 3
        for act in reversed(given):
            act()
            act()  # a second time changes nothing
        assert [(await one).message for one in asked] == [
            f"{number} friday red {number}" for number in range(3)
        ]
        assert made._waiting == 0

    asyncio.run(evening())


def test_thirty_two_wait_and_no_more_until_one_is_answered() -> None:
    async def evening() -> None:
        given: list[Callable[[], None]] = []
        made = waiting_room(given.append)
        asked = [asyncio.ensure_future(ask(made, number)) for number in range(32)]
        await asyncio.sleep(0)
        busy = await ask(made, 99)
        assert (busy.taken, busy.message, len(given)) == (False, "The table is busy. Try again.", 32)
        given[5]()
        assert (await asked[5]).taken
        last = asyncio.ensure_future(ask(made, 100))
        await asyncio.sleep(0)
        assert len(given) == 33 and not (await ask(made, 101)).taken
        for act in given:
            act()
        assert (await last).message.startswith("100 ")
        assert all(one.taken for one in await asyncio.gather(*asked))
        assert made._waiting == 0

    asyncio.run(evening())


def test_an_answer_that_nobody_takes_is_refused_and_does_nothing_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game's thread is busy for too long; what it finds then is no longer wanted."""
    monkeypatch.setattr(server, "ANSWER_SECONDS", 0.001)

    async def evening() -> None:
        given: list[Callable[[], None]] = []
        done: list[int] = []
        made = waiting_room(given.append)
        made._act = lambda number, *_: done.append(number)
        refused = await ask(made, 7)
        assert (refused.taken, made._waiting) == (False, 0) and "does not answer" in refused.message
        given[0]()
        assert done == []

    asyncio.run(evening())

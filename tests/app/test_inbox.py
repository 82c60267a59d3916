"""The inbox: errands of other threads, in order, on the thread of the game; one that fails stops no other."""

import threading

import pytest

from companion.app.inbox import Inbox


def test_errands_wait_for_the_game_and_are_done_in_order() -> None:
    inbox, done = Inbox(), list[str]()
    inbox.put(lambda: done.append("first"))
    inbox.put(lambda: done.append("second"))
    assert done == []
    assert inbox.drain() == 2
    assert done == ["first", "second"]
    assert inbox.drain() == 0


def test_what_an_errand_hands_over_waits_for_the_next_time() -> None:
    inbox, done = Inbox(), list[str]()
    inbox.put(lambda: inbox.put(lambda: done.append("later")))
    assert inbox.drain() == 1 and done == []
    assert inbox.drain() == 1 and done == ["later"]


def test_errands_come_from_any_thread_and_are_carried_out_here() -> None:
    inbox, where = Inbox(), list[threading.Thread]()
    others = [
        threading.Thread(target=lambda: inbox.put(lambda: where.append(threading.current_thread())))
        for _ in range(8)
    ]
    for other in others:
        other.start()
    for other in others:
        other.join()
    assert inbox.drain() == 8
    assert set(where) == {threading.current_thread()}


@pytest.mark.expects_errors
def test_an_errand_that_fails_is_told_and_the_next_is_done(caplog: pytest.LogCaptureFixture) -> None:
    told, done = list[Exception](), list[str]()
    inbox = Inbox(told.append)
    inbox.put(lambda: done.append(str(1 // 0)))
    inbox.put(lambda: done.append("still"))
    assert inbox.drain() == 2
    assert done == ["still"]
    assert [type(failure) for failure in told] == [ZeroDivisionError]
    assert "another thread failed" in caplog.text

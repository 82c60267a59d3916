"""Tasks of other threads run in order on the thread of the game; one that fails stops no other."""

import threading

import pytest

from companion.app.night.task_queue import TaskQueue


def test_tasks_wait_for_the_game_and_are_done_in_order() -> None:
    tasks, done = TaskQueue(), list[str]()
    tasks.put(lambda: done.append("first"))
    tasks.put(lambda: done.append("second"))
    assert done == []
    assert tasks.drain() == 2
    assert done == ["first", "second"]
    assert tasks.drain() == 0


def test_what_an_errand_hands_over_waits_for_the_next_time() -> None:
    tasks, done = TaskQueue(), list[str]()
    tasks.put(lambda: tasks.put(lambda: done.append("later")))
    assert tasks.drain() == 1 and done == []
    assert tasks.drain() == 1 and done == ["later"]


def test_tasks_come_from_any_thread_and_are_carried_out_here() -> None:
    tasks, where = TaskQueue(), list[threading.Thread]()
    others = [
        threading.Thread(target=lambda: tasks.put(lambda: where.append(threading.current_thread())))
        for _ in range(8)
    ]
    for other in others:
        other.start()
    for other in others:
        other.join()
    assert tasks.drain() == 8
    assert set(where) == {threading.current_thread()}


@pytest.mark.expects_errors
def test_an_errand_that_fails_is_told_and_the_next_is_done(caplog: pytest.LogCaptureFixture) -> None:
    told, done = list[Exception](), list[str]()
    tasks = TaskQueue(told.append)
    tasks.put(lambda: done.append(str(1 // 0)))
    tasks.put(lambda: done.append("still"))
    assert tasks.drain() == 2
    assert done == ["still"]
    assert [type(failure) for failure in told] == [ZeroDivisionError]
    assert "another thread failed" in caplog.text

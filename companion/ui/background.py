"""Runs slow work on a separate thread, and returns its result on the game's thread."""

import logging
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Protocol, TypeVar

from companion.app.night.task_queue import TaskQueue
from companion.errors import CompanionError

_log = logging.getLogger(__name__)

T = TypeVar("T")


class Tasked(Protocol):
    """Has a queue of tasks for the game's thread, as the shell does."""

    tasks: TaskQueue


def in_background(
    shell: Tasked, work: Callable[[], T], then: Callable[[T], None], otherwise: Callable[[Exception], None]
) -> None:
    """Run work without blocking the screen.

    Args:
        shell: its task queue returns the result.
        work: done on a separate thread.
        then: called with the result, on the game's thread.
        otherwise: called with the error instead.
    """

    def run() -> None:
        try:
            result = work()
        except Exception as error:
            if not isinstance(error, CompanionError | OSError):
                _log.exception("work in the background failed")
            shell.tasks.put(partial(otherwise, error))
        else:
            shell.tasks.put(partial(then, result))

    Thread(target=run, name="background", daemon=True).start()

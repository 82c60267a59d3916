"""Work that takes longer than a frame: on a thread of its own, its result on the thread of the game."""

import logging
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import TypeVar

from companion.errors import CompanionError
from companion.ui.shell import Shell

_log = logging.getLogger(__name__)

T = TypeVar("T")


def in_background(
    shell: Shell, work: Callable[[], T], then: Callable[[T], None], otherwise: Callable[[Exception], None]
) -> None:
    """Do something without stopping the screen.

    Args:
        shell: whose queue brings the result back.
        work: done on a thread of its own.
        then: gets its result, on the thread of the game.
        otherwise: gets what went wrong instead.
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

"""The limits that the README of the phones promises are those of the code."""

from inspect import signature
from pathlib import Path

import pytest

import companion.web
from companion.games.boards.board_files import MAX_BYTES
from companion.games.boards.received import MAX_RECEIVED
from companion.web.access import ALPHABET, CODE_LENGTH, MAX_PHONES, new_code
from companion.web.listener import Listener
from companion.web.live import PING_SECONDS
from companion.web.saved_phones import KEPT_SECONDS

README = " ".join((Path(companion.web.__path__[0]) / "README.md").read_text(encoding="utf-8").split())
HELD = {name: one.default for name, one in signature(Listener).parameters.items()}


@pytest.mark.parametrize(
    "promise",
    [
        f"At most {HELD['most']} connections, {HELD['most_per_address']} from one address",
        f"from one address, {MAX_PHONES} phones",
        f"without a whole request is closed after {HELD['timeout']:.0f} seconds",
        f"The table sends a ping every {PING_SECONDS:.0f} seconds",
        f"sends a board file ({MAX_BYTES / 1_000_000:g} MB at most",
        f"{'eight' if MAX_RECEIVED == 8 else MAX_RECEIVED} files at most",
        f"nothing changed for {'a day' if KEPT_SECONDS == 86_400 else KEPT_SECONDS}",
    ],
)
def test_what_the_readme_promises(promise: str) -> None:
    assert promise in README


def test_a_code_has_ten_of_thirty_one_characters() -> None:
    assert (len(new_code()), CODE_LENGTH, len(set(ALPHABET))) == (10, 10, 31)

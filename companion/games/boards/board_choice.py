"""The choice of a board in a game's house rules, and what a game may ask of a board."""

from pathlib import Path

from companion.errors import BrokenFile, UnknownName
from companion.games.boards import library
from companion.games.boards.board import Board, board_names, load_board
from companion.games.boards.board_files import written
from companion.games.boards.elements import place_name
from companion.locale.messages import gettext
from companion.referee.houserules import Choice

CLASSIC = "classic"
OF_ONE_GAME = frozenset({"starcraft"})
"""Boards of a single game."""

FEWEST_FOR_LANDMARKS, MOST_FOR_LANDMARKS = 30, 60
"""Sizes that fit 15 cities and objectives of 10 and 18 territories, which are meant for 42."""

CONTINENT_OBJECTIVES = 3
"""How many objectives are about one continent each."""


class BoardListing:
    """The boards that a game can be played on: our own, then the players'."""

    def choices(self) -> tuple[Choice, ...]:
        """Return the boards that can be read, the classic one first."""
        own = sorted(set(board_names()) - OF_ONE_GAME, key=lambda name: (name != CLASSIC, name))
        return tuple(
            Choice(name, place_name(board.name))
            for name in (*own, *library.references())
            if (board := _readable(name)) is not None
        )

    def text(self, value: str) -> str:
        """Return the title of a board.

        Raises:
            UnknownName: there is no such board.
            BrokenFile: its file is wrong.
        """
        if value in OF_ONE_GAME:
            raise UnknownName("The board {board!r} belongs to another game.", board=value)
        return place_name(load_board(value).name)

    def file(self, value: str) -> bytes:
        """Return the file of a players' board; nothing for one of our own.

        Raises:
            UnknownName: this table does not have it.
            BrokenFile: its file is wrong.
        """
        return written(library.read_referred(value)).encode() if library.is_reference(value) else b""

    def keep(self, value: str, content: bytes) -> Path | None:
        """Keep the board that a game brought, unless it is here; return the path of the new file.

        Raises:
            BrokenFile: it is wrong, or another board than the game's.
            OSError: it cannot be written.
        """
        return library.keep_for_game(value, content)


BOARDS = BoardListing()
"""The listing that games declare."""


def _readable(name: str) -> Board | None:
    try:
        return load_board(name)
    except (BrokenFile, UnknownName):
        return None


def objection_to_landmarks(board: Board) -> str:
    """Return why cities and objectives made for 42 territories do not fit a board; empty if they do."""
    size, continents = len(board.territories), len(board.continents)
    if not FEWEST_FOR_LANDMARKS <= size <= MOST_FOR_LANDMARKS:
        return gettext(
            "Its cities and objectives need {least} to {most} territories, and {board} has {number}.",
            least=FEWEST_FOR_LANDMARKS,
            most=MOST_FOR_LANDMARKS,
            board=place_name(board.name),
            number=size,
        )
    if continents < CONTINENT_OBJECTIVES:
        return gettext(
            "Its objectives name {needed} continents, and {board} has only {number}.",
            needed=CONTINENT_OBJECTIVES,
            board=place_name(board.name),
            number=continents,
        )
    return ""


def scaled(armies: int, territories: int) -> int:
    """Return a number of first armies for a board of another size: in proportion to the classic 42."""
    return round(armies * territories / len(load_board(CLASSIC).territories))


def largest_continents(board: Board) -> tuple[str, ...]:
    """Return the continents of the largest bonuses, which objectives name, in alphabetical order."""
    ranked = sorted(board.continents, key=lambda item: (-item.bonus, item.id))
    return tuple(sorted(item.id for item in ranked[:CONTINENT_OBJECTIVES]))

"""The players' own boards: kept by their content, so that a game opens again on the board it began on."""

import pytest
from msgspec.structs import replace

from companion.errors import BrokenFile, UnknownName
from companion.games.boards import library
from companion.games.boards.board import FOLDER, load_board
from companion.games.boards.board_files import BoardFile, read_board_file


def mine(name: str = "My Lakes") -> BoardFile:
    return replace(read_board_file(FOLDER / "classic.json"), name=name)


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("My Lakes", "my-lakes"),
        ("Äland, Öst!", "aland-ost"),
        ("../../etc/passwd", "etc-passwd"),
        ("日本", "board"),
        ("x" * 40 + " " + "y" * 40, "x" * 40 + "-" + "y" * 7),
    ],
)
def test_names_in_references(title: str, named: str) -> None:
    assert library.slug(title) == named


def test_a_board_is_found_by_its_reference() -> None:
    named = library.keep(mine())
    assert library.references() == (named,)
    board = load_board(named)
    assert (board.id, board.name, len(board.territories)) == (named, "My Lakes", 42)


def test_a_board_that_was_changed_is_another_and_the_earlier_one_still_opens() -> None:
    before = library.keep(mine())
    later = library.keep(replace(mine(), links=mine().links[1:]))
    assert before != later and before.partition("@")[0] == later.partition("@")[0]
    assert library.references() == (later,)
    assert len(load_board(before).links) == len(load_board(later).links) + 1


def test_a_board_put_away_still_opens() -> None:
    named = library.keep(mine())
    library.put_away(named)
    assert library.references() == ()
    assert library.read_referred(named).name == "My Lakes"


def test_a_board_that_could_not_be_read_again_is_not_kept() -> None:
    with pytest.raises(BrokenFile, match=r"\$.name"):
        library.keep(mine("Lakes "))
    assert library.references() == ()


def test_a_board_that_is_not_here_is_named() -> None:
    with pytest.raises(UnknownName, match="does not have the board 'lakes@0123456789abcdef'"):
        load_board("lakes@0123456789abcdef")


def test_a_file_that_is_another_board_is_refused() -> None:
    named, other = library.keep(mine()), library.keep(mine("Other"))
    folder = library.boards_folder()
    (folder / f"{named}.json").write_bytes((folder / f"{other}.json").read_bytes())
    with pytest.raises(BrokenFile, match="has been changed"):
        library.read_referred(named)


@pytest.mark.parametrize("name", ["../classic", "a@../../x", "a@0123456789abcde", "A@0123456789abcdef", ""])
def test_what_is_no_reference(name: str) -> None:
    assert not library.is_reference(name)
    with pytest.raises(UnknownName):
        load_board(name)

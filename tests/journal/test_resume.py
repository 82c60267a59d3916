"""A game brings the board it is played on to a table that was never taught it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.machine.backup import Unpacked, newest_backup, restore_backup, write_backup
from companion.app.night.session import Session
from companion.data_folder import VARIABLE
from companion.errors import BrokenSave
from companion.games import find_game
from companion.games.boards import library
from companion.games.boards.board import FOLDER, load_board
from companion.games.boards.board_files import MAX_BYTES, BoardFile, read_board_file, written
from companion.journal.journal import Journal, now_utc
from companion.journal.paths import journal_path
from companion.journal.records import SavedGame
from companion.journal.resume import add_resumable, check_resumable
from companion.journal.save_files import FORMAT_WITHOUT_FILES, export_game, import_game, read_save, write_save
from companion.referee.seats import seats_of
from tests.games.players import Player

ON_MAPS = ("classic", "nuked", "balance")


def ours(name: str = "Ours") -> BoardFile:
    """A board of this table's own, with a picture."""
    return replace(read_board_file(FOLDER / "europe.json"), name=name, picture=b"\xff\xd8\xff\xe0 no matter")


def at_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sit down at a table with its own data folder, which knows no board yet."""
    monkeypatch.setenv(VARIABLE, str(folder))
    load_board.cache_clear()
    return journal_path(folder)


def played(journal: Journal, game: str, house_rules: dict[str, str]) -> Session:
    """Play a game for some answers."""
    session, player = Session.begin(journal, find_game(game), seats_of(3), house_rules), Player(3)
    for _ in range(40):
        assert session.question is not None
        session.answer(player.answer(session.question))
    return session


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A classic game on our board, saved to a file; then another table, which has nothing."""
    with Journal.open(at_table(tmp_path / "here", monkeypatch)) as journal:
        session = played(journal, "classic", {"board": library.keep(ours())})
        export_game(journal, session.number, tmp_path / "a.game", find_game)
    at_table(tmp_path / "there", monkeypatch)
    return tmp_path / "a.game"


@pytest.mark.parametrize("game", ON_MAPS)
def test_a_saved_game_opens_where_nobody_taught_its_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    with Journal.open(at_table(tmp_path / "here", monkeypatch)) as journal:
        session = played(journal, game, {"board": (named := library.keep(ours()))})
        export_game(journal, session.number, tmp_path / "a.game", find_game)
    with Journal.open(at_table(tmp_path / "there", monkeypatch)) as journal:
        again = Session.resume(journal, import_game(journal, tmp_path / "a.game", find_game), find_game)
        assert again.table.state == session.table.state
        assert again.table.state.map.name == "Ours"
    assert library.references() == (named,)
    assert library.read_referred(named).picture == ours().picture


def test_a_board_of_the_same_name_stays_on_the_list(saved: Path, tmp_path: Path) -> None:
    here = library.keep(replace(ours(), links=ours().links[1:]))
    with Journal.open(journal_path(tmp_path / "there")) as journal:
        import_game(journal, saved, find_game)
        import_game(journal, saved, find_game)
    assert library.references() == (here,)
    assert library.read_referred(library.reference(ours())).name == "Ours"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (written(ours("Theirs")).encode(), "another board"),
        (written(ours()).encode()[:-9], "is wrong"),
        (b" " * (MAX_BYTES + 1), "too large"),
        (None, "does not have the board"),
    ],
)
def test_a_game_with_a_wrong_board_changes_nothing(
    saved: Path, tmp_path: Path, content: bytes | None, said: str
) -> None:
    game = read_save(saved.read_bytes(), saved.name)
    hostile = replace(game, files={} if content is None else {"board": content})
    with Journal.open(journal_path(tmp_path / "there")) as journal:
        with pytest.raises(BrokenSave, match=said):
            add_resumable(journal, hostile, find_game)
        assert journal.games() == ()
    assert not library.boards_folder().exists()


def test_the_board_of_a_game_that_cannot_go_on_is_not_kept(saved: Path, tmp_path: Path) -> None:
    game = read_save(saved.read_bytes(), saved.name)
    with Journal.open(journal_path(tmp_path / "there")) as journal, pytest.raises(BrokenSave):
        add_resumable(journal, replace(game, positions=game.positions[:0]), find_game)
    assert library.references() == ()


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> SavedGame:
    """A game of several turns, with the positions at their starts."""
    with Journal.open(tmp_path_factory.mktemp("long") / "games.sqlite") as journal:
        house_rules = {"placing": "all at once"}
        session, player = Session.begin(journal, find_game("classic"), seats_of(3), house_rules), Player(3)
        while session.table.state.turn < 4:
            assert session.question is not None
            session.answer(player.answer(session.question))
        return journal.load(session.number)


@pytest.mark.parametrize("place", [0, 1, -1])
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"{", b"[", "none that this Classic Risk knows"),
        (b'"alaska"', b'"atlantis"', "has no territory 'atlantis'"),
        (b'"step":"', b'"step":"no ', "Classic Risk has no step 'no "),
    ],
)
def test_a_position_that_is_wrong_is_found_wherever_it_stands(
    long_game: SavedGame, old: bytes, new: bytes, said: str, place: int
) -> None:
    """Players may go back to each of them."""
    check_resumable(long_game, find_game)
    positions = list(long_game.positions)
    assert len(positions) > 2 and old in positions[place].state
    positions[place] = replace(positions[place], state=positions[place].state.replace(old, new))
    with pytest.raises(BrokenSave, match=f"{said}.*Nothing was added"):
        check_resumable(replace(long_game, positions=tuple(positions)), find_game)


def test_a_game_on_our_own_boards_is_saved_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(at_table(tmp_path, monkeypatch)) as journal:
        number = played(journal, "classic", {"board": "europe"}).number
        export_game(journal, number, tmp_path / "a.game", find_game)
        assert (tmp_path / "a.game").read_bytes() == write_save(journal.archive(number))
    assert b'"format":%d' % FORMAT_WITHOUT_FILES in (tmp_path / "a.game").read_bytes().splitlines()[0]


def test_a_game_whose_board_is_lost_is_saved_without_it(saved: Path, tmp_path: Path) -> None:
    with Journal.open(journal_path(tmp_path / "there")) as journal:
        number = import_game(journal, saved, find_game)
        next(library.boards_folder().glob("*.json")).unlink()
        export_game(journal, number, tmp_path / "b.game", find_game)
    assert read_save((tmp_path / "b.game").read_bytes(), "b.game").files == {}


def test_a_backup_brings_the_boards_before_the_games(
    saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert saved.exists()
    (stick := tmp_path / "stick").mkdir()
    with Journal.open(at_table(tmp_path / "here", monkeypatch)) as journal:
        list(write_backup(journal, stick, now_utc()))
    with Journal.open(at_table(tmp_path / "there", monkeypatch)) as journal:
        backup = newest_backup(stick)
        assert backup is not None
        with Unpacked(backup.path, journal.path.parent) as unpacked:
            last = list(restore_backup(journal, unpacked, find_game))[-1]
        assert (last.added, last.refused) == (1, ())
        assert Session.resume(journal, journal.games()[0].id, find_game).table.state.map.name == "Ours"

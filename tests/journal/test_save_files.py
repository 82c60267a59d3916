"""A game as one file: nothing is lost on the way, and damage is found by line."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import BrokenSave
from companion.games import find_game
from companion.journal.journal import Journal
from companion.journal.records import ArchivedEntry, Evidence, EvidenceDie, GameArchive, GameRecord
from companion.journal.save_files import export_game, import_game, read_save, write_save
from companion.referee.entries import Answered, Corrected, Position

from .games import BEGAN, EVIDENCE, HOUSE_RULES, SEATS, answer, begin

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
whole = st.integers(-(2**63), 2**63 - 1)
values = st.recursive(
    st.none() | st.booleans() | whole | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
entries = st.builds(Answered, values, words) | st.builds(
    Corrected, st.dictionaries(words, whole | words), words
)
share = st.floats(0, 1)
dice = st.builds(EvidenceDie, st.integers(1, 6), share, words, st.tuples(share, share, share, share))
evidence = st.builds(
    Evidence,
    st.binary(max_size=64),
    st.tuples(dice, dice) | st.just(()),
    words,
    words,
    st.tuples(whole) | st.just(()),
)


@st.composite
def chronicles(draw: st.DrawFn) -> GameArchive:
    """Draw a game that could be: answers numbered without gaps, some abandoned, some undone."""
    kept = [
        ArchivedEntry(number, "2026-11-21T19:30:00Z", entry, abandoned=False, evidence=seen)
        for number, (entry, seen) in enumerate(
            draw(st.lists(st.tuples(entries, st.none() | evidence), max_size=5)), 1
        )
    ]
    abandoned = [replace(entry, abandoned=True) for entry in kept[: draw(st.integers(0, len(kept)))]]
    head = draw(st.integers(0, len(kept)))
    after = sorted(draw(st.sets(st.integers(1, len(kept)))) if kept else ())
    return GameArchive(
        record=GameRecord(
            1, draw(words), draw(words), SEATS, "2026-11-21T19:30:00Z", "2026-11-22T01:00:00Z", head
        ),
        house_rules=draw(st.dictionaries(words, words, max_size=2)),
        clocks=draw(st.dictionaries(words, whole, max_size=2)),
        paused=draw(st.booleans()),
        positions=(
            BEGAN,
            *(Position(number, b'{"turn":%d}' % number, draw(st.booleans())) for number in after),
        ),
        entries=(*abandoned, *kept),
    )


@given(chronicles())
def test_what_is_written_is_read(archive: GameArchive) -> None:
    assert read_save(write_save(archive), "a.game") == archive


@given(chronicles(), st.data())
def test_any_change_to_a_file_is_found(archive: GameArchive, data: st.DataObject) -> None:
    content = bytearray(write_save(archive))
    place = data.draw(st.integers(0, len(content) - 2))  # the last line end may go
    content[place] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(BrokenSave, match="line"):
        read_save(bytes(content), "a.game")


def test_a_game_goes_from_one_journal_to_another(tmp_path: Path) -> None:
    file = tmp_path / "friday.game"
    with Journal.open(tmp_path / "here" / "games.sqlite") as here:
        begin(here)
        game = begin(here, answers=7)
        here.record(game, 8, answer(8), evidence=EVIDENCE, clocks={"red": 9})
        here.set_head(game, 6)
        here.record(game, 7, Corrected({"alaska.armies": 2}))
        here.set_head(game, 5)
        export_game(here, game, file, find_game)
        sent, saved = here.archive(game), here.load(game)
    with Journal.open(tmp_path / "there" / "games.sqlite") as there:
        taken = there.add_game(read_save(file.read_bytes(), file.name), lambda _: None)
        came, loaded = there.archive(taken), there.load(taken)

    assert came == replace(sent, record=replace(sent.record, id=taken))
    assert (loaded.entries, loaded.undone, loaded.positions) == (saved.entries, saved.undone, saved.positions)
    assert loaded.house_rules == HOUSE_RULES


def test_line_ends_may_change_on_the_way() -> None:
    content = write_save(_game())
    assert read_save(content.replace(b"\n", b"\r\n"), "a.game") == _game()


def _game(**changes: object) -> GameArchive:
    record = GameRecord(1, "classic", "Friday", SEATS, "2026-11-21T19:30:00Z", "2026-11-21T19:30:00Z", 2)
    kept = tuple(ArchivedEntry(number, record.started, answer(number)) for number in (1, 2, 3))
    return replace(GameArchive(record, HOUSE_RULES, {}, False, (BEGAN,), kept), **changes)


def _lines(change: Callable[[list[bytes]], object]) -> bytes:
    lines = write_save(_game()).splitlines()
    change(lines)
    return b"\n".join(lines)


def _framed(text: bytes) -> bytes:
    return b"%s %08x" % (text, crc32(text))


@pytest.mark.parametrize("place", [1, 3, 5])
def test_a_line_that_does_not_belong_is_named(place: int) -> None:
    """In a file that is whole otherwise."""
    lines = write_save(_game()).splitlines()[:-1]
    lines.insert(place, lines[0])
    digest = hashlib.sha256(b"\n".join(lines)).hexdigest()
    end = _framed(b'{"line":"end","lines":%d,"sha256":"%s"}' % (len(lines), digest.encode()))
    with pytest.raises(BrokenSave, match=f"line {place + 1}: a line 'game' does not belong here"):
        read_save(b"\n".join([*lines, end]), "a.game")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "line 1: this is no saved game"),
        (b"\x89PNG\r\n\x1a\n", "line 1: this is no saved game"),
        (b"[1, 2]\n[3]\n", "line 1: this is no saved game"),
        (_framed(b'{"line":"game","format":3}'), "line 1: .*newer companion"),
        (_framed(b'{"line":"game","format":1}'), "line 1: it is not understood"),
        (_framed(b"\xff"), "line 1: it is not understood"),
        (_lines(lambda lines: lines.pop()), "line 5: the file ends here"),
        (write_save(_game())[:-30], "line 6: it is damaged"),  # cut within the last line
        (write_save(_game()).replace(b"camera", b"Camera", 1), "line 3: it is damaged"),
        (_lines(lambda lines: lines.pop(3)), "line 5: lines before it are missing"),
        (_lines(lambda lines: lines.insert(3, lines[3])), "line 7: lines before it are missing, added"),
        (_lines(lambda lines: lines.reverse()), "line 1: it is not understood"),
        (_lines(lambda lines: lines.insert(3, _framed(b'{"line":"fox"}'))), "line 4: it is not understood"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_by_line_and_changes_nothing(
    tmp_path: Path, content: bytes, words: str
) -> None:
    file = tmp_path / "bad.game"
    file.write_bytes(content)
    with Journal.open(tmp_path / "games.sqlite") as journal:
        begin(journal, answers=2)
        with pytest.raises(BrokenSave, match=f"bad.game, {words}.*Nothing was imported"):
            import_game(journal, file, find_game)
        assert len(journal.games()) == 1


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (_game(entries=_game().entries[1:]), "not numbered from 1"),
        (_game(record=replace(_game().record, entry_count=4)), "4 of 3 answers cannot stand"),
        (_game(record=replace(_game().record, entry_count=-1)), "-1 of 3 answers cannot stand"),
        (_game(positions=()), "no beginning"),
        (_game(positions=(BEGAN, BEGAN)), "out of order"),
        (_game(positions=(BEGAN, Position(4, b"{}", True))), "after its last answer"),
        (_game(record=replace(_game().record, seats=())), "seats"),
        (_game(record=replace(_game().record, seats=(*SEATS, SEATS[0]))), "seats"),
        (_game(record=replace(_game().record, winners=("pink",))), "somebody won"),
        (_game(record=replace(_game().record, title="x" * 101)), "a name has over 100 letters"),
        (
            _game(record=replace(_game().record, seats=(replace(SEATS[0], kept_name="x" * 20_000),))),
            "a name has",
        ),
        (_game(positions=(Position(0, b'{"marks": ["%s"]}' % (b"x" * 1001), True),)), "a text has over 1000"),
        (
            _game(entries=tuple(replace(kept, entry=Answered("x" * 1001)) for kept in _game().entries)),
            "a text has over",
        ),
    ],
)
def test_a_whole_file_that_makes_no_game_is_refused(game: GameArchive, words: str) -> None:
    with pytest.raises(BrokenSave, match=words):
        read_save(write_save(game), "odd.game")


def test_a_file_is_replaced_only_by_a_whole_one(tmp_path: Path) -> None:
    file = tmp_path / "friday.game"
    with Journal.open(tmp_path / "games.sqlite") as journal:
        game = begin(journal, answers=3)
        export_game(journal, game, file, find_game)
        first = file.read_bytes()
        journal.record(game, 4, answer(4))
        export_game(journal, game, file, find_game)
    assert file.read_bytes() != first
    assert sorted(found.suffix for found in tmp_path.glob("friday*")) == [".game"]

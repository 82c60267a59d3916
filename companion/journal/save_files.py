"""Exports a game to one text file and imports it: one JSON object per line, each with its checksum.

    {"line":"game","format":1,...} 1c291ca3
    {"line":"file","switch":"board",...} 5e10c9b7
    {"line":"position",...} 8a01f4d2
    {"line":"entry",...} 0b6c77e9
    {"line":"end","lines":3,"sha256":"..."} 5520de1f

The eight digits are the line's CRC-32, so that damage is located by line; the last line's SHA-256 covers all
lines before it, so that missing or moved lines are detected. A game that is played on a board of its table
brings the board's file along, so that it opens where nobody has taught that board.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
from msgspec import Raw, Struct, field
from msgspec.structs import replace

from companion.errors import BrokenSave
from companion.external_files.files import atomic_file, read_bytes
from companion.journal.journal import Journal
from companion.journal.records import MAX_NAME, ArchivedEntry, GameArchive, GameRecord
from companion.journal.resume import add_resumable
from companion.locale.messages import gettext
from companion.referee.entries import Position
from companion.referee.game import Game
from companion.referee.houserules import files_of

MAX_SAVE = 32_000_000
"""Largest file in bytes; a usual game has about a sixtieth of it."""

MAX_TEXT = 1000
"""Letters of the longest text in a position or answer."""

FORMAT = 2
"""Format version of a game with files; increased if older companions can no longer read it."""
FORMAT_WITHOUT_FILES = 1
"""Format version of any other game."""


class _Opening(Struct, frozen=True):
    """The fields of the first line that all formats share."""

    format: int


class GameLine(Struct, frozen=True, tag_field="line", tag="game"):
    """The first line: the game's record."""

    format: int
    record: GameRecord
    house_rules: dict[str, str]
    clocks: dict[str, int]
    paused: bool


class FileLine(Struct, frozen=True, tag_field="line", tag="file"):
    """The file of a house rule's choice that other tables may not have."""

    switch: str
    content: bytes


class PositionLine(Struct, frozen=True, tag_field="line", tag="position"):
    """A position."""

    entry_count: int = field(name="entries")
    turn_start: bool
    state: Raw


class EntryLine(Struct, frozen=True, tag_field="line", tag="entry"):
    """An entry with its evidence."""

    kept: ArchivedEntry


class EndLine(Struct, frozen=True, tag_field="line", tag="end"):
    """The last line: the number of lines before it, and their SHA-256."""

    lines: int
    sha256: str


SaveLine = GameLine | FileLine | PositionLine | EntryLine | EndLine


def export_game(journal: Journal, game: int, path: Path, find_game: Callable[[str], Game[Any]]) -> None:
    """Write a game to a file; an existing file is replaced once the new one is complete.

    Raises:
        UnknownName: there is no game of this number.
        OSError: the file cannot be written.
    """
    archive = journal.archive(game)
    files = files_of(find_game(archive.record.game).house_rules, archive.house_rules)
    with atomic_file(path) as file:  # a missing folder was mistyped, or is a stick that is not plugged in
        file.write(write_save(replace(archive, files=files)))


def import_game(journal: Journal, path: Path, find_game: Callable[[str], Game[Any]]) -> int:
    """Add a game from a file to the journal; a bad file changes nothing.

    Returns:
        The game's number in this journal.

    Raises:
        BrokenSave: the file is damaged, incomplete, or no saved game, and the message names the line; or
            the current rules cannot continue the game.
        OSError: it cannot be read.
    """
    return add_resumable(journal, read_save(read_bytes(path, MAX_SAVE, BrokenSave), path.name), find_game)


def write_save(archive: GameArchive) -> bytes:
    """Write a game as the content of a file."""
    lines = [_framed(line) for line in _lines(archive)]
    return b"\n".join([*lines, _framed(EndLine(len(lines), _digest(lines))), b""])


def read_save(content: bytes, name: str) -> GameArchive:
    """Read a game from the content of a file.

    Args:
        content: the content.
        name: the file's name, for messages.

    Raises:
        BrokenSave: it is damaged, incomplete, or no saved game; the message names the line.
    """
    raw = content.splitlines()
    lines = [_decode(framed, number, name) for number, framed in enumerate(raw, 1)]
    if not lines or not isinstance(lines[0], GameLine):
        raise _broken(name, 1, gettext("this is no saved game"))
    end = lines[-1]
    if not isinstance(end, EndLine):
        raise _broken(name, len(raw), gettext("the file ends here, but the game does not"))
    if (end.lines, end.sha256) != (len(lines) - 1, _digest(raw[:-1])):
        raise _broken(name, len(raw), gettext("lines before it are missing, added or out of place"))
    return _chronicle(lines[0], lines[1:-1], name)


def _lines(archive: GameArchive) -> Iterator[SaveLine]:
    version = FORMAT if archive.files else FORMAT_WITHOUT_FILES
    yield GameLine(version, archive.record, archive.house_rules, archive.clocks, archive.paused)
    for switch, content in archive.files.items():
        yield FileLine(switch, content)
    for position in archive.positions:
        # On one line, whatever the state's formatting.
        state = Raw(msgspec.json.format(position.state, indent=-1))
        yield PositionLine(position.entry_count, position.turn_start, state)
    for kept in archive.entries:
        yield EntryLine(kept)


def _framed(line: SaveLine) -> bytes:
    encoded = msgspec.json.encode(line)
    return b"%s %08x" % (encoded, crc32(encoded))


def _digest(framed: Sequence[bytes]) -> str:
    """Hash lines; their line ends may have been converted."""
    return hashlib.sha256(b"\n".join(framed)).hexdigest()


def _decode(framed: bytes, number: int, name: str) -> SaveLine:
    encoded, _, checksum = framed.rpartition(b" ")
    if checksum != b"%08x" % crc32(encoded):
        raise _broken(
            name,
            number,
            gettext("it is damaged") if number > 1 else gettext("this is no saved game, or a damaged one"),
        )
    try:
        if number == 1 and msgspec.json.decode(encoded, type=_Opening).format > FORMAT:
            raise _broken(name, 1, gettext("it was written by a newer companion; bring this one up to date"))
        line: SaveLine = msgspec.json.decode(encoded, type=SaveLine)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _broken(name, number, gettext("it is not understood ({error})", error=error)) from error
    return line


def _chronicle(game: GameLine, lines: Sequence[SaveLine], name: str) -> GameArchive:
    """Assemble the lines, if they make a game that can be continued."""
    positions: list[Position] = []
    entries: list[ArchivedEntry] = []
    files: dict[str, bytes] = {}
    for number, line in enumerate(lines, 2):
        if isinstance(line, PositionLine):
            positions.append(Position(line.entry_count, bytes(line.state), line.turn_start))
        elif isinstance(line, EntryLine):
            entries.append(line.kept)
        elif isinstance(line, FileLine):
            files[line.switch] = line.content
        else:
            raise _broken(
                name, number, gettext("a line {kind!r} does not belong here", kind=line.__struct_config__.tag)
            )
    doubt = _inconsistency(game.record, positions, entries) or _excess(game, positions, entries)
    if doubt:
        raise BrokenSave(
            "{name} is no game that can be continued: {doubt}. Nothing was imported.", name=name, doubt=doubt
        )
    return GameArchive(
        game.record, game.house_rules, game.clocks, game.paused, tuple(positions), tuple(entries), files
    )


def _excess(game: GameLine, positions: Sequence[Position], entries: Sequence[ArchivedEntry]) -> str | None:
    """Describe a text that no screen could show in time; None if there is none."""
    try:
        if longest_text([msgspec.to_builtins(game.record), game.house_rules, game.clocks]) > MAX_NAME:
            return gettext("a name has over {most} letters", most=MAX_NAME)
        states = (msgspec.json.decode(position.state) for position in positions)
        answers = (msgspec.to_builtins(kept.entry) for kept in entries)
        if any(longest_text(value) > MAX_TEXT for values in (states, answers) for value in values):
            return gettext("a text has over {most} letters", most=MAX_TEXT)
    except RecursionError:
        return gettext("it is nested too deeply")
    return None


def longest_text(value: object) -> int:
    """Return the number of letters of the longest text in a JSON value, keys included.

    >>> longest_text({"seats": [{"name": "Anna"}]})
    5
    """
    match value:
        case str():
            return len(value)
        case dict():
            return max((longest_text(part) for pair in value.items() for part in pair), default=0)
        case list() | tuple():
            return max(map(longest_text, value), default=0)
    return 0


def _inconsistency(
    record: GameRecord, positions: Sequence[Position], entries: Sequence[ArchivedEntry]
) -> str | None:
    """Describe an inconsistency; None if there is none."""
    standing = [kept.number for kept in entries if not kept.abandoned]
    after = [position.entry_count for position in positions]
    seats = {seat.id for seat in record.seats}
    checks = (
        (
            standing != list(range(1, len(standing) + 1)),
            gettext("its answers are not numbered from 1 without gaps"),
        ),
        (
            not 0 <= record.entry_count <= len(standing),
            gettext(
                "{entry_count} of {count} answers cannot stand",
                entry_count=record.entry_count,
                count=len(standing),
            ),
        ),
        (not after, gettext("it has no beginning")),
        (after != sorted(set(after)), gettext("its positions are out of order")),
        (after[-1:] > [len(standing)], gettext("it has a position after its last answer")),
        (not seats or len(seats) < len(record.seats), gettext("two seats are one, or there is none")),
        (not seats.issuperset(record.winners), gettext("somebody won who does not play")),
    )
    return next((text for wrong, text in checks if wrong), None)


def _broken(name: str, number: int, reason: str) -> BrokenSave:
    return BrokenSave(
        "{name}, line {number}: {reason}. Nothing was imported.", name=name, number=number, reason=reason
    )

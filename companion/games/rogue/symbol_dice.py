"""The four kinds of dice: hits and blocks on each face, and the sum of a roll."""

from pathlib import Path

from msgspec import Struct

from companion.errors import BrokenFile
from companion.external_files.typed_toml import Problem, read
from companion.games.rogue.data_files import encode, rogue_folder, save
from companion.referee.dice import Dice, Symbols

REGULAR_ATTACK = "regular attack"
UPGRADED_ATTACK = "upgraded attack"
REGULAR_DEFENCE = "regular defence"
UPGRADED_DEFENCE = "upgraded defence"
DICE = (REGULAR_ATTACK, UPGRADED_ATTACK, REGULAR_DEFENCE, UPGRADED_DEFENCE)
"""The kinds of dice, by the names of their pools (RG-CMB-5)."""
FACES = 6

Faces = tuple[Symbols, ...]

FACE_WORDS: dict[str, Symbols] = {
    "blank": Symbols(),
    "1 hit": Symbols(1),
    "2 hits": Symbols(2),
    "3 hits": Symbols(3),
    "1 block": Symbols(0, 1),
    "2 blocks": Symbols(0, 2),
    "3 blocks": Symbols(0, 3),
    "hit + block": Symbols(1, 1),
}
"""The possible faces, by their labels."""
HEADING = "What the faces of this table's dice show: blank, 1 hit, 2 hits, 1 block, hit + block, ..."

_HOUSE = {
    REGULAR_ATTACK: "blank, blank, 1 hit, 1 hit, 1 hit, 2 hits",
    UPGRADED_ATTACK: "blank, 1 hit, 1 hit, 2 hits, 2 hits, 2 hits",
    REGULAR_DEFENCE: "blank, blank, 1 block, 1 block, 1 block, 2 blocks",
    UPGRADED_DEFENCE: "1 block, 1 block, 1 block, 2 blocks, 2 blocks, 1 hit",
}


class DiceFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The dice file: six faces for each kind of dice."""

    dice: dict[str, tuple[str, ...]]


def house_faces() -> dict[str, Faces]:
    """Return our own choice of faces, for players who have not entered theirs."""
    return {
        die: tuple(FACE_WORDS[text.strip()] for text in faces.split(",")) for die, faces in _HOUSE.items()
    }


def in_words(face: Symbols) -> str:
    """Describe a face."""
    return next(text for text, known in FACE_WORDS.items() if known == face)


def shown(faces: dict[str, Faces], rolled: Dice) -> dict[str, Symbols]:
    """Add up hits and blocks of each pool of a roll; a pool has the name of its dice."""
    return {die: _total(faces[die], numbers) for die, numbers in rolled.items()}


def _total(die: Faces, numbers: tuple[int, ...]) -> Symbols:
    up = [die[number - 1] for number in numbers]
    return Symbols(sum(face.hits for face in up), sum(face.blocks for face in up))


def dice_path() -> Path:
    """Return the path of the players' dice file."""
    return rogue_folder() / "dice.toml"


def read_dice(path: Path) -> dict[str, Faces]:
    """Read a dice file; a missing file means no dice.

    Raises:
        BrokenFile: it is invalid; the message names the line.
    """
    if not path.is_file():
        return {}
    page = read(path, DiceFile, problems)
    return {die: tuple(FACE_WORDS[words] for words in page.dice[die]) for die in DICE}


def problems(page: DiceFile) -> tuple[Problem, ...]:
    """List all errors in a dice file, each with its place."""
    found = [Problem("$.dice", "the {die} dice are missing", die=die) for die in DICE if die not in page.dice]
    for die, faces in page.dice.items():
        here = f"$.dice.{die}"
        odd = [text for text in faces if text not in FACE_WORDS]
        if die not in DICE:
            found.append(Problem(here, "there are no {die} dice", die=repr(die)))
        if len(faces) != FACES:
            found.append(
                Problem(
                    here,
                    "the {die} dice have {count} faces, not {faces}",
                    die=die,
                    count=len(faces),
                    faces=FACES,
                )
            )
        if odd:
            found.append(
                Problem(
                    here,
                    "{odd}: a face shows one of {FACE_WORDS}",
                    odd=", ".join(odd),
                    FACE_WORDS=", ".join(FACE_WORDS),
                )
            )
    return tuple(found)


def save_dice(faces: dict[str, Faces], path: Path | None = None) -> str:
    """Write the dice file; return an error message or an empty string."""
    page = DiceFile({die: tuple(map(in_words, faces[die])) for die in DICE})
    try:
        save(path or dice_path(), encode(page, HEADING))
    except BrokenFile as error:
        return str(error)
    return ""


def save_taught_dice(taught: dict[str, tuple[str, ...]], path: Path | None = None) -> str:
    """Save the die faces that players taught to the dice reader, once all four kinds are known.

    Args:
        taught: the labels of the six faces of each kind; other dice are ignored.
        path: the dice file; by default the players' own.

    Returns:
        An error message or an empty string.
    """
    try:
        known = read_dice(path or dice_path())
    except BrokenFile as error:
        return str(error)
    shown = {
        die: tuple(FACE_WORDS[text] for text in taught[die])
        for die in DICE
        if die in taught and all(text in FACE_WORDS for text in taught[die])
    }
    faces = known | shown
    if faces == known or any(die not in faces for die in DICE):
        return ""
    return save_dice(faces, path)

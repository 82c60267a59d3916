"""Symbol dice of an open question: their faces, labels of the faces, and the contest with rolled dice."""

from companion.locale.messages import gettext, joined, ngettext
from companion.referee.dice import Dice, SymbolContest, Symbols
from companion.referee.questions import Roll

Faces = tuple[Symbols, ...]
SeenFaces = dict[str, tuple[int | None, ...]]
"""Face numbers of each pool as the camera reads them; None for a die that could not be read."""


def face_label(face: Symbols) -> str:
    """Label a face: "blank", "2 hits", "hit + block"."""
    if face == Symbols(1, 1):
        return gettext("hit + block")
    hits = ngettext("{count} hit", "{count} hits", face.hits) if face.hits else ""
    blocks = ngettext("{count} block", "{count} blocks", face.blocks) if face.blocks else ""
    return joined([hits, blocks], " + ") if hits or blocks else gettext("blank")


def face_number(text: str, faces: Faces) -> int | None:
    """The number of the first face with this label; None if there is none."""
    return next((number for number, face in enumerate(faces, 1) if face_label(face) == text), None)


def pool_faces(question: Roll) -> dict[str, Faces]:
    """Return the faces of each pool's dice.

    The contest lists them in the order of the pools, attack first.
    """
    if question.symbol_contest is None:
        return {}
    contest = question.symbol_contest
    dice = [die for die in (*contest.attack, *contest.defence) if len(die) > 1]
    faces: dict[str, Faces] = {}
    for pool in question.pools:
        faces[pool.name] = dice[0]
        dice = dice[pool.most :]
    return faces


def symbol_contest_with(question: Roll, rolled: Dice) -> SymbolContest:
    """Return the contest with these dice rolled and the others still random."""
    contest = question.symbol_contest or SymbolContest((), ())
    faces, first = pool_faces(question), question.pools[0].seat
    attack, defence = list(contest.attack), list(contest.defence)
    for pool in question.pools:
        side, die = attack if pool.seat == first else defence, faces[pool.name]
        for number in rolled.get(pool.name, ()):
            side[side.index(die)] = (die[number - 1],)
    return SymbolContest(tuple(attack), tuple(defence))

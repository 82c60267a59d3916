"""What a camera over the board proposes for a question: where pieces came, and how many by the rules."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from companion.referee.place_questions import Deploy, Pick, PickOrEnd
from companion.referee.questions import Question
from companion.vision.board.changes import Change, split_total

LIKELY = 0.6
"""Least sureness with which a place is proposed."""
MANY = 2.0
"""How many times the total may lie on a place, by area, to be pieces and no sleeve, card or box."""
FITTING = 0.4
"""Largest share by which the pieces seen may differ from the known total, or one piece."""
MISSING = 2.5
"""Most pieces that may be missing: if more are, one piece may be worth five armies."""


class Proposal(Struct, frozen=True):
    """What the camera proposes; nothing of it applies before a player confirms it.

    Attributes:
        places: where pieces came, in the order of their ids.
        counts: how many for each place; empty where the number is in doubt.
    """

    places: tuple[str, ...]
    counts: tuple[int, ...] = ()


def propose(
    question: Question | None, changes: Sequence[Change], colour: str | None, done: Collection[str] = ()
) -> Proposal | None:
    """Propose an answer to a question that places pieces.

    Args:
        question: the open question.
        changes: what changed on the board since it began.
        colour: of the pieces of the seat that is asked.
        done: places that were answered since; what came there is answered.

    Returns:
        None where nothing came, or all of it is in doubt.
    """
    if not isinstance(question, Deploy | Pick | PickOrEnd):
        return None
    most = MANY * question.most + 1 if isinstance(question, Deploy) else MANY + 1
    came = [
        change
        for change in sorted(changes, key=lambda change: change.place)
        if change.place in question.allowed and change.place not in done
        if 0 < change.gained <= most and change.sure >= LIKELY and change.owner in (colour, None)
    ]
    places = tuple(change.place for change in came)
    if not isinstance(question, Deploy):
        return Proposal(places) if len(places) == 1 else None
    if not places or len(places) > question.most:
        return None
    if not _countable(came, question):
        return Proposal(places)
    split = split_total(question.most, came)
    return Proposal(places, tuple(split[place] for place in places))


def _countable(came: Sequence[Change], question: Deploy) -> bool:
    """Whether what came is probably the whole total, so that it can be split."""
    if any(change.owner is None for change in came):
        return False
    if question.least == question.most and len(came) > 1:
        return False
    seen = sum(change.gained for change in came)
    off = max(1.0, FITTING * question.most)
    return -min(off, MISSING) <= seen - question.most <= off

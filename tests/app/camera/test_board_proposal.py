"""What is proposed for which question: a table of examples."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.app.camera.board_proposal import Proposal, propose
from companion.referee.questions import Count, Deploy, Pick, PickOrEnd, Question
from companion.vision.board.changes import Change
from tests.app.camera.boards_seen import change

RED: dict[str, Any] = {"seat": "red", "prompt": "Where?", "rules": ()}
ALLOWED = ("alaska", "brazil", "china", "india", "peru")
FIVE = Deploy(**RED, allowed=ALLOWED, most=5)
TEN = Deploy(**RED, allowed=ALLOWED, most=10)
ONE = Deploy(**RED, allowed=ALLOWED, most=1)
EXACTLY = Deploy(**RED, allowed=ALLOWED, most=2, least=2)
PICK = Pick(**RED, allowed=ALLOWED)
OR_END = PickOrEnd(**RED, allowed=ALLOWED, end="End")


@pytest.mark.parametrize(
    ("question", "changes", "proposed"),
    [
        (FIVE, [change("alaska", 5.2)], Proposal(("alaska",), (5,))),
        (FIVE, [change("alaska", 3.2), change("peru", 2.1)], Proposal(("alaska", "peru"), (3, 2))),
        (FIVE, [change("alaska", 2.7), change("peru", 0.9)], Proposal(("alaska", "peru"), (4, 1))),
        (ONE, [change("alaska", 0.8)], Proposal(("alaska",), (1,))),
        (EXACTLY, [change("alaska", 2.0)], Proposal(("alaska",), (2,))),
        # In doubt about the number: only the place.
        (FIVE, [change("alaska", 1.1)], Proposal(("alaska",))),
        (FIVE, [change("alaska", 5.0, owner=None)], Proposal(("alaska",))),
        # Ten armies are one horseman and five soldiers, or five soldiers and a horseman elsewhere.
        (TEN, [change("alaska", 1.7), change("peru", 5.2)], Proposal(("alaska", "peru"))),
        (TEN, [change("alaska", 2.4), change("peru", 5.2)], Proposal(("alaska", "peru"), (3, 7))),
        (FIVE, [change(id, 1.2) for id in ALLOWED[:4]], Proposal(ALLOWED[:4], (2, 1, 1, 1))),
        (EXACTLY, [change("alaska", 1.0), change("peru", 1.0)], Proposal(("alaska", "peru"))),
        (ONE, [change("alaska", 2.9)], Proposal(("alaska",))),
        (ONE, [change("alaska", 3.1)], None),
        # Two armies more or fewer than five are too many, four than ten, and so are three missing.
        (FIVE, [change("alaska", 7.0)], Proposal(("alaska",), (5,))),
        (FIVE, [change("alaska", 7.1)], Proposal(("alaska",))),
        (FIVE, [change("alaska", 3.0)], Proposal(("alaska",), (5,))),
        (FIVE, [change("alaska", 2.9)], Proposal(("alaska",))),
        (TEN, [change("alaska", 14.0)], Proposal(("alaska",), (10,))),
        (TEN, [change("alaska", 14.1)], Proposal(("alaska",))),
        (TEN, [change("alaska", 7.5)], Proposal(("alaska",), (10,))),
        (TEN, [change("alaska", 7.4)], Proposal(("alaska",))),
        (ONE, [change("alaska", 0.1)], Proposal(("alaska",), (1,))),
        (FIVE, [change("alaska", 11.0)], Proposal(("alaska",))),
        (FIVE, [change("alaska", 11.1)], None),
        (FIVE, [change("alaska", 5.0, sure=0.6)], Proposal(("alaska",), (5,))),
        (FIVE, [change("alaska", 5.0), change("peru", 0.0)], Proposal(("alaska",), (5,))),
        (PICK, [change("alaska", 3.0)], Proposal(("alaska",))),
        # In doubt about the place: nothing.
        (FIVE, [], None),
        (FIVE, [change("alaska", 5.0, sure=0.5)], None),
        (FIVE, [change("alaska", 5.0, owner="blue")], None),
        (FIVE, [change("alaska", -2.0)], None),
        (FIVE, [change("ural", 5.0)], None),
        (FIVE, [change("alaska", 12.0)], None),  # a red sleeve
        (PICK, [change("alaska", 4.0)], None),
        (ONE, [change("alaska", 1.0), change("peru", 1.0)], None),
        # Where only a place is asked for, one that changed is proposed.
        (PICK, [change("alaska", 1.0)], Proposal(("alaska",))),
        (OR_END, [change("alaska", 1.0)], Proposal(("alaska",))),
        (PICK, [change("alaska", 1.0), change("peru", 1.0)], None),
        (Count(**RED, least=1, most=3, unit="armies"), [change("alaska", 1.0)], None),
        (None, [change("alaska", 1.0)], None),
    ],
)
def test_it_proposes_places_and_numbers_or_less(
    question: Question | None, changes: Sequence[Change], proposed: Proposal | None
) -> None:
    assert propose(question, changes, "red") == proposed


def test_what_was_answered_is_not_proposed_again() -> None:
    came = [change("alaska", 3.0), change("peru", 2.0)]
    left = Deploy(**RED, allowed=ALLOWED, most=2)
    assert propose(left, came, "red", done=["alaska"]) == Proposal(("peru",), (2,))


@pytest.mark.parametrize("total", range(1, 12))
def test_a_whole_total_is_always_split(total: int) -> None:
    came = [change("alaska", total * 0.6), change("peru", total * 0.4)][: min(2, total)]
    found = propose(Deploy(**RED, allowed=ALLOWED, most=total), came, "red")
    assert found is not None and sum(found.counts) == total and min(found.counts) >= 1

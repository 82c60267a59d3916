"""What changed between two looks, and how a known total is split."""

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.board.changes import Change, changed, split_total
from companion.vision.board.seen import BoardSeen, PlaceSeen

BOX = (0, 0, 10, 10)


def seen(**places: tuple[str | None, float]) -> BoardSeen:
    """Places by owner and pieces; an owner "?" is unsure whether anything is there, "" is empty."""
    found = []
    for name, (owner, pieces) in places.items():
        occupied = None if owner == "?" else owner != ""
        found.append(PlaceSeen(name, occupied, owner if owner not in ("", "?") else None, 1, BOX, pieces))
    return BoardSeen(tuple(found), False, False, frozenset(), np.zeros((20, 20, 3), np.uint8))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (("", 0.0), ("red", 2.1), ("red", 2.1)),
        (("red", 2.1), ("", 0.0), ("red", -2.1)),
        (("red", 2.0), ("red", 3.1), ("red", 1.1)),
        (("red", 2.0), ("red", 2.3), None),
        (("red", 2.0), ("blue", 2.1), ("blue", 0.1)),
        (("red", 2.0), (None, 3.0), (None, 1.0)),
        (("?", 0.3), ("red", 3.0), None),
        (("red", 3.0), ("?", 0.3), None),
    ],
)
def test_what_changed(
    before: tuple[str, float], after: tuple[str, float], expected: tuple[str, float] | None
) -> None:
    found = changed(seen(a=before, b=("", 0.0)), seen(a=after, b=("", 0.0)))
    assert [(c.place, c.owner, pytest.approx(c.gained)) for c in found] == (
        [("a", *expected)] if expected else []
    )


@pytest.mark.parametrize(("owner", "own"), [("red", 1.6), ("blue", 0.3), (None, 3.0)])
def test_what_came_is_told_by_its_owners_colour(owner: str | None, own: float) -> None:
    """Shadows and neighbours lie there too; who owns it is not known, and all of it counts."""
    before, after = (
        replace(each, places=tuple(replace(place, whose=whose) for place in each.places))
        for each, whose in (
            (seen(a=(owner, 1.0)), {"red": 0.6, "blue": 0.2}),
            (seen(a=(owner, 4.0)), {"red": 2.2, "blue": 0.5}),
        )
    )
    (change,) = changed(before, after)
    assert change.own == pytest.approx(own)


def test_nothing_changed_where_a_hand_hid_it_or_the_board_was_lost() -> None:
    before, after = seen(a=("", 0.0)), seen(a=("red", 2.0))
    for other in (
        BoardSeen(after.places, False, False, frozenset({"a"}), after.picture),
        BoardSeen(after.places, True, False, frozenset(), after.picture, lost=True),
    ):
        assert changed(before, other) == ()
        assert changed(other, after) == ()


@pytest.mark.parametrize(
    ("total", "gains", "expected"),
    [
        (3, {"a": 2.8}, {"a": 3}),
        (5, {"a": 2.2, "b": 3.1}, {"a": 2, "b": 3}),
        (5, {"a": 4.4, "b": 6.2}, {"a": 2, "b": 3}),
        (4, {"a": 0.5, "b": 3.5}, {"a": 1, "b": 3}),
        (6, {"a": 1.1, "b": 1.9, "c": 3.2}, {"a": 1, "b": 2, "c": 3}),
        (2, {"a": 1.1, "b": 0.6, "c": 1.2}, {"a": 1, "c": 1}),
        (3, {"a": -2.8}, {"a": 3}),
        (0, {"a": 1.0}, {}),
        (3, {}, {}),
    ],
)
def test_a_total_is_split_by_its_owners_colour(
    total: int, gains: dict[str, float], expected: dict[str, int]
) -> None:
    changes = [Change(place, "red", 1.0, 1.0, BOX, own) for place, own in gains.items()]
    assert split_total(total, changes) == expected


@pytest.mark.parametrize(("same_picture", "expected"), [(True, []), (False, [("a", "blue")])])
def test_another_owner_is_a_change_only_where_the_pictures_differ(
    same_picture: bool, expected: list[tuple[str, str]]
) -> None:
    """A colour at the edge of two seats may be called the one, then the other, and nothing moved."""
    stands, sizes = np.zeros((20, 20), np.int16), np.zeros((20, 20), np.float32)
    stands[5:10, 5:10], sizes[5:10, 5:10] = 1, 2 / 25
    pictures = [np.zeros((20, 20, 3), np.uint8), np.zeros((20, 20, 3), np.uint8)]
    if not same_picture:
        pictures[1][5:10, 5:10] = 200
    before, after = (
        BoardSeen(seen(a=(owner, 2.0)).places, False, False, frozenset(), picture, stands=stands, sizes=sizes)
        for owner, picture in zip(("red", "blue"), pictures, strict=True)
    )
    assert [(change.place, change.owner) for change in changed(before, after)] == expected

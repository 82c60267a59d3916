"""What is laid onto a picture changes what is taught of the dice there."""

import cv2
import numpy as np
import pytest

from companion.tools.training.packed_photos import PackedPhoto
from companion.tools.training.pasting import Pose, Tabletop, covered_shares, lay_cover, lay_die, with_die
from companion.tools.training.samples import COCKED_CLASS

EDGE = 40.0


def donor() -> PackedPhoto:
    """A white die of face 6, turned by 30 degrees, on black."""
    picture = np.zeros((200, 200, 3), np.uint8)
    corners = cv2.boxPoints(((100.0, 100.0), (EDGE, EDGE), 30.0)).round().astype(np.int32)
    cv2.fillConvexPoly(picture, corners, (255, 255, 255))
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    dice = np.array([[100, 100, EDGE, np.nan, 6, 1]], np.float32)
    return PackedPhoto("someone", jpeg, dice, np.array([30], np.float32))


def table(*places: tuple[float, float]) -> Tabletop:
    """Grey, with dice of face 4 there."""
    dice = np.array([(x, y, EDGE, np.nan, 4, 1) for x, y in places], np.float32).reshape(-1, 6)
    return Tabletop(np.full((240, 240, 3), 90, np.uint8), dice, np.zeros(len(dice), np.float32))


def test_a_pasted_die_is_where_its_row_says_and_turned_so() -> None:
    pasted = with_die(table(), donor(), 0, Pose(150, 90, 50, 75), np.random.default_rng(1))
    ((x, y, edge, angle, kind, wanted),) = pasted.dice
    assert (x, y, edge, angle, kind, wanted) == (150, 90, 50, 75, 6, 1)
    seen = (pasted.picture[..., 0] > 200).astype(np.uint8)
    rows, columns = np.nonzero(seen)
    assert (columns.mean(), rows.mean()) == pytest.approx((150, 90), abs=1)
    assert len(rows) == pytest.approx(50**2, rel=0.05)
    outline = max(cv2.findContours(seen, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    assert cv2.minAreaRect(outline)[2] % 90 == pytest.approx(75, abs=2)


LAID = [
    # far away: both are read
    (60.0, 4, 1, 6),
    # beside it, touching: both are read
    (44.0, 4, 1, 6),
    # over a sliver of it: neither face is taught
    (38.5, 0, 1, 0),
    # over a quarter: cocked, and must be found
    (31.0, COCKED_CLASS, 1, COCKED_CLASS),
    # over half: may be missed
    (20.0, COCKED_CLASS, 0, COCKED_CLASS),
]


@pytest.mark.parametrize(("far", "below", "wanted", "above"), LAID)
def test_a_pasted_die_covers_and_relabels(far: float, below: int, wanted: int, above: int) -> None:
    pose = Pose(80 + far, 120, EDGE, 0)
    lower, upper = with_die(table((80, 120)), donor(), 0, pose, np.random.default_rng(1)).dice
    assert (lower[4], lower[5], upper[4]) == (below, wanted, above)


def test_a_die_covered_altogether_is_gone() -> None:
    pasted = with_die(table((80, 120)), donor(), 0, Pose(80, 120, EDGE, 0), np.random.default_rng(1))
    assert [row[4] for row in pasted.dice] == [COCKED_CLASS]
    assert len(pasted.angles) == 1


def test_what_need_not_be_found_stays_so() -> None:
    cut = table((80, 120))
    cut.dice[0, 5] = 0
    lower, _ = with_die(cut, donor(), 0, Pose(111, 120, EDGE, 0), np.random.default_rng(1)).dice
    assert (lower[4], lower[5]) == (COCKED_CLASS, 0)


def test_free_dice_keep_all_labels_and_those_laid_upon_never_do() -> None:
    free = upon = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        dice = lay_die(table((80, 120)), [donor()], rng, upon=False).dice
        assert dice[0, 4] == 4 and (dice[1:, 4] == 6).all()
        free += len(dice) == 2
        dice = lay_die(table((80, 120)), [donor()], rng, upon=True).dice
        upon += dice[-1, 4] == COCKED_CLASS
    assert free > 20
    assert upon >= 20, "three of four lie upon the other, the rest flat against it"


def test_a_cover_hides_what_it_lies_on() -> None:
    kinds = []
    for seed in range(60):
        before = table((120, 120))
        after = lay_cover(before, np.random.default_rng(seed), np.zeros((50, 50, 3), np.uint8))
        middle = after.picture[104:136, 104:136].astype(int)
        changed = float((np.abs(middle - 90).max(axis=2) > 60).mean())
        kind = after.dice[0, 4] if len(after.dice) else -1
        kinds.append(kind)
        if changed > 0.35:
            assert kind in (COCKED_CLASS, -1)
    assert {4.0, float(COCKED_CLASS)} <= set(kinds)


def test_shares_that_are_covered() -> None:
    mask = np.zeros((240, 240), np.float32)
    mask[:, :80] = 1
    assert covered_shares(table((80, 120), (160, 120), (40, 60)), mask) == pytest.approx(
        [0.5, 0, 1], abs=0.03
    )

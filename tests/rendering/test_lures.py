"""Things that are no dice are drawn where they are asked for, and nowhere else."""

import numpy as np
import pytest

from companion.rendering.lures import LURES, lay


@pytest.mark.every(4)
@pytest.mark.parametrize("kind", LURES)
def test_a_lure_is_drawn_at_its_place_only(kind: str) -> None:
    bare = np.full((150, 200, 3), 140, np.uint8)
    seen = lay(bare, kind, (60.0, 75.0), 18.0, 5)
    changed = np.abs(seen.astype(int) - bare).max(axis=2) > 15
    rows, columns = np.nonzero(changed)
    assert changed.sum() > 20
    assert np.hypot(columns.mean() - 60, rows.mean() - 75) < 23
    assert not changed[:, 130:].any()
    assert np.array_equal(seen, lay(bare, kind, (60.0, 75.0), 18.0, 5))
    assert not np.array_equal(seen, lay(bare, kind, (60.0, 75.0), 18.0, 6))

"""Things that are no dice are drawn where they are asked for, and nowhere else."""

import numpy as np
import pytest

from companion.rendering.lures import LURES, lay


@pytest.mark.parametrize("kind", LURES)
def test_a_lure_is_drawn_at_its_place_only(kind: str) -> None:
    bare = np.full((300, 400, 3), 140, np.uint8)
    seen = lay(bare, kind, (120.0, 150.0), 36.0, 5)
    changed = np.abs(seen.astype(int) - bare).max(axis=2) > 15
    rows, columns = np.nonzero(changed)
    assert changed.sum() > 80
    assert np.hypot(columns.mean() - 120, rows.mean() - 150) < 45
    assert not changed[:, 260:].any()
    assert np.array_equal(seen, lay(bare, kind, (120.0, 150.0), 36.0, 5))
    assert not np.array_equal(seen, lay(bare, kind, (120.0, 150.0), 36.0, 6))

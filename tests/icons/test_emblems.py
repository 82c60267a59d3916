"""The emblems as SVG."""

from typing import Any
from xml.etree import ElementTree

import pytest

from companion.icons.emblems import emblem_svg, filled_groups
from companion.referee.seats import EMBLEMS


@pytest.mark.parametrize("emblem", EMBLEMS)
def test_an_emblem_is_svg_with_a_path_for_each_group(emblem: Any) -> None:
    drawn = ElementTree.fromstring(f"<svg>{emblem_svg(emblem)}</svg>")
    assert len(drawn) == len(filled_groups(emblem))

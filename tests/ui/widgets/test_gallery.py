"""Every page of the gallery draws, at every size the screen is made for."""

from pathlib import Path
from typing import Any

import pytest

from tests.ui.sizes import SIZES
from tests.ui.widgets.gallery import PAGES, EditorPage


@pytest.mark.every(3)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_page_shows_something(screen: Any, tmp_path: Path, name: Any, size: Any) -> None:
    import cv2

    screen.resize(*size)
    page = EditorPage()
    PAGES[name](page)
    screen.show(page.sheet)
    picture = cv2.imread(str(screen.picture(tmp_path / f"{name}.png")))
    assert picture.shape[:2] == (size[1], size[0])
    assert picture.std() > 10

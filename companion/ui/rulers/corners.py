"""Four handles to drag to the corners of the dice tray."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from calibration.boards import Points
from companion.locale.messages import gettext
from companion.ui.rulers.annotations import Annotation, Polyline
from companion.ui.rulers.ruler import Ruler
from companion.ui.rulers.table_picture import Pixel, TablePicture


class CornersRuler(Ruler):
    """An outline with four corners; it needs no calibration."""

    title: ClassVar[str] = gettext("Corners")
    names: ClassVar[bool] = False
    needs_plane: ClassVar[bool] = False

    def __init__(self, table_picture: TablePicture) -> None:
        super().__init__(table_picture)
        wide, high = table_picture.size
        shares = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))
        self.handles: list[Pixel] = [(wide * across, high * down) for across, down in shares]

    @property
    def corners(self) -> Points:
        """The corners, 4 x 2 pixels."""
        return np.array(self.handles)

    def own_annotations(self) -> Sequence[Annotation]:
        """The outline."""
        return [Polyline(self.corners, closed=True)]

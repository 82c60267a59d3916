"""All games that were kept: go on with any of them."""

from typing import TYPE_CHECKING, Any

from companion.journal.records import GameRecord
from companion.ui.layout import column, scrolled, tall
from companion.ui.screens.cover import covered
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import ChoiceCard

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class GamesScreen(Screen):
    """The newest first."""

    name = "games"

    def __init__(self, stage: "Stage", **words: Any) -> None:
        super().__init__(stage, **words)
        cards = [tall(self._card(record), 84) for record in stage.equipment.journal.games()]
        self.add_widget(covered(stage, "All games", scrolled(column(*cards))))

    def _card(self, record: GameRecord) -> ChoiceCard:
        return ChoiceCard(
            title=f"{record.title}, {record.played[:10]}",
            detail=_standing(record),
            on_tap=lambda _: self.stage.do(lambda: self.stage.resume(record.id)),
        )


def _standing(record: GameRecord) -> str:
    names = ", ".join(seat.name for seat in record.seats)
    won = " and ".join(seat.name for seat in record.seats if seat.id in record.winners)
    return f"{names}: won by {won}" if won else f"{names}: {record.entries} answers so far"

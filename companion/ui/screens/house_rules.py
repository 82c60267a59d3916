"""House rules: a switch for everything the rules leave open, each with the rule it comes from."""

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.referee.houserules import Switch
from companion.ui import theme
from companion.ui.layout import Words, column, row, scrolled, tall
from companion.ui.screens.cover import covered
from companion.ui.screens.lobby import LobbyScreen
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import BigButton, ChoiceCard

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class HouseRulesScreen(Screen):
    """Every switch with its choices side by side."""

    name = "house rules"

    def __init__(self, stage: "Stage", lobby: LobbyScreen, **words: Any) -> None:
        super().__init__(stage, lobby=lobby, **words)
        self.lobby = lobby
        rows = column(gap=theme.SMALL, pad=theme.SMALL)
        for switch in lobby.game.switches:
            rows.add_widget(Words(f"{switch.title}   {switch.rule}", theme.BODY, bold=True))
            rows.add_widget(tall(self._choices(switch), theme.BUTTON))
        plain = tall(
            BigButton(text="All as printed", kind="quiet", on_tap=lambda _: self._reset()), theme.TAP
        )
        self.add_widget(covered(stage, "House rules", scrolled(rows), plain))

    def _choices(self, switch: Switch) -> Widget:
        default = str(getattr(self.lobby.game.house_rules(), switch.name))
        now = self.lobby.chosen.get(switch.name, default)
        cards = row()

        def choose(card: ChoiceCard, value: str) -> None:
            for other in cards.children:
                other.chosen = other is card
            self.lobby.chosen.pop(switch.name, None)
            if value != default:
                self.lobby.chosen[switch.name] = value

        for choice in switch.choices:
            cards.add_widget(
                ChoiceCard(
                    title=choice.words,
                    chosen=choice.value == now,
                    on_tap=lambda card, value=choice.value: choose(card, value),
                )
            )
        return cards

    def _reset(self) -> None:
        self.lobby.chosen.clear()
        self.stage.back()

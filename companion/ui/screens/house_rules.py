"""The house rules screen: a switch for each, with the rule that leaves it open."""

from collections.abc import Iterator
from typing import Any

from kivy.uix.widget import Widget

from companion.errors import UnknownName
from companion.locale.messages import gettext
from companion.referee.houserules import Switch, fitting
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, grid, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.lobby import BOARD, LobbyScreen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import ChoiceCard, HoldButton, even_heights

FIRST = ("board", "mode", "edition")
"""Switches of the game's variant, which come first."""
ACROSS = 3
"""Choices side by side; more of them, and all in portrait, are in two columns."""
ELSEWHERE = gettext("All the time")

SwitchGroup = tuple[str, list[Switch]]
"""A heading and the switches under it."""


class HouseRulesScreen(Screen):
    """Every switch with its choices, grouped by the step in which it matters; changed ones on top."""

    name = "house rules"

    def __init__(self, shell: Shell, lobby: LobbyScreen, **params: Any) -> None:
        super().__init__(shell, lobby=lobby, **params)
        self.lobby = lobby
        self._game = shell.context.find_game(lobby.game.id)
        self._rows = column(pad=theme.SPACE_8)
        self._show()
        plain = fixed_height(
            HoldButton(
                text=gettext("Back to the printed rules"), kind="quiet", on_tap=lambda _: self._reset()
            ),
            theme.BUTTON_HEIGHT,
        )
        self.add_widget(
            overlay_layout(
                shell, gettext("House rules of {game}", game=self._game.title), scrollable(self._rows), plain
            )
        )

    def _show(self) -> None:
        """Lay all switches out."""
        self._rows.clear_widgets()
        for heading, switches in self._groups():
            self._rows.add_widget(TextLabel(heading, theme.SUBTITLE, theme.ACCENT, bold=True))
            for switch in switches:
                self._lay(switch, self._rows)

    def _objection(self, name: str, value: str) -> Ruling | None:
        """Return why a choice does not fit the board; None if it does."""
        on_board = {each: chosen for each, chosen in self.lobby.chosen.items() if each == BOARD}
        return fitting(self._game.house_rules, {**on_board, name: value})[1].get(name)

    def _groups(self) -> Iterator[SwitchGroup]:
        """The groups: the variant, then changed switches, then all others by step."""
        switches = list(self._game.switches)
        first = [switch for switch in switches if switch.name in FIRST]
        if first:
            yield gettext("What do you play?"), first
        changed = [switch for switch in switches if switch.name in self.lobby.chosen and switch not in first]
        if changed:
            yield gettext("Changed"), changed
        rest = [switch for switch in switches if switch not in first and switch not in changed]
        steps = [step.title for step in self._game.steps]
        for title in dict.fromkeys((*steps, ELSEWHERE)):
            here = [switch for switch in rest if self._step(switch) == title]
            if here:
                yield title, here

    def _step(self, switch: Switch) -> str:
        """The title of the step in which a switch matters."""
        game = self._game
        try:
            return game.step(game.rulebook.find(switch.rule).step).title
        except UnknownName:
            return ELSEWHERE

    def _lay(self, switch: Switch, rows: Widget) -> None:
        title = TextLabel("", theme.BODY, bold=True)
        rows.add_widget(title)
        rows.add_widget(self._choices(switch, title))
        self._update_text(switch, title)

    def _update_text(self, switch: Switch, title: TextLabel) -> None:
        """Write the title; a changed switch is highlighted."""
        changed = switch.name in self.lobby.chosen
        title.text = gettext("{rule} (changed)", rule=switch.title) if changed else switch.title
        title.color = theme.ACCENT if changed else theme.TEXT

    def _choices(self, switch: Switch, title: TextLabel) -> Widget:
        now = self.lobby.chosen.get(switch.name, switch.default)

        def choose(card: ChoiceCard, value: str) -> None:
            for other in cards.children:
                other.chosen = other is card
            self.lobby.chosen.pop(switch.name, None)
            if value != switch.default:
                self.lobby.chosen[switch.name] = value
            self.lobby.chosen, refused = fitting(self._game.house_rules, self.lobby.chosen)
            for ruling in refused.values():
                self.shell.show_refusal(ruling, gettext("Switched off"))
            if refused or switch.listing is not None:
                self._show()
            self._update_text(switch, title)

        most = 2 if theme.METRICS.portrait else ACROSS
        across = len(switch.choices) if len(switch.choices) <= most else 2
        cards = grid(across=across, size_hint_y=None)
        for choice in switch.choices:
            card = ChoiceCard(
                title=choice.text,
                chosen=choice.value == now,
                ruling=self._objection(switch.name, choice.value),
                on_tap=lambda card, value=choice.value: choose(card, value),
            )
            card.bind(on_denied=lambda _, why: self.shell.show_refusal(why))
            cards.add_widget(card)
        cards.bind(width=lambda *_: even_heights(cards))
        return cards

    def _reset(self) -> None:
        self.lobby.chosen.clear()
        self.shell.close_overlay()

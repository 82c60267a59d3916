"""The pages of the scenario editor about winning: the ways to win and the conditions of each."""

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.games.rogue.scenario import Condition, ConditionKind, Victory
from companion.games.rogue.victory_words import in_words
from companion.games.rogue.words import side_name
from companion.locale.messages import capitalised, gettext
from companion.referee.ruling import Ruling
from companion.tools.editors.authoring import scenario_sides
from companion.tools.editors.editor_page import (
    EditorPage,
    MapEditorPage,
    card,
    card_grid,
    cards,
    delete_button,
    heading,
    page_button,
)
from companion.tools.editors.header import text_button
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, row, scrollable, spacer
from companion.ui.widgets.controls.stepper import Stepper

KINDS: dict[ConditionKind, tuple[str, str]] = {
    "eliminate": (gettext("Eliminate"), gettext("A player has no units left.")),
    "reach": (gettext("Reach"), gettext("One unit comes into a zone.")),
    "hold": (gettext("Hold"), gettext("They hold the zones for some turns.")),
    "kill": (gettext("Take units"), gettext("A player has lost that many units.")),
    "survive": (gettext("Survive"), gettext("They still have a unit after some rounds.")),
}
"""Name and description of each kind of condition."""
QUESTIONS: dict[ConditionKind, str] = {
    "eliminate": gettext("Whose units must be gone?"),
    "reach": gettext("Which zone do they reach?"),
    "hold": gettext("Which zones do they hold?"),
    "kill": gettext("Whose units do they take?"),
    "survive": gettext("How long must they last?"),
}
NUMBERS: dict[ConditionKind, tuple[str, int]] = {
    "hold": (gettext("turns"), 9),
    "kill": (gettext("units"), 20),
    "survive": (gettext("rounds"), 30),
}
"""Unit and largest offered number of each condition with a number."""


LENGTHS: dict[int, float] = {70: theme.SUBTITLE, 110: theme.BODY}
WIDE_LENGTHS: dict[int, float] = {150: theme.TITLE, 250: theme.SUBTITLE, 400: theme.BODY}
"""Font sizes by the maximum number of letters, beside the map and over the whole width."""


class VictoriesPage(EditorPage):
    """All ways to win, one sentence each; any one of them wins."""

    name = "victories"
    question = gettext("Who wins, and how?")

    def content(self) -> Widget:
        """Return the sentences, and a button for each side that adds a way."""
        known = self.scenario.victories
        listed = [
            card(self.draft.victory_sentence(number), _all_needed(victory), partial(self._open, number))
            for number, victory in enumerate(known)
        ]
        adding = [self._adding(side.name) for side in self.scenario.sides]
        across = 1 if theme.METRICS.portrait else 2
        starts = range(0, len(adding), across)
        lines = [fixed_height(row(*adding[start : start + across]), theme.BUTTON_HEIGHT) for start in starts]
        return column(cards(*listed), *lines)

    def _adding(self, side: str) -> Widget:
        """Return a button that adds a way to win; it is highlighted for a side that has none."""
        has = any(victory.side == side for victory in self.scenario.victories)
        text, kind = (
            (gettext("Another way for {side}", side=side_name(side)), "quiet")
            if has
            else (gettext("A way for {side}", side=side_name(side)), "primary")
        )
        return text_button(text, partial(self._add, side), kind=kind)

    def _open(self, number: int) -> None:
        self.screen.go("victory", victory=number)

    def _add(self, side: str) -> None:
        self.screen.go("kind", side=side)


class VictoryPage(EditorPage):
    """One way to win with its conditions, all of which are needed."""

    name = "victory"
    home = "victories"

    def __init__(self, screen: Any, victory: int) -> None:
        super().__init__(screen)
        self.victory = victory

    def build(self) -> Widget:
        """Build the sentence above the conditions."""
        known = self.scenario.victories[self.victory]
        conditions = [
            card(_sentence(condition, known, self), KINDS[condition.kind][1], partial(self._open, number))
            for number, condition in enumerate(known.conditions)
        ]
        more = text_button(
            gettext("Add a condition"), lambda: self.screen.go("kind", victory=self.victory), icon="plus"
        )
        sentence = heading(self.draft.victory_sentence(self.victory), theme.TITLE, theme.ACCENT)
        hint = gettext("All of this is needed:") if len(conditions) > 1 else gettext("This is needed:")
        return column(
            self.head(gettext("How {side} can win", side=side_name(known.side))),
            sentence,
            TextLabel(hint, theme.BODY, theme.MUTED),
            cards(*conditions),
            fixed_height(row(delete_button(self._remove), more), theme.BUTTON_HEIGHT),
            pad=theme.SPACE_8,
        )

    def forward(self) -> list[Widget]:
        """Return the button back to all ways to win."""
        return [page_button(gettext("Done"), self.back, icon="check")]

    def _open(self, index: int) -> None:
        self.screen.go("condition", victory=self.victory, index=index)

    def _remove(self) -> None:
        self.screen.keep(lambda: self.builder.remove_victory(self.victory))
        self.back()


class KindPage(EditorPage):
    """Chooses the kind of condition for a new way to win or for an existing one."""

    name = "kind"
    home = "victories"
    question = gettext("What must they do?")

    def __init__(self, screen: Any, side: str = "", victory: int = -1) -> None:
        super().__init__(screen)
        self._side, self._victory = side, victory

    def content(self) -> Widget:
        """Return a card for each kind."""
        return cards(*(card(*texts, partial(self._take, kind)) for kind, texts in KINDS.items()))

    def forward(self) -> list[Widget]:
        """Return nothing: a kind must be chosen first."""
        return []

    def _take(self, kind: ConditionKind) -> None:
        """Add a condition and open its page."""
        if self.screen.keep(lambda: self._added(kind)):
            victory = self._victory if self._victory >= 0 else len(self.scenario.victories) - 1
            index = len(self.scenario.victories[victory].conditions) - 1
            self.screen.go("condition", victory=victory, index=index)

    def _added(self, kind: ConditionKind) -> Ruling:
        if self._victory < 0:
            return self.builder.add_victory(self._side, kind)
        return self.builder.add_condition(self._victory, kind)


class ConditionPage(MapEditorPage):
    """One condition: its zones on the map or its players, its number, and the sentence of the victory."""

    name = "condition"
    home = "victory"

    def __init__(self, screen: Any, victory: int, index: int) -> None:
        super().__init__(screen)
        self.victory, self.index = victory, index
        self.question = QUESTIONS[self.condition.kind]

    @property
    def condition(self) -> Condition:
        """The current condition."""
        return self.scenario.victories[self.victory].conditions[self.index]

    @property
    def on_map(self) -> bool:
        """Whether the condition needs zones."""
        return self.condition.kind in ("reach", "hold")

    @property
    def highlighted(self) -> tuple[str, ...]:
        """The zones of the condition."""
        return self.condition.zones

    def build(self) -> Widget:
        """Build the map beside the tools if the condition needs zones, else only the tools."""
        if self.on_map:
            return super().build()
        return column(self.head(self.question), *self._without_map(), pad=theme.SPACE_8)

    def show(self) -> None:
        """Show the current condition."""
        if self.on_map:
            super().show()
        else:
            self.screen.show()

    def touch(self, zone: str) -> None:
        """Add a zone to the condition, or remove it."""
        self.screen.do(lambda: self.builder.toggle_zone(self.victory, self.index, zone))

    def tools(self) -> list[Widget]:
        """Return the sentence, the number, and a button that deletes the condition."""
        hint = (
            gettext("Any one of them is enough.")
            if self.condition.kind == "reach"
            else gettext("All of them are needed.")
        )
        return [
            heading(gettext("Tap zones on the map.")),
            TextLabel(hint, theme.BODY, theme.MUTED),
            *self._number(),
            self._sentence(LENGTHS),
            delete_button(self._remove),
        ]

    def _without_map(self) -> list[Widget]:
        known = self.scenario.victories[self.victory]
        keys = [
            card(
                gettext("Player {number}", number=player),
                gettext(self.scenario.side_of(player)),
                partial(self._toggle, player),
                chosen=player in self.condition.players,
            )
            for player in scenario_sides.enemies(self.scenario, known.side)
        ]
        asks_for_players = self.condition.kind in ("eliminate", "kill")
        across = 2 if theme.METRICS.portrait else max(1, len(keys))
        players = [card_grid(*keys, across=across)] if asks_for_players else []
        below = row(delete_button(self._remove), spacer())
        return [
            *players,
            *self._number(),
            self._sentence(WIDE_LENGTHS),
            fixed_height(below, theme.BUTTON_HEIGHT),
        ]

    def _sentence(self, lengths: dict[int, float]) -> Widget:
        """Return the sentence of the victory; longer sentences are smaller, very long ones scroll."""
        text = self.draft.victory_sentence(self.victory)
        size = next((size for most, size in lengths.items() if len(text) <= most), theme.CAPTION)
        self._sentence_label = TextLabel(text, size, theme.ACCENT, bold=True)
        return scrollable(column(self._sentence_label))

    def _number(self) -> list[Widget]:
        """Return a stepper if the condition has a number."""
        if self.condition.kind not in NUMBERS:
            return []
        unit, most = NUMBERS[self.condition.kind]
        now = self.condition.number
        stepper = Stepper(least=1, most=max(most, now), value=now, unit=unit)
        stepper.bind(value=lambda _, value: self._count(int(value)))
        return [fixed_height(stepper, 84)]

    def _count(self, number: int) -> None:
        """Store the number and update only the sentence: the finger is still on the stepper."""
        self.screen.keep(lambda: self.builder.set_number(self.victory, self.index, number))
        self._sentence_label.text = self.draft.victory_sentence(self.victory)

    def _toggle(self, player: int) -> None:
        self.screen.do(lambda: self.builder.toggle_player(self.victory, self.index, player))

    def _remove(self) -> None:
        whole = len(self.scenario.victories[self.victory].conditions) == 1
        self.screen.keep(lambda: self.builder.remove_condition(self.victory, self.index))
        if whole:
            self.screen.go("victories")
        else:
            self.back()

    def back(self) -> None:
        """Return to the page of the victory."""
        self.screen.go("victory", victory=self.victory)

    def forward(self) -> list[Widget]:
        """Return the Done button."""
        return [page_button(gettext("Done"), self.back, icon="check")]


def _all_needed(victory: Victory) -> str:
    if len(victory.conditions) == 1:
        return ""
    return gettext("{count} conditions, all of them needed", count=len(victory.conditions))


def _sentence(condition: Condition, victory: Victory, page: EditorPage) -> str:
    return capitalised(in_words(condition, victory, page.scenario, page.builder.field))

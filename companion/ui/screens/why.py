"""Why?: the rules behind the open question, and the whole rulebook below."""

from collections.abc import Iterable
from typing import Any

from kivy.uix.widget import Widget

from companion.referee.houserules import departures
from companion.referee.rulebook import Rule
from companion.ui import theme
from companion.ui.layout import TextLabel, column, scrollable
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Screen, Shell


class WhyScreen(Screen):
    """Rules in large words, the ones that matter now on top."""

    name = "why"

    def __init__(self, shell: Shell, step: str = "", rules: tuple[str, ...] = (), **params: Any) -> None:
        super().__init__(shell, step=step, rules=rules, **params)
        question = self.playing.question
        game = self.playing.game
        title = game.step(step).title if step else "Why?"
        asked = rules or (question.rules if question is not None and not step else ())
        first = [rule for rule in game.rulebook.rules if rule.id in asked or (step and rule.step == step)]
        rest = [rule for rule in game.rulebook.rules if rule not in first]
        pages = column(gap=theme.SPACE_12, pad=theme.SPACE_8)
        prompt = question.prompt if question is not None else ""
        heading = "For this step" if step else "For this event" if rules else prompt
        self._add(pages, heading, first)
        self._house_rules(pages)
        self._add(pages, "All other rules", rest)
        self.add_widget(overlay_layout(shell, title, scrollable(pages)))

    def _add(self, pages: Widget, heading: str, rules: Iterable[Rule]) -> None:
        pages.add_widget(TextLabel(heading, theme.SUBTITLE, theme.ACCENT, bold=True))
        for rule in rules:
            pages.add_widget(TextLabel(f"{rule.title}   {rule.id}", theme.BODY, bold=True))
            pages.add_widget(TextLabel(rule.text, theme.BODY, theme.MUTED))

    def _house_rules(self, pages: Widget) -> None:
        chosen = departures(self.playing.house)
        switches = {switch.name: switch for switch in self.playing.game.switches}
        if chosen:
            pages.add_widget(TextLabel("House rules of this game", theme.SUBTITLE, theme.ACCENT, bold=True))
        for name, value in chosen.items():
            words = next(choice.words for choice in switches[name].choices if choice.value == value)
            pages.add_widget(
                TextLabel(f"{switches[name].title} {words}   {switches[name].rule}", theme.BODY, theme.MUTED)
            )

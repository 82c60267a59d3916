"""Why?: the rules behind the open question, and the whole rulebook below."""

from collections.abc import Iterable
from typing import Any

from kivy.uix.widget import Widget

from companion.locale.messages import gettext, joined
from companion.referee.houserules import departures
from companion.referee.rulebook import Rule
from companion.ui import theme
from companion.ui.layout import TextLabel, pages, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell


class WhyScreen(Screen):
    """The rules in large letters, the relevant ones on top."""

    name = "why"

    def __init__(self, shell: Shell, step: str = "", rules: tuple[str, ...] = (), **params: Any) -> None:
        super().__init__(shell, step=step, rules=rules, **params)
        question = self.playing.question
        game = self.playing.game
        title = game.step(step).title if step else gettext("Why?")
        asked = rules or (question.rules if question is not None and not step else ())
        first = [rule for rule in game.rulebook.rules if rule.id in asked or (step and rule.step == step)]
        rest = [rule for rule in game.rulebook.rules if rule not in first]
        parts: list[Widget] = []
        prompt = question.prompt if question is not None else ""
        heading = gettext("For this step") if step else gettext("For this event") if rules else prompt
        self._add(parts, heading, first)
        self._house_rules(parts)
        self._add(parts, gettext("All other rules"), rest)
        self.add_widget(overlay_layout(shell, title, scrollable(pages(*parts))))

    def _add(self, parts: list[Widget], heading: str, rules: Iterable[Rule]) -> None:
        parts.append(TextLabel(heading, theme.SUBTITLE, theme.ACCENT, bold=True))
        for rule in rules:
            parts.append(TextLabel(joined([rule.title, rule.id], "   "), theme.BODY, bold=True))
            parts.append(TextLabel(rule.text, theme.BODY, theme.MUTED))

    def _house_rules(self, parts: list[Widget]) -> None:
        chosen = departures(self.playing.house)
        switches = {switch.name: switch for switch in self.playing.game.switches}
        if chosen:
            parts.append(
                TextLabel(gettext("House rules of this game"), theme.SUBTITLE, theme.ACCENT, bold=True)
            )
        for name, value in chosen.items():
            text = switches[name].text(value)
            parts.append(
                TextLabel(
                    joined([joined([switches[name].title, text]), switches[name].rule], "   "),
                    theme.BODY,
                    theme.MUTED,
                )
            )

"""Why?: the rules behind the open question, and the whole rulebook below."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.referee.houserules import departures
from companion.referee.rulebook import Rule
from companion.ui import theme
from companion.ui.layout import Words, column, scrolled
from companion.ui.screens.cover import covered
from companion.ui.screens.screen import Screen

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class WhyScreen(Screen):
    """Rules in large words, the ones that matter now on top."""

    name = "why"

    def __init__(self, stage: "Stage", step: str = "", **words: Any) -> None:
        super().__init__(stage, step=step, **words)
        question = self.playing.question
        game = self.playing.game
        title = game.step(step).title if step else "Why?"
        asked = question.rules if question is not None and not step else ()
        first = [rule for rule in game.rulebook.rules if rule.id in asked or (step and rule.step == step)]
        rest = [rule for rule in game.rulebook.rules if rule not in first]
        pages = column(gap=theme.GAP, pad=theme.SMALL)
        self._add(pages, "For this step" if step else question.prompt if question is not None else "", first)
        self._house_rules(pages)
        self._add(pages, "All other rules", rest)
        self.add_widget(covered(stage, title, scrolled(pages)))

    def _add(self, pages: Widget, heading: str, rules: Iterable[Rule]) -> None:
        pages.add_widget(Words(heading, theme.LEAD, theme.LAMP, bold=True))
        for rule in rules:
            pages.add_widget(Words(f"{rule.title}   {rule.id}", theme.BODY, bold=True))
            pages.add_widget(Words(rule.text, theme.BODY, theme.MUTED))

    def _house_rules(self, pages: Widget) -> None:
        chosen = departures(self.playing.house)
        switches = {switch.name: switch for switch in self.playing.game.switches}
        if chosen:
            pages.add_widget(Words("House rules of this game", theme.LEAD, theme.LAMP, bold=True))
        for name, value in chosen.items():
            words = next(choice.words for choice in switches[name].choices if choice.value == value)
            pages.add_widget(
                Words(f"{switches[name].title} {words}   {switches[name].rule}", theme.BODY, theme.MUTED)
            )

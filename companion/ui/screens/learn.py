"""The learning screen: a first turn with explanations, and the game's rules."""

from typing import Any

from kivy.uix.widget import Widget

from companion.app.night.lessons import first_lesson
from companion.errors import CompanionError
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import TextLabel, fixed_height, pages, scrollable
from companion.ui.screen import Screen
from companion.ui.screens.lobby import LobbyScreen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton


class LearnScreen(Screen):
    """A button that starts a first game against the computer; below it the rules, step by step."""

    name = "learn"

    def __init__(self, shell: Shell, lobby: LobbyScreen, **params: Any) -> None:
        super().__init__(shell, lobby=lobby, **params)
        self._game = shell.context.find_game(lobby.game.id)
        begin = BigButton(text=gettext("Play a first turn"), icon="play", on_tap=lambda _: self._begin())
        parts: list[Widget] = []
        headings = {step.id: step.title for step in self._game.steps}
        heading = ""
        for rule in self._game.rulebook.rules:
            if headings.get(rule.step, "All the time") != heading:
                heading = headings.get(rule.step, gettext("All the time"))
                parts.append(TextLabel(heading, theme.SUBTITLE, theme.ACCENT, bold=True))
            parts.append(TextLabel(rule.title, theme.BODY, bold=True))
            parts.append(TextLabel(rule.text, theme.BODY, theme.MUTED))
        self.add_widget(
            overlay_layout(
                shell,
                gettext("Learn {game}", game=self._game.title),
                fixed_height(begin, theme.BUTTON_HEIGHT),
                scrollable(pages(*parts)),
            )
        )

    def _begin(self) -> None:
        context, shell = self.shell.context, self.shell
        try:
            session = first_lesson(context.journal, self._game, context.dice_roller)
        except CompanionError as failure:
            shell.show_error(failure)
            return
        shell.show_session(session)
        shell.coach.begin(self._game.lessons)

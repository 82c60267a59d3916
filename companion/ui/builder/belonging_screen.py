"""What can be done with one of the table's own besides changing it: renamed, handed on, set aside."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games.rogue.authoring import library
from companion.games.rogue.data_files import title_in
from companion.journal.save_folder import exchange_folder
from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.builder.heads import headed
from companion.ui.builder.pages import card, cards
from companion.ui.builder.scenario_bench import ScenarioBench
from companion.ui.builder.workbench import Workbench
from companion.ui.layout import Words, column, tall
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import HoldButton
from companion.ui.widgets.keyboard import Keyboard

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class BelongingScreen(Screen):
    """Two cards, and a button that must be held.

    Args:
        stage: the stage.
        path: the file, among the table's own.
    """

    name = "belonging"
    stays = True

    def __init__(self, stage: "Stage", path: Path, **words: Any) -> None:
        super().__init__(stage, path=path, **words)
        self.path, self._title = path, title_in(path)
        self._folder = exchange_folder(stage.context.journal.path.parent)
        field = self._is_field
        along = "Its photographs and the scenarios on it come along." if field else "Nothing else changes."
        with_it = "with its photographs" if field else "with its battlefield"
        away = HoldButton(text="Set aside", on_tap=lambda _: self._set_aside())
        away.bind(on_denied=lambda _, why: stage.refuse(why))
        ruling = library.judge_set_aside(path)
        away.ruling = None if ruling.allowed else ruling
        hint = "What is set aside can be taken back, at the end of the list."
        self.add_widget(
            column(
                headed(self._leave, self._title),
                cards(
                    card("Rename", along, self._ask_name),
                    card("Save a copy", f"To {self._folder}, {with_it}.", self._hand_on),
                ),
                Words(hint, theme.BODY, theme.MUTED),
                tall(away, theme.BUTTON),
                pad=theme.SMALL,
            )
        )

    @property
    def _is_field(self) -> bool:
        return self.path.parent.name == "battlefields"

    def _ask_name(self) -> None:
        Keyboard(
            title="What shall it be called?", words=self._title, on_done=lambda _, name: self._rename(name)
        ).open()

    def _rename(self, title: str) -> None:
        if self.stage.do(lambda: self._renamed(title)):
            self._leave()
            self.stage.say(f"It is called {title} now")

    def _renamed(self, title: str) -> Ruling:
        if not self._is_field:
            scenario = ScenarioBench.load(self.path)
            return scenario.do(lambda: scenario.builder.call(title))
        bench = Workbench.load(self.path)
        ruling = bench.call(title)
        if ruling.allowed:
            bench.save()
        return ruling

    def _hand_on(self) -> None:
        if self.stage.do(self._copied):
            self.stage.say(f"Copied to {self._folder}")

    def _copied(self) -> None:
        library.copy_to(self.path, self._folder)

    def _set_aside(self) -> None:
        if self.stage.do(self._laid_aside):
            self._leave()
            self.stage.say(f"{self._title} is set aside")

    def _laid_aside(self) -> None:
        library.set_aside(self.path)

    def _leave(self) -> None:
        self.stage.open(self.path.parent.name)

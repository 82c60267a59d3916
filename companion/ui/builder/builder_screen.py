"""The builder: tiles laid out, zones joined, marked and named by fingers on the map."""

from typing import TYPE_CHECKING, Any

from companion.referee.ruling import Ruling
from companion.ui import theme
from companion.ui.builder.builder_map import BuilderMap
from companion.ui.builder.heads import headed, laid_out
from companion.ui.builder.modes import MODES, Mode
from companion.ui.builder.workbench import Workbench
from companion.ui.layout import column, row, tall, wide
from companion.ui.screens.screen import Screen
from companion.ui.widgets.buttons import BigButton
from companion.ui.widgets.keyboard import Keyboard, WrittenLine

if TYPE_CHECKING:
    from companion.ui.stage import Stage


class BuilderScreen(Screen):
    """The map beside the tools of the mode that is chosen.

    Attributes:
        bench: what is built.
        map: the map.
        mode: what a touch on the map means now.
    """

    name = "builder"
    stays = True

    def __init__(self, stage: "Stage", bench: Workbench, mode: str = "Tiles", **words: Any) -> None:
        super().__init__(stage, bench=bench, **words)
        self.bench = bench
        self.map = BuilderMap(bench)
        self.map.bind(on_place=lambda _, place: self.mode.touch(place))
        self.side = column()
        self._title = WrittenLine(text=bench.field.title, title="What is the battlefield called?")
        self._title.bind(text=lambda _, text: self._rename(text))
        self._check = BigButton(kind="quiet", on_tap=lambda _: self._show_flaws())
        save = BigButton(text="Save", on_tap=lambda _: self.save())
        self._tabs = {name: self._tab(name) for name in MODES}
        tabs = tall(row(*self._tabs.values(), gap=theme.HAIR), theme.TAP)
        head = headed(self._leave, self._title, wide(self._check, 130), wide(save, 100))
        self.add_widget(laid_out(head, self.map, column(tabs, self.side)))
        self.mode: Mode = MODES[mode](self)
        self.choose(mode)

    def choose(self, name: str) -> None:
        """Go over to a mode."""
        self.words["mode"] = name
        for tab, button in self._tabs.items():
            button.kind = "primary" if tab == name else "quiet"
        self.mode = MODES[name](self)
        self.show()

    def show(self) -> None:
        """Show the workbench and the tools as they are now."""
        self.map.linked, self.map.free, self.map.named = self.mode.linked, self.mode.free, self.mode.named
        self.map.chosen = self.mode.chosen
        self.map.show()
        self.map.selectable = self.mode.selectable
        self.side.clear_widgets()
        for part in self.mode.tools():
            self.side.add_widget(part)
        count = len(self.bench.builder.check())
        self._check.text = f"{count} to mend" if count else "Ready"

    def did(self, ruling: Ruling) -> None:
        """Something was done to the battlefield, or refused."""
        if ruling.allowed:
            self.bench.changed = True
        else:
            self.stage.refuse(ruling)
        self.show()

    def ask(self, title: str, words: str, deed: Any) -> None:
        """Have something typed."""
        Keyboard(title=title, words=words, on_done=lambda _, typed: self.did(deed(typed))).open()

    def save(self) -> bool:
        """Write everything to disk, and say where it is for whoever wants to share it."""
        return self.stage.do(self._save)

    def _save(self) -> None:
        path = self.bench.save()
        self.stage.say(f"Kept as {path}")

    def _tab(self, name: str) -> BigButton:
        return BigButton(text=name, kind="quiet", on_tap=lambda _: self.choose(name))

    def _rename(self, title: str) -> None:
        if title != self.bench.field.title:
            self.did(self.bench.call(title))
            self._title.text = self.bench.field.title

    def _show_flaws(self) -> None:
        ruling = self.bench.problems()
        if ruling.allowed:
            self.stage.say("Nothing to mend: it can be played")
        else:
            self.stage.refuse(ruling, "To mend before it can be played")

    def _leave(self) -> None:
        """Go back to the list; what was changed is kept."""
        if not self.bench.changed or self.save():
            self.stage.open("battlefields")

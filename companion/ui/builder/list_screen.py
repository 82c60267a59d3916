"""All battlefields: the table's own, then those of the game; what is wrong with broken ones."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import BrokenFile
from companion.games.rogue.battlefield_check import flaws
from companion.games.rogue.battlefield_files import read_battlefield
from companion.referee.ruling import Ruling, refuse
from companion.ui.builder.heads import headed
from companion.ui.builder.workbench import Workbench, field_files, is_own
from companion.ui.layout import column, scrolled, tall
from companion.ui.screens.screen import Screen
from companion.ui.theme import SMALL
from companion.ui.widgets.buttons import BigButton, ChoiceCard
from companion.ui.widgets.keyboard import Keyboard

if TYPE_CHECKING:
    from companion.ui.stage import Stage


CARD, BROKEN_CARD = 84, 112
"""Heights of cards, in theme pixels."""


class BattlefieldsScreen(Screen):
    """A card for each; a new one is named first."""

    name = "battlefields"
    stays = True

    def __init__(self, stage: "Stage", **words: Any) -> None:
        super().__init__(stage, **words)
        new = BigButton(text="New battlefield", icon="plus", on_tap=lambda _: self._ask_name())
        files = sorted(field_files().values(), key=lambda path: not is_own(path))
        cards = [self._card(path) for path in files]
        for card in cards:
            tall(card, BROKEN_CARD if card.denied else CARD)
        head = headed(self._leave, "Battlefields", new)
        self.add_widget(column(head, scrolled(column(*cards)), pad=SMALL))

    def _card(self, path: Path) -> ChoiceCard:
        try:
            field = read_battlefield(path, unfinished=True)
        except BrokenFile as error:
            words = refuse("RG-SCN", str(error))
            card = ChoiceCard(title=path.stem, detail=_shortly(error, path), ruling=words)
            card.bind(on_denied=lambda _, ruling: self._explain(path, ruling))
            return card
        tiles = ", ".join(tile.id for tile in field.tiles) or "no tile yet"
        mend = len(flaws(field))
        state = f"{mend} to mend" if mend else "the table's own" if is_own(path) else "comes with the game"
        card = ChoiceCard(title=field.title, detail=f"{tiles}: {state}")
        card.bind(on_tap=lambda _: self.stage.do(partial(self._open, path)))
        return card

    def _explain(self, path: Path, ruling: Ruling) -> None:
        self.stage.refuse(ruling, f"{path.stem} cannot be read")

    def _open(self, path: Path) -> None:
        bench = Workbench.load(path)
        self.stage.open("builder", bench=bench)
        if bench.dropped:
            links = "1 link" if bench.dropped == 1 else f"{bench.dropped} links"
            self.stage.say(f"Left out: {links} to zones that do not exist")

    def _ask_name(self) -> None:
        Keyboard(title="What shall it be called?", on_done=lambda _, words: self._begin(words)).open()

    def _begin(self, title: str) -> None:
        bench = Workbench()
        ruling = bench.builder.call(title)
        if not ruling.allowed:
            self.stage.refuse(ruling)
        elif bench.field.id in field_files():
            taken = refuse(
                "RG-SCN", f"There is a battlefield {title!r} already.", instead="Choose another name."
            )
            self.stage.refuse(taken)
        else:
            self.stage.open("builder", bench=bench)

    def _leave(self) -> None:
        """Go back; a game that waits at its set-up looks again for what it can be played on."""
        session = self.stage.session
        self.stage.back()
        if session is not None:
            self.stage.leave_game()
            self.stage.do(lambda: self.stage.resume(session.number))


def _shortly(error: BrokenFile, path: Path) -> str:
    """Say what is wrong without the path of the file, which the card's title says."""
    return str(error).replace(f"The file {path} ", "The file ").replace(" Mend it there.", "")

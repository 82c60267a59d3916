"""The lists of all battlefields and all scenarios, the players' own first. Broken files show their error."""

from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from kivy.uix.widget import Widget

from companion.errors import BrokenFile
from companion.games.rogue import scenario as scenarios
from companion.games.rogue.battlefield_check import problems
from companion.games.rogue.battlefield_files import read_battlefield
from companion.games.rogue.scenario import read_scenario, scenario_files
from companion.journal.save_folder import exchange_folder
from companion.locale.messages import applied, gettext, gettext_noop, ngettext
from companion.referee.ruling import refuse
from companion.tools.editors.authoring import library
from companion.tools.editors.authoring.library import FileKind, is_own
from companion.tools.editors.battlefield_draft import BattlefieldDraft, field_files
from companion.tools.editors.header import header_row, text_button
from companion.tools.editors.scenario_draft import ScenarioDraft
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable
from companion.ui.screen import Screen
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard
from companion.ui.widgets.controls.keyboard import Keyboard

CARD, BROKEN_CARD = 84, 112
"""Heights of a normal card and of a broken file's card, in theme pixels."""


class LibraryScreen(Screen):
    """A card for each file; New asks for a name. Below: files on a memory stick, and archived files."""

    kind: ClassVar[FileKind]
    title: ClassVar[str]
    new: ClassVar[str]
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        upright = theme.METRICS.portrait
        new = BigButton(
            text=gettext("New") if upright else self.new, icon="plus", on_tap=lambda _: self._ask_name()
        )
        new.label = self.new
        self._list = column()
        self.add_widget(
            column(
                header_row(self._leave, self.title, fixed_width(new, 120 if upright else 240)),
                scrollable(self._list),
                pad=theme.SPACE_8,
            )
        )

    def refresh(self) -> None:
        """List the current files."""
        self._list.clear_widgets()
        for path in sorted(self.files(), key=lambda path: not is_own(path)):
            self._list.add_widget(self._row(path))
        brought = library.found_in(self._folder, self.kind)
        self._add_files(
            gettext("In {folder}", folder=self._folder),
            gettext_noop("Import {file}"),
            brought,
            library.import_from,
        )
        self._add_files(
            gettext("Archived"),
            gettext_noop("Restore {file}"),
            library.set_aside_files(self.kind),
            library.restore,
        )

    @property
    def _folder(self) -> Path:
        return exchange_folder(self.shell.context.journal.path.parent)

    def _row(self, path: Path) -> Widget:
        card = self._card(path)
        line = card
        if is_own(path):
            more = BigButton(text=gettext("More"), icon="menu", kind="quiet")
            more.bind(on_tap=lambda _: self.shell.open_overlay("file actions", path=path))
            line = row(card, fixed_width(more, 130))
        least = BROKEN_CARD if card.denied else CARD
        card.bind(width=lambda *_: setattr(line, "height", max(theme.px(least), card.needed(card.width))))
        return fixed_height(line, least)

    def _card(self, path: Path) -> ChoiceCard:
        try:
            title, detail = self.described(path)
        except BrokenFile as error:
            refusal = refuse("RG-SCN", str(error))
            card = ChoiceCard(title=path.stem, detail=_without_path(error, path), ruling=refusal)
            card.bind(
                on_denied=lambda _, why: self.shell.show_refusal(
                    why, gettext("{file} cannot be read", file=path.stem)
                )
            )
            return card
        card = ChoiceCard(title=title, detail=detail)
        card.bind(on_tap=lambda _: self.shell.attempt(partial(self.open, path)))
        return card

    def _add_files(self, heading: str, text: str, files: list[Path], action: Any) -> None:
        """List files outside the library, each with a button for an action; its text names the `{file}`."""
        if files:
            self._list.add_widget(TextLabel(heading, theme.BODY, theme.ACCENT, bold=True))
        for file in files:
            key = text_button(gettext(text, file=file.stem), partial(self._fetch, file, action))
            self._list.add_widget(key)

    def _fetch(self, file: Path, action: Any) -> None:
        if self.shell.attempt(lambda: action(file)):
            self.refresh()
            self.shell.show_toast(gettext("{file} is here now", file=file.stem))

    def _ask_name(self) -> None:
        Keyboard(title=gettext("What is its name?"), on_done=lambda _, text: self.begin(text)).open()

    def _leave(self) -> None:
        """Go back; restart a game at its set-up, so that it finds new files."""
        session = self.shell.session
        self.shell.close_overlay()
        if session is not None:
            self.shell.leave_game()
            self.shell.attempt(lambda: self.shell.resume_game(session.number))

    def files(self) -> list[Path]:
        """List the files."""
        return []

    def described(self, path: Path) -> tuple[str, str]:
        """Return title and detail of a file's card.

        Raises:
            BrokenFile: the file is broken.
        """
        return path.stem, ""

    def open(self, path: Path) -> None:
        """Open a file."""

    def begin(self, title: str) -> None:
        """Create a new one."""


class BattlefieldLibraryScreen(LibraryScreen):
    """The list of battlefields."""

    name = "battlefields"
    kind = "battlefields"
    title = gettext("Battlefields")
    new = gettext("New battlefield")

    def files(self) -> list[Path]:
        """List all battlefields."""
        return list(field_files().values())

    def described(self, path: Path) -> tuple[str, str]:
        """Return the title, the tiles, and the number of problems."""
        field = read_battlefield(path, unfinished=True)
        tiles = ", ".join(tile.id for tile in field.tiles) or gettext("no tile yet")
        state = _state(path, len(problems(field)))
        return gettext(field.title), gettext("{tiles}: {state}", tiles=tiles, state=state)

    def open(self, path: Path) -> None:
        """Open a battlefield in the editor."""
        draft = BattlefieldDraft.load(path)
        self.shell.open_overlay("battlefield editor", draft=draft)
        if draft.dropped:
            self.shell.show_toast(
                ngettext(
                    "Left out: {count} link to zones that do not exist",
                    "Left out: {count} links to zones that do not exist",
                    draft.dropped,
                )
            )

    def begin(self, title: str) -> None:
        """Open the editor with an empty battlefield."""
        draft = BattlefieldDraft()
        ruling = draft.call(title)
        if ruling.allowed:
            self.shell.open_overlay("battlefield editor", draft=draft)
        else:
            self.shell.show_refusal(ruling)


class ScenarioLibraryScreen(LibraryScreen):
    """The list of scenarios; touching one of the game's makes a copy."""

    name = "scenarios"
    kind = "scenarios"
    title = gettext("Scenarios")
    new = gettext("New scenario")

    def files(self) -> list[Path]:
        """List all scenarios."""
        return list(scenario_files())

    def described(self, path: Path) -> tuple[str, str]:
        """Return the title, players, battlefield, and the number of problems."""
        scenario, field = read_scenario(path, unfinished=True)
        errors = len(scenarios.problems(scenario, field))
        detail = ngettext(
            "{count} player, {field}: {state}",
            "{count} players, {field}: {state}",
            scenario.players,
            field=gettext(field.title),
            state=_state(path, errors),
        )
        return gettext(scenario.title), detail

    def open(self, path: Path) -> None:
        """Open a scenario of the players; copy one of the game's under a new name."""
        draft = ScenarioDraft.load(path)
        if is_own(path):
            self.shell.open_overlay("scenario", draft=draft)
            return
        title = f"{draft.scenario.title} 2"
        keyboard = Keyboard(title=gettext("You change a copy. What is its name?"), text=title)
        keyboard.bind(on_done=lambda _, text: self._keep(draft, text, "all"))
        keyboard.open()

    def begin(self, title: str) -> None:
        """Create a scenario of everybody against everybody, and ask for its battlefield."""
        self._keep(ScenarioDraft.new(), title, "where")

    def _keep(self, draft: ScenarioDraft, title: str, page: str) -> None:
        if self.shell.attempt(lambda: draft.do(lambda: draft.builder.call(title))):
            self.shell.open_overlay("scenario", draft=draft, page=page)


def _state(path: Path, errors: int) -> str:
    if errors:
        return gettext("{count} to fix", count=errors)
    return gettext("the table's own") if is_own(path) else gettext("comes with the game")


def _without_path(error: BrokenFile, path: Path) -> str:
    """Return an error text without the path of the file, which the card's title shows."""
    return applied(lambda text: text.replace(f" {path}", "").replace(" Fix it there.", ""), str(error))

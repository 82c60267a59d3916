"""The pages of the scenario editor: overview, battlefield, level, sides, names, start zones, cover."""

from functools import partial
from typing import Any, cast

from kivy.uix.widget import Widget

from companion.errors import BrokenFile
from companion.games.rogue.battlefield import PLAYERS
from companion.games.rogue.battlefield_check import COVER_TOKENS
from companion.games.rogue.battlefield_files import load_battlefield
from companion.games.rogue.houserules import RogueHouseRules
from companion.games.rogue.scenario import Side
from companion.games.rogue.words import side_name
from companion.locale.messages import applied, gettext, joined, listed, ngettext
from companion.referee.houserules import switches
from companion.referee.ruling import refuse
from companion.tools.editors.battlefield_draft import field_files
from companion.tools.editors.editor_map import EditorMap
from companion.tools.editors.editor_page import EditorPage, MapEditorPage, card, card_grid, cards, heading
from companion.tools.editors.header import text_button
from companion.tools.editors.victory_pages import ConditionPage, KindPage, VictoriesPage, VictoryPage
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, grid, row, scrollable, spacer
from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard
from companion.ui.widgets.controls.keyboard import TextField

MAX_COVER = 3
"""Maximum number of cover tokens on a zone; another touch removes them all."""
MAX_STORY = 160
NO_STORY = gettext("Nothing yet. Tap to write.")
LEVEL_CHOICES = next(switch.choices for switch in switches(RogueHouseRules) if switch.name == "level")


class AllPage(EditorPage):
    """The overview: all settings of the scenario in words."""

    name = "all"
    question = ""

    def build(self) -> Widget:
        """Build the title above the cards."""
        title = TextField(text=self.scenario.title, title=gettext("What is the scenario called?"))
        title.bind(text=lambda _, text: self._rename(text))
        count = len(self.builder.check())
        check = BigButton(
            text=gettext("{count} to fix", count=count) if count else gettext("Ready"), kind="quiet"
        )
        check.bind(on_tap=lambda _: self._show_problems())
        kept_as = (
            gettext("Saved as {file}", file=self.builder.kept.name)
            if self.builder.kept is not None
            else gettext("Not saved yet")
        )
        kept = TextLabel(kept_as, theme.CAPTION, theme.MUTED, fill=True, lines=1)
        head = self.head(title, fixed_width(check, 130))
        return column(head, self.content(), fixed_height(kept, 22), pad=theme.SPACE_8, gap=theme.TARGET_GAP)

    def content(self) -> Widget:
        """Return a card for every question with its current answer."""
        scenario, go = self.scenario, self.screen.go
        victories = joined(map(self.draft.victory_sentence, range(len(scenario.victories))), "\n")
        wins = card(gettext("Who wins"), victories or gettext("No one yet."), partial(go, "victories"))
        others = (
            card(gettext("Sides"), sides_in_words(scenario.sides), partial(go, "sides")),
            card(gettext("Start zones"), self._starts(), partial(go, "starts")),
            card(gettext("Where"), gettext(self.builder.field.title), partial(go, "where")),
            card(gettext("Level"), level_words(scenario.level)[0], partial(go, "level")),
            card(
                gettext("Cover"),
                ngettext("{count} token", "{count} tokens", sum(self.builder.cover.values())),
                partial(go, "cover"),
            ),
            card(gettext("Story"), gettext(scenario.story) if scenario.story else NO_STORY, self._ask_story),
        )
        return scrollable(column(card_grid(wins), card_grid(*others, across=2)))

    def back(self) -> None:
        """Return to the list."""
        self.screen.shell.open_overlay("scenarios")

    def forward(self) -> list[Widget]:
        """Return nothing: this is the last page."""
        return []

    def _starts(self) -> str:
        starts = self.builder.starts
        lines = []
        for player in range(1, self.scenario.players + 1):
            zones = [self.builder.field.name(zone) for zone, who in starts.items() if who == player]
            places = joined(zones, ", ") if zones else gettext("nowhere yet")
            lines.append(gettext("{player}: {zones}", player=player, zones=places))
        return joined(lines, "; ")

    def _rename(self, title: str) -> None:
        if title != self.scenario.title:
            self.screen.do(lambda: self.builder.call(title))

    def _ask_story(self) -> None:
        self.screen.ask(
            gettext("What is it about?"), self.scenario.story, self.builder.set_story, longest=MAX_STORY
        )

    def _show_problems(self) -> None:
        ruling = self.draft.problems()
        if ruling.allowed:
            self.screen.shell.show_toast(gettext("No mistakes: you can play it"))
        else:
            self.screen.shell.show_refusal(ruling, gettext("Mistakes to fix first"))


class WherePage(EditorPage):
    """Chooses the battlefield; the map shows it."""

    name = "where"
    question = gettext("Where is it played?")

    def content(self) -> Widget:
        """Return the list of battlefields beside the map of the chosen one."""
        listed = cards(*(self._field(name) for name in field_files()))
        shown = EditorMap(self.draft.map, enabled=False)
        return column(shown, listed) if theme.METRICS.portrait else row(listed, shown)

    def _field(self, name: str) -> ChoiceCard:
        try:
            field = load_battlefield(name)
        except BrokenFile as error:
            ruling = refuse("RG-SCN", str(error), instead=gettext("Fix the battlefield first."))
            broken = ChoiceCard(title=name, detail=gettext("cannot be played on yet"), ruling=ruling)
            broken.bind(on_denied=lambda _, ruling: self.screen.shell.show_refusal(ruling))
            return broken
        tiles = ", ".join(tile.id for tile in field.tiles)
        return card(
            gettext(field.title), tiles, partial(self._take, name), chosen=name == self.scenario.battlefield
        )

    def _take(self, name: str) -> None:
        if name != self.scenario.battlefield:
            self.screen.shell.attempt(lambda: self.draft.place_on(name))
            self.show()


class LevelPage(EditorPage):
    """Chooses the level of the rules."""

    name = "level"
    question = gettext("For which level is it?")

    def content(self) -> Widget:
        """Return a card for each level."""
        return cards(*(self._level(choice.value) for choice in LEVEL_CHOICES))

    def _level(self, level: Any) -> ChoiceCard:
        chosen = level == self.scenario.level
        return card(*level_words(level), partial(self._take, level), chosen=chosen)

    def _take(self, level: Any) -> None:
        self.screen.do(lambda: self.builder.aim_at(level))


class SidesPage(EditorPage):
    """Chooses the number of players and their sides."""

    name = "sides"
    question = gettext("Who plays with whom?")

    def content(self) -> Widget:
        """Return the number of players, then a row for each player with the possible sides."""
        now = self.scenario.players
        numbers = [self._number(number, now) for number in range(2, PLAYERS + 1)]
        rows = [self._player(player) for player in range(1, now + 1)]
        hint = gettext("Tap each player's side.")
        return column(
            fixed_height(row(_before(gettext("Players")), *numbers), theme.BUTTON_HEIGHT),
            fixed_height(TextLabel(hint, theme.BODY, theme.MUTED, fill=True, lines=1), 30),
            *rows,
            spacer(),
        )

    def _number(self, number: int, now: int) -> BigButton:
        kind = "primary" if number == now else "quiet"
        return BigButton(
            text=str(number),
            kind=kind,
            on_tap=lambda _: self.screen.do(lambda: self.builder.set_players(number)),
        )

    def _player(self, player: int) -> Widget:
        known = self.scenario.sides
        keys = [
            self._key(side_name(side.name), player, number, chosen=player in side.players)
            for number, side in enumerate(known)
        ]
        alone = any(side.players == (player,) for side in known)
        if len(known) < self.scenario.players and not alone:
            keys.append(self._key(gettext("Alone"), player, len(known)))
        across = 2 if theme.METRICS.portrait else len(keys)
        lines = -(-len(keys) // across)
        high = lines * theme.TAP_TARGET + (lines - 1) * theme.SPACE_8
        return cast(
            Widget,
            fixed_height(
                row(_before(gettext("Player {number}", number=player)), grid(*keys, across=across)), high
            ),
        )

    def _key(self, name: str, player: int, side: int, *, chosen: bool = False) -> BigButton:
        kind = "primary" if chosen else "quiet"
        button = BigButton(text=name, kind=kind, on_tap=lambda _: self._put(player, side))
        return cast(BigButton, fixed_height(button, theme.TAP_TARGET))

    def _put(self, player: int, side: int) -> None:
        if side == len(self.scenario.sides) or player not in self.scenario.sides[side].players:
            self.screen.do(lambda: self.builder.assign(player, side))


class NamesPage(EditorPage):
    """Names the sides and sets their order of play."""

    name = "names"
    question = gettext("What are the sides called?")

    def content(self) -> Widget:
        """Return a text field for each side, in order of play."""
        rows = [
            fixed_height(self._side(number, side), theme.BUTTON_HEIGHT)
            for number, side in enumerate(self.scenario.sides)
        ]
        hint = gettext(
            "From Advanced on the sides take turns in this order; before that the players do, clockwise."
        )
        return column(*rows, TextLabel(hint, theme.BODY, theme.MUTED), spacer())

    def _side(self, number: int, side: Side) -> Widget:
        line = TextField(
            text=side.name, title=gettext("What are {players} called?", players=players_in_words(side))
        )
        line.bind(text=lambda _, text: self.screen.do(lambda: self.builder.name_side(number, text)))
        who = TextLabel(players_in_words(side), theme.BODY, theme.MUTED, fill=True)
        upright = theme.METRICS.portrait
        parts: list[Widget] = [fixed_width(who, 80 if upright else 170), line]
        if number:
            earlier = BigButton(text=gettext("Earlier"), kind="quiet")
            earlier.bind(on_tap=lambda _: self.screen.do(lambda: self.builder.play_earlier(number)))
            parts.append(fixed_width(earlier, 90 if upright else 120))
        return row(*parts)


class StartsPage(MapEditorPage):
    """Chooses the start zones of each player."""

    name = "starts"
    question = gettext("Where do they start?")

    def __init__(self, screen: Any) -> None:
        super().__init__(screen)
        self._player = 1

    @property
    def highlighted(self) -> tuple[str, ...]:
        """The start zones of the chosen player."""
        return tuple(zone for zone, player in self.builder.starts.items() if player == self._player)

    def tools(self) -> list[Widget]:
        """Return buttons for the players, and one that restores the battlefield's start zones."""
        keys = [
            text_button(
                gettext("Player {number}", number=player),
                partial(self._choose, player),
                kind="primary" if player == self._player else "quiet",
            )
            for player in range(1, self.scenario.players + 1)
        ]
        drawn = text_button(gettext("As on the battlefield"), self._as_drawn)
        hint = heading(gettext("Tap player {number}'s zones.", number=self._player))
        return [hint, grid(*keys, across=2), spacer(), *([drawn] if self.scenario.starts else [])]

    def touch(self, zone: str) -> None:
        """Add a start zone of the player, or remove it."""
        self.screen.do(lambda: self.builder.toggle_start(zone, self._player))

    def _choose(self, player: int) -> None:
        self._player = player
        self.show()

    def _as_drawn(self) -> None:
        self.screen.do(self.builder.start_as_drawn)


class CoverPage(MapEditorPage):
    """Places cover tokens on zones."""

    name = "cover"
    question = gettext("Where does cover lie?")

    def tools(self) -> list[Widget]:
        """Show what a touch does, and the number of used tokens."""
        laid = sum(self.builder.cover.values())
        return [
            heading(gettext("Tap a zone to add a token.")),
            TextLabel(
                gettext("A tap after {count} takes them away.", count=MAX_COVER), theme.BODY, theme.MUTED
            ),
            spacer(),
            heading(
                gettext("{count} of {most} tokens", count=laid, most=COVER_TOKENS), theme.TITLE, theme.ACCENT
            ),
        ]

    def touch(self, zone: str) -> None:
        """Add a token, or remove all after the maximum."""
        tokens = (self.builder.cover.get(zone, 0) + 1) % (MAX_COVER + 1)
        self.screen.do(lambda: self.builder.set_cover(zone, tokens))


def _before(text: str) -> Widget:
    """Return a label for the start of a row."""
    return cast(Widget, fixed_width(TextLabel(text, theme.SUBTITLE, bold=True, fill=True), 100))


def level_words(level: str) -> tuple[str, str]:
    """Return the name of a level and its description."""
    said = next(choice.text for choice in LEVEL_CHOICES if choice.value == level)
    return (
        applied(lambda text: text.partition(":")[0].strip(), said),
        applied(lambda text: text.partition(":")[2].strip(), said),
    )


def players_in_words(side: Side) -> str:
    """List the players of a side: ``"players 1 and 3"``."""
    numbers = listed(map(str, side.players))
    if len(side.players) == 1:
        return gettext("player {number}", number=numbers)
    return gettext("players {numbers}", numbers=numbers)


def sides_in_words(known: tuple[Side, ...]) -> str:
    """Describe the sides: who plays against whom."""
    text, *others = map(_side_in_words, known)
    for other in others:
        text = gettext("{side} against {other}", side=text, other=other)
    return text


def _side_in_words(side: Side) -> str:
    players = players_in_words(side)
    if side.name.lower() == players:
        return side_name(side.name)
    return gettext("{side} ({players})", side=side_name(side.name), players=players)


PAGES: dict[str, Any] = {
    page.name: page
    for page in (
        AllPage,
        WherePage,
        LevelPage,
        SidesPage,
        NamesPage,
        StartsPage,
        CoverPage,
        VictoriesPage,
        VictoryPage,
        KindPage,
        ConditionPage,
    )
}
"""Every page by its key."""

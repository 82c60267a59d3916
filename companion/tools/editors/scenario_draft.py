"""The scenario being edited, with its map. Every change is saved at once."""

from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.games.rogue.battlefield_files import load_battlefield
from companion.games.rogue.scenario import Scenario
from companion.games.rogue.victory_words import victory_sentence
from companion.referee.ruling import Reason, Ruling
from companion.tools.editors.authoring.battlefield_builder import BattlefieldBuilder
from companion.tools.editors.authoring.scenario_builder import ScenarioBuilder
from companion.tools.editors.battlefield_draft import BattlefieldDraft, field_files

FIRST_FIELD = "compound"
"""Battlefield of a new scenario until another one is chosen."""


class ScenarioDraft:
    """A scenario with its map.

    Attributes:
        builder: the model that applies changes.
        map: the battlefield with the scenario's start zones and cover.
    """

    def __init__(self, builder: ScenarioBuilder) -> None:
        self.builder = builder
        self.map = BattlefieldDraft()
        self._load_map()

    @classmethod
    def new(cls) -> "ScenarioDraft":
        """Create a scenario of everybody against everybody."""
        return cls(ScenarioBuilder.new(load_battlefield(FIRST_FIELD)))

    @classmethod
    def load(cls, path: Path) -> "ScenarioDraft":
        """Load a scenario of the players or of the game.

        Raises:
            BrokenFile: the file is no scenario, or its battlefield is missing.
        """
        return cls(ScenarioBuilder.load(path))

    @property
    def scenario(self) -> Scenario:
        """The current scenario."""
        return self.builder.scenario

    def do(self, action: Callable[[], Ruling]) -> Ruling:
        """Change the scenario and write it; undo the change if it cannot be written.

        Raises:
            BrokenFile: the scenario cannot be written.
        """
        before, field = self.builder.scenario, self.builder.field
        ruling = action()
        try:
            if ruling.allowed:
                self.builder.save()
        except CompanionError:
            self.builder.scenario, self.builder.field = before, field
            raise
        self._show_grounds()
        return ruling

    def place_on(self, name: str) -> Ruling:
        """Move the scenario to another battlefield.

        Raises:
            BrokenFile: the battlefield is not playable.
        """
        field = load_battlefield(name)
        ruling = self.do(lambda: self.builder.place_on(field))
        self._load_map()
        return ruling

    def problems(self) -> Ruling:
        """Return all problems that make the scenario unplayable as a ruling, with names for ids."""
        return Ruling.from_reasons(
            Reason("RG-SCN", self.map.in_names(flaw.text)) for flaw in self.builder.check()
        )

    def victory_sentence(self, victory: int) -> str:
        """Return a sentence that says how a side wins."""
        return victory_sentence(self.scenario.victories[victory], self.scenario, self.builder.field)

    def _load_map(self) -> None:
        """Load the map of the battlefield with its photographs."""
        path = field_files().get(self.builder.field.id)
        self.map = BattlefieldDraft.load(path) if path is not None else BattlefieldDraft()
        self._show_grounds()

    def _show_grounds(self) -> None:
        self.map.builder = BattlefieldBuilder(self.builder.shown_field())

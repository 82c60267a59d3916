"""The scenario being edited, with its map. Every change is saved at once."""

from collections.abc import Callable
from pathlib import Path

from companion.editors.battlefield_draft import BattlefieldDraft, field_files
from companion.errors import CompanionError
from companion.games.rogue.authoring.battlefield_builder import BattlefieldBuilder
from companion.games.rogue.authoring.scenario_builder import ScenarioBuilder
from companion.games.rogue.authoring.victory_text import victory_sentence
from companion.games.rogue.battlefield_files import load_battlefield
from companion.games.rogue.scenario import Scenario
from companion.referee.ruling import Reason, Ruling

FIRST_FIELD = "compound"
"""Where a new scenario is played until another battlefield is chosen."""


class ScenarioDraft:
    """What lies on it.

    Args:
        builder: the scenario.

    Attributes:
        builder: the model behind the fingers.
        map: the battlefield with the scenario's start zones and cover.
    """

    def __init__(self, builder: ScenarioBuilder) -> None:
        self.builder = builder
        self.map = BattlefieldDraft()
        self._load_map()

    @classmethod
    def new(cls) -> "ScenarioDraft":
        """Begin with everybody against everybody."""
        return cls(ScenarioBuilder.new(load_battlefield(FIRST_FIELD)))

    @classmethod
    def load(cls, path: Path) -> "ScenarioDraft":
        """Resume a scenario, or begin with one of the game's.

        Raises:
            BrokenFile: it is no scenario file, or its battlefield is missing.
        """
        return cls(ScenarioBuilder.load(path))

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is now."""
        return self.builder.scenario

    def do(self, action: Callable[[], Ruling]) -> Ruling:
        """Change the scenario and write it; what cannot be written is not changed either.

        Raises:
            BrokenFile: it cannot be written.
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
        """Play it on another battlefield.

        Raises:
            BrokenFile: the battlefield cannot be played on.
        """
        field = load_battlefield(name)
        ruling = self.do(lambda: self.builder.place_on(field))
        self._load_map()
        return ruling

    def problems(self) -> Ruling:
        """Say all that must be mended before anybody can play it, in names."""
        return Ruling.from_reasons(
            Reason("RG-SCN", self.map.in_names(flaw.text)) for flaw in self.builder.check()
        )

    def victory_sentence(self, victory: int) -> str:
        """Say in a sentence how a side wins."""
        return victory_sentence(self.scenario.victories[victory], self.scenario, self.builder.field)

    def _load_map(self) -> None:
        """Lay the map of the battlefield out, with its photographs."""
        path = field_files().get(self.builder.field.id)
        self.map = BattlefieldDraft.load(path) if path is not None else BattlefieldDraft()
        self._show_grounds()

    def _show_grounds(self) -> None:
        self.map.builder = BattlefieldBuilder(self.builder.shown_field())

"""Everything a screen needs besides its game: journal, games, camera, panels, club."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol

from companion import games
from companion.app.phones import PhoneService
from companion.app.settings import FILE, ClubSettings, Settings, write_settings
from companion.errors import UnknownName
from companion.hardware.backlight import Backlight
from companion.hardware.panel_group import PanelGroup
from companion.journal.journal import Journal
from companion.referee.dice_roller import DiceRoller
from companion.referee.game_info import GameInfo
from companion.referee.seats import Seat

if TYPE_CHECKING:
    from companion.app.cameras import Cameras
    from companion.app.dice_tray import DiceTray
    from companion.app.panel_controller import Presses
    from companion.app.session import Session
    from companion.app.table_camera import TableCamera
    from companion.referee.game import Game


class ClubLink(Protocol):
    """The way to the table's club; see companion/club."""

    @property
    def status(self) -> str:
        """How it is, in words for players."""

    def configure(self, settings: ClubSettings) -> None:
        """Act on settings; nothing connects before they switch it on."""

    def follow(self, session: "Session | None") -> None:
        """Follow this game from now on, or none."""

    def close(self) -> None:
        """Disconnect from the club."""


@dataclass
class AppContext:
    """Everything the screens need besides the game itself.

    Attributes:
        journal: where games are kept.
        games: the games of the lobby, in order.
        dice_roller: dice and shuffles by the companion.
        tray: the dice tray under a camera; nothing when dice are typed by hand.
        panels: buttons and lights.
        presses: what the panels' threads put presses into.
        by_hand: the table types its dice for now, camera or not.
        backlight: of the screen.
        settings: of this machine.
        table: a camera that sees the table; nothing when nothing can be measured on the screen.
        club: tells the table's club how it stands; nothing where no club can be told.
        phones: lets phones see the table and answer; nothing where there is no web server.
        open_cameras: opens the camera once the first screen is drawn; nothing where it is open or not wanted.
    """

    journal: Journal
    games: tuple[GameInfo, ...]
    dice_roller: DiceRoller = field(default_factory=DiceRoller)
    tray: "DiceTray | None" = None
    panels: PanelGroup = field(default_factory=lambda: PanelGroup(()))
    presses: "Presses" = field(default_factory=SimpleQueue)
    by_hand: bool = False
    backlight: Backlight = field(default_factory=Backlight)
    settings: Settings = field(default_factory=Settings)
    table: "TableCamera | None" = None
    club: ClubLink | None = None
    phones: PhoneService | None = None
    open_cameras: "Callable[[], Cameras] | None" = None

    def keep_settings(self, settings: Settings) -> None:
        """Write the settings down beside the journal; they are in force once they are on disk.

        Raises:
            OSError: they cannot be written to disk.
        """
        write_settings(self.journal.path.with_name(FILE), settings)
        self.settings = settings

    def begin_session(
        self, game: "Game[Any]", seats: tuple[Seat, ...], chosen: Mapping[str, str]
    ) -> "Session":
        """Start a new game."""
        from companion.app.session import Session

        return Session.begin(self.journal, game, seats, chosen, dice_roller=self.dice_roller)

    def resume_session(self, number: int) -> "Session":
        """Go on with a saved game."""
        from companion.app.session import Session

        return Session.resume(self.journal, number, self.find_game, dice_roller=self.dice_roller)

    def find_game(self, name: str) -> "Game[Any]":
        """Return the game with this id.

        Raises:
            UnknownName: this companion does not know it.
        """
        if name not in [game.id for game in self.games]:
            raise UnknownName(f"This companion does not know the game {name!r}: it needs a newer version.")
        return games.find_game(name)

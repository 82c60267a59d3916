"""Everything a screen needs besides its game: journal, games, camera, panels, club."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol

from companion import games
from companion.app.machine.repairs import Repairs
from companion.app.machine.settings import FILE, ClubSettings, Settings, write_settings
from companion.app.night.phones import PhoneService
from companion.errors import UnknownName
from companion.hardware.backlight import Backlight
from companion.hardware.panel_group import PanelGroup
from companion.journal.journal import Journal
from companion.referee.dice_roller import DiceRoller
from companion.referee.game_info import GameInfo
from companion.referee.seats import Seat

if TYPE_CHECKING:
    from companion.app.camera.cameras import Cameras
    from companion.app.camera.dice_tray import DiceTray
    from companion.app.camera.table_camera import TableCamera
    from companion.app.machine.owner_pin import OwnerPin
    from companion.app.night.panel_controller import Presses
    from companion.app.night.session import Session
    from companion.referee.game import Game


class ClubLink(Protocol):
    """The connection to the table's club; see companion/club."""

    @property
    def status(self) -> str:
        """The state of the connection, for players."""

    def configure(self, settings: ClubSettings) -> None:
        """Apply settings; nothing connects until they switch it on."""

    def follow(self, session: "Session | None") -> None:
        """Publish this game from now on; None for no game."""

    def close(self) -> None:
        """Disconnect from the club."""


@dataclass
class AppContext:
    """Everything the screens need besides the game itself.

    Attributes:
        journal: where games are kept.
        games: the games of the lobby, in order.
        dice_roller: dice and shuffles by the companion.
        tray: the dice tray under a camera; None if dice are entered by hand.
        panels: buttons and lights.
        presses: the queue into which the panels' threads put presses.
        by_hand: the table enters its dice by hand for now, with or without a camera.
        count_sure: rolls that the camera has read for sure count at once this evening; None until asked.
        backlight: of the screen.
        settings: of this machine.
        repairs: what was damaged, for the players to read.
        table: a camera that sees the table; None if nothing can be measured on the screen.
        club: publishes the game to the table's club; None without a club.
        phones: lets phones see the table and answer; None without a web server.
        open_cameras: opens the camera once the first screen is drawn; None if it is open or not wanted.
        pin: the owner's; None where nobody keeps one.
    """

    journal: Journal
    games: tuple[GameInfo, ...]
    dice_roller: DiceRoller = field(default_factory=DiceRoller)
    tray: "DiceTray | None" = None
    panels: PanelGroup = field(default_factory=lambda: PanelGroup(()))
    presses: "Presses" = field(default_factory=SimpleQueue)
    by_hand: bool = False
    count_sure: bool | None = None
    backlight: Backlight = field(default_factory=Backlight)
    settings: Settings = field(default_factory=Settings)
    repairs: Repairs = field(default_factory=Repairs)
    table: "TableCamera | None" = None
    club: ClubLink | None = None
    phones: PhoneService | None = None
    open_cameras: "Callable[[], Cameras] | None" = None
    pin: "OwnerPin | None" = None

    def keep_settings(self, settings: Settings) -> None:
        """Save the settings beside the journal; they take effect once they are on disk.

        Raises:
            OSError: they cannot be written to disk.
        """
        write_settings(self.journal.path.with_name(FILE), settings)
        self.settings = settings

    def begin_session(
        self, game: "Game[Any]", seats: tuple[Seat, ...], chosen: Mapping[str, str]
    ) -> "Session":
        """Start a new game."""
        from companion.app.night.session import Session

        return Session.begin(self.journal, game, seats, chosen, dice_roller=self.dice_roller)

    def resume_session(self, number: int) -> "Session":
        """Resume a saved game."""
        from companion.app.night.session import Session

        return Session.resume(self.journal, number, self.find_game, dice_roller=self.dice_roller)

    def find_game(self, name: str) -> "Game[Any]":
        """Return the game with this id.

        Raises:
            UnknownName: this companion does not know it.
        """
        if name not in [game.id for game in self.games]:
            raise UnknownName(
                "This companion does not know the game {name!r}: it needs a newer version.", name=name
            )
        return games.find_game(name)

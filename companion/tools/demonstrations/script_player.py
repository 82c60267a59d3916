"""Plays the scripts of `scripts.toml`: a line for each touch or picture, its verb a method here.

Everything is real but the people, the dice and the cameras: the window (drawn offscreen), the journal, and
the readers of the pictures.
"""

import json
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import cv2
import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from companion.app.camera.dice_tray import DiceTray
from companion.app.camera.table_camera import TableCamera
from companion.app.machine.releases import FOLDER, Releases
from companion.app.night.session import Session
from companion.errors import ElementNotFound
from companion.games import find_game
from companion.games.boards import library, received
from companion.games.boards.board import FOLDER as BOARDS
from companion.games.boards.board import load_board
from companion.games.boards.board_files import read_board_file, written
from companion.games.rogue.deck import Card
from companion.hardware import system_settings
from companion.referee.questions import Deploy, PickOrEnd, PlayCards, Roll
from companion.referee.table import Table
from companion.tools.demonstrations.moments import MOMENTS, first_way, good_bot, session_at, well_played
from companion.tools.demonstrations.offscreen import Offscreen
from companion.tools.demonstrations.shown_phones import ShownPhones
from companion.tools.demonstrations.simulated_table import CORNERS, printed_board, printed_tile
from companion.tools.editors.authoring.board_draft import BoardDraft
from companion.tools.editors.edit_modes import PaletteKey
from companion.ui.screens import settings, update
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.dice.symbol_pad import SymbolPad
from companion.vision.sources.picture_files import load_picture

if TYPE_CHECKING:
    from companion.tools.demonstrations.offscreen import Offscreen

Colours: TypeAlias = NDArray[np.uint8]
"""A picture: BGR, 0 to 255."""

MAX_COLOURS = 256
"""Maximum number of colours in a picture's palette."""
TITLE = "Title"
"""The PNG text chunk with the name of the screen."""
GRAIN = (9, 36, 9)
"""Diameter (pixels), colour sigma (grey levels) and space sigma (pixels) of the bilateral filter."""
SHADES = 6
"""Step of quantized grey levels in smoothed pictures."""
ROUNDS = 4
"""Iterations of k-means over the palette."""


def keep(screen: "Offscreen", path: Path, *, smooth: bool = False) -> None:
    """Save a screenshot and the name of the current screen.

    Args:
        screen: the app, offscreen.
        path: file of the screenshot.
        smooth: remove the fine grain of a camera's picture, which makes large files.
    """
    screen.picture(path)
    picture = load_picture(path)
    if smooth:
        picture = np.asarray(cv2.bilateralFilter(picture, *GRAIN) // SHADES * SHADES, np.uint8)
    shown = screen.shell.overlay or screen.shell.home
    path.write_bytes(encode_png(picture, shown.name if shown is not None else ""))


def screen_on(path: Path) -> str:
    """Return the name of the screen in a saved screenshot; empty if it contains none."""
    with Image.open(path) as picture:
        return str(picture.info.get(TITLE, "")).strip()


def encode_png(picture: Colours, title: str = "") -> bytes:
    """Encode a picture (BGR) as PNG with a palette, which takes a third, and the title of its screen."""
    colours = Image.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    reduced = colours.quantize(
        MAX_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=ROUNDS, dither=Image.Dither.NONE
    )
    words, file = PngInfo(), BytesIO()
    words.add_text(TITLE, title)
    reduced.save(file, "png", optimize=True, pnginfo=words)
    return file.getvalue()


SIZE = (800, 480)
STEPS = 1000
"""Maximum number of answers by touches until a wanted moment."""
SOON, BOTS = 2500, 60
"""Maximum number of a bot's answers until a wanted moment, and number of bots to try."""
TIMEOUT = 60.0
"""Maximum time until what is waited for has come, in seconds."""
WANTED: dict[str, Callable[[Table[Any]], bool]] = {
    "turn": lambda table: table.timeline.part != "setup",
    "attack": lambda table: isinstance(table.question, PickOrEnd) and table.state.step == "attack",
    "roll": lambda table: isinstance(table.question, Roll),
    "deploy": lambda table: isinstance(table.question, Deploy),
    "cards": lambda table: isinstance(table.question, PlayCards),
    "end": lambda table: table.question is None,
}
"""Moments of the game that is played, by name."""


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """One demonstration in `scripts.toml`.

    Attributes:
        about: what it shows.
        touches: its lines.
        stage: what stands before the camera; see `stages.py`.
        camera: the camera over the dice tray, if any.
        seed: of bots, shuffles and of dice rolled by the companion.
        cards: cards that are known to the table.
    """

    about: str
    touches: str
    stage: str = ""
    camera: str = ""
    seed: int = 1
    cards: tuple[Card, ...] = ()


def scripts() -> dict[str, Script]:
    """Return every demonstration by name."""
    file = Path(__file__).with_name("scripts.toml")
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, Script])


class ScriptPlayer:
    """Plays lines and takes pictures.

    Args:
        data: folder of the games.
        size: of the window, in pixels.
        folder: where to save the pictures.
        seed: of bots, shuffles and of dice rolled by the companion.
        tray: the dice tray, if any.

    Attributes:
        pictures: the pictures, in the order they were taken.
    """

    smooth = False
    """Whether the fine grain of a camera is removed from the pictures."""

    def __init__(
        self,
        data: Path,
        size: tuple[int, int] = SIZE,
        folder: Path = Path(),
        seed: int = 1,
        tray: DiceTray | None = None,
    ) -> None:
        self.screen, self.folder, self.seed = Offscreen(data, size, tray, seed), folder, seed
        self.pictures: list[Path] = []
        self.shell, self.pointer = self.screen.shell, self.screen.pointer
        self.driver = self.screen.driver
        self._bot: Any = None
        self._verbs = {
            name.removeprefix("do_").replace("_", " "): getattr(self, name)
            for name in dir(self)
            if name.startswith("do_")
        }

    def play(self, touches: str) -> None:
        """Play line by line.

        Raises:
            KeyError: a line begins with no verb.
        """
        for line in touches.strip().splitlines():
            words = line.split(" ")
            verb = next(
                verb for last in range(len(words), 0, -1) if (verb := " ".join(words[:last])) in self._verbs
            )
            argument = line.removeprefix(verb).strip()
            self._verbs[verb](*([argument] if argument else []))

    def close(self) -> None:
        """Close everything."""
        self.screen.close()

    @property
    def overlay(self) -> Any:
        """The open overlay."""
        return self.shell.overlay

    @property
    def session(self) -> Session:
        """The current session."""
        return self.shell.playing

    def wait_for(self, reached: Callable[[], object]) -> None:
        """Wait until a condition is true.

        Raises:
            ElementNotFound: it takes longer than `TIMEOUT`.
        """
        waited = 0.0
        while not reached():
            if waited > TIMEOUT:
                raise ElementNotFound(f"It never came to it; the screen says: {self.pointer.texts()}")
            self.screen.wait(0.1)
            waited += 0.1

    # --- the screen ----------------------------------------------------------------------------------------

    def do_picture(self, name: str) -> None:
        """Save a picture."""
        path = self.folder / f"{name}.png"
        keep(self.screen, path, smooth=self.smooth)
        self.pictures.append(path)

    def do_wait(self, seconds: str) -> None:
        """Let time pass, such as until toasts have disappeared."""
        self.screen.wait(float(seconds))

    def do_tap(self, text: str) -> None:
        """Tap what has this text."""
        self.pointer.tap(text)

    def do_tap_anywhere(self) -> None:
        """Tap the middle of the screen."""
        self.pointer.tap_at(*self.shell.center)

    def do_type(self, text: str) -> None:
        """Type a line on the open keyboard."""
        self.driver.type_words(text)

    def do_open(self, text: str) -> None:
        """Open an overlay, with a parameter: `time zone region=Europe`."""
        words = text.split(" ")
        params = dict(word.split("=") for word in words if "=" in word)
        self.shell.open_overlay(" ".join(word for word in words if "=" not in word), **params)

    def do_repaired(self, message: str) -> None:
        """Have something repaired that the players must be told."""
        self.shell.context.repairs.add(message)

    def do_close(self) -> None:
        """Close the overlay."""
        self.shell.close_overlay()

    def do_close_popup(self) -> None:
        """Close the popup."""
        self.shell.close_popup()

    def do_home(self) -> None:
        """Show what is behind all overlays."""
        self.shell.show_home()

    def do_seats(self) -> None:
        """Open the names, colours and emblems of the lobby's seats."""
        self.shell.open_overlay("seats", lobby=self.shell.home)

    def do_phones(self) -> None:
        """Have a phone service with fixed guests."""
        self.shell.context.phones = ShownPhones()

    def do_installation(self) -> None:
        """Replace what the system reports by fixed values, so that all machines make the same pictures."""
        folder = self.shell.context.journal.path.parent
        (folder / "current").symlink_to(f"{FOLDER}/1.1.0-5d41402abc")
        (folder / "previous").symlink_to(f"{FOLDER}/1.0.0-7d793037a0")
        shown: tuple[tuple[Any, str, object], ...] = (
            (settings, "network_name", "attic, companion, 192.168.1.20"),
            (settings, "capture_nodes", [Path("/dev/video0")]),
            (system_settings, "host_name", "companion"),
            (system_settings, "time_zone", "Europe/Berlin"),
            (update, "own_releases", Releases(folder)),
        )
        for module, name, value in shown:
            setattr(module, name, partial(_same, value))

    # --- the game ------------------------------------------------------------------------------------------

    def do_at(self, moment: str) -> None:
        """Show a new game at one of `MOMENTS`."""
        context = self.shell.context
        self.shell.show_session(session_at(context.journal, MOMENTS[moment], context.dice_roller))

    def do_until(self, wanted: str) -> None:
        """Let a bot play by touches until one of `WANTED`."""
        self._bot = self._bot or good_bot(self.session.table, self.seed)
        for _ in range(STEPS):
            if WANTED[wanted](self.session.table):
                return
            self.driver.give(well_played(self._bot, self.session.table))

    def do_skip(self, wanted: str) -> None:
        """Play on with a bot without the screen, then show the game again."""
        number, played = self.session.number, self.session.table

        def answering(seed: int) -> Callable[[Table[Any]], Any]:
            return partial(well_played, good_bot(played, seed))

        answers = first_way(
            lambda: Table.resume(played.game, played.positions, played.entries),
            answering,
            range(BOTS),
            WANTED[wanted],
            SOON,
        )
        self.shell.leave_game()
        session = Session.resume(self.shell.context.journal, number, find_game)
        for answer in answers:
            session.answer(answer, by="demonstration")
        self.shell.resume_game(number)

    def do_answer(self, raw: str) -> None:
        """Give an answer, in JSON, without the screen."""
        self.session.answer(json.loads(raw))

    def do_show(self) -> None:
        """Show the game anew."""
        self.shell.show_session(self.session)

    def do_leave(self) -> None:
        """Leave the game."""
        self.shell.leave_game()

    def do_place(self, name: str) -> None:
        """Touch a place on the board."""
        self.driver.touch_place(name)

    def do_refused(self, which: str = "first") -> None:
        """Touch a place that is not allowed: the first, or the one with the shortest reason."""
        denied: Any = self.session.question.denied  # type: ignore[union-attr]  # the question is for a place
        key = (lambda place: len(denied[place].text)) if which == "shortest" else None
        self.driver.touch_place(min(denied, key=key))

    def do_roll(self) -> None:
        """Roll the simulated dice before the camera."""
        self.driver.roll()

    def do_first_dice(self) -> None:
        """Enter the dice of the side that rolls first, the best faces from the last one down."""
        self.screen.wait(0.0)
        pad = self.pointer.find_kind(SymbolPad)
        first = pad.question.pools[0].seat
        for pool in pad.question.pools:
            for number in range(pool.most if pool.seat == first else 0):
                self.pointer.touch(pad.rows[pool.name].key(len(pad.rows[pool.name].sides) - number))

    def do_hand_over(self) -> None:
        """Show the screen between two turns."""
        self.shell.turn_display.hand_over(self.session)

    def do_hand_over_done(self) -> None:
        """Close the screen between two turns."""
        self.shell.turn_display.close()

    # --- the editors ---------------------------------------------------------------------------------------

    def do_square(self, name: str) -> None:
        """Touch a square of the battlefield."""
        self.pointer.tap_at(*self.overlay.map.where(name))

    def do_corners(self, text: str) -> None:
        """Touch corners of a zone on the tile."""
        for corner in text.split():
            x, y = map(float, corner.split(","))
            self.pointer.tap_at(*self.overlay.sheet.where((x, y)))

    def do_mark(self, text: str) -> None:
        """Put a sign into a zone."""
        sign, zone = text.split()
        keys = (key for key in self.overlay.walk() if isinstance(key, PaletteKey) and key.sign == sign)
        self.pointer.touch(next(keys))
        self.do_square(zone)

    def do_photograph(self) -> None:
        """Photograph a printed tile, and drag its corners into place."""
        picture = printed_tile()
        self.screen.context.table = TableCamera("felt table", lambda: picture, Path("no profile"))
        for text in ("Draw zones", "Photograph it"):
            self.pointer.tap(text)
        self.screen.wait(0.5)
        self.pointer.tap("Take the picture")
        sheet = self.overlay.sheet
        for number, corner in enumerate(CORNERS):
            self.pointer.drag(sheet.where(sheet.corners[number]), sheet.where(corner))

    def do_no_camera(self) -> None:
        """Take the camera over the table away."""
        self.screen.context.table = None

    def do_printed_board(self) -> None:
        """Lay a printed board of Europe under the camera, and keep another board that was taught here."""
        picture = printed_board(load_board("europe"))
        self.screen.context.table = TableCamera("felt table", lambda: picture, Path("no profile"))
        ours = msgspec.structs.replace(read_board_file(BOARDS / "duel.json"), name="Our lakes")
        BoardDraft.begin(picture, ours.name).finish(library.keep(ours))

    def do_board_from_a_phone(self) -> None:
        """Have a photo and a board of a phone wait at this table."""
        _, photo = cv2.imencode(".jpg", printed_board(load_board("europe")))
        received.receive_photo(photo.tobytes())
        board = msgspec.structs.replace(read_board_file(BOARDS / "archipelago.json"), name="Far Isles")
        received.receive_board(written(board).encode())

    def do_spots(self, text: str) -> None:
        """Touch spots on the picture of a board that is taught."""
        for spot in text.split():
            x, y = map(float, spot.split(","))
            self.pointer.tap_at(*self.overlay.canvas_view.where((x, y)))

    def do_middles(self, name: str) -> None:
        """Touch the middle of each territory of one of our boards."""
        board = load_board(name)
        for territory in board.territories:
            x, y = territory.label
            self.pointer.tap_at(*self.overlay.canvas_view.where((x, board.height - y)))

    def do_share(self, text: str) -> None:
        """Put a player on the side of another: `3 Player 1`."""
        player, _, side = text.partition(" ")
        keys = [key for key in self.overlay.walk() if isinstance(key, BigButton) and key.text == side]
        keys.sort(key=lambda key: key.to_window(*key.center)[1], reverse=True)
        self.pointer.touch(keys[int(player) - 1])

    def do_zones(self, names: str) -> None:
        """Touch zones of a scenario's map."""
        for name in names.split():
            self.pointer.tap_at(*self.overlay.page.map.where(name))


def _same(value: object) -> object:
    return value

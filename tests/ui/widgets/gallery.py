"""Pages with all widgets: drawn by `test_gallery`, and for developers to look at.

``python -m tests.ui.widgets.gallery FOLDER`` writes the pages as PNG files.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.referee.dice import Contest, DicePool, Force, pair_dice
from companion.referee.game_view import Figure, GameView, Place, Standing
from companion.referee.questions import Count, PlayCards, Roll
from companion.referee.ruling import Reason, Ruling, refuse
from companion.referee.seats import COLOURS, seats_of
from companion.referee.timeline import Chip, Timeline
from tests.ui.sizes import LARGE, SMALL, UPRIGHT

NO = refuse("CL-ATK", "Alaska has 1 army, an attack needs 2.", instead="Attack from Brazil.")
CONTEST = Contest(Force("red", "ural", 5, 3, bonus=1), Force("blue", "china", 3, 2))
ROLL = Roll(
    prompt="Roll",
    rules=("CL-ATK",),
    pools=(DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 2, 2)),
    contest=CONTEST,
)
CARDS = PlayCards(
    prompt="Trade in cards?",
    rules=("CL-CRD",),
    kinds=("artillery", "cavalry", "infantry", "wild"),
    allowed=(("artillery", "cavalry", "infantry"),),
    none="Keep them",
)


def steps(*titles: str, now: int) -> Timeline:
    """Return a timeline with these chips."""
    chips = tuple(
        Chip(title, title, "done" if n < now else "now" if n == now else "next")
        for n, title in enumerate(titles)
    )
    return Timeline("turn", chips, 4, "red", "red")


def standings(players: int, out: tuple[str, ...] = ()) -> GameView:
    """Return a game view with standings only."""
    return GameView(
        "territories",
        "classic",
        {},
        tuple(
            Standing(
                colour,
                (Figure("territories", 14 + n), Figure("armies", 31 - n), Figure("cards", 2)),
                colour in out,
            )
            for n, colour in enumerate(COLOURS[:players])
        ),
    )


def world(focus: tuple[str, ...] = (), board: Any = None) -> GameView:
    """Return a game view in which six seats share a board, by default the classic world."""
    from companion.games.boards.board import load_board

    board = board or load_board("classic")
    counts = (1, 2, 3, 5, 8, 12, 27)
    places = {
        territory.id: Place(COLOURS[(n * 5 + n // 4) % 6], counts[n % 7], ("capital",) if n == 30 else ())
        for n, territory in enumerate(board.territories)
    }
    if "brazil" in places:
        places["brazil"] = Place(None, 0)
    return GameView("territories", board.id, places, standings(6).standings, focus)


class EditorPage:
    """A page with widgets at fixed positions of the 800x480 screen; larger windows scale it."""

    def __init__(self) -> None:
        from kivy.uix.floatlayout import FloatLayout

        self.sheet = FloatLayout()

    def put(self, widget: Any, x: float, y: float, width: float, height: float) -> Any:
        """Place a widget; position and size in pixels of the small screen."""
        from companion.ui.theme import px

        widget.size_hint = (None, None)
        widget.pos, widget.size = (px(x), px(y)), (px(width), px(height))
        self.sheet.add_widget(widget)
        return widget


def buttons(page: EditorPage) -> None:
    from companion.ui.widgets.controls.buttons import BigButton, ChoiceCard, HoldButton
    from companion.ui.widgets.players.emblem import EmblemBadge

    page.put(BigButton(text="Confirm", icon="check"), 20, 405, 240, 60)
    page.put(BigButton(text="End attacks", kind="quiet"), 280, 405, 240, 60)
    page.put(HoldButton(text="End the game"), 540, 405, 240, 60).held = 0.6
    page.put(BigButton(text="Fortify", ruling=NO), 20, 335, 240, 60)
    page.put(BigButton(text="Attack again", detail="with 3 dice"), 280, 335, 240, 60)
    page.put(BigButton(text="Undo", icon="undo", kind="quiet"), 540, 337, 115, 52)
    page.put(BigButton(text="Why?", icon="question", kind="quiet"), 665, 337, 115, 52).pressed = True
    world = ChoiceCard(title="Classic Risk", detail="2 to 6 players, the whole world, sets or stars")
    page.put(world, 20, 215, 370, 108).chosen = True
    badge = EmblemBadge(seat=seats_of(1)[0])
    page.put(ChoiceCard(title="Deal", detail="By chance, as many to each", picture=badge), 410, 215, 370, 108)
    for n, seat in enumerate(seats_of(10)):
        page.put(EmblemBadge(seat=seat, lit=n == 2, struck=n == 4), 10 + n * 78, 125, 76, 76)
        page.put(EmblemBadge(seat=seat), 25 + n * 78, 75, 40, 40)


def battle_panel() -> Any:
    """Return the panel strip in a battle between the first two of three seats."""
    from companion.hardware.signals import frame, meanings
    from companion.ui.widgets.status.panel_strip import PanelStrip

    seats = seats_of(3)
    roll = Roll(
        seat="red",
        prompt="?",
        rules=("CL-ATK",),
        pools=(DicePool("attack", "red", 1, 3), DicePool("defence", "blue", 1, 2)),
        contest=Contest(Force("red", "x", 3, 3), Force("blue", "y", 2, 2)),
    )
    shown = frame(steps("Reinforce", "Attack", "Fortify", now=1), seats, roll)
    return PanelStrip(frame=shown, meanings=meanings(roll, seats), seats=seats)


def strips(page: EditorPage) -> None:
    from companion.ui.widgets.controls.stepper import Stepper
    from companion.ui.widgets.controls.toast import Toast
    from companion.ui.widgets.players.seat_strip import SeatStrip
    from companion.ui.widgets.status.timeline_strip import TimelineStrip

    page.put(
        TimelineStrip(timeline=steps("Draft", "Attack", "Achieve", "Maneuver", now=1), clock="12:31"),
        0,
        432,
        800,
        48,
    )
    long = steps("Reinforce", "Attack", "Fortify", "Draw a card", "Objectives", now=2)
    page.put(TimelineStrip(timeline=long, clock="1:12:31", paused=True), 0, 380, 800, 48)
    three = Count(prompt="How many dice?", rules=("CL-ATK",), least=1, most=3, suggested=3, unit="dice")
    page.put(Stepper.asking(three), 20, 260, 250, 90)
    page.put(Stepper(least=2, most=27, value=12, unit="armies to Kamchatka"), 300, 226, 250, 146)
    page.put(battle_panel(), 0, 0, 800, 50)
    page.put(Toast(), 100, 165, 600, 54).say("Blue attacks Kamchatka from Alaska with three dice")
    named = seats_of(3, ("Ann", "Bob", "Carla"))
    page.put(
        SeatStrip(game_view=standings(6, ("green",)), seats=seats_of(6), active="blue", event="x"),
        0,
        104,
        800,
        48,
    )
    page.put(
        SeatStrip(game_view=standings(3), seats=named, active="blue", event="Blue lost 2 in Alaska"),
        0,
        52,
        800,
        48,
    )


def dice(page: EditorPage) -> None:
    from companion.ui import theme
    from companion.ui.widgets.dice.die import DieFace
    from companion.ui.widgets.dice.odds_bar import OddsBar
    from companion.ui.widgets.dice.pair_table import PairTable

    for n, body in enumerate(theme.DIE_COLOURS):
        marked: dict[int, dict[str, Any]] = {
            1: {"bonus": 1},
            3: {"unsure": True},
            4: {"lost": True},
            5: {"chosen": True},
            9: {"faint": True},
        }
        page.put(DieFace(face=n % 7, body=body, **marked.get(n, {})), 5 + n * 72, 400, 70, 70)
    pairs = pair_dice(CONTEST, {"attack": (6, 3, 2), "defence": (5, 3)})
    page.put(PairTable(pairs=pairs, contest=CONTEST), 10, 120, 400, 260)
    bar = {"names": ("Ann", "Bob"), "text": "Ann is likely to keep 4 of 6 armies"}
    page.put(OddsBar(attacker=0.742, defender=0.258, colours=("red", "blue"), **bar), 430, 260, 350, 100)
    page.put(OddsBar(attacker=0.002, defender=0.998, colours=("yellow", "black"), **bar), 430, 140, 350, 100)


def entry(page: EditorPage) -> None:
    from companion.ui.widgets.dice.dice_pad import DicePad
    from companion.ui.widgets.players.cards import CardPicker

    pad = page.put(DicePad(), 10, 10, 420, 460)
    pad.ask(ROLL, labels={"attack": "Ann attacks", "defence": "Bob defends"})
    pad.enter({"attack": (6, 3), "defence": (5,)})
    page.put(CardPicker(question=CARDS), 440, 10, 350, 460).picked = ("artillery", "cavalry")


def cards(page: EditorPage) -> None:
    from companion.icons.sheets import icon_sheet
    from companion.ui.widgets.players.cards import CardPicture

    for n, kind in enumerate(icon_sheet("cards")):
        page.put(
            CardPicture(kind=kind, count=2 if n == 1 else 0, ruling=NO if n == 4 else None),
            8 + n * 132,
            240,
            124,
            200,
        )


def live_view(page: EditorPage) -> None:
    import numpy as np

    from companion.ui.widgets.dice.live_view import LiveView, name_of
    from companion.vision.dice import DieReading

    picture = np.full((720, 1280, 3), (60, 90, 40), np.uint8)
    found = (
        DieReading(6, (200, 200, 300, 300), "red", 0.99, True),
        DieReading(3, (500, 20, 600, 120), "red", 0.99, True),
        DieReading(5, (1150, 400, 1250, 500), "white", 0.4, False),
    )
    for die in found:
        x0, y0, x1, y1 = map(int, die.box)
        picture[y0:y1, x0:x1] = (40, 40, 190) if die.colour == "red" else 235
    live = page.put(
        LiveView(tone="unsure", labels=lambda die: f"{die.colour} {name_of(die)}"), 10, 100, 440, 370
    )
    live.show(picture, found, "Is the white die a 5?")
    page.put(LiveView(text="Waiting for the camera"), 470, 100, 320, 370)


def board(page: EditorPage) -> None:
    _map(page, world(), None)


def picking(page: EditorPage) -> None:
    game_view = world()
    _map(page, game_view, tuple(id for id, place in game_view.places.items() if place.owner == "yellow"))


def attacking(page: EditorPage) -> None:
    _map(page, world(("alaska", "kamchatka")), ("kamchatka", "alberta"))


def _map(page: EditorPage, game_view: GameView, selectable: tuple[str, ...] | None) -> None:
    from companion.games.boards.board import load_board
    from companion.ui.widgets.board.territory_map import TerritoryMap
    from companion.ui.widgets.players.seat_strip import SeatStrip
    from companion.ui.widgets.status.timeline_strip import TimelineStrip

    board, seats = load_board("classic"), seats_of(6)
    page.put(
        TerritoryMap(board=board, game_view=game_view, seats=seats, selectable=selectable), 0, 48, 520, 384
    )
    page.put(
        TimelineStrip(timeline=steps("Draft", "Attack", "Fortify", now=1), clock="12:31"), 0, 432, 800, 48
    )
    page.put(SeatStrip(game_view=game_view, seats=seats, active="yellow", event="Blue lost 2"), 0, 0, 800, 48)


def ruling(page: EditorPage) -> None:
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

    refused = Ruling(
        False,
        (
            Reason("CL-ATK-2", "Alaska has 1 army, an attack needs at least 2."),
            Reason(
                "CL-ATK-5",
                "No attacks after a fortify move, and you have already fortified in this turn.",
                True,
            ),
        ),
        "Attack from Brazil, Kamchatka or Peru.",
    )
    words = "You may attack from a territory that holds at least two of your armies; one must stay behind."
    sheet = RulingPopup(ruling=refused, title="Attack from Alaska?", texts={"CL-ATK-2": words})
    page.put(sheet, 0, 0, 800, 480)


SIZES = (SMALL, LARGE, UPRIGHT)
"""The tested window sizes; pages keep their landscape positions and are cut off in portrait."""

PAGES: dict[str, Callable[[EditorPage], None]] = {
    page.__name__: page
    for page in (buttons, strips, dice, entry, cards, live_view, board, picking, attacking, ruling)
}
"""Every page by its name."""


def draw_gallery(screen: Any, folder: Path) -> Iterator[Path]:
    """Draw every page in the window and write it to the folder."""
    for name, fill in PAGES.items():
        page = EditorPage()
        fill(page)
        screen.show(page.sheet)
        yield screen.picture(folder / f"{name}.png")


def main() -> None:
    """Write the gallery in all three sizes."""
    from tests.ui.conftest import Screen, open_window

    screen = Screen(open_window())
    for width, height in SIZES:
        screen.resize(width, height)
        folder = Path(sys.argv[1]) / f"{width}x{height}"
        folder.mkdir(parents=True, exist_ok=True)
        for path in draw_gallery(screen, folder):
            print(path)


if __name__ == "__main__":
    main()

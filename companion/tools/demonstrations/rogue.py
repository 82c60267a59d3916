"""Makes the screenshots of Battlefield Rogue: ``python -m companion.tools.demonstrations.rogue FOLDER``.

Simulated touches draw a battlefield; random bots play the games to the wanted questions.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.games import find_game
from companion.games.rogue.cards import NEW
from companion.games.rogue.deck import Card, Effect, Power, save_card
from companion.referee.questions import Choose, PickOrEnd, Question, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.seats import seats_of
from companion.tools.demonstrations.screenshots import keep
from companion.tools.demonstrations.window import offscreen_app

if TYPE_CHECKING:
    from companion.app.night.session import Session
    from companion.tools.demonstrations.offscreen import Offscreen

SIZE = (800, 480)
SEEDS = range(1, 40)
"""Seeds of games to try until one reaches the wanted question."""
ANSWERS = 700
"""Maximum number of answers in a game."""
TOAST_SECONDS = 4.5
"""Seconds until toasts have disappeared."""
HOUSE = {"level": "commander"}
DECK = (
    Card(name="Smoke", kind="weapons", windows=("combat",), powers=(Power((Effect("blocks", 2),)),)),
    Card(
        name="Flanking fire",
        kind="weapons",
        windows=("combat",),
        powers=(Power((Effect("upgrade", 2),)), Power((Effect("hits", 1),))),
    ),
    Card(
        name="Hold the line",
        kind="leadership",
        windows=("combat",),
        needs="leader",
        powers=(Power((Effect("blocks", 1), Effect("draw", 1))),),
    ),
    Card(
        name="Second wave", kind="leadership", windows=("after squad",), powers=(Power((Effect("move", 1),)),)
    ),
    Card(name="Low pass", kind="air support", windows=("combat",), powers=(Power((Effect("hits", 2),)),)),
    Card(name="Wingman", kind="air support", windows=("dogfight",), powers=(Power((Effect("upgrade", 1),)),)),
)
"""Our own cards, so that players have some to choose from."""
ZONES = (
    ((0, 0), (48, 0), (52, 45), (0, 50)),
    ((48, 0), (100, 0), (100, 50), (52, 45)),
    ((0, 50), (52, 45), (50, 100), (0, 100)),
    ((52, 45), (100, 50), (100, 100), (50, 100)),
)
"""Corners of the zones that simulated touches draw."""

QuestionTest = Callable[[Question, Any], bool]


class Player(RandomBot):
    """Plays known cards, and uses dice with known faces."""

    def answer(self, question: Question) -> Any:
        """Choose known cards and faces, else answer randomly."""
        if isinstance(question, Choose):
            options = [option.id for option in question.options if option.ruling.allowed]
            known = [id for id in options if id != NEW]
            return "house" if "house" in options else self.random.choice(known or options)
        return super().answer(question)


def session_at(screen: "Offscreen", wanted: QuestionTest, players: int) -> "Session":
    """Play games until one reaches a wanted question.

    Raises:
        LookupError: no game reaches it.
    """
    from companion.app.night.session import Session

    for seed in SEEDS:
        session = Session.begin(screen.context.journal, find_game("rogue"), seats_of(players), HOUSE)
        player = Player(seed)
        for _ in range(ANSWERS):
            question = session.question
            if question is None:
                break
            if wanted(question, session.table.state):
                return session
            session.answer(player.answer(question), by="demonstration")
    raise LookupError(f"None of {len(SEEDS)} games comes to the wanted question.")


def at_a_move(question: Question, state: Any) -> bool:
    """Whether a squad is about to move, with aircraft overhead."""
    flying = sum(map(len, state.aircraft.values()))
    return isinstance(question, PickOrEnd) and "to where" in question.prompt and flying > 1 and state.turn > 6


def at_the_cards(question: Question, state: Any) -> bool:
    """Whether a card must be chosen, and some are revealed already."""
    revealed = state.fight.card_battle.attack.revealed if state.fight else ()
    return isinstance(question, Choose) and "which card" in question.prompt and bool(revealed)


def at_the_dice(question: Question, state: Any) -> bool:
    """Whether a squad with upgraded dice fights another one."""
    return isinstance(question, Roll) and state.fight is not None and len(question.pools) > 2


def over_a_tile(question: Question, state: Any) -> bool:
    """Whether aircraft fight."""
    return isinstance(question, Roll) and state.dogfight is not None


def draw_a_battlefield(screen: "Offscreen", keep: Callable[[str], None]) -> None:
    """Draw a battlefield by simulated touches."""
    pointer = screen.pointer
    for text in ("Battlefield Rogue", "Battlefields"):
        pointer.tap(text)
    keep("rogue-battlefields")
    pointer.tap("New battlefield")
    screen.driver.type_words("The ford")
    for tile, square, known in (("2B", "+0,0", ""), ("3A", "+1,0", "As in Crossroads")):
        pointer.tap_at(*_overlay(screen).map.where(square))
        pointer.tap(tile)
        pointer.tap(known or "Blank")
    pointer.tap_at(*_overlay(screen).map.where("2B"))
    _photograph(screen, keep)
    for number, corners in enumerate(ZONES, 1):
        for corner in (*corners, corners[0]) if number < len(ZONES) else corners[:-1]:
            pointer.tap_at(*_overlay(screen).sheet.where(corner))
    keep("rogue-tile")
    pointer.tap("Undo corner")
    for corner in (*ZONES[-1][2:], ZONES[-1][0]):
        pointer.tap_at(*_overlay(screen).sheet.where(corner))
    pointer.tap("Done")
    _mark_zones(screen)
    keep("rogue-builder")
    pointer.tap("Back")
    pointer.tap("Back")
    screen.wait(TOAST_SECONDS)


def _photograph(screen: "Offscreen", keep: Callable[[str], None]) -> None:
    """Photograph a tile, and drag its corners into place."""
    from companion.app.camera.table_camera import TableCamera
    from companion.tools.demonstrations.printed_tile import CORNERS, on_felt

    pointer, picture = screen.pointer, on_felt(ZONES)
    screen.context.table = TableCamera("felt table", lambda: picture, Path("no profile"))
    for text in ("Draw zones", "Photograph it"):
        pointer.tap(text)
    screen.wait(0.5)
    pointer.tap("Take the picture")
    sheet = _overlay(screen).sheet
    for number, corner in enumerate(CORNERS):
        pointer.drag(sheet.where(sheet.corners[number]), sheet.where(corner))
    keep("rogue-photograph")
    pointer.tap("Use it")
    screen.context.table = None


def _overlay(screen: "Offscreen") -> Any:
    """The open screen of the editor."""
    return screen.shell.overlay


def _mark_zones(screen: "Offscreen") -> None:
    from companion.tools.editors.palette_key import PaletteKey

    marks = {"water": "2b-2", "start*1": "2b-1", "cover": "2b-4", "bridge": "2b-4", "start*2": "graveyard"}
    screen.pointer.tap("Marks")
    for sign, zone in marks.items():
        overlay = _overlay(screen)
        screen.pointer.touch(
            next(key for key in overlay.walk() if isinstance(key, PaletteKey) and key.sign == sign)
        )
        screen.pointer.tap_at(*overlay.map.where(zone))


def play_to_screenshots(screen: "Offscreen", keep: Callable[[str], None]) -> None:
    """Show a move with an explained refusal, the cards, the dice, and a dogfight."""
    shell = screen.shell
    session = session_at(screen, at_a_move, 4)
    shell.show_session(session)
    keep("rogue-move")
    question = session.question
    assert isinstance(question, PickOrEnd), "the question is a move"
    screen.driver.touch_place(min(question.denied, key=lambda zone: len(question.denied[zone].text)))
    keep("rogue-reasons")
    shell.close_popup()
    shell.show_session(session_at(screen, at_the_cards, 4))
    keep("rogue-cards")
    shell.show_session(session_at(screen, at_the_dice, 3))
    _enter_the_attack(screen)
    keep("rogue-combat")
    shell.show_session(session_at(screen, over_a_tile, 4))
    keep("rogue-dogfight")


def _enter_the_attack(screen: "Offscreen") -> None:
    """Enter the attacker's dice."""
    from companion.ui.widgets.dice.symbol_pad import SymbolPad

    screen.wait(0.0)
    pad = screen.pointer.find_kind(SymbolPad)
    first = pad.question.pools[0].seat
    for pool in pad.question.pools:
        for number in range(pool.most if pool.seat == first else 0):
            screen.pointer.touch(pad.rows[pool.name].key(len(pad.rows[pool.name].sides) - number))


def main() -> None:
    """Make all screenshots in the folder given on the command line."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with offscreen_app(SIZE, SEEDS[0]) as screen:
        for card in DECK:
            save_card(card)
        for part in (draw_a_battlefield, play_to_screenshots):
            part(screen, lambda name: keep(screen, folder / f"{name}.png"))


if __name__ == "__main__":
    main()

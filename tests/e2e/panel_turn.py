"""Plays a whole turn of classic Risk with the buttons on the pins, without touching the screen.

``python -m tests.e2e.panel_turn DATA`` prints the labels and effects of the pressed buttons as JSON.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.hardware.debounce import LONG_MS
from companion.hardware.gpio import GpioPanel
from companion.hardware.panel import CONFIRM, END, NEXT, Button, seat_button
from companion.hardware.panel_group import PanelGroup
from companion.hardware.wiring import read_wiring
from companion.referee.questions import Choose, Deploy, Pick, PickOrEnd, Roll
from companion.tools.demonstrations.window import prepare_offscreen

SIZE = (800, 480)
PRESSES = 900


class Box:
    """The panel with gpiozero's mock pins, through which its buttons are pressed."""

    def __init__(self, presses: Any) -> None:
        self.wiring = read_wiring()
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.panels = PanelGroup([GpioPanel(self.wiring, presses.put, self.factory)])
        self.panels.start()

    def set_pin(self, button: Button, *, down: bool) -> None:
        pin = self.factory.pin(self.wiring.buttons[button])
        (pin.drive_low if down else pin.drive_high)()

    def lights(self) -> dict[str, list[float]]:
        """Return the brightness of each light, by role."""
        return {
            "steps": [float(self.factory.pin(pin).state) for pin in self.wiring.steps],
            "seats": [float(self.factory.pin(pin).state) for pin in self.wiring.seats],
        }


def window(data: Path) -> Any:
    """Return the app with the panel and a simulated tray."""
    prepare_offscreen(SIZE, data)
    from companion.app.camera.dice_tray import open_tray
    from companion.app.night.panel_controller import Presses
    from companion.tools.demonstrations.offscreen import Offscreen

    presses = Presses()
    box = Box(presses)
    return Offscreen(data, SIZE, open_tray("simulated:5"), 5, box.panels, presses), box


class PanelTurn:
    """Presses buttons according to their labels until a turn is over."""

    def __init__(self, screen: Any, box: Box) -> None:
        self.screen, self.box = screen, box
        self.session = screen.shell.playing
        self.actions: Counter[str] = Counter()
        self.lit: set[int] = set()

    def press(self, button: Button, wait: float = 0.4, hold: bool = False) -> None:
        """Press for a tenth of a second, or hold, and let the screen draw."""
        words = self.screen.shell.strip.meanings.get((button, hold))
        self.actions[words.text if words else f"{button}: nothing"] += 1
        self.box.set_pin(button, down=True)
        self.screen.wait(LONG_MS / 1000 + 0.1 if hold else 0.1)
        self.box.set_pin(button, down=False)
        self.screen.wait(wait)
        self.lit |= {n for n, level in enumerate(self.box.lights()["steps"]) if level > 0.9}

    def play(self) -> None:
        """Play the first turn up to the next player's."""
        for _ in range(PRESSES):
            state = self.session.table.state
            if state.turn == 2:
                return
            self._answer(state)
        raise AssertionError(f"No turn was over after {PRESSES} presses: {self.session.question}")

    def _answer(self, state: Any) -> None:
        question = self.session.question
        if isinstance(question, PickOrEnd) and (self.actions["Roll"] or not question.allowed):
            self.press(END)
        elif isinstance(question, Roll):
            self._battle(state)
        else:
            if isinstance(question, (Choose, Pick, PickOrEnd, Deploy)):
                self.press(NEXT, wait=0.05)
            self.press(CONFIRM, hold=isinstance(question, Deploy) and question.most > 1)

    def _battle(self, state: Any) -> None:
        """Let the defender claim two dice, roll for the attacker, and confirm the read dice."""
        question = self.session.question
        defender = [seat.id for seat in state.seats].index(question.pools[1].seat)
        if question.pools[1].most > 1:
            self.press(seat_button(defender))
        self.press(CONFIRM)
        for _ in range(80):
            if self.screen.shell.strip.meanings[CONFIRM, False].text == "Dice are right":
                break
            self.screen.wait(0.1)
        self.press(CONFIRM)


def main() -> None:
    data = Path(sys.argv[1])
    screen, box = window(data)
    try:
        from companion.games import find_game
        from companion.referee.seats import seats_of

        screen.shell.start_game(find_game("classic"), seats_of(3), {"placing": "all at once"})
        turn = PanelTurn(screen, box)
        turn.play()
        by = Counter(entry.by for entry in turn.session.table.entries)
        print(json.dumps({"actions": turn.actions, "by": by, "lit": sorted(turn.lit)}), flush=True)
    finally:
        screen.close()


if __name__ == "__main__":
    main()

"""Backup: all games to a memory stick, and back."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.app.machine.backup import Progress, Restored, newest_backup, restore_backup, write_backup
from companion.errors import CompanionError, StickUnavailable
from companion.hardware import memory_sticks
from companion.hardware.memory_sticks import MemoryStick
from companion.ui import theme
from companion.ui.background import in_background
from companion.ui.layout import TextLabel, column, fixed_height, spacer
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton

NO_STICK = "Put a memory stick in, then tap again."
NO_BACKUP = "There is no backup on this stick."
READY = "You can take the stick out."

Steps = Iterator[Progress | Restored]


class BackupScreen(Screen):
    """Two buttons and a progress line. It handles one game per frame, so that Back keeps working."""

    name = "backup"
    stays_open = True

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._steps: Steps | None = None
        self._stick: MemoryStick | None = None
        self._clock: Any = None
        self._left = False
        self._words = TextLabel("All games, on a memory stick.", theme.SUBTITLE, align="center")
        keys = (
            BigButton(text="Back up all games", icon="play", on_tap=lambda _: self._begin(self._write)),
            BigButton(text="Restore games", kind="quiet", on_tap=lambda _: self._begin(self._restore)),
        )
        content = column(
            spacer(), self._words, spacer(), *(fixed_height(key, theme.BUTTON_HEIGHT + 16) for key in keys)
        )
        self.add_widget(overlay_layout(shell, "Backup", content))

    def on_leave(self) -> None:
        """Stop: a partial backup is removed, restored games stay."""
        self._left = True
        self._stop()

    def _begin(self, work: Callable[[Path], Steps]) -> None:
        if self._stick is not None:
            return

        def mounted() -> tuple[MemoryStick, Path]:
            sticks = memory_sticks.find_sticks()
            if not sticks:
                raise StickUnavailable(NO_STICK)
            return sticks[0], memory_sticks.mount(sticks[0])

        def go_on(found: tuple[MemoryStick, Path]) -> None:
            self._stick = found[0]
            if self._left:
                self._stop()
                return
            self._steps = work(found[1])
            self._clock = Clock.schedule_interval(self._step, 0)

        in_background(self.shell, mounted, go_on, self._fail)

    def _write(self, stick: Path) -> Steps:
        return write_backup(self.shell.context.journal, stick, datetime.now())

    def _restore(self, stick: Path) -> Steps:
        backup = newest_backup(stick)
        if backup is None:
            raise StickUnavailable(NO_BACKUP)
        yield from restore_backup(self.shell.context.journal, backup, self.shell.context.find_game)

    def _step(self, _: float) -> None:
        if self._steps is None:
            return
        try:
            progress = next(self._steps, None)
        except (CompanionError, OSError) as error:
            self._fail(error)
            return
        if progress is None:
            self._stop()
            return
        self._words.text = (
            progress.text if isinstance(progress, Restored) else f"{progress.done} of {progress.games} games"
        )

    def _stop(self) -> None:
        """Close the files and unmount the stick."""
        if self._clock is not None:
            self._clock.cancel()
        steps, stick, self._steps, self._stick = self._steps, self._stick, None, None
        if steps is not None and hasattr(steps, "close"):
            steps.close()
        if stick is not None:
            in_background(self.shell, lambda: memory_sticks.unmount(stick), self._unmounted, self._fail)

    def _unmounted(self, _: None) -> None:
        self._words.text = f"{self._words.text}. {READY}".replace("..", ".")

    def _fail(self, error: Exception) -> None:
        self._words.text = str(error)
        self._stop()

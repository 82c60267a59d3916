"""Asks for the owner's PIN before what it guards, and lets the owner choose one."""

from collections.abc import Callable
from functools import partial

from companion.app.machine.owner_pin import MAX_DIGITS
from companion.errors import CompanionError
from companion.locale.messages import gettext
from companion.ui.shell import Shell
from companion.ui.widgets.controls.pin_pad import PinPad


def as_owner(shell: Shell, then: Callable[[], object]) -> None:
    """Go on at once if nobody must be asked, else after the right PIN."""
    pin = shell.context.pin
    if pin is None or not pin.is_needed:
        then()
        return

    def check(typed: str) -> None:
        try:
            pin.unlock(typed)
        except CompanionError as error:
            shell.show_error(error)
        else:
            then()

    _ask(gettext("Owner's PIN"), check)


def choose_pin(shell: Shell, then: Callable[[], object]) -> None:
    """Let the owner set, change or remove the PIN: typed twice, empty for none."""
    pin = shell.context.pin
    if pin is None:
        return

    def keep(first: str, second: str) -> None:
        if first != second:
            shell.show_toast(gettext("These were two different PINs. Nothing has changed."))
            return
        try:
            pin.choose(first)
        except (CompanionError, OSError) as error:
            shell.show_error(error)
        else:
            shell.show_toast(gettext("The PIN is set.") if first else gettext("There is no PIN now."))
        then()

    def again(first: str) -> None:
        if first:
            _ask(gettext("The same PIN again"), partial(keep, first))
        else:
            keep("", "")

    as_owner(shell, lambda: _ask(gettext("New PIN; empty for none"), again))


def _ask(title: str, then: Callable[[str], object]) -> None:
    PinPad(title=title, longest=MAX_DIGITS, on_done=lambda _, typed: then(typed)).open()

"""The phones screen: switch the service on, show the code, list and remove phones."""

from typing import Any

from kivy.uix.widget import Widget

from companion.app.night.phones import NetworkInterface, Phone, PhoneService
from companion.errors import CompanionError
from companion.games.boards.received import received
from companion.locale.messages import gettext, joined
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, scrollable, spacer
from companion.ui.owner_lock import as_owner
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton, HoldButton
from companion.ui.widgets.controls.qr_code import QrCode
from companion.ui.widgets.players.emblem import EmblemBadge

BOARDS_PAGE = "boards"
"""The phones' page for boards, below the address."""
CODE_SIDE = 320
"""Width of the code with its text, in theme pixels."""


class PhonesScreen(Screen):
    """Switches the service on and off, and lists the phones that have joined.

    Args:
        shell: the shell.
        back: the screen that Back leads to.
        boards: the code leads to the page for boards, and what a phone sends there leads back at once.
    """

    name = "phones"
    stays_open = True

    def __init__(self, shell: Shell, back: str = "pause", *, boards: bool = False, **params: Any) -> None:
        super().__init__(shell, back=back, boards=boards, **params)
        self._boards, self._waiting = boards, received()
        self._chosen = 0
        self._shown: object = None
        self._body = column(gap=0)
        self.add_widget(self._body)

    @property
    def phones(self) -> PhoneService:
        """The service."""
        phones: PhoneService | None = self.shell.context.phones
        assert phones is not None, "the pause screen offers phones only where there are"
        return phones

    def refresh(self) -> None:
        """Lay everything out again if something has changed."""
        phones = self.phones
        state = (phones.running, phones.address, phones.phones, phones.seats_open, self._chosen)
        if state == self._shown:
            return
        self._shown = state
        self._body.clear_widgets()
        content = self._running() if phones.running else self._off()
        self._body.add_widget(overlay_layout(self.shell, gettext("Phones"), content, go_back=self.leave))

    def tick(self) -> None:
        """Update the list of phones; go back when one has sent a board or a photo."""
        if self._boards and len(received()) > len(self._waiting):
            self.leave()
            return
        self._waiting = received() if self._boards else ()
        self.refresh()

    # --- off -----------------------------------------------------------------------------------------------

    def _off(self) -> Widget:
        networks = self.phones.interfaces
        if not networks:
            text = gettext("No network. Connect this machine to a network first.")
            return column(spacer(), TextLabel(text, theme.SUBTITLE, align="center"), spacer())
        network = networks[self._chosen % len(networks)]
        said = TextLabel(
            gettext("Phones see the table and answer for a seat. Nothing listens until you switch it on."),
            theme.BODY,
            theme.MUTED,
            align="center",
        )
        switch = BigButton(text=gettext("Switch on"), icon="play", on_tap=lambda _: self._start(network))
        return column(
            spacer(),
            said,
            fixed_height(row(spacer(), self._network(network, len(networks)), spacer()), 60),
            fixed_height(row(spacer(), fixed_width(switch, 300), spacer()), theme.BUTTON_HEIGHT),
            spacer(),
            gap=theme.SPACE_16,
        )

    def _network(self, network: NetworkInterface, count: int) -> Widget:
        """The network to listen on; a button if there are several."""
        text = f"{network.name}  {network.address}"
        if count == 1:
            return fixed_width(TextLabel(text, theme.SUBTITLE, align="center", fill=True), 460)
        return fixed_width(
            BigButton(text=text, icon="forward", kind="quiet", on_tap=lambda _: self._next_network()), 460
        )

    def _next_network(self) -> None:
        self._chosen += 1
        self.refresh()

    def _start(self, network: NetworkInterface) -> None:
        try:
            self.phones.start(network)
        except CompanionError as error:
            self.shell.show_error(error)
        self.refresh()

    # --- on ------------------------------------------------------------------------------------------------

    def _running(self) -> Widget:
        text = self.phones.address.removeprefix("http://")
        address = TextLabel(text, theme.BODY, bold=True, align="center", fill=True, lines=1)
        page = f"{self.phones.address}/{BOARDS_PAGE}" if self._boards else self.phones.address
        code = column(QrCode(content=page), fixed_height(address, 32))
        upright = theme.METRICS.portrait
        side = column(self._list(), *self._switches())
        return column(code, side) if upright else row(fixed_width(code, CODE_SIDE), side, gap=theme.SPACE_16)

    def _list(self) -> Widget:
        phones = self.phones.phones
        if not phones:
            hint = gettext("Scan the code with a phone, or type the address.")
            if self._boards:
                hint = gettext("Scan, then send a photo or a board, or save one.")
            return column(spacer(), TextLabel(hint, theme.SUBTITLE, theme.MUTED, align="center"), spacer())
        rows = [fixed_height(self._row(phone), theme.BUTTON_HEIGHT) for phone in phones]
        return scrollable(column(*rows))

    def _row(self, phone: Phone) -> Widget:
        seat = self.session.seat(phone.seat) if self.session is not None else None
        sign: Widget = EmblemBadge(seat=seat) if seat is not None else spacer()
        text = (
            joined([phone.name, seat.name], ": ")
            if seat is not None
            else gettext("{phone} watches", phone=phone.name)
        )
        colour = theme.TEXT if phone.connected else theme.MUTED
        label = TextLabel(text, theme.BODY, colour, fill=True, lines=1)
        out = HoldButton(
            text=gettext("Remove"), kind="quiet", detail="", on_tap=lambda _: self._remove(phone)
        )
        return row(fixed_width(sign, 44), label, fixed_width(out, 130))

    def _remove(self, phone: Phone) -> None:
        as_owner(self.shell, lambda: self.phones.remove(phone.id))

    def _switches(self) -> list[Widget]:
        may = self.phones.seats_open
        text = gettext("May answer") if may else gettext("Watch only")
        answer = BigButton(text=text, kind="quiet", on_tap=lambda _: self._open_seats(not may))
        off = HoldButton(text=gettext("Switch off"), detail="", on_tap=lambda _: self._stop())
        return [fixed_height(row(answer, off), theme.BUTTON_HEIGHT + theme.SPACE_8)]

    def _open_seats(self, allowed: bool) -> None:
        def change() -> None:
            self.phones.open_seats(allowed)
            self.refresh()

        as_owner(self.shell, change)

    def _stop(self) -> None:
        self.phones.stop()
        self.refresh()

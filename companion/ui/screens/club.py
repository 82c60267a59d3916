"""The club: its broker, and whether the table publishes to it."""

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.app.machine.settings import ClubSettings
from companion.club.broker import read_address
from companion.errors import UnknownName
from companion.locale.messages import gettext
from companion.ui import theme
from companion.ui.layout import TextLabel, column, fixed_height, fixed_width, row, spacer
from companion.ui.machine_settings import change_settings
from companion.ui.owner_lock import as_owner
from companion.ui.screen import Screen
from companion.ui.screens.overlay import overlay_layout
from companion.ui.shell import Shell
from companion.ui.widgets.controls.buttons import BigButton
from companion.ui.widgets.controls.keyboard import TextField

EXPLANATION = gettext("Other tables, scores and results on one page. Nothing is sent while it is off.")


class ClubScreen(Screen):
    """A line for each setting, a switch, and the state of the connection."""

    name = "club"

    def __init__(self, shell: Shell, **params: Any) -> None:
        super().__init__(shell, **params)
        self._body = column(gap=0)
        self.add_widget(self._body)

    def refresh(self) -> None:
        """Lay everything out again."""
        club = self._settings
        self._status = TextLabel(self._link_status, theme.BODY, theme.MUTED, fill=True, lines=3)
        invitation = BigButton(
            text=gettext("Invitation"), kind="quiet", on_tap=lambda _: self._open_invitation()
        )
        rows = (
            self._line(
                gettext("Broker"),
                gettext("Name or address of the broker"),
                _address(club),
                self._take_address,
            ),
            self._line(
                gettext("This table"),
                gettext("What is this table called?"),
                club.table,
                self._taker("table"),
                capitals=True,
            ),
            self._line(gettext("User"), gettext("User at the broker"), club.user, self._taker("user")),
            self._line(
                gettext("Password"),
                gettext("Password of that user"),
                club.password,
                self._taker("password"),
                hidden=True,
            ),
            fixed_height(row(fixed_width(spacer(), 120), self._key(True), self._key(False), invitation), 60),
            fixed_height(row(fixed_width(spacer(), 120), self._status), 84 if theme.METRICS.portrait else 60),
            spacer(),
        )
        self._body.clear_widgets()
        self._body.add_widget(overlay_layout(self.shell, gettext("Club"), column(*rows)))

    def tick(self) -> None:
        """Show the state of the connection."""
        self._status.text = self._link_status

    @property
    def _settings(self) -> ClubSettings:
        club: ClubSettings = self.shell.context.settings.club
        return club

    @property
    def _link_status(self) -> str:
        link = self.shell.context.club
        return link.status if link is not None and self._settings.on else EXPLANATION

    def _line(
        self,
        title: str,
        asked: str,
        text: str,
        take: Callable[[str], None],
        *,
        capitals: bool = False,
        hidden: bool = False,
    ) -> Widget:
        field = TextField(text=text, title=asked, capitals=capitals, hidden=hidden)
        field.bind(text=lambda _, words: take(words))
        label = fixed_width(TextLabel(title, theme.BODY, fill=True), 120)
        return fixed_height(row(label, field), theme.BUTTON_HEIGHT - theme.SPACE_8)

    def _key(self, on: bool) -> Widget:
        return BigButton(
            text=gettext("On") if on else gettext("Off"),
            kind="primary" if self._settings.on == on else "quiet",
            on_tap=lambda _: self._switch(on),
        )

    def _open_invitation(self) -> None:
        as_owner(self.shell, lambda: self.shell.open_overlay("invitation"))

    def _switch(self, on: bool) -> None:
        if on and not self._settings.host:
            self.shell.show_toast(gettext("Which broker? Fill in the first line"))
            return
        self._change(on=on)

    def _take_address(self, text: str) -> None:
        try:
            host, port = read_address(text) if text else ("", 0)
        except UnknownName as error:
            self.shell.show_error(error)
            self.refresh()
            return
        self._change(host=host, port=port, topic="", on=self._settings.on and bool(host))

    def _taker(self, setting: str) -> Callable[[str], None]:
        # Another user than that of an invitation has no topics of its own.
        other = {"topic": ""} if setting == "user" else {}
        return lambda text: self._change(**{setting: text}, **other)

    def _change(self, **values: Any) -> None:
        """Save settings and apply them at once, for the owner."""
        as_owner(self.shell, lambda: self._keep(**values))

    def _keep(self, **values: Any) -> None:
        shell = self.shell
        club = replace(self._settings, **values)
        try:
            change_settings(shell, replace(shell.context.settings, club=club))
        except OSError as error:
            shell.show_toast(gettext("The settings cannot be saved: {error}", error=error.strerror))
        self.refresh()


def _address(club: ClubSettings) -> str:
    host = f"[{club.host}]" if ":" in club.host and club.port else club.host
    return f"{host}:{club.port}" if club.port else host

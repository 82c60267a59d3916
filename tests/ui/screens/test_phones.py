"""Phones are switched on and off on the pause screen; the host sees who is there and throws out by a hold."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games import find_game
from companion.referee.seats import seats_of
from companion.tools.demonstrations.shown_phones import ShownPhones
from companion.ui.widgets.controls.qr_code import QrCode


@pytest.fixture
def phones(app: Any, screen: Any) -> Iterator[Any]:
    app.context.phones = ShownPhones()
    app.start_game(find_game("classic"), seats_of(3, ("Anna", "Ben", "Cleo")), {})
    app.open_tool("pause")
    screen.frames(4)
    app.pointer.tap("Phones")
    yield app.context.phones
    app.context.phones = None


def test_nothing_runs_until_it_is_switched_on(app: Any, phones: Any) -> None:
    assert not phones.running
    assert not app.pointer.shows("May answer")
    app.pointer.tap("Switch on")
    assert phones.running
    assert app.pointer.find_kind(QrCode).content == phones.address
    assert app.pointer.shows("192.168.1.20:8127/j/h4x7kq2mrt")


def test_a_guest_is_thrown_out_by_a_hold(app: Any, phones: Any) -> None:
    app.pointer.tap("Switch on")
    assert app.pointer.shows("Phone 1: Ben")
    assert app.pointer.shows("Phone 3 watches")
    app.pointer.hold("Remove")
    assert len(phones.phones) == 2


def test_phones_may_be_made_to_watch_only(app: Any, phones: Any) -> None:
    app.pointer.tap("Switch on")
    app.pointer.tap("May answer")
    assert not phones.seats_open
    assert app.pointer.shows("Watch only")


def test_it_is_switched_off_by_a_hold_and_back_leads_to_the_pause(app: Any, phones: Any) -> None:
    app.pointer.tap("Switch on")
    app.pointer.hold("Switch off")
    assert not phones.running
    app.pointer.tap("Back")
    assert app.overlay.name == "pause"
    app.pointer.tap("Go on")
    assert app.overlay is None and not app.playing.clocks.paused


def test_no_network(app: Any, screen: Any, phones: Any) -> None:
    phones.interfaces = ()
    app.open_overlay("phones")
    screen.frames(3)
    assert app.pointer.shows("No network. Connect this machine to a network first.")


def test_without_a_web_server_the_pause_offers_no_phones(app: Any, screen: Any) -> None:
    app.start_game(find_game("classic"), seats_of(3), {})
    app.open_tool("pause")
    screen.frames(3)
    assert not app.pointer.shows("Phones")

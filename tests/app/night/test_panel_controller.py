"""What the panels cost where there are none."""

from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.night import panel_controller
from companion.app.night.panel_controller import PanelController
from companion.hardware.hub import HubPanel
from companion.hardware.panel_group import PanelGroup
from companion.hardware.simulated import SimulatedPanel


def controller(panel: Any) -> PanelController:
    host: Any = SimpleNamespace(session=SimpleNamespace(seq=3), thinking=False)
    return PanelController(host, lambda *_: None, PanelGroup((panel,)), SimpleNamespace())  # type: ignore[arg-type]


class Drawn(Exception):
    pass


def fail(*_: Any, **__: Any) -> None:
    raise Drawn


def test_no_lights_are_computed_for_a_hub_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer from a phone passes here: it must not pay for a panel that nobody has."""
    monkeypatch.setattr(panel_controller, "frame", fail)
    controller(HubPanel(lambda _: None, find=lambda: None)).follow(changed=True)


def test_lights_are_computed_for_a_panel_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_controller, "frame", fail)
    monkeypatch.setattr(PanelController, "_event", lambda *_: "note")
    follower = controller(SimulatedPanel(lambda _: None))
    view = SimpleNamespace(standings=())
    table = SimpleNamespace(game_view=view, timeline=None, state=SimpleNamespace(winners=()))
    follower._host.session = SimpleNamespace(seq=3, table=table, seats=(), question=None)  # type: ignore[misc, assignment]
    with pytest.raises(Drawn):
        follower.follow()

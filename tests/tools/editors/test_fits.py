"""Every page of the editor and every list fits every screen, with names as long as they may be."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.rogue.battlefield_files import load_battlefield
from companion.tools.editors.authoring.scenario_builder import ScenarioBuilder
from companion.tools.editors.scenario_draft import ScenarioDraft
from tests.ui.overflow import Overflow
from tests.ui.sizes import SIZES

NAMES = ("Harbour patrol", "Mountain corps", "Town militia W", "Northmen of W.")
PAGES: tuple[tuple[str, dict[str, Any]], ...] = (
    *((page, {}) for page in ("all", "where", "level", "sides", "names", "starts", "cover", "victories")),
    ("kind", {"side": NAMES[0]}),
    *(("victory", {"victory": number}) for number in (0, 4)),
    *(("condition", {"victory": 4, "index": number}) for number in range(5)),
)


@pytest.fixture
def draft(data_folder: Path) -> Any:  # noqa: ARG001 - it is kept there
    """Four sides, one of which wins by everything together."""
    builder = ScenarioBuilder.new(load_battlefield("compound"))
    for number, name in enumerate(NAMES):
        assert builder.name_side(number, name).allowed
    builder.add_victory(NAMES[0], "hold")
    for kind in ("reach", "eliminate", "kill", "survive"):
        builder.add_condition(4, kind)
    for part, zone in ((0, "old-battery"), (0, "net-sheds"), (1, "command-post")):
        builder.toggle_zone(4, part, zone)
    builder.set_story("Who holds the battery by the sea holds the harbour, and who holds the harbour eats.")
    draft = ScenarioDraft(builder)
    draft.do(lambda: builder.call("A night raid on the battery!"))
    return draft


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut(
    app: Any, screen: Any, draft: Any, monkeypatch: pytest.MonkeyPatch, size: Any
) -> None:
    from companion.ui.shell import fit

    overflow = Overflow(monkeypatch.setattr)
    screen.resize(*size)
    fit(app, *size)
    cut: dict[Any, list[str]] = {}
    for page, about in PAGES:
        app.open_overlay("scenario", draft=draft, page=page, **about)
        screen.frames(4)
        cut[page, *about.values()] = overflow.found(app)
    for name, params in (
        ("scenarios", {}),
        ("battlefields", {}),
        ("file actions", {"path": draft.builder.kept}),
    ):
        app.open_overlay(name, **params)
        screen.frames(4)
        cut[name] = overflow.found(app)
    assert {page: found for page, found in cut.items() if found} == {}

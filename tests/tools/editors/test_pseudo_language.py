"""The editors in the pseudo-language: nothing that players read stays English but what they typed."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.rogue.battlefield_files import load_battlefield
from companion.locale.messages import translated
from companion.tools.editors.authoring.scenario_builder import ScenarioBuilder
from companion.tools.editors.battlefield_draft import BattlefieldDraft, field_files
from companion.tools.editors.edit_modes import EDIT_MODES
from companion.tools.editors.scenario_draft import ScenarioDraft
from companion.ui import layout
from companion.ui.widgets.controls import drawing
from tests.locale.pseudo import ENGLISH, PSEUDO

TYPED = "The Compound"
"""Stands in the field where players type the title."""
PAGES: tuple[tuple[str, dict[str, Any]], ...] = (
    *((page, {}) for page in ("all", "where", "level", "sides", "names", "starts", "cover", "victories")),
    ("kind", {"side": "Ωα"}),
    ("victory", {"victory": 0}),
    *(("condition", {"victory": 2, "index": number}) for number in range(5)),
)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What the screens draw from now on."""
    texts = set[str]()

    def shown(text: str) -> str:
        texts.add(words := translated(text, PSEUDO))
        return words

    for module in (layout, drawing):
        monkeypatch.setattr(module, "shown", shown)
    return texts


@pytest.fixture
def draft(data_folder: Path) -> Any:  # noqa: ARG001 - it is kept there
    """A scenario whose first side wins by everything together."""
    builder = ScenarioBuilder.new(load_battlefield("compound"))
    for number in range(builder.scenario.players):
        builder.name_side(number, f"Ω{number}")
    builder.add_victory("Ω0", "hold")
    for kind in ("reach", "eliminate", "kill", "survive"):
        builder.add_condition(len(builder.scenario.victories) - 1, kind)
    draft = ScenarioDraft(builder)
    draft.do(lambda: builder.call("Ω9 αβ"))
    return draft


def test_no_english_is_left_in_the_editors(app: Any, screen: Any, draft: Any, said: set[str]) -> None:
    app.home.refresh()
    screen.frames(3)
    lobby = {TYPED, *said}
    last = len(draft.scenario.victories) - 1
    for page, about in PAGES:
        about = {**about, "victory": last} if "victory" in about else about
        app.open_overlay("scenario", draft=draft, page=page, **about)
        screen.frames(3)
    field = BattlefieldDraft.load(field_files()["compound"])
    for mode in EDIT_MODES:
        app.open_overlay("battlefield editor", draft=field, mode=mode)
        screen.frames(3)
    for name, params in (
        ("tile", {"draft": field, "tile": "4A"}),
        ("photograph", {"draft": field, "tile": "4A"}),
        ("scenarios", {}),
        ("battlefields", {}),
        ("boards", {}),
        ("board photo", {}),
    ):
        app.open_overlay(name, **params)
        screen.frames(3)
    assert sorted(text for text in said - lobby if ENGLISH.search(text.replace(".toml", ""))) == []

"""The scenario editor and the list under real fingers."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.rogue.scenario import read_scenario
from companion.tools.editors.battlefield_draft import BattlefieldDraft


@pytest.fixture
def shell(app: Any, data_folder: Path) -> Any:
    """The lobby with Battlefield Rogue chosen."""
    app.own = data_folder / "rogue"
    app.pointer.tap("Battlefield Rogue")
    return app


@pytest.fixture
def editing(shell: Any) -> Any:
    """A copy of one of the game's scenarios for two."""
    shell.pointer.tap("Scenarios")
    shell.pointer.tap("Escape from the Compound")
    shell.driver.type_words("Raid")
    return shell


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_a_scenario_in_the_list_is_as_high_as_its_words(
    screen: Any, shell: Any, size: tuple[int, int]
) -> None:
    from companion.ui.widgets.controls.buttons import ChoiceCard

    screen.resize(*size)
    shell.open_overlay("scenarios")
    screen.frames(4)
    cards = [card for card in shell.overlay.walk(restrict=True) if isinstance(card, ChoiceCard)]
    assert len(cards) > 3
    assert [card.title for card in cards if card.height < card.needed(card.width) - 1] == []


def kept(shell: Any, name: Any = "raid") -> Any:
    return read_scenario(shell.own / "scenarios" / f"{name}.toml", unfinished=True)[0]


def touch(shell: Any, zone: Any) -> None:
    shell.pointer.tap_at(*shell.overlay.page.map.where(zone))


def sheet() -> Any:
    from companion.ui.widgets.controls.ruling_popup import RulingPopup

    return RulingPopup


def explains(shell: Any, words: Any) -> Any:
    """Whether a card says it below its title."""
    return any(words in getattr(widget, "detail", "") for widget in shell.overlay.walk())


def test_one_of_the_games_own_is_copied_and_stays_as_it_is(editing: Any) -> None:
    assert explains(editing, "Landing party wins by eliminating Garrison.")
    assert editing.pointer.shows("Ready") and editing.pointer.shows("Saved as raid.toml")
    editing.pointer.tap("Back")
    assert editing.pointer.shows("Escape from the Compound") and editing.pointer.shows("Raid")
    assert [path.name for path in (editing.own / "scenarios").glob("*")] == ["raid.toml"]


def test_every_answer_is_on_disk_at_once(editing: Any) -> None:
    editing.pointer.tap("Where")
    editing.pointer.tap("Crossroads")
    assert kept(editing).battlefield == "crossroads"
    editing.pointer.tap("Next")
    editing.pointer.tap("Advanced")
    assert kept(editing).level == "advanced"
    editing.pointer.tap("Next")
    editing.pointer.tap("4")
    assert kept(editing).players == 4
    editing.pointer.tap("Next")
    editing.pointer.tap("Earlier")
    assert [side.name for side in kept(editing).sides][2:] == ["Player 4", "Player 3"]
    editing.pointer.tap("Next")
    touch(editing, "town-square")
    assert kept(editing).starts[0].zones[-1] == "town-square"
    editing.pointer.tap("As on the battlefield")
    assert kept(editing).starts == ()
    editing.pointer.tap("Next")
    touch(editing, "town-square")
    assert sum(kept(editing).cover.values()) > 0
    editing.pointer.tap("Next")
    assert editing.pointer.shows("Garrison wins by reaching ___.")  # the docks are not on this battlefield
    editing.pointer.tap("Next")
    editing.pointer.tap("1 to fix")
    assert "Garrison: reach needs zones" in editing.pointer.find_kind(sheet()).ruling.text


@pytest.mark.long
def test_a_victory_loses_parts_and_goes(editing: Any) -> None:
    editing.pointer.tap("Who wins")
    editing.pointer.tap("Garrison wins")
    editing.pointer.tap("Add a condition")
    editing.pointer.tap("Survive")
    assert editing.pointer.shows("Garrison wins by reaching Docks and surviving 10 rounds.")
    editing.pointer.hold("Delete")
    assert editing.pointer.shows("Garrison wins by reaching Docks.")
    editing.pointer.hold("Delete")
    assert not editing.pointer.shows("Garrison wins") and editing.pointer.shows("A way for Garrison")
    assert len(kept(editing).victories) == 1


def test_whose_units_is_asked_player_by_player(editing: Any) -> None:
    editing.pointer.tap("Who wins")
    editing.pointer.tap("Another way for Landing party")
    editing.pointer.tap("Take units")
    editing.pointer.tap("Player 2")
    assert editing.pointer.shows("taking 4 units of ___")
    editing.pointer.tap("Player 2")
    assert kept(editing).victories[-1].conditions[0].players == (2,)


def test_a_new_title_leaves_no_old_file_and_a_taken_one_is_refused(editing: Any) -> None:
    for name in ("Pincer", "Raid by night"):
        editing.pointer.tap("Raid")
        editing.driver.type_words(name)
        if name == "Pincer":
            assert "already" in editing.pointer.find_kind(sheet()).ruling.text
            editing.pointer.tap_at(400, 10)
    assert [path.name for path in (editing.own / "scenarios").glob("*")] == ["raid-by-night.toml"]
    assert kept(editing, "raid-by-night").title == "Raid by night"


def test_a_story_is_typed(editing: Any) -> None:
    editing.overlay.draft.builder.set_story("")
    editing.pointer.tap("Story")
    editing.driver.type_words("At night")
    assert kept(editing).story == "At night" and explains(editing, "At night")


def test_what_cannot_be_written_is_not_changed_on_the_screen_either(editing: Any) -> None:
    (editing.own / "scenarios" / "raid.toml").unlink()
    (editing.own / "scenarios").rmdir()
    (editing.own / "scenarios").write_text("in the way")
    editing.pointer.tap("Level")
    editing.pointer.tap("Advanced")
    assert editing.overlay.draft.scenario.level == "boot camp"


@pytest.mark.slow
def test_one_of_ones_own_is_renamed_copied_set_aside_and_taken_back(editing: Any) -> None:
    editing.pointer.tap("Back")
    editing.pointer.tap("More")
    editing.pointer.tap("Rename")
    editing.driver.type_words("Night raid")
    assert editing.pointer.shows("Night raid") and kept(editing, "night-raid").title == "Night raid"
    editing.pointer.tap("More")
    editing.pointer.tap("Save a copy")
    editing.pointer.hold("Archive")
    assert not (editing.own / "scenarios" / "night-raid.toml").exists()
    editing.pointer.tap("Restore night-raid")
    assert kept(editing, "night-raid").title == "Night raid"
    editing.pointer.tap("More")
    editing.pointer.hold("Archive")
    editing.pointer.tap("Import night-raid")  # the copy that was saved
    assert kept(editing, "night-raid").title == "Night raid"


@pytest.mark.long
def test_a_battlefield_on_which_a_scenario_is_played_is_not_set_aside_but_renamed(shell: Any) -> None:
    draft = BattlefieldDraft()
    draft.call("Old mill")
    draft.builder.add_tile("2A", (0, 0))
    for player, left in ((1, 0.0), (2, 50.0)):
        corners = [(left, 0.0), (left + 50, 0.0), (left + 50, 100.0), (left, 100.0)]
        draft.builder.set_start(draft.draw_zone("2A", corners)[0], player)
    draft.save()
    shell.pointer.tap("Scenarios")
    shell.pointer.tap("New scenario")
    shell.driver.type_words("Raid")
    shell.pointer.tap("Old mill")
    shell.pointer.tap("Back")
    shell.pointer.tap("Back")
    shell.pointer.tap("Back")
    shell.pointer.tap("Battlefields")
    shell.pointer.tap("More")
    shell.pointer.tap("Archive")
    assert "Raid is played on it" in shell.pointer.find_kind(sheet()).ruling.text
    shell.pointer.tap_at(400, 10)
    shell.pointer.tap("Rename")
    shell.driver.type_words("New mill")
    assert [path.name for path in (shell.own / "battlefields").glob("*")] == ["new-mill.toml"]
    assert kept(shell).battlefield == "new-mill"
    assert (shell.own / "scenarios" / "new-mill-skirmish.toml").is_file()

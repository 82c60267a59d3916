"""The scenario editor and the list under real fingers."""

import pytest

from companion.games.rogue.scenario import read_scenario
from companion.ui.builder.workbench import Workbench


@pytest.fixture
def stage(app, data_folder):
    """The lobby with Battlefield Rogue chosen."""
    app.own = data_folder / "rogue"
    app.hand.tap("Battlefield Rogue")
    return app


@pytest.fixture
def editing(stage):
    """A copy of one of the game's scenarios for two."""
    stage.hand.tap("Scenarios")
    stage.hand.tap("Escape from the Compound")
    stage.fingers.type_words("Raid")
    return stage


def kept(stage, name="raid"):
    return read_scenario(stage.own / "scenarios" / f"{name}.toml", unfinished=True)[0]


def touch(stage, zone):
    stage.hand.tap_at(*stage.cover.page.map.where(zone))


def sheet():
    from companion.ui.widgets.ruling_sheet import RulingSheet

    return RulingSheet


def explains(stage, words):
    """Whether a card says it below its title."""
    return any(words in getattr(widget, "detail", "") for widget in stage.cover.walk())


def test_one_of_the_games_own_is_copied_and_stays_as_it_is(editing):
    assert explains(editing, "Landing party wins by eliminating Garrison.")
    assert editing.hand.sees("Ready") and editing.hand.sees("Kept as raid.toml")
    editing.hand.tap("Back")
    assert editing.hand.sees("Escape from the Compound") and editing.hand.sees("Raid")
    assert [path.name for path in (editing.own / "scenarios").glob("*")] == ["raid.toml"]


def test_every_answer_is_on_disk_at_once(editing):
    editing.hand.tap("Where")
    editing.hand.tap("Crossroads")
    assert kept(editing).battlefield == "crossroads"
    editing.hand.tap("Next")
    editing.hand.tap("Advanced")
    assert kept(editing).level == "advanced"
    editing.hand.tap("Next")
    editing.hand.tap("4")
    assert kept(editing).players == 4
    editing.hand.tap("Next")
    editing.hand.tap("Earlier")
    assert [side.name for side in kept(editing).sides][2:] == ["Player 4", "Player 3"]
    editing.hand.tap("Next")
    touch(editing, "town-square")
    assert kept(editing).starts[0].zones[-1] == "town-square"
    editing.hand.tap("As on the battlefield")
    assert kept(editing).starts == ()
    editing.hand.tap("Next")
    touch(editing, "town-square")
    assert sum(kept(editing).cover.values()) > 0
    editing.hand.tap("Next")
    assert editing.hand.sees("Garrison wins by reaching ___.")  # the docks are not on this battlefield
    editing.hand.tap("Next")
    editing.hand.tap("1 to mend")
    assert "Garrison: reach needs zones" in editing.hand.find_kind(sheet()).ruling.words


def test_a_victory_loses_parts_and_goes(editing):
    editing.hand.tap("Who wins")
    editing.hand.tap("Garrison wins")
    editing.hand.tap("And also")
    editing.hand.tap("Survive")
    assert editing.hand.sees("Garrison wins by reaching Docks and surviving 10 rounds.")
    editing.hand.hold("Rub it out")
    assert editing.hand.sees("Garrison wins by reaching Docks.")
    editing.hand.hold("Rub it out")
    assert not editing.hand.sees("Garrison wins") and editing.hand.sees("A way for Garrison")
    assert len(kept(editing).victories) == 1


def test_whose_units_is_asked_player_by_player(editing):
    editing.hand.tap("Who wins")
    editing.hand.tap("Another way for Landing party")
    editing.hand.tap("Take units")
    editing.hand.tap("Player 2")
    assert editing.hand.sees("taking 4 units of ___")
    editing.hand.tap("Player 2")
    assert kept(editing).victories[-1].conditions[0].players == (2,)


def test_a_new_title_leaves_no_old_file_and_a_taken_one_is_refused(editing):
    for name in ("Pincer", "Raid by night"):
        editing.hand.tap("Raid")
        editing.fingers.type_words(name)
        if name == "Pincer":
            assert "already" in editing.hand.find_kind(sheet()).ruling.words
            editing.hand.tap_at(400, 10)
    assert [path.name for path in (editing.own / "scenarios").glob("*")] == ["raid-by-night.toml"]
    assert kept(editing, "raid-by-night").title == "Raid by night"


def test_a_story_is_typed(editing):
    editing.cover.bench.builder.set_story("")
    editing.hand.tap("Story")
    editing.fingers.type_words("At night")
    assert kept(editing).story == "At night" and explains(editing, "At night")


def test_what_cannot_be_written_is_not_changed_on_the_screen_either(editing):
    (editing.own / "scenarios" / "raid.toml").unlink()
    (editing.own / "scenarios").rmdir()
    (editing.own / "scenarios").write_text("in the way")
    editing.hand.tap("Level")
    editing.hand.tap("Advanced")
    assert editing.cover.bench.scenario.level == "boot camp"


def test_one_of_ones_own_is_renamed_copied_set_aside_and_taken_back(editing):
    editing.hand.tap("Back")
    editing.hand.tap("More")
    editing.hand.tap("Rename")
    editing.fingers.type_words("Night raid")
    assert editing.hand.sees("Night raid") and kept(editing, "night-raid").title == "Night raid"
    editing.hand.tap("More")
    editing.hand.tap("Save a copy")
    editing.hand.hold("Set aside")
    assert not (editing.own / "scenarios" / "night-raid.toml").exists()
    editing.hand.tap("Take back night-raid")
    assert kept(editing, "night-raid").title == "Night raid"
    editing.hand.tap("More")
    editing.hand.hold("Set aside")
    editing.hand.tap("Take in night-raid")  # the copy that was saved
    assert kept(editing, "night-raid").title == "Night raid"


def test_a_battlefield_on_which_a_scenario_is_played_is_not_set_aside_but_renamed(stage):
    bench = Workbench()
    bench.call("Old mill")
    bench.builder.add_tile("2A", (0, 0))
    for player, left in ((1, 0.0), (2, 50.0)):
        corners = [(left, 0.0), (left + 50, 0.0), (left + 50, 100.0), (left, 100.0)]
        bench.builder.set_start(bench.draw_zone("2A", corners)[0], player)
    bench.save()
    stage.hand.tap("Scenarios")
    stage.hand.tap("New scenario")
    stage.fingers.type_words("Raid")
    stage.hand.tap("Old mill")
    stage.hand.tap("Back")
    stage.hand.tap("Back")
    stage.hand.tap("Back")
    stage.hand.tap("Battlefields")
    stage.hand.tap("More")
    stage.hand.tap("Set aside")
    assert "Raid is played on it" in stage.hand.find_kind(sheet()).ruling.words
    stage.hand.tap_at(400, 10)
    stage.hand.tap("Rename")
    stage.fingers.type_words("New mill")
    assert [path.name for path in (stage.own / "battlefields").glob("*")] == ["new-mill.toml"]
    assert kept(stage).battlefield == "new-mill"
    assert (stage.own / "scenarios" / "new-mill-skirmish.toml").is_file()

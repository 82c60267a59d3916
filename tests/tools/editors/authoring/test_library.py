"""What the table owns, renamed, set aside and handed on: nothing is left behind and nothing is lost."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import BrokenFile
from companion.games.rogue.battlefield import Battlefield
from companion.games.rogue.battlefield_files import (
    load_battlefield,
    photograph_path,
    read_battlefield,
    save_battlefield,
)
from companion.games.rogue.scenario import read_scenario, save_scenario
from companion.tools.editors.authoring import library
from companion.tools.editors.authoring.scenario_builder import ScenarioBuilder

pytestmark = [pytest.mark.rule("RG-SCN"), pytest.mark.usefixtures("rogue_folder", "ford")]


@pytest.fixture
def ford() -> Path:
    """A battlefield with a photograph, its skirmish, and a scenario on it; beside it one with a like name."""
    field = replace(load_battlefield("compound"), id="ford", title="Ford")
    path = save_battlefield(field)
    library.save_skirmish(field)
    photograph_path(path, "2A").write_bytes(b"picture")
    other = path.with_name("ford-north-2A.jpg")  # belongs to another battlefield
    other.write_bytes(b"other")
    builder = ScenarioBuilder.new(field)
    builder.call("Night raid")
    builder.save()
    return path


def names(own: Path) -> set[str]:
    return {str(path.relative_to(own)) for path in own.rglob("*") if path.is_file()}


def renamed(path: Path, name: str) -> Battlefield:
    return replace(read_battlefield(path), id=name, title=name.capitalize())


def test_a_renamed_battlefield_takes_everything_along(ford: Path, rogue_folder: Path) -> None:
    fresh = library.rename_battlefield(ford, renamed(ford, "bridge"))
    assert names(rogue_folder) == {
        "battlefields/bridge.toml",
        "battlefields/bridge-2A.jpg",
        "battlefields/ford-north-2A.jpg",
        "scenarios/bridge-skirmish.toml",
        "scenarios/night-raid.toml",
    }
    assert read_scenario(rogue_folder / "scenarios" / "night-raid.toml")[1] == load_battlefield("bridge")
    assert read_scenario(rogue_folder / "scenarios" / "bridge-skirmish.toml")[0].title == "Bridge"
    assert library.photographs(fresh) == [fresh.with_name("bridge-2A.jpg")]


def test_under_its_old_name_it_is_only_kept(ford: Path, rogue_folder: Path) -> None:
    before = names(rogue_folder)
    assert library.rename_battlefield(ford, read_battlefield(ford)) == ford
    assert names(rogue_folder) == before


def test_a_skirmish_that_somebody_changed_is_theirs(ford: Path, rogue_folder: Path) -> None:
    path = rogue_folder / "scenarios" / "ford-skirmish.toml"
    save_scenario(replace(read_scenario(path)[0], story="Ours now."), path)
    fresh = library.rename_battlefield(ford, renamed(ford, "bridge"))
    assert read_scenario(path)[0].battlefield == "bridge"
    library.save_skirmish(read_battlefield(fresh))
    assert read_scenario(path)[0].story == "Ours now."
    assert not library.judge_set_aside(fresh).allowed


def test_what_is_still_played_on_is_not_set_aside(ford: Path, rogue_folder: Path) -> None:
    ruling = library.judge_set_aside(ford)
    assert not ruling.allowed and "Night raid" in ruling.text
    library.set_aside(rogue_folder / "scenarios" / "night-raid.toml")
    assert library.judge_set_aside(ford).allowed


def test_what_is_set_aside_can_be_taken_back(ford: Path, rogue_folder: Path) -> None:
    raid = rogue_folder / "scenarios" / "night-raid.toml"
    before = names(rogue_folder)
    for path in (raid, ford):
        library.set_aside(path)
    assert names(rogue_folder) == {
        "battlefields/ford-north-2A.jpg",
        "set aside/battlefields/ford.toml",
        "set aside/battlefields/ford-2A.jpg",
        "set aside/scenarios/night-raid.toml",
    }
    for kind in ("battlefields", "scenarios"):
        (file,) = library.set_aside_files(kind)
        assert library.restore(file).allowed
    assert names(rogue_folder) == before


def test_twice_set_aside_under_one_name_loses_neither(rogue_folder: Path) -> None:
    raid = rogue_folder / "scenarios" / "night-raid.toml"
    text = raid.read_text()
    library.set_aside(raid)
    raid.write_text(text + "# another\n")
    assert not library.restore(library.set_aside_files("scenarios")[0]).allowed  # the name is taken
    second = library.set_aside(raid)
    assert second.name == "night-raid-2.toml" and second.read_text() != text
    assert len(library.set_aside_files("scenarios")) == 2


def test_a_scenario_is_handed_on_with_its_battlefield(
    rogue_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    library.copy_to(rogue_folder / "scenarios" / "night-raid.toml", stick)
    assert names(stick) == {
        "battlefields/ford.toml",
        "battlefields/ford-2A.jpg",
        "scenarios/night-raid.toml",
    }
    assert library.found_in(stick, "scenarios") == []  # all of it is here
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "another table"))
    (file,) = library.found_in(stick, "scenarios")
    assert library.import_from(file).allowed
    assert names(tmp_path / "another table" / "rogue") == {
        "battlefields/ford.toml",
        "battlefields/ford-2A.jpg",
        "scenarios/ford-skirmish.toml",
        "scenarios/night-raid.toml",
    }
    assert read_scenario(tmp_path / "another table" / "rogue" / "scenarios" / file.name)[1].title == "Ford"


def test_what_lay_on_the_stick_under_that_name_is_kept(ford: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    there = stick / "battlefields" / "ford.toml"
    there.parent.mkdir(parents=True)
    there.write_text("somebody else's")
    for _ in range(2):  # the same once more changes nothing
        assert library.copy_to(ford, stick) == there
    assert there.with_name("ford.toml.before").read_text() == "somebody else's"
    assert there.read_text() == ford.read_text()


def test_nothing_is_taken_in_over_another_of_the_same_name(ford: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    copy = library.copy_to(ford, stick)
    copy.write_text(copy.read_text().replace('title = "Ford"', 'title = "Deep ford"'))
    ruling = library.import_from(copy)
    assert not ruling.allowed and "called ford" in ruling.text
    assert load_battlefield("ford").title == "Ford"


@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        ('level = "boot camp"', 'level = "easy"', "line 4: .*easy"),
        ('battlefield = "ford"', 'battlefield = "moon"', "battlefield moon is missing"),
    ],
)
def test_a_broken_scenario_is_not_taken_in(
    rogue_folder: Path, tmp_path: Path, good: str, bad: str, words: str
) -> None:
    text = (rogue_folder / "scenarios" / "night-raid.toml").read_text()
    file = tmp_path / "stick" / "scenarios" / "raid.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text.replace(good, bad))
    if "missing" in words:
        assert words in library.import_from(file).text
    else:
        with pytest.raises(BrokenFile, match=words):
            library.import_from(file)
    assert not (rogue_folder / "scenarios" / "raid.toml").exists()


def test_what_cannot_be_written_is_said_and_stays_where_it_was(ford: Path, rogue_folder: Path) -> None:
    (rogue_folder / "set aside").write_text("in the way")
    with pytest.raises(BrokenFile, match="cannot be written"):
        library.set_aside(ford)
    assert ford.is_file()

"""The table's own files: written, read back, and refused with the line when they are wrong."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import BrokenFile, UnknownName
from companion.external_files.typed_toml import decode
from companion.games.boards.outlines import contains, sides
from companion.games.rogue.battlefield import Battlefield, Tile, Zone
from companion.games.rogue.battlefield_files import (
    FOLDER,
    battlefield_names,
    load_battlefield,
    read_battlefield,
    save_battlefield,
)
from companion.games.rogue.data_files import encode
from companion.games.rogue.deck import read_deck, save_card
from companion.games.rogue.geometry import meeting, middle, turned
from companion.games.rogue.scenario import Scenario, read_scenario, save_scenario, scenario_files
from companion.games.rogue.symbol_dice import house_faces, in_words, read_dice, save_dice, save_taught_dice
from tests.games.rogue.boards import a_card

GOOD = """\
id = "two"
title = "Two tiles"

[[tile]]
id = "1A"
at = [0, 0]

[[tile.zone]]
id = "west"
name = "West"
neighbours = ["east"]
start = 1
polygon = [[0, 0], [100, 0], [100, 100], [0, 100]]

[[tile]]
id = "2B"
at = [1, 0]

[[tile.zone]]
id = "east"
name = "East"
neighbours = ["west"]
start = 2
"""


@pytest.mark.parametrize(
    ("good", "bad", "line", "words"),
    [
        ('neighbours = ["east"]', 'neighbours = ["nowhere"]', 11, "no zone"),
        ('neighbours = ["west"]', "neighbours = []", 11, "but east not to west"),  # a one-way link
        ("start = 1\n", "", 1, "start zones for players 2"),
        ("start = 1\n", "start = 5\n", 12, "no player 5"),
        ('id = "east"', 'id = "west"', 20, "two zones"),
        ('id = "2B"', 'id = "1A"', 16, "two tiles"),
        ('id = "2B"', 'id = "2C"', 16, "no tile"),
        ('id = "2B"', 'id = "1B"', 16, "1A and 1B are two sides of one tile"),
        ("[100, 100], [0, 100]]", "[0, 100], [100, 100]]", 13, "crosses itself"),
        ("[100, 100], [0, 100]]", "[100, 0]]", 13, "crosses itself"),  # a corner twice
        ("[100, 100], [0, 100]]", "[50, 0.4]]", 13, "no room for figures"),
        ("at = [1, 0]", "at = [0, 0]", 17, "cannot lie"),
        ("at = [1, 0]", "at = [1, 1]", 11, "side by side"),  # only a corner joins the tiles
        ("at = [1, 0]", "at = 1", 17, "'at' must be a list in brackets, not a whole number"),
        ("at = [1, 0]", "at = [1, 0]\nturned = 7", 18, "'turned' is at most 3"),
        ('name = "East"', 'nmae = "East"', 21, "nothing here is called 'nmae'"),
        ("start = 2", "start = 0", 23, "'start' is at least 1"),
        ('name = "East"', 'name = "East', 21, "line 21"),
        ('id = "east"', 'id = "end"', 20, "no id"),
        ("[100, 100]", "[100, 130]", 13, "off tile"),
        ("start = 2", 'start = 2\nterrain = ["water"]', 23, "no squad can start"),
        ("start = 2", 'start = 2\nterrain = ["lava"]', 24, "lava"),
        ("start = 2", "start = 2\ncover = 18", 24, "17 cover tokens"),
    ],
)
@pytest.mark.rule("RG-SCN")
def test_a_broken_battlefield_is_refused_with_its_line(
    tmp_path: Path, good: str, bad: str, line: int, words: str
) -> None:
    path = tmp_path / "two.toml"
    path.write_text(GOOD)
    assert read_battlefield(path).zones["east"].neighbours == ("west",)
    assert good in GOOD
    path.write_text(GOOD.replace(good, bad, 1))
    with pytest.raises(BrokenFile) as error:
        read_battlefield(path)
    assert f"line {line}" in str(error.value) and words in str(error.value)


def test_a_zone_is_compared_with_others_only(tmp_path: Path) -> None:
    undrawn = '[[tile.zone]]\nid = "yard"\nname = "Yard"\nneighbours = ["west"]\n\n'
    path = tmp_path / "two.toml"
    path.write_text(
        GOOD.replace('[[tile.zone]]\nid = "west"', undrawn + '[[tile.zone]]\nid = "west"').replace(
            'neighbours = ["east"]', 'neighbours = ["east", "yard"]'
        )
    )
    assert "west" in read_battlefield(path).zones


def test_no_start_zone_at_all(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(GOOD.replace("start = 1\n", "").replace("start = 2\n", ""))
    with pytest.raises(BrokenFile, match="no start zone"):
        read_battlefield(path)


def test_all_flaws_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(GOOD.replace('["east"]', '["moon"]').replace("start = 2", "start = 9"))
    with pytest.raises(BrokenFile, match=r"line 11: .*line 22: "):
        read_battlefield(path)


@pytest.mark.rule("RG-SCN", "RG-MOV-4")
@pytest.mark.parametrize("name", ["airfield", "compound", "crossroads"])
def test_our_battlefields_are_sound_and_drawn(name: str) -> None:
    field = load_battlefield(name)
    assert len(field.tiles) >= 4
    for id in field.zones:
        for outline in (field.outline(id), field.outline(field.home[id].id)):
            assert contains(sides(outline), field.centre(id))
        for near in field.neighbours(id):
            assert meeting(field.outline(id), field.outline(near)) == "edge"
    assert {zone.start for zone in field.zones.values()} == {0, 1, 2, 3, 4}
    assert {symbol for zone in field.zones.values() for symbol in zone.symbols} == {
        "weapons",
        "leadership",
        "air support",
    }


@pytest.mark.parametrize("name", ["airfield", "compound", "crossroads"])
def test_a_battlefield_is_written_as_it_is_read(tmp_path: Path, name: str) -> None:
    field = load_battlefield(name)
    path = save_battlefield(field, tmp_path / "copy.toml")
    assert read_battlefield(path) == field
    assert path.read_text() == (FOLDER / f"{name}.toml").read_text()


def test_ones_own_battlefield_comes_before_the_games(rogue_folder: Path) -> None:
    field = load_battlefield("compound")
    path = save_battlefield(field)
    assert path == rogue_folder / "battlefields" / "compound.toml"
    path.write_text(path.read_text().replace("The Compound", "Our compound"))
    assert load_battlefield("compound").title == "Our compound"
    assert battlefield_names() == ("airfield", "compound", "crossroads")
    with pytest.raises(UnknownName, match="moon"):
        load_battlefield("moon")


@pytest.mark.rule("RG-SCN", "RG-WIN")
@pytest.mark.parametrize("path", scenario_files(), ids=lambda path: path.stem)
def test_scenarios_are_written_as_they_are_read(tmp_path: Path, path: Path) -> None:
    scenario, field = read_scenario(path)
    assert scenario.battlefield == field.id
    again = save_scenario(scenario, tmp_path / path.name)
    assert read_scenario(again)[0] == scenario
    assert again.read_text() == path.read_text()


RAID = """\
id = "raid"
title = "Raid"
level = "boot camp"
battlefield = "compound"

[[side]]
name = "Coast"
players = [1]

[[side]]
name = "Heights"
players = [2]

[[start]]
player = 1
zones = ["docks"]

[cover]
quay = 1

[[victory]]
side = "Coast"
title = "Hold the docks"

[[victory.when]]
part = "hold"
zones = ["docks"]
number = 2
"""


@pytest.mark.rule("RG-SCN", "RG-WIN")
@pytest.mark.parametrize(
    ("good", "bad", "line", "words"),
    [
        ('title = "Raid"\n', "", 1, "title"),
        ('title = "Raid"', 'title = "Raid', 2, "line 2"),  # no TOML any more
        ('level = "boot camp"', 'level = "easy"', 3, "easy"),
        ('battlefield = "compound"', 'battlefield = "moon"', 4, "no battlefield 'moon'"),
        ('name = "Heights"', 'name = "Coast"', 11, "two sides are called 'Coast'"),
        ("players = [2]", 'players = ["two"]', 12, "'players' must be a whole number, not text"),
        ("players = [2]", "players = [3]", 6, "[1, 3]"),
        ("players = [2]", "players = [1, 2]", 6, "not 1, 2 and so on"),
        ('zones = ["docks"]\n\n[cover]', 'zones = ["river"]\n\n[cover]', 14, "river is water"),
        ('zones = ["docks"]\n\n[cover]', "zones = []\n\n[cover]", 14, "player 1 has 0 start zones"),
        ("quay = 1", "quay = 12", 18, "17 cover tokens"),
        ('part = "hold"', 'part = "eliminate"', 25, "needs players"),
        ("player = 1", "player = 3", 15, "no player 3 to start there"),
        ('zones = ["docks"]\n\n[cover]', 'zones = ["moon"]\n\n[cover]', 16, "'moon' is no zone"),
        ("quay = 1", "moon = 1", 18, "'moon' is no zone"),
        ("quay = 1", "quay = -1", 18, "cover tokens"),
        ('side = "Coast"', 'side = "Sea"', 22, "no side"),
        ('part = "hold"', 'part = "dance"', 26, "dance"),
        ('zones = ["docks"]\nnumber', 'zones = ["moon"]\nnumber', 25, "there is no moon"),
        ('zones = ["docks"]\nnumber', "number", 25, "Coast: hold needs zones"),
        ("number = 2", "number = 0", 25, "number of 1 or more"),
        ("number = 2", "numbr = 2", 28, "nothing here is called 'numbr'"),
        ('part = "hold"', 'part = "kill"\nplayers = [1]', 25, "kill: player 1 is on that side"),
        ('part = "hold"', 'part = "eliminate"\nplayers = [1, 2]', 25, "eliminate: player 1 is on that side"),
    ],
)
def test_a_broken_scenario_is_refused_with_its_line(
    tmp_path: Path, good: str, bad: str, line: int, words: str
) -> None:
    path = tmp_path / "raid.toml"
    path.write_text(RAID)
    assert read_scenario(path)[0].title == "Raid"
    assert good in RAID
    path.write_text(RAID.replace(good, bad, 1))
    with pytest.raises(BrokenFile) as error:
        read_scenario(path)
    assert f"line {line}" in str(error.value) and words in str(error.value)


@pytest.mark.rule("RG-SCN")
def test_a_victory_without_parts_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "raid.toml"
    path.write_text(RAID[: RAID.index("[[victory.when]]")].rstrip() + "\nwhen = []\n")
    with pytest.raises(BrokenFile, match=r"line 21: Hold the docks has no condition"):
        read_scenario(path)


@pytest.mark.rule("RG-CRD")
def test_a_deck_file_is_written_as_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    cards = (
        a_card("Aim", "upgrade 1"),
        a_card(
            'The "big" one', "hits 2", "cancel 1", "or", "by hand 1", when="squad, combat", needs="leader"
        ),
    )
    for card in (*cards, cards[0]):  # the same again changes nothing
        assert save_card(card, path) == ""
    assert read_deck(path) == cards


@pytest.mark.rule("RG-CRD")
@pytest.mark.parametrize(
    ("good", "bad", "words"),
    [
        ('name = "Aim"', 'name = "A, B"', "line 4.*no name"),
        ('do = "upgrade"', 'do = "fly"', "line 11.*fly"),
        ("windows = [", "windows = [] #", "line 6.*never played"),
    ],
)
def test_a_broken_deck_is_refused(tmp_path: Path, good: str, bad: str, words: str) -> None:
    path = tmp_path / "deck.toml"
    save_card(a_card("Aim", "upgrade 2"), path)
    assert good in path.read_text()
    path.write_text(path.read_text().replace(good, bad, 1))
    with pytest.raises(BrokenFile, match=words):
        read_deck(path)


@given(title=st.text(), story=st.text(), corner=st.floats(0, 100))
def test_any_words_and_numbers_are_written_as_they_are_read(title: str, story: str, corner: float) -> None:
    zone = Zone(id="z", name=title, polygon=((corner, 0), (100, 100), (0, 100)))
    field = Battlefield(id="x", title=title, story=story, tiles=(Tile(id="1A", at=(0, 0), zones=(zone,)),))
    again = decode(encode(field), Battlefield, Path("x.toml"))
    assert (again.title, again.story, again.tiles[0].zones[0].name) == (title, story, title)
    assert again.tiles[0].zones[0].polygon[0][0] == pytest.approx(corner, rel=1e-5)


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "cannot be written" in save_card(a_card("Aim", "hits 1"), tmp_path / "file" / "deck.toml")


@pytest.mark.rule("RG-CMB-5")
def test_a_dice_file(tmp_path: Path) -> None:
    path = tmp_path / "dice.toml"
    assert read_dice(path) == {}
    assert save_dice(house_faces(), path) == ""
    assert read_dice(path) == house_faces()
    path.write_text(path.read_text().replace('"2 hits"', '"9 hits"', 1))
    with pytest.raises(BrokenFile, match="line 4: 9 hits"):
        read_dice(path)


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ([(0, 0), (10, 0), (10, 10), (0, 10)], [(10, 0), (20, 0), (20, 10), (10, 10)], "edge"),
        ([(0, 0), (10, 0), (10, 10), (0, 10)], [(10, 10), (20, 10), (20, 20), (10, 20)], "corner"),
        ([(0, 0), (10, 0), (10, 10), (0, 10)], [(10, 8), (20, 8), (20, 20), (10, 20)], "corner"),  # too short
        ([(0, 0), (10, 0), (10, 10), (0, 10)], [(30, 0), (40, 0), (40, 10)], "apart"),
        ([(0, 0), (10, 0), (10, 10), (0, 10)], [(11, 0), (20, 0), (20, 10), (11, 10)], "edge"),  # by hand
        # A long edge and a short, slightly oblique one beside it: the same from either side.
        (
            [(24.3, 100.0), (25.1, 60.5), (28.3, 61.7), (28.9, 99.2)],
            [(27.7, 100.0), (30.3, 60.6), (100.0, 61.5), (99.9, 100.0)],
            "edge",
        ),
    ],
)
def test_how_zones_meet(one: list[tuple[float, float]], other: list[tuple[float, float]], how: str) -> None:
    assert meeting(one, other) == meeting(other, one) == how


def test_turning_and_middles() -> None:
    assert [turned((10, 0), quarters) for quarters in range(5)] == [
        (10, 0),
        (0, 90),
        (90, 100),
        (100, 10),
        (10, 0),
    ]
    assert middle([(0, 0), (10, 0), (10, 10), (0, 10)]) == (5, 5)
    assert middle([(0, 0), (10, 0)]) == (5, 0)


def test_the_examples_of_the_readme_are_read(tmp_path: Path) -> None:
    readme = FOLDER.parent / "README.md"
    battlefield, scenario = re.findall(r"```toml\n(.*?)```", readme.read_text(), re.DOTALL)
    path = tmp_path / "two.toml"
    path.write_text(battlefield)
    assert read_battlefield(path, unfinished=True).zones["west"].centre == (50, 50)
    path.write_text(scenario)
    told = decode(path.read_text(), Scenario, path)
    assert told.victories[0].conditions[0].number == 2 and told.cover == {"docks": 1}


def test_dice_that_were_shown_are_written_down_once_all_four_kinds_are_known(tmp_path: Path) -> None:
    path = tmp_path / "dice.toml"
    words = {die: tuple(map(in_words, faces)) for die, faces in house_faces().items()}
    first, *others = words
    assert save_taught_dice({first: words[first], "runes": ("blank",) * 6}, path) == ""
    assert not path.exists(), "three kinds are not known yet"
    assert save_taught_dice(words, path) == ""
    assert read_dice(path) == house_faces()
    # one kind is taught again
    assert save_taught_dice({others[0]: ("3 hits",) * 6}, path) == ""
    assert read_dice(path)[others[0]][0].hits == 3
    assert read_dice(path)[first] == house_faces()[first]
    path.write_text("spilt")
    assert "dice.toml" in save_taught_dice(words, path)

"""Rule sets: files the table owns, read with the line of every mistake, and never needed again by a game."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from companion.errors import BrokenFile
from companion.games.nuked import rulesets
from companion.games.nuked.game import NUKED
from companion.games.nuked.rulesets import RuleSet
from companion.games.nuked.state import upgrade
from companion.referee.questions import Choose, FillIn
from companion.referee.table import Table
from tests.referee.tables import lay, play


@st.composite
def any_rule_set(draw: st.DrawFn) -> RuleSet:
    made = RuleSet(name=draw(st.text(max_size=40)), house=draw(st.booleans()))
    for section in rulesets.SECTIONS:
        fields = rulesets.entries(made, section)
        filled: dict[str, int | str] = {
            f.name: draw(st.sampled_from([*(f.choices or range(f.least, f.most + 1))])) for f in fields
        }
        made = rulesets.with_section(made, section, filled)
    return made


@given(any_rule_set())
def test_a_rule_set_reads_back_as_it_was_written(rule_set: RuleSet) -> None:
    text = rulesets.write_rule_set(rule_set)
    assert msgspec.convert(tomllib.loads(text), RuleSet) == rule_set


def test_every_entry_has_words_and_bounds() -> None:
    for section in rulesets.SECTIONS:
        assert all(rulesets.labels(section).values())
        for field in rulesets.entries(RuleSet(), section):
            assert field.choices or field.least < field.most


def test_the_suggestions_are_marked_as_the_houses() -> None:
    names = [(rule_set.name, rule_set.house) for rule_set in rulesets.presets()]
    assert names == [("Steady", True), ("Fierce", True), ("No cards", True), ("By the letter", True)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[nuke]\nlasts = 99", "line 2: 'lasts' is at most 9."),
        ('[nuke]\n\nkills = "some"', "line 3: 'some' is not a choice for 'kills'; there are: all, half."),
        ('boat.reach = "moon"', "line 1: 'moon' is not a choice for 'reach'; there are: anywhere, coast"),
        ("name = 3", "line 1: 'name' must be text in quotes, not a whole number."),
        ("[nuke]\nlasts = true", "line 2: 'lasts' must be a whole number, not true or false."),
        ("[nuk]\nlasts = 1", "line 1: nothing here is called 'nuk'; there are: name, house, troops, start,"),
        ("[deck]\nnuke = 1\nnukes = 2", "line 3: nothing here is called 'nukes'; there are: attack, nuke,"),
        ("nuke = 3", "line 1: 'nuke' must be a table, not a whole number."),
        ('[boat]\nlandlocked = ["mars"]', "line 2: the board has no mars; name"),
        ("[boat]\nlandlocked = [7]", "line 2: 'landlocked' must be text in quotes"),
        ("name = 'x'\n[deck\n", "Expected ']' at the end of a table declaration (at line 2"),
        ("name =", "Invalid value (at "),
    ],
)
def test_a_mistake_is_told_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "sunday.toml"
    file.write_text(text)
    with pytest.raises(BrokenFile, match=r"sunday\.toml") as caught:
        rulesets.read_rule_set(file)
    assert message in str(caught.value)


@pytest.mark.parametrize("bytes_of_file", [b"\xff\xfe\x00", b""])
def test_any_bytes_are_a_rule_set_or_a_complaint(tmp_path: Path, bytes_of_file: bytes) -> None:
    (tmp_path / "odd.toml").write_bytes(bytes_of_file)
    sets, wrong = rulesets.own_rule_sets(tmp_path)
    assert ([rule_set.name for rule_set in sets], len(wrong)) in ((["odd"], 0), ([], 1))


def test_an_invalid_file_is_named_and_its_error_told_until_it_is_mended(tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text("name = 1")
    assert rulesets.own_rule_sets(tmp_path) == ((), ("odd.toml",))
    assert rulesets.error_in("odd.toml", tmp_path).endswith(
        "odd.toml is wrong: line 1: 'name' must be text in quotes, not a whole number. Fix it there."
    )
    (tmp_path / "odd.toml").write_text('name = "Odd"')
    assert "is mended" in rulesets.error_in("odd.toml", tmp_path)


def test_an_older_game_kept_the_message_about_an_invalid_file() -> None:
    fields = {"unreadable": ["odd.toml, line 1: name: it is no text.", "my set.toml cannot be read: gone."]}
    upgrade(fields)
    assert fields["unreadable"] == ["odd.toml", "my set.toml"]


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    first, second = RuleSet(name="Our Sunday!"), RuleSet(name="our sunday")
    assert rulesets.save(first, tmp_path) == tmp_path / "our-sunday.toml"
    assert rulesets.save(second, tmp_path) is None
    assert rulesets.own_rule_sets(tmp_path) == ((first,), ())


def fill_in(table: Table[Any], **changes: Any) -> Table[Any]:
    """Make a new rule set: these entries changed, all others as suggested."""
    play(table, "new")
    while isinstance(table.question, FillIn) and table.question.fields[0].name != "name":
        known = {field.name for field in table.question.fields}
        play(table, {name: value for name, value in changes.items() if name in known})
    return table


@pytest.mark.rule("NK-SET-1")
def test_a_new_rule_set_is_made_saved_and_found_by_the_next_game(rule_sets: Path) -> None:
    table = fill_in(lay(NUKED, 4), four=22, nuke=9, homes="drawn", kills="half")
    play(table, {"name": "Steady"})  # taken
    assert "choose another name" in table.latest[0].text
    play(table, {"name": "Sunday"}, True)
    assert [path.name for path in rule_sets.iterdir()] == ["sunday.toml"]
    made = table.state.table
    assert (made.troops.four, made.deck.nuke, made.start.homes, made.nuke.kills) == (22, 9, "drawn", "half")
    assert table.state.supply == dict.fromkeys(("red", "blue", "green", "yellow"), 22)
    assert play(lay(NUKED, 2), "Sunday", True).state.table == made


def test_a_rule_set_without_a_name_is_for_one_game(rule_sets: Path) -> None:
    table = play(fill_in(lay(NUKED, 2), two=50), {"name": "  "}, True)
    assert table.state.supply == {"red": 50, "blue": 50}
    assert not rule_sets.exists()


@pytest.mark.rule("NK-SET-1")
def test_one_can_look_and_take_another() -> None:
    table = play(lay(NUKED, 2), "Fierce", False)
    assert isinstance(table.question, Choose) and not table.state.rules_chosen
    assert play(table, "No cards", True).state.table.name == "No cards"


@pytest.mark.rule("NK-SET-1")
def test_a_broken_file_says_what_is_wrong_and_cannot_be_chosen(rule_sets: Path) -> None:
    rule_sets.mkdir()
    (rule_sets / "bad.toml").write_text("[nuke]\nlasts = 99\n")
    table = lay(NUKED, 2)
    ruling = table.may("broken 1")
    assert (ruling.allowed, ruling.rules) == (False, ("NK-SET-1",))
    assert "bad.toml is wrong: line 2: 'lasts' is at most 9" in ruling.text


def test_names_that_come_twice_can_be_told_apart(rule_sets: Path) -> None:
    rule_sets.mkdir()
    (rule_sets / "a.toml").write_text('name = "Steady"\n[deck]\nnuke = 1\n')
    (rule_sets / "b.toml").write_text('name = "new"\n[deck]\nnuke = 2\n')
    table = lay(NUKED, 2)
    assert play(table, "again Steady", True).state.table.deck.nuke == 1
    table.undo(2)
    assert play(table, "again new", True).state.table.deck.nuke == 2


def test_a_game_never_needs_its_file_again(rule_sets: Path) -> None:
    rulesets.save(structs.replace(RuleSet(), name="Sunday", house=False), rule_sets)
    table = play(lay(NUKED, 2), "Sunday")
    (rule_sets / "sunday.toml").unlink()
    again = Table.resume(NUKED, table.positions, table.entries)
    assert again.question == table.question
    assert play(again, True).state.table.name == "Sunday"
    again.undo(2)
    again.redo(2)
    assert again.state.table.name == "Sunday"


@pytest.mark.parametrize("what", ["a file stands where the folder should"])
def test_a_rule_set_that_cannot_be_saved_is_played_by_all_the_same(rule_sets: Path, what: str) -> None:
    rule_sets.write_text(what)
    table = play(fill_in(lay(NUKED, 2)), {"name": "Sunday"})
    assert "could not be saved" in table.latest[0].text
    assert play(table, True).state.table.name == "Sunday"

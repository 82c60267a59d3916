"""The set-up at every level: scenario, dice, squads, cards."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.rogue import rules
from companion.games.rogue.game import ROGUE
from companion.games.rogue.scenario import read_scenario, scenario_files, start_zones
from companion.games.rogue.state import TANK
from companion.games.rogue.symbol_dice import DICE, dice_path, house_faces, read_dice
from companion.referee.questions import Choose, FillIn
from tests.games.rogue.boards import a_state
from tests.referee.tables import lay, play

ESCAPE = "escape-from-the-compound"


@pytest.mark.rule("RG-SCN")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("level", ["boot camp", "intermediate", "advanced", "commander"])
def test_there_is_a_scenario_for_every_table(players: int, level: str) -> None:
    table = lay(ROGUE, players, level=level)
    assert isinstance(table.question, Choose)
    assert len(table.question.options) == 3
    wanted = "Advanced" if level == "commander" else level.title()
    assert table.question.options[0].detail.startswith(wanted)  # its own level first
    assert len(scenario_files()) == 9


@pytest.mark.rule("RG-SCN")
def test_escape_from_the_compound_stands_as_printed() -> None:
    table = lay(ROGUE, 2, ESCAPE, "blue")
    state = table.state
    assert {tile.id for tile in state.ground.tiles} == {"2A", "5A", "1A", "4A", "3B", "6B"}
    assert state.starts == {"docks": "blue", "parade-ground": "red"}  # blue is Player 1
    assert [victory.title for victory in state.plan.victories] == [
        "Eliminate the garrison",
        "Reach the docks",
    ]
    assert state.cover["command-post"] == 1


@pytest.mark.rule("RG-TNK-1", "RG-TNK-4", "RG-TNK-5")
@pytest.mark.parametrize("level", ["intermediate", "advanced", "commander"])
@pytest.mark.parametrize("path", scenario_files(), ids=lambda path: path.stem)
def test_tanks_of_every_seat_come_on(path: Path, level: str) -> None:
    """The start zones of a scenario are open to tanks at every level that has them."""
    plan, field = read_scenario(path)
    state = a_state({}, players=plan.players, level=level)
    state.scenario, state.field = plan, field
    state.starts = {zone: state.order[player - 1] for zone, player in start_zones(plan, field).items()}
    state.cover = {zone.id: zone.cover for zone in field.zones.values()} | plan.cover
    for seat in state.order:
        closed, zones = rules.spawn_zones(state, seat, TANK)
        assert zones and not closed, (seat, closed)


@pytest.mark.rule("RG-SET-1", "RG-LDR-1", "RG-DRW-3")
def test_boot_camp() -> None:
    table = lay(ROGUE, 2, ESCAPE, "red", "type", "docks recon")
    table.answer("parade-ground assault")
    assert table.question is not None and "RG-DRW-3" in table.question.rules
    play(table, "+go")
    state = table.state
    assert state.squads["docks"].units == {"assault": 1, "engineer": 1, "recon": 1, "support": 1}
    assert state.squads["docks"].leaders == ["recon"]
    assert state.hands["blue"] == {"leadership": 2, "weapons": 3, "air support": 0}
    assert sum(state.decks.values()) == 0
    assert (state.active, state.round, state.turn, state.step) == ("red", 1, 1, "squad")


@pytest.mark.rule("RG-SET-2")
def test_intermediate_counts_its_decks() -> None:
    table = lay(
        ROGUE,
        2,
        "across-the-town",
        "red",
        "type",
        "quarry-road recon",
        "garden-wall recon",
        "+go",
        level="intermediate",
    )
    assert isinstance(table.question, FillIn)
    assert [field.name for field in table.question.fields] == ["leadership", "weapons"]
    play(table, {"leadership": 21, "weapons": 30})
    assert table.state.decks == {"leadership": 21, "weapons": 30, "air support": 0}
    assert table.state.reserve("red", "tank") == 3


@pytest.mark.rule("RG-SET-3", "RG-A8")
@pytest.mark.parametrize(("house", "words"), [("in", "leftovers are in"), ("out", "leftovers are out")])
def test_advanced_chooses_its_squads_from_player_1_on(house: str, words: str) -> None:
    table = lay(ROGUE, 2, "the-runway", "blue", "type", "+go", level="advanced", leftovers=house)
    assert isinstance(table.question, FillIn)
    assert [field.name for field in table.question.fields] == ["leadership", "weapons", "air support"]
    assert words in table.question.detail
    play(table, {})  # the cards are dealt first
    assert table.state.hand("red") == 5
    assert table.question is not None and table.question.seat == "blue"
    play(table, "own", *["recon"] * 4, "taxiway recon")
    assert table.state.squads["taxiway"].units == {"recon": 4}
    assert table.question.seat == "red"
    play(table, "usual", "apron support")
    assert (table.state.step, table.state.active) == ("draw", "blue")


@pytest.mark.rule("RG-SET-3", "RG-SQD-1")
def test_there_are_five_of_each_class() -> None:
    table = lay(ROGUE, 2, "the-runway", "red", "type", "+go", {}, level="advanced")
    play(table, "own", *["recon"] * 3)
    assert table.may("recon").allowed
    table.state.lost["red"]["recon"] = 2
    table.undo()
    play(table, "recon")
    assert table.answer("tank").rules == ("RG-SET-3",)


@pytest.mark.rule("RG-SET-4")
def test_commander_mode_lays_out_tokens() -> None:
    answers: tuple[Any, ...] = (
        "the-runway",
        "red",
        "house",
        "+go",
        {},
        "usual",
        "taxiway recon",
        "usual",
        "apron recon",
    )
    table = lay(ROGUE, 2, *answers, level="commander")
    assert table.state.tokens_left == 8
    assert any("RG-SET-4" in logged.report.rules for logged in table.reports)


@pytest.mark.rule("RG-CMB-5", "RG-CMB-7")
def test_faces_are_entered_once_and_remembered(rogue_folder: Path) -> None:
    table = lay(ROGUE, 2, ESCAPE, "red", "faces")
    play(table, {f"face {n}": "1 hit" for n in range(1, 7)}, {}, {}, {"face 1": "2 blocks"})
    assert read_dice(dice_path()) == table.state.faces
    assert dice_path().parent == rogue_folder
    assert table.state.faces["regular attack"] == (table.state.faces["regular attack"][0],) * 6
    # The next game does not ask again.
    again = lay(ROGUE, 2, ESCAPE, "red")
    assert again.state.step == "squads" and again.state.faces == table.state.faces


@pytest.mark.rule("RG-CMB-5")
def test_faces_that_were_only_suggested_are_not_kept(rogue_folder: Path) -> None:
    table = lay(ROGUE, 2, ESCAPE, "red", "faces", {}, {}, {}, {})
    assert table.state.faces == house_faces()
    assert not rogue_folder.exists()


@pytest.mark.rule("RG-CMB-7")
def test_our_own_faces_have_one_hit_on_the_upgraded_defence_die() -> None:
    faces = house_faces()
    assert set(faces) == set(DICE)
    assert sum(face.hits for face in faces["upgraded defence"]) == 1
    assert not any(face.hits for face in faces["regular defence"])


@pytest.mark.rule("RG-CRD")
def test_a_broken_deck_file_is_told_and_left_out(rogue_folder: Path) -> None:
    rogue_folder.mkdir(parents=True)
    (rogue_folder / "deck.toml").write_text('[[card]]\nname = "Aim"\nkind = "magic"\nwindows = ["combat"]\n')
    table = lay(ROGUE, 2)
    assert table.question is not None and "line 3" in table.question.detail
    play(table, "+go", ESCAPE)


@pytest.mark.rule("RG-SCN")
def test_a_broken_scenario_is_shown_with_its_line(rogue_folder: Path) -> None:
    folder = rogue_folder / "scenarios"
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text(
        'id = "mine"\ntitle = "Mine"\nlevel = "boot camp"\nbattlefield = "moon"\n'
        '[[side]]\nname = "A"\nplayers = [1]\n[[side]]\nname = "B"\nplayers = [2]\n'
        '[[victory]]\nside = "A"\ntitle = "x"\n[[victory.when]]\npart = "reach"\nzones = ["docks"]\n'
    )
    table = lay(ROGUE, 2)
    ruling = table.may("mine")
    assert ruling.rules == ("RG-SCN",) and "line 4" in ruling.text and "moon" in ruling.text

"""What the screens get to draw."""

from tests.games.rogue.boards import a_table
from tests.referee.tables import play

SQUADS = {"docks": "red assault* assault recon tank", "quay": "blue recon"}


def test_zones_tiles_and_everything_on_them_are_marks() -> None:
    table = a_table(
        SQUADS,
        level="advanced",
        cover={"fish-market": 2},
        starts={"docks": "red"},
        aircraft={"4A": {"red": 2, "blue": 1}},
    )
    places = table.scene.places
    assert table.scene.board == "compound" and table.scene.kind == "battlefield"
    assert set(places) == set(table.state.ground.zones) | {tile.id for tile in table.state.ground.tiles}
    docks = places["docks"]
    assert (docks.owner, docks.count) == ("red", 4)
    assert docks.marks == (
        "road",
        "start:red",
        "assault*1:red",
        "leader-assault*1:red",
        "recon*1:red",
        "tank*1:red",
    )
    assert places["fish-market"].marks == ("building", "cover*2")
    assert places["old-battery"].marks == ("building", "symbol-air-support")
    assert places["4A"].marks == ("aircraft*2:red", "aircraft*1:blue")
    assert (places["4A"].owner, places["4A"].count) == (None, 3)


def test_a_fight_is_in_focus() -> None:
    table = play(
        a_table({"docks": "red recon", "fish-market": "blue recon"}, step="combat"), "docks", "fish-market"
    )
    assert table.scene.focus == ("docks", "fish-market")


def test_hands_and_losses_stand_by_the_seats() -> None:
    table = a_table(SQUADS, level="commander", hand=2)
    figures = {figure.label: figure.value for figure in table.scene.standings[0].figures}
    assert figures == {"units": 4, "cards": 6, "tokens": 2, "commander": 0, "supply": 17, "lost": 0}

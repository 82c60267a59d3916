"""What the screens get to draw."""

from companion.games.rogue.battlefield import Battlefield, Tile, Zone
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
    places = table.game_view.places
    assert table.game_view.board == "compound" and table.game_view.kind == "battlefield"
    assert set(places) == set(table.state.ground.zones) | {tile.id for tile in table.state.ground.tiles}
    docks = places["docks"]
    assert (docks.owner, docks.count) == ("red", 4)
    assert docks.marks == (
        "road",
        "start:red",
        "assault*2:red",
        "recon*1:red",
        "tank*1:red",
        "leader:red",
    )
    squad = table.game_view.roster[0]
    assert (squad.id, squad.kind, squad.name, squad.marks) == ("docks", "squad", "Docks", ("leader-assault",))
    assert {figure.label: figure.value for figure in squad.figures} == {"assault": 2, "recon": 1, "tank": 1}
    assert places["fish-market"].marks == ("building", "cover*2")
    assert places["old-battery"].marks == ("building", "symbol-air-support")
    assert places["4A"].marks == ("aircraft*2:red", "aircraft*1:blue")
    assert (places["4A"].owner, places["4A"].count) == (None, 3)


def test_a_fight_is_in_focus() -> None:
    table = play(
        a_table({"docks": "red recon", "fish-market": "blue recon"}, step="combat"), "docks", "fish-market"
    )
    assert table.game_view.focus == ("docks", "fish-market")


def test_hands_and_losses_stand_by_the_seats() -> None:
    table = a_table(SQUADS, level="commander", hand=2)
    figures = {figure.label: figure.value for figure in table.game_view.standings[0].figures}
    assert figures == {"units": 4, "cards": 6, "tokens": 2, "commander": 0, "supply": 17, "lost": 0}


def test_teams_stand_by_the_seats() -> None:
    squads = {"docks": "red recon", "quay": "blue recon", "dunes": "green recon", "reeds": "yellow recon"}
    table = a_table(squads, players=4, teams=True)
    teams = [standing.team for standing in table.game_view.standings]
    assert teams[0] == teams[2] != teams[1] == teams[3] and all(teams)
    assert {standing.team for standing in a_table(SQUADS).game_view.standings} == {""}


def test_the_ground_goes_with_the_scene() -> None:
    table = a_table(SQUADS)
    plan = {region.id: region for region in table.game_view.plan}
    assert set(plan) == set(table.game_view.places)
    assert {id for id, region in plan.items() if region.tile} == {"2A", "5A", "1A", "4A", "3B", "6B"}
    assert plan["docks"].name == "Docks"
    assert plan["docks"].outline == ((0, 0), (55, 0), (50, 35), (0, 30))
    assert plan["1A"].outline == ((200, 100), (300, 100), (300, 200), (200, 200))


def test_zones_that_nobody_drew_are_strips_of_their_tile() -> None:
    zones = (Zone(id="low", name="Low"), Zone(id="high", name="High", centre=(10, 90)))
    field = Battlefield(id="x", title="X", tiles=(Tile(id="1A", at=(1, 0), zones=zones),))
    assert field.outline("high") == ((100, 50), (200, 50), (200, 100), (100, 100))
    assert (field.centre("low"), field.centre("high")) == ((150, 25), (110, 90))

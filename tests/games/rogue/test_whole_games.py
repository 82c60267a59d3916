"""Whole games from set-up to victory, at every level; together every rule has its say in them."""

from collections.abc import Callable

import msgspec
import pytest

from companion.games.rogue.game import ROGUE
from companion.referee.table import Table
from tests.games.rogue.story import Story


def boot_camp() -> Story:
    """Escape from the Compound: the garrison fights its way down to the docks."""
    game = Story(2, "escape-from-the-compound", "red", level="boot camp")
    game.say("type", "docks recon", "command-post assault", "+go")
    # Red comes up from the docks into the palm grove and leaves its engineer behind.
    game.say("docks").refused("nonsense", "RG-MOV-2").say("engineer", "+go")
    game.refused("harbour-bay", "RG-MOV-5").refused("lookout", "RG-MOV-3").refused("gravel-pit", "RG-MOV-4")
    game.say("palm-grove").refused("palm-grove", "RG-CMB-2").say("end")
    # Blue leaves by the outer gate; red waits.
    game.move("command-post", "checkpoint").say("end")
    game.rest()
    # Blue attacks out of the gravel pit; both play cards, described when they are first seen.
    game.move("checkpoint", "gravel-pit").say("gravel-pit").refused("docks", "RG-CMB-2")
    game.say("palm-grove").refused(4, "RG-CMB-3").say(2, 1)
    game.describe_card("Grenade", "weapons", "assault", ("hits 1",))
    game.describe_card("Take cover", "leadership", "leader", ("blocks 1",))
    game.say("Grenade").throws(1, 1)  # 1 + 2 hits, 1 + 1 blocks: one wound
    game.refused("leader-support", "RG-CMB-6").say("leader-recon")
    # Red's leader is lost: the engineer at the docks takes over. Two of four attackers fall to red's answer.
    game.say("docks engineer", "end").attack("palm-grove", "gravel-pit", 0, 0).throws(2, 0)
    game.say("engineer", "recon")
    # Blue fights on, takes the grove and moves in.
    game.say("end").attack("gravel-pit", "palm-grove", 0, 0).throws(3, 1)
    game.overrun("support")
    # Red's last unit goes into the fish market, where it has cover.
    game.move("docks", "fish-market").say("end")
    # Cover gives it an upgraded die, and with the hit on it the engineer takes the attacker along.
    game.move("palm-grove", "sandy-beach").attack("sandy-beach", "fish-market", 0, 0).throws(1, 0, struck=1)
    game.rest()
    # Only blue's support unit is left, and nobody stands between it and the docks.
    for origin, target in (("gravel-pit", "palm-grove"), ("palm-grove", "net-sheds")):
        game.move(origin, target).rest().rest()
    game.move("net-sheds", "docks")
    return game


def intermediate() -> Story:
    """Three Ways to the Square: red brings up tanks and eleven units; green gets to the square."""
    house = {"level": "intermediate"}
    game = Story(3, "three-ways-to-the-square", "red", **house)
    game.say("type", "west-suburb assault", "east-suburb recon", "quarry-road support", "+go")
    game.say({"leadership": 3, "weapons": 12})
    # Red marches out and brings four more units on.
    game.say("leadership").move("west-suburb", "main-street").say({"offer": "card"})
    game.describe_card("Reserves", "leadership", "all", ("spawn 4",))
    game.say("assault", "engineer", "recon", "support").rest()
    # Blue and green draw the last two Leadership cards: there are no more, for anybody.
    game.say("leadership").move("east-suburb", "depot").rest()
    game.say("leadership").move("quarry-road", "school").rest()
    game.refused("leadership", "RG-DRW-5")
    # Red's eleventh unit becomes its second leader.
    game.say("weapons", {"offer": "card"}).refused("Reserves", "RG-TML").say("+back")
    game.move("west-suburb", "garden-wall")
    game.card("Reserves", "assault", "engineer", "recon", "+stop").rest()
    # Blue holds the depot, which brings a Weapons card besides the free one, and takes the lock.
    game.say("weapons").move("depot", "canal-lock").rest()
    # Green draws the whole Weapons deck, and it is shuffled again.
    game.say("weapons", {"offer": "card"})
    game.describe_card("Supplies", "weapons", "all", ("draw 9",))
    game.say(*["weapons"] * 9).rest()
    # Red brings up a tank.
    game.rest_until_squad().say("end", {"offer": "card"})
    game.describe_card("Armour", "weapons", "engineer", ("tank 1",), ("hits 1",))
    game.refused("main-street", "RG-TNK-4").say("west-suburb").rest()
    # Blue makes a second leader.
    game.rest_until_squad().say("end", {"offer": "card"})
    game.describe_card("Promotion", "leadership", "all", ("leader 1",))
    game.say("canal-lock assault").rest()
    # Green holds far more than ten cards.
    game.say("weapons").refused("leadership ", "RG-DRW-4")
    while game.table.question.rules == ("RG-DRW-4",):
        game.say("weapons")
    game.rest()
    # The tank rolls out with its engineer, past the squad at the garden wall.
    game.rest_until_squad().say("west-suburb", "leader-recon", "assault", "+go")
    game.refused("garden-wall", "RG-SQD-1").refused("brickworks", "RG-TNK-5").say("bus-stop").rest()
    # Blue has to stop next door to it, attacks, and finds the engineer blocking.
    game.rest_until_squad().say("canal-lock", "+go")
    game.refused("bus-stop", "RG-MOV-6").refused("town-square", "RG-TNK-6").say("market-hall")
    game.attack("market-hall", "bus-stop", 0, 0).throws(2, 0, struck=1).say("engineer", "support")
    # Green moves into the square and holds it.
    game.rest_until_squad().move("school", "town-square").rest()
    # Red's assault joins the tank, too late.
    game.rest_until_squad().move("west-suburb", "bus-stop", "leader-recon").rest()
    game.rest()
    game.rest()
    return game


def advanced() -> Story:
    """Joint Operation in Commander mode: lowland takes fuel and tower, on the ground and in the air."""
    game = Story(4, "joint-operation", "red", level="commander")
    game.say("type", "+go", {})
    game.say("own", "recon", "recon", "assault", "assault", "perimeter-road recon")
    game.say("own", "support", "support", "recon", "engineer", "gatehouse recon")
    game.say("own", "assault", "assault", "assault", "recon", "north-road recon")
    game.say("usual", "mountain-pass support")
    # Red goes first of its team, flies over to the enemy, and wastes a Commander token.
    game.say("red", "air support").refused("3A", "RG-DRW-6").say("1A", True)
    game.say("1A").refused("6A", "RG-AIR-1").say("3A")
    game.move("perimeter-road", "fuel-dump").rest()
    # Green comes down to the runway; its own team's squad would be in the way.
    game.say("air support", "5B", False, "end")
    game.say("north-road", "+go").refused("fuel-dump", "RG-SQD-2", "RG-MOV-6").say("runway-east").rest()
    # Blue sends up an aircraft against red's, and uses its token.
    game.say("blue", "air support", "3A", True, "end").refused("5B", "RG-AIR-4").say("3A", 0, 0)
    game.throws(1, 1).say({"offer": "token"})
    game.describe_card("Satellite", "commander", "all", ("range 1",))
    # Its squad leaves the gatehouse, a building closed to tanks, to an engineer; it suppresses green's cards.
    game.move("gatehouse", "apron", "engineer").say({"offer": "card"})
    game.describe_card("Armour", "weapons", "engineer", ("tank 1",), ("hits 1",))
    game.say("apron", "runway-east", 0).refused(3, "RG-CLS-2").say(0)
    game.throws(2, 1).say("leader-recon")
    game.rest()
    # Green answers: one of blue falls, and nobody runs.
    game.say("green").rest_until_squad().say("end").attack("runway-east", "apron", 0, 0).throws(3, 2)
    game.say("support", "stay")
    # Red's aircraft flies home; an Air Support card blows the cover off the gatehouse.
    game.say("weapons", "end", False, "3A", "1A", {"offer": "card"})
    game.describe_card("Strike", "air support", "all", ("wound 1",))
    game.say("gatehouse").rest()
    # A tank was driven on all the same and stands on the apron: the table sets the board right.
    assert game.table.correct({"apron.tank": 1}).allowed
    # Blue brings its engineer up to the apron and attacks with all of them.
    game.say("blue").rest_until_squad().move("gatehouse", "apron").attack("apron", "runway-east", 0, 0)
    game.throws(0, 0)
    game.rest()
    # Green slips into the tower while red holds the fuel.
    game.say("green").rest_until_squad().move("runway-east", "control-tower").rest()
    return game


@pytest.mark.rule("RG-WIN")
@pytest.mark.parametrize(
    ("tell", "winners"), [(boot_camp, ("blue",)), (intermediate, ("green",)), (advanced, ("red", "green"))]
)
def test_a_whole_game(tell: Callable[[], Story], winners: tuple[str, ...]) -> None:
    table = tell().table
    assert table.state.winners == winners and table.question is None
    # Taken back to its beginning and brought again, it ends the same; and it can be resumed anywhere.
    end, answers = msgspec.json.encode(table.state), len(table.entries)
    table.undo(answers)
    table.redo(answers)
    assert msgspec.json.encode(table.state) == end
    again = Table.resume(ROGUE, table.positions[:-3], table.entries)
    assert msgspec.json.encode(again.state) == end


def test_every_rule_has_its_say() -> None:
    fired = boot_camp().fired | intermediate().fired | advanced().fired
    assert fired == {rule.id for rule in ROGUE.rulebook.rules}

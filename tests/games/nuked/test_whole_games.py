"""Whole games by script, from the rule set to the victory, with two, four and six players."""

from functools import cache

import pytest

from companion.games.nuked.game import NUKED
from tests.games.nuked.story import Hands, Story

TWO: Hands = {
    "red": (
        "alaska alberta central-america eastern-united-states greenland northwest-territory "
        "ontario quebec western-united-states argentina brazil peru venezuela congo east-africa "
        "egypt madagascar north-africa south-africa iceland great-britain"
    ),
    "blue": (
        "northern-europe scandinavia southern-europe ukraine western-europe afghanistan china "
        "india irkutsk japan kamchatka middle-east mongolia siam siberia ural yakutsk "
        "eastern-australia indonesia new-guinea western-australia"
    ),
}


@cache
def a_duel() -> Story:
    """Red takes Blue's Farm, hunger does the rest, and the last city is nuked: by the rules as suggested."""
    game = Story(2, nuke_on_capital="always")
    game.refused("Sunday", "NK-SET-1")
    game.play_by("Steady").say("red").give_out(TWO)
    game.refused("china", "NK-SET-3")
    game.settle_down(red=("brazil", "congo"), blue=("china", "northern-europe"))
    game.man(red="great-britain", blue="china")

    # Round 1. Red crosses the Channel; the Capital is out of reach, and safe.
    game.fresh("brazil")
    game.refused("china", "NK-MAP")
    game.say("great-britain").refused("china", "NK-MAP", "NK-CAP-2", "NK-ATK-2").say("end")
    game.refused("brazil", "NK-MAP")
    game.say("great-britain", "northern-europe")
    game.refused(1, "NK-ATK-1").refused(20, "NK-ATK-4").say(19, "stand")
    game.end("Brazil: 8 to 7, Capital tax")

    # Without the Farm, every other soldier of Blue's starves; the Capital pays its tax first.
    game.say("capital")
    others = [place for place in game.state.held("blue") if place != "china"]
    starved = [f"{game.state.name(place)}: 1 to 0, cut off" for place in others]
    game.end(
        "China: 30 to 24, Capital tax",
        *starved[: len([place for place in others if place < "china"])],
        "China: 24 to 23, cut off",
        *starved[len([place for place in others if place < "china"]) :],
    )
    assert game.state.held("blue") == ("china",)

    # Round 2. A Nuke may strike a Capital even now.
    game.say("capital").say({"offer": "card"}, "nuke").refused("brazil", "NK-A21").say("china")
    return game


FOUR: Hands = {
    "red": (
        "argentina brazil peru venezuela congo east-africa egypt madagascar north-africa "
        "south-africa western-europe"
    ),
    "blue": (
        "alaska alberta central-america eastern-united-states greenland northwest-territory "
        "ontario quebec western-united-states iceland great-britain"
    ),
    "green": "afghanistan china india irkutsk kamchatka japan mongolia siam siberia yakutsk",
    "yellow": (
        "eastern-australia indonesia new-guinea western-australia middle-east ural "
        "northern-europe scandinavia southern-europe ukraine"
    ),
}


@cache
def a_sunday() -> Story:
    """Four by rules of their own: several origins, a move at the end, and no Capital, no player."""
    game = Story(
        4,
        origins="several",
        homes="apart",
        fortify="connected",
        victory="capital falls",
        fallout="one for each",
        end_order="cut-off first",
        farm_lost="named anew",
        continents="anywhere",
        enough="after the card",
    )
    game.make_rules(
        "", territories="claimed", placing="all at once", four=22, at_start=2, won_by="every turn"
    )
    game.say("red").give_out(FOUR)
    game.say("brazil").refused("brazil", "NK-A15").say("congo")
    game.settle_down(
        blue=("great-britain", "ontario"), green=("china", "siberia"), yellow=("indonesia", "ukraine")
    )
    game.man(red="western-europe", blue="iceland", green="china", yellow="ukraine")
    for part in (_first_round, _quiet_rounds, _last_rounds):
        part(game)
    return game


def _first_round(game: Story) -> None:
    # Red comes to Southern Europe from two sides, and once in vain. Yellow's Farm is nuked.
    game.fresh("egypt")
    game.say("western-europe").refused("great-britain", "NK-CAP-2").say("southern-europe", 1)
    game.refused("end", "NK-A6").refused("congo", "NK-A6").say("egypt", 1, "defence")
    assert game.state.holdings["southern-europe"].armies == 4
    game.say("western-europe", "southern-europe", 11, "egypt", 3)
    assert game.state.holdings["southern-europe"].armies == 10
    game.card("nuke", "ukraine").say({"offer": "card"}).refused("boat", "NK-CRD-1").say("back")
    game.say("end", "end").bury("Southern Europe: 10 to 9, beside Ukraine")

    game.fresh("iceland").say("end", "end")

    # Green walks into the ruins, and the ruins glow.
    game.fresh("afghanistan").say("afghanistan", "ukraine").refused(2, "NK-ATK-3").say(3)
    game.say("end", "end").bury("China: 13 to 11, Capital tax", "Afghanistan: 1 to 0, beside Ukraine")

    # Yellow names a new Farm, which dies out as well: the Farm's soldier falls last, and cuts nobody off.
    game.refused("ukraine", "NK-A11").say("middle-east", "capital", "end", "end").bury(
        "Eastern Australia: 1 to 0, cut off",
        "Indonesia: 5 to 4, cut off",
        "New Guinea: 1 to 0, cut off",
        "Northern Europe: 1 to 0, cut off",
        "Scandinavia: 1 to 0, cut off",
        "Ural: 1 to 0, cut off",
        "Western Australia: 1 to 0, cut off",
        "Middle East: 1 to 0, beside Ukraine",
    )


def _quiet_rounds(game: Story) -> None:
    game.fresh("western-europe").say("end", "end").bury("Southern Europe: 9 to 8, beside Ukraine")
    game.fresh("iceland").say("end", "end")
    game.fresh("siam").refused("siam", "NK-CAP-2", "NK-ATK-2").say("end", "end").bury(
        "Ukraine: 1 to 0, cut off", "China: 11 to 9, Capital tax"
    )
    game.say("indonesia", "capital", "end").bury("Indonesia: 7 to 6, Capital tax")

    # Round 3: the fallout over Ukraine has ended.
    assert game.state.fallout == {}
    game.fresh("western-europe").say("end", "end")
    game.fresh("iceland").say("end", "end")
    game.fresh("siam").say("end", "end").bury("China: 9 to 8, Capital tax")
    game.say("capital", "end").bury("Indonesia: 9 to 8, Capital tax")


def _last_rounds(game: Story) -> None:
    # Round 4: continents pay, Capitals can be taken, and Blue is out with its own.
    assert game.table.question is not None
    assert game.table.question.options[0].label == "Anywhere: 9"
    game.fresh("western-europe").attack("western-europe", "great-britain", 17, "defence")
    assert (game.state.holdings["great-britain"].armies, game.state.held("blue")) == (13, ())
    # One move, and it goes to the end of the chain.
    game.say("end", "southern-europe").refused("iceland", "NK-A16").say("egypt")
    game.refused(8, "NK-A16").say(7)

    # Green's Nuke leaves nothing of Yellow.
    game.fresh("siam").card("nuke", "indonesia").say("end", "end").bury(
        "China: 8 to 7, Capital tax", "Siam: 10 to 9, beside Indonesia"
    )

    # Round 5: Red empties Green's Capital from above and walks in.
    game.fresh("egypt").card("nuke", "china")
    game.attack("egypt", "middle-east", 10).attack("middle-east", "afghanistan", 7)
    game.attack("afghanistan", "china", 3)


SIX: Hands = {
    "red": "argentina brazil peru venezuela north-africa western-europe egypt",
    "blue": (
        "alaska alberta central-america eastern-united-states northwest-territory ontario "
        "western-united-states"
    ),
    "green": "greenland quebec iceland great-britain scandinavia northern-europe ukraine",
    "yellow": "southern-europe congo east-africa madagascar south-africa middle-east afghanistan",
    "black": "ural siberia yakutsk irkutsk kamchatka mongolia japan",
    "purple": "china india siam indonesia new-guinea western-australia eastern-australia",
}


@cache
def a_world_war() -> Story:
    """Six players with fierce cards; three Capitals win."""
    game = Story(6, victory="capitals")
    game.play_by("Fierce").say("red").give_out(SIX)
    game.settle_down(
        red=("brazil", "argentina"),
        blue=("central-america", "ontario"),
        green=("great-britain", "iceland"),
        yellow=("congo", "east-africa"),
        black=("japan", "mongolia"),
        purple=("siam", "china"),
    )
    game.man(
        red="western-europe",
        blue="alaska",
        green="ukraine",
        yellow="afghanistan",
        black="kamchatka",
        purple="china",
    )

    # Round 1. Two against one and a Defence card: nobody is left. A Boat goes half round the world.
    game.fresh("venezuela").attack("western-europe", "southern-europe", 2, "defence")
    assert game.state.holdings["southern-europe"].owner is None
    game.card("boat").say("western-europe").refused("japan", "NK-CAP-2").refused("mongolia", "NK-CRD-4")
    game.say("eastern-australia", 2, "stand")
    game.end("Eastern Australia: 1 to 0, cut off")
    game.quiet(blue="alberta", green="ukraine", yellow="afghanistan", black="kamchatka", purple="china")

    # Round 2. Green's Nuke opens a hole in Red's chain, and kills beside it in Africa.
    game.say("capital").card("extra", "western-europe").end()
    game.quiet(blue="alberta")
    game.fresh("ukraine").card("nuke", "north-africa").end()
    game.fresh("afghanistan").end(
        "Congo: 1 to 0, beside North Africa", "East Africa: 1 to 0, beside North Africa"
    )
    game.quiet(black="kamchatka", purple="china")

    # Round 3. Nobody may enter the hole.
    game.fresh("venezuela").refused("brazil", "NK-CRD-4")
    game.end(
        "Egypt: 1 to 0, cut off",
        "Western Europe: 15 to 14, cut off",
        "Brazil: 4 to 3, beside North Africa",
        "Western Europe: 14 to 13, beside North Africa",
    )
    game.quiet(blue="alberta", green="ukraine")
    game.fresh("afghanistan").end(
        "Afghanistan: 23 to 22, cut off",
        "Madagascar: 1 to 0, cut off",
        "Middle East: 1 to 0, cut off",
        "South Africa: 1 to 0, cut off",
    )
    game.quiet(black="kamchatka", purple="china")

    # Round 4. South America pays; two Capitals fall, and with Red's own they are three.
    game.fresh("venezuela").attack("venezuela", "central-america", 11, "stand")
    assert (game.table.game_view.goals[0].have, game.table.game_view.goals[0].need) == (2, 3)
    game.card("attack").say("western-europe", "great-britain").refused(1, "NK-ATK-2").say(2, "defence")
    return game


@pytest.mark.rule("NK-A3", "NK-ELM", "NK-CON-1", "NK-CAP-1")
def test_a_duel() -> None:
    game = a_duel()
    assert (game.state.winners, game.state.round) == (("red",), 2)


@pytest.mark.rule("NK-A5", "NK-A6", "NK-A8", "NK-A11", "NK-A16", "NK-A17", "NK-ATK-3")
def test_a_sunday() -> None:
    game = a_sunday()
    assert (game.state.winners, game.state.round) == (("red",), 5)


@pytest.mark.rule("NK-A4", "NK-A13", "NK-A17", "NK-CRD-1", "NK-CRD-2", "NK-CRD-4", "NK-RAD-1", "NK-CON-3")
def test_a_world_war() -> None:
    game = a_world_war()
    assert (game.state.winners, game.state.round) == (("red",), 4)


def test_every_rule_has_its_say_in_a_whole_game() -> None:
    fired = a_duel().fired | a_sunday().fired | a_world_war().fired
    assert {rule.id for rule in NUKED.rulebook.rules} == fired

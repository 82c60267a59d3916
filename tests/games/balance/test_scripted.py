"""Whole games from set-up to victory, told as stories; together they have every rule fire."""

from functools import cache

import pytest

from companion.games.balance.game import BALANCE
from companion.games.balance.shop import ACTIONS
from companion.games.territory.state import NEUTRAL
from tests.games.balance.tale import CITIES, ROUGH, SITES, Tale, deck, world

EVERY_ACTION = tuple(action.id for action in ACTIONS)

RED_BETWEEN_THE_OCEANS = (
    *world("north-america", "south-america"),
    *("congo", "east-africa", "madagascar", "north-africa", "south-africa"),
)
BLUE_BEYOND = (
    *("egypt", "great-britain", "iceland", "northern-europe", "scandinavia", "southern-europe"),
    *("afghanistan", "china", "irkutsk", "kamchatka", "middle-east", "mongolia", "siberia", "yakutsk"),
    *world("australia"),
)


@cache
def two_players() -> Tale:
    """Red and Blue, each claiming half the world around the neutral army; Red wins by objectives."""
    tale = Tale(2, fulfilled="stay")
    tale.say({}, "red", deck(*CITIES), deck(*ROUGH), deck(*SITES))
    tale.say(list(SITES)).has(NEUTRAL, siam=15, india=15, ural=15, ukraine=10, western_europe=10, japan=10)
    tale.refused("siam", "BP-SET-5").lands({"red": RED_BETWEEN_THE_OCEANS, "blue": BLUE_BEYOND})
    tale.garrisons(red="greenland", blue="kamchatka").has("red", greenland=13).has("blue", kamchatka=16)
    tale.refused("egypt", "BP-SET-5").say("brazil", "egypt")
    tale.say(["north-america", "eight-cities", "enemy-capital", "europe", "asia", "take-four-cities"])
    tale.say(
        [
            "eighteen-territories",
            "two-continents",
            "eleven-cities",
            "take-ten-territories",
            "take-a-continent",
        ]
    )
    _red_is_losing(tale)
    _red_takes_iceland(tale)
    _blue_commands_the_neutral_army(tale)
    _red_sends_special_forces(tale)
    tale.stay()
    tale.stay_until("red", "draft").draft("greenland").end_attacks().collect("eighteen-territories")
    assert tale.state.winners == ("red",) and tale.table.question is None
    return tale


def _red_is_losing(tale: Tale) -> None:
    """18 territories and 5 cities against 18 and 8: the neutral army is Red's."""
    tale.refused({"place": "alaska", "count": 1}, "BP-NEU-4").put("siam", 2)
    tale.say("western-europe").refused("north-africa", "BP-NEU-6").say("end")
    tale.attack("siam", "indonesia", *[([3, 2, 1], [6])] * 3).pile(neutral=3)
    tale.storm().move_in(3).has(NEUTRAL, siam=11, indonesia=3)


def _red_takes_iceland(tale: Tale) -> None:
    """Six troops are lost to its rocks."""
    tale.refused({"place": "kamchatka", "count": 15}, "BP-DRF-1").put("greenland", 15)
    tale.refused("kamchatka", "BP-ATK").say("greenland", "iceland")
    tale.refused({"attack": [6, 6, 6], "defence": [1, 1]}, "BP-ATK")  # two dice on rough terrain
    for _ in range(3):
        tale.roll([2, 1], [5, 5])
    tale.storm().move_in(12).has("red", greenland=10, iceland=12).pile(red=6, blue=2)
    tale.end_attacks().refused("eight-cities", "BP-OBJ").collect("north-america")
    tale.refused("egypt", "BP-MAN").say("greenland", "alaska", 9)
    assert tale.state.cards.hands == {"red": 1, "blue": 0}


def _blue_commands_the_neutral_army(tale: Tale) -> None:
    """Two dice show nine, and one of three casualties comes back."""
    tale.say({"reinforcements": [4, 5]}).put("western-europe", 1).say({"offer": "discard"})
    tale.attack("western-europe", "north-africa", ([1, 1, 1], [6])).stop()
    tale.pile(blue=2).cannot_afford_but("recon").no_more()
    tale.draft("kamchatka").bleed("kamchatka", "alaska", 1).end_attacks().stay()


def _red_sends_special_forces(tale: Tale) -> None:
    """Three against rough Britain, and a recon mission for the site behind it."""
    tale.pile(red=7).refused("airfield", "BP-CAS-2").refused("espionage", "BP-SCA-ESPIONAGE")
    tale.buy("forces").refused("forces", "BP-SCA-FORCES", "BP-CAS-2")
    tale.buy("recon", cards=["two-star"]).pile(red=1)
    tale.draft("iceland").attack("iceland", "great-britain").move_in()
    tale.attack("great-britain", "western-europe", ([6, 6, 1], [1, 1]))
    tale.refused({"attack": [3, 3]}, "BP-SCA-RECON").say({"attack": [1]}, {"attack": [2]})
    tale.storm().move_in().end_attacks().collect("two-continents").stay()


# --- three players ------------------------------------------------------------------------------------------

WEST = (*world("north-america", "south-america"), "iceland")
MIDDLE = (
    *world("africa"),
    *("great-britain", "northern-europe", "scandinavia", "southern-europe", "ukraine", "western-europe"),
    *("middle-east", "afghanistan"),
)
EAST = tuple(place for place in world("asia", "australia") if place not in MIDDLE)


@cache
def three_players() -> Tale:
    """No neutral army: Red, Blue and Green buy what they can, until Red rolls over both."""
    tale = Tale(3, claiming="dealt", placing="all at once", neutral_army="for two")
    tale.say({}, "red", deck(*CITIES), deck(*ROUGH), deck(*SITES))
    tale.lands({"red": WEST, "blue": MIDDLE, "green": EAST})
    tale.garrisons(red="brazil", blue="north-africa", green="kamchatka")
    tale.has("red", brazil=20).has("blue", north_africa=22).has("green", kamchatka=24)
    assert tale.state.cards.hands == {"red": 0, "blue": 0, "green": 1}
    tale.say("alaska").refused("alaska", "BP-SET-6").say("egypt", "siam")
    tale.shuffled().shuffled()
    _twelve_fall_on_either_side(tale)
    _blue_ties_reds_hands(tale)
    _red_answers(tale)
    _red_gathers_again(tale)
    for loser in ("blue", "green"):
        while tale.state.held(loser):
            tale.draft_against(loser).sweep(loser)
            if tale.table.question is not None:
                tale.stay().stay_until("red", "draft")
    assert tale.state.winners == ("red",)
    return tale


def _twelve_fall_on_either_side(tale: Tale) -> None:
    assert tale.state.step == "draft"  # no neutral army, no casualties
    tale.draft("brazil").has("red", brazil=34)
    tale.bleed("brazil", "north-africa", 12).pile(red=12, blue=12).stay()


def _blue_ties_reds_hands(tale: Tale) -> None:
    """An alliance, a dead general and a better defence."""
    tale.buy("alliance", "red").buy("general").refused("alaska", "BP-SCA-GENERAL").say("brazil")
    tale.buy("defence").pile(blue=0)
    tale.draft("north-africa").has("blue", north_africa=20).stay()
    tale.draft("kamchatka").attack("kamchatka", "alaska").move_in(3).stay()


def _red_answers(tale: Tale) -> None:
    """No attack on Blue, but bombs and sabotage."""
    tale.say("sabotage").refused("red", "BP-SCA-SABOTAGE").say("blue")
    tale.buy("bombardment").refused("egypt", "BP-SCA-BOMBARDMENT").say("north-africa")
    tale.has("blue", north_africa=17).pile(red=0, blue=3)
    tale.draft("northwest-territory").refused("brazil", "BP-SCA-ALLIANCE", "BP-SCA-GENERAL")
    tale.attack("northwest-territory", "alaska").move_in().stay()
    tale.stay_until("blue", "draft").put("north-africa", 4)  # 40% of ten
    tale.bleed("north-africa", "brazil", 8).stay()


def _red_gathers_again(tale: Tale) -> None:
    """Troops come together, and three more are drafted."""
    tale.stay_until("red", "actions").pile(red=8)
    tale.buy("maneuver", "brazil").refused("egypt", "BP-SCA-MANEUVER").say("alaska", 5)
    tale.buy("draft").refused({"place": "egypt", "count": 1}, "BP-SCA-DRAFT").put("brazil", 3)


# --- five players -------------------------------------------------------------------------------------------

FIVE = {
    "red": (
        *("alaska", "alberta", "eastern-united-states", "northwest-territory"),
        *("ontario", "quebec", "western-united-states", "iceland"),
    ),
    "blue": ("scandinavia", "great-britain", "northern-europe", "siberia", "irkutsk", "yakutsk", "kamchatka"),
    "green": ("greenland", "central-america", "venezuela", "peru", "argentina", "brazil", "north-africa"),
    "yellow": (
        "egypt",
        "congo",
        "east-africa",
        "south-africa",
        "madagascar",
        "middle-east",
        "southern-europe",
    ),
    "black": ("afghanistan", "china", "mongolia", *world("australia")),
}
OBJECTIVES: tuple[dict[str, object], ...] = (
    {"counts": "territories", "need": 12, "when": "held"},
    {"counts": "rough terrain", "need": 2, "when": "held"},
    {"counts": "cities", "need": 3, "when": "held"},
    {"counts": "asia"},
)


@cache
def five_players() -> Tale:
    """Everything is cheap, the table writes the objectives, and the neutral army does not last."""
    tale = Tale(
        5,
        finding="entered",
        claiming="dealt",
        placing="all at once",
        neutral_army="for all",
        deck="symbols",
        wild_cards="two stars",
        tanks="yes",
        card_after_objective="no",
        objectives="by the table",
        fulfilled="stay",
        prices="by the table",
    )
    tale.say({"site_troops": 1})
    for first in range(0, len(EVERY_ACTION), 5):
        tale.say(dict.fromkeys(EVERY_ACTION[first : first + 5], 1))
    tale.say("red", *CITIES[:1]).refused("alaska", "BP-SET-1").say(*CITIES[1:])
    tale.say(*ROUGH[:1]).refused("iceland", "BP-SET-2").say(*ROUGH[1:])
    tale.say(*SITES[:1]).refused("siam", "BP-SET-3").say(*SITES[1:])
    tale.say(list(SITES)).lands(FIVE)
    tale.put("western-united-states", 13)
    tale.garrisons(
        red="iceland", blue="scandinavia", green="north-africa", yellow="egypt", black="eastern-australia"
    )
    tale.say("alaska", "scandinavia", "brazil", "egypt", "eastern-australia")
    tale.refused({"counts": "moons"}, "BP-OBJ").say(*OBJECTIVES, *[{}] * 4)
    _red_marches_south(tale)
    _blue_buys_all_it_can(tale)
    _yellow_builds_a_tank(tale)
    _red_ends_the_neutral_army(tale)
    tale.stay_until("red", "attack").end_attacks().collect("objective-3")
    assert tale.state.winners == ("red",)
    return tale


def _red_marches_south(tale: Tale) -> None:
    """Ten fall on either side in the north, and Green keeps one territory, beside the neutral army."""
    tale.stay_until("red", "draft").draft("iceland")
    tale.bleed("iceland", "scandinavia", 10).pile(red=10, blue=10)
    tale.attack("iceland", "greenland").move_in(3)
    tale.take("western-united-states", "central-america", "venezuela", "peru", "argentina", "brazil")
    tale.end_attacks().collect("objective-1").stay()
    assert tale.state.cards.hands["red"] == 0  # an objective costs the card here


def _blue_buys_all_it_can(tale: Tale) -> None:
    """Green falls to the neutral army; the sixth card goes to somebody else."""
    assert tale.state.held("green") == ("north-africa",)
    tale.buy("neutral", "western-europe").refused("india", "BP-NEU-6").say("north-africa").storm().move_in(4)
    assert tale.state.cards.hands["green"] == 0 and not tale.state.held("green")
    for _ in range(6):
        tale.buy("card")
    assert tale.state.cards.hands["blue"] == 5
    tale.buy("attack").refused("attack", "BP-A12")
    tale.buy("forces").refused("forces", "BP-SCA-FORCES").pile(blue=1)
    tale.draft("scandinavia").attack("scandinavia", "iceland", ([6, 6, 6, 1], [1, 1]))
    tale.storm().move_in(3).stay()


def _yellow_builds_a_tank(tale: Tale) -> None:
    """Five troops in Egypt become a tank."""
    tale.stay_until("yellow", "maneuver").refused("trade", "BP-TNK")
    tale.say("form").refused("congo", "BP-TNK").say("egypt")
    tale.sees(tanks={"egypt": 1}).stay()


def _red_ends_the_neutral_army(tale: Tale) -> None:
    """Recon, an airfield, a bomb and a spy; then the long march from Brazil to Japan."""
    tale.stay_until("red", "actions").buy("recon").buy("recon").buy("recon").refused("recon", "BP-SCA-RECON")
    tale.buy("airfield").refused("siam", "BP-SCA-AIRFIELD").say("brazil")
    tale.buy("bomb").refused("brazil", "BP-SCA-BOMB").say("scandinavia").fallout(ukraine=5)
    tale.buy("espionage").refused("green", "BP-SCA-ESPIONAGE").say("blue")
    tale.draft("brazil").attack("brazil", "north-africa", ([6, 6, 2], [5, 5])).storm().move_in()
    tale.take("north-africa", "western-europe", "southern-europe", "ukraine", "ural", "afghanistan")
    tale.take("afghanistan", "india", "siam", "china", "mongolia", "japan")
    assert not tale.state.neutral_army
    tale.end_attacks().collect("objective-2").stay()


# --- all together -------------------------------------------------------------------------------------------


GAMES = {"two": two_players, "three": three_players, "five": five_players}


@pytest.mark.rule("BP-WIN", "CL-ELM", "BP-NEU-7", "BP-NEU-9", "BP-A4", "BP-A5", "BP-A20", "BP-A22", "BP-A23")
@pytest.mark.parametrize("players", GAMES)
def test_a_whole_game(players: str) -> None:
    tale = GAMES[players]()
    assert tale.state.winners == ("red",)
    assert tale.table.game_view.goals


def test_every_rule_fires_in_one_of_the_games() -> None:
    fired = set().union(*(play().fired for play in GAMES.values()))
    assert {rule.id for rule in BALANCE.rulebook.rules} - fired == set()


@pytest.mark.rule("BP-SCA", "BP-CAS-3")
def test_every_special_combat_action_is_bought_and_refused() -> None:
    bought = set().union(*(play().bought for play in GAMES.values()))
    refused = set().union(*(play().not_bought for play in GAMES.values()))
    assert bought == refused == set(EVERY_ACTION)

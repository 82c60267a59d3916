"""Whole games from set-up to victory, told as stories; together they have every rule fire."""

from functools import cache

import pytest

from companion.games.balance.game import BALANCE
from companion.games.balance.shop import ACTIONS
from companion.games.territory.state import NEUTRAL
from tests.games.balance.story import CITIES, ROUGH, SITES, Story, deck, world

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
def two_players() -> Story:
    """Red and Blue, each claiming half the world around the neutral army; Red wins by objectives."""
    story = Story(2, fulfilled="stay")
    story.say({}, "red", deck(*CITIES), deck(*ROUGH), deck(*SITES))
    story.say(list(SITES)).has(NEUTRAL, siam=15, india=15, ural=15, ukraine=10, western_europe=10, japan=10)
    story.refused("siam", "BP-SET-5").lands({"red": RED_BETWEEN_THE_OCEANS, "blue": BLUE_BEYOND})
    story.garrisons(red="greenland", blue="kamchatka").has("red", greenland=13).has("blue", kamchatka=16)
    story.refused("egypt", "BP-SET-5").say("brazil", "egypt")
    story.say(["north-america", "eight-cities", "enemy-capital", "europe", "asia", "take-four-cities"])
    story.say(
        [
            "eighteen-territories",
            "two-continents",
            "eleven-cities",
            "take-ten-territories",
            "take-a-continent",
        ]
    )
    _red_is_losing(story)
    _red_takes_iceland(story)
    _blue_commands_the_neutral_army(story)
    _red_sends_special_forces(story)
    story.stay()
    story.stay_until("red", "draft").draft("greenland").end_attacks().collect("eighteen-territories")
    assert story.state.winners == ("red",) and story.table.question is None
    return story


def _red_is_losing(story: Story) -> None:
    """18 territories and 5 cities against 18 and 8: the neutral army is Red's."""
    story.refused({"place": "alaska", "count": 1}, "BP-NEU-4").put("siam", 2)
    story.say("western-europe").refused("north-africa", "BP-NEU-6").say("end")
    story.attack("siam", "indonesia", *[([3, 2, 1], [6])] * 3).pile(neutral=3)
    story.storm().move_in(3).has(NEUTRAL, siam=11, indonesia=3)


def _red_takes_iceland(story: Story) -> None:
    """Six troops are lost to its rocks."""
    story.refused({"place": "kamchatka", "count": 15}, "BP-DRF-1").put("greenland", 15)
    story.refused("kamchatka", "BP-ATK").say("greenland", "iceland")
    story.refused({"attack": [6, 6, 6], "defence": [1, 1]}, "BP-RGH")  # two dice on rough terrain
    for _ in range(3):
        story.roll([2, 1], [5, 5])
    story.storm().move_in(12).has("red", greenland=10, iceland=12).pile(red=6, blue=2)
    story.end_attacks().refused("eight-cities", "BP-OBJ").collect("north-america")
    story.refused("egypt", "BP-MAN").say("greenland", "alaska", 9)
    assert story.state.cards.hands == {"red": 1, "blue": 0}


def _blue_commands_the_neutral_army(story: Story) -> None:
    """Two dice show nine, and one of three casualties comes back."""
    story.say({"reinforcements": [4, 5]}).put("western-europe", 1).say({"offer": "discard"})
    story.attack("western-europe", "north-africa", ([1, 1, 1], [6])).stop()
    story.pile(blue=2).cannot_afford_but("recon").no_more()
    story.draft("kamchatka").bleed("kamchatka", "alaska", 1).end_attacks().stay()


def _red_sends_special_forces(story: Story) -> None:
    """Three against rough Britain, and a recon mission for the site behind it."""
    story.pile(red=7).refused("airfield", "BP-CAS-2").refused("espionage", "BP-SCA-ESPIONAGE")
    story.buy("forces").refused("forces", "BP-SCA-FORCES", "BP-CAS-2")
    story.buy("recon", cards=["two-star"]).pile(red=1)
    story.draft("iceland").attack("iceland", "great-britain").move_in()
    story.attack("great-britain", "western-europe", ([6, 6, 1], [1, 1]))
    story.refused({"attack": [3, 3]}, "BP-SCA-RECON").say({"attack": [1]}, {"attack": [2]})
    story.storm().move_in().end_attacks().collect("two-continents").stay()


# --- three players ------------------------------------------------------------------------------------------

WEST = (*world("north-america", "south-america"), "iceland")
MIDDLE = (
    *world("africa"),
    *("great-britain", "northern-europe", "scandinavia", "southern-europe", "ukraine", "western-europe"),
    *("middle-east", "afghanistan"),
)
EAST = tuple(place for place in world("asia", "australia") if place not in MIDDLE)


@cache
def three_players() -> Story:
    """No neutral army: Red, Blue and Green buy what they can, until Red rolls over both."""
    story = Story(3, claiming="dealt", placing="all at once", neutral_army="for two")
    story.say({}, "red", deck(*CITIES), deck(*ROUGH), deck(*SITES))
    story.lands({"red": WEST, "blue": MIDDLE, "green": EAST})
    story.garrisons(red="brazil", blue="north-africa", green="kamchatka")
    story.has("red", brazil=20).has("blue", north_africa=22).has("green", kamchatka=24)
    assert story.state.cards.hands == {"red": 0, "blue": 0, "green": 1}
    story.say("alaska").refused("alaska", "BP-SET-6").say("egypt", "siam")
    story.shuffled().shuffled()
    _twelve_fall_on_either_side(story)
    _blue_ties_reds_hands(story)
    _red_answers(story)
    _red_gathers_again(story)
    for loser in ("blue", "green"):
        while story.state.held(loser):
            story.draft_against(loser).sweep(loser)
            if story.table.question is not None:
                story.stay().stay_until("red", "draft")
    assert story.state.winners == ("red",)
    return story


def _twelve_fall_on_either_side(story: Story) -> None:
    assert story.state.step == "draft"  # no neutral army, no casualties
    story.draft("brazil").has("red", brazil=34)
    story.bleed("brazil", "north-africa", 12).pile(red=12, blue=12).stay()


def _blue_ties_reds_hands(story: Story) -> None:
    """An alliance, a dead general and a better defence."""
    story.buy("alliance", "red").buy("general").refused("alaska", "BP-SCA-GENERAL").say("brazil")
    story.buy("defence").pile(blue=0)
    story.draft("north-africa").has("blue", north_africa=20).stay()
    story.draft("kamchatka").attack("kamchatka", "alaska").move_in(3).stay()


def _red_answers(story: Story) -> None:
    """No attack on Blue, but bombs and sabotage."""
    story.say("sabotage").refused("red", "BP-SCA-SABOTAGE").say("blue")
    story.buy("bombardment").refused("egypt", "BP-SCA-BOMBARDMENT").say("north-africa")
    story.has("blue", north_africa=17).pile(red=0, blue=3)
    story.draft("northwest-territory").refused("brazil", "BP-SCA-ALLIANCE", "BP-SCA-GENERAL")
    story.attack("northwest-territory", "alaska").move_in().stay()
    story.stay_until("blue", "draft").put("north-africa", 4)  # 40% of ten
    story.bleed("north-africa", "brazil", 8).stay()


def _red_gathers_again(story: Story) -> None:
    """Troops come together, and three more are drafted."""
    story.stay_until("red", "actions").pile(red=8)
    story.buy("maneuver", "brazil").refused("egypt", "BP-SCA-MANEUVER").say("alaska", 5)
    story.buy("draft").refused({"place": "egypt", "count": 1}, "BP-SCA-DRAFT").put("brazil", 3)


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
def five_players() -> Story:
    """Everything is cheap, the table writes the objectives, and the neutral army does not last."""
    story = Story(
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
        extra_dice="one",
    )
    story.say({"site_troops": 1})
    for first in range(0, len(EVERY_ACTION), 5):
        story.say(dict.fromkeys(EVERY_ACTION[first : first + 5], 1))
    story.say("red", *CITIES[:1]).refused("alaska", "BP-SET-1").say(*CITIES[1:])
    story.say(*ROUGH[:1]).refused("iceland", "BP-SET-2").say(*ROUGH[1:])
    story.say(*SITES[:1]).refused("siam", "BP-SET-3").say(*SITES[1:])
    story.say(list(SITES)).lands(FIVE)
    story.put("western-united-states", 13)
    story.garrisons(
        red="iceland", blue="scandinavia", green="north-africa", yellow="egypt", black="eastern-australia"
    )
    story.say("alaska", "scandinavia", "brazil", "egypt", "eastern-australia")
    story.refused({"counts": "moons"}, "BP-OBJ").say(*OBJECTIVES, *[{}] * 4)
    _red_marches_south(story)
    _blue_buys_all_it_can(story)
    _yellow_builds_a_tank(story)
    _red_ends_the_neutral_army(story)
    story.stay_until("red", "attack").end_attacks().collect("objective-3")
    assert story.state.winners == ("red",)
    return story


def _red_marches_south(story: Story) -> None:
    """Ten fall on either side in the north, and Green keeps one territory, beside the neutral army."""
    story.stay_until("red", "draft").draft("iceland")
    story.bleed("iceland", "scandinavia", 10).pile(red=10, blue=10)
    story.attack("iceland", "greenland").move_in(3)
    story.take("western-united-states", "central-america", "venezuela", "peru", "argentina", "brazil")
    story.end_attacks().collect("objective-1").stay()
    assert story.state.cards.hands["red"] == 0  # an objective costs the card here


def _blue_buys_all_it_can(story: Story) -> None:
    """Green falls to the neutral army; the sixth card goes to somebody else."""
    assert story.state.held("green") == ("north-africa",)
    story.buy("neutral", "western-europe").refused("india", "BP-NEU-6").say("north-africa").storm().move_in(4)
    assert story.state.cards.hands["green"] == 0 and not story.state.held("green")
    for _ in range(6):
        story.buy("card")
    assert story.state.cards.hands["blue"] == 5
    story.buy("attack").refused("attack", "BP-A12")
    story.buy("forces").refused("forces", "BP-SCA-FORCES").pile(blue=1)
    story.draft("scandinavia").attack("scandinavia", "iceland", ([6, 6, 6, 1], [1, 1]))
    story.storm().move_in(3).stay()


def _yellow_builds_a_tank(story: Story) -> None:
    """Five troops in Egypt become a tank."""
    story.stay_until("yellow", "maneuver").refused("trade", "BP-TNK")
    story.say("form").refused("congo", "BP-TNK").say("egypt")
    story.sees(tanks={"egypt": 1}).stay()


def _red_ends_the_neutral_army(story: Story) -> None:
    """Recon, an airfield, a bomb and a spy; then the long march from Brazil to Japan."""
    story.stay_until("red", "actions").buy("recon").buy("recon").buy("recon").refused("recon", "BP-SCA-RECON")
    story.buy("airfield").refused("siam", "BP-SCA-AIRFIELD").say("brazil")
    story.buy("bomb").refused("brazil", "BP-SCA-BOMB").say("scandinavia").fallout(ukraine=5)
    story.buy("espionage").refused("green", "BP-SCA-ESPIONAGE").say("blue")
    story.draft("brazil").attack("brazil", "north-africa", ([6, 6, 2], [5, 5])).storm().move_in()
    story.take("north-africa", "western-europe", "southern-europe", "ukraine", "ural", "afghanistan")
    story.take("afghanistan", "india", "siam", "china", "mongolia", "japan")
    assert not story.state.neutral_army
    story.end_attacks().collect("objective-2").stay()


# --- all together -------------------------------------------------------------------------------------------


GAMES = {"two": two_players, "three": three_players, "five": five_players}


@pytest.mark.rule("BP-WIN", "CL-ELM", "BP-NEU-7", "BP-NEU-9", "BP-A4", "BP-A5", "BP-A20", "BP-A22", "BP-A23")
@pytest.mark.parametrize("players", GAMES)
def test_a_whole_game(players: str) -> None:
    story = GAMES[players]()
    assert story.state.winners == ("red",)
    assert story.table.game_view.goals


def test_every_rule_fires_in_one_of_the_games() -> None:
    fired = set().union(*(play().fired for play in GAMES.values()))
    assert {rule.id for rule in BALANCE.rulebook.rules} - fired == set()


@pytest.mark.rule("BP-SCA", "BP-CAS-3")
def test_every_special_combat_action_is_bought_and_refused() -> None:
    bought = set().union(*(play().bought for play in GAMES.values()))
    refused = set().union(*(play().not_bought for play in GAMES.values()))
    assert bought == refused == set(EVERY_ACTION)

"""The vectors of ../shared/rules/vectors.json for Risk StarCraft, copied, so that they travel along."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.boards.board import load_board
from companion.games.starcraft import rules
from companion.games.starcraft.attack import contest
from companion.games.starcraft.game import STARCRAFT
from companion.games.starcraft.state import Invasion
from companion.games.territory.reinforcement import total
from companion.referee.dice import best, losses
from tests.games.players import Player
from tests.games.starcraft.sector import a_turn, arranged, reward
from tests.referee.tables import lay, play

Facts = dict[str, Any]
IDS = [territory.id for territory in load_board("starcraft").territories]
MINERALS = a_turn({}).state.minerals


def holding(territories: int, minerals: int, *, with_planet: str = "") -> dict[str, tuple[str, int]]:
    """Red holds this many territories, some of them with a mineral field; only the planet named."""
    planet = load_board("starcraft").continent(with_planet).territories if with_planet else ()
    rich = [place for place in MINERALS if place not in planet]
    poor = [place for place in IDS if place not in MINERALS and place not in planet]
    fields = minerals - sum(place in MINERALS for place in planet)
    places = [*planet, *rich[:fields], *poor[: territories - len(planet) - fields]]
    assert len(places) == territories
    return dict.fromkeys(places, ("red", 1))


def reinforced(asked: Facts) -> Facts:
    """Units for territories and mineral fields, and for one base."""
    counted, minerals = asked["territories_plus_minerals"], asked.get("minerals", 3)
    state = a_turn(holding(counted - minerals, minerals)).state
    own = state.held("red")
    state.bases = {"red": own[0]} if asked.get("bases") else {}
    return {"units": total(rules.reinforcements(state, "red"))}


def all_of_them(asked: Facts) -> Facts:
    """All 42 territories and all 15 mineral fields."""
    state = a_turn({}, rest="red").state
    assert len(state.held("red")) + len(state.minerals) == asked["territories_plus_minerals"]
    return {"step1": rules.reinforcements(state, "red")[0].armies}


def planet(asked: Facts) -> Facts:
    """Five units for a base and for twelve territories and fields, and two for the planet."""
    state = a_turn(holding(10, 2, with_planet=asked["planet"])).state
    state.bases = {"red": state.held("red")[0]}
    terms = rules.reinforcements(state, "red")
    bonus = next(term.armies for term in terms if term.text == "Shakuras")
    assert total(terms) - bonus == asked["other_units"]
    return {"bonus": bonus, "units": total(terms)}


def star_chart(asked: Facts) -> Facts:
    """What a trade of this many stars pays out at the table."""
    cards = ["two-star"] * (asked["stars"] // 2)
    table = a_turn({"ursa": ("red", 2)}, step="trade", hands={"red": len(cards)})
    play(table, cards)
    return {"units": table.state.facts.traded}


def adjacent(asked: Facts) -> Facts:
    """Two territories round the edge of the map."""
    a, b = asked["edge"]
    table = a_turn({a: ("red", 3)})
    return {"adjacent": table.inquire("attack", origin=a, target=b).allowed}


def committing(asked: Facts) -> Facts:
    """Augustgrad attacks Keresh Province."""
    table = play(a_turn({"augustgrad": ("red", asked["territory_units"])}), "augustgrad", "keresh-province")
    rolls = {units: {"attack": [1] * units, "defence": [1]} for units in range(1, 5)}
    allowed = [units for units, dice in rolls.items() if table.may(dice).allowed]
    return {"legal": asked["want"] in allowed, "max": max(allowed)}


def wolfrec(asked: Facts) -> Facts:
    """Wolfrec Province attacks with three; whatever the second dice show, they tie."""
    outcomes = set()
    for face in range(3, 6):
        dice = {side: [face if die == "x" else die for die in asked[side]] for side in ("att", "defn")}
        table = a_turn({"wolfrec-province": ("red", 10), "radiated-wastes": ("green", 2)})
        play(
            table,
            "wolfrec-province",
            "radiated-wastes",
            {"attack": dice["att"], "defence": dice["defn"]},
        )
        left = [table.state.holdings[place].armies for place in ("wolfrec-province", "radiated-wastes")]
        outcomes.add((10 - left[0], 2 - left[1]))
    (lost,) = outcomes
    return {"att_loss": lost[0], "def_loss": lost[1], "third_die_ignored": sum(lost) == 2}


def bonus_die(asked: Facts) -> Facts:
    """The bonus attack die among three red ones, as the contest has it."""
    table = a_turn({"ursa": ("red", 9)}, goals={"18-territories": "red"})
    table = reward(table, "18-territories", "attack die")
    fight = contest(table.state, Invasion("ursa", "pyramus", committed=3))
    assert fight.attacker.extra == 1
    return {"dice": list(best([*asked["red"], asked["bonus"]], 3, fight.attacker.bonus))}


def hero_die(asked: Facts) -> Facts:
    """A hero attacks."""
    table = a_turn({"ursa": ("red", 9)})
    table = arranged(table, heroes={"red": "ursa", "blue": None, "green": None})
    fight = contest(table.state, Invasion("ursa", "pyramus", committed=2, hero=asked["hero"]))
    final = best(asked["att"], 2, fight.attacker.bonus)
    lost = losses(final, asked["defn"])
    return {"att_final": list(final), "att_loss": lost.attacker, "def_loss": lost.defender}


def stacked(asked: Facts) -> Facts:
    """A hero and this many towers by the territory attacked."""
    table = a_turn({"ursa": ("red", 9), "riksville": ("red", 1), "katuul-province": ("red", 1)})
    near = ("riksville", "katuul-province")[: asked["towers_affecting"]]
    state = arranged(table, towers=dict.fromkeys(near, "red")).state
    return {"bonus": contest(state, Invasion("ursa", "pyramus", 3, asked["hero"])).attacker.bonus}


def drawing(asked: Facts) -> Facts:
    """The end of a turn, with the guaranteed card or without."""
    goals = {"char": "red", "18-territories": None}
    table = a_turn(dict.fromkeys(IDS[:18], ("red", 1)), step="achieve", goals=goals)
    if asked["guaranteed"]:
        table = reward(table, "char", "guaranteed card")
    table.state.facts.conquered = asked["conquered"]
    play(table, "18-territories" if asked["achievement"] else "none")
    return {"draw": table.state.hands["red"].size}


def set_up(asked: Facts) -> Facts:
    """Claiming, up to when all territories are claimed."""
    table = lay(STARCRAFT, asked["players"], mode="command room")
    player = Player(2)
    while table.state.step != "units":
        play(table, player.answer(table.question))  # type: ignore[arg-type]
    state = table.state
    left = [state.supply[seat] for seat in state.order]
    facts: Facts = {
        "territories_each": [len(state.held(seat)) for seat in state.order],
        "left_to_place_each": left[0],
        "units": state.supply["red"] + state.armies("red"),
    }
    assert len(set(left)) == 1
    return facts | {"territories": facts["territories_each"]}


def match(_: Facts) -> Facts:
    """The match after the deal, and how often everybody deploys."""
    table = lay(STARCRAFT, 2, "red", "red", "yellow")
    player = Player(2)
    turns: list[Any] = []
    while table.state.step != "units":
        play(table, player.answer(table.question))  # type: ignore[arg-type]
    left = dict(table.state.supply)
    while table.state.step == "units" and (question := table.question) is not None and question.seat:
        if not turns or turns[-1] != question.seat:
            turns.append(question.seat)
        play(table, {"place": question.allowed[0], "count": question.most})
    cards = sum(1 for holding in table.state.holdings.values() if holding.owner)
    return {
        "cards": cards,
        "own_left_after_deal": left["red"],
        "neutral_left_each": left["neutral-blue"],
        "deploy_turns_each": turns.count("red"),
        "deploy_turns_total": len(turns),
    }


VECTORS: list[tuple[str, Any, Facts, Facts]] = [
    ("SC-V1", reinforced, {"territories_plus_minerals": 13, "bases": 1}, {"units": 5}),
    ("SC-V2", reinforced, {"territories_plus_minerals": 5, "minerals": 0, "bases": 1}, {"units": 4}),
    ("SC-V3", planet, {"planet": "shakuras", "other_units": 5}, {"bonus": 2, "units": 7}),
    ("SC-D3", all_of_them, {"territories_plus_minerals": 57}, {"step1": 19}),
    ("SC-STAR2", star_chart, {"stars": 2}, {"units": 2}),
    ("SC-STAR4", star_chart, {"stars": 4}, {"units": 7}),
    ("SC-STAR6", star_chart, {"stars": 6}, {"units": 13}),
    ("SC-STAR8", star_chart, {"stars": 8}, {"units": 21}),
    ("SC-STAR10", star_chart, {"stars": 10}, {"units": 30}),
    ("SC-V10", adjacent, {"edge": ["char-aleph", "feral-hives"]}, {"adjacent": True}),
    ("SC-V5", committing, {"territory_units": 3, "want": 2}, {"legal": True, "max": 2}),
    (
        "SC-V7",
        wolfrec,
        {"att": [6, "x", 3], "defn": [5, "x"]},
        {"att_loss": 1, "def_loss": 1, "third_die_ignored": True},
    ),
    ("SC-D4", bonus_die, {"red": [6, 3, 1], "bonus": 4}, {"dice": [6, 4, 3]}),
    ("SC-D5", bonus_die, {"red": [5, 4, 4], "bonus": 2}, {"dice": [5, 4, 4]}),
    (
        "SC-D6",
        hero_die,
        {"att": [6, 4], "hero": True, "defn": [6, 4]},
        {"att_final": [7, 4], "att_loss": 1, "def_loss": 1},
    ),
    ("SC-D7", stacked, {"hero": True, "towers_affecting": 1}, {"bonus": 2}),
    ("SC-D8", stacked, {"hero": False, "towers_affecting": 2}, {"bonus": 2}),
    ("SC-D12", drawing, {"conquered": 0, "achievement": True, "guaranteed": True}, {"draw": 1}),
    ("SC-D13", set_up, {"players": 3}, {"territories_each": [14, 14, 14], "left_to_place_each": 16}),
    (
        "SC-D16",
        set_up,
        {"players": 6},
        {"territories": [7, 7, 7, 7, 7, 7], "units": 15, "left_to_place_each": 8},
    ),
    (
        "SC-D9",
        match,
        {},
        {
            "cards": 42,
            "own_left_after_deal": 27,
            "neutral_left_each": 18,
            "deploy_turns_each": 9,
            "deploy_turns_total": 18,
        },
    ),
]


@pytest.mark.rule(
    "SC-RNF-1",
    "SC-RNF-3",
    "SC-RNF-2",
    "SC-A11",
    "SC-RNF-4",
    "SC-MAP",
    "SC-ATK-1",
    "SC-ATK-6",
    "SC-ATK-7",
    "SC-RWD-6",
    "SC-HER-2",
    "SC-RWD-4",
    "SC-A4",
    "SC-RWD-5",
    "SC-CRD-2",
    "SC-RWD-3",
    "SC-SET-C",
    "SC-1V1",
)
@pytest.mark.parametrize(("vector", "ask", "asked", "expected"), VECTORS, ids=[row[0] for row in VECTORS])
def test_vectors(vector: str, ask: Any, asked: Facts, expected: Facts) -> None:
    found = ask(asked)
    assert {key: found[key] for key in expected} == expected, vector


def test_no_vector_is_missing(shared: Path) -> None:
    rows = json.loads((shared / "rules" / "vectors.json").read_text(encoding="utf-8"))
    wanted = {row["id"]: row for row in rows if row["game"] == "starcraft"}
    table = {row[0]: row for row in VECTORS}
    assert table.keys() == wanted.keys()
    for vector, (_, _, asked, expected) in table.items():
        given = {key: value for key, value in wanted[vector]["input"].items() if key != "note"}
        promised = {key: value for key, value in wanted[vector]["expected"].items() if key != "check"}
        assert (asked, expected) == (given, promised), vector

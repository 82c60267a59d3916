"""Invasions: who may attack what, committing, heroes, towers, bonus dice, cards that interrupt, conquest."""

from typing import Any

import msgspec
import pytest

from companion.games.starcraft.game import STARCRAFT
from companion.games.starcraft.state import Hand, StarcraftState
from companion.referee.entries import Answered, Position
from companion.referee.questions import Choose, Count, Roll
from companion.referee.table import Table
from tests.games.starcraft.sector import a_turn, arranged, reward, units
from tests.referee.tables import play

Outcome = list[tuple[str | None, int]]
CARD = {"name": "Ambush", "effect": "highest", "amount": 1}
NONE = {"red": None, "blue": None, "green": None}


def roll(attack: list[int], defence: list[int]) -> dict[str, list[int]]:
    return {"attack": attack, "defence": defence}


def ursa(count: int, against: int = 2, **facts: Any) -> Table[StarcraftState]:
    """Red's Ursa with this many units beside Green's Pyramus."""
    return a_turn({"ursa": ("red", count), "pyramus": ("green", against)}, **facts)


def choices(table: Table[StarcraftState]) -> dict[str, tuple[str, ...]]:
    """What can be chosen, each with the rules that refuse it."""
    assert isinstance(table.question, Choose)
    return {option.id: option.ruling.rules for option in table.question.options}


def offered(table: Table[StarcraftState]) -> list[str]:
    """Ids of what is offered beside the question."""
    assert table.question is not None
    return [offer.id for offer in table.question.offers]


# --- a target alone ---------------------------------------------------------------------------------------


def around_pyramus(**held: int) -> Table[StarcraftState]:
    """Red's territories around Green's Pyramus, with this many units each."""
    return a_turn({"pyramus": ("green", 2), **{place: ("red", count) for place, count in held.items()}})


@pytest.mark.rule("SC-ATK-1")
@pytest.mark.parametrize(
    ("held", "presumed", "others"),
    [
        ({"ursa": 4, "riksville": 3}, "ursa", ["from riksville"]),
        ({"ursa": 3, "riksville": 4}, "riksville", ["from ursa"]),
        ({"ursa": 4, "riksville": 1}, "ursa", []),  # nothing to choose
    ],
)
def test_a_target_alone_is_attacked_from_the_strongest(
    held: dict[str, int], presumed: str, others: list[str]
) -> None:
    table = play(around_pyramus(**held), "pyramus")
    assert isinstance(table.question, Roll) and table.question.contest is not None
    assert table.question.contest.attacker.place == presumed
    assert offered(table) == [*others, *(["call off"] if others else [])]


@pytest.mark.rule("SC-ATK-1", "SC-ATK-3")
def test_the_presumed_origin_may_be_changed_until_the_dice_are_thrown() -> None:
    table = play(around_pyramus(ursa=4, riksville=3), "pyramus")
    play(table, {"offer": "from riksville"})
    assert isinstance(table.question, Roll) and table.question.contest is not None
    assert table.question.contest.attacker.place == "riksville" and offered(table) == []
    table.undo()
    play(table, roll([1, 1, 1], [6, 6]))
    assert offered(table) == ["call off"]


@pytest.mark.parametrize(("answer", "origin"), [("riksville", "riksville"), ("ursa", "ursa"), ("end", None)])
def test_a_game_of_the_days_when_the_origin_was_asked_goes_on(answer: str, origin: str | None) -> None:
    table = around_pyramus(ursa=4, riksville=3)
    start = Position(0, msgspec.json.encode(table.state), False)
    again = Table.resume(STARCRAFT, [start], [Answered("pyramus"), Answered(answer)])
    invasion = again.state.facts.invasion
    assert (invasion.origin if invasion else None) == origin


# --- declaring and committing -----------------------------------------------------------------------------


@pytest.mark.rule("SC-ATK-1", "SC-MAP")
@pytest.mark.parametrize(
    ("origin", "rules"),
    [
        ("canis", ("SC-ATK-1",)),  # one unit, and it stays
        ("saalok", ("SC-ATK-1",)),  # not one's own, and nobody stands beside it
        ("rajal", ("SC-ATK-1",)),  # no enemy beside it
        ("ursa", ()),
    ],
)
def test_where_an_attack_comes_from(origin: str, rules: tuple[str, ...]) -> None:
    own = {"ursa": 3, "canis": 1, "rajal": 5, "katuul-province": 1, "xelnaga-temple-grounds": 1}
    table = a_turn({place: ("red", count) for place, count in own.items()})
    assert table.may(origin).rules == rules


@pytest.mark.rule("SC-MAP")
@pytest.mark.parametrize(
    ("target", "rules"),
    [
        ("pyramus", ()),
        ("feral-hives", ("SC-MAP",)),  # the other end of the map
        ("canis", ("SC-MAP",)),  # one's own
    ],
)
def test_what_can_be_attacked(target: str, rules: tuple[str, ...]) -> None:
    table = play(a_turn({"ursa": ("red", 3), "canis": ("red", 3)}), "ursa")
    assert table.may(target).rules == rules


@pytest.mark.rule("SC-ATK-1", "SC-ATK-2", "SC-ATK-3")
@pytest.mark.parametrize(
    ("count", "open_to"),
    [
        (2, {"1"}),  # one goes, one stays
        (3, {"1", "2"}),
        (4, {"1", "2", "3"}),
        (30, {"1", "2", "3"}),  # never more than three
    ],
)
def test_how_many_may_be_committed(count: int, open_to: set[str]) -> None:
    """With a hero there they are named before the dice; without one the dice tell them."""
    found = choices(play(arranged(ursa(count), heroes=NONE | {"red": "ursa"}), "ursa", "pyramus"))
    assert {choice for choice, rules in found.items() if not rules} == open_to | {
        f"{n} hero" for n in open_to
    }
    assert found["call off"] == ("SC-ATK-3",)
    table = play(ursa(count), "ursa", "pyramus")
    rulings = {str(dice): table.may(roll([1] * dice, [1])) for dice in (1, 2, 3, 4)}
    assert {dice for dice, ruling in rulings.items() if ruling.allowed} == open_to
    assert {ruling.rules for ruling in rulings.values() if not ruling.allowed} == {("SC-ATK-2",)}
    assert "call off" not in offered(table)


@pytest.mark.rule("SC-ATK-3", "SC-ATK-8")
def test_after_one_roll_the_invasion_may_be_called_off_and_another_begun() -> None:
    table = play(ursa(5), "ursa", "pyramus", roll([6, 1, 1], [5, 5]))
    assert units(table, "ursa", "pyramus") == [("red", 4), ("green", 1)]
    play(table, {"offer": "call off"})
    assert table.state.facts.invasion is None
    assert table.may("ursa").allowed


@pytest.mark.rule("SC-ATK-4", "SC-ATK-5")
@pytest.mark.parametrize(
    ("against", "dice", "allowed"),
    [
        (1, [3], True),
        (1, [3, 4], False),  # more dice than units
        (5, [3], True),  # the defender chooses one
        (5, [3, 4], True),
        (5, [3, 4, 5], False),
    ],
)
def test_the_defender_chooses_one_unit_or_two(against: int, dice: list[int], allowed: bool) -> None:
    table = play(ursa(5, against), "ursa", "pyramus")
    assert table.may(roll([1, 2], dice)).allowed == allowed
    assert table.may(roll([1], dice[:1])).allowed  # one attacks with one die


@pytest.mark.rule("SC-ATK-2", "SC-HER-3")
def test_units_named_with_the_hero_are_told_by_the_dice_from_then_on() -> None:
    table = play(arranged(ursa(9, 5), heroes=NONE | {"red": "ursa"}), "ursa", "pyramus", "2 hero")
    assert not table.may(roll([1], [1])).allowed
    play(table, roll([1, 1], [6, 6]), roll([1], [1]))  # with the hero 2 beats 1
    assert units(table, "ursa", "pyramus") == [("red", 7), ("green", 4)]
    assert table.state.facts.invasion is not None and table.state.facts.invasion.hero


@pytest.mark.rule("SC-ATK-2")
def test_a_turn_of_an_older_version_asks_before_every_roll_until_it_is_over() -> None:
    older = ursa(9, 5)
    fields = msgspec.json.decode(msgspec.json.encode(older.state))
    del fields["facts"]["commits_first"]
    table = Table.resume(STARCRAFT, [Position(0, msgspec.json.encode(fields), False)], [])
    play(table, "ursa", "pyramus", "2", roll([1, 1], [6, 6]), "1", roll([1], [6]))
    assert choices(table).keys() == {"3", "2", "1", "call off"}
    table.state.begin_turn()
    assert not table.state.facts.commits_first


@pytest.mark.rule("SC-ATK-6", "SC-ATK-7")
@pytest.mark.parametrize(
    ("attack", "defence", "left"),
    [
        # The example of the document: 6 beats 5, the second dice tie, the third is not used.
        ([6, 4, 3], [5, 4], (9, 1)),
        ([6, 6, 1], [5, 5], (10, 0)),
        ([5, 5, 5], [5, 5], (8, 2)),  # ties go to the defender
        ([6, 2, 1], [3], (10, 1)),
        ([1, 1, 1], [1], (9, 2)),
    ],
)
def test_what_dice_cost(attack: list[int], defence: list[int], left: tuple[int, int]) -> None:
    table = play(ursa(10), "ursa", "pyramus", roll(attack, defence))
    if left[1]:
        assert units(table, "ursa", "pyramus") == [("red", left[0]), ("green", left[1])]
    else:
        assert units(table, "pyramus") == [("red", 3)]


# --- conquest ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-ATK-9", "SC-ATK-10")
def test_who_moves_in_after_a_conquest() -> None:
    table = play(ursa(10, 1), "ursa", "pyramus", roll([6, 1, 1], [1]))
    assert units(table, "ursa", "pyramus") == [("red", 7), ("red", 3)]
    question = table.question
    assert isinstance(question, Count)
    assert (question.least, question.most) == (3, 9)  # one stays behind
    assert table.may(10).rules == ("SC-ATK-9",)
    assert units(play(table, 9), "ursa", "pyramus") == [("red", 1), ("red", 9)]
    assert table.state.facts.conquered == 1


@pytest.mark.rule("SC-ATK-9")
def test_nobody_is_asked_when_nobody_can_follow() -> None:
    table = play(ursa(3, 1), "ursa", "pyramus", roll([6, 6], [1]))
    assert units(table, "ursa", "pyramus") == [("red", 1), ("red", 2)]
    question = table.question
    assert question is not None and (question.prompt, question.focus) == ("Attack what?", ("pyramus",))


@pytest.mark.rule("SC-ELM", "SC-HER-4")
def test_the_last_unit_of_a_player() -> None:
    table = a_turn({"ursa": ("red", 9), "pyramus": ("blue", 1)}, goals={"char": "blue"}, hands={"blue": 2})
    table = reward(table, "char", "tower")
    table = arranged(
        table, towers={"pyramus": "blue"}, bases={"blue": "pyramus"}, heroes=NONE | {"blue": "pyramus"}
    )
    play(table, "ursa", "pyramus", roll([6, 6, 6], [1]), 3)
    state = table.state
    assert state.hands == {"red": Hand(0, {"terran": 2}), "blue": Hand(), "green": Hand()}
    (char,) = state.objectives.cards
    assert (char.owner, char.reward_is) == ("red", "destroyed")
    assert (state.towers, state.heroes["blue"], state.bases) == ({}, None, {"blue": "pyramus"})


# --- heroes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-HER-2", "SC-HER-3", "SC-A10")
@pytest.mark.parametrize(
    ("commit", "attack", "defence", "left"),
    [
        # Declared in, the hero turns a tie of the highest dice.
        ("2 hero", [4, 1], [4, 1], (8, 1)),
        ("2", [4, 1], [4, 1], (7, 2)),
        # It adds to the highest die alone.
        ("2 hero", [4, 4], [4, 4], (8, 1)),
    ],
)
def test_a_hero_attacks(commit: str, attack: list[int], defence: list[int], left: tuple[int, int]) -> None:
    table = arranged(ursa(9), heroes=NONE | {"red": "ursa"})
    play(table, "ursa", "pyramus", commit, roll(attack, defence))
    assert units(table, "ursa", "pyramus") == [("red", left[0]), ("green", left[1])]


@pytest.mark.rule("SC-HER-2")
def test_a_hero_defends_by_standing_there() -> None:
    table = arranged(ursa(9), heroes=NONE | {"green": "pyramus"})
    play(table, "ursa", "pyramus", roll([5, 1], [4, 1]))
    assert units(table, "ursa", "pyramus") == [("red", 7), ("green", 2)]


@pytest.mark.rule("SC-HER-3")
@pytest.mark.parametrize(("commit", "stands"), [("3 hero", "pyramus"), ("3", "ursa")])
def test_a_hero_that_was_in_moves_in(commit: str, stands: str) -> None:
    table = arranged(ursa(9, 1), heroes=NONE | {"red": "ursa"})
    play(table, "ursa", "pyramus", commit, roll([6, 6, 6], [1]), 3)
    assert table.state.heroes["red"] == stands


@pytest.mark.rule("SC-HER-1", "SC-A10")
def test_no_hero_goes_alone_or_from_elsewhere() -> None:
    table = arranged(ursa(3), heroes=NONE | {"red": "canis"})
    assert isinstance(play(table, "ursa", "pyramus").question, Roll)


@pytest.mark.rule("SC-HER-4")
def test_a_hero_falls_with_its_last_unit() -> None:
    table = arranged(ursa(9, 1), heroes=NONE | {"green": "pyramus"})
    play(table, "ursa", "pyramus", roll([6, 6, 6], [1]), 3)
    assert table.state.heroes["green"] is None


# --- towers and bonus dice --------------------------------------------------------------------------------


@pytest.mark.rule("SC-RWD-4", "SC-RWD-5", "SC-A3", "SC-A4")
@pytest.mark.parametrize(
    ("towers", "hero", "house", "bonus"),
    [
        ({"riksville": "red"}, False, {}, (1, 0)),  # next to the territory attacked
        ({"canis": "red"}, False, {}, (0, 0)),  # far away
        ({"augustgrad": "red"}, False, {}, (0, 0)),  # next to the origin only
        ({"augustgrad": "red"}, False, {"towers": "its origin too"}, (1, 0)),
        ({"pyramus": "green"}, False, {}, (0, 1)),  # the defender's own, in the very territory
        ({"riksville": "red", "katuul-province": "red"}, False, {}, (2, 0)),
        ({"riksville": "red"}, True, {}, (2, 0)),
        ({"riksville": "red", "katuul-province": "red"}, True, {}, (3, 0)),
        ({"riksville": "red", "katuul-province": "red"}, True, {"stacking": "two at most"}, (2, 0)),
    ],
)
def test_towers(towers: dict[str, str], hero: bool, house: dict[str, Any], bonus: tuple[int, int]) -> None:
    held = {place: (owner, 2) for place, owner in towers.items()} | {
        "ursa": ("red", 9),
        "pyramus": ("green", 2),
    }
    table = arranged(a_turn(held, **house), towers=towers, heroes=NONE | {"red": "ursa"})
    play(table, "ursa", "pyramus", "2 hero" if hero else "2")
    assert isinstance(table.question, Roll) and table.question.contest is not None
    fight = table.question.contest
    assert (fight.attacker.bonus, fight.defender.bonus) == bonus


@pytest.mark.rule("SC-RWD-4")
def test_a_tower_is_lost_with_its_territory() -> None:
    table = arranged(ursa(9, 1), towers={"pyramus": "green"})
    play(table, "ursa", "pyramus", roll([6, 6, 6], [1]), 3)
    assert table.state.towers == {}


@pytest.mark.rule("SC-RWD-6", "SC-A17")
@pytest.mark.parametrize(
    ("commit", "dice", "house", "left"),
    [
        ("2", [3, 2, 6], {}, (8, 1)),  # the best two of three: 6 and 3
        ("1", [1, 6], {}, (9, 1)),  # the better of two
        ("1", [6], {"lone_bonus_die": "stays out"}, (9, 1)),
    ],
)
def test_the_bonus_attack_die(
    commit: str, dice: list[int], house: dict[str, Any], left: tuple[int, int]
) -> None:
    table = ursa(9, goals={"18-territories": "red"}, **house)
    table = reward(table, "18-territories", "attack die")
    named = [commit] if house else []  # the numbers of dice have a gap
    play(table, "ursa", "pyramus", *named, roll(dice, [5, 4] if commit == "2" else [5]))
    assert units(table, "ursa", "pyramus") == [("red", left[0]), ("green", left[1])]


@pytest.mark.rule("SC-RWD-7", "SC-A17")
@pytest.mark.parametrize(
    ("against", "dice", "allowed"),
    [
        (3, [6, 5, 1], True),  # two units and the bonus die
        (3, [6, 5], True),  # one unit and the bonus die
        (3, [6], False),
        (1, [6, 1], True),
        (1, [6, 5, 1], False),
    ],
)
def test_the_bonus_defence_die(against: int, dice: list[int], allowed: bool) -> None:
    table = reward(ursa(9, against, goals={"18-territories": "green"}), "18-territories", "defence die")
    assert play(table, "ursa", "pyramus").may(roll([3, 3, 3], dice)).allowed == allowed


@pytest.mark.rule("SC-RWD-6", "SC-A4")
def test_the_bonus_die_is_swapped_in_before_the_hero_adds() -> None:
    table = ursa(9, goals={"18-territories": "red"})
    table = arranged(reward(table, "18-territories", "attack die"), heroes=NONE | {"red": "ursa"})
    # 5 3 1 becomes 6 3: 6 beats 5, and 3 beats 2.
    play(table, "ursa", "pyramus", "2 hero", roll([3, 1, 5], [5, 2]))
    assert units(table, "pyramus")[0][0] == "red"


# --- cards that interrupt ---------------------------------------------------------------------------------


def with_cards(count: int = 9, against: int = 2) -> Table[StarcraftState]:
    return play(ursa(count, against, hands={"red": 2, "green": 2}), "ursa", "pyramus")


@pytest.mark.rule("SC-ATK-11", "SC-CRD-3")
def test_a_defensive_card_binds_the_attacker_for_one_roll() -> None:
    table = play(with_cards(), {"offer": "card:green"}, "new", CARD)
    assert table.may(roll([6, 5], [5, 5])).rules == ("SC-ATK-11",)
    assert isinstance(table.question, Roll) and table.question.contest is not None
    assert table.question.contest.defender.bonus == 1
    play(table, roll([6, 5, 5], [5, 5]))  # 5 and 5 with one more: 6 and 5
    assert units(table, "ursa", "pyramus") == [("red", 7), ("green", 2)]
    assert "call off" in offered(table)
    assert table.may(roll([6], [5, 5])).allowed


@pytest.mark.rule("SC-ATK-11")
def test_a_card_after_committing_brings_the_others_along() -> None:
    table = play(with_cards(), {"offer": "card:green"}, "new", CARD)
    assert isinstance(table.question, Roll)
    assert table.question.pools[0].most == table.question.pools[0].least == 3


@pytest.mark.rule("SC-ATK-3", "SC-CRD-3")
def test_a_card_that_forbids_the_attack() -> None:
    table = play(with_cards(), {"offer": "card:green"}, "new", {"effect": "no attack", "amount": 0})
    assert table.state.facts.invasion is None
    assert table.state.hands["green"].own == 1
    assert table.state.decks["protoss"].discards == 1


@pytest.mark.rule("SC-CRD-3")
@pytest.mark.parametrize(
    ("effect", "bonus", "extra"),
    [("die", 0, 2), ("highest", 2, 0), ("re-roll", 0, 0)],
)
def test_what_the_attackers_cards_do(effect: str, bonus: int, extra: int) -> None:
    table = play(with_cards(), {"offer": "card:red"}, "new", {"effect": effect, "amount": 2})
    assert isinstance(table.question, Roll) and table.question.contest is not None
    attacker = table.question.contest.attacker
    assert (attacker.bonus, attacker.extra) == (bonus, extra)
    assert table.state.facts.invasion is not None and not table.state.facts.invasion.bound


@pytest.mark.rule("SC-CRD-3")
def test_words_of_an_effect_that_older_games_kept_are_its_id() -> None:
    filled_in = {"name": "Ambush", "effect": "adds to the highest die", "amount": 2}
    table = play(with_cards(), {"offer": "card:red"}, "new", filled_in)
    assert [ability.effect for ability in table.state.abilities] == ["highest"]


@pytest.mark.rule("SC-CRD-3")
@pytest.mark.parametrize("name", ["back", "new"])
def test_a_card_may_be_called_like_an_answer(name: str) -> None:
    table = play(
        with_cards(), {"offer": "card:green"}, "new", {"name": name, "effect": "by hand", "amount": 0}
    )
    assert [ability.name for ability in table.state.abilities] == [f"{name} card"]
    table = play(table, {"offer": "card:green"})
    assert choices(table).keys() == {f"{name} card", "new", "back"}


@pytest.mark.rule("SC-CRD-3")
def test_a_card_lasts_for_one_roll() -> None:
    table = play(with_cards(), {"offer": "card:red"}, "new", {"effect": "die", "amount": 1})
    assert isinstance(table.question, Roll) and table.question.pools[0].most == 4
    play(table, roll([1, 1, 1], [5, 5]))
    assert isinstance(table.question, Roll) and table.question.pools[0].most == 3


@pytest.mark.rule("SC-CRD-3", "SC-ATK-10")
def test_a_card_that_removes_units_never_empties_a_territory() -> None:
    table = play(with_cards(9, 3), {"offer": "card:red"}, "new", {"effect": "removal", "amount": 4})
    assert table.may("ursa").rules == ("SC-CRD-3",)
    play(table, "pyramus")  # two of three go, two more elsewhere
    assert units(table, "pyramus") == [("green", 1)]
    assert table.may("pyramus").rules == ("SC-ATK-10",)
    play(table, "canis", "saalok")
    assert units(table, "canis", "saalok") == [("green", 1), ("green", 1)]


@pytest.mark.rule("SC-CRD-3")
def test_a_card_that_adds_units() -> None:
    table = play(with_cards(), {"offer": "card:green"}, "new", {"effect": "units", "amount": 3})
    assert table.question is not None and table.question.seat == "green"
    play(table, {"place": "pyramus", "count": 2}, {"place": "canis", "count": 1})
    assert units(table, "pyramus", "canis") == [("green", 4), ("green", 3)]


@pytest.mark.rule("SC-CRD-3")
def test_a_card_is_told_once_and_known_from_then_on() -> None:
    table = play(with_cards(), {"offer": "card:red"}, "new", CARD, {"offer": "card:red"})
    assert isinstance(table.question, Choose)
    assert [option.id for option in table.question.options] == ["Ambush", "new", "back"]
    play(table, "Ambush")
    assert table.state.facts.invasion is not None and table.state.facts.invasion.attack.bonus == 2
    assert table.state.hands["red"].own == 0
    play(table, roll([1], [1]), {"offer": "call off"}, "end")


@pytest.mark.rule("SC-CRD-3")
def test_a_card_taken_back_stays_in_hand_and_a_card_for_battle_needs_one() -> None:
    table = play(with_cards(), {"offer": "card:red"}, "new", CARD, roll([1], [1]), {"offer": "call off"})
    play(table, {"offer": "card:red"})
    assert table.may("Ambush").rules == ("SC-CRD-3",)
    play(table, "back")
    assert table.state.hands["red"].own == 1


@pytest.mark.rule("SC-CRD-3", "SC-ELM", "SC-TD")
@pytest.mark.parametrize(
    ("hands", "mode", "cards"),
    [
        ({"red": 1, "green": 1}, "command room", ["card:green", "card:red"]),
        ({"green": 1}, "command room", ["card:green"]),
        ({"red": 3, "green": 1}, "total domination", []),  # stars only
    ],
)
def test_who_may_play_cards(hands: dict[str, int], mode: str, cards: list[str]) -> None:
    table = ursa(9, mode=mode, hands=hands)
    table.state.hands["blue"] = Hand(0, {"zerg": 4})  # captured ones are for their stars only
    play(table, "ursa", "pyramus")
    assert [offer for offer in offered(table) if offer != "call off"] == cards


@pytest.mark.rule("SC-ATK-8")
def test_the_referee_answers_may_i_at_any_time() -> None:
    table = a_turn({"ursa": ("red", 9), "augustgrad": ("red", 1)}, step="maneuver")
    assert table.inquire("attack", origin="ursa", target="feral-hives").rules == ("SC-TURN", "SC-MAP")
    assert table.inquire("maneuver", origin="ursa", target="pyramus", units=99).rules == (
        "SC-MAN-2",
        "SC-MAN-1",
    )

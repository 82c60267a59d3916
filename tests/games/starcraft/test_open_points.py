"""What reading the document against the program found: cards by every seat, victories, names."""

from typing import Any

import msgspec
import pytest

from companion.games.starcraft.game import STARCRAFT
from companion.games.starcraft.state import Ability, Hand, StarcraftState
from companion.referee.json_lines import situation
from companion.referee.questions import Choose, Confirm, PickOrEnd, PlayCards, Roll
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.games.starcraft.sector import a_turn
from tests.referee.tables import lay, play

FRONT = {"ursa": ("red", 6), "augustgrad": ("blue", 3), "canis": ("green", 4)}
CARDS = {
    "abilities": [
        Ability("Shield", "terran", "highest", 1),
        Ability("Nothing", "terran", "units", 0),
        Ability("Storm", "protoss", "die", 1, "in your own turn"),
    ]
}


def offered(table: Table[StarcraftState]) -> tuple[str, ...]:
    """The seats that may play a card now."""
    assert table.question is not None
    return tuple(offer.seat for offer in table.question.offers)


@pytest.mark.rule("SC-CRD-3")
@pytest.mark.parametrize(
    ("step", "answers"), [("reinforce", ()), ("attack", ()), ("attack", ("ursa",)), ("maneuver", ())]
)
def test_sc_crd_3_every_seat_with_a_card_may_play_it(step: str, answers: tuple[str, ...]) -> None:
    hands = {"red": 1, "blue": 1, "green": 1}
    facts: dict[str, Any] = {"supply": {"red": 3, "blue": 0, "green": 0}} if step == "reinforce" else {}
    held = FRONT | {"pyramus": ("red", 1)}
    table = play(a_turn(held, step=step, mode="command room", hands=hands, facts=facts), *answers)
    assert offered(table) == ("red", "blue", "green")


def test_every_reply_says_who_is_behind_the_id_of_a_seat() -> None:
    table: Table[StarcraftState] = play(
        lay(STARCRAFT, 3, mode="command room"), "red", "brown", "yellow", "blue"
    )
    assert situation(table)["seats"] == {
        "red": {"name": "Zagara", "colour": "brown"},
        "blue": {"name": "Artanis", "colour": "yellow"},
        "green": {"name": "Jim Raynor", "colour": "blue"},
    }


@pytest.mark.rule("SC-CRD-3", "SC-RNF-4")
def test_sc_crd_3_a_card_while_stars_are_traded() -> None:
    known = {"abilities": [Ability("Recruits", "protoss", "units", 3)]}
    table = a_turn(FRONT, step="trade", mode="command room", hands={"red": 3, "green": 1}, facts=known)
    assert offered(table) == ("red", "green")
    play(table, {"offer": "card:green"}, "Recruits", {"place": "canis", "count": 3})
    assert isinstance(table.question, PlayCards) and table.state.holdings["canis"].armies == 7


@pytest.mark.rule("SC-CRD-3", "SC-ACH-2")
def test_sc_crd_3_a_card_before_an_achievement_is_collected() -> None:
    known = {"abilities": [Ability("Recruits", "protoss", "units", 3)]}
    goals: dict[str, str | None] = {"18-territories": None}
    table = a_turn(FRONT, step="achieve", rest="red", goals=goals, hands={"red": 1, "green": 1}, facts=known)
    assert offered(table) == ("red", "green")
    play(table, {"offer": "card:green"}, "Recruits", {"place": "canis", "count": 3}, "18-territories")
    assert table.state.objectives.owned("red")


@pytest.mark.rule("SC-CRD-3")
def test_sc_crd_3_the_declaration_goes_on_after_a_card() -> None:
    table = a_turn(FRONT, mode="command room", hands={"red": 1}, facts=CARDS)
    play(table, "ursa", {"offer": "card:red"}, "back")
    assert isinstance(table.question, PickOrEnd) and "From Ursa." in table.question.detail


@pytest.mark.rule("SC-CRD-3")
@pytest.mark.parametrize(
    ("card", "why"), [("Nothing", "would do nothing"), ("Shield", "is played in an invasion")]
)
def test_sc_crd_3_a_card_without_effect_is_refused(card: str, why: str) -> None:
    table = play(a_turn(FRONT, mode="command room", hands={"red": 1}, facts=CARDS), {"offer": "card:red"})
    ruling = table.answer(card)
    assert ruling.rules == ("SC-CRD-3",) and why in ruling.text


@pytest.mark.rule("SC-CRD-3")
def test_sc_crd_3_dice_are_rolled_again_only_after_a_roll() -> None:
    cards = {"abilities": [Ability("Warp", "terran", "re-roll", 0)]}
    heroes = {"heroes": {"red": "ursa", "blue": None, "green": None}}
    table = a_turn(FRONT, hands={"red": 1}, facts=cards | heroes)
    play(table, "ursa", "augustgrad", {"offer": "card:red"})
    assert "rolled yet" in table.answer("Warp").text
    play(table, "back", "3", {"offer": "card:red"}, "Warp")
    assert isinstance(table.question, Roll) and table.state.hands["red"].own == 0


@pytest.mark.rule("SC-CRD-3")
def test_sc_crd_3_a_card_told_first_and_without_effect_is_given_back() -> None:
    table = play(a_turn(FRONT, mode="command room", hands={"red": 1}), {"offer": "card:red"}, "new")
    play(table, {"name": "Dud", "effect": "units", "amount": 0})
    assert table.state.hands["red"].own == 1 and "stays in hand" in table.latest[-1].text


@pytest.mark.rule("SC-CRD-3")
@pytest.mark.parametrize(("side", "raised"), [("attack", (1, 0)), ("defence", (0, 1))])
def test_sc_crd_3_a_third_player_says_which_side_a_card_helps(side: str, raised: tuple[int, int]) -> None:
    cards = {"abilities": [Ability("Aid", "protoss", "highest", 1)]}
    table = a_turn(FRONT, mode="command room", hands={"green": 1}, facts=cards)
    play(table, "ursa", "augustgrad", {"offer": "card:green"}, "Aid", side)
    assert isinstance(table.question, Roll) and table.question.contest is not None
    fight = table.question.contest
    assert (fight.attacker.bonus, fight.defender.bonus) == raised


@pytest.mark.rule("SC-A6", "SC-TEAM", "SC-ELM")
def test_sc_a6_a_team_whose_ally_falls_wins_at_once() -> None:
    four: dict[str, str | None] = dict.fromkeys(("char", "aiur", "18-territories", "2-planets"), "green")
    bases = {"red": "keresh-province", "blue": "pyramus", "green": "ursa", "yellow": "rajal"}
    held = {"augustgrad": ("blue", 9), "keresh-province": ("red", 1), "ursa": ("green", 5)}
    table = a_turn(
        held,
        players=4,
        mode="team play",
        rest="yellow",
        goals=four,
        facts={"bases": bases, "active": "blue"},
    )
    assert table.correct({"game.active": "blue", "game.step": "attack"}).allowed
    play(table, "augustgrad", "keresh-province", {"attack": [6, 6, 6], "defence": [1]})
    assert set(table.state.winners) == {"red", "green"}


@pytest.mark.rule("SC-A6", "SC-WIN")
@pytest.mark.parametrize(("house", "won"), [("at once", ("red",)), ("end of turn", ())])
def test_sc_a6_goals_corrected_to_victory_are_noticed(house: str, won: tuple[str, ...]) -> None:
    goals = {"char": "red", "aiur": "red", "18-territories": None}
    facts = {"bases": {"red": "ursa", "blue": "augustgrad", "green": "canis"}}
    held = FRONT | {"pyramus": ("red", 1)}
    table = a_turn(held, step="maneuver", mode="command room", goals=goals, facts=facts, victory=house)
    assert table.correct({"goal.18-territories": "red"}).allowed
    assert table.state.winners == won


@pytest.mark.rule("SC-A18", "SC-A19")
def test_sc_a18_and_a19_the_contradictions_are_switches() -> None:
    switches = {switch.name: switch.rule for switch in STARCRAFT.switches}
    assert (switches["match_victory"], switches["team_victory"]) == ("SC-A18", "SC-A19")


@pytest.mark.rule("SC-A20")
@pytest.mark.parametrize(("house", "shown"), [("face up", 8), ("face down", 0)])
def test_sc_a20_achievements_before_play_begins(house: str, shown: int) -> None:
    table: Table[Any] = lay(STARCRAFT, 3, mode="command room", achievements_lie=house)
    bot = RandomBot(2)
    while table.state.step in ("sides", "field"):
        assert table.question is not None
        play(table, bot.answer(table.question))
    assert len(table.game_view.goals) == shown


@pytest.mark.rule("SC-A21")
@pytest.mark.parametrize(("goes", "at"), [(True, "augustgrad"), (False, "ursa")])
def test_sc_a21_an_undeclared_hero_may_follow(goes: bool, at: str) -> None:
    facts = {"heroes": {"red": "ursa", "blue": None, "green": None}}
    held = FRONT | {"augustgrad": ("blue", 1)}
    table = a_turn(held, mode="command room", facts=facts, hero_follows="may follow")
    play(table, "ursa", "augustgrad", "3", {"attack": [6, 6, 6], "defence": [1]}, 5)
    assert isinstance(table.question, Confirm)
    assert play(table, goes).state.heroes["red"] == at


@pytest.mark.rule("SC-A12")
@pytest.mark.parametrize("said", ["Keresch Province", "keres province", "Keresh Province", "keresh-province"])
def test_sc_a12_names_are_understood_in_every_spelling(said: str) -> None:
    table = a_turn({"keresh-province": ("red", 5)}, step="attack")
    assert table.may(said).allowed
    assert "Keresh Province" in play(table, said).question.detail
    assert table.entries[0].value == "keresh-province"


@pytest.mark.rule("SC-A12")
@pytest.mark.parametrize("said", ["Keresch Province", "keres province", "Keresh Province"])
def test_sc_a12_names_are_understood_in_inquiries_and_corrections(said: str) -> None:
    table = a_turn({"keresh-province": ("red", 5), "augustgrad": ("blue", 1)})
    assert table.inquire("attack", origin=said, target="Augustgrad").allowed
    assert table.correct({f"{said}.armies": 7}).allowed
    assert table.state.holdings["keresh-province"].armies == 7
    assert msgspec.to_builtins(table.entries[-1])["changes"] == {"keresh-province.armies": 7}


@pytest.mark.rule("SC-TD", "SC-ELM")
def test_sc_td_nothing_is_asked_about_captured_cards() -> None:
    hands = {"red": Hand(2, {"common": 2}), "blue": Hand(), "green": Hand()}
    table = a_turn(FRONT, mode="total domination", step="trade", facts={"hands": hands})
    play(table, ["one-star", "one-star", "two-star"])
    assert not isinstance(table.question, Choose) and table.state.hands["red"].size == 1
    assert table.state.step == "reinforce"


@pytest.mark.rule("SC-SET-B", "SC-SET-C")
def test_a_seat_is_never_called_by_another_seats_id() -> None:
    table: Table[Any] = lay(STARCRAFT, 3, mode="command room")
    play(table, "red", "blue", "red", "yellow")
    names = {seat.id: seat.name for seat in table.state.seats}
    assert names == {"red": "Jim Raynor", "blue": "Valerian Mengsk", "green": "Artanis"}


# --- corrections ------------------------------------------------------------------------------------------


@pytest.mark.rule("SC-RWD-4")
def test_a_tower_on_anothers_territory_is_refused_with_its_reason() -> None:
    table = a_turn(FRONT, mode="command room")
    ruling = table.correct({"augustgrad.tower": "red"})
    assert ruling.rules == ("SC-RWD-4",) and "Augustgrad belongs to Blue" in ruling.text


@pytest.mark.rule("SC-RNF-6")
def test_the_sum_says_so_when_the_units_were_set_by_hand() -> None:
    table = a_turn(FRONT, step="reinforce", facts={"supply": {"red": 3, "blue": 0, "green": 0}})
    assert "= " in table.question.detail or "at least 3" in table.question.detail
    assert table.correct({"game.supply": 7}).allowed
    assert table.question.detail == "7 units, fixed by hand"


@pytest.mark.rule("SC-CRD-3")
def test_an_ability_ends_with_its_players_last_territory() -> None:
    cards = {"abilities": [Ability("Recruits", "protoss", "units", 3)]}
    table = a_turn(FRONT, mode="command room", hands={"green": 1}, facts=cards)
    play(table, {"offer": "card:green"}, "Recruits")
    green: dict[str, int | str] = {f"{place}.owner": "blue" for place in table.state.held("green")}
    assert table.correct(green).allowed
    assert table.state.facts.card is None and isinstance(table.question, PickOrEnd)


@pytest.mark.rule("SC-ATK-11")
@pytest.mark.parametrize(("side", "bound"), [("attack", False), ("defence", True)])
def test_sc_atk_11_only_a_card_for_the_defence_binds_the_attacker(side: str, *, bound: bool) -> None:
    cards = {"abilities": [Ability("Aid", "protoss", "highest", 1)]}
    table = a_turn(FRONT, hands={"green": 1}, facts=cards)
    play(table, "ursa", "augustgrad", {"offer": "card:green"}, "Aid", side)
    one = {"attack": [6], "defence": [1]}
    assert table.may(one).allowed == (not bound)
    assert not bound or table.may(one).rules == ("SC-ATK-11",)


@pytest.mark.rule("SC-ATK-11", "SC-ATK-1")
def test_sc_atk_11_the_most_that_can_go_may_be_one() -> None:
    cards = {"abilities": [Ability("Bunker", "terran", "highest", 1)]}
    table = a_turn(FRONT | {"ursa": ("red", 2)}, hands={"blue": 1}, facts=cards)
    play(table, "ursa", "augustgrad", {"offer": "card:blue"}, "Bunker")
    assert isinstance(table.question, Roll)


@pytest.mark.rule("SC-CRD-3", "SC-HER-4")
def test_sc_crd_3_a_card_before_a_hero_returns() -> None:
    table = a_turn(FRONT, step="prepare", hands={"red": 1, "green": 1}, facts=CARDS)
    assert isinstance(table.question, PickOrEnd) and "returns where" in table.question.prompt
    assert offered(table) == ("red", "green")
    play(table, {"offer": "card:green"}, "back", "ursa")
    assert table.state.heroes["red"] == "ursa"


@pytest.mark.rule("SC-CRD-3", "SC-TEAM")
def test_sc_crd_3_a_card_before_a_transfer_of_command() -> None:
    held = {"ursa": ("red", 6), "augustgrad": ("green", 1), "canis": ("green", 3)}
    heroes = {"red": "ursa", "blue": None, "green": None, "black": None}
    facts: dict[str, Any] = {"heroes": heroes, "abilities": [Ability("Recruits", "protoss", "units", 2)]}
    table = a_turn(
        held, players=4, mode="team play", rest="blue", step="prepare", hands={"green": 1}, facts=facts
    )
    assert isinstance(table.question, PickOrEnd) and "command" in table.question.prompt
    play(table, {"offer": "card:green"}, "Recruits", {"place": "canis", "count": 2})
    assert isinstance(table.question, PickOrEnd) and "command" in table.question.prompt
    play(table, "augustgrad", True)
    assert table.state.holdings["augustgrad"].owner == "red"


@pytest.mark.rule("SC-HER-1", "SC-HER-4")
def test_sc_her_4_a_hero_that_attacks_cannot_fall() -> None:
    heroes = {"red": "ursa", "blue": None, "green": None}
    table = a_turn(FRONT | {"ursa": ("red", 2)}, facts={"heroes": heroes})
    play(table, "ursa", "augustgrad", "1 hero", {"attack": [1], "defence": [6, 6]})
    assert table.state.heroes["red"] == "ursa" and table.state.holdings["ursa"].armies == 1


@pytest.mark.rule("SC-ELM", "SC-WIN", "SC-A6")
@pytest.mark.parametrize(("base", "won"), [("red", ("red",)), ("green", ())])
def test_sc_elm_achievements_of_the_fallen_may_win_at_once(base: str, won: tuple[str, ...]) -> None:
    goals: dict[str, str | None] = {"korhal": "red", "char": "red", "aiur": "blue"}
    held = {"ursa": ("red", 6), "augustgrad": ("blue", 1), "canis": (base, 3)}
    table = a_turn(held, goals=goals)
    table.state.bases = {"red": "canis"}
    play(table, "ursa", "augustgrad", {"attack": [6, 6, 6], "defence": [1]})
    assert table.state.winners == won

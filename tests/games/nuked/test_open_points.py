"""What reading the document against the program found: grace, cards in between, Nukes, rule sets in words."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.nuked import end_of_turn, rulesets_in_words
from companion.games.nuked.game import NUKED
from companion.games.nuked.rulesets import (
    Boat,
    CapitalsToWin,
    DeckContents,
    FirstTroops,
    Hands,
    Nuke,
    RuleSet,
    TroopModifier,
)
from companion.games.nuked.state import NukedState
from companion.games.territory.state import Holding
from companion.referee.questions import Choose, Confirm, Count, PickOrEnd
from companion.referee.random_bot import RandomBot
from companion.referee.table import Table
from tests.games.nuked.boards import Held, a_turn
from tests.referee.tables import lay, play

CARD = {"offer": "card"}
NO_CARDS = DeckContents(attack=0, nuke=0, boat=0, extra=0, defence=0)
TWELVE = {"deck": {"defence": 12}}
FRONT: Held = {"egypt": ("red", 9), "east-africa": ("blue", 3), "japan": ("blue", 2), "siam": (None, 0)}


def peaceful(players: int, rule_set: str, seed: int, *, farm: Callable[[NukedState, str], str]) -> NukedState:
    """A game after two rounds without attacks; a kind of player says where Capital and Farm are."""
    table: Table[NukedState] = play(lay(NUKED, players), rule_set, True)
    bot = RandomBot(seed)
    while table.state.round < 3:
        asked, state = table.question, table.state
        assert asked is not None
        if state.step == "homes":
            play(table, farm(state, str(asked.seat)))
        elif isinstance(asked, Confirm):
            play(table, True)
        elif isinstance(asked, PickOrEnd) and state.step == "attack":
            play(table, "end")
        else:
            play(table, bot.answer(asked))
    return table.state


def first_own(state: NukedState, seat: str) -> str:
    """Careless: any territory."""
    return state.held(seat)[0]


def best_connected(state: NukedState, seat: str) -> str:
    """Careful: where most of one's own hang together."""
    return max(state.held(seat), key=lambda place: len(state.connected(place)))


@pytest.mark.rule("NK-CON-1", "NK-SET-2")
@pytest.mark.parametrize("farm", [first_own, best_connected])
@pytest.mark.parametrize("preset", ["Steady", "Fierce", "No cards"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_nk_con_1_nobody_falls_below_half_in_two_peaceful_rounds(
    players: int, preset: str, farm: Callable[[NukedState, str], str]
) -> None:
    state = peaceful(players, preset, 7 * players, farm=farm)
    for seat in state.seats:
        assert 2 * len(state.held(seat.id)) >= 42 // players


@pytest.mark.rule("NK-CON-1")
@pytest.mark.parametrize(("round", "why"), [(3, []), (4, ["cut off"])])
def test_nk_con_1_grace_ends_after_its_rounds(round: int, why: list[str]) -> None:
    table = a_turn(
        {"egypt": ("red", 2), "peru": ("red", 2)},
        farms={"red": "egypt"},
        round=round,
        rule_set={"start": {"grace": 3}},
    )
    assert [loss.why for loss in end_of_turn.losses(table.state, "red")] == why


@pytest.mark.rule("NK-SET-1", "NK-CON-1")
def test_nk_set_1_a_set_that_cuts_most_territories_off_is_warned_of(rule_sets: Path) -> None:
    rule_sets.mkdir(parents=True)
    (rule_sets / "old.toml").write_text('name = "Old"\n')
    table = lay(NUKED, 3)
    assert isinstance(table.question, Choose)
    details = {option.id: option.detail for option in table.question.options}
    assert "empties most of the board" in details["Old"]
    assert all("No cut-off in 3 rounds" in details[name] for name in ("Steady", "Fierce", "No cards"))
    assert details["By the letter"] == "Cut off at once."
    assert "8 Nukes" in details["Fierce"] and "Attack x2" in details["Fierce"]  # what differs, at once
    assert details["Fierce"].endswith("; and 8 more.")  # all rules of a set are shown before it is agreed
    assert all(len(detail) <= 100 for detail in details.values()), details
    assert "empties most" in play(table, "Old").question.detail


@pytest.mark.rule("NK-SET-1", "NK-CRD-4")
@pytest.mark.parametrize(
    ("rule_set", "told", "untold"),
    [
        (RuleSet(), ("can be attacked then", "go to the victor", "no coast: Afghanistan"), ("Capitals win",)),
        (
            RuleSet(deck=DeckContents(nuke=0, boat=0)),
            ("6 Attack", "for one battle"),
            ("Nuke", "Boat", "coast"),
        ),
        (
            RuleSet(deck=NO_CARDS),
            ("Cards: none",),
            ("Defence", "in hand", "fallen"),
        ),
    ],
)
def test_nk_set_1_a_set_in_words_says_all_that_is_agreed(
    rule_set: RuleSet, told: tuple[str, ...], untold: tuple[str, ...]
) -> None:
    words = "\n".join(rulesets_in_words.in_words(rule_set, "three", capitals_win=False))
    assert all(word in words for word in told), words
    assert not any(word in words for word in untold), words
    assert "3 Capitals win." in rulesets_in_words.in_words(rule_set, "three", capitals_win=True)


@pytest.mark.rule("NK-SET-1")
@pytest.mark.parametrize(
    ("rule_set", "said"),
    [
        (RuleSet(), "The same."),
        (RuleSet(troops=FirstTroops(three=12)), "12 troops each."),
        (RuleSet(troops=FirstTroops(four=12)), "The same."),  # three play
        (RuleSet(boat=Boat(landlocked=("alberta",))), "1 place without a coast."),
        (RuleSet(victory=CapitalsToWin(capitals=2)), "2 Capitals win."),
        (RuleSet(attack=TroopModifier(lasts="to stay")), "Attack stays."),
        (RuleSet(deck=DeckContents(nuke=0), nuke=Nuke(kills="half")), "0 Nukes."),
        (
            RuleSet(deck=NO_CARDS, hands=Hands(limit=9), troops=FirstTroops(three=12)),
            "No cards, 12 troops each.",
        ),
    ],
)
def test_nk_set_1_what_differs_is_all_that_differs(rule_set: RuleSet, said: str) -> None:
    assert rulesets_in_words.differences(rule_set, RuleSet(), "three", capitals_win=True) == said


@pytest.mark.rule("NK-CRD-1")
def test_nk_crd_1_a_card_in_the_middle_of_declaring_an_attack() -> None:
    table = play(a_turn(FRONT, hands={"red": 2}), "egypt")
    play(table, CARD, "attack")
    assert isinstance(table.question, PickOrEnd) and "From Egypt." in table.question.detail
    play(table, "east-africa")
    assert isinstance(table.question, Count)
    assert str(table.question.detail) == "2 x 3 defenders = 6 (3 with the card)."
    table = play(a_turn(FRONT, hands={"red": 1}), "egypt", "east-africa", CARD, "extra", "egypt")
    assert isinstance(table.question, Count) and table.question.most == 11


@pytest.mark.rule("NK-CRD-1", "NK-CRD-4")
def test_nk_crd_1_a_nuke_in_between_may_change_what_is_needed() -> None:
    table = play(a_turn(FRONT, hands={"red": 1}), "egypt", "east-africa", CARD, "nuke", "east-africa")
    assert isinstance(table.question, Count) and table.question.least == 3  # nobody is there now


@pytest.mark.rule("NK-CRD-1")
def test_nk_crd_1_a_card_before_the_losses_are_taken() -> None:
    table = a_turn(FRONT, hands={"red": 1}, farms={"red": "egypt"}, capitals={"red": "egypt"})
    play(table, "end")
    assert isinstance(table.question, Confirm) and "Egypt: 9 to 8" in table.question.detail
    play(table, CARD, "extra", "egypt")
    assert isinstance(table.question, Confirm) and "Egypt: 12 to 10" in table.question.detail


@pytest.mark.rule("NK-CRD-1", "NK-A6")
def test_nk_crd_1_a_card_while_others_may_join() -> None:
    held = FRONT | {"congo": ("red", 4)}
    table = play(a_turn(held, hands={"red": 1}, origins="several"), "egypt", "east-africa", 4)
    assert isinstance(table.question, PickOrEnd) and table.question.prompt == "Who joins the attack?"
    play(table, CARD, "extra", "egypt")  # the sum may be another now: it is asked again
    assert isinstance(table.question, Count) and table.question.most == 11


@pytest.mark.rule("NK-CRD-1", "NK-A16")
def test_nk_crd_1_a_card_before_the_last_move() -> None:
    held = FRONT | {"north-africa": ("red", 4)}
    table = play(a_turn(held, hands={"red": 1}, fortify="connected"), "end", CARD, "extra", "egypt")
    assert isinstance(table.question, PickOrEnd) and table.question.prompt == "Move soldiers out of where?"
    assert table.state.holdings["egypt"].armies == 12


@pytest.mark.rule("NK-A20")
@pytest.mark.parametrize(("house", "left"), [("stops it", 2), ("no", 0)])
def test_nk_a20_a_defence_card_against_a_nuke(house: str, left: int) -> None:
    table = a_turn(FRONT, hands={"red": 1, "blue": 1}, nuke_defence=house)
    play(table, CARD, "nuke", "japan", *(("defence",) if house == "stops it" else ()))
    assert table.state.holdings["japan"].armies == left
    assert ("japan" in table.state.fallout) == (left == 0)


@pytest.mark.rule("NK-A21")
@pytest.mark.parametrize("target", ["siam", "egypt"])
def test_nk_a21_a_nuke_on_empty_or_own_land(target: str) -> None:
    table = play(a_turn(FRONT, hands={"red": 1}, nuke_targets="anywhere"), CARD, "nuke", target)
    assert table.state.holdings[target].owner is None and target in table.state.fallout


@pytest.mark.rule("NK-A21", "NK-ELM")
def test_nk_a21_a_nuke_on_your_own_last_land_leaves_your_cards_to_the_deck() -> None:
    table = a_turn({"egypt": ("red", 9)}, hands={"red": 3}, nuke_targets="anywhere")
    before = table.state.cards.deck
    play(table, CARD, "nuke", "egypt")
    assert (table.state.cards.hands["red"], table.state.cards.deck) == (0, before + 2)
    assert any("Red is out." in report.text for report in table.latest)


@pytest.mark.rule("NK-A21", "NK-ELM", "NK-TURN")
@pytest.mark.parametrize(("step", "supply"), [("muster", 0), ("place", 3), ("attack", 0)])
def test_nk_a21_a_nuke_on_your_own_last_land_ends_your_turn(step: str, supply: int) -> None:
    held: Held = {"egypt": ("red", 9), "japan": ("blue", 2)}
    table = a_turn(
        held, hands={"red": 3}, nuke_targets="anywhere", step=step, supply=supply, fortify="adjacent"
    )
    play(table, CARD, "nuke", "egypt")
    assert table.state.supply["red"] == 0
    assert (table.state.active, table.state.step) == ("blue", "muster")
    assert table.question is not None and table.question.seat == "blue"


@pytest.mark.rule("NK-A6", "NK-A21", "NK-CRD-1")
def test_nk_a6_a_nuke_on_the_origin_calls_the_attack_off() -> None:
    held = FRONT | {"congo": ("red", 9)}
    table = a_turn(held, hands={"red": 1}, origins="several", nuke_targets="anywhere")
    play(table, "egypt", "east-africa", CARD, "nuke", "egypt")
    assert isinstance(table.question, PickOrEnd) and table.question.prompt == "Attack from where?"
    assert table.question.allowed == ("congo",)


@pytest.mark.rule("NK-A20", "NK-CRD-4")
@pytest.mark.parametrize(("played", "asked"), [(11, True), (12, False)])
def test_nk_a20_only_a_defence_card_that_is_left_stops_a_nuke(played: int, asked: bool) -> None:
    table = a_turn(
        FRONT, hands={"red": 1, "blue": 1}, nuke_defence="stops it", answers="any troop card", rule_set=TWELVE
    )
    table.correct({"game.defence": played})
    play(table, CARD, "nuke", "japan")
    assert (table.question is not None and table.question.seat == "blue") == asked


@pytest.mark.rule("NK-A22")
@pytest.mark.parametrize(("card", "left"), [("attack", 1), ("extra", 1), ("stand", 4)])
def test_nk_a22_attack_and_extra_troop_cards_in_answer(card: str, left: int) -> None:
    table = a_turn(FRONT, hands={"blue": 1}, answers="any troop card")
    play(table, "egypt", "east-africa", 7, card)
    assert table.state.holdings["east-africa"] == Holding("red", left)
    assert table.state.cards.hands["blue"] == (card == "stand")


@pytest.mark.rule("NK-A23", "NK-CRD-1")
@pytest.mark.parametrize(("answer", "holds"), [("attack", ("red", 4)), ("stand", ("red", 1))])
def test_nk_a23_an_attack_card_after_a_defence_card(answer: str, holds: tuple[str, int]) -> None:
    """Seven attack three who are six with their card; an Attack card makes them ten."""
    table = a_turn(FRONT, hands={"red": 1, "blue": 1}, attack_answer="yes")
    play(table, "egypt", "east-africa", 7, "defence", answer)
    assert table.state.holdings["east-africa"] == Holding(*holds)
    assert table.state.cards.hands["red"] == (answer == "stand")


@pytest.mark.rule("NK-A23")
@pytest.mark.parametrize("played", [(), (CARD, "extra", "egypt")])
def test_nk_a23_nobody_is_asked_without_a_card_to_play(played: tuple[object, ...]) -> None:
    house = "yes" if played else "no"
    table = play(a_turn(FRONT, hands={"red": 2, "blue": 1}, attack_answer=house), *played)
    play(table, "egypt", "east-africa", 7, "defence")
    assert table.state.holdings["east-africa"] == Holding("red", 1)
